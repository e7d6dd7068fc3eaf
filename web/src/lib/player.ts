// Playing a trace: the step of the next painted frame, at any speed.

/** Speeds of the slider in steps per second; the middle ones are easy to follow. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 15, 30, 60, 120, 500, 2_000, 10_000, 50_000, 200_000] as const;

export interface Playing {
  at: number;
  /** The fraction of a step already due. */
  rest: number;
}

/** The position after this many milliseconds; the trace ends at `total`. */
export function advance(playing: Playing, speed: number, milliseconds: number, total: number): Playing {
  // A tab that was asleep for a minute does not jump a minute ahead.
  const due = playing.rest + (speed * Math.min(milliseconds, 250)) / 1000;
  const steps = Math.floor(due);
  const at = Math.min(total, playing.at + steps);
  return { at, rest: at === total ? 0 : due - steps };
}

/** A speed as text. */
export function speedName(speed: number): string {
  if (speed < 1000) return `${speed}/s`;
  return `${speed / 1000}k/s`;
}

/** The index of the nearest listed speed. */
export function speedIndex(speed: number): number {
  let best = 0;
  SPEEDS.forEach((listed, place) => {
    if (Math.abs(Math.log(listed / speed)) < Math.abs(Math.log(SPEEDS[best] / speed))) best = place;
  });
  return best;
}

/** What a key asks for while Learn or Compare listens. */
export type Command =
  | { go: number }
  | { to: 'start' | 'end' }
  | { find: 'solution' | 'backtrack'; direction: 'next' | 'previous' }
  | { speed: 1 | -1 }
  | 'play'
  | 'help';

export function command(key: string, shift: boolean): Command | null {
  switch (key) {
    case ' ':
      return 'play';
    case 'ArrowRight':
      return { go: shift ? 10 : 1 };
    case 'ArrowLeft':
      return { go: shift ? -10 : -1 };
    case 'Home':
      return { to: 'start' };
    case 'End':
      return { to: 'end' };
    case '+':
    case '=':
      return { speed: 1 };
    case '-':
    case '_':
      return { speed: -1 };
    case 's':
    case 'S':
      return { find: 'solution', direction: shift ? 'previous' : 'next' };
    case 'b':
    case 'B':
      return { find: 'backtrack', direction: shift ? 'previous' : 'next' };
    case '?':
      return 'help';
    default:
      return null;
  }
}
