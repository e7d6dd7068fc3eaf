// Nothing moves while texts come and go: hints, messages of fields, and what fills when it arrives.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { staged } from './stage';

const stage = staged();
let page: Page;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Where the buttons of a part stand on the page. */
const places = (part: string) =>
  page.locator(part).getByRole('button').evaluateAll((all) => all.map((one) => `${one.textContent} ${Math.round(one.getBoundingClientRect().top + scrollY)}`));

describe.each([['a window', {}], ['a phone', PHONE]])('in %s', (_, options) => {
  it('the buttons of Play stay where they are, however long the hint is', async () => {
    page = await stage.page('#play?size=12&queens=10,10+11,11', options);
    await page.getByText('Two queens attack each other.').waitFor();
    const before = await places('main');
    await page.keyboard.press('h');
    await page.getByText(/The queens at row 10, column 10 and row 11, column 11 attack each other along a diagonal: one of them must go/).waitFor();
    expect(await places('main')).toEqual(before);
  });

  it('the controls of Compare stay where they are, whatever is shown, run, stepped or wrong', async () => {
    page = await stage.page('#compare?size=6&from=4&to=6', options);
    await page.getByText('9 runs').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    await page.locator('main article .board').first().waitFor();
    await stage.settle(page);
    const controls = () =>
      // The trees below the boards are as many and as deep as the searches.
      page.locator('main form, main section[aria-label="Work against n"], main .controls').locator('button, select, input').or(page.locator('main article')).evaluateAll((all) => all.map((one) => `${one.getAttribute('aria-label') ?? one.textContent?.slice(0, 20)} ${Math.round(one.getBoundingClientRect().top + scrollY)}`));
    const before = await controls();
    // A slider whose range has changed is replaced, also between the two calls that find and measure it.
    const stay = (what: string) => expect.poll(controls, { message: what }).toEqual(before);
    for (const metric of ['tests', 'seconds', 'restarts', 'visits']) {
      await page.getByRole('combobox', { name: 'show' }).selectOption(metric);
      await stay(metric);
    }
    await page.getByRole('checkbox', { name: 'logarithmic' }).click();
    await stay('linear');
    await page.getByRole('spinbutton', { name: 'seeds' }).fill('5');
    await stay('seeds');
    await page.getByRole('combobox', { name: 'Edges' }).selectOption('torus');
    await page.getByText('boards of n × n on the torus').waitFor();
    await stage.settle(page);
    await stay('torus');
    await page.getByRole('combobox', { name: 'Piece' }).selectOption('king');
    await page.getByRole('alert').getByText(/does not work on kings/).first().waitFor();
    await stay('refused');
    await page.getByRole('combobox', { name: 'Piece' }).selectOption('queen');
    await page.getByRole('combobox', { name: 'Edges' }).selectOption('plane');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await stage.settle(page);
    await page.getByRole('slider', { name: 'Step', exact: true }).press('End');
    await page.getByText(/^Done\./).first().waitFor();
    await stay('at the end');
    await page.getByRole('spinbutton', { name: 'to', exact: true }).fill('2');
    await page.getByRole('alert').first().waitFor();
    await stay('wrong');
  });

  it('a message of a field covers no control, and moves none', async () => {
    page = await stage.page('#count?size=8', options);
    await page.getByRole('form').getByRole('status').getByText(/./).waitFor();
    const before = await places('main form');
    for (const [field, typed, right] of [['Board', '8x8x8', '8'], ['Given', '0,99', ''], ['Blocked', 'x', ''], ['Regions', 'AB', '']]) {
      await page.getByRole('textbox', { name: new RegExp(`^${field}`) }).fill(typed);
      const message = page.getByRole('alert');
      await message.waitFor();
      const covered = await message.evaluate((it) => {
        const box = it.getBoundingClientRect();
        const controls = [...document.querySelectorAll('main a, main button, main input, main select')];
        const hit = controls.filter((one) => {
          const other = one.getBoundingClientRect();
          return other.width > 0 && other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top;
        });
        return [...hit.map((one) => one.outerHTML), ...(box.right > innerWidth ? ['past the edge'] : [])];
      });
      expect(covered, `${field}: ${await message.innerText()}`).toEqual([]);
      expect(await places('main form')).toEqual(before);
      await page.getByRole('textbox', { name: new RegExp(`^${field}`) }).fill(right);
      await message.waitFor({ state: 'detached' });
    }
  });
});

describe('while it fills', () => {
  it.each([['#learn?size=8&at=20'], ['#symmetry'], ['#solvers']])('%s moves no part', async (place) => {
    page = await stage.page('#play', {}, true);
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { sources: { node: Node | null }[] }[]) {
          for (const { node } of entry.sources) {
            // Numbers and the head of the timeline change with the step.
            if (node instanceof Element && !node.matches('.head, .number')) moved.push(node.outerHTML.slice(0, 120));
          }
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // Slow enough that each answer is drawn before the next one arrives.
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.continue();
    });
    await page.goto(`${stage.url}/${place}`);
    await page.reload();
    if (place.startsWith('#learn')) await page.locator('g.node.current').waitFor();
    if (place.startsWith('#symmetry')) await page.getByText('12 fundamental').first().waitFor();
    if (place.startsWith('#solvers')) await page.getByRole('button', { name: 'Solve', exact: true }).waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  });
});
