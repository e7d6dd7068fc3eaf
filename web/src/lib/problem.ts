// The problem as edited on the page and as written in the address.

import { wayTo, type Way } from './moves';
import { regionOf } from './regions';
import { onBoard, writeSize, type Shape } from './shape';
import { isUsual, pieceWord, resized } from './variants';
import type { Problem, Square } from './documents';

export interface Sketch extends Shape {
  given: Square[];
  blocked: Square[];
}

export const same = (a: Square, b: Square) => a[0] === b[0] && a[1] === b[1];
export const has = (list: Square[], square: Square) => list.some((other) => same(other, square));

export function toProblem(sketch: Sketch): Problem {
  const problem: Problem = { version: 1, size: writeSize(sketch) };
  if (sketch.torus || sketch.strip) problem.topology = sketch.strip ?? 'torus';
  if (sketch.given.length) problem.given = sketch.given;
  if (sketch.blocked.length) problem.blocked = sketch.blocked;
  if (sketch.touching || sketch.piece) problem.rule = sketch.piece ?? 'touching';
  if (sketch.pieces) problem.queens = sketch.pieces;
  if (sketch.pawns?.length) problem.pawns = sketch.pawns;
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
  for (const square of squaresOf(text ?? '')) {
    if (onBoard(square, shape) && !has(squares, square)) squares.push(square);
  }
  return squares;
}

/** All squares of a text, on the board or not. */
export const squaresOf = (text: string) => [...text.matchAll(/(\d+),(\d+)/g)].map(([, row, column]): Square => [Number(row), Number(column)]);

/** What is wrong with squares as they are typed, with the range. */
export function squaresFault(text: string, rows: number, columns: number): string {
  if (!/^(\s*\d+,\d+\s*)*$/.test(text)) return 'squares are written as row,column from 0: 0,3 1,5';
  for (const [row, column] of squaresOf(text)) {
    if (row >= rows) return `row ${row}: 0 to ${rows - 1}`;
    if (column >= columns) return `column ${column}: 0 to ${columns - 1}`;
  }
  return '';
}

export type Attack = Way | 'region';

/**
 * The rule of the board: what two squares share, or null. The board is read once for all pairs: 200 queens
 * have 20,000, and a board that is part of the page's state is slow to read.
 */
export function attacks(shape: Shape): (a: Square, b: Square) => Attack | null {
  const board = { ...shape };
  const { rows: n, torus, regions, touching } = board;
  const isPlain = touching || isUsual({ ...board, regions: undefined });
  const meet = (x: number) => (torus ? x % n === 0 : x === 0);
  return (a, b) => {
    if (same(a, b)) return null;
    if (!isPlain) return wayTo(a, b, board) ?? sharedRegion(a, b, regions);
    if (a[0] === b[0]) return 'row';
    if (a[1] === b[1]) return 'column';
    const [down, across] = [a[0] - b[0], a[1] - b[1]];
    if (touching && Math.abs(down) === 1 && Math.abs(across) === 1) return 'corner';
    if (!touching && (meet(down - across) || meet(down + across))) return 'diagonal';
    return sharedRegion(a, b, regions);
  };
}

export const attack = (a: Square, b: Square, shape: Shape): Attack | null => attacks(shape)(a, b);

function sharedRegion(a: Square, b: Square, regions: string[] | undefined): 'region' | null {
  const region = regionOf(regions, a);
  return region !== null && region === regionOf(regions, b) ? 'region' : null;
}

/** How two queens clash, in words that follow "the queens at … and …", or null. */
export function clash(a: Square, b: Square, shape: Shape): string | null {
  const by = attack(a, b, shape);
  if (!by) return null;
  if (by === 'corner') return 'touch each other';
  if (by === 'leap') return "attack each other by a knight's move";
  return by === 'region' ? `share region ${regionOf(shape.regions, a)}` : `attack each other along a ${by}`;
}

/** What a click on a square does in the editor. */
export const TOOLS = ['queen', 'wall'] as const;
export type Tool = (typeof TOOLS)[number];

/** How a piece attacks a square, where that is not along a line. */
const HOW: Partial<Record<Attack, string>> = { corner: 'touches this square', region: 'is in the same region', leap: "attacks this square by a knight's move" };

/** The sketch after a click on a square, or why it is rejected: a second click removes what the
 * first added. */
export function edit(sketch: Sketch, square: Square, tool: Tool): Sketch | string {
  const without = (list: Square[]) => list.filter((other) => !same(other, square));
  const [given, blocked] = [without(sketch.given), without(sketch.blocked)];
  if (tool === 'wall') {
    return { ...sketch, given, blocked: has(sketch.blocked, square) ? blocked : [...blocked, square] };
  }
  if (has(sketch.given, square)) return { ...sketch, given, blocked };
  const piece = pieceWord(sketch.piece);
  if (has(sketch.pawns ?? [], square)) return `No ${piece} here: a pawn stands on this square.`;
  const how = attacks(sketch);
  const attacker = given.find((queen) => how(queen, square));
  if (!attacker) return { ...sketch, given: [...given, square], blocked };
  const by = how(attacker, square)!;
  return `No ${piece} here: the given ${piece} at row ${attacker[0]}, column ${attacker[1]} ${HOW[by] ?? `attacks this square along the ${by}`}.`;
}

/** The same sketch on a board of another size: squares outside it are dropped, and so is the rule of a puzzle, which is one with its regions. */
export function reshape(sketch: Sketch, shape: Shape): Sketch {
  const { given, blocked, ...board } = sketch;
  const inside = (list: Square[]) => list.filter((square) => onBoard(square, shape));
  const isSame = shape.rows === sketch.rows && shape.columns === sketch.columns;
  const { touching: _, ...plain } = board;
  return { ...(isSame ? { ...board, torus: shape.torus } : resized(plain, shape)), given: inside(given), blocked: inside(blocked) };
}
