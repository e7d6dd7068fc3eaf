// Undo and redo, and their keys.

import { describe, expect, it } from 'vitest';
import { Edits, undoKey } from '../src/lib/edits.svelte';
import { History } from '../src/lib/history.svelte';

describe('undo', () => {
  it('goes back and forward through the states, until there is a new change', () => {
    const edits = new Edits<string>();
    expect([edits.canUndo, edits.canRedo, edits.undo('a')]).toEqual([false, false, null]);
    edits.keep('a');
    edits.keep('b');
    expect(edits.undo('c')).toBe('b');
    expect(edits.undo('b')).toBe('a');
    expect(edits.canUndo).toBe(false);
    expect(edits.redo('a')).toBe('b');
    edits.keep('b');
    expect([edits.canRedo, edits.undo('d')]).toEqual([false, 'b']);
  });

  it('keeps the last two hundred states', () => {
    const edits = new Edits<number>();
    for (let i = 0; i < 500; i += 1) edits.keep(i);
    let [now, times] = [500, 0];
    for (let before = edits.undo(now); before !== null; before = edits.undo(now)) [now, times] = [before, times + 1];
    expect([now, times]).toEqual([300, 200]);
  });

  it('responds to the usual keys, but not inside a text field', () => {
    const key = (name: string, more: Partial<KeyboardEvent> = {}, inText = false) =>
      undoKey({ key: name, ctrlKey: true, metaKey: false, altKey: false, shiftKey: false, target: { closest: () => (inText ? {} : null) }, ...more } as unknown as KeyboardEvent);
    expect([key('z'), key('Z', { shiftKey: true }), key('y'), key('x'), key('z', { ctrlKey: false }), key('z', {}, true)]).toEqual(['undo', 'redo', 'redo', null, null, null]);
  });
});

describe('the history of a section', () => {
  it('undoes a change as a whole, also one that has not ended, and shows what was written', () => {
    const state = { size: 8, rule: '' };
    const history = new History('count');
    history.follow(() => ({ ...state }), (params) => Object.assign(state, { size: Number(params.get('size')), rule: params.get('rule') ?? '' }));
    for (const size of [9, 10, 11]) state.size = size;
    history.commit();
    history.commit();
    state.rule = 'touching';
    history.turnBack('undo');
    expect([state, history.canRedo]).toEqual([{ size: 11, rule: '' }, true]);
    history.turnBack('undo');
    expect([state, history.canUndo]).toEqual([{ size: 8, rule: '' }, false]);
    history.turnBack('redo');
    history.turnBack('redo');
    expect([state, history.canRedo]).toEqual([{ size: 11, rule: 'touching' }, false]);
  });
});
