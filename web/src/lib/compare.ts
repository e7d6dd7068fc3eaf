// Comparing: what is chosen, and the runs as curves and tables.

import { counted } from './format';
import { chosen } from './settings';
import { writeSize, type Shape } from './shape';
import type { CompareRun, Goal } from './documents';
import type { Algorithm } from './types';
import { oneOf, wholeNumber } from './url';
import { limitOf, pieceWord, readBoard, writeBoard } from './variants';

/** An algorithm with its settings; the same algorithm may occur several times. */
export interface Entry {
  algorithm: string;
  settings: Record<string, string>;
}

export type Run = CompareRun;

export const METRICS = ['visits', 'tests', 'trials', 'backtracks', 'restarts', 'seconds'] as const;
export type Metric = (typeof METRICS)[number];

export interface CompareChoice {
  shape: Shape;
  entries: Entry[];
  goal: Goal;
  at: number;
  together: 'steps' | 'share';
  from: number;
  to: number;
  /** Runs of each randomised algorithm on each board, with seeds from 1. */
  seeds: number;
  metric: Metric;
  log: boolean;
  seconds: number;
}

/** More boards than this cannot be followed at once. */
export const MOST = 6;
/** The largest board whose steps are compared. */
export const LARGEST = 40;
export const MOST_SEEDS = 100;

export function readCompare(params: URLSearchParams): CompareChoice {
  const from = wholeNumber(params.get('from'), 4, 1, 100);
  const names = (params.get('algorithms') ?? 'backtracking,bitmask,dancing-links').split(',').filter(Boolean);
  return {
    shape: readBoard(params, 6, LARGEST),
    entries: names.slice(0, MOST).map(readEntry),
    goal: oneOf(params.get('goal'), ['first', 'all'] as const),
    at: wholeNumber(params.get('at'), 0, 0, Number.MAX_SAFE_INTEGER),
    together: oneOf(params.get('together'), ['steps', 'share'] as const),
    from,
    to: Math.max(from, wholeNumber(params.get('to'), 10, 1, 100)),
    seeds: wholeNumber(params.get('seeds'), 1, 1, MOST_SEEDS),
    metric: oneOf(params.get('metric'), METRICS),
    log: params.get('scale') !== 'linear',
    seconds: wholeNumber(params.get('seconds'), 5, 1, 60),
  };
}

export function writeCompare(choice: CompareChoice): Record<string, string | number | undefined> {
  return {
    size: writeSize(choice.shape),
    ...writeBoard(choice.shape),
    // Commas separate algorithms here, so semicolons separate settings.
    algorithms: choice.entries.map((entry) => nameOf(entry, ';')).join(','),
    goal: choice.goal === 'first' ? undefined : choice.goal,
    at: choice.at || undefined,
    together: choice.together === 'steps' ? undefined : choice.together,
    from: choice.from,
    to: choice.to,
    seeds: choice.seeds === 1 ? undefined : choice.seeds,
    metric: choice.metric,
    scale: choice.log ? undefined : 'linear',
    seconds: choice.seconds === 5 ? undefined : choice.seconds,
  };
}

/** `nilsson:heuristic=index`; unknown settings are left out. */
function readEntry(text: string): Entry {
  const [algorithm, ...rest] = text.split(':');
  const settings: Record<string, string> = {};
  for (const part of rest.join(':').split(';')) {
    const [name, value] = part.split('=', 2);
    if (name && value !== undefined) settings[name] = value;
  }
  return { algorithm, settings };
}

/** The entry as the command line names it. */
export function nameOf({ algorithm, settings }: Entry, comma = ','): string {
  const parts = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return parts.length ? `${algorithm}:${parts.join(comma)}` : algorithm;
}

export const isRandom = (algorithm: Algorithm | undefined): boolean =>
  algorithm?.settings.some((setting) => setting.name === 'seed') ?? false;

/** Whether an algorithm supports these boards and this goal: the server refuses those
 * that do not, and the boards beside the runs say why. */
export function takesPart(algorithm: Algorithm | undefined, shape: Shape, goal: Goal): boolean {
  if (!algorithm) return true;
  // How large a board may be, the server says for each of the series.
  const fits = !limitOf({ boards: { ...algorithm.boards, rows: Infinity } }, shape);
  return fits && (goal === 'first' || ['all solutions', 'fundamental solutions'].includes(algorithm.category));
}

/** The boards of the series in words. */
export function seriesName({ rows, columns, torus, strip, touching, piece, pieces, regions }: Shape, isAlone: boolean): string {
  const board = isAlone ? (regions?.length ? 'the divided board' : 'the board') : rows === columns ? 'boards of n × n' : `boards of n × (n + ${columns - rows})`;
  const edges = torus ? ' on the torus' : strip === 'mobius' ? ' on the Möbius strip' : strip ? ' on the cylinder' : '';
  const what = pieces ? counted(pieces, piece ?? 'queen') : piece ? pieceWord(piece, 2) : '';
  return [`${board}${edges}`, ...(what ? [what] : []), ...(touching ? ['no touching'] : [])].join(', ');
}

/** The sides of the series: those that have room for the pieces. */
export function sidesFrom({ from, to, shape: { rows, columns, pieces = 0 } }: CompareChoice): number[] {
  const all = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  return all.filter((n) => n * (n + columns - rows) >= pieces);
}

/** What is run for an entry: settings that differ from the default, and no seed of its own where
 * there are several. */
export function asRun(entry: Entry, algorithm: Algorithm | undefined, seeds: number): Entry {
  const { seed, ...others } = chosen(algorithm, entry.settings);
  return { algorithm: entry.algorithm, settings: seed === undefined || seeds > 1 ? others : { ...others, seed } };
}

/** Equivalent entries are run and drawn once. */
export function distinct(entries: Entry[]): Entry[] {
  const seen = new Map(entries.map((entry) => [nameOf(entry), entry]));
  return [...seen.values()];
}

/** The entry as text: the algorithm's title and the chosen settings. */
export function titleOf(entry: Entry, algorithm: Algorithm | undefined): string {
  const words = settingsOf(chosen(algorithm, entry.settings));
  return `${algorithm?.title ?? entry.algorithm}${words && ', '}${words}`;
}

/** Settings as text. */
export const settingsOf = (settings: Record<string, string>): string =>
  Object.entries(settings).map(([name, value]) => `${name} ${value}`).join(', ');

/** The algorithm once more, with a setting that distinguishes it from the existing entries; null if
 * it has none left. */
export function another(algorithm: Algorithm, entries: Entry[]): Entry | null {
  const taken = new Set(entries.filter((one) => one.algorithm === algorithm.id).map((one) => nameOf(asRun(one, algorithm, 1))));
  const candidates: Record<string, string>[] = [{}];
  for (const setting of algorithm.settings) {
    if (setting.kind === 'word') candidates.push(...setting.values.slice(1).map((word) => ({ [setting.name]: word })));
    else for (let i = 1; i < MOST; i += 1) candidates.push({ [setting.name]: String(BigInt(setting.default) + BigInt(i)) });
  }
  const free = candidates.find((settings) => !taken.has(nameOf({ algorithm: algorithm.id, settings })));
  return free ? { algorithm: algorithm.id, settings: free } : null;
}

export const valueOf = (run: Run, metric: Metric): number => (metric === 'seconds' ? run.seconds : run.work[metric]);

/** The name of the entry a run belongs to: its own, without the seed if there are several. */
export function entryOf(run: Run): string {
  if (run.seed === undefined) return run.algorithm;
  const [algorithm, settings] = run.algorithm.split(':', 2);
  const kept = settings.split(',').filter((part) => !part.startsWith('seed='));
  return kept.length ? `${algorithm}:${kept.join(',')}` : algorithm;
}

export const rowsOf = (run: Run): number => Number.parseInt(run.problem.size, 10);

/** The runs of one entry on one board. */
export interface Sample {
  name: string;
  rows: number;
  runs: Run[];
}

export function samples(runs: Run[]): Sample[] {
  const found = new Map<string, Sample>();
  for (const run of runs) {
    const [name, rows] = [entryOf(run), rowsOf(run)];
    const key = `${rows} ${name}`;
    if (!found.has(key)) found.set(key, { name, rows, runs: [] });
    found.get(key)!.runs.push(run);
  }
  return [...found.values()];
}

export const finishedOf = (sample: Sample): number => sample.runs.filter(finished).length;

/** Median, ninth decile and both ends over all runs, as `bezzel compare --seeds` gives them. */
export function spreadOf(sample: Sample, metric: Metric): { median: number; ninety: number; least: number; most: number } {
  const values = sample.runs.map((run) => valueOf(run, metric)).sort((a, b) => a - b);
  const quantile = (share: number) => values[Math.max(0, Math.ceil(share * values.length) - 1)];
  return { median: quantile(0.5), ninety: quantile(0.9), least: values[0], most: values[values.length - 1] };
}

export interface Curve {
  name: string;
  points: (number | null)[];
  /** Smallest and largest value if there are several runs. */
  spread: ([number, number] | null)[];
}

/** Runs as curves over n: the value of a run, or the median of several. If no more than half of
 * the runs have finished there is no point: the work so far is not the work of the task. Zero cannot be shown
 * on a logarithmic scale. */
export function curves(all: Sample[], names: string[], metric: Metric, log: boolean): { sizes: number[]; curves: Curve[] } {
  const sizes = [...new Set(all.map((sample) => sample.rows))].sort((a, b) => a - b);
  const shown = (value: number) => (log && value <= 0 ? null : value);
  const drawn = names.map((name): Curve => {
    const here = sizes.map((rows) => all.find((one) => one.name === name && one.rows === rows && 2 * finishedOf(one) > one.runs.length));
    const spreads = here.map((sample) => sample && spreadOf(sample, metric));
    return {
      name,
      points: spreads.map((spread) => (spread ? shown(spread.median) : null)),
      spread: spreads.map((spread, place) =>
        spread && here[place]!.runs.length > 1 && shown(spread.least) !== null ? [spread.least, spread.most] : null,
      ),
    };
  });
  return { sizes, curves: drawn };
}

/** Whether the run reached its goal: all solutions, or the first. */
export function finished(run: Run): boolean {
  return run.complete || (run.goal === 'first' && run.solutions !== '0');
}

export function table(runs: Run[]): (string | number)[][] {
  const head = ['size', 'algorithm', 'goal', 'solutions', 'complete', ...METRICS, 'seed'];
  const rows = runs.map((run) => [
    run.problem.size,
    run.algorithm,
    run.goal,
    run.solutions,
    run.complete ? 'yes' : 'no',
    ...METRICS.map((metric) => valueOf(run, metric)),
    run.seed ?? '',
  ]);
  return [head, ...rows];
}

/** The curves as the server draws them. */
export function plotRequest(
  { title, subtitle, metric, log }: { title: string; subtitle: string; metric: Metric; log: boolean },
  sizes: number[],
  series: Curve[],
) {
  const drawn = series.map((one) => ({
    name: one.name,
    points: one.points.flatMap((value, place) => (value === null ? [] : [[sizes[place], value]])),
    spread: one.spread.flatMap((ends, place) => (ends ? [[sizes[place], ...ends]] : [])),
  }));
  return { kind: 'plot', title, log, numbers: { of: 'series', subtitle, x: 'n', y: metric, series: drawn } };
}
