import { describe, expect, it } from 'vitest';
import {
  another, asRun, curves, distinct, entryOf, finished, finishedOf, nameOf, plotRequest, readCompare, samples, spreadOf, table, takesPart, titleOf, writeCompare, type Run,
} from '../src/lib/compare';
import { cellsOf, columns, offered, origin, problemName, problemOf, put, readWanted, standing, troubled, writeWanted, type Job } from '../src/lib/jobs';
import { head, openFor, preview } from '../src/lib/models';
import { pictureAddress, summary, type Row } from '../src/lib/papers';
import { elsewhere } from '../src/lib/elsewhere';
import { squareShape } from '../src/lib/shape';
import { readPoints, attackingPairs, joined, levelTable, nearer, placeOf, stackPoints, START, turned } from '../src/lib/space';
import type { CatalogueAnswer, Problem } from '../src/lib/documents';
import type { Algorithm, Setting } from '../src/lib/types';
import { readPlace, writePlace } from '../src/lib/url';

const run = (algorithm: string, size: number, visits: number, more: Partial<Run> = {}): Run => ({
  algorithm,
  problem: { version: 1, size: String(size) },
  goal: 'all',
  complete: true,
  seconds: visits / 1e6,
  solutions: '2',
  work: { visits, tests: 0, trials: 0, backtracks: 0, restarts: 0 },
  ...more,
});

describe('comparing', () => {
  const card = (id: string, settings: Setting[]) => ({ id, title: id.toUpperCase(), settings }) as unknown as Algorithm;
  const seed: Setting = { name: 'seed', about: '', kind: 'number', default: '1', least: '0', most: '99' };
  const order: Setting = { name: 'order', about: '', kind: 'word', values: ['first', 'centre'] };

  it('keeps its choice in the address, settings too', () => {
    const choice = readCompare(
      readPlace('#compare?size=5x7&algorithms=wirth,topor:order=centre,lv:crossover=3;seed=7&goal=all&from=5&to=9&seeds=4&metric=tests&scale=linear&at=4&run=1').params,
    );
    expect(choice.entries.map((entry) => nameOf(entry))).toEqual(['wirth', 'topor:order=centre', 'lv:crossover=3,seed=7']);
    expect(choice.shape).toEqual({ rows: 5, columns: 7, torus: false });
    const address = writePlace('compare', writeCompare(choice));
    expect(address).toContain('algorithms=wirth,topor:order=centre,lv:crossover=3;seed=7&');
    expect(readCompare(readPlace(address).params)).toEqual(choice);
    expect(readCompare(new URLSearchParams('algorithms=a:nonsense;=x,,&seeds=9999')).entries).toEqual([{ algorithm: 'a', settings: {} }]);
  });

  it('names what differs from the default, without the seed if there are several', () => {
    const lv = card('lv', [order, seed]);
    const entry = { algorithm: 'lv', settings: { order: 'centre', seed: '7' } };
    expect(titleOf(entry, lv)).toBe('LV, order centre, seed 7');
    expect(nameOf(asRun(entry, lv, 1))).toBe('lv:order=centre,seed=7');
    expect(nameOf(asRun(entry, lv, 5))).toBe('lv:order=centre');
    expect(nameOf(asRun({ algorithm: 'lv', settings: { order: 'first', seed: '1' } }, lv, 1))).toBe('lv');
    expect(distinct([entry, { ...entry }, { algorithm: 'lv', settings: {} }])).toHaveLength(2);
  });

  it('leaves out algorithms that do not support the boards or the goal', () => {
    const boards = { text: '', torus: false, rectangles: false, space: false, rows: 0, width: 0 };
    const card = { category: 'some solutions', boards } as unknown as Parameters<typeof takesPart>[0];
    const square = { rows: 6, columns: 6, torus: false, given: [], blocked: [] };
    expect(takesPart(card, square, 'first')).toBe(true);
    expect(takesPart(card, square, 'all')).toBe(false);
    expect(takesPart(card, { ...square, columns: 9 }, 'first')).toBe(false);
    expect(takesPart(card, { ...square, torus: true }, 'first')).toBe(false);
    expect(takesPart(card, { ...square, piece: 'rook' }, 'first')).toBe(false);
    expect(takesPart(card, { ...square, pieces: 4 }, 'first')).toBe(false);
    expect(takesPart(undefined, square, 'all')).toBe(true);
  });

  it('accepts an algorithm again only with another setting', () => {
    const plain = card('wirth', []);
    const again = card('lv', [order, seed]);
    expect(another(plain, [])).toEqual({ algorithm: 'wirth', settings: {} });
    expect(another(plain, [{ algorithm: 'wirth', settings: {} }])).toBeNull();
    const entries = [another(again, [])!];
    for (let i = 0; i < 3; i += 1) entries.push(another(again, entries)!);
    expect(entries.map((entry) => nameOf(entry))).toEqual(['lv', 'lv:order=centre', 'lv:seed=2', 'lv:seed=3']);
  });

  const drawn = (runs: Run[], names: string[], log: boolean) => curves(samples(runs), names, 'visits', log);

  it('draws curves of finished runs only', () => {
    const runs = [run('a', 4, 16), run('b', 4, 0), run('a', 5, 53), run('b', 5, 99, { complete: false, solutions: '0' })];
    const { sizes, curves: found } = drawn(runs, ['a', 'b'], true);
    expect(sizes).toEqual([4, 5]);
    expect(found.map(({ name, points }) => ({ name, points }))).toEqual([{ name: 'a', points: [16, 53] }, { name: 'b', points: [null, null] }]);
    expect(drawn(runs, ['b'], false).curves[0].points).toEqual([0, null]);
  });

  it('gives the median, both ends and the number of successes for several seeds', () => {
    const visits = [10, 40, 20, 30];
    const runs = visits.map((one, place) => run(`lv:crossover=3,seed=${place + 1}`, 5, one, { goal: 'first', seed: place + 1, complete: place !== 1, solutions: place === 1 ? '0' : '1' }));
    const [sample, ...rest] = samples(runs);
    expect(rest).toEqual([]);
    expect([sample.name, finishedOf(sample)]).toEqual(['lv:crossover=3', 3]);
    expect(spreadOf(sample, 'visits')).toEqual({ median: 20, ninety: 40, least: 10, most: 40 });
    const [curve] = drawn(runs, ['lv:crossover=3'], true).curves;
    expect(curve).toEqual({ name: 'lv:crossover=3', points: [20], spread: [[10, 40]] });
    const words = { title: 't', subtitle: 's', metric: 'visits' as const, log: true };
    expect(plotRequest(words, [5], [curve])).toMatchObject({ kind: 'plot', log: true, numbers: { of: 'series', y: 'visits', series: [{ points: [[5, 20]], spread: [[5, 10, 40]] }] } });
    expect(entryOf(run('qs1:seed=3', 5, 1, { seed: 3 }))).toBe('qs1');
    // Half of the runs are not enough to say what the work is.
    const few = runs.map((one, place) => ({ ...one, complete: place < 2, solutions: place < 2 ? '1' : '0' }));
    expect(drawn(few, ['lv:crossover=3'], true).curves[0].points).toEqual([null]);
  });

  it('counts a first solution as finished, but not a stopped search', () => {
    expect(finished(run('a', 4, 9, { goal: 'first', complete: false, solutions: '1' }))).toBe(true);
    expect(finished(run('a', 4, 9, { goal: 'all', complete: false, solutions: '1' }))).toBe(false);
  });

  it('builds a table for CSV', () => {
    expect(table([run('a', 4, 16)])[1]).toEqual(['4', 'a', 'all', '2', 'yes', 16, 0, 0, 0, 0, 16e-6, '']);
    expect(table([run('b:seed=2', 4, 16, { seed: 2 })])[1].at(-1)).toBe(2);
  });
});

describe('jobs', () => {
  const job = (more: Partial<Job> = {}): Job => ({
    id: 'x', problem: { version: 1, size: '12' }, engine: 'enumerate', counts: 'solutions', state: 'running', units: { total: 100, done: 25 },
    fraction: 0.25, seconds: 3, at_least: '0', created: 1, schema: 'bezzel/job/2', splits: 0,
    provenance: { how: 'computed now', engine: 'enumerate', devices: [], hosts: [], programs: [], digest: '', results: 25, results_recounted: 0, revision: 1 },
    ...more,
  });

  it('are named with their state', () => {
    expect(problemName({ version: 1, size: '12', topology: 'torus' })).toBe('12 queens, torus');
    expect(problemName({ version: 1, size: '4^3', rule: 'two-axis' })).toBe('board 4^3, two-axis');
    expect(standing(job({ eta: 90 }))).toBe('25 of 100 units, about 1 min 30 s left');
    expect(standing(job({ state: 'paused' }))).toBe('paused at 25 of 100 units');
    expect(standing(job({ state: 'failed', error: 'why' }))).toBe('why');
  });

  it('are changed in place or added first', () => {
    const jobs = [job(), job({ id: 'y' })];
    expect(put(jobs, job({ id: 'y', state: 'done' })).map((one) => one.state)).toEqual(['running', 'done']);
    expect(put(jobs, job({ id: 'z' })).map((one) => one.id)).toEqual(['z', 'x', 'y']);
  });

  it('have a map of units or of sections', () => {
    const one = { total: 2, units: [{ index: 0, state: 'done', seconds: 1 }, { index: 1, state: 'open' }], stretches: [] };
    expect(cellsOf(one)).toEqual([{ from: 0, to: 0, done: 1, seconds: 1 }, { from: 1, to: 1, done: 0, seconds: 0 }]);
    const many = { total: 9000, units: [], stretches: [{ from: 0, to: 8, done: 3, seconds: 1 }] };
    expect(cellsOf(many)).toEqual(many.stretches);
    expect(columns(1000, 605, 10)).toBe(60);
    expect(columns(4, 605, 10)).toBe(4);
  });

  it('say where a total comes from', () => {
    const from = { how: 'computed now', engine: 'colour', devices: ['cpu x, avx2'], results_resumed: 0, digest: '0123456789abcdef' };
    expect(origin(from)).toBe('computed now · engine colour · cpu x, avx2 · never recounted · plan 0123456789ab');
    expect(origin({ ...from, results_recounted: 3 })).toContain('3 results recounted');
    expect(origin({ ...from, devices: ['cpu x, avx2', 'gpu y, sm_90'] })).toContain('cpu x, avx2; gpu y, sm_90');
    expect(origin(null)).toBe('');
    const trouble = { device: 'gpu y, sm_90', unit: 'a=4 0110', why: 'card 0: the device is lost' };
    expect(troubled(trouble)).toBe('gpu y, sm_90 failed on unit a=4 0110: card 0: the device is lost');
    expect(troubled({ ...trouble, host: 'c17' })).toBe('gpu y, sm_90 on c17 failed on unit a=4 0110: card 0: the device is lost');
    expect(troubled({ device: 'gpu y, sm_90', why: 'card 1 (y) cannot be used: no memory' })).toBe('card 1 (y) cannot be used: no memory');
  });
});

describe('what to count', () => {
  const typed = (query: string) => readWanted(new URLSearchParams(query));

  it('is read from the address and written back', () => {
    const wanted = typed('size=9&torus=1&given=0,3+2,5&engine=enumerate&device=gpu,cpu');
    expect(problemOf(wanted)).toEqual({ version: 1, size: '9', topology: 'torus', given: [[0, 3], [2, 5]] });
    expect(readWanted(readPlace(writePlace('count', writeWanted(wanted))).params)).toEqual(wanted);
    expect(wanted.device).toBe('gpu,cpu');
    expect(problemOf(typed('size=4^3'))).toEqual({ version: 1, size: '4^3' });
  });

  it('is chosen from what the server has', () => {
    const wanted = typed('engine=pieces&device=gpu');
    expect(offered(null, wanted)).toEqual({ engines: ['pieces'], devices: ['gpu'] });
    const known = { engines: [{ id: 'colour' }, { id: 'pieces' }] as CatalogueAnswer['engines'], devices: ['cpu'] };
    expect(offered(known, wanted)).toEqual({ engines: ['auto', 'colour', 'pieces'], devices: ['cpu'] });
  });

  it('is rejected with the right form', () => {
    expect(problemOf(typed('size=8x'))).toContain('5x8');
    expect(problemOf(typed('given=a1'))).toContain('row,column');
  });

  it('is rejected out of range, with the range', () => {
    expect(problemOf(typed('size=0'))).toBe('the side: 1 to 28');
    expect(problemOf(typed('size=29'))).toBe('the side: 1 to 28');
    expect(problemOf(typed('size=40x50'))).toBe('rows: 1 to 28');
    expect(problemOf(typed('size=8x5'))).toBe('columns: 8 to 1000; each row takes a queen');
    expect(problemOf(typed('size=4^9'))).toBe('dimensions: 2 to 5');
    expect(problemOf(typed('size=8&given=8,0'))).toBe('row 8: 0 to 7');
    expect(problemOf(typed('size=5x8&blocked=4,7+4,8'))).toBe('column 8: 0 to 7');
  });

  it('may have another piece, other edges, a number of pieces and pawns', () => {
    const wanted = typed('size=6&rule=rook&pieces=4&pawns=2,3+1,1');
    expect(problemOf(wanted)).toEqual({ version: 1, size: '6', rule: 'rook', queens: 4, pawns: [[2, 3], [1, 1]] });
    expect(problemOf(typed('size=6&rule=rook&edges=cylinder'))).toEqual({ version: 1, size: '6', rule: 'rook', topology: 'cylinder' });
    expect(problemOf(typed('size=6&edges=cylinder&pawns=2,3'))).toBe('pawns need a board with four edges');
    expect(problemOf(typed('size=5x6&torus=1'))).toBe('a torus has equal sides');
    expect(readWanted(readPlace(writePlace('count', writeWanted(wanted))).params)).toEqual(wanted);
    expect(problemName(problemOf(wanted) as Problem)).toBe('4 rooks, board 6, 2 pawns');
    expect(problemOf(typed('size=6&torus=1'))).toEqual({ version: 1, size: '6', topology: 'torus' });
    expect(problemOf(typed('size=6&pieces=37'))).toBe('1 to 36');
    expect(problemOf(typed('size=6&pawns=6,0'))).toBe('row 6: 0 to 5');
  });

  it('may be divided into regions', () => {
    const wanted = typed('size=4&regions=AABB/AABB/CCDD/CCDD&rule=touching');
    expect(problemOf(wanted)).toEqual({ version: 1, size: '4', rule: 'touching', regions: 'AABB/AABB/CCDD/CCDD' });
    expect(readWanted(readPlace(writePlace('count', writeWanted(wanted))).params)).toEqual(wanted);
    expect(problemOf(typed('size=4&regions=AABB/AABB/CCDD'))).toBe('4 rows of 4 letters, divided by /');
    expect(problemOf(typed('size=4&regions=AABB/AABB/CCCC/CCCC'))).toBe('3 regions: there must be 4, one for each queen');
  });
});

describe('space', () => {
  // Figure 5 of the stack paper: floors of slope 2.
  const floors = [[0, 2, 4, 1, 3], [1, 3, 0, 2, 4], [2, 4, 1, 3, 0], [3, 0, 2, 4, 1], [4, 1, 3, 0, 2]];

  it('has 50 attacking pairs in the stack of the paper under queen moves in space', () => {
    expect(attackingPairs(stackPoints(floors))).toHaveLength(50);
  });

  it('has the level table of the paper', () => {
    expect(levelTable(floors, 5)[0]).toEqual([0, 1, 2, 3, 4]);
    expect(levelTable(floors, 5)[1]).toEqual([3, 4, 0, 1, 2]);
    expect(levelTable(floors.slice(0, 1), 5)[1]).toEqual([-1, -1, 0, -1, -1]);
  });

  it('draws three axes and keeps the others apart', () => {
    expect(placeOf([1, 2, 3, 0])).toEqual({ x: 1, y: 2, floor: 3, beyond: [0] });
  });

  it('joins points whose differences are equal in size', () => {
    expect(joined([0, 0, 0], [2, 0, 2])).toBe(true);
    expect(joined([0, 0, 0], [1, 2, 0])).toBe(false);
    expect(joined([1, 1, 1], [1, 1, 1])).toBe(false);
  });

  it('reads a solution: a position in each layer, the first axis first', () => {
    expect(readPoints('13,0', 5, 3)).toEqual([[3, 2, 0], [0, 0, 1]]);
    expect(readPoints('7', 2, 4)).toEqual([[1, 1, 1, 0]]);
  });

  it('turns without passing the pole and zooms within bounds', () => {
    expect(turned(START, 0, 9).tilt).toBeLessThan(Math.PI / 2);
    expect(nearer(START, 100).near).toBe(3);
  });
});

describe('papers', () => {
  const row = (agreement: Row['agreement']): Row => ({ what: 'n = 13', printed: '73732', computed: '73712', agreement, how: '', command: '', shown: [], note: null, as_expected: true });

  it('sum up how they agree', () => {
    expect(summary([row('agrees'), row('agrees'), row('misprint')])).toBe('2 agree, 1 misprint');
    expect(summary([row('misprint'), row('misprint'), row('wrong-claim'), row('wrong-claim')])).toBe('2 misprints, 2 wrong claims');
  });

  it('show pictures as images, which cannot run anything', () => {
    expect(pictureAddress('<svg onload="x"/>')).toBe('data:image/svg+xml;charset=utf-8,%3Csvg%20onload%3D%22x%22%2F%3E');
  });
});

describe('the options of a format', () => {
  const format = { id: 'cnf', extension: 'cnf', about: '', solvers: '', encodings: ['pairwise', 'sequential'], graphs: [] };

  it('are sent only to formats that have them', () => {
    expect(openFor(format, { encoding: 'pairwise', graph: 'queen' })).toEqual({ encoding: 'pairwise' });
    expect(openFor(format, { encoding: '', graph: '' })).toEqual({});
  });
});

describe('a long export', () => {
  it('is shown by its whole first lines', () => {
    expect(preview('ab\ncd\nef', 5)).toEqual({ text: 'ab\n', cut: true });
    expect(preview('ab', 5)).toEqual({ text: 'ab', cut: false });
  });

  it('is not read to its end for a preview', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new TextEncoder().encode('x'.repeat(1000)));
      },
    });
    expect((await head(new Response(body), 5000)).length).toBeGreaterThan(5000);
    expect(sent).toBeLessThan(20);
  });
});

describe('a board opened elsewhere', () => {
  const titles = (...here: Parameters<typeof elsewhere>) => elsewhere(...here).map(([title]) => title);

  it('goes to the sections that can show it, with its rules and queens', () => {
    expect(titles({ shape: squareShape(8) }, 'learn')).toEqual(['Play', 'Count', 'Compare', 'Symmetry', 'Space', 'Solvers']);
    expect(titles({ shape: squareShape(8, true) }, 'count')).toEqual(['Learn', 'Compare', 'Symmetry', 'Solvers']);
    expect(titles({ shape: { ...squareShape(8), piece: 'rook' } }, 'count')).toEqual(['Learn', 'Compare', 'Symmetry', 'Solvers']);
    const strip = Object.fromEntries(elsewhere({ shape: { ...squareShape(6), strip: 'mobius', pieces: 4 } }, 'count'));
    expect(strip.Learn).toBe('#learn?size=6&edges=mobius&pieces=4');
    expect(titles({ shape: { rows: 5, columns: 8, torus: false } }, 'count')).toEqual(['Learn', 'Compare']);
    expect(titles({ shape: squareShape(30) }, 'learn')).toEqual(['Compare', 'Solvers']);
    const divided = { ...squareShape(4), regions: ['AABB', 'AABB', 'CCDD', 'CCDD'], touching: true };
    const places = Object.fromEntries(elsewhere({ shape: divided, given: [[0, 1]], queens: [[0, 1], [1, 3]], algorithm: 'wirth', goal: 'all' }, 'space'));
    expect(places.Count).toBe('#count?size=4&rule=touching&regions=AABB/AABB/CCDD/CCDD&given=0,1');
    expect(places.Symmetry).toContain('queens=0,1+1,3');
    expect(places.Learn).toContain('algorithm=wirth&goal=all');
    expect(places.Space).toBeUndefined();
  });
});
