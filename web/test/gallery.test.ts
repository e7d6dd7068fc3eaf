// Every section of the page is in the gallery, with a picture that exists.

import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SECTIONS } from '../src/lib/url';

const made = readFileSync(new URL('../gallery.mjs', import.meta.url), 'utf8');
const shown = readFileSync(new URL('../../docs/gallery.md', import.meta.url), 'utf8');

it('shows every picture that is taken', () => {
  const names = [...made.matchAll(/^ {2}\['([\w-]+)', '#/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(SECTIONS.length);
  for (const name of names) expect(shown, name).toContain(`gallery/${name}.png`);
});

it('has a puzzle', () => {
  expect(made).toMatch(/\['puzzle', '#play\?[^']*regions=/);
});

it.each(SECTIONS)('%s is in the gallery', (section) => {
  const names = [...made.matchAll(/\['([\w-]+)', '#(\w+)/g)].filter(([, , place]) => place === section).map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  const drawn = names.filter((name) => shown.includes(`gallery/${name}.png`));
  expect(drawn.length, `pictures of ${section} in docs/gallery.md`).toBeGreaterThan(0);
  for (const name of drawn) expect(existsSync(new URL(`../../docs/gallery/${name}.png`, import.meta.url)), name).toBe(true);
});
