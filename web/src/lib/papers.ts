// Papers as the page shows them.

export interface Paper {
  paper: string;
  title: string;
  authors: string;
  year: number | null;
  items: { id: string; title: string }[];
}

export type Verdict = 'agrees' | 'misprint' | 'wrong-claim' | 'not-reproducible' | 'not-printed';

export interface Row {
  what: string;
  printed: string | null;
  computed: string | null;
  verdict: Verdict;
  how: string;
  command: string;
  note: string | null;
}

export interface Figure {
  name: string;
  title: string;
  description: string;
  svg: string;
  csv: string | null;
  command: string;
}

export interface PaperReport {
  id: string;
  title: string;
  source: string;
  rows: Row[];
  figures: Figure[];
  seconds: number;
}

/** Each verdict with a mark that does not need colour. */
export const VERDICTS: Record<Verdict, { mark: string; words: string }> = {
  agrees: { mark: '✓', words: 'agrees' },
  misprint: { mark: '≠', words: 'misprint' },
  'wrong-claim': { mark: '✗', words: 'wrong claim' },
  'not-reproducible': { mark: '?', words: 'not computed' },
  'not-printed': { mark: '+', words: 'not printed' },
};

/** `17 agree, 1 misprint`: the verdicts that occur. */
export function summary(rows: Row[]): string {
  const counts = new Map<Verdict, number>();
  for (const row of rows) counts.set(row.verdict, (counts.get(row.verdict) ?? 0) + 1);
  const words = (verdict: Verdict, number: number) => (verdict === 'agrees' && number > 1 ? 'agree' : (VERDICTS[verdict]?.words ?? verdict));
  return [...counts].map(([verdict, number]) => `${number} ${words(verdict, number)}`).join(', ');
}

/** The picture as an address: drawn as an image, it cannot run anything. */
export const pictureAddress = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
