// The clock that plays traces, one painted frame at a time.

import { advance, SPEEDS, speedIndex } from './player';

export interface Played {
  at: number;
  total: number;
  seek(at: number, ahead?: number): void;
}

export class Player {
  playing = $state(false);
  speed = $state<number>(4);
  private frame = 0;
  private before = 0;
  private rest = 0;

  constructor(private played: () => Played) {}

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    const played = this.played();
    if (played.total === 0) return;
    if (played.at >= played.total) played.seek(0);
    this.playing = true;
    this.before = performance.now();
    this.rest = 0;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(this.tick);
  }

  pause(): void {
    this.playing = false;
    cancelAnimationFrame(this.frame);
  }

  /** Stops and moves by this many steps. */
  step(by: number): void {
    this.pause();
    const played = this.played();
    played.seek(played.at + by, by);
  }

  to(at: number): void {
    this.pause();
    this.played().seek(at);
  }

  faster(by: 1 | -1): void {
    const place = Math.max(0, Math.min(SPEEDS.length - 1, speedIndex(this.speed) + by));
    this.speed = SPEEDS[place];
  }

  private tick = (now: number): void => {
    const played = this.played();
    const next = advance({ at: played.at, rest: this.rest }, this.speed, now - this.before, played.total);
    this.before = now;
    this.rest = next.rest;
    // Half a second ahead, so that the next page is loaded before it is needed.
    if (next.at !== played.at) played.seek(next.at, this.speed / 2);
    if (next.at >= played.total) this.pause();
    else if (this.playing) this.frame = requestAnimationFrame(this.tick);
  };
}
