// Papers as the page shows them.

import type { PaperAgreement, PaperCard, PaperReport, PaperRow } from './documents';

export type Paper = PaperCard;
export type Row = PaperRow;
export type Agreement = PaperAgreement;
export type { PaperReport };
export type { ReproduceAnswer } from './documents';

/** Each case with a mark that does not need colour. */
export const AGREEMENTS: Record<Agreement, { mark: string; words: string }> = {
  agrees: { mark: '✓', words: 'agrees' },
  misprint: { mark: '≠', words: 'misprint' },
  'wrong-claim': { mark: '✗', words: 'wrong claim' },
  'not-reproducible': { mark: '?', words: 'not computed' },
  'not-printed': { mark: '+', words: 'not printed' },
};

/** `17 agree, 2 misprints`: the cases that occur. */
export function summary(rows: Row[]): string {
  const counts = new Map<Agreement, number>();
  for (const row of rows) counts.set(row.agreement, (counts.get(row.agreement) ?? 0) + 1);
  const several: Partial<Record<Agreement, string>> = { agrees: 'agree', misprint: 'misprints', 'wrong-claim': 'wrong claims' };
  const words = (agreement: Agreement, number: number) => (number > 1 && several[agreement]) || (AGREEMENTS[agreement]?.words ?? agreement);
  return [...counts].map(([agreement, number]) => `${number} ${words(agreement, number)}`).join(', ');
}

/** The picture as an address: drawn as an image, it cannot run anything. */
export const pictureAddress = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
