// Puzzles in a real browser: made, shared as a link, played with mouse and keys, read by a screen reader.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const LINK = '#play?size=5&rule=touching&regions=AABBB/AABBC/AACCC/AADDC/AEEDC&level=medium';
const board = () => page.getByRole('application');
const hash = () => page.evaluate(() => decodeURIComponent(location.hash));
const says = () => page.getByRole('region', { name: 'Playing' }).getByRole('status').first().innerText();

/** Follows hints until the puzzle is solved; the solution. */
async function solveByHints(): Promise<void> {
  for (let i = 0; i < 60 && !(await says()).includes('✓ Solved'); i += 1) {
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.hint').first().waitFor();
    const text = await says();
    const [, row, column] = text.match(/(?:put a queen on|Put a queen on|A queen on) row (\d+), column (\d+)/)!;
    await board().focus();
    for (let k = 0; k < 14; k += 1) await page.keyboard.press('ArrowUp');
    for (let k = 0; k < 14; k += 1) await page.keyboard.press('ArrowLeft');
    for (let k = 0; k < Number(row); k += 1) await page.keyboard.press('ArrowDown');
    for (let k = 0; k < Number(column); k += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press(text.includes('cross it out') ? 'x' : 'Enter');
    await expect.poll(says).not.toBe(text);
  }
  expect(await says()).toContain('It was the only solution.');
}

describe('a puzzle with regions', () => {
  it('is opened by its link, drawn with borders and letters, and named square by square', async () => {
    page = await stage.page(LINK);
    await page.getByRole('heading', { name: 'Place 5 queens: one in each row, column and region, no two touching' }).waitFor();
    expect(await page.locator('.board .area').count()).toBe(5);
    expect(await page.locator('.board text.region').allTextContents()).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(await page.locator('.board .border').getAttribute('d')).toContain('M2 0v1');
    await board().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.getByText('row 1, column 1, region A: empty', { exact: true }).waitFor();
  });

  it('is solved with hints and keys', async () => {
    page = await stage.page(LINK);
    await solveByHints();
    expect(await hash()).toContain(LINK);
  });

  it('begins the wishes for the next one with its side and level', async () => {
    page = await stage.page(LINK);
    const puzzles = page.getByRole('region', { name: 'Puzzles' });
    expect(await puzzles.getByLabel('kind').inputValue()).toBe('regions');
    expect(await puzzles.getByLabel('side').inputValue()).toBe('5');
    expect(await puzzles.getByLabel('level').inputValue()).toBe('medium');
  });

  it('is continued by an algorithm that knows regions, step by step in Learn', async () => {
    page = await stage.page(`${LINK}&queens=0,2`);
    const algorithms = page.getByLabel('Algorithm');
    await expect.poll(() => algorithms.locator('option').allTextContents()).toContain('Forward checking with minimum remaining values');
    expect(await algorithms.locator('option[value="bitmask"]').count()).toBe(0);
    await algorithms.selectOption('backtracking');
    await page.getByRole('button', { name: 'Watch' }).click();
    await page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
    expect(await hash()).toContain('regions=AABBB/AABBC/AACCC/AADDC/AEEDC&given=0,2');
    expect(await page.locator('.stage .board .area').count()).toBe(5);
    await page.keyboard.press('s');
    await expect.poll(() => page.locator('.stage .board svg').first().getAttribute('aria-label')).toContain('row 0 column 2, row 1 column 4, row 2 column 0, row 3 column 3, row 4 column 1');
    // An algorithm that knows only lines says so, and the way back keeps the regions.
    expect(await page.getByLabel('Algorithm').locator('option[value="bitmask"]').innerText()).toContain('(without regions only)');
    await stage.drawer(page, 'Files');
    await page.getByRole('navigation', { name: 'Open in' }).getByRole('link', { name: 'Play' }).click();
    await page.getByRole('heading', { name: /one in each row, column and region, no two touching/ }).waitFor();
  });

  it('says which rule is broken', async () => {
    page = await stage.page(`${LINK}&queens=1,1+2,2`);
    await expect.poll(says).toContain('break a rule');
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect.poll(says).toContain('touch each other');
  });
});

describe('making puzzles', () => {
  it('gives the puzzle of the day, the same every time', async () => {
    page = await stage.page('');
    await page.getByRole('button', { name: 'Puzzle of the day' }).click();
    await page.getByRole('heading', { name: /one in each row, column and region/ }).waitFor();
    await expect.poll(hash).toContain('regions=');
    const first = await hash();
    await page.getByRole('button', { name: 'Free board' }).click();
    await page.getByRole('heading', { name: 'Place 8 queens so that no two attack each other' }).waitFor();
    await page.getByRole('button', { name: 'Puzzle of the day' }).click();
    await expect.poll(hash).toBe(first);
  });

  it('makes a completion puzzle of a chosen side and level, in which given queens stay', async () => {
    page = await stage.page('');
    const puzzles = page.getByRole('region', { name: 'Puzzles' });
    await puzzles.getByLabel('kind').selectOption('completion');
    await puzzles.getByLabel('side').selectOption('6');
    await puzzles.getByLabel('level').selectOption('easy');
    await page.getByRole('button', { name: 'New puzzle' }).click();
    await page.getByRole('heading', { name: 'Complete the board: 6 queens, no two attacking each other' }).waitFor();
    await expect.poll(hash).toContain('given=');
    expect(await hash()).toContain('level=easy');
    expect(await page.locator('.board .pin').count()).toBeGreaterThan(0);
    await page.keyboard.press('Control+z');
    await page.getByRole('heading', { name: 'Place 8 queens so that no two attack each other' }).waitFor();
  });
});
