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
  const places = new Map<string, number>();
  const add = (kind: ItemKind, from: number, to: number, primary: boolean) => {
    for (let number = from; number <= to; number += 1) {
      places.set(`${kind} ${number}`, items.length);
      items.push({ kind, number, primary, covered: false, left: 0 });
    }
  };
  add('row', 0, rows - 1, true);
  add('column', 0, columns - 1, rows === columns);
  add('falling', torus ? 0 : 1 - columns, rows - 1, false);
  add('rising', 0, torus ? columns - 1 : rows + columns - 2, false);

  const fall = (row: number, column: number) => (torus ? (row - column + columns) % columns : row - column);
  const rise = (row: number, column: number) => (torus ? (row + column) % columns : row + column);
  const itemsOf = ([row, column]: Square) =>
    [`row ${row}`, `column ${column}`, `falling ${fall(row, column)}`, `rising ${rise(row, column)}`].map((name) => places.get(name)!);
  const chosen = new Set(queens.map((queen) => queen.join()));
  for (const queen of queens) for (const place of itemsOf(queen)) items[place].covered = true;

  const walls = new Set(blocked.map((square) => square.join()));
  const givenIn = new Map(given);
  const options: Option[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const square: Square = [row, column];
      if (walls.has(square.join()) || (givenIn.get(row) ?? column) !== column) continue;
      const covers = itemsOf(square);
      const state = chosen.has(square.join()) ? 'chosen' : covers.some((place) => items[place].covered) ? 'removed' : 'open';
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
