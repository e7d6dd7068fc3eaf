// Whether the server answers, and waiting until it does.

import { Api, type Link } from './api';

export class Connection implements Link {
  /** False from the first call without an answer until a health check succeeds. */
  up = $state(true);
  /** Seconds until the next check, while the server is gone. */
  next = $state(0);
  /** How often the server came back: data that depends on it is reloaded when this changes. */
  returns = $state(0);

  private waiting: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = 1;

  constructor(private health: () => Promise<boolean>) {}

  lost(): void {
    if (!this.up) return;
    this.up = false;
    this.wait = 1;
    this.schedule();
  }

  /** Checks at once, for users who do not want to wait. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    if (await this.health()) {
      this.up = true;
      this.returns += 1;
      const waiting = this.waiting;
      this.waiting = [];
      for (const go of waiting) go();
    } else {
      this.wait = Math.min(8, this.wait * 2);
      this.schedule();
    }
  }

  back(signal?: AbortSignal): Promise<void> {
    if (this.up) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.waiting.push(resolve);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  }

  private schedule(): void {
    this.next = this.wait;
    const tick = () => {
      this.next -= 1;
      if (this.next > 0) this.timer = setTimeout(tick, 1000);
      else void this.look();
    };
    this.timer = setTimeout(tick, 1000);
  }
}

async function healthy(): Promise<boolean> {
  try {
    return (await fetch('/api/v1/health', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

export const connection = new Connection(healthy);
export const api = new Api(connection);
