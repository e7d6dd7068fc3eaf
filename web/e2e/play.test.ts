// Play in a real browser: the first visit, placing, dragging, hints, and watching the computer continue.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const board = () => page.getByRole('application');
const placed = () => board().getAttribute('aria-label');
const hash = () => page.evaluate(() => decodeURIComponent(location.hash));
const left = (number: string) => page.getByRole('region', { name: 'Playing' }).locator('div', { hasText: /solutions? left/ }).getByText(number, { exact: true }).waitFor();
const says = () => page.getByRole('region', { name: 'Playing' }).getByRole('status').innerText();

async function middle(row: number, column: number): Promise<{ x: number; y: number }> {
  const box = (await board().boundingBox())!;
  const [left, top, width] = (await board().getAttribute('viewBox'))!.split(' ').map(Number);
  const scale = box.width / width;
  return { x: box.x + (column + 0.5 - left) * scale, y: box.y + (row + 0.5 - top) * scale };
}
async function click(row: number, column: number, button: 'left' | 'right' = 'left') {
  const { x, y } = await middle(row, column);
  await page.mouse.click(x, y, { button });
}

describe('the first visit', () => {
  it('says what the problem is, on a board that can be played at once', async () => {
    page = await stage.page('');
    await page.getByRole('heading', { name: 'Place 8 queens so that no two attack each other' }).waitFor();
    await left('92');
    await click(0, 0);
    await expect.poll(placed).toContain('1 queen: row 0 column 0');
    await left('4');
    await click(1, 1);
    await expect.poll(says).toBe('Two queens attack each other.');
    await expect.poll(() => page.locator('.board .clash').count()).toBe(1);
    await left('0');
  });

  it('loads less than 60 kB of script', async () => {
    page = await stage.page('');
    await page.waitForLoadState('networkidle');
    const scripts = await page.evaluate(() => (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name }) => name.endsWith('.js')).map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize })));
    expect(scripts.length).toBeGreaterThan(0);
    expect((await page.request.get(scripts[0].name, { headers: { 'accept-encoding': 'br' } })).headers()['content-encoding']).toBe('br');
    for (const { name, size } of scripts) expect(size, name).toBeGreaterThan(0);
    expect(scripts.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(60_000);
  });
});

describe('playing', () => {
  it('drags queens, crosses squares out, undoes and redoes', async () => {
    page = await stage.page('#play?queens=0,0');
    await expect.poll(placed).toContain('row 0 column 0');
    const [from, to] = [await middle(0, 0), await middle(2, 5)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    await expect.poll(placed).toContain('1 queen: row 2 column 5');
    await click(6, 6, 'right');
    await expect.poll(hash).toContain('marks=6,6');
    await page.getByRole('button', { name: '× mark' }).click();
    await click(7, 7);
    await expect.poll(hash).toContain('marks=6,6+7,7');
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Control+z');
    await expect.poll(hash).toBe('#play?queens=0,0');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(hash).toBe('#play?queens=2,5');
    await page.getByLabel('mark attacked squares').check();
    await expect.poll(async () => (await page.locator('.crosses').getAttribute('d'))?.match(/M/g)?.length).toBeGreaterThan(40);
  });

  it('can be played with keys alone', async () => {
    page = await stage.page('#play?size=4');
    await board().focus();
    for (const [row, column] of [[0, 1], [1, 3], [2, 0], [3, 2]]) {
      for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowUp');
      for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowLeft');
      for (let i = 0; i < row; i += 1) await page.keyboard.press('ArrowDown');
      for (let i = 0; i < column; i += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    }
    await expect.poll(says).toContain('✓ Solved in');
    expect(await page.getByRole('button', { name: 'Hint' }).isDisabled()).toBe(true);
  });

  it('gives a hint with its reason: seen on the board, then searched for', async () => {
    page = await stage.page('#play?queens=0,0+1,4+2,7+3,5');
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect.poll(says).toContain('Row 6 has one free square left: put a queen on row 6, column 1.');
    await expect.poll(() => page.locator('.hint.put').count()).toBe(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect.poll(says).toMatch(/Row 0 has 8 free squares\. Put a queen on row 0, column 3: 18 solutions go through it\./);
    await click(0, 0);
    await click(1, 2);
    await left('0');
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect.poll(says).toMatch(/Without the one at row \d, column \d there are \d+ solutions/);
  });

  it('names a row without a free square in a hint, and measures the time', async () => {
    page = await stage.page('#play?size=4&queens=0,0+1,2');
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect.poll(says).toMatch(/Row \d has no free square/);
    await expect.poll(() => page.locator('.board .axis').count()).toBe(1);
    const time = () => page.locator('dl div', { hasText: 'time' }).locator('dd').innerText();
    const before = await time();
    await expect.poll(time).not.toBe(before);
  });

  it('changes the size with a slider', async () => {
    page = await stage.page('#play');
    await page.getByRole('slider', { name: /Board of/ }).fill('6');
    await page.getByRole('heading', { name: 'Place 6 queens so that no two attack each other' }).waitFor();
    await left('4');
    await expect.poll(hash).toBe('#play?size=6');
  });

  it('lets the computer continue from here, with a chosen algorithm', async () => {
    page = await stage.page('#play?queens=0,0+1,4');
    await page.getByRole('combobox', { name: 'Algorithm' }).selectOption('bitmask');
    await page.getByRole('button', { name: 'Watch' }).click();
    await expect.poll(hash).toContain('#learn?size=8&given=0,0+1,4&algorithm=bitmask');
    await page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
    await page.goBack();
    await expect.poll(placed).toContain('2 queens: row 0 column 0, row 1 column 4');
  });

  it('does not let it continue if queens attack each other', async () => {
    page = await stage.page('#play?queens=0,0+1,1');
    await page.getByText('no algorithm can continue from here').waitFor();
    expect(await page.getByRole('button', { name: 'Watch' }).isDisabled()).toBe(true);
  });
});

describe('on a phone', () => {
  it('the board is played with a finger', async () => {
    page = await stage.page('#play', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const { x, y } = await middle(3, 3);
    await page.touchscreen.tap(x, y);
    await expect.poll(placed).toContain('row 3 column 3');
  });
});

describe('a word', () => {
  it('is explained on hover and on focus', async () => {
    page = await stage.page('#learn?size=5');
    const word = page.getByRole('button', { name: 'dead ends' });
    const meaning = page.getByRole('tooltip').filter({ hasText: 'without a free square' });
    // The word moves while the page fills, so the pointer follows it.
    await expect.poll(async () => (await word.hover(), meaning.isVisible())).toBe(true);
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'visits' }).focus();
    await page.getByRole('tooltip').filter({ hasText: 'one queen placed' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByRole('rowheader', { name: 'backtrack' }).waitFor();
  });
});
