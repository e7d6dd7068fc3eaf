// Variants of the problem: another piece, other edges, another number of pieces, pawns between them.

import { readSquares, squaresFault, writeSquares } from './problem';
import { hasRules, readRules } from './regions';
import { onBoard, readShape, type Shape } from './shape';
import type { Problem, Square } from './documents';
import type { Algorithm } from './types';

/** Pieces other than the queen, each an attack rule of its own. */
export const PIECES = ['queen', 'amazon', 'semi-queen', 'rook', 'bishop', 'king'] as const;
export type Piece = (typeof PIECES)[number];

export const EDGES = ['plane', 'torus', 'cylinder', 'mobius'] as const;
export type Edges = (typeof EDGES)[number];

/** What is typed and chosen. */
export interface Variant {
  piece: Piece;
  edges: Edges;
  /** How many pieces, anywhere on the board; empty for one in each row. */
  pieces: string;
  pawns: string;
}

export function readVariant(params: URLSearchParams): Variant {
  const edges = params.get('torus') === '1' ? 'torus' : EDGES.find((one) => one === params.get('edges'));
  return {
    piece: PIECES.find((one) => one === params.get('rule')) ?? 'queen',
    edges: edges ?? 'plane',
    pieces: params.get('pieces') ?? '',
    pawns: params.get('pawns') ?? '',
  };
}

/** For the address; queens that must not touch are a rule too. */
export function writeVariant({ piece, edges, pieces, pawns }: Variant, touching: boolean): Record<string, string | number | undefined> {
  return {
    torus: edges === 'torus' ? 1 : undefined,
    edges: edges === 'plane' || edges === 'torus' ? undefined : edges,
    rule: piece !== 'queen' ? piece : touching ? 'touching' : undefined,
    pieces,
    pawns,
  };
}

/** What is wrong with a variant as it is typed, for each field. */
export function variantFaults({ piece, edges, pieces, pawns }: Variant, rows: number, columns: number): Record<'edges' | 'pieces' | 'pawns', string> {
  const isTwisted = edges === 'mobius' && piece === 'semi-queen';
  return {
    edges: edges === 'torus' && rows !== columns ? 'a torus has equal sides' : isTwisted ? 'a Möbius strip does not tell the diagonals of a semi-queen apart' : '',
    pieces: piecesFault(pieces, rows, columns),
    pawns: squaresFault(pawns, rows, columns) || (pawns.trim() && edges !== 'plane' ? 'pawns need a board with four edges' : ''),
  };
}

/** What is wrong with the number of pieces as it is typed. */
function piecesFault(text: string, rows: number, columns: number): string {
  const most = rows * columns;
  return !text || (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most) ? '' : `1 to ${most}`;
}

/** The problem with its variant. */
export function withVariant(problem: Problem, { piece, edges, pieces }: Variant, pawns: Square[]): Problem {
  return {
    ...problem,
    ...(edges === 'plane' ? {} : { topology: edges }),
    ...(piece === 'queen' ? {} : { rule: piece }),
    ...(pieces ? { queens: Number(pieces) } : {}),
    ...(pawns.length ? { pawns } : {}),
  };
}

/** The variant of a board, as it is typed. */
export const variantOf = ({ torus, strip, piece = 'queen', pieces, pawns = [] }: Shape): Variant => ({
  piece,
  edges: torus ? 'torus' : (strip ?? 'plane'),
  pieces: pieces ? String(pieces) : '',
  pawns: writeSquares(pawns),
});

/** The board with a variant in which nothing is wrong. Queens that must not touch need a board with four edges. */
export function varied({ rows, columns, regions, touching }: Shape, { piece, edges, pieces, pawns }: Variant): Shape {
  const squares = readSquares(pawns, { rows, columns, torus: false });
  return {
    rows,
    columns,
    torus: edges === 'torus',
    ...(regions ? { regions } : {}),
    ...(touching && piece === 'queen' && edges === 'plane' ? { touching } : {}),
    ...(edges === 'cylinder' || edges === 'mobius' ? { strip: edges } : {}),
    ...(piece === 'queen' ? {} : { piece }),
    ...(pieces ? { pieces: Number(pieces) } : {}),
    ...(squares.length ? { pawns: squares } : {}),
  };
}

/** The board in an address: what does not fit it is left out. */
export function readBoard(params: URLSearchParams, fallback: number, most: number): Shape {
  const shape = readShape(params, fallback, most);
  const { rows, columns, torus } = shape;
  const variant = readVariant(params);
  const edges = variant.edges === 'torus' && !torus ? 'plane' : variant.edges;
  const pieces = piecesFault(variant.pieces, rows, columns) ? '' : variant.pieces;
  return varied({ ...shape, ...readRules(params, shape) }, { ...variant, edges, pieces });
}

export const writeBoard = (shape: Shape): Record<string, string | number | undefined> => ({
  ...writeVariant(variantOf(shape), !!shape.touching),
  regions: shape.regions?.join('/'),
});

/** The same board with other sides: pawns outside it are dropped, and so are the regions, which fit only their own board. */
export function resized(shape: Shape, { rows, columns, torus }: Pick<Shape, 'rows' | 'columns' | 'torus'>): Shape {
  const { regions: _, pieces, pawns, ...kept } = shape;
  const inside = pawns?.filter((square) => onBoard(square, { rows, columns, torus }));
  return {
    ...kept,
    rows,
    columns,
    torus,
    ...(pieces && pieces <= rows * columns ? { pieces } : {}),
    ...(inside?.length ? { pawns: inside } : {}),
  };
}

/** Whether pieces are queens that attack along rows, columns and diagonals, on a plane or a torus. */
export const isUsual = (shape: Shape): boolean => !hasRules(shape) && !shape.strip && !shape.piece && !shape.pieces && !shape.pawns?.length;

/** Whether the board differs from one of queens, one in each row, on a plane. */
export const isVaried = (shape: Shape): boolean => shape.torus || !isUsual(shape);

const hasOnePerRow = ({ strip, piece, pieces, pawns }: Shape): boolean => !pieces && !pawns?.length && piece !== 'bishop' && piece !== 'king' && strip !== 'mobius';

/** A queen on a cylinder with equal sides attacks as on the torus. */
const isTorus = ({ rows, columns, strip, piece }: Shape): boolean => strip === 'cylinder' && rows === columns && !piece;

/** The board for views that know only planes and tori. */
export const asTorus = <Board extends Shape>(shape: Board): Board => (isTorus(shape) ? { ...shape, torus: true, strip: undefined } : shape);

/** Why an algorithm does not support a board, in a few words; nothing if it does. */
export function limitOf({ boards }: Pick<Algorithm, 'boards'>, shape: Shape): string {
  const { rows, columns, torus, strip, piece } = shape;
  if (!boards.free && !hasOnePerRow(shape)) return 'one piece in each row only';
  if (!boards.space && hasRules(shape)) return 'without regions only';
  if (!boards.space && piece) return 'queens only';
  if (!boards.space && strip && !isTorus(shape)) return 'plane and torus only';
  if (!boards.torus && (torus || strip)) return 'plane only';
  if (rows !== columns && !boards.rectangles) return 'squares only';
  return rows > boards.rows ? `up to n = ${boards.rows}` : '';
}

/** `rook` or `rooks`. */
export const pieceWord = (piece: Piece = 'queen', number = 1): string => (number === 1 ? piece : `${piece}s`);
