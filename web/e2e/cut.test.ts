// A trace that was cut by a limit says so, and can be continued from there.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const status = () => page.getByRole('status').filter({ hasText: 'cut' }).or(page.getByRole('status').filter({ hasText: 'Cut' }));
const hash = () => page.evaluate(() => decodeURIComponent(location.hash));

describe('a trace that was cut', () => {
  it.each(['size=6&algorithm=brute-force', 'size=20&algorithm=backtracking', 'size=50&algorithm=backtracking', 'size=200&algorithm=backtracking'])('of %s never reads as no solution', async (asked) => {
    page = await stage.page(`#learn?${asked}`);
    await page.getByText('Cut after 1\u202f000\u202f000 steps').waitFor();
    await page.getByRole('button', { name: 'Next solution' }).click();
    await status().getByText('where the trace was cut; the search continues').waitFor();
    expect(await page.getByText('No next solution').count()).toBe(0);
    await page.getByRole('button', { name: 'Continue from there' }).waitFor();
  });

  it('continues with the next steps on the same board, also from a link, and Back returns', async () => {
    page = await stage.page('#learn?size=20&algorithm=backtracking&at=1000000');
    const board = () => page.locator('.stage .board svg').first().getAttribute('aria-label');
    await page.locator('.says .number').getByText('step 1000000', { exact: true }).waitFor();
    const stopped = await board();
    await page.getByRole('button', { name: 'Continue from there' }).click();
    await page.getByText('1\u202f000\u202f000 of 2\u202f000\u202f000 steps').waitFor();
    await expect.poll(board).toBe(stopped);
    await expect.poll(hash).toContain('after=1000000');
    await page.getByRole('button', { name: 'Step forward' }).click();
    await page.locator('.says .number').getByText('step 1000001', { exact: true }).waitFor();
    // The tree begins with the queens that were on the board.
    const queens = Number(/(\d+) queens/.exec(stopped ?? '')?.[1]);
    await expect.poll(() => page.locator('g.node.open').count()).toBeGreaterThanOrEqual(queens - 1);
    await expect.poll(hash).toMatch(/[?&]at=1(&|$)/);
    await page.reload();
    await page.locator('.says .number').getByText('step 1000001', { exact: true }).waitFor();
    // And on again.
    await page.getByRole('button', { name: 'Continue from there' }).click();
    await page.getByText('2\u202f000\u202f000 of 3\u202f000\u202f000 steps').waitFor();
    await page.getByRole('button', { name: 'Step forward' }).click();
    await page.locator('.says .number').getByText('step 2000001', { exact: true }).waitFor();
    await page.goBack();
    await page.locator('.says .number').getByText('step 1000001', { exact: true }).waitFor();
    await page.goBack();
    await page.locator('.says .number').getByText('step 1000000', { exact: true }).waitFor();
    await page.getByText('1\u202f000\u202f000 of 1\u202f000\u202f000 steps').waitFor();
  });

  it('is not called done when it is compared', async () => {
    page = await stage.page('#compare?size=6&algorithms=brute-force');
    const pane = page.getByRole('article').first();
    await pane.getByText('/ 1\u202f000\u202f000').waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => pane.innerText()).toContain('Cut short by its limit.');
    expect(await pane.innerText()).not.toContain('Done.');
  });
});
