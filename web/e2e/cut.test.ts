// A trace that was cut by a limit says so, and can be continued from there.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const CUT = 'Cut after 1\u202f000\u202f000 steps';
const notOver = (step: string) => `No solution up to step ${step}; the search is not over.`;
const hash = () => page.evaluate(() => decodeURIComponent(location.hash));

describe('a trace that was cut', () => {
  it.each(['size=6&algorithm=brute-force', 'size=20&algorithm=backtracking', 'size=50&algorithm=backtracking', 'size=200&algorithm=backtracking'])('of %s never reads as no solution', async (asked) => {
    page = await stage.page(`#learn?${asked}`);
    // A slow machine may reach the limit of time first, so the page says where it was cut.
    const cut = page.getByText(/^Cut after [\d\u202f]+ steps.*: the search is not over\.$/);
    const [, step] = /after ([\d\u202f]+) steps/.exec(await cut.innerText()) ?? [];
    await page.getByRole('button', { name: 'Next solution' }).click();
    await page.locator('.says').getByText(notOver(step!)).waitFor();
    expect(await page.getByText('No next solution').count()).toBe(0);
    await page.getByRole('button', { name: 'Continue from there' }).waitFor();
  });

  it('continues with the next steps on the same board, also from a link, and Back returns', async () => {
    page = await stage.page('#learn?size=20&algorithm=backtracking&at=1000000', { viewport: { width: 1280, height: 720 } });
    const board = () => page.locator('.stage .board svg').first().getAttribute('aria-label');
    await page.locator('.says .number').getByText('step 1000000', { exact: true }).waitFor();
    const stopped = await board();
    await page.getByRole('button', { name: 'Continue from there' }).click();
    await page.getByText('1\u202f000\u202f000 of 2\u202f000\u202f000').waitFor();
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
    await page.getByText('2\u202f000\u202f000 of 3\u202f000\u202f000').waitFor();
    // The longest numbers and the message beside two buttons fit the narrowest column.
    for (const part of ['.legend', '.cut']) expect(await page.locator(part).evaluate((it) => [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight]), part).toEqual([0, 0]);
    await page.getByRole('button', { name: 'Step forward' }).click();
    await page.locator('.says .number').getByText('step 2000001', { exact: true }).waitFor();
    await page.goBack();
    await page.locator('.says .number').getByText('step 1000001', { exact: true }).waitFor();
    await page.goBack();
    await page.locator('.says .number').getByText('step 1000000', { exact: true }).waitFor();
    await page.getByText('1\u202f000\u202f000 of 1\u202f000\u202f000').waitFor();
  });

  it('says so in a file and in a frame, which goes on from there', async () => {
    page = await stage.page('#learn?size=20&algorithm=backtracking&at=9000');
    await page.getByText(CUT).waitFor();
    await stage.drawer(page, 'Files');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Embed', exact: true }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await waiting).createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString('utf8')).toContain('<p id="part">Steps 6\u202f501 to 11\u202f500 of 1\u202f000\u202f000. Cut after 1\u202f000\u202f000 steps: the search is not over.</p>');
    await page.goto(`${stage.url}/embed#learn?size=20&algorithm=backtracking`);
    await page.getByText(CUT).waitFor();
    await page.getByRole('button', { name: 'To the end' }).click();
    await page.getByRole('button', { name: 'Continue from there' }).click();
    await page.getByText('Cut after 2\u202f000\u202f000 steps').waitFor();
    await page.locator('.says .number').getByText('step 1000000', { exact: true }).waitFor();
  });

  it('says so in a lesson, which goes on from there', async () => {
    page = await stage.page('#lessons?size=20&algorithm=backtracking&ask.1=2:Where%3F');
    await page.getByText(CUT).waitFor();
    await page.getByRole('button', { name: 'To the end' }).click();
    await page.getByRole('button', { name: 'Previous solution' }).click();
    await page.locator('.says').getByText('No previous solution.').waitFor();
    await page.getByRole('button', { name: 'Continue from there' }).click();
    await page.getByText('Cut after 2\u202f000\u202f000 steps').waitFor();
    await page.locator('.jumps').getByText('1000000 of 2000000').waitFor();
  });

  it('says so on a phone where one looks: below the board', async () => {
    page = await stage.page('#learn?size=20&algorithm=backtracking', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.getByText(CUT).waitFor();
    await page.getByRole('button', { name: 'Next solution' }).tap();
    const said = page.locator('.says').getByText(notOver('1\u202f000\u202f000'));
    await said.waitFor();
    const { y, height } = (await said.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(844);
    await page.getByRole('button', { name: 'Continue from there' }).tap();
    await page.getByText('Cut after 2\u202f000\u202f000 steps').waitFor();
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
