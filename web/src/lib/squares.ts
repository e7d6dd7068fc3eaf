// How often squares are used, made ready to be drawn.

import { counted, grouped } from './format';
import type { SquaresAnswer, SquaresRequest } from './documents';

/** Sides that can be chosen, and the largest whose solutions are all counted here; for larger boards solutions come from random walks. */
export const SQUARES = { least: 4, counted: 16, most: 200 } as const;

/** Solutions taken from walks: beyond that the picture hardly changes. */
const DRAWN = 100;

export function squaresRequest(n: number): SquaresRequest {
  const problem = { version: 1, size: String(n) };
  return n > SQUARES.counted ? { problem, approximate: true, number: DRAWN } : { problem };
}

/** What was looked at, in words that follow "Over". */
export function lookedAt({ looked_at, seed, walks }: SquaresAnswer): string {
  if (seed === null || seed === undefined) return `all ${counted(looked_at, 'solution')}`;
  return `${grouped(looked_at)} random solutions from ${walks ? 'random walks, approximately uniform' : 'a sample, all equally likely'}, seed ${seed}`;
}

/** Shares of the largest number, row by row. */
export function asWeights(numbers: number[][]): number[] {
  const most = numbers.flat().reduce((a, b) => Math.max(a, b), 0) || 1;
  return numbers.flat().map((number) => number / most);
}

/** A curve through values from 0 to 1 in a box, at the places of a line from -1 to 1. */
export const curvePath = (places: number[], values: number[], width: number, height: number): string =>
  values.map((value, at) => `${at ? 'L' : 'M'}${(((places[at] + 1) / 2) * width).toFixed(1)} ${((1 - value) * height).toFixed(1)}`).join('');
