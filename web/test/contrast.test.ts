// Text has a contrast of 4.5, and lines that carry a meaning one of 3, on everything they are drawn on.

import { readFileSync } from 'node:fs';
import { PALEST, shade } from '../src/lib/density';
import { INKS } from '../src/lib/marks';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../src/styles/tokens.css', import.meta.url), 'utf8');
const [light, dark] = css.split(":root[data-theme='dark']").map((part) => Object.fromEntries([...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour])));

/** Relative luminance as the accessibility guidelines define it. */
function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const ratio = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
const contrast = (a: string, b: string) => ratio(luminance(a), luminance(b));

/** Relative luminance of a colour of the space that regions are coloured in (Ottosson 2020). */
function luminanceOf(light: number, chroma: number, hue: number): number {
  const [a, b] = [Math.cos((hue * Math.PI) / 180) * chroma, Math.sin((hue * Math.PI) / 180) * chroma];
  const [l, m, s] = [light + 0.3963377774 * a + 0.2158037573 * b, light - 0.1055613458 * a - 0.0638541728 * b, light - 0.0894841775 * a - 1.291485548 * b].map((part) => part ** 3);
  const [red, green, blue] = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A colour of which a share lies on another. */
const blended = (ink: string, paper: string, share: number) =>
  `#${[1, 3, 5].map((at) => Math.round(share * parseInt(ink.slice(at, at + 2), 16) + (1 - share) * parseInt(paper.slice(at, at + 2), 16)).toString(16).padStart(2, '0')).join('')}`;

/** What each file draws on. */
const DRAWINGS: Record<string, string[]> = {
  'parts/BoardDrawing': ['square-light', 'square-dark'],
  'parts/Board': ['square-light', 'square-dark'],
  'play/Play': ['square-light', 'square-dark'],
  'learn/CoverMatrix': ['sheet'],
};
/** Washes that only underline an opaque mark, which is drawn with them. */
const WASHES: Record<string, string> = { deadline: 'deadmark', line: 'axis', ghost: 'removed', shut: 'wall' };

interface Rule {
  file: string;
  name: string;
  ink: string;
  share: number;
}
/** The rules of a file that draw in a colour, with the share of it. */
function rulesOf(file: string): Rule[] {
  const source = readFileSync(new URL(`../src/${file}.svelte`, import.meta.url), 'utf8');
  const style = source.slice(source.indexOf('<style>'));
  return [...style.matchAll(/\n {2}([^{}@]+) \{([^{}]*)\}/g)].flatMap(([, selectors, body]) => {
    const ink = /(?:fill|stroke): var\(--([\w-]+)\)/.exec(body)?.[1];
    // An outline in full colour shows a shape whose inside is paler.
    const share = Number(/(?<!fill-)opacity: ([\d.]+)/.exec(body)?.[1] ?? 1);
    return selectors.split(',').map((selector) => ({ file, name: selector.trim().slice(1), ink: ink ?? '', share }));
  });
}
const rules = Object.keys(DRAWINGS).flatMap(rulesOf);
const translucent = rules.filter(({ ink, share }) => ink && share > 0 && share < 1);

const TEXT: [string, string[]][] = [
  ['ink', ['paper', 'sheet', 'sunken', 'accent-soft']],
  ['ink-2', ['paper', 'sheet', 'sunken', 'bad-soft', 'warn-soft']],
  ['ink-3', ['paper', 'sheet']],
  ['accent', ['paper', 'sheet']],
  ['accent-ink', ['accent']],
  ['good', ['paper', 'sheet', 'good-soft']],
  ['bad', ['paper', 'sheet', 'bad-soft']],
  ['warn', ['paper', 'sheet', 'warn-soft']],
];
const GRAPHICS: [string, string[]][] = [
  ['rule-strong', ['paper', 'sheet', 'sunken']],
  ['hatch', ['square-light', 'square-dark']],
  ['queen', ['square-light', 'square-dark']],
  ['accent', ['square-light', 'square-dark', 'accent-soft']],
  ['bad', ['square-light', 'square-dark']],
  ['good', ['square-light', 'square-dark']],
  ['violet', ['square-light', 'square-dark', 'sheet']],
];

/** What is drawn on a weight, the inside of a square that is larger or smaller: numbers, queens, attacks, frames and arrows. */
const ON_WEIGHTS: [string, number][] = [['ink', 4.5], ['queen', 3], ['bad', 3], ['accent', 3], ['violet', 3]];
const drawing = readFileSync(new URL('../src/parts/BoardDrawing.svelte', import.meta.url), 'utf8');
const [weight, largeWeight] = ['.weights', '.weights.large'].map((name) => Number(/fill-opacity: ([\d.]+)/.exec(drawing.split(`  ${name} {`)[1])![1]));

/** What is drawn on a region: its letter, its border and the queens; then crosses, clashes, frames and hints. */
const ON_REGIONS: [string, number][] = [['ink', 4.5], ['queen', 3], ['ink-2', 3], ['bad', 3], ['accent', 3], ['violet', 3]];
const [region, darkRegion] = css.split(":root[data-theme='dark']").map((part) => ['light', 'colour'].map((name) => Number(new RegExp(`--region-${name}: ([\\d.]+);`).exec(part)![1])));

describe.each([
  ['light', light, region],
  ['dark', dark, darkRegion],
] as const)('in the %s theme', (theme, tokens, [regionLight, regionColour]) => {
  it.each(ON_REGIONS)('%s is seen on every region', (ink, least) => {
    for (let hue = 0; hue < 360; hue += 5) expect(ratio(luminance(tokens[ink]), luminanceOf(regionLight, regionColour, hue)), `hue ${hue}`).toBeGreaterThanOrEqual(least);
  });
  it.each(ON_WEIGHTS)('%s is seen on every weight', (ink, least) => {
    for (const paper of ['square-light', 'square-dark']) expect(contrast(tokens[ink], blended(tokens.violet, tokens[paper], weight)), paper).toBeGreaterThanOrEqual(least);
  });
  it('weights of a large board are seen without an outline, and queens on them', () => {
    for (const paper of ['square-light', 'square-dark']) {
      const mark = blended(tokens.violet, tokens[paper], largeWeight);
      for (const other of ['queen', paper]) expect(contrast(mark, tokens[other]), `${paper} ${other}`).toBeGreaterThanOrEqual(3);
    }
  });
  const pairs = (list: [string, string[]][]) => list.flatMap(([ink, papers]) => papers.map((paper): [string, string] => [ink, paper]));
  it.each(pairs(TEXT))('text in %s on %s can be read', (ink, paper) => {
    expect(contrast(tokens[ink], tokens[paper])).toBeGreaterThanOrEqual(4.5);
  });
  it.each(translucent.filter(({ file, name }) => !(name in WASHES && rules.some((other) => other.file === file && other.name === WASHES[name] && other.share === 1))))('$name of $file can be seen though it is translucent', ({ file, ink, share }) => {
    for (const paper of DRAWINGS[file]) expect(contrast(blended(tokens[ink], tokens[paper], share), tokens[paper]), paper).toBeGreaterThanOrEqual(3);
  });
  it('the palest cell of a density can be seen', () => {
    expect(shade(1, 1e6)).toBeGreaterThanOrEqual(PALEST);
    expect(contrast(blended(tokens.ink, tokens.sheet, PALEST), tokens.sheet)).toBeGreaterThanOrEqual(3);
  });
  it('every curve can be seen', () => {
    for (const pair of INKS) expect(contrast(pair[theme === 'light' ? 0 : 1], tokens.sheet), pair.join()).toBeGreaterThanOrEqual(3);
  });
  it('queens of a board that is dimmed as a whole can be seen', () => {
    for (const paper of ['square-light', 'square-dark']) expect(contrast(blended(tokens.queen, tokens.sheet, 0.6), blended(tokens[paper], tokens.sheet, 0.6)), paper).toBeGreaterThanOrEqual(3);
  });
  it.each(pairs(GRAPHICS))('a line in %s on %s can be seen', (ink, paper) => {
    expect(contrast(tokens[ink], tokens[paper])).toBeGreaterThanOrEqual(3);
  });
});
