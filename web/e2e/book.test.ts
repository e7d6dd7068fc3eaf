// The book inside the workstation, and one box that searches it, the algorithms and the papers.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { algorithmPage, enginePage, methodPage, paperPage } from '../src/lib/book';
import { staged } from './stage';

const stage = staged();
let page: Page;

describe('the book', () => {
  it('is a click away, and leads back to what it is about', async () => {
    page = await stage.page('#learn?algorithm=magic-square&size=7');
    await page.getByRole('link', { name: 'In the book' }).first().click();
    await page.getByRole('heading', { level: 1, name: /magic square/i }).waitFor();
    expect(page.url()).toBe(`${stage.url}/book/algorithms/magic-square.html`);
    await expect.poll(() => page.evaluate(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0))).toBe(true);
    await page.getByRole('link', { name: 'Step it' }).click();
    await expect.poll(() => page.url()).toContain('#learn?');
    await page.locator('.strip').waitFor();
    await page.getByRole('link', { name: 'Book', exact: true }).click();
    await expect.poll(() => page.url()).toBe(`${stage.url}/book/index.html`);
  });

  it.each(['#papers', '#space?size=5', '#solvers', '#count', '#symmetry', '#compare'])('is linked from %s', async (hash) => {
    page = await stage.page(hash);
    const link = page.getByRole('link', { name: /^(In the book|models and exports)/ }).first();
    await link.waitFor();
    const answer = await page.request.get(`${stage.url}${await link.getAttribute('href')}`);
    expect(answer.status()).toBe(200);
  });
});

describe('the pages of the book', () => {
  it('are there for algorithms, papers, methods and engines', async () => {
    page = await stage.page('#papers');
    const { algorithms } = (await (await page.request.get(`${stage.url}/api/v1/algorithms`)).json()) as { algorithms: { id: string }[] };
    const { papers } = (await (await page.request.get(`${stage.url}/api/v1/papers`)).json()) as { papers: { id: string }[] };
    expect(algorithms.length).toBeGreaterThan(40);
    expect(papers.length).toBeGreaterThan(4);
    // The tests of the book check that no page is missing; here some are opened, since each takes a moment to make.
    const places = [...algorithms.filter((_, place) => place % 9 === 0).map(({ id }) => algorithmPage(id)), ...papers.slice(0, 2).map(({ id }) => paperPage(id)), ...['auto', 'colour', 'enumerate'].map(enginePage), ...['models', 'solvers'].map(methodPage)];
    for (const place of places) expect((await page.request.get(stage.url + place)).status(), place).toBe(200);
  });
});

describe('search', () => {
  it('opens with /, finds algorithms, papers and pages, and goes there by keys', async () => {
    page = await stage.page('#play');
    await page.getByRole('heading', { name: /Place 8 queens/ }).waitFor();
    await page.keyboard.press('/');
    const box = page.getByRole('combobox', { name: /^Search/ });
    await box.fill('wirth');
    const found = page.getByRole('dialog').getByRole('option');
    await expect.poll(() => found.count()).toBeGreaterThan(1);
    await expect.poll(() => found.allInnerTexts()).toEqual(expect.arrayContaining([expect.stringMatching(/Algorithm/), expect.stringMatching(/Book/)]));
    expect(await found.first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await found.nth(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('algorithm=wirth');
    await page.getByRole('heading', { name: /Wirth/ }).first().waitFor();
    await page.keyboard.press('/');
    await box.fill('erbas');
    await expect.poll(() => found.allInnerTexts()).toEqual(expect.arrayContaining([expect.stringMatching(/Paper/)]));
  });

  it('says when nothing is found, and closes with Escape', async () => {
    page = await stage.page('#learn');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: /^Search/ }).fill('xyzzy');
    await page.getByText('Nothing has all of these words').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' });
  });
});
