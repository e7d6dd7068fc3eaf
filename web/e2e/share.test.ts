// Sharing: a file that plays a run without a server, a picture, and a closer look at large boards.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { piecePath } from '../src/parts/pieces';
import { staged } from './stage';

const stage = staged();
let page: Page;
const ready = () => page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();

describe('an embedded run', () => {
  it('of other pieces shows them, and pawns', async () => {
    page = await stage.page('#learn?size=4&rule=rook&pawns=1,1&goal=all&at=3');
    await ready();
    await stage.drawer(page, 'Files');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Embed', exact: true }).click();
    const folder = mkdtempSync(join(tmpdir(), 'bezzel-embed-'));
    await (await waiting).saveAs(join(folder, 'rooks.html'));
    const context = await page.context().browser()!.newContext();
    const other = await context.newPage();
    await other.goto(`file://${folder}/rooks.html`);
    await other.getByText('3 of', { exact: false }).waitFor();
    expect(await other.title()).toBe('Classic row-by-row backtracking, 4 rooks, 1 pawn');
    expect(await other.locator('path.queen').first().getAttribute('d')).toBe(piecePath('rook'));
    expect(await other.locator('path.pawn').count()).toBe(1);
    expect(await other.locator('#board').getAttribute('aria-label')).toMatch(/rooks: row 0/);
    await context.close();
    rmSync(folder, { recursive: true });
  });

  it('plays in an iframe from a static file', async () => {
    page = await stage.page('#learn?size=6&algorithm=backtracking&at=4');
    await ready();
    await stage.drawer(page, 'Files');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Embed', exact: true }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe('bezzel-backtracking-6.html');
    const snippet = await page.getByRole('textbox', { name: /Put it beside your page/ }).inputValue();
    const folder = mkdtempSync(join(tmpdir(), 'bezzel-embed-'));
    await file.saveAs(join(folder, file.suggestedFilename()));
    writeFileSync(join(folder, 'index.html'), `<!doctype html><title>x</title>${snippet}`);
    const context = await page.context().browser()!.newContext();
    const other = await context.newPage();
    await other.goto(`file://${folder}/index.html`);
    const frame = other.frameLocator('iframe');
    await frame.getByText('4 of', { exact: false }).waitFor();
    const before = await frame.locator('#says').innerText();
    await frame.getByRole('button', { name: 'Step forward' }).click();
    await expect.poll(() => frame.locator('#says').innerText()).not.toBe(before);
    const slider = frame.getByRole('slider', { name: 'Step' });
    await slider.fill((await slider.getAttribute('max')) ?? '');
    await expect.poll(() => frame.locator('path.queen').count()).toBe(6);
    await expect.poll(() => frame.locator('li.now').count()).toBe(1);
    await frame.getByRole('button', { name: 'Step back' }).click();
    await context.close();
    rmSync(folder, { recursive: true });
  });
});

describe('a live run', () => {
  it('plays in a frame of another page, without the rest of the workstation', async () => {
    page = await stage.page('#learn?size=6&algorithm=backtracking&at=4');
    await ready();
    await stage.drawer(page, 'Files');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Embed', exact: true }).click();
    await waiting;
    const snippet = await page.getByRole('textbox', { name: /Or live/ }).inputValue();
    const folder = mkdtempSync(join(tmpdir(), 'bezzel-embed-'));
    // Whatever the address says, only a run is shown.
    writeFileSync(join(folder, 'index.html'), `<!doctype html><title>x</title>${snippet}<iframe id="other" src="${stage.url}/embed#count"></iframe><iframe id="whole" src="${stage.url}/#learn"></iframe>`);
    const context = await page.context().browser()!.newContext();
    const other = await context.newPage();
    await other.goto(`file://${folder}/index.html`);
    const frame = other.frameLocator('iframe').first();
    await frame.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
    const queens = () => frame.getByRole('img', { name: /board/ }).first().getAttribute('aria-label');
    const before = await queens();
    await frame.getByRole('button', { name: 'To the end' }).click();
    await expect.poll(queens).not.toBe(before);
    for (const id of ['#other', 'iframe >> nth=0']) {
      const framed = other.frameLocator(id);
      await framed.getByRole('button', { name: 'Play', exact: true }).waitFor();
      expect(await framed.getByRole('navigation').count()).toBe(0);
      expect(await framed.getByRole('button', { name: 'Count' }).count()).toBe(0);
    }
    expect(await other.frameLocator('#whole').getByRole('button').count()).toBe(0);
    await context.close();
    rmSync(folder, { recursive: true });
  });
});

describe('a picture', () => {
  it('of the board goes into the clipboard', async () => {
    page = await stage.page('#learn?size=6&at=4', { permissions: ['clipboard-read', 'clipboard-write'] });
    await ready();
    await stage.drawer(page, 'Files');
    await page.getByRole('button', { name: 'Copy picture' }).click();
    await page.getByRole('region', { name: 'Share' }).getByText('Copied', { exact: true }).waitFor();
    const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
    expect(types).toContain('image/png');
  });
});

describe('a large board', () => {
  it('is zoomed by wheel and buttons, and dragged', async () => {
    page = await stage.page('#learn?size=60&algorithm=min-conflicts&at=60');
    await ready();
    const board = page.locator('.stage .board svg').first();
    const box = () => board.getAttribute('viewBox');
    const whole = await box();
    const zoom = page.getByRole('group', { name: 'Zoom of the board' });
    await zoom.getByRole('button', { name: 'Closer' }).click();
    await expect.poll(box).not.toBe(whole);
    const near = await box();
    const { x, y, width, height } = (await board.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.wheel(0, -300);
    await expect.poll(box).not.toBe(near);
    const closer = await box();
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - 60, y + height / 2 - 40, { steps: 4 });
    await page.mouse.up();
    await expect.poll(box).not.toBe(closer);
    for (let i = 0; i < 8; i += 1) {
      const far = zoom.getByRole('button', { name: 'Farther' });
      if (await far.isEnabled()) await far.click();
    }
    await expect.poll(box).toBe(whole);
  });

  it('that is small has no zoom', async () => {
    page = await stage.page('#learn?size=8');
    await ready();
    expect(await page.getByRole('group', { name: 'Zoom of the board' }).count()).toBe(0);
  });
});
