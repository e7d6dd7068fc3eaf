// Texts of the page: numbers with their nouns, errors, and where a trace was cut.

import { describe, expect, it } from 'vitest';
import { ApiError } from '../src/lib/api';
import { cutText, isCut, missing } from '../src/lib/cut';
import { counted } from '../src/lib/format';
import { said } from '../src/lib/said';
import type { TraceSummary } from '../src/lib/documents';

describe('a number with its word', () => {
  it('is singular only for one', () => {
    expect([counted(1, 'node'), counted('1', 'solution'), counted(0, 'node'), counted(2057, 'node')]).toEqual(['1 node', '1 solution', '0 nodes', '2\u202f057 nodes']);
  });
});

describe('a refusal', () => {
  const title = (id: string) => ({ wirth: "Wirth's procedure", backtracking: 'Backtracking by rows' })[id];
  const told = (message: string, hint: string) => said(new ApiError(422, 'x', message, hint), title);

  it('uses the words of the form, not of the request', () => {
    expect(told('the number of rows is 99', 'this server accepts at most 28')).toEqual({ message: '99 rows are too many', hint: 'at most 28' });
    expect(told('a job is missing', 'correct it and send the request again').hint).toBe('');
    expect(told("'foo' is not an algorithm", 'did you mean topor? algorithms lists all').hint).toBe('did you mean topor?');
  });

  it('calls algorithms by their titles', () => {
    const expected = { message: "Wirth's procedure does not work on the torus", hint: 'choose “Backtracking by rows”' };
    expect(told('algorithm wirth does not work on the torus', 'set algorithm to backtracking')).toEqual(expected);
    expect(told('engine colour does not count boards with joined edges', 'set engine to torus').hint).toBe('choose engine torus');
  });

  it('of the page itself is unchanged', () => {
    expect(said(new Error('wirth is late'), title)).toEqual({ message: 'wirth is late', hint: '' });
  });
});

describe('a trace that was cut', () => {
  const trace = { after: 0, steps: 1_000_000, complete: false, stopped: 'steps' } as TraceSummary;
  const whole = { after: 0, steps: 10, complete: true, stopped: 'solutions' } as TraceSummary;

  it('says where and why', () => {
    expect([isCut(trace), isCut(whole), isCut(null)]).toEqual([true, false, false]);
    expect(cutText(trace)).toBe('Cut after 1\u202f000\u202f000 steps: the search is not over.');
    expect(cutText({ ...trace, after: 1_000_000, stopped: 'memory' })).toContain('Cut after 2\u202f000\u202f000 steps (its memory is full)');
  });

  it('is never shown as the end of the search', () => {
    expect(missing(trace, 'solution', 'next')).toBe('No solution up to step 1\u202f000\u202f000; the search is not over.');
    expect(missing(whole, 'solution', 'next')).toBe('No next solution.');
    expect(missing({ ...whole, after: 500 }, 'backtrack', 'previous')).toBe('No backtrack back to step 500, where this part begins.');
  });
});
