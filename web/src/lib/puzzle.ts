// Puzzles: boards divided into regions or with queens given, their rule, and their place in the address.

import { readSquares, toProblem, writeSquares } from './problem';
import { readRules, writeRules } from './regions';
import { squareShape, type Shape } from './shape';
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
  easy: 'some row, column or region always has one free square left',
  medium: 'look for squares whose queen would leave a row, column or region without a free square',
  hard: 'look for two or more lines whose free squares all lie in as many other lines',
  expert: 'some squares must be tried until they lead to a contradiction',
};

/** Sides of the puzzles that can be made. */
export const PUZZLE_SIDES = { regions: { least: 5, most: 12 }, completion: { least: 5, most: 14 } } as const;

/** The puzzle in an address; undefined if there is none, or if its regions do not divide such a board. */
export function readPuzzle(params: URLSearchParams, n: number): Puzzle | undefined {
  const { regions = [], touching = false } = readRules(params, squareShape(n));
  const given = readSquares(params.get('given'), squareShape(n)).slice(0, n);
  if (!regions.length && !given.length) return undefined;
  const level = LEVELS.find((one) => one === params.get('level')) ?? null;
  return { given, regions, touching: touching && regions.length > 0, level };
}

export function writePuzzle(puzzle: Puzzle | undefined): Record<string, string | undefined> {
  if (!puzzle) return {};
  return { ...writeRules(puzzle), given: writeSquares(puzzle.given), level: puzzle.level ?? undefined };
}

/** The board of this side, divided as the puzzle says. */
export const boardOf = (n: number, puzzle: Puzzle | undefined): Shape => (puzzle?.regions.length ? { ...squareShape(n), regions: puzzle.regions, touching: puzzle.touching } : squareShape(n));

/** The problem with these queens placed. */
export const problemWith = (n: number, queens: Square[], puzzle: Puzzle | undefined): Problem => toProblem({ ...boardOf(n, puzzle), given: queens, blocked: [] });

/** What the player wants, as it is asked of the server. */
export interface Wish {
  kind: 'regions' | 'completion';
  n: number;
  level: PuzzleLevel | 'any';
  guessing: boolean;
}

/** The wish that the puzzle being played would fulfil, or the usual one. */
export function wishOf(n: number, puzzle: Puzzle | undefined): Wish {
  if (!puzzle) return { kind: 'regions', n: 8, level: 'medium', guessing: false };
  return { kind: puzzle.regions.length ? 'regions' : 'completion', n, level: puzzle.level ?? 'any', guessing: false };
}

export function requestOf({ kind, n, level, guessing }: Wish, seed: number): PuzzleRequest {
  return { kind, n, level: level === 'any' ? null : level, without_guessing: !guessing && level !== 'expert', seed };
}

/** The day in the player's own time zone, as `2026-11-16`. */
export function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
