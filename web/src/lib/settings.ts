// Settings of algorithms: their defaults, and what was chosen.

import type { Algorithm, Setting } from './types';

export function defaultOf(setting: Setting): string {
  return setting.kind === 'word' ? setting.values[0] : setting.default;
}

/** Only what differs from the default: short addresses, and one trace for one meaning. */
export function chosen(algorithm: Algorithm | undefined, values: Record<string, string>): Record<string, string> {
  const known = algorithm?.settings ?? [];
  const differing = known.filter((s) => values[s.name] !== undefined && values[s.name] !== defaultOf(s));
  return Object.fromEntries(differing.map((s) => [s.name, values[s.name]]));
}
