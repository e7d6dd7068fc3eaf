// Words of the page and what they mean, said where they stand and in the glossary.

export const WORDS: Record<string, string> = {
  placement: 'queens on a board, perhaps not all',
  solution: 'a placement that is complete and legal: a queen in every row, and no two attack each other',
  total: 'the number of all solutions',
  fundamental: 'counted once for each class under the eight symmetries of the square',
  visit: 'one queen placed: the unit of work compared between algorithms',
  test: 'one look at a square: is it attacked?',
  trial: 'one square tried for a queen, whether it could stay there or not',
  'taken back': 'queens removed again because they led no further',
  backtrack: 'going back one queen to try her next square',
  'dead end': 'a row or column in which no square is free any more, so that the search must go back',
  refused: 'squares tried and found to be attacked, blocked or given elsewhere',
  discarded: 'solutions left out because another of their symmetry class is reported',
  swap: 'two queens that exchange their columns',
  restart: 'the search thrown away and begun anew, because chance had led it nowhere',
  collision: 'two queens that attack each other; a local search wants none',
  'given queen': 'a queen that every solution must have',
  wall: 'a square where no queen may stand',
  step: 'one thing an algorithm does: place, refuse, take back, and so on',
  seed: 'the number that random choices follow: the same seed gives the same run',
  unit: 'an independent piece of a counting job',
};

/** The meaning of a word as it is written on the page, plural or not. */
export function meaning(written: string): string | undefined {
  const word = written.toLowerCase().replace(/,.*$/, '');
  return WORDS[word] ?? WORDS[word.replace(/s$/, '')];
}
