// A trace that a limit has cut says so where one looks.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const status = () => page.getByRole('status').filter({ hasText: 'cut' }).or(page.getByRole('status').filter({ hasText: 'Cut' }));

describe('a trace that was cut', () => {
  it.each(['size=6&algorithm=brute-force', 'size=50&algorithm=backtracking', 'size=200&algorithm=backtracking'])('of %s never reads as no solution', async (asked) => {
    page = await stage.page(`#learn?${asked}`);
    await page.getByText('Cut after 1\u202f000\u202f000 steps').waitFor();
    await page.getByRole('button', { name: 'Next solution' }).click();
    await status().getByText('where the trace was cut; the search goes on').waitFor();
    expect(await page.getByText('No next solution').count()).toBe(0);
  });
});
