// Words of the page and what they mean, shown at the word and in the glossary.

export const WORDS: Record<string, string> = {
  placement: 'queens on a board; it may be incomplete',
  solution: 'a placement that is complete and legal: a queen in every row, and no two attack each other',
  total: 'the number of all solutions',
  fundamental: 'counted once for each class under the eight symmetries of the square',
  visit: 'one queen placed: the unit of work compared between algorithms',
  test: 'one check of a square: is it attacked?',
  trial: 'one square tried for a queen, whether it could stay there or not',
  'taken back': 'queens removed again because they led to no solution',
  backtrack: 'going back one queen to try its next square',
  'dead end': 'a row or column without a free square, so that the search must go back',
  rejected: 'squares tried and found to be attacked, blocked or in a row with a given queen',
  discarded: 'solutions left out because another one of their symmetry class is reported',
  swap: 'two queens that exchange their columns',
  restart: 'the search starts again from the beginning because it got stuck',
  collision: 'two queens that attack each other; a local search tries to remove them all',
  'given queen': 'a queen that every solution must have',
  wall: 'a square where no queen may stand',
  step: 'one thing an algorithm does: place, reject, take back, and so on',
  seed: 'the number that determines random choices: the same seed gives the same run',
  unit: 'an independent piece of a counting job',
};

/** The meaning of a word as it is written on the page, plural or not. */
export function meaning(written: string): string | undefined {
  const word = written.toLowerCase().replace(/,.*$/, '');
  return WORDS[word] ?? WORDS[word.replace(/s$/, '')];
}
