// Which section is open, and the address that says so.

import { readPlace, SECTIONS, writePlace, type Section } from './url';

class Router {
  section = $state<Section>('play');
  /** Increased whenever the address was changed from outside a section, which then reads it again. */
  visit = $state(0);
  params = new URLSearchParams();
  private last = new Map<Section, string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The address still to be written. */
  private pending: (() => void) | null = null;
  /** Whether the next address gets its own entry in the browser's history. */
  private isStep = false;
  /** The address as it was last read or written here. */
  private known = '';

  constructor() {
    this.read();
    addEventListener('hashchange', () => {
      if (location.hash === this.known) return;
      this.pending = null;
      this.isStep = false;
      this.read();
      this.visit += 1;
    });
  }

  /** Writes the section's state into the address; at once, or after a short delay if it changes often. */
  keep(section: Section, values: Record<string, string | number | undefined>, soon = false): void {
    const hash = writePlace(section, values);
    this.last.set(section, hash);
    this.pending = () => {
      // The user has navigated and the event has not arrived yet: that address takes precedence.
      if (this.section !== section || location.hash !== this.known) return;
      if (this.isStep && hash !== this.known) history.pushState(null, '', hash);
      else history.replaceState(null, '', hash);
      this.isStep = false;
      this.known = location.hash;
    };
    // Browsers refuse hundreds of changes of the address within seconds.
    clearTimeout(this.timer);
    if (soon && !this.isStep) this.timer = setTimeout(() => this.write(), 250);
    else this.write();
  }

  /** The next address gets its own entry: Back returns to the previous one. */
  step(): void {
    this.write();
    this.isStep = true;
  }

  /** The address of the current view, with all choices. */
  link(): string {
    this.write();
    return location.href;
  }

  private write(): void {
    clearTimeout(this.timer);
    this.pending?.();
    this.pending = null;
  }

  /** The section's last address. */
  href(section: Section): string {
    return this.last.get(section) ?? `#${section}`;
  }

  /** Opens a section in its last state. */
  go(section: Section): void {
    location.hash = this.href(section);
  }

  private read(): void {
    this.known = location.hash;
    const place = readPlace(this.known);
    this.section = place.section;
    this.params = place.params;
  }
}

export const router = new Router();
export { SECTIONS };
