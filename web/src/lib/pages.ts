// A trace of any length, browsed through a few pages of events around the current step.
//
// Pages are aligned, kept in order of use and dropped when there are too many. The page
// wanted last is fetched first; a request that is no longer needed is aborted. Reading never
// waits: `peek` gives the moment if its page is loaded, and null if not. While a drag passes
// thousands of pages, only the few steps around each place are fetched.

import { apply, copyFrame, count, emptyCounts } from './frame';
import type { Frame, StepCounts, TraceEvent, TracePage } from './documents';

export type FetchPage = (from: number, count: number, signal: AbortSignal) => Promise<TracePage>;

/** The trace after its first `at` steps. */
export interface Moment {
  at: number;
  frame: Frame;
  counts: StepCounts;
  /** The step that led here; none at the start. */
  event: TraceEvent | null;
}

export const PAGE = 512;
/** Pages kept: 32 pages of 512 events are a few megabytes. */
const KEPT = 32;
/** Steps between two frames kept inside a page, so that going back re-applies only a few. */
const STRIDE = 64;
/** Simultaneous requests: one for the current page, one ahead. */
const LANES = 2;

/** Steps shown before and after the current one. */
export const [BEFORE, AFTER] = [4, 3];

interface Kept {
  page: TracePage;
  /** Frame and counts before event 0, STRIDE, 2 · STRIDE, … of the page. */
  marks: { frame: Frame; counts: StepCounts }[];
}

export class TracePages {
  private kept = new Map<number, Kept>();
  private flying = new Map<number, AbortController>();
  private wanted: number[] = [];
  /** The steps around the last place that was passed. */
  private glimpse: TracePage | null = null;
  /** The place that is being passed; none while pages are wanted. */
  private passing: number | null = null;
  private glancing: AbortController | null = null;
  private cursor: { at: number; frame: Frame; counts: StepCounts; page: number } | null = null;
  private closed = false;

  constructor(
    readonly total: number,
    private fetchPage: FetchPage,
    private onArrival: (from: number, to: number) => void,
    private onError: (error: unknown) => void = () => {},
  ) {}

  /** Number of the page that holds what is needed for the moment after `at` steps. */
  private pageOf(at: number): number {
    return Math.max(0, Math.ceil(Math.min(at, this.total) / PAGE) - 1);
  }

  has(at: number): boolean {
    return this.kept.has(this.pageOf(at)) || this.isGlimpsed(at);
  }

  private isGlimpsed(at: number): boolean {
    const first = (this.glimpse?.from ?? Infinity) - 1;
    return at >= first && at <= first + this.glimpse!.events.length;
  }

  /** The moment after `at` steps, or null while its page is not loaded. */
  peek(at: number): Moment | null {
    const number = this.pageOf(at);
    const kept = this.kept.get(number);
    if (!kept) return this.isGlimpsed(at) ? moment(this.glimpse!, at) : null;
    this.kept.delete(number);
    this.kept.set(number, kept);
    const base = number * PAGE;
    const inside = at - base;
    const mark = Math.min(Math.floor(inside / STRIDE), PAGE / STRIDE - 1);
    let cursor = this.cursor;
    if (!cursor || cursor.page !== number || cursor.at > at || cursor.at < base + mark * STRIDE) {
      const { frame, counts } = this.mark(kept, mark);
      cursor = { at: base + mark * STRIDE, frame: copyFrame(frame), counts: { ...counts }, page: number };
    }
    while (cursor.at < at) {
      const event = kept.page.events[cursor.at - base];
      if (!event) break;
      apply(cursor.frame, event.step);
      count(cursor.counts, event.step);
      cursor.at += 1;
    }
    this.cursor = cursor;
    const event = inside > 0 ? (kept.page.events[inside - 1] ?? null) : null;
    return { at, frame: copyFrame(cursor.frame), counts: { ...cursor.counts }, event };
  }

  /** The loaded events numbered `from` … `to`. */
  events(from: number, to: number): TraceEvent[] {
    const found: TraceEvent[] = [];
    for (let number = Math.max(1, from); number <= Math.min(to, this.total); number += 1) {
      const page = this.kept.get(this.pageOf(number))?.page ?? this.glimpse;
      const event = page?.events[number - page.from];
      if (event) found.push(event);
    }
    return found;
  }

  /** Requests the page of `at` and, if there is room, those needed next. */
  want(at: number, ahead = 0): void {
    if (this.closed) return;
    this.passing = null;
    const here = this.pageOf(at);
    const towards = this.pageOf(Math.max(0, Math.min(this.total, at + ahead)));
    const near = [here, towards, ahead < 0 ? here - 1 : here + 1, ahead < 0 ? here + 1 : here - 1];
    const last = this.pageOf(this.total);
    this.wanted = [...new Set(near)].filter((n) => n >= 0 && n <= last && !this.kept.has(n));
    // One request is never aborted: in a long drag there is then always something to show.
    for (const [number, flight] of this.flying) {
      if (this.flying.size > 1 && !this.wanted.includes(number)) {
        flight.abort();
        this.flying.delete(number);
      }
    }
    this.pump();
  }

  /**
   * Requests only the steps around a place that is passed: one request at a time, then one for the place reached in the
   * meantime. Pages of 80 kB at every move of a drag would take more time than drawing it.
   */
  pass(at: number): void {
    if (this.closed) return;
    [this.passing, this.wanted] = [at, []];
    this.abort();
    if (!this.glancing) void this.glance();
  }

  close(): void {
    this.closed = true;
    this.abort();
    this.glancing?.abort();
  }

  private abort(): void {
    for (const flight of this.flying.values()) flight.abort();
    this.flying.clear();
  }

  private async glance(): Promise<void> {
    const flight = new AbortController();
    this.glancing = flight;
    try {
      while (this.passing !== null && !this.has(this.passing)) {
        const at = this.passing;
        const page = await this.fetchPage(Math.max(1, at - BEFORE), BEFORE + 1 + AFTER, flight.signal);
        if (this.closed) return;
        this.glimpse = page;
        this.onArrival(at, at);
      }
    } catch (error) {
      if (!this.closed) this.onError(error);
    } finally {
      this.glancing = null;
    }
  }

  private pump(): void {
    for (const number of this.wanted) {
      if (this.flying.size >= LANES) return;
      if (!this.flying.has(number)) void this.load(number);
    }
  }

  private async load(number: number): Promise<void> {
    const flight = new AbortController();
    this.flying.set(number, flight);
    try {
      const page = await this.fetchPage(number * PAGE + 1, PAGE, flight.signal);
      if (this.closed || flight.signal.aborted) return;
      this.keep(number, page);
      this.onArrival(page.from - 1, page.from - 1 + page.events.length);
    } catch (error) {
      if (!flight.signal.aborted && !this.closed) this.onError(error);
    } finally {
      if (this.flying.get(number) === flight) this.flying.delete(number);
      this.wanted = this.wanted.filter((n) => n !== number);
      if (!this.closed) this.pump();
    }
  }

  private keep(number: number, page: TracePage): void {
    const start = { frame: page.before, counts: page.counts ?? emptyCounts() };
    this.kept.set(number, { page, marks: [start] });
    for (const old of this.kept.keys()) {
      if (this.kept.size <= KEPT) break;
      if (old !== this.cursor?.page) this.kept.delete(old);
    }
  }

  /** The stored frame with this number, computed from the previous ones if necessary. */
  private mark(kept: Kept, wanted: number): { frame: Frame; counts: StepCounts } {
    while (kept.marks.length <= wanted) {
      const last = kept.marks[kept.marks.length - 1];
      const frame = copyFrame(last.frame);
      const counts = { ...last.counts };
      const from = (kept.marks.length - 1) * STRIDE;
      for (const event of kept.page.events.slice(from, from + STRIDE)) {
        apply(frame, event.step);
        count(counts, event.step);
      }
      kept.marks.push({ frame, counts });
    }
    return kept.marks[wanted];
  }
}

/** The moment after `at` steps, from a page that holds what led there. */
function moment({ from, before, counts, events }: TracePage, at: number): Moment {
  const now: Moment = { at, frame: copyFrame(before), counts: { ...(counts ?? emptyCounts()) }, event: null };
  for (const event of events.slice(0, at - from + 1)) {
    apply(now.frame, event.step);
    count(now.counts, event.step);
    now.event = event;
  }
  return now;
}
