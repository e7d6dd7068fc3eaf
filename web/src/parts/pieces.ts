// The pieces, each drawn in a square of side one.

import type { Piece } from '../lib/variants';

const tips = [
  [0.16, 0.36],
  [0.33, 0.25],
  [0.5, 0.2],
  [0.67, 0.25],
  [0.84, 0.36],
];

const ball = ([x, y]: number[]) => `M${x - 0.05} ${y}a.05 .05 0 1 0 .1 0a.05 .05 0 1 0-.1 0z`;
const BASE = 'M.25 .72H.75L.78 .83H.22z';

/** A crown of five points on a band. */
export const queenPath = `M.25 .68L.16 .38L.35 .55L.33 .28L.455 .52L.5 .22L.545 .52L.67 .28L.65 .55L.84 .38L.75 .68z${BASE}${tips.map(ball).join('')}`;

const PATHS: Record<Piece, string> = {
  queen: queenPath,
  // A queen that also moves like a knight: a diamond above the crown.
  amazon: `${queenPath}M.5 .02L.57 .09L.5 .16L.43 .09z`,
  // It has one diagonal instead of two: half of the crown.
  'semi-queen': `M.25 .68L.16 .38L.35 .55L.33 .28L.455 .52L.5 .22V.68z${BASE}${tips.slice(0, 3).map(ball).join('')}`,
  rook: `M.24 .22H.35V.3H.445V.22H.555V.3H.65V.22H.76V.42L.68 .48V.68H.32V.48L.24 .42z${BASE}`,
  bishop: `M.5 .24C.64 .36 .7 .46 .67 .57C.66 .62 .62 .66 .58 .68H.42C.38 .66 .34 .62 .33 .57C.3 .46 .36 .36 .5 .24z${BASE}${ball([0.5, 0.18])}`,
  king: `M.46 .12H.54V.18H.6V.26H.54V.36H.46V.26H.4V.18H.46zM.5 .4C.6 .3 .86 .34 .8 .52C.78 .58 .74 .63 .72 .68H.28C.26 .63 .22 .58 .2 .52C.14 .34 .4 .3 .5 .4z${BASE}`,
};

export const piecePath = (piece: Piece = 'queen'): string => PATHS[piece];

export const pawnPath = `M.36 .68L.43 .54H.57L.64 .68zM.3 .72H.7L.73 .8H.27zM.39 .43a.11 .11 0 1 0 .22 0a.11 .11 0 1 0-.22 0z`;
