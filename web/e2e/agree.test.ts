// Facts that appear in several places are the same everywhere, and every view shows its subject.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const counter = async (name: string) => Number((await page.getByRole('region', { name: 'Counters' }).locator('div', { hasText: name }).locator('dd').first().innerText()).replace(/\D/g, ''));
const board = () => page.locator('.stage .board svg').first().getAttribute('aria-label');

interface Bucket {
  dead_ends: number;
}

describe('dead ends', () => {
  it.each(['nilsson', 'backtracking', 'wirth', 'dancing-links', 'brute-force'])('of %s are as many in the counters, the timeline and the tree', async (algorithm) => {
    page = await stage.page('#symmetry');
    const asked = page.waitForResponse((response) => response.url().includes('/overview'));
    // The tree of brute force is drawn node by node on a smaller board.
    await page.evaluate(([id, side]) => (location.hash = `#learn?size=${side}&algorithm=${id}&goal=all&levels=40`), [algorithm, algorithm === 'brute-force' ? 3 : 4]);
    const inTimeline = ((await (await asked).json()) as { buckets: Bucket[] }).buckets.reduce((sum, bucket) => sum + bucket.dead_ends, 0);
    await page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
    await page.keyboard.press('End');
    await page.locator('g.node').first().waitFor();
    await expect.poll(() => counter('dead ends')).toBe(inTimeline);
    expect(inTimeline > 0).toBe(algorithm !== 'brute-force');
    await expect.poll(() => page.locator('g.node .mark').filter({ hasText: '×' }).count()).toBe(inTimeline);
  });
});

describe('collisions', () => {
  it.each(['takefuji', 'qs1'])('of %s are as many in the counters as in the step', async (algorithm) => {
    page = await stage.page(`#learn?size=6&algorithm=${algorithm}`);
    await page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
    let seen = 0;
    for (let step = 0; step < 40 && seen < 2; step += 1) {
      await page.keyboard.press('ArrowRight');
      await page.locator('.says .number').getByText(`step ${step + 1}`, { exact: true }).waitFor();
      const told = /^(\d+) collisions/.exec(await page.locator('.says .text').innerText());
      if (!told) continue;
      await expect.poll(() => counter('collisions')).toBe(Number(told[1]));
      seen += 1;
    }
    expect(seen).toBeGreaterThan(0);
  });
});

describe('a node of the tree', () => {
  it('shows its column in every state', async () => {
    page = await stage.page('#learn?size=4&goal=all');
    await page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('g.node.solution').count()).toBe(2);
    for (const node of await page.locator('g.node').all()) {
      const column = /column (\d+)/.exec((await node.getAttribute('aria-label')) ?? '')?.[1] ?? '';
      expect(await node.locator('text').first().textContent()).toBe(column);
    }
  });

  it('shows row and column where levels are columns', async () => {
    page = await stage.page('#learn?size=4&algorithm=wirth&goal=all&at=82');
    await expect.poll(() => page.locator('g.node text').filter({ hasText: /^3,1$/ }).count()).toBeGreaterThan(0);
    await page.getByText('Legend and files').click();
    await page.getByText("A node shows its queen's row and column").waitFor();
  });
});

describe('a stack', () => {
  it('shows the solutions it looks at and its floors while it is built', async () => {
    page = await stage.page('#learn?size=5&algorithm=double-backtracking&at=2');
    await expect.poll(board).toContain('row 1 column 3');
    await page.keyboard.press('End');
    await page.getByText('5 of 5 floors, 10 solutions to choose from').waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^floor \d: / }).count()).toBe(5);
  });

  it.each([4, 6, 8])('of side %i does not exist, which is shown without an error', async (side) => {
    page = await stage.page(`#space?size=${side}`);
    await page.getByRole('status').getByText(`There is no stack of side ${side}`).waitFor();
    await page.getByRole('spinbutton', { name: 'Side n' }).fill('5');
    await page.getByText('Loading the view in space…').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'Stack of side 5' }).waitFor();
  });
});

describe('rows and columns', () => {
  it('count from 0 in every view of a trace', async () => {
    page = await stage.page('#learn?size=5&algorithm=nilsson&at=20');
    await page.getByText('R01 is row 0, column 1 (R12 in the tutorial, which counts from 1).').waitFor();
    await page.goto(`${stage.url}/#learn?size=5&algorithm=guldal&at=3`);
    await page.getByText('cells count from 0, row by row').waitFor();
  });
});
