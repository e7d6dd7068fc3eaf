// The server's algorithms, requested once.

import { api } from './connection.svelte';
import { Load } from './load.svelte';
import type { Algorithm } from './types';

class Catalogue {
  load = new Load<Algorithm[]>();

  start(): void {
    if (!this.load.value && !this.load.busy) void this.load.run(() => api.algorithms());
  }

  get all(): Algorithm[] {
    return this.load.value ?? [];
  }

  find(id: string): Algorithm | undefined {
    return this.all.find((algorithm) => algorithm.id === id);
  }
}

export const catalogue = new Catalogue();

/** Algorithms by what they find, in the order of the registry. */
export function byCategory(all: Algorithm[]): [string, Algorithm[]][] {
  const groups = new Map<string, Algorithm[]>();
  for (const algorithm of all) {
    groups.set(algorithm.category, [...(groups.get(algorithm.category) ?? []), algorithm]);
  }
  return [...groups];
}
