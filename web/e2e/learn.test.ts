// Learn in a real browser: stepping, jumping, editing, predicting, sharing.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const slider = () => page.getByRole('slider', { name: 'Timeline' });
const at = async () => Number(await slider().getAttribute('aria-valuenow'));
const total = async () => Number(await slider().getAttribute('aria-valuemax'));
const says = () => page.locator('.says .text').innerText();
const board = () => page.locator('.stage .board svg').first().getAttribute('aria-label');
const ready = () => page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
/** The step is reached and its board is shown, not only requested. */
const settled = (step: number) => page.locator('.says .number').getByText(`step ${step}`, { exact: true }).waitFor();

describe('Learn', () => {
  it('steps forwards and backwards over the real trace', async () => {
    page = await stage.page('#learn?size=4&algorithm=backtracking');
    await ready();
    await expect.poll(board).toBe('empty board of side 4');
    await page.getByRole('button', { name: 'Step forward' }).click();
    await expect.poll(says).toBe('place (0, 0)');
    const first = await board();
    await page.getByRole('button', { name: 'Step forward' }).click();
    await expect.poll(says).toContain('reject (1, 0): attacked from (0, 0) along column 0');
    await page.getByRole('button', { name: 'Step back' }).click();
    await expect.poll(board).toBe(first);
    expect(await at()).toBe(1);
    await expect.poll(() => page.locator('li[aria-current="step"]').first().innerText()).toContain('place a queen');
  });

  it('shows at every step what the server says', async () => {
    for (const algorithm of ['guldal', 'nilsson', 'topor', 'qs1']) {
      page = await stage.page(`#learn?size=5&algorithm=${algorithm}`);
      await ready();
      const steps = await total();
      const answer = await fetch(`${stage.url}/api/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ problem: { version: 1, size: '5' }, algorithm, settings: {}, all: false }),
      });
      const { id } = (await answer.json()) as { id: string };
      for (const step of [Math.floor(steps / 3), Math.floor(steps / 2), steps]) {
        const { frame } = (await (await fetch(`${stage.url}/api/v1/traces/${id}/frames/${step}`)).json()) as { frame: { queens: number[][] } };
        await page.evaluate((hash) => (location.hash = hash), `#learn?size=5&algorithm=${algorithm}&at=${step}`);
        await settled(step);
        const queens = frame.queens.map(([r, c]) => `row ${r} column ${c}`).join(', ');
        await expect.poll(board, { message: `${algorithm} at ${step}` }).toContain(queens || 'empty board');
      }
      await stage.clear();
    }
  });

  it('plays, pauses and jumps to solutions and backtracks', async () => {
    page = await stage.page('#learn?size=6&goal=all&speed=60');
    await ready();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(at).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Pause' }).click();
    // Wherever a slow machine stopped, there are solutions after the start.
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.getByRole('button', { name: 'Next solution' }).click();
    await expect.poll(says).toBe('solution');
    const solved = await at();
    await page.getByRole('button', { name: 'Previous backtrack' }).click();
    await expect.poll(at).toBeLessThan(solved);
    await expect.poll(says).toContain('remove');
  });

  it('gives the same picture from a shared link, seed and settings too', async () => {
    const hash = '#learn?size=8&algorithm=qs1&set.seed=7&at=12';
    page = await stage.page(hash);
    await settled(12);
    const shown = async () => [await board(), await says()];
    const before = await shown();
    await page.getByRole('button', { name: 'Step forward' }).click();
    await settled(13);
    await page.waitForFunction(() => location.hash.includes('at=13'));
    const link = await page.evaluate(() => location.href);
    await page.goto('about:blank');
    await page.goto(link);
    await settled(13);
    await page.getByRole('button', { name: 'Step back' }).click();
    await expect.poll(shown).toEqual(before);
    await page.reload();
    await ready();
    await stage.drawer(page, 'Settings');
    await expect.poll(() => page.getByRole('spinbutton', { name: 'seed' }).inputValue()).toBe('7');
  });

  it('lets the start be edited', async () => {
    page = await stage.page('#learn?size=6&goal=all');
    await ready();
    const before = await total();
    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('application');
    await editor.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.waitForFunction((old) => Number(document.querySelector('.strip')!.getAttribute('aria-valuemax')) !== old, before);
    await page.waitForFunction(() => location.hash.includes('given=0,1'));
    await page.keyboard.press('End');
    await page.getByText('1 solution in all').waitFor();
  });

  it('says why an algorithm does not support a problem, and works with the next', async () => {
    page = await stage.page('#learn?size=6&algorithm=pauls&torus=1');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('torus');
    await page.getByRole('combobox', { name: 'Algorithm' }).selectOption('backtracking');
    await ready();
    await expect.poll(() => alert.count()).toBe(0);
  });

  it('asks for the next step and keeps the score', async () => {
    page = await stage.page('#learn?size=4');
    await ready();
    await page.getByLabel('predict').check();
    const panel = page.getByRole('region', { name: 'Predict the next step' });
    const editor = page.getByRole('application');
    await editor.focus();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: /^Place a queen/ }).click();
    await panel.getByText('Right: place (0, 0)').waitFor();
    await editor.focus();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: /^Place a queen/ }).click();
    await panel.getByText(/^✗ No: reject/).waitFor();
    await expect.poll(() => panel.innerText()).toContain('1 of 2 right');
    // Where chance draws the square, only the kind of step is asked for.
    await page.getByRole('combobox', { name: 'Algorithm' }).selectOption('las-vegas');
    await ready();
    await panel.getByRole('button', { name: /^Place a queen/ }).click();
    await panel.getByText(/Right: place \(0, \d\)/).waitFor();
  });

  it('offers downloads of what it shows', async () => {
    page = await stage.page('#learn?size=5&at=6');
    await settled(6);
    await stage.drawer(page, 'Files');
    const svg = (await stage.downloaded(page, 'SVG', 'what is shown')).toString('utf8');
    expect(svg).toMatch(/^<svg [^>]*xmlns=/);
    expect(svg).not.toContain('var(--');
    expect((await stage.downloaded(page, 'PNG', 'what is shown')).subarray(1, 4).toString()).toBe('PNG');
    expect((await stage.downloaded(page, 'GIF', 'what is shown')).subarray(0, 6).toString()).toBe('GIF89a');
    expect((await stage.downloaded(page, 'Trace', 'what is shown')).toString('utf8').split('\n')[1]).toContain('"number":1');
    expect(JSON.parse((await stage.downloaded(page, 'JSON', 'what is shown')).toString('utf8'))).toMatchObject({ at: 6 });
  });

  it('draws the tree as it grows, and folds it', async () => {
    page = await stage.page('#learn?size=4&goal=all&at=4');
    await settled(4);
    const tree = page.getByRole('region', { name: 'Search tree', exact: true });
    const nodes = tree.locator('g.node');
    await nodes.first().waitFor();
    const early = await nodes.count();
    await page.keyboard.press('End');
    await expect.poll(() => nodes.count()).toBeGreaterThan(early);
    await expect.poll(() => tree.locator('g.node.solution').count()).toBe(2);
    await nodes.first().focus();
    await page.keyboard.press('o');
    await expect.poll(() => nodes.count()).toBe(1);
  });
});
