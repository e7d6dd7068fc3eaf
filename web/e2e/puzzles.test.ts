// Puzzles in a real browser: made, shared as a link, played with mouse and keys, read by a screen reader.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { CountAnswer, PuzzleAnswer } from '../src/lib/documents';
import { readPosition } from '../src/lib/play';
import { problemWith, PUZZLE_SIDES } from '../src/lib/puzzle';
import { readPlace } from '../src/lib/url';
import { PROGRAM, staged } from './stage';

const stage = staged();
let page: Page;

const LINK = '#play?size=5&rule=touching&regions=AABBB/AABBC/AACCC/AADDC/AEEDC&level=medium';
const board = () => page.getByRole('application');
const hash = () => page.evaluate(() => decodeURIComponent(location.hash));
const says = () => page.getByRole('region', { name: 'Playing' }).getByRole('status').first().innerText();

/** Follows hints until the puzzle of side 5 is solved. */
async function solveByHints(): Promise<void> {
  for (let i = 0; i < 60 && !(await says()).includes('✓ Solved'); i += 1) {
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.hint').first().waitFor();
    const text = await says();
    const [, row, column] = text.match(/(?:put a queen on|Put a queen on|A queen on) row (\d+), column (\d+)/)!;
    await board().focus();
    for (let k = 0; k < 4; k += 1) await page.keyboard.press('ArrowUp');
    for (let k = 0; k < 4; k += 1) await page.keyboard.press('ArrowLeft');
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
    await expect.poll(() => page.locator('.board .area').count()).toBe(5);
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

  it('is taken by Count, Compare, Symmetry and Solvers, opened from Learn', async () => {
    page = await stage.page(LINK.replace('#play', '#learn').replace('level=medium', 'algorithm=backtracking'));
    await stage.drawer(page, 'Files');
    const links = page.getByRole('navigation', { name: 'Open in' });
    await expect.poll(() => links.getByRole('link').allInnerTexts()).toEqual(['Play', 'Count', 'Compare', 'Symmetry', 'Solvers']);
    const places = Object.fromEntries(await links.getByRole('link').evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')])));
    await page.goto(`${stage.url}/${places.Count}`);
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    const card = page.getByRole('article', { name: '5 queens, touching, regions' });
    await expect.poll(() => card.locator('.total').innerText()).toBe('1');
    await page.goto(`${stage.url}/${places.Compare}`);
    await page.getByText('1 run', { exact: true }).waitFor();
    await page.getByRole('article').first().locator('.area').first().waitFor();
    await page.goto(`${stage.url}/${places.Symmetry}`);
    await page.getByText('1 fundamental, 1 in their orbits').waitFor();
    await page.getByRole('button', { name: 'Choose 2,4,0,3,1, orbit 1' }).click();
    await page.getByText('✓ A solution.').waitFor();
    // Each of the eight images has its regions, moved with its queens.
    const images = page.getByRole('region', { name: 'The eight images' });
    await expect.poll(() => images.locator('.area').count()).toBe(8 * 5);
    const edges = await images.locator('.border').evaluateAll((all) => all.map((one) => one.getAttribute('d')));
    expect(new Set(edges).size).toBe(8);
    await page.goto(`${stage.url}/${places.Solvers}`);
    await page.getByText(/p cnf \d+/).waitFor();
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByText('✓ Verified solution.').waitFor();
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
    // Another browser gets the same.
    page = await stage.page('');
    await page.getByRole('button', { name: 'Puzzle of the day' }).click();
    await expect.poll(hash).toBe(first);
  });

  it('opens the links that the command line and the server give', async () => {
    const { stderr } = spawnSync(PROGRAM, ['puzzle', '6', '--seed', '5'], { encoding: 'utf8' });
    const link = /#play\?\S+/.exec(stderr)![0];
    page = await stage.page(link);
    await page.getByRole('heading', { name: /^Place 6 queens: one in each row, column and region/ }).waitFor();
    await expect.poll(() => page.locator('.board .area').count()).toBe(6);
    const body = JSON.stringify({ kind: 'completion', n: 7, seed: 5 });
    const answer = (await (await fetch(`${stage.url}/api/v1/puzzle`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).json()) as PuzzleAnswer;
    await page.goto(`${stage.url}/${answer.puzzle!.link}`);
    await page.getByRole('heading', { name: /^Complete the board: 7 queens/ }).waitFor();
  });

  it('makes puzzles that may need a guess on request, and says so', async () => {
    page = await stage.page('');
    const puzzles = page.getByRole('region', { name: 'Puzzles' });
    await puzzles.getByLabel('level').selectOption('any');
    await puzzles.getByRole('checkbox', { name: 'may need a guess' }).check();
    const asked = page.waitForRequest((request) => request.url().endsWith('/puzzle'));
    await page.getByRole('button', { name: 'New puzzle' }).click();
    expect((await asked).postDataJSON()).toMatchObject({ without_guessing: false });
    await page.getByRole('heading', { name: /one in each row, column and region/ }).waitFor();
  });

  it('makes completion puzzles with one solution at every side that is offered', async () => {
    const post = async <T>(path: string, body: unknown) =>
      (await (await fetch(`${stage.url}/api/v1${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })).json()) as T;
    const { least, most } = PUZZLE_SIDES.completion;
    for (let n = least; n <= most; n += 1) {
      const { puzzle } = await post<PuzzleAnswer>('/puzzle', { kind: 'completion', n, seed: 1 });
      const position = readPosition(readPlace(puzzle!.link).params);
      expect(position.queens.length).toBeGreaterThan(0);
      const { totals } = await post<CountAnswer>('/count', { problems: [problemWith(position.n, position.queens, position.puzzle)] });
      expect([position.n, totals[0].total]).toEqual([n, '1']);
    }
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
