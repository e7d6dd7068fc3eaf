// Playing: queens, marks and moves, and hints with their reasons.

import { describe, expect, it } from 'vitest';
import { searched, seen } from '../src/lib/hint';
import { clock, conflicts, crossed, empty, isSolved, moveQueen, readPosition, resized, toggleMark, toggleQueen, writePosition, type Position } from '../src/lib/play';
import { writePlace } from '../src/lib/url';
import type { Problem, Square } from '../src/lib/documents';

const SOLUTION: Square[] = [[0, 0], [1, 4], [2, 7], [3, 5], [4, 2], [5, 6], [6, 1], [7, 3]];
const with8 = (...queens: Square[]): Position => ({ n: 8, queens, marks: [] });

describe('a position', () => {
  it('adds and removes queens and marks', () => {
    const one = toggleQueen(empty(8), [2, 3]);
    expect(one.queens).toEqual([[2, 3]]);
    expect(toggleQueen(one, [2, 3])).toEqual(empty(8));
    const marked = toggleMark(one, [4, 4]);
    expect(marked.marks).toEqual([[4, 4]]);
    expect(toggleMark(marked, [4, 4])).toEqual(one);
    expect(toggleMark(one, [2, 3])).toBe(one);
    expect(toggleQueen(marked, [4, 4])).toEqual(with8([2, 3], [4, 4]));
  });

  it('never has more queens than rows', () => {
    const full = with8(...SOLUTION);
    expect(toggleQueen(full, [0, 1])).toBe(full);
  });

  it('moves a queen to a free square', () => {
    const two = with8([0, 0], [1, 4]);
    expect(moveQueen(two, [1, 4], [1, 5]).queens).toEqual([[0, 0], [1, 5]]);
    expect(moveQueen(two, [1, 4], [0, 0])).toBe(two);
    expect(moveQueen(two, [7, 7], [6, 6])).toBe(two);
  });

  it('reports its conflicts and whether it is solved', () => {
    expect(conflicts(with8([0, 0], [1, 1], [3, 5]))).toEqual([[[0, 0], [1, 1]]]);
    expect(isSolved(with8(...SOLUTION))).toBe(true);
    expect(isSolved(with8(...SOLUTION.slice(1)))).toBe(false);
  });

  it('crosses out attacked squares if that is switched on', () => {
    const marked = toggleMark(with8([0, 0]), [5, 6]);
    expect(crossed(marked, false)).toEqual([[5, 6]]);
    expect(crossed(marked, true)).toHaveLength(21 + 1);
  });

  it('is written to the address and read back, without invalid parts', () => {
    const position: Position = { n: 6, queens: [[0, 1], [2, 2]], marks: [[5, 5]] };
    const [, query] = writePlace('play', writePosition(position)).split('?');
    expect(readPosition(new URLSearchParams(query))).toEqual(position);
    expect(readPosition(new URLSearchParams('size=99&queens=x&marks=99,1'))).toEqual(empty(16));
    expect(readPosition(new URLSearchParams())).toEqual(empty(8));
  });

  it('keeps what fits on a smaller board', () => {
    expect(resized({ n: 8, queens: [[0, 0], [7, 7]], marks: [[6, 6], [1, 2]] }, 5)).toEqual({ n: 5, queens: [[0, 0]], marks: [[1, 2]] });
  });

  it('has a clock', () => {
    expect([clock(0), clock(9.9), clock(75), clock(3600)]).toEqual(['0:00', '0:09', '1:15', '60:00']);
  });
});

describe('a hint that can be seen', () => {
  it('names two queens that attack each other', () => {
    expect(seen(with8([0, 0], [3, 3]))).toMatchObject({ kind: 'take', squares: [[0, 0], [3, 3]] });
    expect(seen(with8([0, 0], [3, 3]))?.text).toContain('attack each other along a diagonal');
  });

  it('names a line without a free square', () => {
    // Rows 0 to 2 leave no square of row 3 on a board of side 4.
    const hint = seen({ n: 4, queens: [[0, 0], [1, 2]], marks: [] });
    expect(hint).toMatchObject({ kind: 'look', line: { row: 2 } });
    expect(hint?.text).toContain('Row 2 has no free square left');
  });

  it('names the only free square of a line', () => {
    expect(seen(with8(...SOLUTION.slice(0, 4)))).toMatchObject({ kind: 'put', squares: [[6, 1]], line: { row: 6 } });
  });

  it('does not exist on an empty board', () => {
    expect(seen(empty(8))).toBeNull();
  });
});

describe('a hint from a search', () => {
  /** Totals by the number of given queens, and a different one for one square. */
  const counting = (totals: (problem: Problem) => string | null) => async (problems: Problem[]) => problems.map(totals);

  it('points at the square most solutions go through', async () => {
    const hint = await searched(empty(8), counting(({ given }) => (!given?.length ? '92' : given[0][1] === 3 ? '18' : '8')));
    expect(hint).toMatchObject({ kind: 'put', squares: [[0, 3]] });
    expect(hint.text).toBe('Row 0 has 8 free squares. Put a queen on row 0, column 3: 18 solutions go through it.');
  });

  it('names the queen that must go', async () => {
    const position = with8([0, 0], [1, 2], [4, 6]);
    const hint = await searched(position, counting(({ given }) => (given?.length === 2 && given[0][0] === 0 && given[1][0] === 4 ? '4' : '0')));
    expect(hint).toMatchObject({ kind: 'take', squares: [[1, 2]] });
    expect(hint.text).toContain('Without the one at row 1, column 2 there are 4 solutions');
  });

  it('says when removing one queen is not enough, and when nothing was counted', async () => {
    expect((await searched(with8([0, 0], [1, 2]), counting(() => '0'))).text).toContain('remove the last two');
    expect((await searched(empty(16), counting(() => null))).text).toContain('Too many possibilities');
  });
});
