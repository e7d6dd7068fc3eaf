// A hint and its reason: first what can be seen on the board, then what a search finds.

import { attacked } from './board';
import { counted } from './format';
import { conflicts, ownQueens, type Position } from './play';
import { attack, clash, has, same } from './problem';
import { boardOf, problemWith } from './puzzle';
import { regionNames, regionSquares } from './regions';
import type { Line, Problem, Square } from './documents';

export interface Hint {
  text: string;
  /** The squares it is about. */
  squares: Square[];
  /** A row or column it is about. */
  line: Line | null;
  /** Whether the squares should have a queen or lose theirs. */
  kind: 'put' | 'take' | 'look';
}

/** Totals of problems in the order requested; null if counting took too long. */
export type Count = (problems: Problem[]) => Promise<(string | null)[]>;

const name = ([row, column]: Square) => `row ${row}, column ${column}`;

interface Open {
  line: Line;
  word: string;
  free: Square[];
}

/** Rows, columns and regions without a queen, with the squares of each that no queen attacks. */
function openLines({ n, queens, puzzle }: Position): Open[] {
  const hit = new Set(attacked(queens, boardOf(n, puzzle)).map((square) => square.join()));
  const sides = Array.from({ length: n }, (_, i) => i);
  const free = (squares: Square[]) => squares.filter((square) => !hit.has(square.join()));
  const rows = sides
    .filter((row) => !queens.some((queen) => queen[0] === row))
    .map((row) => ({ line: { row } as Line, word: `Row ${row}`, free: free(sides.map((column): Square => [row, column])) }));
  const columns = sides
    .filter((column) => !queens.some((queen) => queen[1] === column))
    .map((column) => ({ line: { column } as Line, word: `Column ${column}`, free: free(sides.map((row): Square => [row, column])) }));
  const regions = regionNames(puzzle?.regions ?? [])
    .map((region) => ({ line: { region } as Line, word: `Region ${region}`, squares: regionSquares(puzzle!.regions, region) }))
    .filter(({ squares }) => !squares.some((square) => has(queens, square)))
    .map(({ line, word, squares }) => ({ line, word, free: free(squares) }));
  return [...rows, ...columns, ...regions];
}

/** What can be seen: two queens that attack each other, a line without a free square, a line with one. */
export function seen(position: Position): Hint | null {
  const [pair] = conflicts(position);
  if (pair) {
    const how = clash(pair[0], pair[1], boardOf(position.n, position.puzzle));
    return { kind: 'take', squares: pair, line: null, text: `The queens at ${name(pair[0])} and ${name(pair[1])} ${how}: one of them must go.` };
  }
  const open = openLines(position);
  const dead = open.find(({ free }) => !free.length);
  if (dead) return { kind: 'look', squares: [], line: dead.line, text: `${dead.word} has no free square left, and it needs a queen: one of those that attack it must go.` };
  const forced = open.find(({ free }) => free.length === 1);
  if (forced) return forcedBy(forced);
  return position.puzzle ? inferred(position, open) : null;
}

const forcedBy = (forced: Open): Hint => ({ kind: 'put', squares: forced.free, line: forced.line, text: `${forced.word} has one free square left: put a queen on ${name(forced.free[0])}.` });

/**
 * What follows in a puzzle: a square whose queen would leave a line without a free square, unless it is
 * crossed out already; then a line that has one free square left.
 */
function inferred(position: Position, open: Open[]): Hint | null {
  const { n, marks, puzzle } = position;
  const board = boardOf(n, puzzle);
  for (;;) {
    const forced = open.find(({ free }) => free.length === 1);
    if (forced) return forcedBy(forced);
    const found = open.flatMap(({ free }) => free).map((square) => ({ square, starved: open.find(({ free }) => !has(free, square) && free.every((other) => attack(square, other, board))) })).find(({ starved }) => starved);
    if (!found) return null;
    const { square, starved } = found;
    if (!has(marks, square)) return { kind: 'look', squares: [square], line: starved!.line, text: `A queen on ${name(square)} would leave ${starved!.word.replace(/^./, (first) => first.toLowerCase())} without a free square: cross it out.` };
    open = open.map((line) => ({ ...line, free: line.free.filter((other) => !same(other, square)) }));
  }
}

const problemOf = ({ n, puzzle }: Position, queens: Square[]): Problem => problemWith(n, queens, puzzle);

/** What a search finds: a queen that is in no solution, or the square that most solutions have in the narrowest line. */
export async function searched(position: Position, count: Count): Promise<Hint> {
  const { queens } = position;
  const own = ownQueens(position);
  const unknown: Hint = { kind: 'look', squares: [], line: null, text: 'Too many possibilities to search here: place another queen first.' };
  const [total] = await count([problemOf(position, queens)]);
  if (total === null) return unknown;
  if (total === '0') {
    const freed = await count(own.map((queen) => problemOf(position, queens.filter((other) => !same(other, queen)))));
    const best = most(freed);
    if (best === null) return { kind: 'look', squares: own, line: null, text: 'No solution has these queens, and removing one is not enough: remove the last two.' };
    return { kind: 'take', squares: [own[best]], line: null, text: `No solution has all these queens. Without the one at ${name(own[best])} there ${are(freed[best]!)}.` };
  }
  const narrow = openLines(position).reduce((least, line) => (line.free.length < least.free.length ? line : least));
  const through = await count(narrow.free.map((square) => problemOf(position, [...queens, square])));
  const best = most(through);
  if (best === null) return unknown;
  const square = narrow.free[best];
  const alone = through.filter((one) => one !== '0').length === 1;
  const why = alone ? `no other square there leads to a solution` : `${counted(through[best]!, 'solution goes', 'solutions go')} through it`;
  return { kind: 'put', squares: [square], line: narrow.line, text: `${narrow.word} has ${counted(narrow.free.length, 'free square')}. Put a queen on ${name(square)}: ${why}.` };
}

const are = (total: string) => (total === '1' ? 'is 1 solution' : `are ${counted(total, 'solution')}`);

/** The place of the greatest total, or null if there is none above zero. */
function most(totals: (string | null)[]): number | null {
  let best: number | null = null;
  totals.forEach((total, place) => {
    if (total !== null && total !== '0' && (best === null || BigInt(total) > BigInt(totals[best]!))) best = place;
  });
  return best;
}

