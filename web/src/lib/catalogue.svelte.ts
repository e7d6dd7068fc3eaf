// The algorithms the server knows, asked for once.

import { api } from './connection.svelte';
import { Load } from './load.svelte';
import type { Algorithm, Setting } from './types';

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

export function defaultOf(setting: Setting): string {
  return setting.kind === 'word' ? setting.values[0] : setting.default;
}

/** Only what differs from the default: short addresses, and one trace for one meaning. */
export function chosen(algorithm: Algorithm | undefined, values: Record<string, string>): Record<string, string> {
  const known = algorithm?.settings ?? [];
  const differing = known.filter((s) => values[s.name] !== undefined && values[s.name] !== defaultOf(s));
  return Object.fromEntries(differing.map((s) => [s.name, values[s.name]]));
}
