// Undo and redo: the states before and after the current one.

/** Most states that are kept. */
const MOST = 200;

export class Edits<T> {
  private past = $state.raw<T[]>([]);
  private future = $state.raw<T[]>([]);

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Keeps the state before a change. */
  keep(before: T): void {
    this.past = [...this.past.slice(1 - MOST), before];
    this.future = [];
  }

  /** The state before the last change, given the current one. */
  undo(now: T): T | null {
    if (!this.past.length) return null;
    this.future = [...this.future, now];
    const before = this.past[this.past.length - 1];
    this.past = this.past.slice(0, -1);
    return before;
  }

  /** The state after the change that was undone last. */
  redo(now: T): T | null {
    if (!this.future.length) return null;
    this.past = [...this.past, now];
    const after = this.future[this.future.length - 1];
    this.future = this.future.slice(0, -1);
    return after;
  }

  forget(): void {
    [this.past, this.future] = [[], []];
  }
}

/** What a key asks for: Ctrl-Z undoes, Ctrl-Shift-Z and Ctrl-Y redo. Text fields have their own undo. */
export function undoKey(event: KeyboardEvent): 'undo' | 'redo' | null {
  const target = event.target as Element | null;
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  if (target?.closest('textarea, dialog, input:not([type="checkbox"], [type="radio"], [type="range"])')) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}
