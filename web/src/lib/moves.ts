// Where a piece can move: along its lines, over joined edges, up to a pawn.

import type { Square } from './documents';
import type { Shape } from './shape';
import type { Piece } from './variants';

/** How a piece gets to a square: along a line, to a neighbour, or by a knight's move. */
export type Way = 'row' | 'column' | 'diagonal' | 'corner' | 'leap';
type Step = [way: Way, down: number, right: number];

const STRAIGHT: Step[] = [['row', 0, 1], ['row', 0, -1], ['column', 1, 0], ['column', -1, 0]];
const FALLING: Step[] = [['diagonal', 1, 1], ['diagonal', -1, -1]];
const RISING: Step[] = [['diagonal', 1, -1], ['diagonal', -1, 1]];
const AROUND: Step[] = [...STRAIGHT, ...FALLING, ...RISING].map(([, down, right]) => ['corner', down, right]);
const LEAPS: Step[] = [-2, -1, 1, 2].flatMap((down) => [-2, -1, 1, 2].filter((right) => Math.abs(down) !== Math.abs(right)).map((right): Step => ['leap', down, right]));

/** The lines of each piece, and the squares that it reaches in one step. */
const MOVES: Record<Piece, { lines: Step[]; steps: Step[] }> = {
  queen: { lines: [...STRAIGHT, ...FALLING, ...RISING], steps: [] },
  amazon: { lines: [...STRAIGHT, ...FALLING, ...RISING], steps: LEAPS },
  'semi-queen': { lines: [...STRAIGHT, ...FALLING], steps: [] },
  rook: { lines: STRAIGHT, steps: [] },
  bishop: { lines: [...FALLING, ...RISING], steps: [] },
  king: { lines: [], steps: AROUND },
};

/** The square at these coordinates, which may lie beyond a joined edge. */
function squareAt(row: number, column: number, { rows, columns, torus, strip }: Shape): Square | null {
  const wrap = (at: number, side: number) => ((at % side) + side) % side;
  if (torus) return [wrap(row, rows), wrap(column, columns)];
  if (row < 0 || row >= rows || (!strip && (column < 0 || column >= columns))) return null;
  const isTurned = strip === 'mobius' && wrap(Math.floor(column / columns), 2) === 1;
  return [isTurned ? rows - 1 - row : row, wrap(column, columns)];
}

/** The squares in each direction that a piece can move in, in their order. */
export function ways([row, column]: Square, shape: Shape): [Way, Square[]][] {
  const { lines, steps } = MOVES[shape.piece ?? 'queen'];
  const isPawn = ([r, c]: Square) => shape.pawns?.some(([down, right]) => r === down && c === right);
  const along = ([way, down, right]: Step, most: number): [Way, Square[]] => {
    const squares: Square[] = [];
    for (let k = 1; k <= most; k += 1) {
      const square = squareAt(row + k * down, column + k * right, shape);
      const isBack = square?.[0] === row && square[1] === column;
      if (!square || isPawn(square) || isBack) break;
      squares.push(square);
    }
    return [way, squares];
  };
  // A line of a Möbius strip closes after two turns.
  const longest = 2 * shape.columns * (shape.torus ? shape.rows : 1);
  return [...lines.map((step) => along(step, longest)), ...steps.map((step) => along(step, 1))];
}

/** How a piece gets from one square to another, or null. */
export function wayTo(from: Square, to: Square, shape: Shape): Way | null {
  return ways(from, shape).find(([, squares]) => squares.some(([row, column]) => row === to[0] && column === to[1]))?.[0] ?? null;
}

/** The lines of a piece, drawn through the middle of its squares; up to a square if one is named. */
export function waysPath(from: Square, shape: Shape, to: Square | null = null): string {
  const middle = ([row, column]: Square) => `${column + 0.5} ${row + 0.5}`;
  const path = (squares: Square[]) =>
    squares.map((square, k) => {
      const before = k ? squares[k - 1] : from;
      // Beyond a joined edge the line goes on at the other side.
      const isNear = Math.max(Math.abs(square[0] - before[0]), Math.abs(square[1] - before[1])) <= 2;
      return `${isNear ? 'L' : 'M'}${middle(square)}`;
    });
  return ways(from, shape)
    .map(([, squares]) => squares.slice(0, to ? squares.findIndex(([row, column]) => row === to[0] && column === to[1]) + 1 : undefined))
    .filter((squares) => squares.length)
    .slice(0, to ? 1 : undefined)
    .map((squares) => `M${middle(from)}${path(squares).join('')}`)
    .join('');
}
