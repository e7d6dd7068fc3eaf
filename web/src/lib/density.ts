// A tree of any size as a picture: how many nodes are where, part by part.

import type { TreeDensity } from './documents';

/** The part of the tree that is looked at, as shares of its leaves. */
export interface Span {
  from: number;
  to: number;
}

export const WHOLE: Span = { from: 0, to: 1 };

/** The narrowest part: closer than this, single nodes can be drawn as such. */
const NARROWEST = 1e-6;

/** Closer or farther by a factor, with a point (a share of the part) kept in place. */
export function zoomedSpan({ from, to }: Span, factor: number, at: number): Span {
  const width = Math.min(1, Math.max(NARROWEST, (to - from) / factor));
  return clamped(from + at * (to - from) - at * width, width);
}

/** Moved sideways by a share of the part. */
export function pannedSpan({ from, to }: Span, by: number): Span {
  return clamped(from + by * (to - from), to - from);
}

function clamped(from: number, width: number): Span {
  const start = Math.max(0, Math.min(1 - width, from));
  return { from: start, to: Math.min(1, start + width) };
}

/** The share of ink in the palest cell: a contrast of 3 with the paper. */
export const PALEST = 0.5;

/** How dark a cell is, from 0 to 1: by the logarithm, since cells differ by factors. */
export function shade(nodes: number, most: number): number {
  return nodes ? PALEST + ((1 - PALEST) * Math.log1p(nodes)) / Math.log1p(Math.max(1, most)) : 0;
}

export const mostIn = (density: TreeDensity): number => density.cells.reduce((most, row) => row.reduce((a, b) => Math.max(a, b), most), 1);

/** How much larger a tree is than the smallest one, in words. */
export function difference(nodes: number, smallest: number): string {
  const times = nodes / smallest;
  if (times >= 2) return `${times.toFixed(times < 10 ? 1 : 0)} times the smallest`;
  return `${Math.round(100 * (times - 1)) || 'less than 1'} % more than the smallest`;
}
