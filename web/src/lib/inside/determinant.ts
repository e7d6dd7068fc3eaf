// Günther's determinant: an element for each square, with the letter of its diagonal and the index of its anti-diagonal.

import type { Shape } from '../shape';
import type { Square } from '../documents';

export interface Element {
  letter: string;
  index: number;
}

/** The element of a square, as the library names it: letters go from the main diagonal to the right, then to the left. */
export function elementOf([row, column]: Square, { rows, columns, torus }: Shape): Element {
  if (torus) return { letter: letters((column + columns - (row % columns)) % columns), index: (row + column) % columns };
  return { letter: letters(column >= row ? column - row : Math.max(rows, columns) - 1 + row - column), index: row + column };
}

/** a, b, …, z, aa, ab, … */
function letters(number: number): string {
  let text = '';
  for (let rest = number + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}

export const written = ({ letter, index }: Element): string => `${letter}${index}`;

/** What an element is while a term is expanded: in the term, outside the minor, struck out, or in the minor. */
export type Standing = 'taken' | 'outside' | 'struck' | 'minor';

/** Every element of the determinant, row by row, given the queens of the term. */
export function expansion(queens: Square[], shape: Shape): (Element & { is: Standing })[][] {
  const term = queens.map((queen) => elementOf(queen, shape));
  const standing = (row: number, column: number, { letter, index }: Element): Standing => {
    if (queens.some((queen) => queen[0] === row && queen[1] === column)) return 'taken';
    if (queens.some((queen) => queen[0] === row || queen[1] === column)) return 'outside';
    return term.some((one) => one.letter === letter || one.index === index) ? 'struck' : 'minor';
  };
  return Array.from({ length: shape.rows }, (_, row) =>
    Array.from({ length: shape.columns }, (_, column) => {
      const element = elementOf([row, column], shape);
      return { ...element, is: standing(row, column, element) };
    }),
  );
}
