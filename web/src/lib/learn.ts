// What is chosen in Learn, read from and written to the address.

import { LANGUAGES, type Language } from './code';
import { SPEEDS, speedIndex } from './player';
import { readSquares, toProblem, writeSquares, type Sketch } from './problem';
import type { Goal, TraceRequest } from './documents';
import { writeSize } from './shape';
import { oneOf, wholeNumber } from './url';
import { readBoard, writeBoard } from './variants';

export interface LearnState {
  sketch: Sketch;
  algorithm: string;
  settings: Record<string, string>;
  goal: Goal;
  /** Steps skipped before the shown trace begins. */
  after: number;
  /** Whether the trace is as long as the server allows, for a tree of a million nodes. */
  long: boolean;
  at: number;
  speed: number;
  threatened: boolean;
  lines: boolean;
  predict: boolean;
  /** Levels of the search tree, 0 for as many as fit, and whether rejected squares are drawn in it. */
  levels: number;
  refused: boolean;
  /** The steps of the GIF, if they were chosen. */
  gif: Range | null;
  /** The language of the program shown instead of the pseudocode. */
  code: Language | '';
}

/** First and last step, from 1. */
export type Range = [from: number, to: number];

/** The largest board Learn draws. */
export const LARGEST = 200;

/** Most steps of one trace; by default it has a quarter of them. */
export const LONG = 4_000_000;

/** Most steps of one GIF: longer ones take a minute to create and are too long to watch. */
export const GIF_STEPS = 1_000;

/** The server draws no GIF of larger boards. */
export const GIF_SIDE = 32;

/** Steps of a GIF before and after the current one, if none are chosen. */
const AROUND = 100;

const GOALS = ['first', 'all'] as const;

export function readLearn(params: URLSearchParams): LearnState {
  const shape = readBoard(params, 6, LARGEST);
  const settings: Record<string, string> = {};
  for (const [key, value] of params) if (key.startsWith('set.')) settings[key.slice(4)] = value;
  return {
    sketch: {
      ...shape,
      given: readSquares(params.get('given'), shape),
      blocked: readSquares(params.get('blocked'), shape),
    },
    algorithm: params.get('algorithm') ?? 'backtracking',
    settings,
    goal: oneOf(params.get('goal'), GOALS),
    after: wholeNumber(params.get('after'), 0, 0, Number.MAX_SAFE_INTEGER),
    long: params.get('long') === '1',
    at: wholeNumber(params.get('at'), 0, 0, Number.MAX_SAFE_INTEGER),
    speed: readSpeed(params.get('speed')),
    threatened: params.get('threatened') !== '0',
    lines: params.get('lines') === '1',
    predict: params.get('predict') === '1',
    levels: wholeNumber(params.get('levels'), 0, 0, 40),
    refused: params.get('refused') === '1',
    gif: readRange(params.get('gif')),
    code: oneOf(params.get('code'), ['', ...LANGUAGES]),
  };
}

export function writeLearn(choice: LearnState): Record<string, string | number | undefined> {
  const settings = Object.entries(choice.settings).map(([name, value]) => [`set.${name}`, value]);
  return {
    size: writeSize(choice.sketch),
    ...writeBoard(choice.sketch),
    given: writeSquares(choice.sketch.given),
    blocked: writeSquares(choice.sketch.blocked),
    algorithm: choice.algorithm,
    ...Object.fromEntries(settings),
    goal: choice.goal === 'first' ? undefined : choice.goal,
    after: choice.after || undefined,
    long: choice.long ? 1 : undefined,
    at: choice.at || undefined,
    speed: choice.speed === 4 ? undefined : choice.speed,
    threatened: choice.threatened ? undefined : 0,
    lines: choice.lines ? 1 : undefined,
    predict: choice.predict ? 1 : undefined,
    levels: choice.levels || undefined,
    refused: choice.refused ? 1 : undefined,
    gif: choice.gif?.join('-'),
    code: choice.code || undefined,
  };
}

/** The choices without the place in the run, which undo leaves alone. */
export const withoutPlace = (choice: LearnState): LearnState => ({ ...choice, at: 0, after: 0, long: false, speed: 4 });

/** The nearest available speed. */
function readSpeed(text: string | null): number {
  const speed = Number(text);
  return speed > 0 ? SPEEDS[speedIndex(speed)] : 4;
}

function readRange(text: string | null): Range | null {
  const found = /^(\d{1,9})-(\d{1,9})$/.exec(text ?? '');
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** The steps of the GIF: the chosen ones, limited to the trace and to one file, or those around the current step. */
export function gifRange(chosen: Range | null, at: number, total: number): Range {
  const [first, last] = chosen ?? [at - AROUND, at + AROUND];
  const from = Math.max(1, Math.min(first, total));
  return [from, Math.max(from, Math.min(last, total, from + GIF_STEPS - 1))];
}

export function toRequest(choice: LearnState): TraceRequest {
  return {
    problem: toProblem(choice.sketch),
    algorithm: choice.algorithm,
    settings: choice.settings,
    all: choice.goal === 'all',
    ...(choice.after ? { after: choice.after } : {}),
    ...(choice.long ? { steps: LONG } : {}),
  };
}
