// A run as a file of its own.

import { expect, it } from 'vitest';
import { cutText, partText } from '../src/lib/cut';
import { changes, embedPage, iframe } from '../src/lib/embed';
import { apply, emptyFrame } from '../src/lib/frame';
import type { Square, TraceSummary } from '../src/lib/documents';
import { recorded } from './recorded';

const ROOKS = { piece: { name: 'rook', path: 'M.1 .1h.8v.8z' }, pawns: { squares: [[1, 2] as Square], path: 'M.3 .3h.4v.4z' } };

it('keeps for each step the queens that come and go', () => {
  for (const name of ['backtracking-4', 'qs1-6', 'las-vegas-4', 'ant-colony-6']) {
    const { events } = recorded(name);
    const frame = emptyFrame();
    const queens = new Map<string, [number, number]>();
    changes(emptyFrame(), events).forEach(([gone, come, line, text], place) => {
      apply(frame, events[place].step);
      for (const queen of gone) queens.delete(queen.join());
      for (const queen of come) queens.set(queen.join(), queen);
      expect([...queens.keys()].sort(), `${name} step ${place + 1}`).toEqual(frame.queens.map((queen) => queen.join()).sort());
      expect([line, text]).toEqual([events[place].line, events[place].text]);
    });
  }
});

it('is one file without anything from elsewhere', () => {
  const { events } = recorded('backtracking-4');
  const page = embedPage({ title: 'A < B & "C"', rows: 4, columns: 4, edges: '', ...ROOKS, pseudocode: ['if a < b'], before: emptyFrame(), events: [{ ...events[0], text: '</script>' }], at: 0, earlier: 0, part: '' });
  expect(page).toContain('<title>A &lt; B &amp; &quot;C&quot;</title>');
  expect(page).toContain('if a &lt; b');
  expect(page).toContain('"piece":{"name":"rook","path":"M.1 .1h.8v.8z"},"pawns":{"squares":[[1,2]]');
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page).not.toMatch(/src=|href=|https?:\/\/(?!www\.w3\.org)/);
  expect(iframe('a.html', 'T')).toBe('<iframe src="a.html" title="T" width="640" height="460" style="border:1px solid #888"></iframe>');
});

it('says which steps it holds and where the run was cut, and nothing if it holds a whole run', () => {
  const run = (after: number, steps: number, complete: boolean) => ({ after, steps, complete, stopped: complete ? null : 'steps' }) as TraceSummary;
  expect(partText(run(0, 300, true), 0, 300)).toBe('');
  expect(partText(run(0, 9000, true), 2000, 5000)).toBe('Steps 2\u202f001 to 7\u202f000 of 9\u202f000.');
  const cut = run(1000, 1000, false);
  expect(partText(cut, 0, 1000)).toBe(`Steps 1\u202f001 to 2\u202f000 of 2\u202f000. ${cutText(cut)}`);
  const page = embedPage({ title: 'T', rows: 4, columns: 4, edges: '', ...ROOKS, pseudocode: [], before: emptyFrame(), events: [], at: 0, earlier: 1000, part: partText(cut, 0, 1000) });
  expect(page).toContain('<p id="part">Steps 1\u202f001 to 2\u202f000');
  expect(page).toContain('the search is not over');
});
