// Undo and redo of a section's choices, each kept as an address.

import { Edits } from './edits.svelte';
import { readPlace, writePlace, type Section } from './url';

type Values = Record<string, string | number | undefined>;

/** Lives as long as the page, so that undo works after another section was open. */
export class History {
  private edits = new Edits<string>();
  private last = '';
  private values: () => Values = () => ({});
  private show: (params: URLSearchParams) => void = () => undefined;

  constructor(private section: Section) {}

  get canUndo(): boolean {
    return this.edits.canUndo;
  }

  get canRedo(): boolean {
    return this.edits.canRedo;
  }

  /** Where the choices of the open section are read and where they are put back. */
  follow(values: () => Values, show: (params: URLSearchParams) => void): void {
    [this.values, this.show] = [values, show];
    this.last = this.now();
  }

  /** Ends a change: everything since the last one is undone together. */
  commit(): void {
    const now = this.now();
    if (now !== this.last) this.edits.keep(this.last);
    this.last = now;
  }

  turnBack(way: 'undo' | 'redo'): void {
    this.commit();
    const place = this.edits[way](this.last);
    if (place === null) return;
    this.last = place;
    this.show(readPlace(place).params);
    // What is shown may be written differently from what was kept.
    this.last = this.now();
  }

  private now(): string {
    return writePlace(this.section, this.values());
  }
}
