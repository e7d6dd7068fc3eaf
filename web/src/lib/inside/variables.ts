// The values an algorithm's variables have after a step, worked out from the board and the step.

import { squareOf } from '../frame';
import type { Sketch } from '../problem';
import { regionOf } from '../regions';
import { isUsual } from '../variants';
import type { TraceEvent, Frame, Square } from '../documents';

/** A variable by its name in the pseudocode, and its value. */
export type Variable = [name: string, value: string];

/** A call that has not returned, and what it has chosen so far. */
export interface Call {
  name: string;
  holds: string;
}

export interface Inside {
  variables: Variable[];
  /** Lines the queens take, for algorithms that keep tables of them. */
  sets: Variable[];
  /** Calls that have not returned, the outermost first; empty where the algorithm is a loop. */
  stack: Call[];
}

interface Context {
  frame: Frame;
  event: TraceEvent | null;
  sketch: Sketch;
  /** The square the step is about. */
  square: Square | null;
  /** How deep the search is: the row, or the column where columns are filled. */
  depth: number;
  /** Queens by depth. */
  queens: Square[];
}

interface Form {
  variables: (context: Context) => Variable[];
  /** The procedure that calls itself; what one of its calls has chosen. */
  call?: (depth: number) => string;
  holds?: (queen: Square) => string;
  /** Whether it keeps tables of the lines taken. */
  tables?: boolean;
  /** Whether a level of the search is a column. */
  byColumn?: boolean;
  /** Whether the depth is the number of queens, wherever they stand. */
  byQueens?: boolean;
}

const NONE = '–';
const set = (values: Iterable<number>) => `{${[...new Set(values)].sort((a, b) => a - b).join(', ')}}`;
const list = (values: number[]) => `[${values.join(', ')}]`;
const row = ({ depth, sketch }: Context) => (depth < sketch.rows ? String(depth) : `${depth} = N`);
const column = ({ square }: Context) => (square ? String(square[1]) : NONE);
const columnsOf = ({ queens }: Context) => queens.map((queen) => queen[1]);
const collisions = ({ frame }: Context): Variable => ['collisions', String(frame.collisions)];

/** Columns that no queen takes, as the list F links them. */
function links(context: Context): string {
  const taken = new Set(columnsOf(context));
  const free = Array.from({ length: context.sketch.columns }, (_, c) => c).filter((c) => !taken.has(c));
  return ['-1', ...free, 'end'].join(' → ');
}

/** The pair of rows of a swap. */
function swapped({ event }: Context): Variable[] {
  const step = event?.step;
  const pair = step && typeof step !== 'string' && 'swap' in step ? step.swap : null;
  return [['i', pair ? String(pair[0]) : NONE], ['j', pair ? String(pair[1]) : NONE]];
}

function moved({ event }: Context): Variable[] {
  const step = event?.step;
  const move = step && typeof step !== 'string' && 'move' in step ? step.move : null;
  return [['row', move ? String(move[0][0]) : NONE], ['column', move ? `${move[0][1]} → ${move[1][1]}` : NONE]];
}

/** The weight of the square of the step, where the search weighs squares. */
function weight({ frame, square, sketch }: Context): string {
  const value = square && frame.weights[square[0] * sketch.columns + square[1]];
  return value === null || value === undefined ? NONE : String(value);
}

/** The floor that is filled, the solution that is looked at, and the solutions of the floors below. */
function stacked({ frame: { collected, floors }, event }: Context): Variable[] {
  const step = event?.step;
  const stacking = step && typeof step !== 'string' && 'stacking' in step ? Object.values(step.stacking)[0] : null;
  const number = (floor: number[]) => collected.findIndex((one) => one.join() === floor.join());
  return [
    ['height', String(stacking && 'height' in stacking ? stacking.height : floors.length)],
    ['t', stacking ? String(stacking.number) : NONE],
    ['allSolutions', String(collected.length)],
    ['finalSolution', list(floors.map(number))],
  ];
}

const ROW_COLUMN: Form = { variables: (c) => [['row', row(c)], ['column', column(c)]], tables: true };

const FORMS: Record<string, Form> = {
  backtracking: ROW_COLUMN,
  'generate-and-test': ROW_COLUMN,
  'forward-checking': { ...ROW_COLUMN, call: (depth) => `fill(${depth})`, holds: (queen) => `column ${queen[1]}` },
  'arc-consistency': { ...ROW_COLUMN, call: (depth) => `fill(${depth})`, holds: (queen) => `column ${queen[1]}` },
  'all-different': { ...ROW_COLUMN, call: (depth) => `fill(${depth})`, holds: (queen) => `column ${queen[1]}` },
  'min-remaining-values': { ...ROW_COLUMN, call: () => 'fill', holds: (queen) => `row ${queen[0]}, column ${queen[1]}`, byQueens: true },
  gunther: { ...ROW_COLUMN, call: (depth) => `expand(minor of ${depth})`, holds: (queen) => `element (${queen.join(', ')})` },
  naur: ROW_COLUMN,
  nondeterministic: { variables: (c) => [['current_row', row(c)], ['column', column(c)]], tables: true },
  'las-vegas': { variables: (c) => [['current_row', String(c.queens.length - 1)], ['column', column(c)]], tables: true },
  'las-vegas-backtracking': ROW_COLUMN,
  'brute-force': {
    variables: (c) => [['k', String(c.queens.length)], ['square', c.square ? String(c.square[0] * c.sketch.columns + c.square[1]) : NONE]],
    call: (depth) => `choose(${depth + 1}, …)`,
    holds: (queen) => `queen on (${queen.join(', ')})`,
    byQueens: true,
  },
  'trial-and-error': {
    variables: (c) => [['i', row(c)], ['x', list(columnsOf(c))]],
    call: (depth) => `choose(${depth})`,
    holds: (queen) => `x[${queen[0]}] = ${queen[1]}`,
  },
  permutations: {
    variables: (c) => [['k', row(c)], ['p', list(columnsOf(c))]],
    call: (depth) => `choose(${depth})`,
    holds: (queen) => `p[${queen[0]}] = ${queen[1]}`,
  },
  'rohl-1': {
    variables: (c) => [['k', row(c)], ['pk', column(c)], ['p', list(columnsOf(c))]],
    call: (depth) => `choose(${depth})`,
    holds: (queen) => `p[${queen[0]}] = ${queen[1]}`,
    tables: true,
  },
  'rohl-2': {
    variables: (c) => [['m', row(c)], ['h', column(c)], ['F', links(c)]],
    call: () => 'searchrow',
    holds: (queen) => `m = ${queen[0]}, h = ${queen[1]}`,
    tables: true,
  },
  wirth: {
    variables: (c) => [['j', c.depth < c.sketch.columns ? String(c.depth) : `${c.depth} = N`], ['current_row', c.square ? String(c.square[0]) : NONE], ['X', list(c.queens.map((queen) => queen[0]))]],
    call: (depth) => `Trycolumn(${depth})`,
    holds: (queen) => `X[${queen[1]}] = ${queen[0]}`,
    tables: true,
    byColumn: true,
  },
  bitmask: {
    variables: (c) => [['r', row(c)], ['bit', c.square ? `column ${c.square[1]}` : NONE]],
    call: (depth) => `row(${depth}, …)`,
    holds: (queen) => `bit = column ${queen[1]}`,
  },
  'state-space': {
    variables: (c) => [['row', row(c)], ['column', column(c)]],
    call: (depth) => `expand(${depth})`,
    holds: (queen) => `column = ${queen[1]}`,
    tables: true,
  },
  guldal: {
    variables: (c) => [['queens', String(c.queens.length)], ['cell', c.square ? String(c.square[0] * c.sketch.columns + c.square[1]) : NONE]],
    call: (depth) => `place(${depth})`,
    holds: (queen) => `row ${queen[0]}, column ${queen[1]}`,
    byQueens: true,
  },
  'barr-rao': {
    variables: (c) => [['depth', row(c)], ['boardPos', column(c)], ['pos', c.square ? String(c.square[0] * c.sketch.columns + c.square[1]) : NONE]],
    call: (depth) => `placeQueens(${depth})`,
    holds: (queen) => `boardPos = ${queen[1]}`,
  },
  nilsson: {
    variables: (c) => [['DATA', `(${c.queens.map((queen) => `R${queen[0]},${queen[1]}`).join(' ')})`]],
    call: (depth) => `BACKTRACK(${depth === 0 ? 'no queen' : `${depth} queens`})`,
    holds: (queen) => `R = R${queen[0]},${queen[1]}`,
  },
  'dancing-links': {
    variables: (c) => [['queens', String(c.queens.length)], ['option', c.square ? `(${c.square.join(', ')})` : NONE]],
    tables: true,
    byQueens: true,
  },
  topor: { variables: (c) => [['row', row(c)], ['S', `{${c.queens.map((queen) => `(${queen.join(', ')})`).join(', ')}}`]] },
  qs1: { variables: (c) => [...swapped(c), collisions(c)] },
  qs2: { variables: (c) => [...swapped(c), collisions(c)] },
  qs3: { variables: (c) => [...swapped(c), collisions(c)] },
  qs4: { variables: (c) => [...swapped(c), collisions(c)] },
  'iterative-repair': { variables: (c) => [...swapped(c), collisions(c)] },
  'simulated-annealing': { variables: (c) => [...swapped(c), collisions(c)] },
  genetic: { variables: (c) => [['individual', list(columnsOf(c))], collisions(c)] },
  'min-conflicts': { variables: (c) => [...moved(c), collisions(c)] },
  takefuji: { variables: (c) => [['i', c.square ? String(c.square[0]) : NONE], ['j', column(c)], ['U(i, j)', weight(c)], collisions(c)] },
  'ant-colony': { variables: (c) => [['row', c.square ? String(c.square[0]) : NONE], ['column', column(c)], ['trail', weight(c) === NONE ? NONE : (Number(weight(c)) / 1000).toFixed(3)], collisions(c)] },
  'double-backtracking': { variables: stacked },
  'quantum-differential-evolution': { variables: (c) => [['x', list(columnsOf(c))], collisions(c)] },
};

/** Values after a step; algorithms without an entry show the row and column of the step. */
export function inside(id: string, frame: Frame, event: TraceEvent | null, sketch: Sketch): Inside {
  const form = FORMS[id] ?? { variables: ROW_COLUMN.variables };
  const major = form.byColumn ? 1 : 0;
  const queens = [...frame.queens].sort((a, b) => a[major] - b[major]);
  const square = squareOf(event);
  const depth = form.byQueens ? queens.length : depthOf(queens, event, square, major);
  const context = { frame, event, sketch, square, depth, queens };
  return { variables: form.variables(context), sets: form.tables ? taken(queens, sketch) : [], stack: calls(form, context, major) };
}

/** The row or column the step is about, or the first without a queen. */
function depthOf(queens: Square[], event: TraceEvent | null, square: Square | null, major: 0 | 1): number {
  if (square) return square[major];
  const step = event?.step;
  if (step && typeof step !== 'string' && 'dead-end' in step) {
    const line = step['dead-end'];
    if ('row' in line) return line.row;
    if ('column' in line) return line.column;
  }
  const filled = new Set(queens.map((queen) => queen[major]));
  let depth = 0;
  while (filled.has(depth)) depth += 1;
  return depth;
}

/** Lines that are taken: those of the board, so no long diagonals where queens only have to avoid touching, and none of other pieces. */
function taken(queens: Square[], sketch: Sketch): Variable[] {
  const { regions, touching } = sketch;
  if (!isUsual({ ...sketch, regions: undefined, touching: undefined })) return [];
  const sets: Variable[] = [['columns taken', set(queens.map((queen) => queen[1]))]];
  if (!touching) {
    sets.push(['row − column taken', set(queens.map((queen) => queen[0] - queen[1]))]);
    sets.push(['row + column taken', set(queens.map((queen) => queen[0] + queen[1]))]);
  }
  if (regions?.length) sets.push(['regions taken', `{${queens.map((queen) => regionOf(regions, queen)).sort().join(', ')}}`]);
  return sets;
}

/** A call for each queen that stands, and the one at work if it has placed none. */
function calls({ call, holds, byQueens }: Form, { queens, depth, sketch }: Context, major: 0 | 1): Call[] {
  if (!call) return [];
  const open: Call[] = queens
    .filter((queen) => byQueens || queen[major] <= depth)
    .map((queen, place) => ({ name: call(byQueens ? place : queen[major]), holds: holds?.(queen) ?? '' }));
  const isAtWork = byQueens ? open.length < sketch.rows : open.length <= depth && depth < sketch.rows;
  if (isAtWork) open.push({ name: call(depth), holds: '' });
  return open;
}
