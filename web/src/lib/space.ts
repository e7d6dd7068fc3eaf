// Boards of more than two dimensions and stacks, as points in space.

/** A point: a queen by its coordinates, the last one being its layer. */
export type Point = number[];

/** Queens of a stack: column, row and floor. */
export function stackPoints(floors: number[][]): Point[] {
  return floors.flatMap((columns, floor) => columns.map((column, row): Point => [column, row, floor]));
}

/** Where a point is drawn: three axes in space; a board with more axes has the others in `beyond`. */
export function placeOf(point: Point): { x: number; y: number; floor: number; beyond: number[] } {
  const [x, y = 0, third = 0, ...beyond] = point;
  return { x, y, floor: third, beyond };
}

/** Whether a queen's move in space joins two points: all nonzero differences have the same size. */
export function joined(a: Point, b: Point): boolean {
  const sizes = a.map((part, axis) => Math.abs(part - b[axis])).filter((size) => size > 0);
  return sizes.length > 0 && sizes.every((size) => size === sizes[0]);
}

export function attackingPairs(queens: Point[]): [Point, Point][] {
  const pairs: [Point, Point][] = [];
  for (let i = 0; i < queens.length; i += 1) {
    for (let j = i + 1; j < queens.length; j += 1) {
      if (joined(queens[i], queens[j])) pairs.push([queens[i], queens[j]]);
    }
  }
  return pairs;
}

/** The floor of each square, from 0 like rows and columns; -1 where there is no queen. */
export function levelTable(floors: number[][], n: number): number[][] {
  const table = Array.from({ length: n }, () => new Array<number>(n).fill(-1));
  floors.forEach((columns, floor) => {
    columns.forEach((column, row) => (table[row][column] = floor));
  });
  return table;
}

export const readColumns = (text: string): number[] => text.split(',').map(Number);

/** The queens of a solution in one-line notation: each layer has the position of its queen inside it, the first axis
 * counting fastest. */
export function readPoints(solution: string, n: number, d: number): Point[] {
  return readColumns(solution).map((position, layer) => {
    const inside = Array.from({ length: d - 1 }, (_, axis) => Math.floor(position / n ** axis) % n);
    return [...inside, layer];
  });
}

/** The view: two angles in radians and the distance. */
export interface Camera {
  turn: number;
  tilt: number;
  near: number;
}

export const START: Camera = { turn: 0.65, tilt: 0.5, near: 1 };

/** The view after a turn; it never goes over the pole. */
export function turned(camera: Camera, turn: number, tilt: number): Camera {
  const limit = Math.PI / 2 - 0.05;
  return { ...camera, turn: camera.turn + turn, tilt: Math.max(-limit, Math.min(limit, camera.tilt + tilt)) };
}

export function nearer(camera: Camera, factor: number): Camera {
  return { ...camera, near: Math.max(0.4, Math.min(3, camera.near * factor)) };
}
