// Comparing: what is chosen, and the runs as curves and tables.

import type { Goal, Problem, Work } from './types';
import { oneOf, wholeNumber } from './url';

export interface Run {
  algorithm: string;
  problem: Problem;
  goal: string;
  complete: boolean;
  seconds: number;
  solutions: string;
  work: Work;
  /** The run was stopped or refused. */
  because?: string;
  error?: string;
}

export const METRICS = ['visits', 'tests', 'trials', 'backtracks', 'restarts', 'seconds'] as const;
export type Metric = (typeof METRICS)[number];

export interface CompareChoice {
  n: number;
  torus: boolean;
  algorithms: string[];
  goal: Goal;
  at: number;
  together: 'steps' | 'share';
  from: number;
  to: number;
  metric: Metric;
  log: boolean;
  seconds: number;
  /** The runs were made, so that a link to them makes them again. */
  ran: boolean;
}

/** More boards than these nobody can follow at once. */
export const MOST = 6;

export function readCompare(params: URLSearchParams): CompareChoice {
  const from = wholeNumber(params.get('from'), 4, 1, 100);
  return {
    n: wholeNumber(params.get('size'), 6, 1, 40),
    torus: params.get('torus') === '1',
    algorithms: (params.get('algorithms') ?? 'backtracking,bitmask,dancing-links').split(',').filter(Boolean).slice(0, MOST),
    goal: oneOf(params.get('goal'), ['first', 'all'] as const),
    at: wholeNumber(params.get('at'), 0, 0, Number.MAX_SAFE_INTEGER),
    together: oneOf(params.get('together'), ['steps', 'share'] as const),
    from,
    to: Math.max(from, wholeNumber(params.get('to'), 10, 1, 100)),
    metric: oneOf(params.get('metric'), METRICS),
    log: params.get('scale') !== 'linear',
    seconds: wholeNumber(params.get('seconds'), 5, 1, 60),
    ran: params.get('run') === '1',
  };
}

export function writeCompare(choice: CompareChoice): Record<string, string | number | undefined> {
  return {
    size: choice.n,
    torus: choice.torus ? 1 : undefined,
    algorithms: choice.algorithms.join(','),
    goal: choice.goal === 'first' ? undefined : choice.goal,
    at: choice.at || undefined,
    together: choice.together === 'steps' ? undefined : choice.together,
    from: choice.from,
    to: choice.to,
    metric: choice.metric,
    scale: choice.log ? undefined : 'linear',
    seconds: choice.seconds === 5 ? undefined : choice.seconds,
    run: choice.ran ? 1 : undefined,
  };
}

export const valueOf = (run: Run, metric: Metric): number => (metric === 'seconds' ? run.seconds : run.work[metric]);

export interface Curves {
  sizes: number[];
  /** One list per algorithm, null where there is no finished run. */
  values: { algorithm: string; points: (number | null)[] }[];
}

/** Runs as curves over n. An unfinished run is no point: its work is not the work of the task. A
 * zero has no place on a logarithmic scale. */
export function curves(runs: Run[], algorithms: string[], metric: Metric, log: boolean): Curves {
  const sizes = [...new Set(runs.map((run) => Number(run.problem.size)))].sort((a, b) => a - b);
  const values = algorithms.map((algorithm) => ({
    algorithm,
    points: sizes.map((size) => {
      const run = runs.find((one) => one.algorithm === algorithm && Number(one.problem.size) === size);
      if (!run || run.error || !finished(run)) return null;
      const value = valueOf(run, metric);
      return log && value <= 0 ? null : value;
    }),
  }));
  return { sizes, values };
}

/** Whether the run did what it was for: all there is, or the first solution. */
export function finished(run: Run): boolean {
  return run.complete || (run.goal === 'first' && run.solutions !== '0');
}

export function table(runs: Run[]): (string | number)[][] {
  const head = ['n', 'algorithm', 'goal', 'solutions', 'complete', ...METRICS];
  const rows = runs.map((run) => [
    run.problem.size,
    run.algorithm,
    run.goal,
    run.solutions,
    run.complete ? 'yes' : 'no',
    ...METRICS.map((metric) => valueOf(run, metric)),
  ]);
  return [head, ...rows];
}
