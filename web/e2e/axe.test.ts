// Accessibility: axe finds nothing in any section, at any size, light or dark, before and after it was used.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { SECTIONS } from '../src/lib/url';
import { staged } from './stage';

const stage = staged({ sharePage: true });
let page: Page;

interface Fault {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SIZES = [[1440, 900, 'light'], [1280, 720, 'dark'], [1024, 768, 'light'], [390, 844, 'light'], [390, 844, 'dark']] as const;
/** Both themes and both kinds of screen, for views that differ only in their contents. */
const FEWER = [[1280, 720, 'dark'], [390, 844, 'light']] as const;

async function examine(name: string, sizes: readonly (readonly [number, number, 'light' | 'dark'])[]): Promise<void> {
  await stage.settle(page);
  for (const [width, height, colorScheme] of sizes) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Fault[] }> } };
      return (await axe.run({ resultTypes: ['violations'] })).violations;
    });
    const told = found.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join(' | ')}`);
    expect(told, `${name} ${width} ${colorScheme}`).toEqual([]);
  }
}

/** The page of all tests: axe takes twice as long in one that has just read it. */
let shared: Promise<Page> | undefined;

async function prepared(): Promise<Page> {
  const one = await stage.page('', { reducedMotion: 'reduce' });
  await one.evaluate(source);
  return one;
}

/** Opens a place by way of another section: what is left there is as in a new page, but for steps to take back. */
async function open(place: string): Promise<void> {
  page = await (shared ??= prepared());
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const next of ['lessons', place]) {
    await page.goto(`${stage.url}/#${next}`);
    await page.locator(`nav a[href="#${next.split('?')[0]}"][aria-current="page"]`).waitFor();
    await stage.settle(page);
  }
}

describe('axe finds no fault', () => {
  it.each(SECTIONS)('in %s, at every size, light and dark', async (section) => {
    await open(section);
    await examine(section, SIZES);
  });

  const WIDE = ['bitmask', 'guldal', 'nilsson'].map((algorithm) => `learn?size=16&algorithm=${algorithm}&at=60`);
  const PUZZLES = ['play?size=5&rule=touching&regions=AABBB/AABBC/AACCC/AADDC/AEEDC&level=medium&queens=1,1+2,2&auto=1', 'play?size=6&given=0,1+1,3&level=hard'];
  it.each([...PUZZLES, ...WIDE])('in %s', async (place) => {
    await open(place);
    await examine(place, FEWER);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const USED: [string, string, () => Promise<void>][] = [
    ['Play after a hint', 'play?queens=0,0+1,1', async () => {
      await button('Hint').click();
      await page.getByText('one of them must go').waitFor();
    }],
    ['Learn with its settings open', 'learn?algorithm=qs1', async () => {
      await stage.drawer(page, 'Settings');
      await page.getByRole('spinbutton', { name: 'seed' }).fill('-1');
      await page.getByRole('alert').waitFor();
    }],
    ['Learn with its files open', 'learn?at=3', async () => {
      await stage.drawer(page, 'Files');
      await button('Ask at step 3').click();
      await page.getByText('step 3: Which square').waitFor();
    }],
    ['Learn while it is edited and predicted', 'learn?predict=1&code=C', async () => {
      await button('Edit').click();
      await page.getByText('Click to add or remove a given queen').waitFor();
    }],
    ['Learn presented', 'learn?at=3', async () => {
      await page.keyboard.press('f');
      await page.locator('.says').waitFor({ state: 'detached' });
    }],
    ['the density of a tree', 'learn?size=6&goal=all&at=99', async () => {
      await button('Density').click();
      await page.getByRole('img', { name: /Search tree: \d/ }).waitFor();
    }],
    ['a lesson after a wrong answer', 'lessons?lesson=problem', async () => {
      await page.getByRole('button', { name: 'two', exact: true }).click();
      await page.getByText('✗ No').waitFor();
    }],
    ['Compare with settings and trees', 'compare?size=5&algorithms=topor,bitmask&from=4&to=5', async () => {
      await page.getByRole('button', { name: /^Settings of/ }).click();
      await page.getByRole('group', { name: /^Settings of/ }).waitFor();
    }],
    ['Count after a count', 'count?size=6', async () => {
      await button('Count').click();
      await page.getByRole('article').locator('.total').getByText('4', { exact: true }).waitFor();
      await page.getByRole('textbox', { name: 'Board' }).fill('x');
      await page.getByRole('alert').waitFor();
    }],
    ['Learn with an algorithm that does not know the piece', 'learn?size=5&rule=rook&algorithm=bitmask', async () => {
      await stage.drawer(page, 'Settings');
      await page.getByRole('alert').getByText(/does not work on rooks/).waitFor();
    }],
    ['Learn with kings and pawns', 'learn?size=5&rule=king&pieces=5&pawns=2,2&at=5', async () => {
      await page.locator('.kept .pawn').waitFor();
    }],
    ['Compare with an algorithm that does not know the piece', 'compare?size=5&rule=rook&algorithms=backtracking,bitmask&from=4&to=5', async () => {
      await page.getByRole('alert').getByText(/does not work on rooks/).waitFor();
    }],
    ['Symmetry on the torus', 'symmetry?size=5&torus=1&queens=0,0+1,2+2,4', async () => {
      await page.getByRole('heading', { name: 'The 200 images' }).waitFor();
    }],
    ['Symmetry with regions', 'symmetry?size=4&queens=0,1+1,3&regions=AABB/AABB/CCDD/CCDD&rule=touching', async () => {
      await page.locator('.area').first().waitFor();
    }],
    ['a board in space', 'space?kind=board&size=4&pairs=1', async () => {
      await page.getByText('4 queens in 3 dimensions').waitFor();
    }],
    ['Solvers after a run', 'solvers?size=6', async () => {
      await button('Solve').click();
      await page.getByRole('region', { name: /[Ss]olve/ }).locator('.board').first().waitFor();
    }],
    ['the help', 'play', async () => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    }],
    ['the search', 'play', async () => {
      await page.keyboard.press('/');
      await page.getByRole('dialog').getByRole('combobox').fill('wirth');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    }],
  ];
  it.each(USED)('in %s', async (name, place, use) => {
    await open(place);
    await stage.settle(page);
    await use();
    await examine(name, FEWER);
  });
});
