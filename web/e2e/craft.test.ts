// Keyboard, phone, accessibility, speed and a server that goes away.

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { Stage } from './stage';

let stage: Stage;
let page: Page;
beforeAll(async () => void (stage = await Stage.open()));
afterAll(() => stage?.close());
afterEach(async () => {
  await page?.context().close();
  expect(stage.errors).toEqual([]);
});

interface Fault {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SECTIONS = ['learn', 'compare', 'count', 'symmetry', 'space', 'papers', 'solvers'];
const ready = () => page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
const at = async () => Number(await page.locator('.strip').getAttribute('aria-valuenow'));
const settle = () => page.waitForLoadState('networkidle');

describe('craft', () => {
  it('can be used with keys alone', async () => {
    page = await stage.page('#learn?size=5');
    await ready();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    expect(await at()).toBe(1);
    await page.keyboard.press('End');
    const end = await at();
    await page.keyboard.press('Home');
    expect(await at()).toBe(0);
    await page.keyboard.press('s');
    await page.waitForFunction((last) => document.querySelector('.strip')!.getAttribute('aria-valuenow') === String(last), end);
    await page.keyboard.press('Home');
    await page.keyboard.press('+');
    await page.keyboard.press('Space');
    await page.waitForTimeout(600);
    await page.keyboard.press('Space');
    expect(await at()).toBeGreaterThan(1);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });

  it('goes to every section by Tab and Enter', async () => {
    page = await stage.page('#learn?size=5');
    await ready();
    const link = page.getByRole('link', { name: 'Symmetry' });
    for (let i = 0; i < 12 && !(await link.evaluate((it) => it === document.activeElement)); i += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The eight images' }).waitFor();
  });

  it.each(SECTIONS)('has no serious fault that axe finds in %s, light and dark', async (section) => {
    page = await stage.page(`#${section}`);
    await settle();
    await page.waitForTimeout(200);
    await page.evaluate(axeSource);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Fault[] }> } };
        const { violations } = await axe.run();
        return violations.filter((one) => one.impact === 'serious' || one.impact === 'critical');
      });
      const told = found.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join(' | ')}`);
      expect(told, `${section} ${colorScheme}`).toEqual([]);
    }
  });

  it('fits 390 pixels in every section', async () => {
    page = await stage.page('#learn', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    for (const section of SECTIONS) {
      await page.evaluate((name) => (location.hash = name), section);
      await settle();
      await page.waitForTimeout(200);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, section).toBeLessThanOrEqual(390);
    }
  });

  it('is small and quick: under 300 kB compressed without the view in space, ready within a second', async () => {
    const dist = new URL('../dist/', import.meta.url);
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|css|html)$/.test(name) && !/scene-/.test(name));
    const sizes = files.map((name) => brotliCompressSync(readFileSync(new URL(name, dist))).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
    page = await stage.page('#learn');
    await ready();
    await page.reload({ waitUntil: 'commit' });
    await ready();
    expect(await page.evaluate(() => performance.now())).toBeLessThan(1000);
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
    await page.waitForTimeout(200);
    const moved = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));
    expect(moved).toBeLessThan(0.1);
  });

  it('scrubs a million steps at 30 frames a second or more', async () => {
    page = await stage.page('#learn?size=11&goal=all');
    await ready();
    expect(Number(await page.locator('.strip').getAttribute('aria-valuemax'))).toBe(1_000_000);
    const box = (await page.locator('.strip').boundingBox())!;
    await page.evaluate(() => {
      const frames: number[] = [];
      Object.assign(window, { frames });
      const tick = (now: number) => {
        frames.push(now);
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    const seen = new Set<string | null>();
    await page.mouse.move(box.x + 4, box.y + 20);
    await page.mouse.down();
    for (let i = 0; i < 100; i += 1) {
      await page.mouse.move(box.x + 4 + ((box.width - 8) * ((i * 37) % 100)) / 100, box.y + 20);
      await page.waitForTimeout(16);
      if (i % 10 === 0) seen.add(await page.locator('.stage .board svg').first().getAttribute('aria-label'));
    }
    await page.mouse.up();
    const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
    const rate = ((frames.length - 1) * 1000) / (frames.at(-1)! - frames[0]);
    expect(rate).toBeGreaterThanOrEqual(30);
    expect(seen.size).toBeGreaterThan(4);
    const end = await at();
    await page.waitForFunction((step) => document.querySelector('.says .number')?.textContent?.includes(String(step)), end);
  });

  it('draws a board of 200 smoothly', async () => {
    page = await stage.page('#learn?size=200&algorithm=min-conflicts&speed=60');
    await ready();
    await page.keyboard.press('Space');
    const rate = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let count = 0;
          const start = performance.now();
          const tick = () => {
            count += 1;
            const passed = performance.now() - start;
            if (passed > 1500) resolve((count * 1000) / passed);
            else requestAnimationFrame(tick);
          };
          requestAnimationFrame(tick);
        }),
    );
    expect(rate).toBeGreaterThanOrEqual(30);
  });

  it('waits for a server that was killed, and goes on by itself', async () => {
    page = await stage.page('#learn?size=9&goal=all');
    await ready();
    await stage.killServer();
    await page.keyboard.press('End');
    await page.getByText('The server does not answer').waitFor();
    await stage.startServer();
    await page.getByText('The server does not answer').waitFor({ state: 'hidden', timeout: 15_000 });
    const total = Number(await page.locator('.strip').getAttribute('aria-valuemax'));
    expect(await at()).toBe(total);
    await page.waitForFunction(() => document.querySelector('.says .text')?.textContent?.trim());
    await page.keyboard.press('ArrowLeft');
    expect(await at()).toBe(total - 1);
  });
});
