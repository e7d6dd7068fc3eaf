// Invalid input gets a helpful message and breaks nothing.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const ADDRESSES: [string, string][] = [
  ['#learn?size=0x-4&algorithm=%00&set.seed=x&gif=99-1&levels=99&speed=-4&at=99999999999999999999&given=a,b', 'is not an algorithm'],
  ['#learn?size=200x200&algorithm=brute-force', 'does not work on the 200 board'],
  ['#compare?size=abcx-4&algorithms=foo,nilsson:heuristic=zzz,qs1:seed=-4&from=99&to=1&seeds=0&metric=zzz', 'is not an algorithm'],
  ['#count?size=8x&given=zz', 'Known totals'],
  ['#symmetry?size=-1&queens=9,9+x', 'The eight images'],
  ['#space?kind=zzz&size=1e9&floor=x&turn=abc&tilt=1e9&near=', 'Stack of side'],
  ['#papers?item=nope/nothing', 'is not one of the papers'],
  ['#solvers?size=999&given=zz&format=bogus&backend=foo&answer=%00%01<script>', 'DIMACS CNF'],
];

/** Words of other fronts: options of the command line, fields of a request. */
const FOREIGN = /--\w|`|POST|set \w+ to |request/;

describe('nonsense', () => {
  it.each(ADDRESSES)('in the address %s is told apart', async (address, told) => {
    page = await stage.page(address);
    await page.getByText(told).first().waitFor();
    await page.locator('.waiting, [aria-busy=true]').waitFor({ state: 'detached' });
    expect((await page.getByRole('alert').allInnerTexts()).join(' ')).not.toMatch(FOREIGN);
  });

  it('that only the server finds is told in the words of each form', async () => {
    const CLASH = 'Remove one of them';
    page = await stage.page('#play');
    for (const [section, choices, told] of [['count', 'size=8&given=0,0+1,1', CLASH], ['solvers', 'size=8&given=0,0+1,1', CLASH], ['learn', 'size=8&given=0,0+1,1', CLASH], ['compare', 'size=5&rule=rook&algorithms=backtracking,bitmask&from=4&to=5', 'Choose “Classic row-by-row backtracking”']]) {
      await page.evaluate((to) => (location.hash = to), `#${section}?${choices}`);
      await page.getByRole('link', { name: section }).and(page.locator('[aria-current="page"]')).waitFor();
      await stage.settle(page);
      await page.getByRole('alert').getByText(told).first().waitFor();
      expect((await page.getByRole('alert').allInnerTexts()).join(' '), section).not.toMatch(FOREIGN);
    }
  });

  it('in a number changes nothing and is marked', async () => {
    page = await stage.page('#learn?size=6&algorithm=qs1');
    const side = page.getByRole('spinbutton', { name: 'Side n' });
    await side.fill('900');
    await expect.poll(() => side.getAttribute('aria-invalid')).toBe('true');
    await stage.drawer(page, 'Settings');
    const seed = page.getByRole('spinbutton', { name: 'seed' });
    await seed.fill('-3');
    await seed.press('Enter');
    await expect.poll(() => seed.getAttribute('aria-invalid')).toBe('true');
    await seed.fill('5');
    await seed.press('Enter');
    await expect.poll(() => seed.getAttribute('aria-invalid')).toBe('false');
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('size=6&algorithm=qs1&set.seed=5');
  });

  it('among given queens is reported, with the right form', async () => {
    page = await stage.page('#solvers?size=8');
    const given = page.getByRole('textbox', { name: 'Given queens' });
    await given.fill('abc 99,99');
    await given.press('Tab');
    await page.getByText('Not read: squares are written row,column').waitFor();
    await given.fill('0,3 1,5');
    await given.press('Tab');
    await page.getByText('Not read').waitFor({ state: 'detached' });
    await page.getByText(/8 queens, 2 given/).waitFor();
  });

  it('of a board leaves no queens of the previous one', async () => {
    page = await stage.page('#learn?size=6&algorithm=wirth&at=30');
    await page.locator('.says .number').getByText('step 30', { exact: true }).waitFor();
    await stage.drawer(page, 'Settings');
    await page.getByRole('button', { name: 'Rectangle' }).click();
    await page.getByRole('alert').getByText('unequal sides').waitFor();
    expect(await page.getByRole('alert').innerText()).not.toMatch(FOREIGN);
    await page.getByRole('img', { name: 'empty board of 6 rows and 8 columns' }).waitFor();
    await page.getByRole('button', { name: 'Rectangle' }).click();
    await page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
  });
});
