// Geometry of a drawn board: few long paths instead of thousands of elements, so that a board of
// 200 draws as smoothly as one of 8. A square is one unit wide.

import { attack } from './problem';
import type { Event, Line, Square } from './types';

/** Squares as one path. */
export function squaresPath(squares: Iterable<Square>): string {
  let path = '';
  for (const [row, column] of squares) path += `M${column} ${row}h1v1h-1z`;
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

/** Squares some queen attacks, the queens' own squares left out. */
export function attacked(queens: Square[], n: number, torus: boolean): Square[] {
  const rows = new Uint8Array(n);
  const columns = new Uint8Array(n);
  const falling = new Uint8Array(2 * n);
  const rising = new Uint8Array(2 * n);
  const fall = (r: number, c: number) => (torus ? (r - c + n) % n : r - c + n);
  const rise = (r: number, c: number) => (torus ? (r + c) % n : r + c);
  const stands = new Set<number>();
  for (const [r, c] of queens) {
    rows[r] = columns[c] = falling[fall(r, c)] = rising[rise(r, c)] = 1;
    stands.add(r * n + c);
  }
  const found: Square[] = [];
  for (let r = 0; r < n; r += 1) {
    for (let c = 0; c < n; c += 1) {
      const hit = rows[r] || columns[c] || falling[fall(r, c)] || rising[rise(r, c)];
      if (hit && !stands.has(r * n + c)) found.push([r, c]);
    }
  }
  return found;
}

/** Pairs of queens that attack each other, up to a limit. */
export function clashes(queens: Square[], n: number, torus: boolean, most = 200): [Square, Square][] {
  const pairs: [Square, Square][] = [];
  for (let i = 0; i < queens.length; i += 1) {
    for (let j = i + 1; j < queens.length; j += 1) {
      if (attack(queens[i], queens[j], n, torus)) pairs.push([queens[i], queens[j]]);
      if (pairs.length === most) return pairs;
    }
  }
  return pairs;
}

/** The four lines of a queen across the board as one path; on the torus they go round. */
export function queenLines([row, column]: Square, n: number, torus: boolean): string {
  const [x, y] = [column + 0.5, row + 0.5];
  let path = `M0 ${y}H${n}M${x} 0V${n}`;
  path += diagonalPath(row - column, n, torus) + antiDiagonalPath(row + column, n, torus);
  return path;
}

/** Where row − column = d, from edge to edge; on the torus the other part too. */
function diagonalPath(d: number, n: number, torus: boolean): string {
  const part = (k: number) => {
    if (Math.abs(k) >= n) return '';
    const [x, y] = [Math.max(0, -k), Math.max(0, k)];
    return `M${x} ${y}l${n - Math.abs(k)} ${n - Math.abs(k)}`;
  };
  return torus ? part(mod(d, n)) + part(mod(d, n) - n) : part(d);
}

/** Where row + column = s. */
function antiDiagonalPath(s: number, n: number, torus: boolean): string {
  const part = (k: number) => {
    if (k < 0 || k > 2 * n - 2) return '';
    const [x, y] = [Math.min(k + 1, n), Math.max(0, k + 1 - n)];
    const length = Math.min(k + 1, 2 * n - 1 - k);
    return `M${x} ${y}l${-length} ${length}`;
  };
  return torus ? part(mod(s, n)) + part(mod(s, n) + n) : part(s);
}

const mod = (a: number, n: number) => ((a % n) + n) % n;

/** A line named by the trace, drawn over the whole board; empty in higher dimensions. */
export function linePath(line: Line, n: number, torus: boolean): string {
  if ('row' in line) return `M0 ${line.row + 0.5}H${n}`;
  if ('column' in line) return `M${line.column + 0.5} 0V${n}`;
  if ('diagonal' in line) return diagonalPath(line.diagonal, n, torus);
  if ('anti-diagonal' in line) return antiDiagonalPath(line['anti-diagonal'], n, torus);
  return '';
}

/** What the last step says about the board. */
export interface Marks {
  /** The square it is about and how it fared. */
  focus: { square: Square; kind: 'place' | 'remove' | 'reject' } | null;
  /** A line drawn because the step names it. */
  line: string;
  /** The queen that attacks. */
  attacker: Square | null;
  /** A row or column without a free square. */
  dead: Line | null;
  /** Queens that moved: from where to where. */
  arrows: [Square, Square][];
  solution: boolean;
}

export function marksOf(event: Event | null, queens: Square[], n: number, torus: boolean): Marks {
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
      marks.line = linePath(reason.attacked.along, n, torus);
    } else if (typeof reason !== 'string') marks.attacker = reason['given-elsewhere'];
  } else if ('dead-end' in step) marks.dead = step['dead-end'];
  else if ('move' in step) {
    marks.arrows = [step.move];
    marks.focus = { square: step.move[1], kind: 'place' };
  } else if ('swap' in step) {
    const [a, b] = step.swap;
    const column = (row: number) => queens.find(([r]) => r === row)?.[1] ?? 0;
    // The frame is the one after the swap: each queen came from the other's column.
    marks.arrows = [
      [[a, column(b)], [a, column(a)]],
      [[b, column(a)], [b, column(b)]],
    ];
  }
  return marks;
}

/** The position in words, for those who do not see it. */
export function describe(queens: Square[], n: number): string {
  if (queens.length === 0) return `empty board of side ${n}`;
  if (queens.length > 24) return `board of side ${n} with ${queens.length} queens`;
  const where = queens.map(([row, column]) => `row ${row} column ${column}`).join(', ');
  const word = queens.length === 1 ? 'queen' : 'queens';
  return `board of side ${n}, ${queens.length} ${word}: ${where}`;
}
