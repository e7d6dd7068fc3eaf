// Inside the algorithm: its variables, a view of its own, and real code.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const ready = () => page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
const own = () => page.getByRole('region', { name: "The algorithm's own state" });
const variables = () => page.getByRole('region', { name: 'Variables', exact: true });

describe('variables', () => {
  it('follow the steps, with the calls that have not returned', async () => {
    page = await stage.page('#learn?size=6&algorithm=wirth&at=3');
    await variables().getByText('Trycolumn(1)').waitFor();
    await page.keyboard.press('Home');
    await expect.poll(() => variables().locator('li').allInnerTexts()).toEqual(['Trycolumn(0)']);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => variables().locator('dl').innerText()).toMatch(/current_row\s+0/);
    await expect.poll(() => variables().locator('li').first().innerText()).toContain('X[0] = 0');
  });

  it('of backtracking name row, column and the lines taken', async () => {
    page = await stage.page('#learn?size=6&algorithm=backtracking&at=2');
    await expect.poll(() => variables().locator('dl').innerText()).toMatch(/row\s+1\s+column\s+0\s+columns taken\s+\{0\}/);
  });
});

describe('views of their own', () => {
  it.each([
    ['dancing-links', 'size=6&at=1', '4 of 34 items covered'],
    ['ant-colony', 'size=6&at=1', 'trails from 1.00 to 1.00'],
    ['takefuji', 'size=6&at=1', 'of 36 fire; U from'],
    ['qs1', 'size=8&at=8', 'on one diagonal'],
    ...['qs2', 'qs3', 'qs4'].map((id): [string, string, string] => [id, 'size=8&at=8', 'on one diagonal']),
    ['las-vegas', 'size=8&at=1', 'column'],
    ['las-vegas-backtracking', 'size=8&at=2', 'Backtracking fills rows 2 to 7.'],
    ['topor', 'size=8&at=0', 'Orbits of row 0'],
    ['gunther', 'size=4&at=1', 'Term: a0'],
    ['forward-checking', 'size=6&at=2', 'cells count from 0, row by row'],
    ['simulated-annealing', 'size=8&at=8', 'on one diagonal'],
    ['abramson-yung', 'size=21&at=21', '21 = B · (A − 1) + C with A = 5, B = 5, C = 1'],
  ])('%s shows what it works with', async (algorithm, place, words) => {
    page = await stage.page(`#learn?algorithm=${algorithm}&${place}`);
    await own().getByText(words).first().waitFor();
  });

  it('draw trails and potentials on the board', async () => {
    page = await stage.page('#learn?algorithm=takefuji&size=8&at=1');
    const weights = () => page.locator('.stage .board svg path.weights').getAttribute('d');
    const potentials = await weights();
    await page.evaluate(() => (location.hash = '#learn?algorithm=ant-colony&size=8&at=1'));
    await own().getByText('Pheromone').waitFor();
    await expect.poll(weights).not.toBe(potentials);
    // All trails are level at first: every square is full.
    expect((await weights())?.match(/h1v1h-1z/g)).toHaveLength(64);
  });
});

describe('real code', () => {
  it('stands beside the pseudocode and is copied with one click', async () => {
    page = await stage.page('#learn?size=6&algorithm=bitmask', { permissions: ['clipboard-read', 'clipboard-write'] });
    await ready();
    await page.getByRole('button', { name: 'Rust', exact: true }).click();
    await page.getByRole('region', { name: 'Rust program, scrollable' }).getByText('fn row(').waitFor();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('counts all solutions of N queens');
    await expect.poll(() => page.url()).toContain('code=Rust');
    await page.getByRole('button', { name: 'Pseudocode', exact: true }).click();
    await page.getByText('row(r, columns, falling, rising)', { exact: true }).waitFor();
  });

  it.each(['takefuji', 'topor', 'double-backtracking'])('of %s is there too', async (algorithm) => {
    page = await stage.page(`#learn?size=5&algorithm=${algorithm}`);
    await page.getByRole('button', { name: 'Python', exact: true }).click();
    await page.getByRole('region', { name: 'Python program, scrollable' }).getByText('import sys').waitFor();
    await expect.poll(() => page.url()).toContain('code=Python');
  });
});
