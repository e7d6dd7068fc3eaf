// One stage: board, code and tree in one window at common sizes, and nothing else when presenting.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const PARTS = ['.stage .board svg', '.says', '[aria-label="Playing the trace"]', '.strip', '[aria-label="Pseudocode"]', '[aria-label="Search tree"]'];
const shown = () => page.locator('.says .number').getByText('step 375', { exact: true }).waitFor();
const ADDRESS = '#learn?size=8&goal=all&at=375';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe.each([
  [1440, 900],
  [1280, 720],
  [1024, 768],
])('a window of %i × %i', (width, height) => {
  it.each(['light', 'dark'] as const)('has everything of Learn above the fold, %s', async (colorScheme) => {
    page = await stage.page(ADDRESS, { viewport: { width, height }, colorScheme });
    await shown();
    await page.locator('g.node').first().waitFor();
    for (const part of PARTS) {
      const box = (await page.locator(part).first().boundingBox())!;
      expect(box.y, part).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height, part).toBeLessThanOrEqual(height);
      expect(box.x + box.width, part).toBeLessThanOrEqual(width);
    }

    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height);
    // Side by side, and the board no smaller than a third of the window's height.
    const boxes = await Promise.all(['.stage .board svg', '[aria-label="Pseudocode"]', '[aria-label="Search tree"]'].map(async (part) => (await page.locator(part).first().boundingBox())!));
    expect(boxes[0].x + boxes[0].width).toBeLessThanOrEqual(boxes[1].x);
    expect(boxes[1].x + boxes[1].width).toBeLessThanOrEqual(boxes[2].x);
    expect(boxes[0].height).toBeGreaterThan(height / 3);
    // What a click does while the board is edited is not cut off.
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    for (const tool of ['Queens', 'Walls']) {
      await page.getByRole('button', { name: tool, exact: true }).click();
      expect(await page.locator('.says').evaluate((it) => it.scrollHeight - it.clientHeight), tool).toBeLessThanOrEqual(0);
    }
  });

  it('has the code and the state of every kind of algorithm above the fold, and its form in one line', async () => {
    page = await stage.page('#learn?size=10', { viewport: { width, height } });
    for (const algorithm of ['takefuji', 'ant-colony', 'qs1', 'abramson-yung', 'gunther', 'guldal', 'all-different']) {
      await page.goto(`${stage.url}/#learn?size=10&at=5&algorithm=${algorithm}`);
      await expect.poll(() => page.getByRole('combobox', { name: 'Algorithm' }).inputValue()).toBe(algorithm);
      await page.locator('.says .number').getByText(/step/).waitFor();
      const state = page.getByRole('region', { name: "The algorithm's own state" });
      await state.waitFor();
      const hasTree = (await page.getByRole('region', { name: 'Search tree' }).count()) > 0;
      for (const part of [page.getByRole('region', { name: 'Pseudocode' }), ...(hasTree ? [] : [state])]) expect((await part.boundingBox())!.y, algorithm).toBeLessThan(height / 2);
      expect(await page.evaluate(() => document.documentElement.scrollHeight), algorithm).toBeLessThanOrEqual(height);
      const cut = await page.locator('[aria-label="Counters"] dt').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
      expect(cut, algorithm).toEqual([]);
      const [edit, settings] = await Promise.all(['Edit', 'Settings'].map(async (name) => (await page.getByRole('button', { name, exact: true }).boundingBox())!.y));
      expect(Math.abs(edit - settings), algorithm).toBeLessThan(3);
    }
  });

  it('has the board of Play above the fold', async () => {
    page = await stage.page('#play', { viewport: { width, height } });
    const box = (await page.getByRole('application').boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    expect((await page.getByRole('button', { name: 'Watch' }).boundingBox())!.y).toBeLessThan(height);
  });
});

describe('drawers', () => {
  it('hold settings and files, close by Escape and give the focus back', async () => {
    page = await stage.page(ADDRESS);
    await shown();
    expect(await page.getByRole('group', { name: 'Download what is shown' }).count()).toBe(0);
    await stage.drawer(page, 'Files');
    await page.getByRole('group', { name: 'Download what is shown' }).waitFor();
    await stage.drawer(page, 'Settings');
    expect(await page.getByRole('complementary').count()).toBe(1);
    await page.getByLabel('draw the lines of the last queen').check();
    await expect.poll(() => page.locator('.board path.lines').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Settings' }).evaluate((it) => it === document.activeElement)).toBe(true);
  });
});

describe('presenting', () => {
  it('shows only a large board and the code, and steps by keys', async () => {
    page = await stage.page(ADDRESS, { viewport: { width: 1280, height: 720 } });
    await shown();
    const before = (await page.locator('.stage .board svg').boundingBox())!.width;
    await page.keyboard.press('f');
    await expect.poll(async () => (await page.locator('.stage .board svg').boundingBox())!.width).toBeGreaterThan(1.5 * before);
    await page.getByRole('region', { name: 'Pseudocode' }).waitFor();
    for (const gone of ['header', 'form', '.says', '.strip', 'g.node', '[aria-label="Counters"]']) expect(await page.locator(gone).filter({ visible: true }).count(), gone).toBe(0);
    const line = () => page.locator('li[aria-current="step"]').first().innerText();
    const first = await line();
    await page.keyboard.press('End');
    await expect.poll(line).not.toBe(first);
    await page.keyboard.press('Escape');
    await page.locator('.says').waitFor();
    await page.getByRole('link', { name: 'Play' }).waitFor();
  });

  it('works on a phone, where the code is below the board, and is left without keys', async () => {
    page = await stage.page(ADDRESS, PHONE);
    await shown();
    await page.getByRole('button', { name: 'Present' }).tap();
    const leave = page.getByRole('button', { name: 'Leave the presentation' });
    await leave.waitFor();
    const [board, code] = await Promise.all(['.stage .board svg', '[aria-label="Pseudocode"]'].map(async (part) => (await page.locator(part).first().boundingBox())!));
    expect(board.width).toBeGreaterThan(340);
    expect(code.width).toBeGreaterThan(340);
    expect(code.y).toBeGreaterThanOrEqual(board.y + board.height);
    expect(code.y).toBeLessThan(500);
    expect(await leave.evaluate((it) => getComputedStyle(it).opacity)).toBe('1');
    await leave.tap();
    await page.locator('.says').waitFor();
  });
});

describe('a phone', () => {
  it('keeps board and transport together while the rest scrolls', async () => {
    page = await stage.page(ADDRESS, PHONE);
    await shown();
    await page.locator('[aria-label="Counters"]').scrollIntoViewIfNeeded();
    await page.locator('[aria-label="Steps around here"]').evaluate((it) => it.scrollIntoView({ block: 'end' }));
    for (const part of ['.stage .board svg', 'button[aria-label="Step forward"]']) {
      const box = (await page.locator(part).first().boundingBox())!;
      expect(box.y, part).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height, part).toBeLessThanOrEqual(844);
    }
    await page.evaluate(() => (location.hash = '#lessons?lesson=backtracking'));
    const question = page.getByRole('region', { name: 'Question' });
    await question.waitFor();
    await question.evaluate((it) => it.scrollIntoView({ block: 'end' }));
    const boxes = await Promise.all([page.locator('.kept .board svg').first(), page.getByRole('button', { name: 'Step forward' }), question.getByRole('button').or(question.getByText('Step forward')).first()].map(async (part) => (await part.boundingBox())!));
    for (const [place, box] of boxes.entries()) {
      expect(box.y).toBeGreaterThanOrEqual(place ? boxes[place - 1].y + boxes[place - 1].height : 0);
      expect(box.y + box.height).toBeLessThanOrEqual(844);
    }
  });
});
