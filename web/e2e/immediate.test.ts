// Immediate feedback: sliders, animated moves, coordinates under the mouse, links, and plots drawn at once.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;

const shown = (step: number) => page.locator('.says .number').getByText(`step ${step}`, { exact: true }).waitFor();
const hash = () => page.evaluate(() => decodeURIComponent(location.hash));

describe('Learn', () => {
  it('changes n with a slider, and the trace follows', async () => {
    page = await stage.page('#learn?size=5');
    await page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
    await page.getByRole('slider', { name: 'Side n, by hand' }).fill('9');
    await page.getByRole('img', { name: 'empty board of side 9' }).waitFor();
    await expect.poll(hash).toContain('size=9');
    await expect.poll(() => page.getByRole('spinbutton', { name: 'Side n' }).inputValue()).toBe('9');
  });

  it('names the square under the mouse', async () => {
    page = await stage.page('#learn?size=4');
    const board = page.locator('.stage .board svg');
    await board.waitFor();
    const box = (await board.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.95, box.y + box.height * 0.95);
    await expect.poll(() => page.locator('.board .under').textContent()).toBe('3,3');
    await page.mouse.move(0, 0);
    await expect.poll(() => page.locator('.board .under').count()).toBe(0);
  });

  it('slides a queen that moves, unless reduced motion is set', async () => {
    const animation = () => page.locator('.queen.moved').first().evaluate((it) => getComputedStyle(it).animationName);
    page = await stage.page('#learn?size=8&algorithm=min-conflicts&at=9', { reducedMotion: 'no-preference' });
    await shown(9);
    await page.getByRole('slider', { name: 'Timeline' }).focus();
    for (let i = 0; i < 30 && !(await page.locator('.queen.moved').count()); i += 1) {
      // Steps that follow faster are drawn at once.
      await page.waitForTimeout(150);
      await page.keyboard.press('ArrowRight');
      await shown(10 + i);
    }
    expect(await animation()).toContain('slide');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await animation()).toBe('none');
  });

  it('lets a queen appear, and draws at once what follows too fast to be seen', async () => {
    page = await stage.page('#learn?size=8&goal=all&speed=60', { reducedMotion: 'no-preference' });
    await page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
    const slider = page.getByRole('slider', { name: 'Timeline' });
    const appearing = async () => {
      await slider.press('Home');
      await page.waitForTimeout(150);
      await slider.press('ArrowRight');
      return page.locator('.new > .queen').count();
    };
    await expect.poll(appearing).toBe(1);
    expect(await page.locator('.queen').evaluate((it) => getComputedStyle(it).animationName)).toContain('put');
    // Queens that are drawn at once while it plays.
    await page.evaluate(() => {
      const drawn = Object.assign(window, { drawn: [] as Element[] }).drawn;
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof SVGGElement && node.matches(':not(.new):has(> .queen:not(.moved))')) drawn.push(node);
      }).observe(document.querySelector('.stage .board svg')!, { childList: true, subtree: true });
    });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => page.evaluate(() => (window as unknown as { drawn: Element[] }).drawn.length)).toBeGreaterThan(3);
  });

  it('opens what is shown in other sections', async () => {
    page = await stage.page('#learn?size=6&algorithm=wirth&given=0,1');
    await page.locator('.strip[aria-valuemax]:not([aria-valuemax="0"])').waitFor();
    await page.keyboard.press('End');
    await stage.drawer(page, 'Files');
    const links = page.getByRole('navigation', { name: 'Open in' });
    await expect.poll(() => links.getByRole('link', { name: 'Count' }).getAttribute('href')).toBe('#count?size=6&given=0,1');
    await links.getByRole('link', { name: 'Symmetry' }).click();
    await page.getByText('✓ A solution.').waitFor();
  });
});

describe('every section with a side', () => {
  const SIZES = ['play', 'learn', 'count', 'compare', 'symmetry', 'space', 'solvers'];

  it.each(SIZES)('%s has a slider for it, and opens the board elsewhere', async (section) => {
    page = await stage.page(`#${section}?size=6`);
    const slider = section === 'play' ? page.getByRole('slider', { name: /^Board of/ }) : page.getByRole('slider', { name: 'Side n, by hand' }).first();
    await slider.fill('7');
    await expect.poll(hash).toMatch(new RegExp(`^#${section}\\?(.*&)?size=7(&|$)`));
    if (section === 'learn') await stage.drawer(page, 'Files');
    const links = page.getByRole('navigation', { name: 'Open in' }).getByRole('link');
    await expect.poll(() => links.allInnerTexts()).toEqual(SIZES.filter((one) => one !== section).map((one) => one[0].toUpperCase() + one.slice(1)));
    for (const place of await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!))) expect(place).toMatch(/^#\w+\?(.*&)?size=7(&|$)/);
  });
});

describe('a link', () => {
  it('is copied with all choices, even the latest', async () => {
    page = await stage.page('#learn?size=6&at=9', { permissions: ['clipboard-read', 'clipboard-write'] });
    await shown(9);
    await page.keyboard.press('ArrowRight');
    await shown(10);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#learn\?size=6&algorithm=backtracking&at=10$/);
  });
});

describe('Compare', () => {
  it('opens with a plot already drawn', async () => {
    page = await stage.page('#compare');
    await page.locator('.plot canvas').waitFor();
    await page.getByText('21 runs', { exact: true }).waitFor();
  });
});
