// The same board in other sections: what each of them can open.

import { SIDES } from './play';
import { writeSquares } from './problem';
import { hasRules } from './regions';
import { isSquare, writeSize, type Shape } from './shape';
import { writePlace, type Section } from './url';
import { isUsual, writeBoard } from './variants';
import type { Square } from './documents';

export interface Here {
  shape: Shape;
  given?: Square[];
  blocked?: Square[];
  /** Queens on the board, which Play and Symmetry show. */
  queens?: Square[];
  algorithm?: string;
  goal?: string;
}

/** The largest side of each section. */
const MOST = { learn: 200, compare: 200, count: 28, symmetry: 24, space: 16, solvers: 200 };

/** The titles and addresses of the sections that can show a board, without the one it is shown in. */
export function elsewhere({ shape, given = [], blocked = [], queens = [], algorithm, goal }: Here, from: Section): [title: string, place: string][] {
  const { rows, columns, torus } = shape;
  const board = { size: writeSize(shape), ...writeBoard(shape) };
  const fixed = { given: writeSquares(given), blocked: writeSquares(blocked) };
  const flat = isSquare(shape) && !torus;
  /** Play knows queens, with regions or without. */
  const isPlayed = flat && isUsual({ ...shape, regions: undefined, touching: undefined });
  const places: [Section, string, boolean, Record<string, string | number | undefined>][] = [
    ['play', 'Play', isPlayed && rows >= SIDES.least && rows <= SIDES.most, { ...board, queens: writeSquares(queens) }],
    ['learn', 'Learn', columns <= MOST.learn, { ...board, ...fixed, algorithm, goal: goal === 'first' ? undefined : goal }],
    ['count', 'Count', rows <= MOST.count, { ...board, ...fixed }],
    ['compare', 'Compare', columns <= MOST.compare, { ...board, algorithms: algorithm, goal }],
    ['symmetry', 'Symmetry', isSquare(shape) && rows <= MOST.symmetry, { ...board, queens: writeSquares(queens) }],
    ['space', 'Space', isPlayed && !hasRules(shape) && rows <= MOST.space, { size: rows }],
    ['solvers', 'Solvers', isSquare(shape) && rows <= MOST.solvers, { ...board, given: fixed.given }],
  ];
  return places.flatMap(([section, title, can, values]): [string, string][] => (can && section !== from ? [[title, writePlace(section, values)]] : []));
}
