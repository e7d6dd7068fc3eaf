// Every section on a phone, with a finger: its main task can be done, and nothing is wider than the screen.

import { afterEach, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const open = async (hash: string) => (page = await stage.page(hash, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));
const step = (number: number) => page.locator('.says .number').getByText(`step ${number}`, { exact: true }).waitFor();
afterEach(async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390));

async function tap(board: Locator, row: number, column: number): Promise<void> {
  await board.scrollIntoViewIfNeeded();
  const box = (await board.boundingBox())!;
  const [left, top, width] = (await board.getAttribute('viewBox'))!.split(' ').map(Number);
  const scale = box.width / width;
  await page.touchscreen.tap(box.x + (column + 0.5 - left) * scale, box.y + (row + 0.5 - top) * scale);
}

describe('on a phone', () => {
  it('a puzzle is solved with a finger, and crossed out', async () => {
    await open('#play?size=5&rule=touching&regions=AABBB/AABBC/AACCC/AADDC/AEEDC&queens=0,2+1,4+2,0+3,3');
    const board = page.getByRole('application');
    await page.getByRole('button', { name: '× mark' }).tap();
    await tap(board, 4, 4);
    await expect.poll(() => page.locator('.crosses').count()).toBe(1);
    await page.getByRole('button', { name: '♛ queen' }).tap();
    await tap(board, 4, 1);
    await page.getByText('It was the only solution.').waitFor();
  });

  it('a lesson is answered with a finger', async () => {
    await open('#lessons?lesson=backtracking');
    await page.getByRole('button', { name: 'Step forward' }).tap();
    const question = page.getByRole('region', { name: 'Question' });
    await question.getByText('Which square is tried next?').waitFor();
    await tap(page.getByRole('application'), 1, 0);
    await question.getByText(/✓ Right/).waitFor();
  });

  it('an algorithm is stepped, its tree and its own view are there, and drawers open', async () => {
    await open('#learn?size=6&algorithm=dancing-links&at=7');
    await step(7);
    await page.getByRole('button', { name: 'Step forward' }).tap();
    await step(8);
    await page.getByRole('region', { name: "The algorithm's own state" }).getByText(/items covered/).waitFor();
    await page.locator('g.node').first().scrollIntoViewIfNeeded();
    const node = page.locator('g.node').first();
    const born = Number(await node.getAttribute('data-born'));
    await node.locator('circle').tap();
    await expect.poll(async () => Number(await page.locator('.strip').getAttribute('aria-valuenow'))).toBe(born);
    await stage.drawer(page, 'Files');
    await page.getByRole('button', { name: 'Copy picture' }).waitFor();
  });

  it('algorithms are compared, squares counted, solutions turned, papers read and formats shown', async () => {
    await open('#compare?size=5&algorithms=backtracking,bitmask&from=4&to=6');
    await page.getByText('6 runs', { exact: true }).waitFor();
    await page.evaluate(() => (location.hash = '#count?size=8'));
    await page.getByRole('button', { name: 'Count', exact: true }).tap();
    await page.getByRole('article', { name: '8 queens' }).getByText('92', { exact: true }).waitFor();
    await page.evaluate(() => (location.hash = '#symmetry'));
    await page.getByText('12 fundamental, 92 in their orbits').waitFor();
    await page.evaluate(() => (location.hash = '#space?size=5'));
    await page.getByRole('heading', { name: 'Stack of side 5' }).waitFor();
    await page.evaluate(() => (location.hash = '#papers?item=erbas/table3'));
    await expect.poll(() => page.getByText('agrees').count()).toBeGreaterThan(3);
    await page.evaluate(() => (location.hash = '#solvers?size=6&format=cnf'));
    await page.getByText(/p cnf \d+/).waitFor();
  });

  it('everything is found from one box', async () => {
    await open('#play');
    await page.getByRole('button', { name: 'Search' }).tap();
    await page.getByRole('combobox', { name: /^Search/ }).fill('wirth');
    await page.getByRole('dialog').getByRole('option').first().tap();
    await expect.poll(() => page.url()).toContain('algorithm=wirth');
  });
});
