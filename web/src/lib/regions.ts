// Boards divided into regions, with queens that must not touch: in the address, as squares and as edges.

import type { Shape } from './shape';
import type { Square } from './documents';

/** What a board has besides rows, columns and edges. */
export type Rules = Pick<Shape, 'regions' | 'touching'>;

/** What is wrong with regions as they are typed; nothing if there are none. */
export function regionsFault(text: string, rows: number, columns: number): string {
  if (!text) return '';
  const lines = text.split('/');
  if (lines.length !== rows || !lines.every((line) => line.length === columns && /^[A-Za-z]+$/.test(line))) return `${rows} rows of ${columns} letters, divided by /`;
  const { length } = regionNames(lines);
  return length === rows ? '' : `${length} regions: there must be ${rows}, one for each queen`;
}

/** The rules in an address; regions that do not divide such a board are left out. */
export function readRules(params: URLSearchParams, { rows, columns, torus }: Shape): Rules {
  const regions = params.get('regions') ?? '';
  const divides = regions && !regionsFault(regions, rows, columns);
  const touching = params.get('rule') === 'touching' && !torus;
  return { ...(divides ? { regions: regions.split('/') } : {}), ...(touching ? { touching } : {}) };
}

export const writeRules = ({ regions, touching }: Rules): Record<'rule' | 'regions', string | undefined> => ({
  rule: touching ? 'touching' : undefined,
  regions: regions?.join('/'),
});

/** Whether queens attack along lines other than rows, columns and diagonals. */
export const hasRules = ({ regions, touching }: Rules): boolean => !!regions?.length || !!touching;

export const regionOf = (regions: string[] | undefined, [row, column]: Square): string | null => regions?.[row]?.[column] ?? null;

/** The names of the regions in order of appearance. */
export const regionNames = (rows: string[]): string[] => [...new Set(rows.join(''))];

export function regionSquares(rows: string[], name: string): Square[] {
  return rows.flatMap((row, r) => [...row].flatMap((letter, c): Square[] => (letter === name ? [[r, c]] : [])));
}

/** The edges between regions as one path. */
export function regionEdges(rows: string[]): string {
  let path = '';
  rows.forEach((row, r) =>
    [...row].forEach((letter, c) => {
      if (c + 1 < row.length && row[c + 1] !== letter) path += `M${c + 1} ${r}v1`;
      if (r + 1 < rows.length && rows[r + 1][c] !== letter) path += `M${c} ${r + 1}h1`;
    }),
  );
  return path;
}
