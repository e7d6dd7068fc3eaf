// Other pieces, edges, numbers of pieces and pawns, wherever the server takes them.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { attack, toProblem } from '../src/lib/problem';
import { squareShape, type Shape } from '../src/lib/shape';
import { EDGES, PIECES, variantFaults, varied, type Variant } from '../src/lib/variants';
import type { CountAnswer, Square } from '../src/lib/documents';
import { piecePath, queenPath } from '../src/parts/pieces';
import { staged } from './stage';

const stage = staged();
let page: Page;

const hash = () => page.evaluate(() => decodeURIComponent(location.hash));
const choose = (name: string, value: string) => page.getByRole('combobox', { name }).selectOption(value);

describe('variants', () => {
  it('are counted', async () => {
    page = await stage.page('#count?size=6');
    await choose('Piece', 'rook');
    await expect.poll(hash).toContain('rule=rook');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByRole('article', { name: '6 rooks' }).locator('.total').getByText('720', { exact: true }).waitFor();
    await choose('Piece', 'king');
    await page.getByRole('textbox', { name: 'Pieces' }).fill('99');
    await page.getByRole('alert').getByText('1 to 36').waitFor();
    await page.getByRole('textbox', { name: 'Pieces' }).fill('9');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByRole('article', { name: '9 kings, board 6' }).locator('.total').getByText('3\u202f600', { exact: true }).waitFor();
  });

  it('are solved, and drawn with their own pieces and pawns', async () => {
    page = await stage.page('#solvers?size=7');
    const solved = page.getByRole('region', { name: 'Solve with a solver' });
    const drawn = () => solved.locator('.board .queen').evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('d')))]);
    await choose('Piece', 'bishop');
    await page.getByRole('textbox', { name: 'Pieces' }).fill('12');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await expect.poll(() => solved.locator('.board .queen').count()).toBe(12);
    expect(await drawn()).toEqual([piecePath('bishop')]);
    await solved.getByRole('img', { name: /12 bishops/ }).waitFor();
    await choose('Piece', 'queen');
    await page.getByRole('textbox', { name: 'Pieces' }).fill('');
    await choose('Edges', 'cylinder');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await expect.poll(() => solved.locator('.board .queen').count()).toBe(7);
    expect(await drawn()).toEqual([queenPath]);
    await choose('Edges', 'plane');
    await page.getByRole('textbox', { name: 'Pawns' }).fill('2,3');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await expect.poll(() => solved.locator('.board .pawn').count()).toBe(1);
    await expect.poll(hash).toContain('pawns=2,3');
  });

  it('attack on the page as they do on the server', async () => {
    const all = PIECES.flatMap((piece) => EDGES.flatMap((edges) => ['', '1,1 2,3'].map((pawns): Variant => ({ piece, edges, pieces: '3', pawns }))));
    const boards = [squareShape(4), { rows: 3, columns: 5, torus: false }].flatMap((shape) =>
      all.filter((variant) => !Object.values(variantFaults(variant, shape.rows, shape.columns)).some(Boolean)).map((variant) => varied(shape, variant)),
    );
    expect(boards.length).toBe(2 * 6 * 5 - 2 - 6);
    /** Sets of three squares without pawns of which no two attack each other. */
    const total = (shape: Shape) => {
      const squares = Array.from({ length: shape.rows * shape.columns }, (_, i): Square => [Math.floor(i / shape.columns), i % shape.columns]);
      const free = squares.filter(([row, column]) => !shape.pawns?.some(([r, c]) => r === row && c === column));
      const peace = (a: Square, b: Square) => !attack(a, b, shape) && !attack(b, a, shape);
      let found = 0;
      free.forEach((a, i) => free.slice(i + 1).forEach((b, j) => peace(a, b) && free.slice(i + j + 2).forEach((c) => (found += Number(peace(a, c) && peace(b, c))))));
      return String(found);
    };
    const problems = boards.map((shape) => toProblem({ ...shape, given: [], blocked: [] }));
    const counts = problems.map(async (problem) => {
      const answer = await fetch(`${stage.url}/api/v1/count`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ problems: [problem] }) });
      return ((await answer.json()) as CountAnswer).totals[0].total;
    });
    const totals = await Promise.all(counts);
    expect(boards.map((shape, i) => [problems[i], total(shape)])).toEqual(problems.map((problem, i) => [problem, totals[i]]));
  });

  it('are stepped in Learn, with their own pieces, lines and pawns', async () => {
    page = await stage.page('#learn?size=5&goal=all');
    await page.getByRole('slider', { name: 'Timeline' }).waitFor();
    await stage.drawer(page, 'Settings');
    await choose('Piece', 'rook');
    await expect.poll(hash).toContain('rule=rook');
    await page.keyboard.press('Escape');
    await page.locator('h1').first().press('End');
    await page.getByText('120 solutions in all').waitFor();
    const drawn = () => page.locator('.kept .board .queen').evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('d')))]);
    await page.goto(`${stage.url}/#learn?size=4&rule=king&pieces=4&pawns=1,1&at=3`);
    await expect.poll(drawn).toEqual([piecePath('king')]);
    expect(await page.locator('.kept .board .pawn').count()).toBe(1);
    await page.goto(`${stage.url}/#learn?size=4&rule=rook&edges=mobius&given=0,0`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('application').press('End');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.getByRole('application').press(key);
    await page.getByText('No rook here: the given rook at row 0, column 0 attacks this square along the row.').waitFor();
  });

  it('that an algorithm does not support are refused where it is chosen, and nothing moves', async () => {
    page = await stage.page('#learn?size=5&algorithm=bitmask&at=2');
    await page.locator('.says .number').getByText('step 2', { exact: true }).waitFor();
    const places = () => page.locator('.setup button, .setup select, .kept button').evaluateAll((all) => all.map((one) => `${one.textContent?.slice(0, 20)} ${Math.round(one.getBoundingClientRect().top)}`));
    await stage.drawer(page, 'Settings');
    const before = await places();
    await choose('Piece', 'rook');
    const algorithm = page.getByRole('combobox', { name: 'Algorithm' });
    const refusal = page.getByRole('alert');
    await refusal.getByText('Plain bit-mask backtracking does not work on rooks; choose “Classic row-by-row backtracking”').waitFor();
    expect(await algorithm.getAttribute('aria-invalid')).toBe('true');
    expect(await refusal.getAttribute('id')).toBe(await algorithm.getAttribute('aria-describedby'));
    expect(await places()).toEqual(before);
    expect(await algorithm.locator('option[value=bitmask]').innerText()).toContain('(queens only)');
    await algorithm.selectOption('forward-checking');
    await expect.poll(() => refusal.count()).toBe(0);
    await choose('Edges', 'torus');
    await page.getByRole('button', { name: 'Rectangle' }).click();
    await page.getByRole('textbox', { name: 'Pieces' }).fill('99');
    await refusal.getByText('1 to 35').waitFor();
  });

  it('are compared, on boards and in the plot', async () => {
    page = await stage.page('#compare?size=5&algorithms=backtracking,bitmask&from=4&to=6&goal=all');
    await choose('Piece', 'rook');
    await expect.poll(hash).toContain('rule=rook');
    await page.getByRole('article', { name: 'Plain bit-mask backtracking' }).getByRole('alert').getByText(/does not work on rooks/).waitFor();
    expect(await page.getByRole('combobox', { name: 'Add an algorithm' }).locator('option[value=wirth]').innerText()).toContain('(queens only)');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('3 runs').waitFor();
    await page.getByText('boards of n × n, rooks').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(hash).not.toContain('rule=rook');
  });

  it('have their own symmetries: shifts of the torus, pawns that stay where they are', async () => {
    page = await stage.page('#symmetry?size=5&torus=1');
    await page.getByText('1 fundamental, 10 in their orbits').waitFor();
    await page.getByRole('button', { name: /^Choose 0,2,4,1,3/ }).click();
    await page.getByRole('heading', { name: 'The 200 images' }).waitFor();
    await page.getByText('10 different images; 20 × 10 = 200').waitFor();
    await page.getByText('shift 1 down, 2 right').first().waitFor();
    await page.goto(`${stage.url}/#symmetry?size=4&rule=rook`);
    await page.getByText('7 fundamental, 24 in their orbits').waitFor();
    await page.getByRole('button', { name: /^Choose 0,1,2,3/ }).click();
    await page.getByRole('heading', { name: 'The eight images' }).waitFor();
    await choose('Piece', 'semi-queen');
    await page.getByRole('heading', { name: 'The 4 images' }).waitFor();
    await choose('Piece', 'king');
    await page.getByRole('textbox', { name: 'Pieces' }).fill('4');
    await page.getByText(/79 in their orbits/).waitFor();
    await page.goto(`${stage.url}/#symmetry?size=8&rule=bishop`);
    await page.getByText('There are 22\u202f522\u202f960 solutions, too many to be listed here').waitFor();
    // Not counted in time: a tenth of a second says as much as the page's five.
    await page.route('**/api/v1/count', (route) => {
      const asked = route.request().postDataJSON() as object;
      return route.continue({ postData: { ...asked, limits: { time: 0.1 } } });
    });
    await page.goto(`${stage.url}/#symmetry?size=10&rule=bishop`);
    await page.getByText('There are too many solutions to be listed here').waitFor();
  });
});
