// Text has a contrast of 4.5, and lines that carry a meaning one of 3, on everything they are drawn on.

import { readFileSync } from 'node:fs';
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

/** What is drawn on a region: its letter, its border and the queens; then crosses, clashes, frames and hints. */
const ON_REGIONS: [string, number][] = [['ink', 4.5], ['queen', 3], ['ink-2', 3], ['bad', 3], ['accent', 3], ['violet', 3]];
const [region, darkRegion] = css.split(":root[data-theme='dark']").map((part) => ['light', 'colour'].map((name) => Number(new RegExp(`--region-${name}: ([\\d.]+);`).exec(part)![1])));

describe.each([
  ['light', light, region],
  ['dark', dark, darkRegion],
] as const)('in the %s theme', (_, tokens, [regionLight, regionColour]) => {
  it.each(ON_REGIONS)('%s is seen on every region', (ink, least) => {
    for (let hue = 0; hue < 360; hue += 5) expect(ratio(luminance(tokens[ink]), luminanceOf(regionLight, regionColour, hue)), `hue ${hue}`).toBeGreaterThanOrEqual(least);
  });
  const pairs = (list: [string, string[]][]) => list.flatMap(([ink, papers]) => papers.map((paper): [string, string] => [ink, paper]));
  it.each(pairs(TEXT))('text in %s on %s can be read', (ink, paper) => {
    expect(contrast(tokens[ink], tokens[paper])).toBeGreaterThanOrEqual(4.5);
  });
  it.each(pairs(GRAPHICS))('a line in %s on %s can be seen', (ink, paper) => {
    expect(contrast(tokens[ink], tokens[paper])).toBeGreaterThanOrEqual(3);
  });
});
