// Who counted which boards first, and what this program needs for them.

import data from '../../../data/records.json';
import { duration } from './format';

export interface Count {
  from: number;
  to: number;
  when: string;
  who: string;
  how: string;
  source: string;
}

export interface Measured {
  n: number;
  seconds: number;
  on: string;
}

export const COUNTS: Count[] = data.counts;
export const MEASURED: Measured[] = data.measured;

export const sidesOfCount = ({ from, to }: Count): string => (from === to ? String(from) : `${from} to ${to}`);

/** What this program needed for boards of these sides, where it was measured. */
export function measuredFor({ from, to }: Count): string {
  const found = MEASURED.filter(({ n }) => n >= from && n <= to);
  return found.map(({ n, seconds, on }) => `${from === to ? '' : `${n}: `}${duration(seconds)} on ${on}`).join('; ');
}
