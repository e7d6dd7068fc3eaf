// Counting jobs as the page shows them.

import { counted, duration, grouped } from './format';
import type { CatalogueAnswer, JobAnswer, JobProvenance, JobUnitsAnswer, Problem, Trouble } from './documents';
import { squaresFault, squaresOf } from './problem';
import { regionsFault } from './regions';
import type { Shape } from './shape';
import { PIECES, readVariant, variantFaults, varied, withVariant, writeVariant, type Variant } from './variants';

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
  const piece = PIECES.find((one) => one === problem.rule) ?? 'queen';
  const [board, isSide] = [`board ${problem.size}`, /^\d+$/.test(problem.size)];
  const parts = problem.queens ? [counted(problem.queens, piece), board] : [isSide ? counted(problem.size, piece) : board];
  if (problem.topology && problem.topology !== 'plane') parts.push(problem.topology);
  if (problem.rule && problem.rule !== 'queen' && (problem.rule !== piece || parts[0] === board)) parts.push(problem.rule);
  if (problem.given?.length) parts.push(`${problem.given.length} given`);
  if (problem.regions) parts.push('regions');
  if (problem.pawns?.length) parts.push(counted(problem.pawns.length, 'pawn'));
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
      return [job.error ?? 'failed', job.hint].filter(Boolean).join('; ');
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
    if (value === undefined || value === null || value === 0) return;
    // Names of devices have commas of their own.
    const text = Array.isArray(value) ? value.join('; ') : String(value);
    if (text) parts.push(words(text));
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

/** What went wrong with a worker. Without a unit the reason itself names the device: several may have the same name. */
export const troubled = ({ device, host, unit, why }: Trouble) => (unit ? `${host ? `${device} on ${host}` : device} failed on unit ${unit}: ${why}` : why);

/** Columns of the map of units, so that its cells are nearly square. */
export function columns(cells: number, width: number, least = 10): number {
  return Math.max(1, Math.min(cells, Math.floor(width / least)));
}

/** What to count, as typed. */
export interface Wanted {
  size: string;
  variant: Variant;
  given: string;
  blocked: string;
  /** The rows of letters, divided by slashes. */
  regions: string;
  touching: boolean;
  engine: string;
  device: string;
}

/** The engine of a count whose engine was not chosen: the server takes the fastest. */
export const FASTEST = 'auto';

/** The device of a count whose device was not chosen. */
export const USUAL = 'cpu';

/** What the lists of the form offer: what the server knows, or only what is chosen until it has answered. */
export function offered(known: Pick<CatalogueAnswer, 'engines' | 'devices'> | null, wanted: Wanted): { engines: string[]; devices: string[] } {
  if (!known) return { engines: [wanted.engine], devices: [wanted.device] };
  return { engines: [FASTEST, ...known.engines.map((engine) => engine.id)], devices: known.devices };
}

export function readWanted(params: URLSearchParams): Wanted {
  return {
    size: params.get('size') ?? '12',
    variant: readVariant(params),
    given: params.get('given') ?? '',
    blocked: params.get('blocked') ?? '',
    regions: params.get('regions') ?? '',
    touching: params.get('rule') === 'touching',
    engine: params.get('engine') ?? FASTEST,
    device: params.get('device') ?? USUAL,
  };
}

export function writeWanted(wanted: Wanted): Record<string, string | number | undefined> {
  const { size, variant, given, blocked, regions, touching, engine, device } = wanted;
  return {
    size,
    ...writeVariant(variant, touching),
    given,
    blocked,
    regions,
    engine: engine === FASTEST ? undefined : engine,
    device: device === USUAL ? undefined : device,
  };
}

/** The most rows that the server counts, columns of a row, and dimensions. */
export const COUNTED = { rows: 28, columns: 1000, dimensions: 5 } as const;

/** What is wrong with a board as it is typed, with the range. */
export function sizeFault(size: string): string {
  const parts = /^(\d+)(?:x(\d+)|\^(\d+))?$/.exec(size.trim());
  if (!parts) return 'a board is written 8, 5x8 (rows x columns) or 4^3 (side^dimension)';
  const [rows, columns, dimensions] = parts.slice(1).map((part) => (part === undefined ? null : Number(part)));
  if (rows! < 1 || rows! > COUNTED.rows) return `${columns ? 'rows' : 'the side'}: 1 to ${COUNTED.rows}`;
  if (columns !== null && (columns < rows! || columns > COUNTED.columns)) return `columns: ${rows} to ${COUNTED.columns}; each row takes a queen`;
  if (dimensions !== null && (dimensions < 2 || dimensions > COUNTED.dimensions)) return `dimensions: 2 to ${COUNTED.dimensions}`;
  return '';
}

/** Rows and columns of a board as it is typed; in space the side counts for both. */
export function sidesIn(size: string): [rows: number, columns: number] {
  const [rows, columns] = size.split(/[x^]/).map(Number);
  return [rows, size.includes('x') ? columns : rows];
}

/** The flat board that is typed. */
export function shapeOf({ size, variant, regions, touching }: Wanted): Shape {
  const [rows, columns] = sidesIn(size.trim());
  return varied({ rows, columns, torus: false, touching, ...(regions ? { regions: regions.split('/') } : {}) }, variant);
}

/** The problem, or what is wrong with what was typed. */
export function problemOf(wanted: Wanted): Problem | string {
  const size = wanted.size.trim();
  const sides = sidesIn(size);
  const { edges, pieces, pawns } = variantFaults(wanted.variant, ...sides);
  const fault = sizeFault(size) || squaresFault(wanted.given, ...sides) || squaresFault(wanted.blocked, ...sides) || edges || pieces || pawns || regionsFault(wanted.regions, ...sides);
  if (fault) return fault;
  const problem: Problem = { version: 1, size };
  const [given, blocked] = [squaresOf(wanted.given), squaresOf(wanted.blocked)];
  if (given.length) problem.given = given;
  if (blocked.length) problem.blocked = blocked;
  if (wanted.touching) problem.rule = 'touching';
  if (wanted.regions) problem.regions = wanted.regions;
  return withVariant(problem, wanted.variant, squaresOf(wanted.variant.pawns));
}
