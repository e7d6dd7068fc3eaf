// Other pieces, edges, numbers of pieces and pawns, wherever the server takes them.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
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
});
