// Formulations, formats and solvers as the page shows them.

import type { BackendCard, CatalogueAnswer, DefinitionCard, FormatCard } from './documents';

export type Format = FormatCard;
export type Definition = DefinitionCard;
export type Backend = BackendCard;
export type Models = CatalogueAnswer;

/** The options of a format, as chosen. */
export interface Open {
  encoding: string;
  graph: string;
}

/** The options of this format only. */
export function openFor(format: Format | undefined, { encoding, graph }: Open): Partial<Open> {
  return {
    ...(format?.encodings.includes(encoding) ? { encoding } : {}),
    ...(format?.graphs.includes(graph) ? { graph } : {}),
  };
}

/** How much of a long file is shown; the download has all of it. */
export const PREVIEW = 6_000;

/** The first part of a text, ending with a whole line. */
export function preview(text: string, most = PREVIEW): { text: string; cut: boolean } {
  if (text.length <= most) return { text, cut: false };
  const end = text.lastIndexOf('\n', most - 1);
  return { text: text.slice(0, end > 0 ? end + 1 : most), cut: true };
}

/** Reads at most this many characters of a stream. */
export async function head(response: Response, most: number): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.length <= most) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
  }
  void reader.cancel().catch(() => {});
  return text;
}
