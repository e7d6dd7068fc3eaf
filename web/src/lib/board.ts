// Geometry of a drawn board: few long paths instead of thousands of elements, so that a board of
// 200 draws as smoothly as one of 8. A square is one unit wide.

import { waysPath } from './moves';
import { attacks } from './problem';
import { regionSquares } from './regions';
import { sidesOf, type Shape } from './shape';
import { threats } from './threats';
import { isUsual, pieceWord } from './variants';
import type { Frame, Line, Square, TraceEvent } from './documents';

/** Squares as one path. */
export function squaresPath(squares: Iterable<Square>): string {
  let path = '';
  for (const [row, column] of squares) path += `M${column} ${row}h1v1h-1z`;
  return path;
}

/** The dark squares of a board as one path. */
export function darkPath({ rows, columns }: Shape): string {
  let path = '';
  for (let row = 0; row < rows; row += 1) {
    for (let column = (row + 1) % 2; column < columns; column += 2) path += `M${column} ${row}h1v1h-1z`;
  }
  return path;
}

/**
 * Lines from the right down to the left over these squares as one path, this many for each unit of length. A pattern
 * would look the same, but software takes several times longer to paint it.
 */
export function hatchPath(squares: Iterable<Square>, { rows, columns }: Shape, lines: number): string {
  const hatched = new Uint8Array(rows * columns);
  for (const [row, column] of squares) hatched[row * columns + column] = 1;
  const short = (x: number) => Math.round(x * 1000) / 1000;
  let path = '';
  for (let line = 0; line < (rows + columns) * lines; line += 1) {
    // Where x + y = sum; half a step away from the corners, so that it always enters a square from above or from the right.
    const sum = (line + 0.5) / lines;
    const whole = Math.floor(sum);
    let from = -1;
    const pass = (row: number, column: number, top: number) => {
      const isHatched = column >= 0 && column < columns && row < rows && hatched[row * columns + column] === 1;
      if (isHatched && from < 0) from = top;
      if (isHatched || from < 0) return;
      path += `M${short(sum - from)} ${short(from)}L${short(sum - top)} ${short(top)}`;
      from = -1;
    };
    for (let row = Math.max(0, whole - columns); row <= Math.min(rows, whole + 1); row += 1) {
      pass(row, whole - row, row);
      pass(row, whole - row - 1, row + sum - whole);
    }
  }
  return path;
}

/** Discs in the middle of squares as one path: queens of boards too large for a drawn queen. */
export function discsPath(squares: Iterable<Square>, radius = 0.36): string {
  let path = '';
  for (const [row, column] of squares) {
    path += `M${column + 0.5 - radius} ${row + 0.5}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
  }
  return path;
}

/** Squares as large as their weights from 0 to 1, in the middle of the board's squares, as one path. */
export function weightsPath(weights: number[], columns: number): string {
  let path = '';
  // Much faster than toFixed, which a board of 100 calls 50,000 times.
  const short = (x: number) => Math.round(x * 1000) / 1000;
  weights.forEach((weight, place) => {
    const side = Math.sqrt(Math.max(0, Math.min(1, weight)));
    if (side < 0.05) return;
    const [x, y] = [(place % columns) + (1 - side) / 2, Math.floor(place / columns) + (1 - side) / 2];
    const by = short(side);
    path += `M${short(x)} ${short(y)}h${by}v${by}h-${by}z`;
  });
  return path;
}

/** The lines between squares as one path. */
export function gridPath({ rows, columns }: Shape): string {
  let path = '';
  for (let row = 1; row < rows; row += 1) path += `M0 ${row}H${columns}`;
  for (let column = 1; column < columns; column += 1) path += `M${column} 0V${rows}`;
  return path;
}

/** Squares that some queen attacks, without the queens' own squares. */
export function attacked(queens: Square[], { ...board }: Shape): Square[] {
  const { rows, columns } = board;
  const by = threats(board);
  queens.forEach(by.add);
  const stands = new Set(queens.map(([r, c]) => r * columns + c));
  const found: Square[] = [];
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) if (!stands.has(r * columns + c) && by.on([r, c])) found.push([r, c]);
  }
  return found;
}

/** Pairs of queens that attack each other, up to a limit. */
export function clashes(queens: Square[], shape: Shape, most = 200): [Square, Square][] {
  const attack = attacks(shape);
  const pairs: [Square, Square][] = [];
  for (let i = 0; i < queens.length; i += 1) {
    for (let j = i + 1; j < queens.length; j += 1) {
      if (attack(queens[i], queens[j])) pairs.push([queens[i], queens[j]]);
      if (pairs.length === most) return pairs;
    }
  }
  return pairs;
}

/**
 * The four lines of a queen across the board as one path; on the torus they wrap around, and for touching
 * queens diagonals end at the neighbours.
 */
export function queenLines([row, column]: Square, shape: Shape): string {
  const [x, y] = [column + 0.5, row + 0.5];
  if (!shape.touching && !isUsual({ ...shape, regions: undefined })) return waysPath([row, column], shape);
  let path = `M0 ${y}H${shape.columns}M${x} 0V${shape.rows}`;
  if (shape.touching) return `${path}M${x - 1} ${y - 1}l2 2M${x - 1} ${y + 1}l2 -2`;
  path += diagonalPath(row - column, shape) + antiDiagonalPath(row + column, shape);
  return path;
}

/** Where row − column = d, from edge to edge; on the torus the other part too. */
function diagonalPath(d: number, { rows, columns, torus }: Shape): string {
  const part = (k: number) => {
    const [x, y] = [Math.max(0, -k), Math.max(0, k)];
    const length = Math.min(columns - x, rows - y);
    return length > 0 ? `M${x} ${y}l${length} ${length}` : '';
  };
  return torus ? part(mod(d, rows)) + part(mod(d, rows) - rows) : part(d);
}

/** Where row + column = s. */
function antiDiagonalPath(s: number, { rows, columns, torus }: Shape): string {
  const part = (k: number) => {
    const [x, y] = [Math.min(k + 1, columns), Math.max(0, k + 1 - columns)];
    const length = Math.min(x, rows - y);
    return length > 0 ? `M${x} ${y}l${-length} ${length}` : '';
  };
  return torus ? part(mod(s, rows)) + part(mod(s, rows) + rows) : part(s);
}

const mod = (a: number, n: number) => ((a % n) + n) % n;

/** A line named by the trace, drawn over the whole board; empty in higher dimensions. */
export function linePath(line: Line, shape: Shape): string {
  if ('row' in line) return `M0 ${line.row + 0.5}H${shape.columns}`;
  if ('column' in line) return `M${line.column + 0.5} 0V${shape.rows}`;
  if ('diagonal' in line) return diagonalPath(line.diagonal, shape);
  if ('anti-diagonal' in line) return antiDiagonalPath(line['anti-diagonal'], shape);
  if ('region' in line) return regionSquares(shape.regions ?? [], line.region).map(([r, c]) => `M${c} ${r + 0.5}h1`).join('');
  if ('block' in line) return `M${line.block[1]} ${line.block[0] + 1}h2M${line.block[1] + 1} ${line.block[0]}v2`;
  return '';
}

/** What the last step marks on the board. */
export interface Marks {
  /** The square it is about and what happened to it. */
  focus: { square: Square; kind: 'place' | 'remove' | 'reject' } | null;
  /** A line that the step names. */
  line: string;
  /** The queen that attacks. */
  attacker: Square | null;
  /** A row or column without a free square. */
  dead: Line | null;
  /** Moved queens: from where to where. */
  arrows: [Square, Square][];
  solution: boolean;
}

/** The queens to draw: those on the board, or the solution a step about a stack looks at. */
export function queensOf(frame: Frame, event: TraceEvent | null): Square[] {
  const columns = solutionOf(frame, event);
  return columns ? columns.map((column, row): Square => [row, column]) : frame.queens;
}

function solutionOf({ collected, floors }: Frame, event: TraceEvent | null): number[] | null {
  const step = event?.step;
  if (step === 'solution' && floors.length) return floors[floors.length - 1];
  if (!step || typeof step === 'string' || !('stacking' in step)) return null;
  const { stacking } = step;
  if ('collect' in stacking) return stacking.collect.columns;
  if ('put' in stacking) return stacking.put.columns;
  if ('above' in stacking) return collected[stacking.above.number] ?? null;
  return floors[floors.length - 1] ?? null;
}

export function marksOf(event: TraceEvent | null, queens: Square[], shape: Shape): Marks {
  const marks: Marks = { focus: null, line: '', attacker: null, dead: null, arrows: [], solution: false };
  const step = event?.step;
  if (!step) return marks;
  if (step === 'solution') marks.solution = true;
  else if ('place' in step) marks.focus = { square: step.place, kind: 'place' };
  else if ('remove' in step) marks.focus = { square: step.remove, kind: 'remove' };
  else if ('reject' in step) {
    const [square, reason] = step.reject;
    marks.focus = { square, kind: 'reject' };
    if (typeof reason !== 'string' && 'attacked' in reason) {
      marks.attacker = reason.attacked.by;
      const isLong = shape.touching || isUsual(shape) || 'region' in reason.attacked.along;
      marks.line = isLong ? linePath(reason.attacked.along, shape) : waysPath(reason.attacked.by, shape, square);
    } else if (typeof reason !== 'string') marks.attacker = reason['given-elsewhere'];
  } else if ('dead-end' in step) marks.dead = step['dead-end'];
  else if ('stacking' in step && 'above' in step.stacking) marks.focus = { square: step.stacking.above.square, kind: 'reject' };
  else if ('move' in step) {
    marks.arrows = [step.move];
    marks.focus = { square: step.move[1], kind: 'place' };
  } else if ('swap' in step) {
    const [a, b] = step.swap;
    const column = (row: number) => queens.find(([r]) => r === row)?.[1] ?? 0;
    // The frame shows the board after the swap: each queen came from the other's column.
    marks.arrows = [
      [[a, column(b)], [a, column(a)]],
      [[b, column(a)], [b, column(b)]],
    ];
  }
  return marks;
}

/** The position as text, for screen readers. */
export function describe(queens: Square[], shape: Shape): string {
  const board = `board of ${sidesOf(shape)}`;
  if (queens.length === 0) return `empty ${board}`;
  if (queens.length > 24) return `${board} with ${queens.length} ${pieceWord(shape.piece, queens.length)}`;
  const where = queens.map(([row, column]) => `row ${row} column ${column}`).join(', ');
  return `${board}, ${queens.length} ${pieceWord(shape.piece, queens.length)}: ${where}`;
}
