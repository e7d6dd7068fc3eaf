// The numbers of Count: what a job will take, records, and how often squares are used.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { render } from 'svelte/server';
import Records from '../src/count/Records.svelte';
import type { ForecastAnswer, SquaresAnswer } from '../src/lib/documents';
import { expectation } from '../src/lib/forecast';
import { COUNTS, MEASURED, measuredFor } from '../src/lib/records';
import { asWeights, curvePath, lookedAt, squaresRequest } from '../src/lib/squares';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('a forecast', () => {
  const answer = (seconds: number, outlook: ForecastAnswer['outlook']) =>
    ({ seconds, outlook, engine: 'colour', units: 97, threads: 2 }) as ForecastAnswer;

  it('says how long, how sure and by what', () => {
    expect(expectation(answer(0.2, 'short'))).toBe('Less than a second. 97 units by colour on 2 threads.');
    expect(expectation(answer(42, 'short'))).toBe('About 42 s. 97 units by colour on 2 threads.');
    expect(expectation(answer(7200, 'long'))).toContain('About 2 h 0 min; it may be ten times more or less.');
  });

  it('warns of what takes too long', () => {
    expect(expectation(answer(1e10, 'too-long'))).toContain('Too long for this machine: about 317 years.');
    expect(expectation(answer(1e20, 'too-long'))).toContain('10^12 years');
  });
});

describe('records', () => {
  it('cover every side without a gap, up to the last known total', () => {
    let next = 1;
    for (const { from, to } of COUNTS) {
      expect(from).toBe(next);
      next = to + 1;
    }
    const known = JSON.parse(read('../../data/known-sequences.json')) as { A000170: { offset: number; terms: number[] } };
    expect(next).toBe(known.A000170.offset + known.A000170.terms.length);
  });

  it('of this program are those the book measures', () => {
    const book = read('../../docs/records.md');
    for (const { n, seconds } of MEASURED) {
      // The longest is given in minutes.
      const figures = [String(seconds), `${Math.floor(seconds / 60)} minutes`];
      const line = book.split('\n').find((one) => figures.some((figure) => one.includes(figure)) && new RegExp(`\\b${n}\\b`).test(one));
      expect(line, `${n}: ${seconds}`).toBeDefined();
    }
    expect(measuredFor(COUNTS.find(({ from }) => from === 26)!)).toBe('15 min 57 s on one NVIDIA H200');
  });

  it('are shown newest first, each with its source', () => {
    const { body } = render(Records);
    expect(body.indexOf('Q27')).toBeLessThan(body.indexOf('Kise'));
    expect(body).toContain('Source: OEIS A000170');
    expect(body).toContain('22: 1 min 41 s on two cores');
  });
});

describe('squares', () => {
  it('are drawn by their share of the most used', () => {
    expect(asWeights([[0, 0], [0, 0]])).toEqual([0, 0, 0, 0]);
    expect(asWeights([[2, 4], [4, 2]])).toEqual([0.5, 1, 1, 0.5]);
  });

  it('are counted on small boards, and taken from walks on large ones, which is said', () => {
    expect(squaresRequest(16)).toEqual({ problem: { version: 1, size: '16' } });
    expect(squaresRequest(17)).toMatchObject({ approximate: true, problem: { size: '17' } });
    expect(lookedAt({ looked_at: 92, seed: null } as SquaresAnswer)).toBe('all 92 solutions');
    expect(lookedAt({ looked_at: 100, seed: 1, walks: {} } as SquaresAnswer)).toBe('100 random solutions from random walks, approximately uniform, seed 1');
    expect(lookedAt({ looked_at: 50, seed: 2 } as SquaresAnswer)).toContain('all equally likely');
  });

  it('have a curve from corner to corner', () => {
    expect(curvePath([-0.5, 0.5], [0, 1], 100, 10)).toBe('M25.0 10.0L75.0 0.0');
  });
});
