// The main task of every section but Learn.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const downloaded = async (name: string, of = '') => (await stage.downloaded(page, name, of)).toString('utf8');

describe('Compare', () => {
  it('steps algorithms together', async () => {
    page = await stage.page('#compare?size=5&algorithms=backtracking,bitmask');
    const panes = page.getByRole('article');
    for (const pane of [0, 1]) await panes.nth(pane).getByText('/').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await panes.nth(0).getByText('reject').waitFor();
    await expect.poll(() => panes.nth(1).innerText()).toContain('place');
    await page.keyboard.press('End');
    for (const pane of [0, 1]) await expect.poll(() => panes.nth(pane).innerText()).toContain('Done.');
  });

  it('runs them over n, as a plot, a table and a CSV file', async () => {
    // It opens with its plot.
    page = await stage.page('#compare?algorithms=wirth,rohl-2&goal=all&from=8&to=9&metric=tests');
    await page.getByText('4 runs', { exact: true }).waitFor();
    const table = page.getByRole('region', { name: 'Table of the runs' });
    for (const printed of ['15\u202f720', '72\u202f378', '5\u202f508', '24\u202f011']) await expect.poll(() => table.innerText()).toContain(printed);
    await expect.poll(() => page.locator('.plot canvas').count()).toBe(1);
    expect(await downloaded('CSV', 'the runs')).toContain('8,wirth,all,92,yes,');
    await page.reload();
    await page.getByText('4 runs', { exact: true }).waitFor();
  });

  it('can be stopped', async () => {
    page = await stage.page('#compare?algorithms=brute-force&goal=all&from=9&to=12&seconds=20');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Run' }).waitFor();
  });
});

describe('Count', () => {
  it('counts, and says where the total comes from', async () => {
    page = await stage.page('#count?size=12');
    await page.getByRole('button', { name: 'Count' }).click();
    const card = page.getByRole('article', { name: '12 queens' });
    await card.getByText('14\u202f200', { exact: true }).waitFor();
    await expect.poll(() => card.innerText()).toMatch(/computed now .* cpu /);
    await page.getByRole('img', { name: /units done/ }).waitFor();
    expect(await downloaded('CSV', 'the jobs')).toContain('12 queens');
  });

  it('counts on a graphics card, or says what that lacks', async () => {
    page = await stage.page('#count?size=10&device=gpu');
    await expect.poll(() => page.getByLabel('Device').inputValue()).toBe('gpu');
    await page.getByRole('button', { name: 'Count' }).click();
    const counted = page.getByRole('article', { name: '10 queens' }).getByText(/ gpu /);
    await counted.or(page.getByRole('alert').getByText(/driver|card/)).first().waitFor();
  });

  it('pauses, resumes and deletes a job while an algorithm is stepped', async () => {
    // Minutes of work, so that it cannot end before it is paused or deleted.
    page = await stage.page('#count?size=20&engine=enumerate');
    await page.getByRole('button', { name: 'Count' }).click();
    const card = page.getByRole('article', { name: '20 queens' });
    await card.getByRole('button', { name: 'Pause' }).click();
    await card.getByText(/paused at/).waitFor();
    await card.getByRole('button', { name: 'Resume' }).click();
    await card.getByRole('button', { name: 'Pause' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${stage.url}/#learn?size=6`);
    await other.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
    await other.keyboard.press('ArrowRight');
    await expect.poll(() => other.locator('.says .text').innerText()).toBe('place (0, 0)');
    await other.close();
    await card.getByRole('button', { name: 'Delete' }).click();
    await card.getByRole('button', { name: 'Really delete?' }).click();
    await card.waitFor({ state: 'detached' });
  });
});

describe('Count, with a server that is killed', () => {
  it('resumes counting by itself', async () => {
    // Several seconds of work: long enough to be killed in the middle. Counting has the lowest priority,
    // so on a busy machine it may take minutes.
    page = await stage.page('#count?size=19');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    const card = page.getByRole('article', { name: '19 queens' });
    await card.getByRole('button', { name: 'Pause' }).waitFor();
    await stage.killServer();
    await page.getByText('The server does not answer').waitFor();
    await stage.startServer();
    await card.getByText('4\u202f968\u202f057\u202f848', { exact: true }).waitFor({ timeout: 900_000 });
    await expect.poll(() => page.getByText('The server does not answer').count()).toBe(0);
  }, 1_000_000);
});

describe('Symmetry', () => {
  it('shows the survey\u2019s figure 1 with its images and the fundamental list', async () => {
    page = await stage.page('#symmetry');
    await page.getByText('R2 (turn by 180°), R4 (identity)').waitFor();
    await page.getByText('12 fundamental, 92 in their orbits').waitFor();
    await page.getByRole('button', { name: /^Choose 0,4,7,5,2,6,1,3/ }).click();
    await page.getByText('8 different images').waitFor();
    expect(await downloaded('CSV')).toContain('R4,"0,4,7,5,2,6,1,3"');
    await expect.poll(() => page.url()).toContain('queens=0,0+1,4');
  });
});

describe('Space', () => {
  it('shows a stack, floor by floor, and its level table', async () => {
    page = await stage.page('#space?size=5');
    await page.getByRole('heading', { name: 'Stack of side 5' }).waitFor();
    await page.getByText('50 under queen moves in space').waitFor();
    await page.getByText('Loading the view in space…').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'row 0, column 2: floor 2' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: /^Floor/ }).inputValue()).toBe('2');
    const view = page.getByRole('application');
    const drawn = await view.screenshot();
    await view.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await view.screenshot()).equals(drawn)).toBe(false);
  });

  it('shows a board of three dimensions', async () => {
    page = await stage.page('#space?kind=board&size=4&dimension=3');
    await page.getByRole('heading', { name: '4 queens in 3 dimensions' }).waitFor();
    await page.getByText('0 under queen moves in space').waitFor();
    await page.getByText('Queens by coordinates').waitFor();
  });
});

describe('Papers', () => {
  it('computes a table beside the printed one', async () => {
    page = await stage.page('#papers?item=erbas/table3');
    await page.getByRole('columnheader', { name: 'Printed' }).waitFor();
    await expect.poll(() => page.getByText('agrees').count()).toBeGreaterThan(3);
    expect(await downloaded('CSV')).toContain('agrees');
  });
});

describe('Solvers', () => {
  it('exports with a preview, checks and decodes', async () => {
    page = await stage.page('#solvers?size=6&format=cnf');
    await page.getByText(/p cnf \d+/).waitFor();
    await page.getByRole('textbox', { name: 'The placement' }).fill('1,3,5,0,2,4');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('✓ A solution.').waitFor();
    await page.getByRole('textbox', { name: 'The placement' }).fill('0,1,2,3,4,5');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('✗ Not a solution.').waitFor();
    expect(await page.getByText('The definition accepts').count()).toBe(0);
    await page.getByRole('textbox', { name: 'The solver\'s output' }).fill('nonsense');
    await page.getByRole('button', { name: 'Decode' }).click();
    await page.getByRole('alert').waitFor();
  });

  it('says what a definition accepts', async () => {
    page = await stage.page('#solvers?size=4&format=cnf');
    await page.getByRole('combobox', { name: 'Definition' }).selectOption('csp');
    await page.getByRole('checkbox', { name: 'as printed' }).check();
    await page.getByRole('textbox', { name: 'The placement' }).fill('1,3,0,2');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('The definition accepts 0 of the 1820 sets of 4 squares.').waitFor();
  });

  it('solves with a solver and verifies the answer', async () => {
    const { backends } = (await (await fetch(`${stage.url}/api/v1/catalogue`)).json()) as { backends: { available: boolean }[] };
    page = await stage.page('#solvers?size=8');
    if (!backends.some((backend) => backend.available)) {
      await page.getByText('This program has no built-in solver').waitFor();
      return;
    }
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByText('✓ Verified solution.').waitFor();
  });
});
