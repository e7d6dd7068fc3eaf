// A trace folded into boards: the same fold as the library's `Frame::apply`, in the browser, so
// that stepping needs no call to the server.

import type { Frame, Production, Square, Stacking, Step, StepCounts, TraceEvent } from './documents';

export function emptyFrame(): Frame {
  return {
    queens: [],
    collisions: 0,
    eliminated: [],
    rules: [],
    path: [],
    collected: [],
    floors: [],
    weights: [],
    solutions: 0,
  };
}

export function emptyCounts(): StepCounts {
  return {
    visits: 0,
    removes: 0,
    rejects: 0,
    dead_ends: 0,
    solutions: 0,
    discards: 0,
    restarts: 0,
    swaps: 0,
  };
}

/** A copy that later steps cannot change: every list that a step changes in place is copied. */
export function copyFrame(frame: Frame): Frame {
  return {
    ...frame,
    queens: frame.queens.slice(),
    eliminated: frame.eliminated.slice(),
    rules: frame.rules.slice(),
    collected: frame.collected.slice(),
    floors: frame.floors.slice(),
  };
}

const compare = (a: Square, b: Square) => a[0] - b[0] || a[1] - b[1];

/** The index of a square in a sorted list, or the complement of where it would be inserted. */
function find(list: Square[], square: Square): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compare(list[middle], square);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return ~low;
}

function insert(list: Square[], square: Square): void {
  const place = find(list, square);
  if (place < 0) list.splice(~place, 0, square);
}

function erase(list: Square[], square: Square): void {
  const place = find(list, square);
  if (place >= 0) list.splice(place, 1);
}

/** Changes the frame into the one after this step. */
export function apply(frame: Frame, step: Step): void {
  if (step === 'solution') frame.solutions += 1;
  else if ('place' in step) insert(frame.queens, step.place);
  else if ('remove' in step) erase(frame.queens, step.remove);
  else if ('move' in step) {
    erase(frame.queens, step.move[0]);
    insert(frame.queens, step.move[1]);
  } else if ('swap' in step) frame.queens = swapped(frame.queens, step.swap);
  else if ('collisions' in step) frame.collisions = step.collisions;
  else if ('restart' in step) frame.queens = [];
  else if ('board' in step) frame.queens = step.board.slice().sort(compare);
  else if ('weights' in step) frame.weights = weighed(frame.weights, step.weights);
  else if ('eliminate' in step) frame.eliminated = union(frame.eliminated, step.eliminate);
  else if ('restore' in step) frame.eliminated = without(frame.eliminated, step.restore);
  else if ('production' in step) produce(frame, step.production);
  else if ('stacking' in step) stack(frame, step.stacking);
}

/** A list of its own with some weights replaced: the old one may belong to another frame. */
function weighed(weights: number[], { first, values }: { first: number; values: number[] }): number[] {
  const changed = weights.slice();
  while (changed.length < first) changed.push(0);
  values.forEach((value, place) => (changed[first + place] = value));
  return changed;
}

function union(list: Square[], more: Square[]): Square[] {
  const merged = list.concat(more).sort(compare);
  return merged.filter((square, i) => i === 0 || compare(merged[i - 1], square) !== 0);
}

function without(list: Square[], less: Square[]): Square[] {
  const gone = less.slice().sort(compare);
  return list.filter((square) => find(gone, square) < 0);
}

function swapped(queens: Square[], [row, other]: [number, number]): Square[] {
  const partner = (r: number) => (r === row ? other : r === other ? row : r);
  return queens.map(([r, c]): Square => [partner(r), c]).sort(compare);
}

function produce(frame: Frame, step: Production): void {
  if (typeof step === 'string') return;
  if ('apprules' in step) frame.rules.push(step.apprules);
  else if ('tail' in step) frame.rules[Math.max(0, frame.rules.length - 1)] = step.tail;
  else if ('null' in step && step.null) frame.rules.pop();
  else if ('cons' in step) frame.path = step.cons;
}

function stack(frame: Frame, step: Stacking): void {
  if ('collect' in step) frame.collected.push(step.collect.columns);
  else if ('put' in step) frame.floors.push(step.put.columns);
  else if ('take-off' in step) frame.floors.pop();
}

/** Queens that this step places: the visits it counts. */
export function visits(step: Step): number {
  if (step === 'solution') return 0;
  if ('place' in step || 'move' in step) return 1;
  if ('swap' in step) return 2;
  if ('board' in step) return step.board.length;
  if ('stacking' in step && 'put' in step.stacking) return step.stacking.put.columns.length;
  return 0;
}

/** Whether no queen fits any more; also when Nilsson's DEADEND is true. */
const isDeadEnd = (step: Exclude<Step, string>) =>
  'dead-end' in step || ('production' in step && typeof step.production !== 'string' && 'deadend' in step.production && step.production.deadend);

/** Adds one step to the counts. */
export function count(counts: StepCounts, step: Step): void {
  counts.visits += visits(step);
  if (step === 'solution') counts.solutions += 1;
  else if ('remove' in step) counts.removes += 1;
  else if ('reject' in step) counts.rejects += 1;
  else if (isDeadEnd(step)) counts.dead_ends += 1;
  else if ('discard' in step) counts.discards += 1;
  else if ('restart' in step) counts.restarts += 1;
  else if ('swap' in step) counts.swaps += 1;
}

/** The name of a step's variant, as the trace writes it. */
export function kindOf(step: Step): string {
  return typeof step === 'string' ? step : Object.keys(step)[0];
}

/** One square the step is about, if it is about one. */
export function squareOf(event: TraceEvent | null): Square | null {
  const step = event?.step;
  if (!step || typeof step === 'string') return null;
  if ('place' in step) return step.place;
  if ('remove' in step) return step.remove;
  if ('reject' in step) return step.reject[0];
  if ('move' in step) return step.move[1];
  if ('production' in step && typeof step.production !== 'string' && 'first' in step.production) {
    return step.production.first;
  }
  if ('stacking' in step && 'above' in step.stacking) return step.stacking.above.square;
  return null;
}
