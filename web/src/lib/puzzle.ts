// Puzzles: boards divided into regions or with queens given, their rule, and their place in the address.

import { has, readSquares, same, toProblem, writeSquares } from './problem';
import { squareShape } from './shape';
import type { Problem, PuzzleLevel, PuzzleRequest, Square } from './documents';

export interface Puzzle {
  /** Queens that are part of the puzzle and stay. */
  given: Square[];
  /** The letters of the regions, row by row; empty if the board is not divided. */
  regions: string[];
  /** Queens do not attack along diagonals, but must not touch. */
  touching: boolean;
  /** How hard it is, if that is known. */
  level: PuzzleLevel | null;
}

export const LEVELS: readonly PuzzleLevel[] = ['easy', 'medium', 'hard', 'expert'];

/** What a level means, in words for the player. */
export const NEEDS: Record<PuzzleLevel, string> = {
  easy: 'some row, column or region always has a single square left',
  medium: 'some squares would leave a row, column or region without a square',
  hard: 'some lines share the squares that are left to them',
  expert: 'some square must be tried and its consequences followed',
};

/** Sides of the puzzles that can be made. */
export const PUZZLE_SIDES = { regions: { least: 5, most: 12 }, completion: { least: 5, most: 14 } } as const;

/** The puzzle in an address; undefined if there is none, or if its regions do not divide such a board. */
export function readPuzzle(params: URLSearchParams, n: number): Puzzle | undefined {
  const rows = (params.get('regions') ?? '').split('/');
  const letters = new Set(rows.join(''));
  const divides = rows.length === n && rows.every((row) => row.length === n && /^[A-Za-z]+$/.test(row)) && letters.size === n;
  const given = readSquares(params.get('given'), squareShape(n)).slice(0, n);
  if (!divides && !given.length) return undefined;
  const level = LEVELS.find((one) => one === params.get('level')) ?? null;
  return { given, regions: divides ? rows : [], touching: divides && params.get('rule') === 'touching', level };
}

export function writePuzzle(puzzle: Puzzle | undefined): Record<string, string | undefined> {
  if (!puzzle) return {};
  return {
    rule: puzzle.touching ? 'touching' : undefined,
    regions: puzzle.regions.join('/'),
    given: writeSquares(puzzle.given),
    level: puzzle.level ?? undefined,
  };
}

/** The problem with these queens placed. */
export function problemWith(n: number, queens: Square[], puzzle: Puzzle | undefined): Problem {
  const problem = toProblem({ ...squareShape(n), given: queens, blocked: [] });
  if (puzzle?.touching) problem.rule = 'touching';
  if (puzzle?.regions.length) problem.regions = puzzle.regions.join('/');
  return problem;
}

export const regionOf = (puzzle: Puzzle | undefined, [row, column]: Square): string | null => puzzle?.regions[row]?.[column] ?? null;

/** The names of the regions in order of appearance. */
export const regionNames = (rows: string[]): string[] => [...new Set(rows.join(''))];

export function regionSquares(rows: string[], name: string): Square[] {
  return rows.flatMap((row, r) => [...row].flatMap((letter, c): Square[] => (letter === name ? [[r, c]] : [])));
}

/** The edges between regions as one path. */
export function regionEdges(rows: string[]): string {
  let path = '';
  rows.forEach((row, r) =>
    [...row].forEach((letter, c) => {
      if (c + 1 < row.length && row[c + 1] !== letter) path += `M${c + 1} ${r}v1`;
      if (r + 1 < rows.length && rows[r + 1][c] !== letter) path += `M${c} ${r + 1}h1`;
    }),
  );
  return path;
}

/** How two queens clash, in words that follow "the queens at … and …", or null. */
export function clash(a: Square, b: Square, puzzle: Puzzle | undefined): string | null {
  if (same(a, b)) return null;
  if (a[0] === b[0]) return 'attack each other along a row';
  if (a[1] === b[1]) return 'attack each other along a column';
  const [down, across] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
  if (puzzle?.touching ? down === 1 && across === 1 : down === across) return puzzle?.touching ? 'touch each other' : 'attack each other along a diagonal';
  const region = regionOf(puzzle, a);
  return region !== null && region === regionOf(puzzle, b) ? `share region ${region}` : null;
}

/** Every square that no queen stands on and some queen excludes. */
export function excludedBy(n: number, queens: Square[], puzzle: Puzzle | undefined): Square[] {
  const sides = Array.from({ length: n }, (_, i) => i);
  const all = sides.flatMap((row) => sides.map((column): Square => [row, column]));
  return all.filter((square) => !has(queens, square) && queens.some((queen) => clash(queen, square, puzzle)));
}

/** What the player wants, as it is asked of the server. */
export interface Wish {
  kind: 'regions' | 'completion';
  n: number;
  level: PuzzleLevel | 'any';
  guessing: boolean;
}

export function requestOf({ kind, n, level, guessing }: Wish, seed: number): PuzzleRequest {
  return { kind, n, level: level === 'any' ? null : level, without_guessing: !guessing && level !== 'expert', seed };
}

/** The day in the player's own time zone, as `2026-11-16`. */
export function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
