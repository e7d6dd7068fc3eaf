// Errors of the server in the words of the form they came from: no fields, no identifiers, no requests.

import { ApiError } from './api';

export interface Said {
  message: string;
  hint: string;
}

/** Hints of the API and what they become on the page. */
const HINTS: [RegExp, string][] = [
  [/^correct it and send the request again$/, ''],
  [/^this server accepts at most (\d+)$/, 'at most $1'],
  [/^set algorithm to ([a-z\d-]+)$/, 'choose $1'],
  [/^set engine to /, 'choose engine '],
  [/ algorithms lists all$/, ''],
];

const MESSAGES: [RegExp, string][] = [
  [/^the number of (\w+) is (\d+)$/, '$2 $1 are too many'],
  [/^algorithm ([a-z\d-]+) /, '$1 '],
];

/** The error as the page shows it; `title` gives the names of algorithms. */
export function said(error: unknown, title: (id: string) => string | undefined): Said {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) return { message, hint: '' };
  return { message: named(reworded(message, MESSAGES), title), hint: named(reworded(error.hint, HINTS), title) };
}

function reworded(text: string, words: [RegExp, string][]): string {
  return words.reduce((said, [from, to]) => said.replace(from, to), text);
}

/** Algorithms by their titles: at the start, or where one is to be chosen. */
function named(text: string, title: (id: string) => string | undefined): string {
  return text.replace(/^(choose )?([a-z\d-]+)(?= |$)/, (whole, choose: string | undefined, id: string) => {
    const name = title(id);
    return name ? `${choose ?? ''}${choose ? `“${name}”` : name}` : whole;
  });
}
