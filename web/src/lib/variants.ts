// Variants of the problem: another piece, other edges, another number of pieces, pawns between them.

import type { Problem, Square } from './documents';

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

/** Whether every section knows such a board: queens, one in each row, on a plane or a torus. */
export const isPlain = ({ piece, edges, pieces, pawns }: Variant): boolean => piece === 'queen' && !pieces && !pawns.trim() && (edges === 'plane' || edges === 'torus');

/** What is wrong with the number of pieces as it is typed. */
export function piecesFault(text: string, rows: number, columns: number): string {
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

/** `rook` or `rooks`. */
export const pieceWord = (piece: Piece = 'queen', number = 1): string => (number === 1 ? piece : `${piece}s`);
