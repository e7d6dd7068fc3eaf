// What an algorithm holds inside, worked out from the board and the step.

import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import CoverMatrix from '../src/learn/CoverMatrix.svelte';
import Determinant from '../src/learn/Determinant.svelte';
import Diagonals from '../src/learn/Diagonals.svelte';
import Draws from '../src/learn/Draws.svelte';
import Orbits from '../src/learn/Orbits.svelte';
import Tiles from '../src/learn/Tiles.svelte';
import Variables from '../src/learn/Variables.svelte';
import Weights from '../src/learn/Weights.svelte';
import { apply, emptyCounts, emptyFrame } from '../src/lib/frame';
import { diagonals, draws, oneIn, randomRows } from '../src/lib/inside/chance';
import { cover } from '../src/lib/inside/cover';
import { levels } from '../src/lib/inside/orbits';
import { elementOf, expansion, written } from '../src/lib/inside/determinant';
import { divide, tiles } from '../src/lib/inside/tiles';
import { inside } from '../src/lib/inside/variables';
import { share } from '../src/lib/inside/weights';
import { squareShape } from '../src/lib/shape';
import type { TraceView } from '../src/lib/trace.svelte';
import type { Frame, Square, Step, TraceEvent } from '../src/lib/documents';
import type { Algorithm } from '../src/lib/types';
import { recorded } from './recorded';

const sketch = (n: number) => ({ ...squareShape(n), given: [] as Square[], blocked: [] as Square[] });
const event = (step: Step): TraceEvent => ({ number: 1, line: 1, step, text: '' });
const board = (...queens: Square[]): Frame => ({ ...emptyFrame(), queens });
const text = (html: string) => html.replace(/<!--.*?-->/g, '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim();
const viewOf = (frame: Frame, step: Step | null): TraceView =>
  ({ moment: { at: 1, frame, counts: emptyCounts(), event: step && event(step) }, around: () => [], arrivals: 0 }) as unknown as TraceView;

/** A recorded trace folded up to a step. */
function after(name: string, at: number): [Frame, TraceEvent | null] {
  const { events } = recorded(name);
  const frame = emptyFrame();
  for (const one of events.slice(0, at)) apply(frame, one.step);
  return [frame, events[at - 1] ?? null];
}

describe('variables', () => {
  it('of backtracking are row, column and the lines taken', () => {
    const frame = board([0, 1], [1, 3]);
    const now = inside('backtracking', frame, event({ reject: [[2, 0], 'blocked'] }), sketch(4));
    expect(now.variables).toEqual([['row', '2'], ['column', '0']]);
    expect(now.sets).toEqual([['columns taken', '{1, 3}'], ['row − column taken', '{-2, -1}'], ['row + column taken', '{1, 4}']]);
    expect(now.stack).toEqual([]);
  });

  it('name regions instead of long diagonals where queens only must not touch', () => {
    const divided = { ...sketch(4), regions: ['AABB', 'ACCB', 'ADCB', 'DDDD'], touching: true };
    const now = inside('backtracking', board([0, 1], [1, 3]), event({ reject: [[2, 0], 'blocked'] }), divided);
    expect(now.sets).toEqual([['columns taken', '{1, 3}'], ['regions taken', '{A, B}']]);
  });

  it('name no lines of queens for other pieces', () => {
    expect(inside('backtracking', board([0, 1]), null, { ...sketch(4), piece: 'rook' }).sets).toEqual([]);
    expect(inside('backtracking', board([0, 1]), null, { ...sketch(4), torus: true }).sets).toHaveLength(3);
  });

  it('of double backtracking are the floor, the solution looked at, and those of the floors below', () => {
    const [placed, put] = after('stack-5', 13);
    expect(inside('double-backtracking', placed, put, sketch(5)).variables).toEqual([['height', '1'], ['t', '2'], ['allSolutions', '10'], ['finalSolution', '[0, 2]']]);
    const [, refused] = after('stack-5', 14);
    expect(inside('double-backtracking', placed, refused, sketch(5)).variables.slice(0, 2)).toEqual([['height', '2'], ['t', '3']]);
    expect(inside('double-backtracking', emptyFrame(), null, sketch(5)).variables).toEqual([['height', '0'], ['t', '–'], ['allSolutions', '0'], ['finalSolution', '[]']]);
  });

  it('follow a recorded trace', () => {
    const { events } = recorded('backtracking-4');
    events.forEach((one, at) => {
      const [frame] = after('backtracking-4', at + 1);
      const [row] = inside('backtracking', frame, one, sketch(4)).variables;
      if (typeof one.step !== 'string' && 'place' in one.step) expect(row).toEqual(['row', String(one.step.place[0])]);
    });
  });

  it('of a recursive algorithm have a stack with the call at work on top', () => {
    const placed = inside('wirth', board([0, 0], [2, 1]), event({ place: [2, 1] }), sketch(4));
    expect(placed.variables.slice(0, 2)).toEqual([['j', '1'], ['current_row', '2']]);
    expect(placed.stack).toEqual([{ name: 'Trycolumn(0)', holds: 'X[0] = 0' }, { name: 'Trycolumn(1)', holds: 'X[1] = 2' }]);
    const refused = inside('wirth', board([0, 0], [2, 1]), event({ reject: [[0, 2], 'blocked'] }), sketch(4));
    expect(refused.stack.map((call) => call.name)).toEqual(['Trycolumn(0)', 'Trycolumn(1)', 'Trycolumn(2)']);
    const removed = inside('wirth', board([0, 0]), event({ remove: [2, 1] }), sketch(4));
    expect(removed.stack.map((call) => call.name)).toEqual(['Trycolumn(0)', 'Trycolumn(1)']);
  });

  it('begin with the first call and end with a call for every queen', () => {
    expect(inside('bitmask', board(), null, sketch(4)).stack).toEqual([{ name: 'row(0, …)', holds: '' }]);
    const solved = inside('bitmask', board([0, 1], [1, 3], [2, 0], [3, 2]), event('solution'), sketch(4));
    expect(solved.variables[0]).toEqual(['r', '4 = N']);
    expect(solved.stack).toHaveLength(4);
  });

  it('of list-keeping algorithms show the list', () => {
    const now = inside('rohl-2', board([0, 1]), event({ place: [0, 1] }), sketch(4));
    expect(now.variables).toEqual([['m', '0'], ['h', '1'], ['F', '-1 → 0 → 2 → 3 → end']]);
    expect(inside('guldal', board([0, 1]), event({ place: [0, 1] }), sketch(4)).variables).toEqual([['queens', '1'], ['cell', '1']]);
    expect(inside('min-remaining-values', board([2, 1]), event({ place: [2, 1] }), sketch(4)).stack).toEqual([{ name: 'fill', holds: 'row 2, column 1' }, { name: 'fill', holds: '' }]);
    expect(inside('qs1', board([0, 1]), event({ swap: [2, 5] }), sketch(6)).variables.slice(0, 2)).toEqual([['i', '2'], ['j', '5']]);
  });

  it('are shown as a list and a stack', () => {
    const algorithm = { id: 'wirth' } as Algorithm;
    const { body } = render(Variables, { props: { algorithm, view: viewOf(board([0, 0]), { place: [0, 0] }), sketch: sketch(4) } });
    expect(text(body)).toContain('current_row 0');
    expect(text(body)).toContain('Trycolumn(0) X[0] = 0');
  });
});

describe('dancing links', () => {
  it('covers nothing at first and four items for each queen', () => {
    const start = cover([], sketch(4));
    expect([start.items.length, start.options.length, start.tightest]).toEqual([22, 16, 0]);
    expect(start.items[0]).toMatchObject({ kind: 'row', number: 0, left: 4, covered: false });
    const one = cover([[0, 0]], sketch(4));
    expect(one.items.filter((item) => item.covered)).toHaveLength(4);
    expect(one.options.filter((option) => option.state === 'open').map((option) => option.square.join())).toEqual(['1,2', '1,3', '2,1', '2,3', '3,1', '3,2']);
    expect(one.items[one.tightest!]).toMatchObject({ kind: 'row', number: 1, left: 2 });
  });

  it('branches as the library does: a dead end is an item without an option', () => {
    const dead = cover([[0, 0], [1, 2]], sketch(4));
    expect(dead.items[dead.tightest!]).toMatchObject({ kind: 'row', number: 2, left: 0 });
    expect(cover([[0, 1], [1, 3], [2, 0], [3, 2]], sketch(4)).tightest).toBeNull();
  });

  it('knows walls, given queens and the torus', () => {
    expect(cover([], { ...sketch(4), blocked: [[0, 0]], given: [[1, 3]] }).options).toHaveLength(16 - 1 - 3);
    expect(cover([], { ...sketch(5), torus: true }).items).toHaveLength(20);
  });

  it('is drawn with its counts', () => {
    const { body } = render(CoverMatrix, { props: { view: viewOf(board([0, 0]), { place: [0, 0] }), sketch: sketch(4) } });
    expect(text(body)).toContain('4 of 22 items covered');
    expect(text(body)).toContain('Fewest options left: row 1, with 2.');
  });
});

describe('orbits', () => {
  it('of the first row of eight are four', () => {
    const [first] = levels([], sketch(8), false);
    expect(first.group).toHaveLength(8);
    expect(first.orbits.map((orbit) => orbit.length)).toEqual([4, 8, 8, 8]);
  });

  it('leave only the symmetries that keep the queens', () => {
    const [first, second] = levels([[0, 0]], sketch(8), false);
    expect([first.chosen, first.selection]).toEqual([0, [[0, 0]]]);
    expect(second.group).toEqual(['R4', 'D4']);
    expect(second.row).toBe(1);
  });

  it('exclude orbits tried before', () => {
    const [, second] = levels([[0, 1]], sketch(6), false);
    expect(second.group).toEqual(['R4']);
    // The corners were tried before (0, 1), and the rest of its own orbit is excluded too.
    expect(second.orbits.flat()).not.toContainEqual([1, 5]);
    expect(second.orbits.flat().map((square) => square.join())).toEqual(['1,3', '1,4']);
  });

  it('can begin in the centre and know rectangles', () => {
    expect(levels([], sketch(7), true)[0].row).toBe(3);
    expect(levels([], { ...sketch(5), columns: 7 }, false)[0].group).toEqual(['R2', 'R4', 'D1', 'D2']);
  });

  it('are drawn as letters', () => {
    const { body } = render(Orbits, { props: { view: viewOf(board(), null), sketch: sketch(8), fromCentre: false } });
    expect(body).toContain('Orbits: A has 4 squares, B has 8 squares');
  });
});

describe('tiles', () => {
  it('are those of the paper', () => {
    expect(divide(21)).toEqual({ a: 5, b: 5, c: 1 });
    expect(tiles(21, 'general')!.cuts).toEqual([0, 1, 6, 11, 16, 21]);
    expect(tiles(20, 'general')!.cuts).toEqual([0, 5, 10, 15, 20]);
    expect(tiles(13, 'general')!.cuts).toEqual([0, 13]);
    expect(tiles(25, 'superqueens')!.cuts).toEqual([0, 5, 10, 15, 20, 25]);
    expect(tiles(9, 'general')).toBeNull();
    expect(tiles(9, 'knight-walk')).toBeNull();
  });

  it('are drawn where queens stand', () => {
    const { body } = render(Tiles, { props: { view: viewOf(board([0, 0], [1, 11], [2, 13]), null), n: 21, part: 'general' } });
    expect(body).toContain('5 by 5 tiles, 2 of them with queens');
  });
});

describe('the determinant', () => {
  it('has the elements that the library writes', () => {
    const rows = expansion([], sketch(4)).map((row) => row.map(written).join(' '));
    expect(rows.slice(0, 3)).toEqual(['a0 b1 c2 d3', 'e1 a2 b3 c4', 'f2 e3 a4 b5']);
    expect(written(elementOf([1, 0], { ...sketch(4), torus: true }))).toBe('d1');
    expect(written(elementOf([0, 27], sketch(30)))).toBe('ab27');
  });

  it('shows the term, and what it strikes out of the minor', () => {
    const rows = expansion([[0, 1]], sketch(4));
    expect(rows.map((row) => row.map(({ is }) => is[0]).join(''))).toEqual(['otoo', 'sosm', 'moms', 'momm']);
    const { body } = render(Determinant, { props: { view: viewOf(board([0, 1], [1, 3]), null), sketch: sketch(4) } });
    expect(text(body)).toContain('Term: b1 · c4');
    expect(text(body)).toContain('Minor of 2 rows: 3 elements left');
  });
});

describe('chance', () => {
  it('leaves as many rows to backtracking as the library does', () => {
    expect([8, 39, 100].map((n) => randomRows('las-vegas-backtracking', n, 0))).toEqual([2, 29, 87]);
    expect([randomRows('las-vegas-backtracking', 8, 4), randomRows('las-vegas', 8, 0)]).toEqual([3, 8]);
  });

  it('lists what every random row could choose from', () => {
    const found = draws([[0, 1], [1, 3]], sketch(4), 4);
    expect(found.map((draw) => [draw.available, draw.column])).toEqual([[[0, 1, 2, 3], 1], [[3], 3], [[0], null]]);
    expect(oneIn(found)).toBe(4n);
    const { body } = render(Draws, { props: { view: viewOf(board([0, 1], [1, 3]), null), sketch: sketch(4), algorithm: 'las-vegas', crossover: 0 } });
    expect(text(body)).toContain('chance of 1 in 4');
  });

  it('counts queens on diagonals', () => {
    const found = diagonals([[0, 0], [1, 1], [2, 2], [3, 0]], sketch(4));
    expect(found.falling[3]).toBe(3);
    expect([found.pairs, found.surplus]).toEqual([3, 2]);
    expect(diagonals([[0, 1], [1, 3], [2, 0], [3, 2]], sketch(4))).toMatchObject({ pairs: 0, surplus: 0 });
    const { body } = render(Diagonals, { props: { view: viewOf(board([0, 0], [1, 1]), null), sketch: sketch(4) } });
    expect(text(body)).toContain('1 pair on one diagonal, 1 queen too many');
  });
});

describe('weights', () => {
  it('change in place of the squares they are for, in a list of their own', () => {
    const frame = emptyFrame();
    apply(frame, { weights: { first: 0, values: [1, 2, 3, 4] } });
    const before = frame.weights;
    apply(frame, { weights: { first: 2, values: [9] } });
    expect([before, frame.weights]).toEqual([[1, 2, 3, 4], [1, 2, 9, 4]]);
  });

  it('are shares of the largest trail, or of the span of a row of potentials', () => {
    expect(share([1000, 500, 0, 250], 2)).toEqual([1, 0.5, 0, 0.25]);
    expect(share([-4, 0, 2, 2], 2)).toEqual([0, 1, 0.5, 0.5]);
    expect(share([], 8)).toEqual([]);
  });

  it('are written as trails or potentials', () => {
    const frame = { ...board([0, 1]), weights: [-3, 5, 0, 1] };
    const { body } = render(Weights, { props: { view: viewOf(frame, null), sketch: sketch(2), of: 'neurons' } });
    expect(text(body)).toContain('1 of 4 fire; U from -3 to 5');
    expect(text(body)).toContain('-3 5 0 1');
  });

  it('of ants come with a recorded trace', () => {
    const [frame] = after('ant-colony-6', 1);
    expect(frame.weights).toEqual(new Array(36).fill(1000));
  });
});
