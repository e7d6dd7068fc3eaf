// The tree as a tool: all of it at once, zoom and pan, folding, and the board of a node.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const tree = () => page.getByRole('region', { name: 'Search tree', exact: true });
const camera = () => tree().locator('svg > g').getAttribute('transform');
const drawing = () => tree().locator('svg[role="group"]');

describe('the tree of eight queens', () => {
  it('is drawn in full: 2,057 nodes, 92 solutions', async () => {
    page = await stage.page('#learn?size=8&goal=all');
    await page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Whole tree' }).click();
    await expect.poll(() => drawing().getAttribute('aria-label')).toBe('Tree with 2\u202f057 nodes; 92 solutions');
    await expect.poll(async () => (await tree().locator('path.found').getAttribute('d'))?.match(/M/g)?.length).toBe(92);
    await page.getByRole('button', { name: 'Fold failed' }).click();
    await expect.poll(() => drawing().getAttribute('aria-label')).toMatch(/; 92 solutions$/);
    await tree().getByText('2\u202f057 nodes drawn').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open all' }).click();
    await tree().getByText('2\u202f057 nodes drawn').waitFor();
  });

  it('shows only one branch', async () => {
    page = await stage.page('#learn?size=6&goal=all&at=300');
    await page.locator('g.node.current').waitFor();
    // The branch has nine nodes; the tree has more once all of it is there.
    const count = () => page.locator('g.node').count();
    await expect.poll(count).toBeGreaterThan(9);
    await page.getByRole('button', { name: 'Only this branch' }).click();
    await expect.poll(count).toBeLessThanOrEqual(9);
    await page.locator('g.node.current').waitFor();
  });

  it('shows only the branch of any node, by key and by the right mouse button', async () => {
    page = await stage.page('#learn?size=6&goal=all&at=300');
    await page.locator('g.node.current').waitFor();
    const nodes = () => page.locator('g.node').evaluateAll((all) => all.map((one) => one.getAttribute('data-node')));
    const count = async () => (await nodes()).length;
    await expect.poll(count).toBeGreaterThan(9);
    // A child of the root that the current node does not descend from: the root's other children are folded.
    const root = page.locator('g.node').first();
    const born = Number(await root.getAttribute('data-born'));
    const other = page.locator(`g.node[data-born="${born + 1}"]`);
    const all = await count();
    await other.hover();
    await page.getByText('a: only this branch').waitFor();
    await page.keyboard.press('a');
    await expect.poll(count).toBeLessThan(all);
    const branch = await nodes();
    expect(branch).toContain(await other.getAttribute('data-node'));
    await page.getByRole('button', { name: 'Open all' }).click();
    await expect.poll(count).toBe(all);
    await other.click({ button: 'right' });
    await expect.poll(nodes).toEqual(branch);
    await page.getByRole('button', { name: 'Open all' }).click();
    await expect.poll(count).toBe(all);
    await other.focus();
    await page.keyboard.press('a');
    await expect.poll(nodes).toEqual(branch);
  });
});

describe('the view of the tree', () => {
  it('zooms by wheel and buttons, is dragged, and fits again', async () => {
    page = await stage.page('#learn?size=6&goal=all&at=300');
    await page.locator('g.node').first().waitFor();
    const first = await camera();
    await page.getByRole('button', { name: 'Closer' }).click();
    await expect.poll(camera).not.toBe(first);
    const closer = await camera();
    const box = (await drawing().boundingBox())!;
    await page.mouse.move(box.x + 60, box.y + box.height - 60);
    await page.mouse.wheel(0, -200);
    await expect.poll(camera).not.toBe(closer);
    const before = await camera();
    const step = await page.locator('.strip').getAttribute('aria-valuenow');
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + box.height - 90, { steps: 4 });
    await page.mouse.up();
    await expect.poll(camera).not.toBe(before);
    expect(await page.locator('.strip').getAttribute('aria-valuenow')).toBe(step);
    await page.getByRole('button', { name: 'Fit' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Fit' }).isDisabled()).toBe(true);
    const nodes = (await tree().locator('svg > g').boundingBox())!;
    expect(nodes.width).toBeLessThanOrEqual(box.width + 1);
  });

  it('shows the board of the node under the mouse, and a click goes there', async () => {
    page = await stage.page('#learn?size=4&goal=all&at=82');
    const node = page.locator('g.node.solution').first();
    await node.waitFor();
    const { x, y, width, height } = (await node.locator('circle').boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await tree().getByRole('img', { name: /: solution/ }).waitFor();
    await expect.poll(() => tree().locator('.peek .queen').count()).toBe(4);
    const born = await node.getAttribute('data-born');
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect.poll(() => page.locator('.strip').getAttribute('aria-valuenow')).toBe(born);
  });
});

describe('the density of a tree', () => {
  it('shows more than a million nodes of a long trace, zooms and moves', async () => {
    page = await stage.page('#learn?size=13&algorithm=bitmask&goal=all');
    await expect.poll(() => page.locator('.strip').getAttribute('aria-valuemax')).toBe('1000000');
    await tree().getByRole('button', { name: 'Density' }).click();
    await tree().getByRole('img', { name: /^Search tree: \d{3}.\d{3} nodes; in this part, by depth: / }).waitFor();
    await tree().getByRole('button', { name: 'More steps' }).click();
    const canvas = tree().getByRole('img', { name: /^Search tree: 1.\d{3}.\d{3} nodes; in this part, by depth: / });
    await canvas.waitFor();
    await expect.poll(() => page.locator('.strip').getAttribute('aria-valuemax')).toBe('4000000');
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('long=1');
    await tree().getByRole('button', { name: 'Closer' }).click();
    await expect.poll(() => canvas.getAttribute('data-to')).not.toBe('1');
    const from = await canvas.getAttribute('data-from');
    const box = (await canvas.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => canvas.getAttribute('data-from')).not.toBe(from);
    await tree().getByText(/^depth \d+: \d+ nodes?, \d+ solutions? here$/).waitFor();
    await tree().getByRole('button', { name: 'Fit' }).click();
    await expect.poll(() => canvas.getAttribute('data-to')).toBe('1');
  });

  it('stands beside those of other algorithms, with the difference in size', async () => {
    page = await stage.page('#compare?size=6&goal=all&algorithms=backtracking,dancing-links');
    const trees = page.getByRole('region', { name: 'Trees side by side' });
    await trees.getByText(/^153 nodes; [\d.]+ (times|% more than) the smallest$/).waitFor();
    await trees.getByText(/; the smallest$/).waitFor();
  });
});
