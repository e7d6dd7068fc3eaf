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

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
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

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('in the %s theme', (_, tokens) => {
  const pairs = (list: [string, string[]][]) => list.flatMap(([ink, papers]) => papers.map((paper): [string, string] => [ink, paper]));
  it.each(pairs(TEXT))('text in %s on %s can be read', (ink, paper) => {
    expect(contrast(tokens[ink], tokens[paper])).toBeGreaterThanOrEqual(4.5);
  });
  it.each(pairs(GRAPHICS))('a line in %s on %s can be seen', (ink, paper) => {
    expect(contrast(tokens[ink], tokens[paper])).toBeGreaterThanOrEqual(3);
  });
});
