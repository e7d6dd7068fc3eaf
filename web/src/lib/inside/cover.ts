// The exact-cover matrix of dancing links at a moment: which items are covered, which options are left.

import type { Sketch } from '../problem';
import type { Square } from '../documents';

export type ItemKind = 'row' | 'column' | 'falling' | 'rising';

export interface Item {
  kind: ItemKind;
  /** Row, column, row − column or row + column. */
  number: number;
  /** Whether it must be covered; the others may be, once. */
  primary: boolean;
  covered: boolean;
  /** Options left that cover it. */
  left: number;
}

export interface Option {
  square: Square;
  /** Places of the items it covers. */
  items: number[];
  state: 'chosen' | 'open' | 'removed';
}

export interface Cover {
  items: Item[];
  options: Option[];
  /** The place of the item with the fewest options left, the first of several; null when all are covered. */
  tightest: number | null;
}

export function cover(queens: Square[], { rows, columns, torus, given, blocked }: Sketch): Cover {
  const items: Item[] = [];
  /** Adds items; the place that the one with number 0 has or would have. */
  const add = (kind: ItemKind, from: number, to: number, primary: boolean): number => {
    const zero = items.length - from;
    for (let number = from; number <= to; number += 1) items.push({ kind, number, primary, covered: false, left: 0 });
    return zero;
  };
  add('row', 0, rows - 1, true);
  const column0 = add('column', 0, columns - 1, rows === columns);
  const falling0 = add('falling', torus ? 0 : 1 - columns, rows - 1, false);
  const rising0 = add('rising', 0, torus ? columns - 1 : rows + columns - 2, false);

  const fall = (row: number, column: number) => (torus ? (row - column + columns) % columns : row - column);
  const rise = (row: number, column: number) => (torus ? (row + column) % columns : row + column);
  const itemsOf = ([row, column]: Square) => [row, column0 + column, falling0 + fall(row, column), rising0 + rise(row, column)];
  const number = ([row, column]: Square) => row * columns + column;
  const chosen = new Set(queens.map(number));
  for (const queen of queens) for (const place of itemsOf(queen)) items[place].covered = true;

  const walls = new Set(blocked.map(number));
  const givenIn = new Map(given);
  const options: Option[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const square: Square = [row, column];
      if (walls.has(number(square)) || (givenIn.get(row) ?? column) !== column) continue;
      const covers = itemsOf(square);
      const state = chosen.has(number(square)) ? 'chosen' : covers.some((place) => items[place].covered) ? 'removed' : 'open';
      if (state === 'open') for (const place of covers) items[place].left += 1;
      options.push({ square, items: covers, state });
    }
  }
  let tightest: number | null = null;
  items.forEach((item, place) => {
    if (item.primary && !item.covered && (tightest === null || item.left < items[tightest].left)) tightest = place;
  });
  return { items, options, tightest };
}
