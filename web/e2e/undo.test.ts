// Undo and redo in every section where something is chosen.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const hash = () => page.evaluate(() => decodeURIComponent(location.hash));
const undo = () => page.keyboard.press('Control+z');
const redo = () => page.keyboard.press('Control+y');
const open = (place: string) => page.evaluate((to) => (location.hash = to), place);

describe('undo', () => {
  it('takes back the settings of Learn, one change at a time, and leaves the step', async () => {
    page = await stage.page('#learn?size=6&algorithm=qs1&at=2');
    await page.locator('.says .number').getByText('step 2', { exact: true }).waitFor();
    await stage.drawer(page, 'Settings');
    await page.getByRole('spinbutton', { name: 'seed' }).fill('41');
    await page.getByRole('checkbox', { name: 'hatch threatened squares' }).click();
    await expect.poll(hash).toMatch(/set\.seed=41.*threatened=0/);
    await page.getByRole('combobox', { name: 'Edges' }).selectOption('torus');
    await expect.poll(hash).toContain('torus=1');
    await undo();
    await expect.poll(hash).not.toContain('torus');
    await undo();
    await expect.poll(hash).not.toContain('threatened');
    expect(await hash()).toContain('set.seed=41');
    await undo();
    await expect.poll(hash).not.toContain('seed');
    for (let i = 0; i < 3; i += 1) await redo();
    await expect.poll(hash).toMatch(/torus=1.*set\.seed=41.*threatened=0/);
    await page.getByRole('combobox', { name: 'Algorithm' }).selectOption('wirth');
    await page.getByRole('combobox', { name: 'Until' }).selectOption('all');
    await expect.poll(hash).toContain('goal=all');
    await undo();
    await undo();
    await expect.poll(hash).toMatch(/algorithm=qs1(?!.*goal)/);
  });

  it('takes back a drag of the slider as one change', async () => {
    page = await stage.page('#learn?size=6');
    const slider = page.getByRole('slider', { name: 'Side n, by hand' });
    const box = (await slider.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 6 });
    await page.mouse.up();
    await expect.poll(hash).toContain('size=20');
    await undo();
    await expect.poll(hash).toContain('size=6');
    await redo();
    await expect.poll(hash).toContain('size=20');
  });

  it('takes back what is shown in Space', async () => {
    page = await stage.page('#space?size=5');
    await page.getByRole('spinbutton', { name: 'Side n' }).fill('7');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Show' }).selectOption('board');
    await page.getByRole('combobox', { name: 'Rule' }).selectOption('two-axis');
    await page.getByRole('checkbox', { name: 'attacking pairs' }).click();
    await expect.poll(hash).toMatch(/kind=board&size=7.*rule=two-axis.*pairs=1/);
    await undo();
    await expect.poll(hash).not.toContain('pairs');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(hash).not.toContain('rule');
    await undo();
    await expect.poll(hash).toContain('kind=stack&size=7');
    await undo();
    await expect.poll(hash).toContain('kind=stack&size=5');
    for (let i = 0; i < 4; i += 1) await redo();
    await expect.poll(hash).toMatch(/kind=board&size=7.*rule=two-axis.*pairs=1/);
  });

  it('takes back regions, wherever they are typed', async () => {
    page = await stage.page('#count?size=4');
    for (const place of ['#count?size=4', '#symmetry?size=4&queens=0,1', '#solvers?size=4', '#compare?size=4&algorithms=bitmask&from=4&to=4']) {
      await open(place);
      const section = place.slice(1, place.indexOf('?'));
      await expect.poll(hash).toContain(`#${section}`);
      const regions = page.getByRole('textbox', { name: 'Regions' });
      await regions.click();
      await page.keyboard.insertText('AABB/AABB/CCDD/CCDD');
      await page.getByRole('button', { name: 'No touching' }).click();
      await expect.poll(hash, { message: section }).toMatch(/rule=touching.*regions=AABB|regions=AABB.*rule=touching/);
      await undo();
      await expect.poll(hash, { message: section }).not.toContain('touching');
      expect(await hash(), section).toContain('regions=AABB/AABB/CCDD/CCDD');
      await undo();
      await expect.poll(hash, { message: section }).not.toContain('regions');
      expect(await regions.inputValue(), section).toBe('');
      await redo();
      await expect.poll(hash, { message: section }).toContain('regions=AABB/AABB/CCDD/CCDD');
    }
  });

  it('works in a section that was left and opened again', async () => {
    page = await stage.page('#solvers?size=8');
    await page.getByRole('combobox', { name: 'Edges' }).selectOption('torus');
    await expect.poll(hash).toContain('torus=1');
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Count' }).click();
    await page.getByRole('form', { name: 'New counting job' }).waitFor();
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Solvers' }).click();
    await page.getByRole('form', { name: 'The problem' }).waitFor();
    await undo();
    await expect.poll(hash).not.toContain('torus');
  });
});
