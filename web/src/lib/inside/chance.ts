// Las Vegas at a moment: what each random row could choose from. QS: queens on each diagonal.

import type { Sketch } from '../problem';
import { has } from '../problem';
import { threats } from '../threats';
import type { Square } from '../documents';

export interface Draw {
  row: number;
  /** Squares of the row that no queen above attacks. */
  available: number[];
  /** The column drawn; null in the row whose turn it is. */
  column: number | null;
}

/** How many rows are filled at random: all, or those above the crossover. */
export function randomRows(algorithm: string, rows: number, crossover: number): number {
  if (algorithm === 'las-vegas') return rows;
  if (crossover > 0) return Math.min(rows, crossover - 1);
  // ⌊2 log₂ n⌋ rows are left to backtracking.
  let left = 0;
  while (2 ** (left + 1) <= rows * rows) left += 1;
  return Math.max(0, rows - left);
}

/** The draws of the rows filled at random so far, and what the next such row can choose from. */
export function draws(queens: Square[], sketch: Sketch, rows: number): Draw[] {
  const found: Draw[] = [];
  const above = threats({ ...sketch });
  for (let row = 0; row < rows; row += 1) {
    const last = queens.find((queen) => queen[0] === row - 1);
    if (row > 0 && !last) break;
    if (last) above.add(last);
    const here = sketch.given.find((queen) => queen[0] === row);
    const available = Array.from({ length: sketch.columns }, (_, column) => column).filter((column) => {
      const square: Square = [row, column];
      return !has(sketch.blocked, square) && (!here || here[1] === column) && !above.on(square);
    });
    found.push({ row, available, column: queens.find((queen) => queen[0] === row)?.[1] ?? null });
  }
  return found;
}

/** One in how many runs draws the same columns. */
export function oneIn(found: Draw[]): bigint {
  return found.filter((draw) => draw.column !== null).reduce((product, draw) => product * BigInt(Math.max(1, draw.available.length)), 1n);
}

export interface Diagonals {
  /** Queens for each row − column, from 1 − columns on. */
  falling: number[];
  /** Queens for each row + column. */
  rising: number[];
  /** Pairs of queens on a diagonal. */
  pairs: number;
  /** Queens beyond the first of each diagonal. */
  surplus: number;
}

export function diagonals(queens: Square[], { rows, columns, torus }: Sketch): Diagonals {
  const lines = torus ? columns : rows + columns - 1;
  const [falling, rising] = [new Array<number>(lines).fill(0), new Array<number>(lines).fill(0)];
  for (const [row, column] of queens) {
    falling[torus ? (row - column + columns) % columns : row - column + columns - 1] += 1;
    rising[torus ? (row + column) % columns : row + column] += 1;
  }
  const all = [...falling, ...rising];
  const pairs = all.reduce((sum, on) => sum + (on * (on - 1)) / 2, 0);
  const surplus = all.reduce((sum, on) => sum + Math.max(0, on - 1), 0);
  return { falling, rising, pairs, surplus };
}
