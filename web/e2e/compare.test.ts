// Compare in a real browser: settings, seeds, rectangles, and the plot as a picture.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const table = () => page.getByRole('region', { name: 'Table of the runs' });
const runs = (number: number) => page.getByText(`${number} runs`, { exact: true }).waitFor();
const hash = () => page.evaluate(() => decodeURIComponent(location.hash));
const text = async (name: string, of: string) => (await stage.downloaded(page, name, of)).toString('utf8');

describe('Compare with settings', () => {
  it('accepts an algorithm twice, each with its own settings, in boards, plot, table, file and address', async () => {
    page = await stage.page('#compare?size=6&algorithms=topor&from=6&to=7');
    await page.getByRole('article').first().waitFor();
    await page.getByRole('combobox', { name: 'Add an algorithm' }).selectOption('topor');
    // The second one opens with its settings shown, one of them different.
    const settings = page.getByRole('group', { name: /^Settings of/ });
    await settings.waitFor();
    await expect.poll(() => settings.getByRole('combobox', { name: 'order' }).inputValue()).toBe('centre');
    await expect.poll(() => page.getByRole('article').count()).toBe(2);
    await page.getByRole('article', { name: /order centre/ }).waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await runs(4);
    await table().getByRole('columnheader', { name: 'topor:order=centre' }).waitFor();
    await page.locator('.legend').getByText(/order centre/).waitFor();
    expect(await text('CSV', 'the runs')).toContain('6,topor:order=centre,first,1,yes,');
    await expect.poll(hash).toContain('algorithms=topor,topor:order=centre&');
    await page.reload();
    await runs(4);
    await page.getByRole('article', { name: /order centre/ }).waitFor();
  });

  it('changes a setting of an entry, and the trace follows', async () => {
    page = await stage.page('#compare?size=6&algorithms=qs1:seed=3&from=6&to=6');
    await page.getByRole('article', { name: /seed 3/ }).waitFor();
    await page.getByRole('button', { name: /^Settings of/ }).click();
    const seed = page.getByRole('group', { name: /^Settings of/ }).getByRole('spinbutton', { name: 'seed' });
    await expect.poll(() => seed.inputValue()).toBe('3');
    await seed.fill('7');
    await seed.press('Enter');
    await page.getByRole('article', { name: /seed 7/ }).waitFor();
    await expect.poll(hash).toContain('qs1:seed=7');
  });

  it('repeats over seeds, with the success rate and the spread', async () => {
    page = await stage.page('#compare?algorithms=las-vegas-backtracking:crossover=3,backtracking&from=8&to=8&seeds=5');
    await runs(6);
    await table().getByText('5 of 5 solved, 100 %').waitFor();
    await table().getByText('90 % ≤').waitFor();
    const csv = await text('CSV', 'the runs');
    for (const seed of [1, 5]) expect(csv).toMatch(new RegExp(`"las-vegas-backtracking:crossover=3,seed=${seed}",.*,${seed}\n`));
    expect(csv).toMatch(/\n8,backtracking,first,1,yes,.*,\n/);
    const svg = await text('SVG', 'the runs');
    expect(svg).toContain('medians of up to 5 seeds');
    expect(svg).toContain('crossover 3');
  });
});

describe('the plot of Compare', () => {
  it('is offered as SVG and PNG with the same curves, metric and scale', async () => {
    page = await stage.page('#compare?algorithms=wirth,rohl-2&goal=all&from=6&to=9&metric=tests');
    await runs(8);
    const names = await page.locator('.legend li').allInnerTexts();
    const log = await text('SVG', 'the runs');
    expect(log).toMatch(/^(<\?xml[^>]*>\s*)?<svg /);
    for (const word of [...names.map((name) => name.trim()), 'tests against n', 'to all solutions']) expect(log).toContain(word);
    await page.getByLabel('logarithmic').uncheck();
    await expect.poll(hash).toContain('scale=linear');
    expect(await text('SVG', 'the runs')).not.toBe(log);
    await page.getByRole('combobox', { name: 'show' }).selectOption('visits');
    expect(await text('SVG', 'the runs')).toContain('visits against n');
    expect((await stage.downloaded(page, 'PNG', 'the runs')).subarray(1, 4).toString()).toBe('PNG');
  });
});

describe('Compare on rectangles', () => {
  it('shows rectangular boards, and says which algorithms do not support them', async () => {
    page = await stage.page('#compare?size=6&algorithms=backtracking,wirth&from=4&to=5');
    await page.getByRole('article').nth(1).waitFor();
    await page.getByRole('button', { name: 'Rectangle' }).click();
    await page.getByRole('spinbutton', { name: 'Columns' }).fill('9');
    await expect.poll(hash).toContain('size=6x9');
    await page.getByRole('img', { name: /board of 6 rows and 9 columns/ }).first().waitFor();
    await page.getByRole('article').nth(1).getByRole('alert').getByText('unequal sides').waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('boards of n × (n + 3)', { exact: true }).waitFor();
    await runs(2);
    expect(await text('CSV', 'the runs')).toContain('4x7,backtracking,first,1,yes,');
  });
});

describe('Undo in Compare', () => {
  it('takes back algorithms, sizes and goals, by key and by button, and forth again', async () => {
    page = await stage.page('#compare?size=6&algorithms=wirth&from=4&to=5');
    await page.getByRole('article').first().waitFor();
    const names = () => page.getByRole('article').count();
    await page.getByRole('combobox', { name: 'Add an algorithm' }).selectOption('bitmask');
    await expect.poll(names).toBe(2);
    await page.getByRole('combobox', { name: 'Until' }).selectOption('all');
    await expect.poll(hash).toContain('goal=all');
    await page.keyboard.press('Control+z');
    await expect.poll(hash).not.toContain('goal=all');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(names).toBe(1);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(names).toBe(2);
    await page.keyboard.press('Control+y');
    await expect.poll(hash).toContain('goal=all');
    expect(await page.getByRole('button', { name: 'Redo' }).isDisabled()).toBe(true);
  });
});
