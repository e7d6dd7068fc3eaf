// The three masks of the bit-mask algorithm, computed from the queens on the board.

import type { Sketch } from './problem';
import type { Square } from './documents';

export interface Masks {
  /** The row that the masks are for. */
  row: number;
  columns: boolean[];
  falling: boolean[];
  rising: boolean[];
  /** Squares the problem leaves open in this row. */
  open: boolean[];
  free: boolean[];
}

/** Masks for the first row without a queen, or null when every row has one. */
export function masks(queens: Square[], { rows, columns: n, torus, given, blocked }: Sketch): Masks | null {
  const taken = new Set(queens.map(([row]) => row));
  let row = 0;
  while (taken.has(row)) row += 1;
  if (row >= rows) return null;
  const bits = () => new Array<boolean>(n).fill(false);
  const [columns, falling, rising] = [bits(), bits(), bits()];
  const set = (mask: boolean[], column: number) => {
    const c = torus ? ((column % n) + n) % n : column;
    if (c >= 0 && c < n) mask[c] = true;
  };
  for (const [r, c] of queens.filter(([r]) => r < row)) {
    set(columns, c);
    set(falling, c + (row - r));
    set(rising, c - (row - r));
  }
  const here = given.find(([r]) => r === row);
  const open = bits().map((_, c) => {
    const shut = blocked.some(([r, column]) => r === row && column === c);
    return !shut && (!here || here[1] === c);
  });
  const free = open.map((isOpen, c) => isOpen && !columns[c] && !falling[c] && !rising[c]);
  return { row, columns, falling, rising, open, free };
}

/** The mask as the number the algorithm holds: column 0 is the lowest bit. */
export function asNumber(mask: boolean[]): string {
  let value = 0n;
  mask.forEach((bit, place) => {
    if (bit) value |= 1n << BigInt(place);
  });
  return `0x${value.toString(16)}`;
}
