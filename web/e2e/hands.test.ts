// User input: click, choose, type, undo, go back.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const ready = () => page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
const at = async () => Number(await page.locator('.strip').getAttribute('aria-valuenow'));
const hash = () => page.evaluate(() => decodeURIComponent(location.hash));
const algorithm = () => page.getByRole('combobox', { name: 'Algorithm' });

/** The middle of a square of the large board. */
async function square(row: number, column: number, n: number): Promise<{ x: number; y: number }> {
  const box = (await page.locator('.stage .board svg').first().boundingBox())!;
  const view = (await page.locator('.stage .board svg').first().getAttribute('viewBox'))!.split(' ').map(Number);
  const scale = box.width / view[2];
  expect(n).toBeGreaterThan(Math.max(row, column));
  return { x: box.x + (column + 0.5 - view[0]) * scale, y: box.y + (row + 0.5 - view[1]) * scale };
}

describe('the tree', () => {
  it('is not folded by the first click of a double click, which goes to the node', async () => {
    page = await stage.page('#learn?size=4&goal=all&at=60');
    await page.locator('.says .number').getByText('step 60', { exact: true }).waitFor();
    const node = page.locator('g.node').nth(3);
    await node.waitFor();
    const before = await page.locator('g.node').count();
    const born = Number(await node.getAttribute('data-born'));
    await node.locator('circle').dblclick();
    await expect.poll(at).toBe(born);
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('g.node').count()).toBeGreaterThanOrEqual(before);
  });

  it('is folded by the sign below a node and by the key o', async () => {
    page = await stage.page('#learn?size=4&goal=all&at=60');
    const root = page.locator('g.node').first();
    await root.waitFor();
    await expect.poll(() => page.locator('g.node').count()).toBeGreaterThan(5);
    await root.hover();
    await page.locator('.fold').first().click();
    await expect.poll(() => page.locator('g.node').count()).toBe(1);
    await page.getByText('1 node drawn').waitFor();
    await root.focus();
    await page.keyboard.press('o');
    await expect.poll(() => page.locator('g.node').count()).toBeGreaterThan(5);
  });
});

describe('keys', () => {
  it('step after an algorithm was chosen with the mouse, and change nothing else', async () => {
    page = await stage.page('#learn?size=5');
    await ready();
    await algorithm().click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toBe(1);
    await algorithm().selectOption('wirth');
    await expect.poll(hash).toContain('algorithm=wirth');
    await ready();
    await expect.poll(at).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toBe(2);
    expect(await algorithm().inputValue()).toBe('wirth');
  });

  it('change no choice after a list was opened with the mouse and closed, and belong to the page again', async () => {
    page = await stage.page('#learn?size=5');
    await ready();
    const before = await algorithm().inputValue();
    for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End', 'w', 'PageDown']) {
      await algorithm().click();
      await page.keyboard.press('Escape');
      await page.keyboard.press(key);
      expect(await algorithm().inputValue(), key).toBe(before);
    }
    // End went to the last step, the other way round than Home.
    await algorithm().click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await expect.poll(at).toBe(0);
    await algorithm().click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    await expect.poll(at).toBeGreaterThan(5);
  });

  it('step after a number was changed, a node of the tree was clicked and the density was dragged', async () => {
    page = await stage.page('#learn?size=5&goal=all');
    await ready();
    const side = page.getByRole('spinbutton', { name: 'Side n' });
    const { width, height } = (await side.boundingBox())!;
    // The upper of the two small arrows in the field.
    await side.hover();
    await side.click({ position: { x: width - 14, y: height / 2 - 5 } });
    await expect.poll(hash).toContain('size=6');
    await ready();
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toBe(1);
    await side.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await expect.poll(hash).toContain('size=5');
    await expect.poll(at).toBe(0);
    await ready();
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toBe(1);
    // Typed and not confirmed: the next key shows that the number is finished.
    await side.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('6');
    await expect.poll(hash).toContain('size=6');
    await ready();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toBe(2);
    expect(await side.inputValue()).toBe('6');
    // A number out of range keeps the keys until it is corrected.
    await side.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('0');
    await page.keyboard.press('ArrowRight');
    expect(await side.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await at()).toBe(2);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('5');
    await expect.poll(hash).toContain('size=5');
    await expect.poll(at).toBe(0);
    await ready();
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toBe(1);
    const node = page.locator('g.node').nth(1);
    await node.click();
    const there = Number(await node.getAttribute('data-born'));
    await expect.poll(at).toBe(there);
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toBe(there + 1);
    await page.getByRole('button', { name: 'Density' }).click();
    const canvas = page.getByRole('img', { name: /Search tree: \d/ });
    await canvas.click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toBe(there + 2);
    // Reached by Tab or focused otherwise, the picture keeps the arrows.
    await canvas.focus();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => Number(await canvas.getAttribute('data-from'))).toBeGreaterThan(0.17);
    expect(await at()).toBe(there + 2);
  });

  it('play and step after a box, a button and a slider were used with the mouse', async () => {
    page = await stage.page('#learn?size=6&speed=60');
    await ready();
    await page.getByRole('checkbox', { name: 'predict' }).click();
    await page.getByRole('checkbox', { name: 'predict' }).click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toBe(1);
    await page.getByRole('slider', { name: 'Speed' }).click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(at).toBe(2);
    await page.getByRole('button', { name: 'Step forward' }).click();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await expect.poll(at).toBeGreaterThan(4);
    expect(await page.getByRole('checkbox', { name: 'predict' }).isChecked()).toBe(false);
  });

  it('belong to Play, Compare and Lessons too after a control was used with the mouse', async () => {
    page = await stage.page('#play?queens=0,0+1,1');
    await page.getByRole('combobox', { name: 'Algorithm' }).selectOption('bitmask');
    await page.getByRole('slider', { name: /^Board of/ }).click();
    await page.getByRole('checkbox', { name: 'mark attacked squares' }).click();
    await page.keyboard.press('h');
    await page.getByText('one of them must go').waitFor();
    expect(await page.getByRole('combobox', { name: 'Algorithm' }).inputValue()).toBe('bitmask');
    await page.evaluate(() => (location.hash = '#compare?size=5&algorithms=bitmask&from=4&to=4'));
    const step = page.getByRole('slider', { name: 'Step', exact: true });
    await page.getByRole('article').first().locator('.board').first().waitFor();
    await page.getByRole('combobox', { name: 'Until' }).selectOption('all');
    await expect.poll(hash).toContain('goal=all');
    await page.getByRole('checkbox', { name: 'logarithmic' }).click();
    // A key that comes while the traces are opened is lost.
    await expect.poll(async () => (await page.keyboard.press('ArrowRight'), Number(await step.inputValue()))).toBeGreaterThan(0);
    await page.evaluate(() => (location.hash = '#lessons?lesson=symmetry'));
    await page.getByRole('button', { name: 'Python', exact: true }).click();
    await page.getByRole('slider', { name: 'Speed' }).click();
    await expect.poll(async () => (await page.keyboard.press('ArrowRight'), page.locator('.says .number').innerText())).toMatch(/^step/);
  });

  it('stay with a control that was reached by Tab', async () => {
    page = await stage.page('#learn?size=5');
    await ready();
    await algorithm().focus();
    const before = await algorithm().inputValue();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => algorithm().inputValue()).not.toBe(before);
    expect(await at()).toBe(0);
  });
});

describe('numbers out of range', () => {
  it('are rejected at the field, with the range', async () => {
    page = await stage.page('#learn?size=6&algorithm=qs1');
    await page.getByRole('spinbutton', { name: 'Side n' }).fill('900');
    await page.getByRole('alert').getByText('1 to 200').waitFor();
    await stage.drawer(page, 'Settings');
    await page.getByRole('spinbutton', { name: 'restarts' }).fill('-1');
    await expect.poll(() => page.getByRole('alert').count()).toBe(2);
    await page.getByRole('spinbutton', { name: 'Side n' }).fill('7');
    await expect.poll(hash).toContain('size=7&');
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
  });

  it('are rejected where they are typed in every section', async () => {
    page = await stage.page('#count?size=8');
    const board = page.getByRole('textbox', { name: 'Board' });
    const count = page.getByRole('button', { name: 'Count', exact: true });
    for (const [typed, told] of [['99', 'the side: 1 to 28'], ['9x4', 'columns: 9 to 1000'], ['8', '']]) {
      await board.fill(typed);
      if (told) await page.getByRole('alert').getByText(told).waitFor();
      else await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      await expect.poll(() => count.isDisabled()).toBe(Boolean(told));
    }
    await page.getByRole('textbox', { name: 'Given' }).fill('3,8');
    await page.getByRole('alert').getByText('column 8: 0 to 7').waitFor();
    await page.evaluate(() => (location.hash = '#compare?algorithms=bitmask&from=4&to=6'));
    await page.getByText('3 runs', { exact: true }).waitFor();
    await page.getByRole('spinbutton', { name: 'n from' }).fill('9');
    await page.getByRole('alert').getByText('9 to 100').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('spinbutton', { name: /^to/ }).fill('10');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    for (const [section, range] of [['symmetry', '1 to 24'], ['space', '1 to 16'], ['solvers', '1 to 200']]) {
      await page.evaluate((name) => (location.hash = `#${name}?size=6`), section);
      const side = page.getByRole('main').getByRole('spinbutton', { name: 'Side n' }).first();
      await expect.poll(() => side.inputValue(), { message: section }).toBe('6');
      await side.fill('9999');
      await page.getByRole('alert').getByText(range, { exact: true }).waitFor();
      expect(await hash(), section).toContain('size=6');
    }
  });
});

describe('editing', () => {
  it('rejects a given queen that another attacks, with the reason, and adds no wall', async () => {
    page = await stage.page('#learn?size=6');
    await ready();
    await page.getByRole('button', { name: 'Edit' }).click();
    for (const [row, column] of [[0, 1], [2, 3]]) {
      const { x, y } = await square(row, column, 6);
      await page.mouse.click(x, y);
    }
    await page.getByText('the given queen at row 0, column 1 attacks this square along the diagonal').waitFor();
    await expect.poll(hash).toContain('given=0,1');
    expect(await hash()).not.toContain('blocked');
    await page.getByRole('button', { name: 'Walls' }).click();
    const { x, y } = await square(2, 3, 6);
    await page.mouse.click(x, y);
    await expect.poll(hash).toContain('blocked=2,3');
  });

  it('is undone and done again, by keys and by buttons', async () => {
    page = await stage.page('#learn?size=6');
    await ready();
    await page.getByRole('button', { name: 'Edit' }).click();
    for (const [row, column] of [[0, 1], [1, 3]]) {
      const { x, y } = await square(row, column, 6);
      await page.mouse.click(x, y);
    }
    await expect.poll(hash).toContain('given=0,1+1,3');
    await page.keyboard.press('Control+z');
    await expect.poll(hash).toMatch(/given=0,1(&|$)/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(hash).not.toContain('given');
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(hash).toContain('given=0,1+1,3');
  });

  it('of a placement in Symmetry is undone too', async () => {
    page = await stage.page('#symmetry?size=8');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('0 of 8 queens').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('✓ A solution.').waitFor();
    await page.keyboard.press('Control+y');
    await page.getByText('0 of 8 queens').waitFor();
  });
});

describe('Back', () => {
  it('undoes a change of algorithm', async () => {
    page = await stage.page('#learn?size=5&algorithm=wirth&at=7');
    await page.locator('.says .number').getByText('step 7', { exact: true }).waitFor();
    await algorithm().selectOption('bitmask');
    await expect.poll(hash).toContain('algorithm=bitmask');
    await page.goBack();
    await expect.poll(() => algorithm().inputValue()).toBe('wirth');
    await page.locator('.says .number').getByText('step 7', { exact: true }).waitFor();
    await page.goForward();
    await expect.poll(() => algorithm().inputValue()).toBe('bitmask');
  });
});
