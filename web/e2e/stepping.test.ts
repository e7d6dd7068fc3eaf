// Learn on rectangles, its tree, its GIF, and stepping while the machine counts.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const ready = (on = page) => on.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
const shown = (step: number, on = page) => on.locator('.says .number').getByText(`step ${step}`, { exact: true }).waitFor();
const hash = () => page.evaluate(() => decodeURIComponent(location.hash));
const board = () => page.locator('.stage .board svg').first().getAttribute('aria-label');

describe('Learn on rectangles', () => {
  it('steps, edits and predicts on a board of rows and columns', async () => {
    page = await stage.page('#learn?size=4&goal=all');
    await ready();
    await stage.drawer(page, 'Settings');
    await page.getByRole('button', { name: 'Rectangle' }).click();
    await page.getByRole('spinbutton', { name: 'Columns' }).fill('7');
    await expect.poll(board).toBe('empty board of 4 rows and 7 columns');
    await expect.poll(hash).toContain('size=4x7');
    await ready();
    await page.getByRole('button', { name: 'Step forward' }).click();
    await expect.poll(board).toBe('board of 4 rows and 7 columns, 1 queen: row 0 column 0');

    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('application');
    await editor.focus();
    for (let i = 0; i < 9; i += 1) await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 9; i += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(hash).toContain('given=3,6');
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Clear' }).click();
    await ready();
    await page.getByLabel('predict').check();
    await page.getByRole('application').focus();
    for (let i = 0; i < 9; i += 1) await page.keyboard.press('ArrowLeft');
    for (let i = 0; i < 9; i += 1) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Predict the next step' });
    await panel.getByRole('button', { name: /^Place a queen/ }).click();
    await panel.getByText('Right: place (0, 0)').waitFor();
  });

  it('has the matrix, the masks and the tree of a rectangle', async () => {
    page = await stage.page('#learn?size=3x5&algorithm=guldal&at=2');
    await shown(2);
    await page.getByText('of 15 cells left').waitFor();
    await page.goto(`${stage.url}/#learn?size=3x5&algorithm=bitmask&at=1`);
    await shown(1);
    await expect.poll(() => page.locator('tr.free .bits b').count()).toBe(5);
    await page.getByRole('region', { name: 'Search tree', exact: true }).locator('g.node').first().waitFor();
  });

  it('says which algorithms support only squares', async () => {
    page = await stage.page('#learn?size=5x7&algorithm=wirth');
    await page.getByRole('alert').getByText('unequal sides').waitFor();
    await page.getByRole('combobox', { name: 'Algorithm' }).selectOption('topor');
    await ready();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
});

describe('the tree of a long trace', () => {
  /** Where every node is drawn, by its number. */
  const places = () =>
    page.evaluate(() => Object.fromEntries([...document.querySelectorAll<SVGGElement>('g.node')].map((node) => [node.dataset.node!, node.getAttribute('transform')!])));
  const current = () => page.locator('g.node.current').getAttribute('data-node');

  it('keeps every node at its place at every step', async () => {
    page = await stage.page('#learn?size=11&goal=all&at=1000');
    await shown(1000);
    await page.locator('g.node.current').waitFor();
    const known = new Map<string, string>();
    for (const step of [1000, 1001, 1020, 20_000, 500_000, 999_990, 1020]) {
      await page.evaluate((to) => (location.hash = `#learn?size=11&goal=all&at=${to}`), step);
      await shown(step);
      // The path is loaded when an open node is drawn for each queen, and the root.
      const queens = Number(/(\d+) queens?/.exec((await board()) ?? '')?.[1] ?? 0);
      await expect.poll(() => page.locator('g.node.open, g.node.solution').count()).toBe(queens + 1);
      for (const [node, place] of Object.entries(await places())) {
        expect(known.get(node) ?? place, `node ${node} at step ${step}`).toBe(place);
        known.set(node, place);
      }
    }
    expect(known.size).toBeGreaterThan(60);
  });

  it('stays at the place while it is stepped', async () => {
    page = await stage.page('#learn?size=11&goal=all&at=3000');
    await shown(3000);
    await page.locator('g.node.current').waitFor();
    const before = await places();
    for (let step = 3001; step <= 3010; step += 1) {
      await page.keyboard.press('ArrowRight');
      await shown(step);
      const now = await places();
      for (const node of Object.keys(now)) if (before[node]) expect(now[node]).toBe(before[node]);
    }
    await expect.poll(current).not.toBeNull();
    await page.getByRole('region', { name: 'Search tree', exact: true }).getByText(/in the whole trace/).waitFor();
  });
});

describe('the GIF of Learn', () => {
  it('has the chosen steps, and says how many one file can hold', async () => {
    page = await stage.page('#learn?size=4&goal=all&at=20&gif=5-16');
    await shown(20);
    await stage.drawer(page, 'Files');
    await page.getByText('GIF of steps 5 to 16').click();
    await page.getByText(/one file holds at most 1\u202f000/).waitFor();
    const longer = await stage.downloaded(page, 'GIF', 'what is shown');
    await page.getByRole('spinbutton', { name: 'to', exact: true }).fill('13');
    await page.getByRole('spinbutton', { name: 'from step' }).fill('11');
    await page.getByText('GIF of steps 11 to 13').waitFor();
    await expect.poll(hash).toContain('gif=11-13');
    const short = await stage.downloaded(page, 'GIF', 'what is shown');
    expect(short.subarray(0, 6).toString()).toBe('GIF89a');
    expect(short.length).toBeLessThan(longer.length / 2);
    await page.reload();
    await stage.drawer(page, 'Files');
    await page.getByText('GIF of steps 11 to 13').click();
    await page.getByRole('button', { name: 'around this step' }).click();
    await page.getByText(/^GIF of steps 1 to \d+/).waitFor();
  });
});

describe('stepping', () => {
  const API = () => `${stage.url}/api/v1/jobs`;
  const jobs = async () => ((await (await fetch(API())).json()) as { jobs: { id: string; state: string }[] }).jobs;
  const isRunning = async () => (await jobs())[0]?.state === 'running';

  /** A fast machine may finish the count before the steps; then it counts again. */
  async function keepCounting() {
    if ((await jobs())[0]?.state !== 'done') return;
    await fetch(`${API()}/${(await jobs())[0].id}`, { method: 'DELETE' });
    const body = JSON.stringify({ problem: { version: 1, size: '18' }, engine: 'enumerate' });
    await fetch(API(), { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await expect.poll(isRunning).toBe(true);
  }

  it('is never blocked by counting n = 18', async () => {
    page = await stage.page('#count?size=18&engine=enumerate');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByRole('article', { name: '18 queens' }).waitFor();
    await expect.poll(async () => (await jobs())[0]?.state ?? 'waiting').not.toBe('waiting');

    const other = await page.context().newPage();
    await other.goto(`${stage.url}/#learn?size=14&algorithm=backtracking`);
    await ready(other);
    let seen = 0;
    for (let step = 1; seen < 50 && step <= 500; step += 1) {
      await keepCounting();
      await other.keyboard.press('ArrowRight');
      await shown(step, other);
      if (await isRunning()) seen += 1;
    }
    expect(seen).toBe(50);
    await other.close();
    const [{ id }] = await jobs();
    await fetch(`${API()}/${id}`, { method: 'DELETE' });
  }, 400_000);
});
