// What is chosen in Learn, read from and written to the address.

import { readSquares, toProblem, writeSquares, type Sketch } from './problem';
import type { Goal, TraceRequest } from './types';
import { oneOf, wholeNumber } from './url';

export interface Choice {
  sketch: Sketch;
  algorithm: string;
  settings: Record<string, string>;
  goal: Goal;
  at: number;
  speed: number;
  threatened: boolean;
  lines: boolean;
  predict: boolean;
  /** Levels of the search tree, and whether refused squares are drawn in it. */
  levels: number;
  refused: boolean;
}

/** The largest board Learn draws. */
export const LARGEST = 200;

/** Levels of the tree drawn at first. */
const LEVELS = 6;

const GOALS = ['first', 'all'] as const;

export function readChoice(params: URLSearchParams): Choice {
  const n = wholeNumber(params.get('size'), 6, 1, LARGEST);
  const settings: Record<string, string> = {};
  for (const [key, value] of params) if (key.startsWith('set.')) settings[key.slice(4)] = value;
  return {
    sketch: {
      n,
      torus: params.get('torus') === '1',
      given: readSquares(params.get('given'), n),
      blocked: readSquares(params.get('blocked'), n),
    },
    algorithm: params.get('algorithm') ?? 'backtracking',
    settings,
    goal: oneOf(params.get('goal'), GOALS),
    at: wholeNumber(params.get('at'), 0, 0, Number.MAX_SAFE_INTEGER),
    speed: Number(params.get('speed')) || 4,
    threatened: params.get('threatened') !== '0',
    lines: params.get('lines') === '1',
    predict: params.get('predict') === '1',
    levels: wholeNumber(params.get('levels'), LEVELS, 1, 40),
    refused: params.get('refused') === '1',
  };
}

export function writeChoice(choice: Choice): Record<string, string | number | undefined> {
  const settings = Object.entries(choice.settings).map(([name, value]) => [`set.${name}`, value]);
  return {
    size: choice.sketch.n,
    torus: choice.sketch.torus ? 1 : undefined,
    given: writeSquares(choice.sketch.given),
    blocked: writeSquares(choice.sketch.blocked),
    algorithm: choice.algorithm,
    ...Object.fromEntries(settings),
    goal: choice.goal === 'first' ? undefined : choice.goal,
    at: choice.at || undefined,
    speed: choice.speed === 4 ? undefined : choice.speed,
    threatened: choice.threatened ? undefined : 0,
    lines: choice.lines ? 1 : undefined,
    predict: choice.predict ? 1 : undefined,
    levels: choice.levels === LEVELS ? undefined : choice.levels,
    refused: choice.refused ? 1 : undefined,
  };
}

export function toRequest(choice: Choice): TraceRequest {
  return {
    problem: toProblem(choice.sketch),
    algorithm: choice.algorithm,
    settings: choice.settings,
    goal: choice.goal,
  };
}
