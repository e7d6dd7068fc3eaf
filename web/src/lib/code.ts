// Programs in other languages that do what an algorithm's pseudocode says, fetched when they are looked at.

export const LANGUAGES = ['Python', 'C', 'Rust'] as const;
export type Language = (typeof LANGUAGES)[number];

const ENDINGS: Record<Language, string> = { Python: 'py', C: 'c', Rust: 'rs' };

const files = import.meta.glob<string>('../code/*', { query: '?raw', import: 'default' });

export const fileName = (algorithm: string, language: Language) => `${algorithm}.${ENDINGS[language]}`;

/** The program, or null where there is none. */
export async function program(algorithm: string, language: Language): Promise<string | null> {
  const load = files[`../code/${fileName(algorithm, language)}`];
  return load ? await load() : null;
}
