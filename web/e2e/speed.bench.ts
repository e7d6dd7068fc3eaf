// How fast the page is: bench/page runs this against the release build and prints the figures.

import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { Frames } from './frames';
import { staged } from './stage';

const stage = staged();
let page: Page;

/**
 * Milliseconds of processor time that the page may take for a frame, its main thread and its painting together: there are 16.7
 * at 60 frames a second, on each core. Half of that is usual; at some hours the same page took 1.7 times as much on the same machine.
 */
const MOST_MS = 16;
const ready = () => page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();

/** Measures the frames while something is done. */
async function measured(what: string, done: () => Promise<void>): Promise<void> {
  const frames = await Frames.watch(page);
  await done();
  const { text, main, raster } = await frames.end();
  console.log(`${what}: ${text}`);
  expect(main + raster).toBeLessThan(MOST_MS);
}

/**
 * Drags across a box, to and fro, with a move for each frame: 200 moves. Nothing waits for the page's answer to a move,
 * as a mouse does not: a page that is too slow gets its moves late and shows few of them.
 */
async function drag(box: { x: number; y: number; width: number }, down: number): Promise<void> {
  const [left, width, y] = [box.x + 4, box.width - 8, box.y + down];
  const client = await page.context().newCDPSession(page);
  await page.mouse.move(left, y);
  await page.mouse.down();
  const began = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let i = 1; i <= 200; i += 1) {
    sent.push(client.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: left + (width * ((i * 37) % 100)) / 100, y, button: 'left', buttons: 1 }));
    await new Promise((go) => setTimeout(go, began + (i * 1000) / 60 - performance.now()));
  }
  await Promise.all(sent);
  await page.mouse.up();
}

it('can be played within 300 ms', async () => {
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    // A fresh page has nothing in its cache.
    page = await stage.page('', {}, true);
    await page.getByRole('application').waitFor();
    const painted = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    times.push((await painted.jsonValue())!);
    await page.getByRole('application').click();
    await page.getByText('1 of 8').waitFor();
    await stage.clear();
  }
  // The load that other work disturbed least.
  const least = Math.min(...times);
  console.log(`the board is drawn and takes queens after ${least.toFixed(0)} ms (five first loads: ${times.map((time) => time.toFixed(0)).join(', ')})`);
  expect(least).toBeLessThan(300);
});

it('steps a trace within a second', async () => {
  page = await stage.page('#learn');
  await ready();
  await page.reload({ waitUntil: 'commit' });
  await ready();
  const passed = await page.evaluate(() => performance.now());
  console.log(`Learn shows a trace after ${passed.toFixed(0)} ms`);
  expect(passed).toBeLessThan(1000);
});

it('scrubs a million steps', async () => {
  page = await stage.page('#learn?size=11&goal=all');
  await expect.poll(() => page.locator('.strip').getAttribute('aria-valuemax')).toBe('1000000');
  const box = (await page.locator('.strip').boundingBox())!;
  await measured('a million steps dragged', () => drag(box, 20));
});

it.each([
  ['a board of 200 played', '#learn?size=200&algorithm=min-conflicts&speed=60'],
  ['moves on a board of 20 played', '#learn?size=20&algorithm=qs1&speed=60'],
  ['moves on a board of 20 sliding, 8 each second', '#learn?size=20&algorithm=qs1&speed=8'],
  ['backtracking on a board of 8 played', '#learn?size=8&goal=all&speed=60'],
  ['backtracking on a board of 8, queens appearing, 8 steps each second', '#learn?size=8&goal=all&speed=8'],
])('plays smoothly: %s', async (what, place) => {
  page = await stage.page(place);
  await ready();
  await measured(what, async () => {
    await page.keyboard.press('Space');
    await page.waitForTimeout(3000);
  });
});

it('pans the whole tree of eight queens', async () => {
  page = await stage.page('#learn?size=8&goal=all&levels=40&at=18512');
  const drawing = page.locator('[aria-label="Search tree"] svg[role="group"]');
  await expect.poll(() => drawing.getAttribute('aria-label')).toContain('92 solutions');
  await page.getByRole('button', { name: 'Closer' }).click();
  const box = (await drawing.boundingBox())!;
  await measured('a tree of 2,057 nodes panned', () => drag(box, 200));
});

it.each([
  ['more than 100,000', '#learn?size=11&algorithm=bitmask&goal=all', 100_000],
  ['more than a million', '#learn?size=13&algorithm=bitmask&goal=all&long=1', 1_000_000],
])('pans a tree of %s nodes', async (what, place, least) => {
  page = await stage.page(place);
  await ready();
  await page.keyboard.press('End');
  const tree = page.locator('[aria-label="Search tree"]');
  await tree.getByRole('button', { name: 'Density' }).click();
  const drawing = tree.locator('canvas');
  const nodes = async () => Number(/^Search tree: (.*) nodes;/.exec((await drawing.getAttribute('aria-label')) ?? '')?.[1].replace(/\D/g, '') ?? 0);
  await expect.poll(nodes).toBeGreaterThan(least);
  await tree.getByRole('button', { name: 'Closer' }).click();
  const box = (await drawing.boundingBox())!;
  await measured(`a tree of ${what} nodes panned`, () => drag(box, 100));
});
