// Playing: queens and marks placed by hand, their conflicts, and the state in the address.

import { attacked, clashes } from './board';
import { boardOf, readPuzzle, writePuzzle, type Puzzle } from './puzzle';
import { has, readSquares, same, writeSquares } from './problem';
import { squareShape } from './shape';
import type { Square } from './documents';
import { wholeNumber } from './url';

export interface Position {
  n: number;
  queens: Square[];
  /** Squares crossed out by hand. */
  marks: Square[];
  /** The puzzle that is played; its given queens are among the queens. */
  puzzle?: Puzzle;
}

/** Smaller boards have no solution or no choice; larger ones have too many to count during play. */
export const SIDES = { least: 4, most: 16, usual: 8 } as const;

export const empty = (n: number): Position => ({ n, queens: [], marks: [] });

/** The same board before the first move. */
export const cleared = ({ n, puzzle }: Position): Position => (puzzle ? { ...empty(n), queens: puzzle.given, puzzle } : empty(n));

export function readPosition(params: URLSearchParams): Position {
  const n = wholeNumber(params.get('size'), SIDES.usual, SIDES.least, SIDES.most);
  const shape = squareShape(n);
  const puzzle = readPuzzle(params, n);
  const given = puzzle?.given ?? [];
  const own = readSquares(params.get('queens'), shape).filter((square) => !has(given, square));
  const queens = [...given, ...own].slice(0, n);
  const marks = readSquares(params.get('marks'), shape).filter((square) => !has(queens, square));
  return puzzle ? { n, queens, marks, puzzle } : { n, queens, marks };
}

export function writePosition(position: Position): Record<string, string | number | undefined> {
  const { n, marks, puzzle } = position;
  return { size: n === SIDES.usual ? undefined : n, ...writePuzzle(puzzle), queens: writeSquares(ownQueens(position)), marks: writeSquares(marks) };
}

const isGiven = ({ puzzle }: Position, square: Square) => has(puzzle?.given ?? [], square);

/** The queens that the player has placed. */
export const ownQueens = (position: Position): Square[] => position.queens.filter((queen) => !isGiven(position, queen));

const without = (list: Square[], square: Square) => list.filter((other) => !same(other, square));

/** Adds or removes a queen; there are no more queens than rows, and given ones stay. */
export function toggleQueen(position: Position, square: Square): Position {
  const { n, queens, marks } = position;
  if (isGiven(position, square)) return position;
  if (has(queens, square)) return { ...position, queens: without(queens, square) };
  if (queens.length === n) return position;
  return { ...position, queens: [...queens, square], marks: without(marks, square) };
}

/** Crosses out a square, or undoes it; a queen is not crossed out. */
export function toggleMark(position: Position, square: Square): Position {
  const { queens, marks } = position;
  if (has(queens, square)) return position;
  return { ...position, marks: has(marks, square) ? without(marks, square) : [...marks, square] };
}

/** Moves a queen to an empty square. */
export function moveQueen(position: Position, from: Square, to: Square): Position {
  const { queens, marks } = position;
  if (!has(queens, from) || has(queens, to) || isGiven(position, from)) return position;
  return { ...position, queens: queens.map((queen) => (same(queen, from) ? to : queen)), marks: without(marks, to) };
}

/** A free board of another size; a puzzle has only its own. */
export const resized = (position: Position, n: number): Position => {
  const inside = (list: Square[]) => list.filter(([row, column]) => row < n && column < n);
  return { n, queens: inside(position.queens), marks: inside(position.marks) };
};

export const conflicts = ({ n, queens, puzzle }: Position): [Square, Square][] => clashes(queens, boardOf(n, puzzle));

export const isSolved = (position: Position): boolean => position.queens.length === position.n && !conflicts(position).length;

/** The squares that are crossed out: by hand, and attacked ones if that is switched on. */
export function crossed({ n, queens, marks, puzzle }: Position, automatic: boolean): Square[] {
  if (!automatic) return marks;
  const hit = attacked(queens, boardOf(n, puzzle));
  return [...hit, ...marks.filter((mark) => !has(hit, mark))];
}

/** Minutes and seconds, as on a clock. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
