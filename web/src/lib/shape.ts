// The shape of a board: rows, columns, plane or torus, and how it is divided.

import { wholeNumber } from './url';
import type { Piece } from './variants';

/** One queen goes into each row, so there are never more rows than columns; a torus is a square. */
export interface Shape {
  rows: number;
  columns: number;
  torus: boolean;
  /** The letters of the regions, row by row, on a divided board. */
  regions?: string[];
  /** Queens must not touch at a corner, instead of attacking along diagonals. */
  touching?: boolean;
  /** The left and the right edge joined, on a Möbius strip with a twist. */
  strip?: 'cylinder' | 'mobius';
  /** The piece instead of a queen. */
  piece?: Piece;
  /** How many pieces, anywhere on the board, instead of one in each row. */
  pieces?: number;
  /** Squares with pawns, which no piece attacks across. */
  pawns?: [number, number][];
}

export const squareShape = (n: number, torus = false): Shape => ({ rows: n, columns: n, torus });

export const isSquare = (shape: Shape): boolean => shape.rows === shape.columns;

/** `8`, or `5x8` for a rectangle: the command line's way of writing a size. */
export const writeSize = ({ rows, columns }: Pick<Shape, 'rows' | 'columns'>): string =>
  rows === columns ? String(rows) : `${rows}x${columns}`;

/** The shape in an address, within bounds. */
export function readShape(params: URLSearchParams, fallback: number, most: number): Shape {
  const [first, second] = (params.get('size') ?? '').split('x', 2);
  const rows = wholeNumber(first, fallback, 1, most);
  const columns = Math.max(rows, wholeNumber(second ?? null, rows, 1, most));
  return { rows, columns, torus: params.get('torus') === '1' && rows === columns };
}

/** The shape with this many rows; a square stays a square, a rectangle keeps its columns if possible. */
export function withRows(shape: Shape, rows: number): Shape {
  return { ...shape, rows, columns: isSquare(shape) ? rows : Math.max(rows, shape.columns) };
}

/** The shape with this many columns; a torus that is no longer square becomes a plane. */
export function withColumns(shape: Shape, columns: number): Shape {
  const rows = Math.min(shape.rows, columns);
  return { rows, columns, torus: shape.torus && rows === columns };
}

/** `6 × 6` is described by its side, `5 × 8` by both. */
export const sidesOf = (shape: Shape): string =>
  isSquare(shape) ? `side ${shape.rows}` : `${shape.rows} rows and ${shape.columns} columns`;

export const onBoard = ([row, column]: [number, number], shape: Shape): boolean =>
  row >= 0 && column >= 0 && row < shape.rows && column < shape.columns;
