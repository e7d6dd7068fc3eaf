// The problem as the page edits it and as its address writes it.

import type { Problem, Square } from './types';

export interface Sketch {
  n: number;
  torus: boolean;
  given: Square[];
  blocked: Square[];
}

export const same = (a: Square, b: Square) => a[0] === b[0] && a[1] === b[1];
export const has = (list: Square[], square: Square) => list.some((other) => same(other, square));

export function toProblem(sketch: Sketch): Problem {
  const problem: Problem = { version: 1, size: String(sketch.n) };
  if (sketch.torus) problem.topology = 'torus';
  if (sketch.given.length) problem.given = sketch.given;
  if (sketch.blocked.length) problem.blocked = sketch.blocked;
  return problem;
}

/** `0,3 2,5`, the command line's way of writing squares. */
export function writeSquares(squares: Square[]): string {
  return squares.map(([row, column]) => `${row},${column}`).join(' ');
}

/** Squares on the board; what cannot be read is left out. */
export function readSquares(text: string | null, n: number): Square[] {
  const squares: Square[] = [];
  for (const [, row, column] of (text ?? '').matchAll(/(\d+),(\d+)/g)) {
    const square: Square = [Number(row), Number(column)];
    if (square[0] < n && square[1] < n && !has(squares, square)) squares.push(square);
  }
  return squares;
}

/** The line on which both stand, or null: the queen's rule on plane or torus. */
export function attack(a: Square, b: Square, n: number, torus: boolean): 'row' | 'column' | 'diagonal' | null {
  if (same(a, b)) return null;
  if (a[0] === b[0]) return 'row';
  if (a[1] === b[1]) return 'column';
  const [rows, columns] = [a[0] - b[0], a[1] - b[1]];
  const meet = (x: number) => (torus ? x % n === 0 : x === 0);
  return meet(rows - columns) || meet(rows + columns) ? 'diagonal' : null;
}

/** A square's next state in the editor: empty, given, blocked, empty. A given queen that another
 * given queen attacks is skipped: no problem may have it. */
export function cycle(sketch: Sketch, square: Square): Sketch {
  const without = (list: Square[]) => list.filter((other) => !same(other, square));
  const given = without(sketch.given);
  const blocked = without(sketch.blocked);
  if (has(sketch.given, square)) return { ...sketch, given, blocked: [...blocked, square] };
  if (has(sketch.blocked, square)) return { ...sketch, given, blocked };
  const free = !given.some((queen) => attack(queen, square, sketch.n, sketch.torus));
  return free
    ? { ...sketch, given: [...given, square], blocked }
    : { ...sketch, given, blocked: [...blocked, square] };
}

/** The same sketch on a board of another side: squares that fall off are dropped. */
export function resize(sketch: Sketch, n: number): Sketch {
  const inside = (list: Square[]) => list.filter(([row, column]) => row < n && column < n);
  return { ...sketch, n, given: inside(sketch.given), blocked: inside(sketch.blocked) };
}
