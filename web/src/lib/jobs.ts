// Counting jobs as the page shows them.

import { counted, duration, grouped } from './format';
import type { JobAnswer, JobProvenance, JobUnitsAnswer, Problem, Square } from './documents';
import { oneOf } from './url';

export type Job = JobAnswer;
export type UnitMap = JobUnitsAnswer;

/** A section of the units. */
export interface Cell {
  from: number;
  to: number;
  done: number;
  seconds: number;
}

/** The map as cells, whether the server sent every unit or sections of them. */
export function cellsOf(map: Pick<UnitMap, 'stretches'> & { units: Pick<UnitMap['units'][number], 'index' | 'state' | 'seconds'>[] }): Cell[] {
  if (map.stretches.length) return map.stretches;
  return map.units.map((unit) => ({
    from: unit.index,
    to: unit.index,
    done: unit.state === 'done' ? 1 : 0,
    seconds: unit.seconds ?? 0,
  }));
}

export const isLive = (job: Job): boolean => job.state === 'running' || job.state === 'waiting';

/** The problem in a few words. */
export function problemName(problem: Problem): string {
  const parts = [counted(problem.size, 'queen')];
  if (problem.size.includes('^') || problem.size.includes('x')) parts[0] = `board ${problem.size}`;
  if (problem.topology === 'torus') parts.push('torus');
  if (problem.rule && problem.rule !== 'queen') parts.push(problem.rule);
  if (problem.given?.length) parts.push(`${problem.given.length} given`);
  if (problem.blocked?.length) parts.push(`${problem.blocked.length} blocked`);
  return parts.join(', ');
}

/** The state of a job, in one line. */
export function standing(job: Job): string {
  const { done, total } = job.units;
  const units = `${grouped(done)} of ${counted(total, 'unit')}`;
  switch (job.state) {
    case 'done':
      return `done, ${duration(job.seconds)} of work`;
    case 'failed':
      return job.error ?? 'failed';
    case 'waiting':
      return 'waiting for its turn';
    case 'paused':
      return `paused at ${units}`;
    case 'running':
      return job.eta === null || job.eta === undefined ? units : `${units}, about ${duration(job.eta)} left`;
  }
}

/** The list with one job added or changed, newest first. */
export function put(jobs: Job[], job: Job): Job[] {
  const place = jobs.findIndex((other) => other.id === job.id);
  return place < 0 ? [job, ...jobs] : jobs.with(place, job);
}

/** Where a total comes from, as text. */
export function origin(provenance: Partial<JobProvenance> | null | undefined): string {
  if (!provenance) return '';
  const parts: string[] = [];
  const say = (name: keyof JobProvenance, words: (value: string) => string) => {
    const value = provenance[name];
    if (value === undefined || value === null || value === '' || value === 0) return;
    // Names of devices have commas of their own.
    parts.push(words(Array.isArray(value) ? value.join('; ') : String(value)));
  };
  say('how', (how) => how);
  say('engine', (engine) => `engine ${engine}`);
  say('devices', (devices) => devices);
  say('hosts', (hosts) => `on ${hosts}`);
  say('results_resumed', (results) => `${counted(results, 'result')} resumed`);
  parts.push(provenance.results_recounted ? `${counted(provenance.results_recounted, 'result')} recounted` : 'never recounted');
  say('programs', (programs) => `Bezzel ${programs}`);
  say('digest', (digest) => `plan ${digest.slice(0, 12)}`);
  return parts.join(' · ');
}

/** Columns of the map of units, so that its cells are nearly square. */
export function columns(cells: number, width: number, least = 10): number {
  return Math.max(1, Math.min(cells, Math.floor(width / least)));
}

/** What to count, as typed. */
export interface Wanted {
  size: string;
  torus: boolean;
  given: string;
  blocked: string;
  engine: string;
  device: string;
}

export const DEVICES = ['cpu', 'gpu', 'gpu,cpu'] as const;

export const ENGINES = ['auto', 'colour', 'enumerate', 'torus', 'barr-rao', 'stacks'] as const;

export function readWanted(params: URLSearchParams): Wanted {
  return {
    size: params.get('size') ?? '12',
    torus: params.get('torus') === '1',
    given: params.get('given') ?? '',
    blocked: params.get('blocked') ?? '',
    engine: oneOf(params.get('engine'), ENGINES),
    device: oneOf(params.get('device'), DEVICES),
  };
}

export function writeWanted(wanted: Wanted): Record<string, string | number | undefined> {
  const { size, torus, given, blocked, engine, device } = wanted;
  return {
    size,
    torus: torus ? 1 : undefined,
    given,
    blocked,
    engine: engine === 'auto' ? undefined : engine,
    device: device === 'cpu' ? undefined : device,
  };
}

/** The problem, or what is wrong with what was typed. */
export function problemOf(wanted: Wanted): Problem | string {
  const size = wanted.size.trim();
  if (!/^\d+(x\d+|\^\d+)?$/.test(size)) return 'a board is written 8, 5x8 (rows x columns) or 4^3 (side^dimension)';
  const pairs = (text: string) => [...text.matchAll(/(\d+),(\d+)/g)].map(([, row, column]): Square => [Number(row), Number(column)]);
  for (const text of [wanted.given, wanted.blocked]) {
    if (!/^(\s*\d+,\d+\s*)*$/.test(text)) return 'squares are written as row,column from 0: 0,3 1,5';
  }
  const problem: Problem = { version: 1, size };
  if (wanted.torus) problem.topology = 'torus';
  if (pairs(wanted.given).length) problem.given = pairs(wanted.given);
  if (pairs(wanted.blocked).length) problem.blocked = pairs(wanted.blocked);
  return problem;
}
