// How fast the page is: bench/page runs this against the release build and prints the figures.

import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const ready = () => page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
const told = (what: string, figure: number, unit: string) => console.log(`${what}: ${figure.toFixed(0)} ${unit}`);

/** Counts the frames drawn from now on; the returned function gives the number per second. */
async function frames(): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const drawn: number[] = [];
    Object.assign(window, { drawn });
    const tick = (now: number) => {
      drawn.push(now);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  return async () => {
    const drawn = await page.evaluate(() => (window as unknown as { drawn: number[] }).drawn);
    return ((drawn.length - 1) * 1000) / (drawn.at(-1)! - drawn[0]);
  };
}

it('is ready within a second', async () => {
  page = await stage.page('#learn');
  await ready();
  await page.reload({ waitUntil: 'commit' });
  await ready();
  const passed = await page.evaluate(() => performance.now());
  told('ready after', passed, 'ms');
  expect(passed).toBeLessThan(1000);
});

it('scrubs a million steps at 30 frames a second or more', async () => {
  page = await stage.page('#learn?size=11&goal=all');
  await expect.poll(() => page.locator('.strip').getAttribute('aria-valuemax')).toBe('1000000');
  const box = (await page.locator('.strip').boundingBox())!;
  const rate = await frames();
  await page.mouse.move(box.x + 4, box.y + 20);
  await page.mouse.down();
  for (let i = 0; i < 100; i += 1) {
    await page.mouse.move(box.x + 4 + ((box.width - 8) * ((i * 37) % 100)) / 100, box.y + 20);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  const reached = await rate();
  told('a million steps dragged at', reached, 'frames/s');
  expect(reached).toBeGreaterThanOrEqual(30);
});

it('draws a board of 200 smoothly', async () => {
  page = await stage.page('#learn?size=200&algorithm=min-conflicts&speed=60');
  await ready();
  const rate = await frames();
  await page.keyboard.press('Space');
  await page.waitForTimeout(1500);
  const reached = await rate();
  told('a board of 200 played at', reached, 'frames/s');
  expect(reached).toBeGreaterThanOrEqual(30);
});

it('pans the whole tree of eight queens smoothly', async () => {
  page = await stage.page('#learn?size=8&goal=all&levels=40&at=18512');
  const drawing = page.locator('[aria-label="Search tree"] svg[role="group"]');
  await expect.poll(() => drawing.getAttribute('aria-label')).toContain('92 solutions');
  await page.getByRole('button', { name: 'Closer' }).click();
  const box = (await drawing.boundingBox())!;
  const rate = await frames();
  await page.mouse.move(box.x + 100, box.y + 200);
  await page.mouse.down();
  for (let i = 0; i < 100; i += 1) {
    await page.mouse.move(box.x + 100 + ((i * 37) % 100), box.y + 200);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  const reached = await rate();
  told('a tree of 2,057 nodes panned at', reached, 'frames/s');
  expect(reached).toBeGreaterThanOrEqual(30);
});

it('pans a tree of more than 100,000 nodes smoothly', async () => {
  page = await stage.page('#learn?size=11&goal=all&levels=40');
  await expect.poll(() => page.locator('.strip').getAttribute('aria-valuemax')).toBe('1000000');
  await page.keyboard.press('End');
  const tree = page.locator('[aria-label="Search tree"]');
  await tree.getByRole('button', { name: 'Density' }).click();
  const drawing = tree.locator('canvas');
  await drawing.waitFor();
  await tree.getByRole('button', { name: 'Closer' }).click();
  const box = (await drawing.boundingBox())!;
  const rate = await frames();
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  for (let i = 0; i < 100; i += 1) {
    await page.mouse.move(box.x + 100 + ((i * 37) % 100), box.y + 100);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  const reached = await rate();
  told('a tree of more than 100,000 nodes panned at', reached, 'frames/s');
  expect(reached).toBeGreaterThanOrEqual(30);
});
