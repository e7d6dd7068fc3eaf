// The lesson that is being composed in Learn, kept while other sections are open.

import type { Draft } from './lessons';

const EMPTY: Draft = { title: '', stage: '', questions: [] };

class Composed {
  draft = $state<Draft>(EMPTY);

  /** For the history of Learn; nothing if there is no lesson yet. */
  write(): string | undefined {
    return this.draft.title || this.draft.questions.length ? JSON.stringify(this.draft) : undefined;
  }

  read(text: string | null): void {
    this.draft = text ? (JSON.parse(text) as Draft) : EMPTY;
  }
}

export const composed = new Composed();
