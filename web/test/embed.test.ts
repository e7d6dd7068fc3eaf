// A run as a file of its own.

import { expect, it } from 'vitest';
import { changes, embedPage, iframe } from '../src/lib/embed';
import { apply, emptyFrame } from '../src/lib/frame';
import { recorded } from './recorded';

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
  const page = embedPage({ title: 'A < B & "C"', rows: 4, columns: 4, edges: '', pseudocode: ['if a < b'], before: emptyFrame(), events: [{ ...events[0], text: '</script>' }], at: 0 });
  expect(page).toContain('<title>A &lt; B &amp; &quot;C&quot;</title>');
  expect(page).toContain('if a &lt; b');
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page).not.toMatch(/src=|href=|https?:\/\/(?!www\.w3\.org)/);
  expect(iframe('a.html', 'T')).toBe('<iframe src="a.html" title="T" width="640" height="460" style="border:1px solid #888"></iframe>');
});
