// How long a count will take, in words.

import type { ForecastAnswer } from './documents';
import { counted, duration } from './format';

/** A sentence about a count that has not begun. */
export function expectation({ seconds, engine, units, threads, outlook }: ForecastAnswer): string {
  const work = `${counted(units, 'unit')} by ${engine} on ${counted(threads, 'thread')}`;
  if (outlook === 'too-long') return `Too long for this machine: about ${years(seconds)}. ${work}.`;
  if (outlook === 'long') return `About ${duration(seconds)}; it may be ten times more or less. ${work}.`;
  return seconds < 1 ? `Less than a second. ${work}.` : `About ${duration(seconds)}. ${work}.`;
}

function years(seconds: number): string {
  const number = seconds / (365.25 * 86_400);
  return number < 1e6 ? counted(Math.round(number), 'year') : `10^${Math.floor(Math.log10(number))} years`;
}
