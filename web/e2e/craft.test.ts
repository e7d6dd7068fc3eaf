// Keyboard, phone, large boards and traces, and a server that goes away. bench/page
// measures the speed.

import { readdirSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { SECTIONS } from '../src/lib/url';
import { staged } from './stage';

const stage = staged();
let page: Page;

const ready = () => page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
const at = async () => Number(await page.locator('.strip').getAttribute('aria-valuenow'));

describe('craft', () => {
  it('can be used with keys alone', async () => {
    page = await stage.page('#learn?size=5');
    await ready();
    const end = Number(await page.locator('.strip').getAttribute('aria-valuemax'));
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    await expect.poll(at).toBe(1);
    await page.keyboard.press('End');
    await expect.poll(at).toBe(end);
    await page.keyboard.press('Home');
    await expect.poll(at).toBe(0);
    // The first solution is the last step.
    await page.keyboard.press('s');
    await expect.poll(at).toBe(end);
    await page.keyboard.press('Home');
    await page.keyboard.press('+');
    await page.keyboard.press('Space');
    await expect.poll(at).toBeGreaterThan(1);
    await page.keyboard.press('Space');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });

  it('goes to every section by Tab and Enter', async () => {
    page = await stage.page('#learn?size=5');
    await ready();
    const link = page.getByRole('link', { name: 'Symmetry' });
    for (let i = 0; i < 12 && !(await link.evaluate((it) => it === document.activeElement)); i += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The eight images' }).waitFor();
  });

  it('fits 390 pixels in every section', async () => {
    page = await stage.page('#learn', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    for (const section of SECTIONS) {
      await page.evaluate((name) => (location.hash = name), section);
      await page.getByRole('link', { name: section, exact: false }).and(page.locator('[aria-current="page"]')).waitFor();
      await stage.settle(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, section).toBeLessThanOrEqual(390);
    }
  });

  it('is small: under 300 kB compressed without the view in space', () => {
    const dist = new URL('../dist/', import.meta.url);
    // The build compresses each file, and the server sends it so.
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|css|html)\.br$/.test(name) && !/scene-/.test(name));
    const sizes = files.map((name) => statSync(new URL(name, dist)).size);
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
  });

  it('does not move its layout while it loads and steps', async () => {
    page = await stage.page('#learn?size=8&algorithm=backtracking');
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await ready();
    for (let i = 0; i < 15; i += 1) await page.keyboard.press('ArrowRight');
    await expect.poll(at).toBe(15);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const moved = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));
    expect(moved).toBeLessThan(0.1);
  });

  it('scrubs a trace of a million steps', async () => {
    page = await stage.page('#learn?size=11&goal=all');
    await expect.poll(() => page.locator('.strip').getAttribute('aria-valuemax')).toBe('1000000');
    const box = (await page.locator('.strip').boundingBox())!;
    const drawn = () => page.locator('.stage .board svg').first().getAttribute('aria-label');
    await page.mouse.move(box.x + 4, box.y + 20);
    await page.mouse.down();
    for (const share of [0.9, 0.2, 0.6]) {
      const before = await drawn();
      await page.mouse.move(box.x + box.width * share, box.y + 20);
      await expect.poll(at).toBeGreaterThan((share - 0.05) * 1e6);
      await expect.poll(at).toBeLessThan((share + 0.05) * 1e6);
      await expect.poll(drawn).not.toBe(before);
    }
    await page.mouse.up();
    const end = await at();
    await page.waitForFunction((step) => document.querySelector('.says .number')?.textContent?.includes(String(step)), end);
  });

  it('plays on a board of 200', async () => {
    page = await stage.page('#learn?size=200&algorithm=min-conflicts&speed=60');
    await ready();
    await page.keyboard.press('Space');
    await expect.poll(at).toBeGreaterThan(5);
    await expect.poll(() => page.locator('.stage .board svg').first().getAttribute('aria-label')).toContain('side 200');
  });

  it('opens a section that was first opened while the server was away', async () => {
    page = await stage.page('#learn?size=5');
    await ready();
    await stage.killServer();
    await page.getByRole('link', { name: 'Symmetry' }).click();
    await page.getByText('The server does not answer').waitFor();
    await stage.startServer();
    await page.getByRole('heading', { name: 'The eight images' }).waitFor();
    await page.getByText('12 fundamental, 92 in their orbits').waitFor();
  });

  it('does not move its buttons when a text wraps', async () => {
    page = await stage.page('#learn?size=8', { viewport: { width: 390, height: 844 } });
    await ready();
    const top = async () => (await page.getByRole('button', { name: 'Step forward' }).boundingBox())!.y;
    const before = await top();
    for (let i = 1; i < 8; i += 1) {
      await page.keyboard.press('ArrowRight');
      await page.locator('.says .number').getByText(`step ${i}`, { exact: true }).waitFor();
      expect(await top()).toBe(before);
    }
  });

  it('waits for a server that was killed, and continues by itself', async () => {
    page = await stage.page('#learn?size=9&goal=all');
    await ready();
    await stage.killServer();
    await page.keyboard.press('End');
    await page.getByText('The server does not answer').waitFor();
    await stage.startServer();
    await page.getByText('The server does not answer').waitFor({ state: 'hidden' });
    const total = Number(await page.locator('.strip').getAttribute('aria-valuemax'));
    await expect.poll(at).toBe(total);
    await page.waitForFunction(() => document.querySelector('.says .text')?.textContent?.trim());
    await page.keyboard.press('ArrowLeft');
    await expect.poll(at).toBe(total - 1);
  });
});
