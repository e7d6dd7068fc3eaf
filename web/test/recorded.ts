// Traces recorded from `bezzel trace --jsonl`, pages cut from them as the server would, and answers of the server.

import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { apply, count, emptyFrame, emptyCounts } from '../src/lib/frame';
import type { TraceEvent, TracePage } from '../src/lib/documents';

export function recorded(name: string): { events: TraceEvent[]; end: Record<string, unknown> } {
  const lines = readFileSync(new URL(`./fixtures/${name}.jsonl`, import.meta.url), 'utf8').trim().split('\n');
  const values = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const events = values.filter((value) => 'number' in value) as unknown as TraceEvent[];
  return { events, end: values.at(-1)! };
}

export const answered = <T>(name: string): T => JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')) as T;

export function page(events: TraceEvent[], from: number, size: number): TracePage {
  const before = emptyFrame();
  const counts = emptyCounts();
  for (const event of events.slice(0, from - 1)) {
    apply(before, event.step);
    count(counts, event.step);
  }
  return { from, total: events.length, before, counts, events: events.slice(from - 1, from - 1 + size) };
}

/** Waits for what is expected; the limit only ends what hangs. */
export const eventually = (expected: () => void): Promise<void> => vi.waitFor(expected, 60_000);

/** A long made-up trace: queens placed and taken back on a board of side 8. */
export function long(steps: number): TraceEvent[] {
  return Array.from({ length: steps }, (_, i) => {
    const square: [number, number] = [Math.floor(i / 2) % 8, Math.floor(i / 16) % 8];
    return { number: i + 1, line: 1, step: i % 2 ? { remove: square } : { place: square }, text: `step ${i + 1}` };
  });
}
