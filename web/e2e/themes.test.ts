// The main task of every section, light and dark, in a window and on a phone: it can be done, and what it draws can be seen.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { SECTIONS, type Section } from '../src/lib/url';
import { staged } from './stage';

const stage = staged();
let page: Page;

const SCREENS = {
  'a window': { viewport: { width: 1280, height: 720 } },
  'a phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** Where each section is opened, and its main task. */
const TASKS: Record<Section, [place: string, task: () => Promise<void>]> = {
  play: ['play?size=4&queens=0,1+1,3+2,0', async () => {
    const board = page.getByRole('application');
    await board.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter']) await board.press(key);
    await page.getByText(/Solved/).first().waitFor();
  }],
  lessons: ['lessons?lesson=backtracking', async () => {
    await page.getByRole('button', { name: 'Step forward' }).click();
    await page.getByRole('region', { name: 'Question' }).getByText('Which square is tried next?').waitFor();
  }],
  learn: ['learn?size=6&at=5', async () => {
    await page.locator('.says .number').getByText('step 5', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Step forward' }).click();
    await page.locator('.says .number').getByText('step 6', { exact: true }).waitFor();
    await page.locator('g.node.current').waitFor();
  }],
  compare: ['compare?size=5&algorithms=backtracking,bitmask&from=4&to=6', async () => {
    await page.getByText('6 runs', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Step forward' }).click();
    await page.getByText('1 of', { exact: false }).first().waitFor();
  }],
  count: ['count?size=8', async () => {
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByRole('article', { name: '8 queens' }).getByText('92', { exact: true }).first().waitFor();
  }],
  symmetry: ['symmetry', async () => {
    await page.getByRole('button', { name: /^Choose 0,4,7,5,2,6,1,3/ }).click();
    await page.getByText('8 different images').waitFor();
  }],
  space: ['space?size=5', async () => {
    await page.getByText('Loading the view in space…').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'row 0, column 2: floor 2' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: /^Floor/ }).inputValue()).toBe('2');
  }],
  papers: ['papers?item=erbas/table3', async () => {
    await expect.poll(() => page.getByText('agrees').count()).toBeGreaterThan(3);
  }],
  solvers: ['solvers?size=6', async () => {
    await page.getByRole('textbox', { name: 'The placement' }).fill('1,3,5,0,2,4');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('✓ A solution.').waitFor();
  }],
};

/** The brightness of the paper, and how far text and the first board's pieces stand out from what is behind them (1 to 21). */
const painted = () =>
  page.evaluate(() => {
    const ink = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const light = (colour: string) => {
      ink.fillStyle = colour;
      ink.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...ink.getImageData(0, 0, 1, 1).data].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const apart = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const [body, root] = [getComputedStyle(document.body), getComputedStyle(document.documentElement)];
    const paper = light(root.getPropertyValue('--paper'));
    const [piece, square] = ['.board .queen', '.board .dark'].map((part) => document.querySelector(part)).map((one) => one && light(getComputedStyle(one).fill));
    return { paper, text: apart(light(body.color), paper), piece: piece === null || square === null ? 21 : apart(piece, square) };
  });

describe.each(Object.entries(SCREENS))('in %s', (_, screen) => {
  it.each(SECTIONS)('%s works in the dark, and in the light after a change of theme', async (section) => {
    const [place, task] = TASKS[section];
    page = await stage.page(`#${place}`, { ...screen, colorScheme: 'dark' });
    await task();
    const dark = await painted();
    expect(dark.paper).toBeLessThan(0.1);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
    const bright = await painted();
    expect(bright.paper).toBeGreaterThan(0.8);
    for (const shown of [dark, bright]) {
      expect(shown.text).toBeGreaterThan(4.5);
      expect(shown.piece).toBeGreaterThan(3);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(screen.viewport.width);
    await page.goto('about:blank');
    await page.goto(`${stage.url}/#${place}`);
    await task();
  });
});
