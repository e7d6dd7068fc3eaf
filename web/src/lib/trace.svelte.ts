// The open trace: opening it, showing a moment of it, finding the next step of a kind.

import { ApiError } from './api';
import { api } from './connection.svelte';
import type { Span } from './density';
import { PAGE, TracePages, type Moment } from './pages';
import type { Bucket, Frame, TraceEvent, TracePage, TraceRequest, TraceSummary, TreeDensity, TreeView } from './documents';
import type { FindKind, PlacedNode } from './types';

/** Milliseconds between two moments shown beside the board in a drag. */
const READ = 100;

/** Sections of the timeline; about one for two pixels. */
const BUCKETS = 400;

export class TraceView {
  trace = $state.raw<TraceSummary | null>(null);
  /** The moment shown; it lags behind `at` while a page is loading. In a drag there are ten a second, as fast as one reads. */
  moment = $state.raw<Moment | null>(null);
  /** The moment of the board, which follows every move of a drag. */
  live = $state.raw<Moment | null>(null);
  overview = $state.raw<Bucket[]>([]);
  at = $state(0);
  opening = $state(false);
  error = $state.raw<Error | null>(null);
  /** Increased when pages arrive, for views of neighbouring events. */
  arrivals = $state(0);

  private pages: TracePages | null = null;
  private isPassing = false;
  private reading: ReturnType<typeof setTimeout> | undefined;
  private request: TraceRequest | null = null;
  private flight: AbortController | null = null;
  private remaking: Promise<TraceSummary> | null = null;

  get total(): number {
    return this.trace?.steps ?? 0;
  }

  /** Steps of the run before the first one of this trace. */
  get after(): number {
    return this.trace?.after ?? 0;
  }

  async open(request: TraceRequest, at = 0): Promise<void> {
    this.flight?.abort();
    const flight = new AbortController();
    this.flight = flight;
    this.request = request;
    this.opening = true;
    this.error = null;
    try {
      const trace = await api.trace(request, flight.signal);
      if (flight.signal.aborted) return;
      this.pages?.close();
      this.pages = this.makePages(trace);
      this.trace = trace;
      this.overview = [];
      this.moment = this.live = null;
      this.seek(Math.min(at, trace.steps));
      void this.loadOverview(trace.id, flight.signal);
    } catch (error) {
      if (flight.signal.aborted) return;
      // The old data belongs to another request.
      this.pages?.close();
      [this.pages, this.trace, this.moment, this.live, this.overview, this.at] = [null, null, null, null, [], 0];
      this.error = error as Error;
    } finally {
      if (this.flight === flight) this.opening = false;
    }
  }

  /** Goes to the moment after `at` steps; `ahead` says which steps come next. */
  seek(at: number, ahead = 0): void {
    this.isPassing = false;
    this.at = this.step(at);
    this.pages?.want(this.at, ahead);
    this.show();
  }

  /** Goes to a moment that is only passed, as in a drag, which `seek` ends. */
  pass(at: number): void {
    this.isPassing = true;
    this.at = this.step(at);
    this.pages?.pass(this.at);
    this.show();
  }

  private step(at: number): number {
    return Math.max(0, Math.min(this.total, Math.round(at)));
  }

  /** The loaded events around a step. */
  around(from: number, to: number): TraceEvent[] {
    return this.pages?.events(from, to) ?? [];
  }

  async find(kind: FindKind, direction: 'next' | 'previous'): Promise<number | null> {
    if (!this.trace) return null;
    const id = this.trace.id;
    const step = await this.again(() => api.find(id, this.at, kind, direction));
    if (step !== null && this.trace?.id === id) this.seek(step);
    return step;
  }

  /** The search tree of the whole trace, to some depth. */
  async tree(depth: number, limit: number, refused: boolean): Promise<TreeView | null> {
    if (!this.trace) return null;
    const { id, steps } = this.trace;
    return this.again(() => api.tree(id, steps, depth, limit, refused));
  }

  /** Where the nodes of the whole tree are, in a part of it. */
  async density(part: Span, width: number): Promise<TreeDensity | null> {
    if (!this.trace) return null;
    const { id } = this.trace;
    return this.again(() => api.density(id, part, width));
  }

  /** The deeper part after a step: the path to the last queen, with its branches. */
  async branches(at: number, below: number, refused: boolean): Promise<PlacedNode[] | null> {
    if (!this.trace) return null;
    const { id } = this.trace;
    return this.again(() => api.branches(id, at, below, refused));
  }

  /** Up to this many steps from a place on, with the board before them, whatever is shown. */
  async stretch(from: number, most: number): Promise<{ before: Frame; events: TraceEvent[] } | null> {
    if (!this.trace) return null;
    const { id, steps } = this.trace;
    const last = Math.min(steps, from + most);
    let before: Frame | null = null;
    const events: TraceEvent[] = [];
    while (from + events.length < last || !before) {
      const page: TracePage = await this.again(() => api.events(id, from + events.length + 1, Math.max(1, Math.min(PAGE, last - from - events.length))));
      before ??= page.before;
      events.push(...page.events);
      if (!page.events.length) break;
    }
    return { before, events };
  }

  /** The address of a file of the trace, once the server has the trace. */
  async file(query: string): Promise<string | null> {
    if (!this.trace) return null;
    const { id } = this.trace;
    await this.again(() => api.json(`/traces/${id}`));
    return api.href(`/traces/${id}/download?${query}`);
  }

  /** A file of the trace, once it is ready. */
  async made(query: string, signal: AbortSignal): Promise<Blob | null> {
    if (!this.trace) return null;
    const { id } = this.trace;
    const answer = await this.again(() => api.call(`/traces/${id}/download?${query}`, { signal }));
    return answer.blob();
  }

  close(): void {
    this.flight?.abort();
    this.pages?.close();
    clearTimeout(this.reading);
  }

  private show(at = this.at): void {
    const moment = this.pages?.peek(at);
    if (!moment) return;
    this.live = moment;
    if (this.isPassing) this.reading ??= setTimeout(() => this.read(), READ);
    else this.read();
  }

  private read(): void {
    clearTimeout(this.reading);
    this.reading = undefined;
    this.moment = this.live;
  }

  private makePages(trace: TraceSummary): TracePages {
    const pages: TracePages = new TracePages(
      trace.steps,
      (from, count, signal) => this.again(() => api.events(trace.id, from, count, signal)),
      (from, to) => {
        const arrived = () => {
          if (this.pages !== pages) return;
          this.arrivals += 1;
          // While a drag is ahead of the answers, the nearest available moment.
          this.show(pages.has(this.at) ? this.at : Math.max(from, Math.min(to, this.at)));
        };
        // In a drag, together with the next move: the page is laid out once for both.
        if (this.isPassing) requestAnimationFrame(arrived);
        else arrived();
      },
      (error) => (this.error = error as Error),
    );
    return pages;
  }

  /** Repeats the request after recording the trace again, if the server has dropped it. */
  private async again<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'trace-gone' && this.request)) throw error;
      // Several requests may find this out at once; only one records the trace.
      this.remaking ??= api.trace(this.request).finally(() => (this.remaking = null));
      await this.remaking;
      return ask();
    }
  }

  private async loadOverview(id: string, signal: AbortSignal): Promise<void> {
    try {
      const overview = await this.again(() => api.overview(id, BUCKETS, signal));
      if (!signal.aborted) this.overview = overview;
    } catch {
      // The timeline works without its overview.
    }
  }
}
