// Updates the pictures of docs/gallery: node gallery.mjs ADDRESS, with `bezzel serve` at the address.
//
// Colours are reduced by pngquant if it is installed, which makes the files a third as large.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';

const address = process.argv[2] ?? 'http://127.0.0.1:1848';
const folder = new URL('../docs/gallery/', import.meta.url).pathname;

const LAPTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Name, place in the page, size, theme, and what is done before the picture is taken. */
const PICTURES = [
  ['play', '#play?queens=0,0+1,4+2,7+3,5&auto=1', LAPTOP, 'light', hint],
  ['puzzle', '#play?size=7&rule=touching&regions=AAAAABB/CAAADDB/CAAAADB/CAAAAAA/CCCEFAF/CCCEFFF/CCGGFFF&level=medium&queens=0,1&auto=1', LAPTOP, 'light', hint],
  ['lessons', '#lessons?lesson=backtracking', LAPTOP, 'light', ask],
  ['learn', '#learn?size=8&algorithm=backtracking&goal=all&at=375', LAPTOP, 'light'],
  ['learn-tree', '#learn?size=8&algorithm=backtracking&goal=all&at=18512&levels=40', { width: 1440, height: 900 }, 'light'],
  ['learn-bitmask', '#learn?size=8&algorithm=bitmask&goal=all&at=140&lines=1', LAPTOP, 'dark'],
  ['learn-guldal', '#learn?size=6&algorithm=guldal&goal=all&at=40', LAPTOP, 'light'],
  ['learn-nilsson', '#learn?size=6&algorithm=nilsson&at=90', LAPTOP, 'light'],
  ['learn-gradient', '#learn?size=16&algorithm=qs1&set.seed=4&at=24', LAPTOP, 'light'],
  ['learn-links', '#learn?size=6&algorithm=dancing-links&at=7', { width: 1440, height: 1000 }, 'light', links],
  ['learn-rectangle', '#learn?size=7x12&algorithm=topor&goal=all&at=1200', LAPTOP, 'light'],
  ['learn-variant', '#learn?size=7&rule=rook&pieces=8&pawns=1,2+2,5+4,1+5,4&at=13&lines=1', LAPTOP, 'light'],
  ['learn-200', '#learn?size=200&algorithm=min-conflicts&at=260', LAPTOP, 'dark'],
  ['learn-phone', '#learn?size=8&algorithm=wirth&goal=all&at=120', PHONE, 'light'],
  ['compare', '#compare?size=6&at=40&algorithms=backtracking,bitmask,dancing-links,guldal&goal=all&from=4&to=10&metric=trials', { width: 1280, height: 1250 }, 'light', run],
  ['compare-seeds', '#compare?size=8&at=20&algorithms=las-vegas-backtracking:crossover=2,las-vegas-backtracking:crossover=5,las-vegas,backtracking&from=5&to=12&seeds=30', { width: 1280, height: 1420 }, 'dark', runSeeds],
  ['count', '#count?squares=50', { width: 1280, height: 1900 }, 'light', count],
  ['symmetry', '#symmetry', { width: 1280, height: 1180 }, 'light'],
  ['symmetry-torus', '#symmetry?size=7&torus=1&queens=0,0+1,2+2,4+3,6+4,1+5,3+6,5', { width: 1280, height: 900 }, 'dark'],
  ['space', '#space?kind=stack&size=7&gap=14', LAPTOP, 'light'],
  ['space-dark', '#space?kind=board&size=5&dimension=3', LAPTOP, 'dark'],
  ['papers', '#papers?item=erbas/table1', LAPTOP, 'light'],
  ['solvers', '#solvers?size=8', { width: 1280, height: 1100 }, 'light', solve],
];

async function links(page) {
  await page.getByRole('region', { name: 'Cover matrix, scrollable' }).scrollIntoViewIfNeeded();
}

async function hint(page) {
  await page.getByRole('button', { name: 'Hint' }).click();
}

async function ask(page) {
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowRight');
}

async function run(page) {
  await page.getByText('28 runs', { exact: true }).waitFor();
}

async function runSeeds(page) {
  await page.getByText('728 runs', { exact: true }).waitFor();
}

async function count(page) {
  for (const side of ['14', '17']) {
    await page.getByLabel('Board').fill(side);
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByRole('article', { name: `${side} queens` }).getByText(/^done/).waitFor();
  }
}

async function solve(page) {
  await page.getByRole('textbox', { name: 'The placement' }).fill('0,4,7,5,2,6,3,1');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const solver = page.getByRole('button', { name: 'Solve', exact: true });
  if (await solver.isEnabled()) {
    await solver.click();
    await page.getByText('Verified solution').waitFor();
  }
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const only = process.argv.slice(3);
for (const [name, hash, viewport, colorScheme, before] of PICTURES) {
  if (only.length && !only.includes(name)) continue;
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${address}/${hash}`);
  await page.waitForLoadState('networkidle');
  await before?.(page);
  await page.waitForTimeout(600);
  const path = `${folder}${name}.png`;
  await page.screenshot({ path });
  spawnSync('pngquant', ['--force', '--ext', '.png', '--speed', '1', '128', path]);
  await page.close();
  console.log(name);
}
await browser.close();
