// Known totals are shown and plotted against the side of their board, not against their index.

import { describe, expect, it } from 'vitest';
import { grouped } from '../src/lib/format';
import { staged } from './stage';

const stage = staged();

describe('known totals', () => {
  it.each([
    ['A007705', 6, 13, '4524'],
    ['A018807', 3, 6, '3600'],
    ['A000170', 8, 8, '92'],
  ])('of %s have term %i at side %i', async (sequence, index, side, value) => {
    const page = await stage.page('#count');
    const known = page.getByRole('region', { name: 'Known totals' });
    await known.getByRole('combobox', { name: 'Sequence' }).selectOption(sequence);
    await expect.poll(() => known.getByRole('listitem').filter({ hasText: new RegExp(`^${side} ${grouped(value)}$`) }).count()).toBe(1);
    const asked = page.waitForRequest((request) => request.url().endsWith('/draw'));
    const svg = (await stage.downloaded(page, 'SVG', 'the sequence')).toString();
    const { numbers } = (await asked).postDataJSON().picture;
    expect(numbers.x).toBe('side');
    expect(numbers.series[0].points).toContainEqual([side, Number(value)]);
    if (side !== index) expect(numbers.series[0].points).not.toContainEqual([index, Number(value)]);
    expect(svg).toContain('>side<');
    const rows = (await stage.downloaded(page, 'CSV', 'the sequence')).toString().trim().split(/\r?\n/);
    expect(rows).toContain(`${index},${side},${value}`);
  });
});
