// Puzzles: their rules, their place in the address, and hints that follow from regions.

import { describe, expect, it } from 'vitest';
import { linePath } from '../src/lib/board';
import { seen } from '../src/lib/hint';
import { readLearn, toRequest, writeLearn } from '../src/lib/learn';
import { cleared, conflicts, crossed, isSolved, moveQueen, ownQueens, readPosition, toggleQueen, writePosition } from '../src/lib/play';
import { clash, edit, reshape, type Sketch } from '../src/lib/problem';
import { boardOf, dayOf, problemWith, readPuzzle, requestOf, wishOf } from '../src/lib/puzzle';
import { regionEdges, regionNames, regionSquares } from '../src/lib/regions';
import { squareShape } from '../src/lib/shape';
import { readPlace, writePlace } from '../src/lib/url';

const LINK = '#play?size=5&rule=touching&regions=AABBB/AABBC/AACCC/AADDC/AEEDC&level=medium';
const puzzle = () => readPosition(readPlace(LINK).params);

describe('a puzzle in the address', () => {
  it('is read and written', () => {
    const position = puzzle();
    expect(position.puzzle).toMatchObject({ given: [], touching: true, level: 'medium' });
    expect(writePlace('play', writePosition(position))).toBe(LINK);
    const played = toggleQueen(position, [0, 2]);
    expect(readPosition(readPlace(writePlace('play', writePosition(played))).params)).toEqual(played);
  });

  it('may have given queens, which stay', () => {
    const position = readPosition(readPlace('#play?size=6&given=0,1+1,3&level=hard').params);
    expect(position.queens).toEqual([[0, 1], [1, 3]]);
    expect(toggleQueen(position, [0, 1])).toBe(position);
    expect(moveQueen(position, [1, 3], [1, 4])).toBe(position);
    const played = toggleQueen(position, [2, 5]);
    expect(ownQueens(played)).toEqual([[2, 5]]);
    expect(cleared(played)).toEqual(position);
    expect(writePlace('play', writePosition(played))).toBe('#play?size=6&given=0,1+1,3&level=hard&queens=2,5');
  });

  it('is none if the regions do not divide the board', () => {
    for (const regions of ['AB/AB', 'AABBB/ACCBD/ACCDD/AECDD/EEED', 'AABBB/ACCBD/ACCDD/AACDD/AAADD', 'AABBB/ACCBD/ACCDD/A1CDD/EEEDD', ''])
      expect(readPuzzle(new URLSearchParams({ regions }), 5)).toBeUndefined();
  });
});

describe('the rule of a puzzle', () => {
  it('excludes rows, columns, neighbours and regions, not long diagonals', () => {
    const rules = boardOf(5, puzzle().puzzle);
    expect(clash([0, 0], [0, 4], rules)).toContain('row');
    expect(clash([0, 0], [4, 0], rules)).toContain('column');
    expect(clash([1, 1], [2, 2], rules)).toBe('touch each other');
    expect(clash([0, 0], [2, 2], rules)).toBeNull();
    expect(clash([2, 3], [4, 4], rules)).toBe('share region C');
    expect(clash([0, 0], [2, 2], boardOf(5, undefined))).toContain('diagonal');
  });

  it('decides conflicts, crosses and whether it is solved', () => {
    const two = toggleQueen(toggleQueen(puzzle(), [2, 3]), [4, 4]);
    expect(conflicts(two)).toEqual([[[2, 3], [4, 4]]]);
    expect(isSolved(two)).toBe(false);
    const one = toggleQueen(puzzle(), [0, 0]);
    // Four squares of the row, four of the column, (1, 1), and two more of the region.
    expect(crossed(one, true)).toHaveLength(11);
  });

  it('is part of the problem that is counted', () => {
    const { puzzle: rules } = puzzle();
    expect(problemWith(5, [[0, 3]], rules)).toEqual({ version: 1, size: '5', rule: 'touching', regions: 'AABBB/AABBC/AACCC/AADDC/AEEDC', given: [[0, 3]] });
    expect(problemWith(5, [], undefined)).toEqual({ version: 1, size: '5' });
  });
});

describe('a divided board in Learn', () => {
  const ADDRESS = '#learn?size=5&rule=touching&regions=AABBB/AABBC/AACCC/AADDC/AEEDC&given=0,2&algorithm=backtracking';
  const choice = () => readLearn(readPlace(ADDRESS).params);

  it('is read, written and asked for', () => {
    expect(choice().sketch).toMatchObject({ touching: true, regions: ['AABBB', 'AABBC', 'AACCC', 'AADDC', 'AEEDC'] });
    expect(writePlace('learn', writeLearn(choice()))).toBe(ADDRESS);
    expect(toRequest(choice()).problem).toEqual({ version: 1, size: '5', rule: 'touching', regions: 'AABBB/AABBC/AACCC/AADDC/AEEDC', given: [[0, 2]] });
    expect(readLearn(readPlace('#learn?size=4&regions=AABBB/AABBC/AACCC/AADDC/AEEDC').params).sketch).toEqual({ ...squareShape(4), given: [], blocked: [] });
  });

  it('refuses given queens by its rule, and loses its regions with its size', () => {
    const { sketch } = choice();
    expect(edit(sketch, [1, 3], 'queen')).toContain('touches this square');
    expect(edit(sketch, [1, 2], 'queen')).toContain('along the column');
    expect(edit({ ...sketch, given: [[0, 3]] }, [1, 2], 'queen')).toContain('touches');
    expect(edit({ ...sketch, given: [[0, 4]] }, [1, 2], 'queen')).toContain('is in the same region');
    expect((edit(sketch, [4, 0], 'queen') as Sketch).given).toHaveLength(2);
    expect(reshape(sketch, sketch)).toEqual(sketch);
    expect(reshape(sketch, squareShape(6))).toEqual({ ...squareShape(6), given: [[0, 2]], blocked: [] });
  });

  it('names the line of a region', () => {
    expect(linePath({ region: 'E' }, choice().sketch)).toBe('M1 4.5h1M2 4.5h1');
  });
});

describe('regions', () => {
  it('have names, squares and edges', () => {
    const rows = ['AAB', 'ACB', 'CCB'];
    expect(regionNames(rows)).toEqual(['A', 'B', 'C']);
    expect(regionSquares(rows, 'C')).toEqual([[1, 1], [2, 0], [2, 1]]);
    expect(regionEdges(['AB', 'AB'])).toBe('M1 0v1M1 1v1');
  });
});

describe('a hint in a puzzle', () => {
  it('names the rule that is broken', () => {
    expect(seen(toggleQueen(toggleQueen(puzzle(), [1, 1]), [2, 2]))?.text).toContain('touch each other: one of them must go');
  });

  it('excludes a square that would leave a region without one, then forces a queen', () => {
    let position = puzzle();
    const texts: string[] = [];
    for (let i = 0; i < 40 && !isSolved(position); i += 1) {
      const hint = seen(position);
      if (!hint) break;
      texts.push(hint.text);
      if (hint.kind === 'put') position = toggleQueen(position, hint.squares[0]);
      else position = { ...position, marks: [...position.marks, ...hint.squares] };
    }
    expect(isSolved(position)).toBe(true);
    expect(texts.some((text) => text.includes('without a free square: cross it out'))).toBe(true);
    expect(texts.some((text) => text.includes('has one free square left'))).toBe(true);
  });
});

describe('asking for a puzzle', () => {
  it('says what is wanted', () => {
    expect(requestOf({ kind: 'regions', n: 9, level: 'hard', guessing: false }, 5)).toEqual({ kind: 'regions', n: 9, level: 'hard', without_guessing: true, seed: 5 });
    expect(requestOf({ kind: 'completion', n: 6, level: 'expert', guessing: false }, 5)).toMatchObject({ without_guessing: false });
    expect(requestOf({ kind: 'regions', n: 6, level: 'any', guessing: true }, 5)).toMatchObject({ level: null, without_guessing: false });
  });

  it('begins with what is played', () => {
    expect(wishOf(5, puzzle().puzzle)).toEqual({ kind: 'regions', n: 5, level: 'medium', guessing: false });
    expect(wishOf(7, { given: [[0, 1]], regions: [], touching: false, level: null })).toMatchObject({ kind: 'completion', n: 7, level: 'any' });
    expect(wishOf(8, undefined)).toMatchObject({ kind: 'regions', n: 8, level: 'medium' });
  });

  it('knows the day', () => {
    expect(dayOf(new Date(2026, 10, 6, 23, 59))).toBe('2026-11-06');
  });
});
