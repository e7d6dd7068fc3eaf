// Components rendered to text: what they show and mark, without a browser.

import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../src/lib/api';
import { marksOf } from '../src/lib/board';
import { apply, count, emptyFrame, emptyCounts } from '../src/lib/frame';
import type { Moment } from '../src/lib/pages';
import { squareShape } from '../src/lib/shape';
import type { TraceView } from '../src/lib/trace.svelte';
import type { Step, TraceEvent } from '../src/lib/documents';
import type { Job } from '../src/lib/jobs';
import type { Algorithm } from '../src/lib/types';
import BitMasks from '../src/learn/BitMasks.svelte';
import Collisions from '../src/learn/Collisions.svelte';
import Counters from '../src/learn/Counters.svelte';
import Floors from '../src/learn/Floors.svelte';
import Matrix from '../src/learn/Matrix.svelte';
import Pseudocode from '../src/learn/Pseudocode.svelte';
import Rules from '../src/learn/Rules.svelte';
import JobCard from '../src/count/JobCard.svelte';
import Board from '../src/parts/Board.svelte';
import Fault from '../src/parts/Fault.svelte';
import { answered, recorded } from './recorded';

const text = (html: string) => html.replace(/<!--.*?-->/g, '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim();
const times = (html: string, what: RegExp) => [...html.matchAll(what)].length;
const sketch = (n: number) => ({ ...squareShape(n), given: [], blocked: [] });

/** A view of a recorded trace after this many steps. */
function viewAt(name: string, at: number): TraceView {
  const { events } = recorded(name);
  const [frame, counts] = [emptyFrame(), emptyCounts()];
  for (const event of events.slice(0, at)) {
    apply(frame, event.step);
    count(counts, event.step);
  }
  const moment: Moment = { at, frame, counts, event: events[at - 1] ?? null };
  const around = (from: number, to: number) => events.slice(Math.max(0, from - 1), to);
  return { moment, at, total: events.length, arrivals: 0, around, trace: null } as unknown as TraceView;
}

describe('a board', () => {
  const step = (it: Step): TraceEvent => ({ number: 1, line: 1, step: it, text: '' });

  it('names and draws each queen', () => {
    const { body } = render(Board, { props: { shape: squareShape(4), queens: [[0, 1], [1, 3]], given: [[0, 1]], blocked: [[3, 3]] } });
    expect(body).toContain('aria-label="board of side 4, 2 queens: row 0 column 1, row 1 column 3"');
    expect(times(body, /class="queen/g)).toBe(2);
    expect(times(body, /class="pin/g)).toBe(1);
    expect(times(body, /class="coordinate/g)).toBe(8);
  });

  it('is as wide as its columns', () => {
    const { body } = render(Board, { props: { shape: { rows: 2, columns: 5, torus: false }, queens: [[1, 4]] } });
    expect(body).toContain('aria-label="board of 2 rows and 5 columns, 1 queen: row 1 column 4"');
    expect(times(body, /class="coordinate/g)).toBe(7);
    expect(body).toMatch(/<rect width="5" height="2"/);
  });

  it('shows a rejection by the attacker, the line and a cross', () => {
    const reject = step({ reject: [[2, 1], { attacked: { by: [0, 1], along: { column: 1 } } }] });
    const { body } = render(Board, { props: { shape: squareShape(4), queens: [[0, 1]], marks: marksOf(reject, [[0, 1]], squareShape(4)) } });
    for (const name of ['attacker', 'attack', 'cross']) expect(body).toMatch(new RegExp(`class="${name}[ "]`));
  });

  it('draws two hundred queens as one path', () => {
    const queens = Array.from({ length: 200 }, (_, i): [number, number] => [i, (i * 7) % 200]);
    const { body } = render(Board, { props: { shape: squareShape(200), queens, threatened: true } });
    expect(times(body, /class="queen/g)).toBe(1);
    expect(times(body, /<(path|rect|circle|text)/g)).toBeLessThan(12);
  });

  it('lets squares be chosen only where that has an effect', () => {
    expect(render(Board, { props: { shape: squareShape(4), queens: [] } }).body).not.toContain('tabindex');
    const editable = render(Board, { props: { shape: squareShape(4), queens: [], onsquare: () => {} } }).body;
    expect(editable).toContain('role="application"');
    expect(editable).toContain('tabindex="0"');
  });
});

describe('what only one algorithm has', () => {
  it('is the masks of the next row', () => {
    const { body } = render(BitMasks, { props: { view: viewAt('backtracking-4', 1), sketch: sketch(4) } });
    expect(text(body)).toContain('Masks for row 1');
    expect(text(body)).toContain('free 0 0 1 1 0xc');
  });

  it("is Güldal's matrix with the set that the paper prints for its first cell", () => {
    const { body } = render(Matrix, { props: { view: viewAt('guldal-4', 2), sketch: sketch(4) } });
    expect(text(body)).toContain('cell 0 threatens {1, 2, 3, 4, 5, 8, 10, 12, 15}');
    expect(times(body, /<s>/g)).toBe(9);
  });

  it("is Güldal's matrix of a rectangle", () => {
    const { body } = render(Matrix, { props: { view: viewAt('guldal-4', 0), sketch: { ...sketch(2), columns: 5 } } });
    expect(text(body)).toContain('10 of 10 cells left');
    expect(times(body, /<tr/g)).toBe(2);
    expect(times(body, /<td/g)).toBe(10);
  });

  it("is Nilsson's rules and, in the end, the path of the tutorial as corrected", () => {
    const early = render(Rules, { props: { view: viewAt('nilsson-4', 3) } }).body;
    expect(text(early)).toContain('depth 0 R01 R02 R00 R03');
    const { events } = recorded('nilsson-4');
    const late = render(Rules, { props: { view: viewAt('nilsson-4', events.length) } }).body;
    expect(text(late)).toContain('PATH: (R01 R13 R20 R32)');
  });

  it('is the collisions, which end at none', () => {
    const { events } = recorded('qs1-6');
    const { body } = render(Collisions, { props: { view: viewAt('qs1-6', events.length), sketch: sketch(6) } });
    expect(text(body)).toContain('No two queens attack each other.');
  });

  it('is the floors of a stack', () => {
    const { events } = recorded('stack-5');
    const { body } = render(Floors, { props: { view: viewAt('stack-5', events.length), n: 5 } });
    expect(text(body)).toContain('5 of 5 floors, 10 solutions to choose from');
    expect(body).toContain('floor 0: 0,2,4,1,3');
  });
});

describe('a job', () => {
  const card = (job: Job) => text(render(JobCard, { props: { job, open: false, toggle: () => {}, changed: () => {}, gone: () => {} } }).body);

  it('says what it is being counted on, before anything is counted', () => {
    const job = answered<Job>('job-running');
    expect(job.provenance).toMatchObject({ devices: [], results: 0 });
    expect(job.devices).toHaveLength(1);
    expect(card(job)).toContain(`counting on ${job.devices![0]}`);
    expect(card(job)).toContain('from the ledger · engine colour · never recounted');
    expect(card({ ...job, devices: ['cpu x, avx2', 'gpu y, sm_90'] })).toContain('counting on cpu x, avx2; gpu y, sm_90');
    const { devices: _, ...paused } = { ...job, state: 'paused' as const };
    expect(card(paused)).not.toContain('counting on');
  });
});

describe('beside the board', () => {
  const algorithm = {
    title: 'An algorithm', pseudocode: ['first', '  second'], category: 'all solutions', reference: '', guarantee: '', corrections: '', counts: '',
  } as unknown as Algorithm;

  it('the running line of the pseudocode is marked', () => {
    const { body } = render(Pseudocode, { props: { algorithm, line: 2 } });
    expect(times(body, /aria-current="step"/g)).toBe(1);
    expect(text(body)).toContain('▸ second');
  });

  it('the counters are those of the moment', () => {
    const { body } = render(Counters, { props: { view: viewAt('backtracking-4', 5), algorithm } });
    const { counts } = viewAt('backtracking-4', 5).moment!;
    expect(text(body)).toContain(`${counts.visits} visits`);
    expect(text(body)).toContain(`${counts.rejects} rejected`);
  });

  it('an error says what is wrong and what would be right', () => {
    const { body } = render(Fault, { props: { error: new ApiError(422, 'x', 'the torus', 'choose backtracking') } });
    expect(body).toContain('role="alert"');
    expect(text(body)).toContain('the torus choose backtracking');
  });
});
