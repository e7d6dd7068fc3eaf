// The page's state in its address, so that a link shows what its sender saw.
//
// Everything is after the `#`: `#learn?size=8&algorithm=wirth&at=120`. The server does not
// see it, and what is not in the address has its default.

export const SECTIONS = ['play', 'lessons', 'learn', 'compare', 'count', 'symmetry', 'space', 'papers', 'solvers'] as const;
export type Section = (typeof SECTIONS)[number];

/** The only path that other sites may show in a frame; it shows a run and nothing else. */
export const FRAMED = '/embed';

export interface Place {
  section: Section;
  params: URLSearchParams;
}

export function readPlace(hash: string): Place {
  const [name, query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const section = SECTIONS.find((known) => known === name) ?? 'play';
  return { section, params: new URLSearchParams(query) };
}

/** The address of a section; values that are empty are left out. */
export function writePlace(section: Section, values: Record<string, string | number | undefined>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  // Commas, colons and the like are common in our values and legal in an address.
  const query = pairs.map(([key, value]) => `${key}=${readable(String(value))}`).join('&');
  return query ? `#${section}?${query}` : `#${section}`;
}

function readable(value: string): string {
  return encodeURIComponent(value).replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/').replace(/%3D/g, '=').replace(/%3B/g, ';').replace(/%20/g, '+');
}

/** A whole number within bounds, or the default. */
export function wholeNumber(text: string | null, fallback: number, least: number, most: number): number {
  if (text === null || !/^\d+$/.test(text)) return fallback;
  return Math.min(most, Math.max(least, Number(text)));
}

/** A number within bounds, or the default. */
export function realNumber(text: string | null, fallback: number, least: number, most: number): number {
  const number = text === null || text === '' ? NaN : Number(text);
  return Number.isNaN(number) ? fallback : Math.min(most, Math.max(least, number));
}

/** One of the known words, or the first. */
export function oneOf<T extends string>(text: string | null, known: readonly T[]): T {
  return known.find((word) => word === text) ?? known[0];
}
