// The numbers people come for: what a count will take, records, how often squares are used.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

describe('before a count starts', () => {
  it('its time is estimated, and one that takes too long is marked', async () => {
    page = await stage.page('#count?size=12');
    const said = page.getByRole('form', { name: 'New counting job' });
    await said.getByText(/^(Less than a second|About \d+.* s)\. .*by enumerate/).waitFor();
    await page.getByLabel('Board').fill('22');
    await said.getByText(/by colour/).waitFor();
    await page.getByRole('combobox', { name: 'Engine' }).selectOption('enumerate');
    await page.getByLabel('Board').fill('19');
    await said.getByText(/it may be ten times more or less/).waitFor();
    await page.getByLabel('Board').fill('28');
    await said.getByText(/^⚠ Too long for this machine/).waitFor();
  });
});

describe('records', () => {
  it('name who counted what when, and what this program needs', async () => {
    page = await stage.page('#count');
    const records = page.getByRole('region', { name: 'Records', exact: true });
    const row = records.getByRole('row', { name: /^26 / });
    await expect.poll(() => row.innerText()).toMatch(/2009[\s\S]*Dresden[\s\S]*15 min 57 s on one NVIDIA H200/);
    await records.getByRole('link', { name: /In the book/ }).waitFor();
  });
});

describe('squares', () => {
  it('show how often each is used', async () => {
    page = await stage.page('#count');
    const squares = page.getByRole('region', { name: 'Squares', exact: true });
    await squares.getByText('Over all 92 solutions.').waitFor();
    await expect.poll(() => squares.locator('text.used').allTextContents().then((texts) => texts.slice(0, 4))).toEqual(['4', '8', '16', '18']);
    await squares.getByRole('spinbutton', { name: 'Side n' }).fill('13');
    await squares.getByText(/Over all 73.712 solutions\./).waitFor();
    await squares.getByRole('img', { name: /^Share of the diagonals that hold a queen/ }).waitFor();
    await expect.poll(() => page.url()).toContain('squares=13');
  });

  it('of a large board come near the limit shape: thin in the corners, dense in the middle of the edges', async () => {
    page = await stage.page('#count?squares=50');
    const squares = page.getByRole('region', { name: 'Squares', exact: true });
    await squares.getByText(/Over \d+ random solutions from random walks, approximately uniform, seed 1\./).waitFor();
    const shape = async (name: RegExp) => ((await squares.getByRole('img', { name }).getAttribute('aria-label'))!.match(/\d+\.\d+/g) ?? []).map(Number);
    const [corner, edge] = await shape(/^The limit shape/);
    expect(corner).toBeLessThan(edge);
    const shares = await shape(/^Share of the diagonals/);
    expect(shares.length % 2).toBe(0);
    const [found, limit] = [shares.slice(0, shares.length / 2), shares.slice(shares.length / 2)];
    expect(Math.max(...found.map((share, at) => Math.abs(share - limit[at])))).toBeLessThan(0.25);
  });
});
