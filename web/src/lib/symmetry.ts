// The images of a placement: under the eight symmetries of a square, by the survey's names, and the shifts of joined edges.

import { squaresOf } from './problem';
import type { Shape } from './shape';
import type { PlacementClass, Square } from './documents';

export const NAMES = ['R1', 'R2', 'R3', 'R4', 'D1', 'D2', 'D3', 'D4'] as const;
export type Name = (typeof NAMES)[number];

export const MEANING: Record<Name, string> = {
  R1: 'turn by 90°',
  R2: 'turn by 180°',
  R3: 'turn by 270°',
  R4: 'identity',
  D1: 'columns reversed',
  D2: 'rows reversed',
  D3: 'other diagonal',
  D4: 'main diagonal',
};

export const isName = (name: string): name is Name => NAMES.some((one) => one === name);

/** A motion in words: `R1+2,3` shifts, then turns. */
export function meaningOf(motion: string): string {
  const [name, shift] = motion.split('+', 2);
  const [rows, columns] = (shift ?? '0,0').split(',').map(Number);
  const parts = [...(rows ? [`${rows} down`] : []), ...(columns ? [`${columns} right`] : [])].join(', ');
  const turn = isName(name) ? MEANING[name] : name;
  return !parts ? turn : name === 'R4' ? `shift ${parts}` : `shift ${parts}, then ${turn}`;
}

/** Whether all eight symmetries of the square keep the rule of a board, and no shift does. */
export const hasEight = ({ torus, strip, piece, pawns }: Shape): boolean => !torus && !strip && piece !== 'semi-queen' && !pawns?.length;

/** Where a symmetry takes a square; turns go counterclockwise. Those that exchange rows and columns need a square board. */
export function applySymmetry(name: Name, [row, column]: Square, { rows, columns }: { rows: number; columns: number }): Square {
  const [down, right] = [rows - 1 - row, columns - 1 - column];
  switch (name) {
    case 'R1':
      return [right, row];
    case 'R2':
      return [down, right];
    case 'R3':
      return [column, down];
    case 'R4':
      return [row, column];
    case 'D1':
      return [row, right];
    case 'D2':
      return [down, column];
    case 'D3':
      return [right, down];
    case 'D4':
      return [column, row];
  }
}

export function image(name: Name, squares: Square[], n: number): Square[] {
  return squares.map((square) => applySymmetry(name, square, { rows: n, columns: n })).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** The regions of a board as a symmetry moves them. */
export function imageOfRegions(name: Name, regions: string[]): string[] {
  const n = regions.length;
  const moved = Array.from({ length: n }, () => new Array<string>(n));
  regions.forEach((letters, row) =>
    [...letters].forEach((letter, column) => {
      const [down, across] = applySymmetry(name, [row, column], { rows: n, columns: n });
      moved[down][across] = letter;
    }),
  );
  return moved.map((letters) => letters.join(''));
}

export interface Classes {
  images: { name: string; squares: Square[]; /** The first name that gives the same image. */ same: string }[];
  stabiliser: string[];
  orbit: number;
  canonical: Square[];
}

const written = (squares: Square[]) => squares.map((square) => square.join()).join(' ');

/** Everything about a placement's class under the eight symmetries. */
export function classOf(squares: Square[], n: number): Classes {
  // Images equal to the placement are called the same as the identity, not the other way round.
  const seen = new Map<string, Name>([[written(image('R4', squares, n)), 'R4']]);
  const images = NAMES.map((name) => {
    const turned = image(name, squares, n);
    const text = written(turned);
    if (!seen.has(text)) seen.set(text, name);
    return { name, squares: turned, same: seen.get(text)! };
  });
  const self = written(image('R4', squares, n));
  const order = (a: Square[], b: Square[]) => {
    for (let i = 0; i < a.length; i += 1) {
      const difference = a[i][0] - b[i][0] || a[i][1] - b[i][1];
      if (difference) return difference;
    }
    return 0;
  };
  return {
    images,
    stabiliser: images.filter((one) => written(one.squares) === self).map((one) => one.name),
    orbit: seen.size,
    canonical: images.map((one) => one.squares).reduce((least, one) => (order(one, least) < 0 ? one : least)),
  };
}

/** The same as the server gives it, with placements as squares. */
export function classFrom({ images, stabiliser, orbit, canonical }: PlacementClass): Classes {
  const seen = new Map<string, string>();
  const identity = images.find((one) => one.symmetry === 'R4');
  if (identity) seen.set(identity.placement, 'R4');
  const named = images.map(({ symmetry, placement }) => {
    if (!seen.has(placement)) seen.set(placement, symmetry);
    return { name: symmetry, squares: squaresOf(placement), same: seen.get(placement)! };
  });
  return { images: named, stabiliser, orbit: orbit.length, canonical: squaresOf(canonical) };
}

/** A solution as the server lists it: in one-line notation, or as squares. */
export const solutionFrom = (text: string, notation: string): Square[] => (notation === 'squares' ? squaresOf(text) : fromOneLine(text));

/** `0,4,7,5,2,6,1,3`: the column of each row. */
export function oneLine(squares: Square[]): string {
  return [...squares].sort((a, b) => a[0] - b[0]).map(([, column]) => column).join(',');
}

export function fromOneLine(text: string): Square[] {
  const columns = text.split(',').map((part) => part.trim());
  if (!columns.every((part) => /^\d+$/.test(part))) return [];
  return columns.map((column, row): Square => [row, Number(column)]);
}
