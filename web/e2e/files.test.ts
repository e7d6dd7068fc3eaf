// Everything that is shown can be downloaded as a file.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

/** Whether the bytes match the name of the format. */
const IS: Record<string, (bytes: Buffer) => boolean> = {
  SVG: (bytes) => /^(<\?xml[^>]*>\s*)?<svg [^>]*xmlns=/.test(bytes.toString('utf8')) && bytes.toString('utf8').trimEnd().endsWith('</svg>'),
  PNG: (bytes) => bytes.subarray(1, 4).toString() === 'PNG',
  GIF: (bytes) => bytes.subarray(0, 6).toString() === 'GIF89a',
  CSV: (bytes) => bytes.toString('utf8').trimEnd().split('\n').length > 1,
  JSON: (bytes) => typeof JSON.parse(bytes.toString('utf8')) === 'object',
};

async function offers(of: string, ...formats: string[]): Promise<Map<string, Buffer>> {
  const group = page.getByRole('group', { name: `Download ${of}`, exact: true });
  await group.waitFor();
  const files = new Map<string, Buffer>();
  for (const format of formats) {
    const bytes = await stage.downloaded(page, format, `${of}$`);
    expect(IS[format](bytes), `${format} of ${of}: ${bytes.subarray(0, 80)}`).toBe(true);
    files.set(format, bytes);
  }
  return files;
}

describe('files', () => {
  it('of Learn are the board, the steps and the tree', async () => {
    page = await stage.page('#learn?size=5x6&at=9&gif=8-10');
    await page.locator('.says .number').getByText('step 9', { exact: true }).waitFor();
    await page.locator('g.node').first().waitFor();
    await stage.drawer(page, 'Files');
    await offers('what is shown', 'SVG', 'PNG', 'GIF', 'JSON');
    await page.keyboard.press('Escape');
    await page.getByText('Legend and files').click();
    await offers('the tree', 'SVG', 'PNG', 'JSON');
  });

  it('of Compare are the boards on one sheet, and the runs', async () => {
    page = await stage.page('#compare?size=5&algorithms=topor,topor:order=centre,qs1&from=5&to=6&at=3');
    await page.getByText('6 runs', { exact: true }).waitFor();
    const sheet = (await offers('the boards', 'SVG', 'PNG', 'CSV', 'JSON')).get('SVG')!.toString('utf8');
    expect(sheet.match(/<svg/g)).toHaveLength(4);
    expect(sheet).toMatch(/order( |<.*?>)centre<\/tspan>/);
    expect(sheet).not.toContain('var(--');
    await offers('the runs', 'SVG', 'PNG', 'CSV', 'JSON');
  });

  it('of Count are the jobs, the units of one and the known totals', async () => {
    page = await stage.page('#count?size=9');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByText('352', { exact: true }).first().waitFor();
    await page.getByRole('img', { name: /units done/ }).waitFor();
    await offers('the jobs', 'CSV', 'JSON');
    await offers('the map of units', 'SVG', 'PNG', 'CSV', 'JSON');
    await offers('the sequence', 'SVG', 'PNG', 'CSV', 'JSON');
  });

  it('of Symmetry are the placement, its images and the list', async () => {
    page = await stage.page('#symmetry?size=6');
    await page.getByRole('button', { name: /^Choose / }).first().click();
    await offers('the placement', 'SVG', 'PNG', 'CSV', 'JSON');
    const sheet = (await offers('the eight images', 'SVG', 'PNG', 'CSV', 'JSON')).get('SVG')!.toString('utf8');
    expect(sheet.match(/<svg/g)).toHaveLength(9);
    expect(sheet).toContain('R2, turn by 180°');
    await offers('the list', 'SVG', 'PNG', 'CSV', 'JSON');
  });

  it('of Space are the stack, its floors and its level table', async () => {
    page = await stage.page('#space?size=5');
    await page.getByRole('heading', { name: 'Stack of side 5' }).waitFor();
    await offers('what is shown', 'SVG', 'PNG', 'CSV', 'JSON');
    await offers('the level table', 'SVG', 'PNG', 'CSV', 'JSON');
    const sheet = (await offers('the floors', 'SVG', 'PNG', 'CSV', 'JSON')).get('SVG')!.toString('utf8');
    expect(sheet).toContain('floor 0');
    expect(sheet).toContain('floor 4');
    expect(sheet).not.toContain('floor 5');
  });

  it('of Papers are the table and the figures', async () => {
    page = await stage.page('#papers?item=erbas/table3');
    await page.getByRole('columnheader', { name: 'Printed' }).waitFor();
    await offers('the table', 'CSV', 'JSON');
    await page.evaluate(() => (location.hash = '#papers?item=erbas/fig1'));
    await page.getByRole('group', { name: /^Download (?!the table)/ }).first().waitFor();
    for (const format of ['SVG', 'PNG']) expect(IS[format](await stage.downloaded(page, format, '(?!the table)')), format).toBe(true);
  });

  it('of Solvers are what is exported and what was answered', async () => {
    page = await stage.page('#solvers?size=6&format=cnf&answer=1,3,5,0,2,4');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('✓ A solution.').waitFor();
    await offers('the checked placement', 'SVG', 'PNG', 'CSV', 'JSON');
  });
});
