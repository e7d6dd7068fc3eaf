// Predict the next step: the question, what counts as right, and the score.

import { kindOf, squareOf } from './frame';
import type { Square, TraceEvent } from './documents';

export interface Score {
  asked: number;
  right: number;
  streak: number;
  best: number;
}

export const noScore: Score = { asked: 0, right: 0, streak: 0, best: 0 };

/** Answers offered, by the name of the step. */
export const ANSWERS: Record<string, string> = {
  place: 'Place a queen',
  reject: 'Reject a square',
  remove: 'Take a queen back',
  'dead-end': 'Dead end',
  solution: 'Solution',
  move: 'Move a queen',
  swap: 'Swap two rows',
  collisions: 'Count collisions',
  restart: 'Restart',
  discard: 'Discard a symmetric solution',
  eliminate: 'Strike squares',
  restore: 'Restore squares',
  production: 'A line of BACKTRACK',
  board: 'Show another board',
  weights: 'Weigh squares',
  orbit: 'Find an orbit',
  stacking: 'Work on the stack',
};

/** Kinds answered by clicking a square. */
const POINTED = new Set(['place', 'reject', 'remove', 'move']);

export const needsSquare = (kind: string) => POINTED.has(kind);

/** Steps in which nothing is decided: they follow from the one before, or only show the current state. */
const FOLLOWING = new Set(['collisions', 'eliminate', 'restore', 'board', 'weights', 'orbit', 'production', 'stacking']);

/** What can be known about a step: its square too, only its kind where chance draws the square, or nothing. */
export function knowable(next: TraceEvent, random: boolean): 'square' | 'kind' | null {
  const kind = kindOf(next.step);
  if (FOLLOWING.has(kind)) return null;
  return needsSquare(kind) && !random ? 'square' : 'kind';
}

/** The first of these steps in which something is decided. */
export const decision = (events: TraceEvent[], random: boolean): TraceEvent | null => events.find((event) => knowable(event, random)) ?? null;

/** The kinds to choose from: those in this part of the trace and the next. */
export function choices(around: TraceEvent[], next: TraceEvent): string[] {
  const kinds = new Set(around.map((event) => kindOf(event.step)));
  kinds.add(kindOf(next.step));
  return Object.keys(ANSWERS).filter((kind) => kinds.has(kind) && !FOLLOWING.has(kind));
}

export interface Feedback {
  right: boolean;
  text: string;
}

/** Compares an answer with what the algorithm really does; a square that is drawn at random is not asked for. */
export function judge(next: TraceEvent, kind: string, square: Square | null, random = false): Feedback {
  const real = kindOf(next.step);
  const where = squareOf(next);
  const sameSquare = random || !needsSquare(real) || (square !== null && where !== null && square[0] === where[0] && square[1] === where[1]);
  if (kind === real && sameSquare) return { right: true, text: `Right: ${next.text}` };
  if (kind === real) return { right: false, text: `Right kind, other square: ${next.text}` };
  return { right: false, text: `No: ${next.text}` };
}

export function scored(score: Score, right: boolean): Score {
  const streak = right ? score.streak + 1 : 0;
  return {
    asked: score.asked + 1,
    right: score.right + (right ? 1 : 0),
    streak,
    best: Math.max(score.best, streak),
  };
}
