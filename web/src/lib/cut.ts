// A trace that was cut by a limit: it says so, and is never shown as the end of the search.

import { counted, grouped } from './format';
import type { TraceSummary } from './documents';

/** Limits that end a trace before the search does. */
const LIMITS: Record<string, string> = {
  steps: '',
  memory: ' (its memory is full)',
  time: ' (it took too long)',
};

export const isCut = (trace: TraceSummary | null): boolean => !!trace && !trace.complete;

/** What was cut, as text. */
export function cutText(trace: TraceSummary): string {
  const last = trace.after + trace.steps;
  const why = LIMITS[trace.stopped ?? ''] ?? ' (it was stopped)';
  return `Cut after ${counted(last, 'step')}${why}: the search is not over.`;
}

/** Which steps of a run a file holds, and where the run itself was cut; nothing if it holds a whole run. */
export function partText(trace: TraceSummary, from: number, steps: number): string {
  const { after } = trace;
  const isPart = after > 0 || from > 0 || from + steps < trace.steps;
  const part = isPart ? `Steps ${grouped(after + from + 1)} to ${grouped(after + from + steps)} of ${grouped(after + trace.steps)}.` : '';
  return [part, isCut(trace) ? cutText(trace) : ''].filter(Boolean).join(' ');
}

/** Why there is no next or previous step of a kind. */
export function missing(trace: TraceSummary | null, kind: string, direction: 'next' | 'previous'): string {
  if (!trace) return '';
  const after = trace.after;
  if (direction === 'next' && isCut(trace)) {
    return `No ${kind} up to step ${grouped(after + trace.steps)}; the search is not over.`;
  }
  if (direction === 'previous' && after > 0) return `No ${kind} back to step ${grouped(after)}, where this part begins.`;
  return `No ${direction} ${kind}.`;
}
