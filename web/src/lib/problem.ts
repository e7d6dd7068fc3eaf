// The problem as edited on the page and as written in the address.

import { regionOf } from './regions';
import { onBoard, writeSize, type Shape } from './shape';
import type { Problem, Square } from './documents';

export interface Sketch extends Shape {
  given: Square[];
  blocked: Square[];
}

export const same = (a: Square, b: Square) => a[0] === b[0] && a[1] === b[1];
export const has = (list: Square[], square: Square) => list.some((other) => same(other, square));

export function toProblem(sketch: Sketch): Problem {
  const problem: Problem = { version: 1, size: writeSize(sketch) };
  if (sketch.torus) problem.topology = 'torus';
  if (sketch.given.length) problem.given = sketch.given;
  if (sketch.blocked.length) problem.blocked = sketch.blocked;
  if (sketch.touching) problem.rule = 'touching';
  if (sketch.regions?.length) problem.regions = sketch.regions.join('/');
  return problem;
}

/** `0,3 2,5`, the command line's way of writing squares. */
export function writeSquares(squares: Square[]): string {
  return squares.map(([row, column]) => `${row},${column}`).join(' ');
}

/** Squares on the board; unreadable text is left out. */
export function readSquares(text: string | null, shape: Shape): Square[] {
  const squares: Square[] = [];
  for (const [, row, column] of (text ?? '').matchAll(/(\d+),(\d+)/g)) {
    const square: Square = [Number(row), Number(column)];
    if (onBoard(square, shape) && !has(squares, square)) squares.push(square);
  }
  return squares;
}

export type Attack = 'row' | 'column' | 'diagonal' | 'corner' | 'region';

/** What both squares share, or null: the rule of the board. */
export function attack(a: Square, b: Square, { rows: n, torus, regions, touching }: Shape): Attack | null {
  if (same(a, b)) return null;
  if (a[0] === b[0]) return 'row';
  if (a[1] === b[1]) return 'column';
  const [down, across] = [a[0] - b[0], a[1] - b[1]];
  const meet = (x: number) => (torus ? x % n === 0 : x === 0);
  if (touching && Math.abs(down) === 1 && Math.abs(across) === 1) return 'corner';
  if (!touching && (meet(down - across) || meet(down + across))) return 'diagonal';
  const region = regionOf(regions, a);
  return region !== null && region === regionOf(regions, b) ? 'region' : null;
}

/** How two queens clash, in words that follow "the queens at … and …", or null. */
export function clash(a: Square, b: Square, shape: Shape): string | null {
  const by = attack(a, b, shape);
  if (!by) return null;
  if (by === 'corner') return 'touch each other';
  return by === 'region' ? `share region ${regionOf(shape.regions, a)}` : `attack each other along a ${by}`;
}

/** What a click on a square does in the editor. */
export const TOOLS = ['queen', 'wall'] as const;
export type Tool = (typeof TOOLS)[number];

/** The sketch after a click on a square, or why it is rejected: a second click removes what the
 * first added. */
export function edit(sketch: Sketch, square: Square, tool: Tool): Sketch | string {
  const without = (list: Square[]) => list.filter((other) => !same(other, square));
  const [given, blocked] = [without(sketch.given), without(sketch.blocked)];
  if (tool === 'wall') {
    return { ...sketch, given, blocked: has(sketch.blocked, square) ? blocked : [...blocked, square] };
  }
  if (has(sketch.given, square)) return { ...sketch, given, blocked };
  const attacker = given.find((queen) => attack(queen, square, sketch));
  if (!attacker) return { ...sketch, given: [...given, square], blocked };
  const by = attack(attacker, square, sketch);
  const how = by === 'corner' ? 'touches this square' : by === 'region' ? 'is in the same region' : `attacks this square along the ${by}`;
  return `No queen here: the given queen at row ${attacker[0]}, column ${attacker[1]} ${how}.`;
}

/** The same sketch on a board of another size: squares outside it are dropped, and so are the regions, which fit only their own board. */
export function reshape(sketch: Sketch, { rows, columns, torus }: Shape): Sketch {
  const inside = (list: Square[]) => list.filter((square) => onBoard(square, { rows, columns, torus }));
  const { regions, touching } = sketch;
  const rules = rows === sketch.rows && columns === sketch.columns ? { regions, touching } : {};
  return { rows, columns, torus, ...rules, given: inside(sketch.given), blocked: inside(sketch.blocked) };
}
