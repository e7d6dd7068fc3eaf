// Topor's search at a moment: for each level the symmetries that remain, and the orbits of its row.

import type { Sketch } from '../problem';
import { has } from '../problem';
import { threats } from '../threats';
import { applySymmetry, NAMES, type Name } from '../symmetry';
import type { Square } from '../documents';

export interface Level {
  row: number;
  /** The symmetries that keep all queens placed before. */
  group: Name[];
  /** Orbits of the free squares of the row, in the order they are tried. */
  orbits: Square[][];
  /** The place of the orbit that holds the queen of the row; null where there is none yet. */
  chosen: number | null;
  /** The queens of that orbit. */
  selection: Square[];
}

const ofSquares: Name[] = ['R1', 'R3', 'D3', 'D4'];
const position = (square: Square) => square.join();

/** Every level that has begun, the last one with the row that is filled next. */
export function levels(queens: Square[], { ...sketch }: Sketch, fromCentre: boolean): Level[] {
  const { rows, columns } = sketch;
  const image = (name: Name, squares: Square[]) => squares.map((square) => applySymmetry(name, square, sketch));
  const keeps = (name: Name, squares: Square[]) => image(name, squares).every((square) => has(squares, square));
  let group = NAMES.filter((name) => rows === columns || !ofSquares.includes(name)).filter(
    (name) => keeps(name, sketch.given) && keeps(name, sketch.blocked),
  );
  const order = Array.from({ length: rows }, (_, row) => row);
  if (fromCentre) order.sort((a, b) => Math.abs(2 * a + 1 - rows) - Math.abs(2 * b + 1 - rows) || a - b);
  const excluded = new Set(sketch.blocked.map(position));
  const [byGiven, byPlaced] = [threats(sketch), threats(sketch)];
  sketch.given.forEach(byGiven.add);
  const isFree = (square: Square) => !byPlaced.on(square) && !excluded.has(position(square)) && (has(sketch.given, square) || !byGiven.on(square));
  const filled = new Set<number>();

  const found: Level[] = [];
  for (const row of order) {
    if (filled.has(row)) continue;
    const orbits: Square[][] = [];
    for (let column = 0; column < columns; column += 1) {
      const square: Square = [row, column];
      if (isFree(square) && !orbits.some((orbit) => has(orbit, square))) orbits.push(orbitOf(square, group, image));
    }
    const queen = queens.find((other) => other[0] === row);
    const place = queen ? orbits.findIndex((orbit) => has(orbit, queen)) : -1;
    const selection = place < 0 ? [] : orbits[place].filter((square) => has(queens, square));
    found.push({ row, group, orbits, chosen: place < 0 ? null : place, selection });
    if (place < 0) break;
    for (const orbit of orbits.slice(0, place + 1)) for (const square of orbit) excluded.add(position(square));
    for (const square of selection) {
      byPlaced.add(square);
      filled.add(square[0]);
    }
    group = group.filter((name) => keeps(name, selection));
  }
  return found;
}

function orbitOf(square: Square, group: Name[], image: (name: Name, squares: Square[]) => Square[]): Square[] {
  const orbit: Square[] = [];
  for (const name of group) {
    const [turned] = image(name, [square]);
    if (!has(orbit, turned)) orbit.push(turned);
  }
  return orbit.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}
