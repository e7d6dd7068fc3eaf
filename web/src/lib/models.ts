// Formulations, formats and solvers as the page shows them.

export interface Format {
  id: string;
  extension: string;
  about: string;
  solvers: string;
  /** Ways of saying "at most one", where the format leaves them open. */
  encodings: string[];
  /** Which graphs, where the format is one. */
  graphs: string[];
}

export interface Definition {
  id: string;
  title: string;
  /** What is wrong in print, or that nothing is. */
  correction: string;
}

export interface Backend {
  id: string;
  title: string;
  /** The formulation it solves. */
  about: string;
  guarantee: string;
  available: boolean;
}

/** What a format leaves open, as it was chosen. */
export interface Open {
  encoding: string;
  graph: string;
}

/** The choices this format knows; others belong to other formats. */
export function openFor(format: Format | undefined, { encoding, graph }: Open): Partial<Open> {
  return {
    ...(format?.encodings.includes(encoding) ? { encoding } : {}),
    ...(format?.graphs.includes(graph) ? { graph } : {}),
  };
}

export interface Models {
  formats: Format[];
  definitions: Definition[];
  backends: Backend[];
}

/** What of a long file is shown; the download has all of it. */
export const PREVIEW = 6_000;

/** The first part of a text, ending with a whole line. */
export function preview(text: string, most = PREVIEW): { text: string; cut: boolean } {
  if (text.length <= most) return { text, cut: false };
  const end = text.lastIndexOf('\n', most - 1);
  return { text: text.slice(0, end > 0 ? end + 1 : most), cut: true };
}

/** Reads a stream up to so many characters and then leaves it. */
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
