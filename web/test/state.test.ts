import { describe, expect, it } from 'vitest';
import { duration, grouped, rate } from '../src/lib/format';
import { gifRange, readLearn, toRequest, writeLearn } from '../src/lib/learn';
import { asNumber, masks } from '../src/lib/masks';
import { advance, command, SPEEDS, speedIndex } from '../src/lib/player';
import { choices, decision, judge, knowable, noScore, scored } from '../src/lib/predict';
import { attack, edit, readSquares, reshape, writeSquares, type Sketch } from '../src/lib/problem';
import { csv, sheetOf } from '../src/lib/download';
import { readShape, squareShape, withColumns, withRows, writeSize } from '../src/lib/shape';
import { readPlace, realNumber, wholeNumber, writePlace } from '../src/lib/url';
import type { Step, TraceEvent } from '../src/lib/documents';

const sketch = (n: number): Sketch => ({ ...squareShape(n), given: [], blocked: [] });

describe('the address', () => {
  it('survives the round trip', () => {
    const choice = readLearn(
      readPlace('#learn?size=8&torus=1&given=0,3+2,5&blocked=7,7&algorithm=qs1&set.seed=42&goal=all&at=17&speed=60&lines=1&predict=1&levels=9&refused=1&gif=3-40').params,
    );
    expect(choice.sketch).toEqual({ rows: 8, columns: 8, torus: true, given: [[0, 3], [2, 5]], blocked: [[7, 7]] });
    expect(choice.settings).toEqual({ seed: '42' });
    const again = readLearn(readPlace(writePlace('learn', writeLearn(choice))).params);
    expect(again).toEqual(choice);
  });

  it('leaves out defaults and ignores invalid values', () => {
    const choice = readLearn(readPlace('#learn?size=9999&given=77,1&at=x').params);
    expect(choice.sketch.rows).toBe(200);
    expect(readLearn(new URLSearchParams('size=-3')).sketch.rows).toBe(6);
    expect(choice.at).toBe(0);
    expect(readPlace('#nowhere').section).toBe('play');
    expect(writePlace('learn', writeLearn(readLearn(new URLSearchParams())))).toBe('#learn?size=6&algorithm=backtracking');
    expect(wholeNumber('12', 1, 0, 10)).toBe(10);
    expect(['abc', '', null, '1e9', '0.5'].map((text) => realNumber(text, 1, 0, 2))).toEqual([1, 1, 1, 2, 0.5]);
    expect(['-4', 'x', '55', '1e99'].map((speed) => readLearn(new URLSearchParams({ speed })).speed)).toEqual([4, 4, 60, 200_000]);
  });

  it('builds the request of a trace', () => {
    const request = toRequest(readLearn(new URLSearchParams('size=5&torus=1&algorithm=wirth&goal=all')));
    expect(request).toEqual({
      problem: { version: 1, size: '5', topology: 'torus' },
      algorithm: 'wirth',
      settings: {},
      all: true,
    });
  });
});

describe('editing the start', () => {
  const empty: Sketch = { ...squareShape(6), given: [], blocked: [] };

  it('adds a queen or a wall and removes it again', () => {
    const given = edit(empty, [1, 2], 'queen') as Sketch;
    expect(given.given).toEqual([[1, 2]]);
    expect(edit(given, [1, 2], 'queen')).toEqual(empty);
    const blocked = edit(given, [1, 2], 'wall') as Sketch;
    expect([blocked.given, blocked.blocked]).toEqual([[], [[1, 2]]]);
    expect(edit(blocked, [1, 2], 'wall')).toEqual(empty);
  });

  it('rejects a queen that another attacks, with the reason', () => {
    const first = edit(empty, [0, 0], 'queen') as Sketch;
    expect(edit(first, [3, 3], 'queen')).toBe('No queen here: the given queen at row 0, column 0 attacks this square along the diagonal.');
    expect((edit(first, [3, 3], 'wall') as Sketch).blocked).toEqual([[3, 3]]);
  });

  it('drops squares outside a smaller board', () => {
    const sketch = reshape({ ...empty, given: [[5, 5]], blocked: [[0, 1]] }, squareShape(4));
    expect(sketch).toEqual({ rows: 4, columns: 4, torus: false, given: [], blocked: [[0, 1]] });
  });

  it('reads and writes squares as the command line does', () => {
    expect(readSquares('0,3 2,5 9,9 0,3', squareShape(6))).toEqual([[0, 3], [2, 5]]);
    expect(writeSquares([[0, 3], [2, 5]])).toBe('0,3 2,5');
  });

  it('wraps diagonals around the torus', () => {
    expect(attack([0, 0], [1, 4], squareShape(5))).toBeNull();
    expect(attack([0, 0], [1, 4], squareShape(5, true))).toBe('diagonal');
  });
});

describe('the shape of a board', () => {
  const read = (query: string) => readShape(new URLSearchParams(query), 6, 40);

  it('is written as on the command line and read again', () => {
    for (const size of ['8', '5x8', '1x40']) expect(writeSize(read(`size=${size}`))).toBe(size);
    expect(read('size=5x8&torus=1')).toEqual({ rows: 5, columns: 8, torus: false });
    expect(read('size=8&torus=1')).toEqual({ rows: 8, columns: 8, torus: true });
  });

  it('has at least as many columns as rows, whatever an address says', () => {
    expect(read('size=9x4')).toEqual(squareShape(9));
    expect(read('size=x')).toEqual(squareShape(6));
    expect(read('size=5x999')).toEqual({ rows: 5, columns: 40, torus: false });
  });

  it('stays a square or a rectangle while its rows change', () => {
    expect(withRows(squareShape(6, true), 7)).toEqual(squareShape(7, true));
    expect(withRows({ rows: 5, columns: 8, torus: false }, 9)).toEqual(squareShape(9));
    expect(withColumns(squareShape(6, true), 9)).toEqual({ rows: 6, columns: 9, torus: false });
  });
});

describe('playing', () => {
  it('keeps time at any speed and stops at the end', () => {
    let playing = { at: 0, rest: 0 };
    for (let i = 0; i < 61; i += 1) playing = advance(playing, 4, 1000 / 60, 100);
    expect(playing.at).toBe(4);
    expect(advance({ at: 0, rest: 0 }, 200_000, 16, 1_000_000).at).toBe(3200);
    expect(advance({ at: 99, rest: 0.9 }, 30, 100, 100)).toEqual({ at: 100, rest: 0 });
  });

  it('does not jump after a sleep', () => {
    expect(advance({ at: 0, rest: 0 }, 8, 60_000, 1000).at).toBe(2);
  });

  it('has keys', () => {
    expect(command(' ', false)).toBe('play');
    expect(command('ArrowLeft', true)).toEqual({ go: -10 });
    expect(command('End', false)).toEqual({ to: 'end' });
    expect(command('S', true)).toEqual({ find: 'solution', direction: 'previous' });
    expect(command('+', false)).toEqual({ speed: 1 });
    expect(command('x', false)).toBeNull();
    expect(SPEEDS[speedIndex(7)]).toBe(8);
  });
});

describe('the steps of a GIF', () => {
  it('are those around the current step until others are chosen', () => {
    expect(gifRange(null, 500, 1000)).toEqual([400, 600]);
    expect(gifRange(null, 20, 50)).toEqual([1, 50]);
    expect(gifRange([3, 40], 500, 1000)).toEqual([3, 40]);
  });

  it('end where the trace ends, and where one file does', () => {
    expect(gifRange([900, 5000], 0, 1000)).toEqual([900, 1000]);
    expect(gifRange([1, 1_000_000], 0, 1_000_000)).toEqual([1, 1000]);
    expect(gifRange([70, 3], 0, 1000)).toEqual([70, 70]);
    expect(gifRange([5000, 9000], 0, 1000)).toEqual([1000, 1000]);
    expect(readLearn(new URLSearchParams('gif=a-b')).gif).toBeNull();
  });
});

describe('predicting', () => {
  it('asks only what is decided and can be known', () => {
    const event = (step: Step): TraceEvent => ({ number: 1, line: 1, step, text: '' });
    expect(knowable(event({ place: [1, 2] }), false)).toBe('square');
    expect(knowable(event({ place: [1, 2] }), true)).toBe('kind');
    expect(knowable(event({ collisions: 3 }), false)).toBeNull();
    expect(knowable(event({ weights: { first: 0, values: [1] } }), true)).toBeNull();
    const swap = event({ swap: [0, 1] });
    expect(decision([event({ collisions: 3 }), swap], true)).toBe(swap);
    expect(judge(event({ place: [1, 2] }), 'place', null, true).right).toBe(true);
  });

  const event = (step: Step): TraceEvent => ({ number: 1, line: 1, step, text: 'what happened' });

  it('requires the kind and the square', () => {
    const next = event({ place: [1, 3] });
    expect(judge(next, 'place', [1, 3]).right).toBe(true);
    expect(judge(next, 'place', [1, 2])).toMatchObject({ right: false, text: 'Right kind, other square: what happened' });
    expect(judge(next, 'reject', [1, 3]).right).toBe(false);
    expect(judge(event('solution'), 'solution', null).right).toBe(true);
  });

  it('offers what this algorithm does, the answer among it', () => {
    expect(choices([event({ place: [0, 0] }), event({ remove: [0, 0] })], event('solution'))).toEqual(['place', 'remove', 'solution']);
  });

  it('keeps the score', () => {
    const score = [true, true, false, true].reduce(scored, noScore);
    expect(score).toEqual({ asked: 4, right: 3, streak: 1, best: 2 });
  });
});

describe('bit masks', () => {
  it('are those of the algorithm', () => {
    const now = masks([[0, 1]], sketch(4))!;
    expect(now.row).toBe(1);
    expect([now.columns, now.falling, now.rising, now.free].map(asNumber)).toEqual(['0x2', '0x4', '0x1', '0x8']);
  });

  it('wrap around on the torus and include blocked squares and given queens', () => {
    expect(asNumber(masks([[0, 0]], { ...sketch(5), torus: true })!.rising)).toBe('0x10');
    expect(asNumber(masks([], { ...sketch(4), blocked: [[0, 0]] })!.free)).toBe('0xe');
    expect(asNumber(masks([], { ...sketch(4), given: [[0, 2]] })!.free)).toBe('0x4');
    expect(masks([[0, 1], [1, 3], [2, 0], [3, 2]], sketch(4))).toBeNull();
  });

  it('are as wide as the board', () => {
    const now = masks([[0, 1]], { ...sketch(2), columns: 5 })!;
    expect([now.columns, now.falling, now.rising, now.free].map(asNumber)).toEqual(['0x2', '0x4', '0x1', '0x18']);
    expect(masks([[0, 1], [1, 3]], { ...sketch(2), columns: 5 })).toBeNull();
  });
});

describe('numbers as text', () => {
  it('are grouped and timed', () => {
    expect(grouped('234907967154122528')).toBe('234\u202f907\u202f967\u202f154\u202f122\u202f528');
    expect(duration(0.0000114)).toBe('11 µs');
    expect(duration(75)).toBe('1 min 15 s');
    expect(duration(7200)).toBe('2 h 0 min');
    expect(rate(2_500_000)).toBe('2.5 M/s');
  });

  it('have captions if several drawings share a sheet', () => {
    const one = (caption: string) => ({ text: '<svg/>', caption, width: 100, height: 50 });
    const sheet = sheetOf(['a < b', 'c', 'd', 'e', 'f'].map(one), 'black', 'white');
    expect(sheet).toContain('a &lt; b</tspan></text>');
    expect(sheet).toContain('width="480" height="192"');
    expect(sheet.match(/<svg\/>/g)).toHaveLength(5);
    const long = sheetOf([one('backtracking, row by row'), one('b')], 'black', 'white');
    expect(long.match(/<tspan/g)).toHaveLength(3);
    expect(long).toContain('height="120"');
  });

  it('are quoted in CSV if necessary', () => {
    expect(csv([['a', 'b,c'], [1, 'say "x"']])).toBe('a,"b,c"\n1,"say ""x"""\n');
  });
});
