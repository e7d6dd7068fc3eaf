// Data that is requested, loading, loaded, or failed.

import { ApiError } from './api';

export class Load<T> {
  value = $state.raw<T | null>(null);
  busy = $state(false);
  error = $state.raw<ApiError | Error | null>(null);
  private flight: AbortController | null = null;

  /** Runs the request; a newer one stops it. The old value stays until the new one arrives. */
  async run(ask: (signal: AbortSignal) => Promise<T | null>): Promise<T | null> {
    this.flight?.abort();
    const flight = new AbortController();
    this.flight = flight;
    this.busy = true;
    this.error = null;
    try {
      const value = await ask(flight.signal);
      if (flight.signal.aborted) return null;
      this.value = value;
      return value;
    } catch (error) {
      if (!flight.signal.aborted) this.error = error as Error;
      return null;
    } finally {
      if (this.flight === flight) this.busy = false;
    }
  }

  stop(): void {
    this.flight?.abort();
    this.flight = null;
    this.busy = false;
  }
}
