// Eight short lessons, each with a prepared stage and questions at decision points; and lessons composed as links.

import { writePlace } from './url';

/** Asked when the stage is at a step. The square of the next step comes from the trace itself. */
export interface Question {
  at: number;
  ask: string;
  /** Answers to choose from, the right one given by its index; without them the answer is a square. */
  answers?: string[];
  right?: number;
  /** The reason, shown after every answer. */
  why: string;
}

export interface Lesson {
  id: string;
  title: string;
  text: string[];
  /** What to do with the stage. */
  todo: string;
  /** The stage, as Learn writes it in an address. */
  stage: string;
  questions: Question[];
  /** Composed as a link by a teacher. */
  composed?: boolean;
}

export const LESSONS: Lesson[] = [
  {
    id: 'problem',
    title: 'The problem',
    text: ['Place n queens on a board of n × n squares so that no two attack each other. A queen attacks along its row, its column and both diagonals.', 'Max Bezzel posed the problem for eight queens in 1848. Boards of 2 and 3 have no solution; every larger board has at least one.'],
    todo: 'Go to the end to see a solution of six queens, and step back to see how it was found. Then try it yourself in Play.',
    stage: 'size=6&algorithm=backtracking',
    questions: [
      { at: 0, ask: 'How many queens can stand in one row?', answers: ['one', 'two', 'as many as fit'], right: 0, why: 'Two queens in a row attack each other. So n queens need n rows, and each row has exactly one.' },
      { at: 8, ask: 'Columns 0 to 3 of row 2 are attacked. Where does the next queen go?', why: 'Column 4 is the first square of the row that shares no column and no diagonal with a queen above.' },
    ],
  },
  {
    id: 'brute-force',
    title: 'Brute force, and why not',
    text: ['The simplest program tries every choice of n squares and then checks whether two queens attack each other.', 'It is correct, but it places all queens before it checks anything. On the board of 8 there are 4 426 165 368 choices.'],
    todo: 'Step forward and watch: the first queens attack each other at once, and the program keeps placing queens.',
    stage: 'size=4&algorithm=brute-force',
    questions: [
      { at: 3, ask: 'Three queens stand in the first row. Which square is tried next?', why: 'It takes the next square after the last queen, whatever the earlier queens are. This cannot lead to a solution, and the program does not notice.' },
      { at: 4, ask: 'What would save most of the work?', answers: ['a faster computer', 'checking for attacks after every queen', 'starting in the last row'], right: 1, why: 'As soon as two queens attack each other, no way to continue can succeed. Backtracking checks at once, not at the end.' },
      { at: 5, ask: 'The last queen was taken back. Where is it tried next?', why: 'On the next square, row by row. The other three still attack each other, so none of these choices can be a solution.' },
    ],
  },
  {
    id: 'backtracking',
    title: 'Backtracking',
    text: ['Go row by row. In each row try the columns from the left, and reject a square that is attacked. If a row has no free square, go back to the row before and try its next column.'],
    todo: 'Step forward to each question. Wrong answers are explained.',
    stage: 'size=4&algorithm=backtracking',
    questions: [
      { at: 1, ask: 'A queen stands on row 0, column 0. Which square is tried next?', why: 'The next row begins at its first column.' },
      { at: 3, ask: 'Columns 0 and 1 of row 1 were rejected. Which square is tried next?', why: 'The next column of the same row: it is the first one that no queen attacks.' },
      { at: 9, ask: 'Row 2 has no free square. Which queen is taken back?', why: 'The last one that was placed: only that row has columns left to try.' },
      { at: 10, ask: 'Where is that queen tried next?', why: 'In the next column of its row. Columns tried before are not tried again.' },
    ],
  },
  {
    id: 'pruning',
    title: 'What pruning saves',
    text: ['A rejected square cuts off everything below it in the search tree. On six queens, backtracking places 152 queens to find all solutions; brute force would try 1 947 792 choices of six squares.', 'The search tree in Learn shows it: each dead end (×) ends a branch that brute force would follow to the bottom.'],
    todo: 'Step to each question. Then open the run in Learn, go to its end and look at the tree, and compare both algorithms in Compare.',
    stage: 'size=6&algorithm=backtracking&goal=all',
    questions: [
      { at: 0, ask: 'Which rejection saves most?', answers: ['one in the first rows', 'one in the last rows', 'all save the same'], right: 0, why: 'The earlier a branch is cut, the more lies below it.' },
      { at: 3, ask: 'A square of row 1 was rejected. How many placements of rows 2 to 5 does that save?', answers: ['1', '6', '1 296'], right: 2, why: 'Each of the four rows below has six columns: 6 × 6 × 6 × 6 = 1 296 placements are never looked at.' },
      { at: 22, ask: 'Row 5 has no free square. Which queen is taken back?', why: 'The one in the row above. Everything below it has been searched, and nothing else.' },
    ],
  },
  {
    id: 'symmetry',
    title: 'Symmetry: twelve solutions',
    text: ['A rotated or reflected solution is again a solution. Eight queens have 92 solutions, but only 12 that are really different: the fundamental ones.', 'Eleven of them have eight images, and one looks the same after half a turn and has four.'],
    todo: 'Play to the end: solutions that are images of an earlier one are discarded. Symmetry shows the eight images.',
    stage: 'size=6&algorithm=generate-and-test&goal=all',
    questions: [
      { at: 0, ask: 'How do 12 fundamental solutions give 92?', answers: ['12 × 8', '11 × 8 + 4', '12 × 7 + 8'], right: 1, why: '11 × 8 + 1 × 4 = 92: one of them is unchanged by half a turn, so its images come in pairs.' },
      { at: 158, ask: 'A second solution is on the board. What happens to it?', answers: ['it is reported', 'it is discarded'], right: 1, why: 'Turned by 90° it is the first solution, which was reported. The four solutions of six queens are one fundamental solution.' },
    ],
  },
  {
    id: 'local-search',
    title: 'Local search',
    text: ['Put all queens on the board at once, then repair: take a queen that is attacked and move it to the square of its row where it is attacked least.', 'It finds solutions for a million queens in seconds. It cannot count them, and it cannot show that there is none.'],
    todo: 'Play it and watch the number of collisions fall.',
    stage: 'size=8&algorithm=min-conflicts',
    questions: [
      { at: 0, ask: 'It has searched for an hour and found nothing. What follows?', answers: ['there is no solution', 'nothing', 'the board is too small'], right: 1, why: 'It does not try all placements, so it can never show that there is no solution.' },
      { at: 9, ask: 'All queens stand, and there are collisions. Which queen moves next?', answers: ['any queen', 'one that is attacked', 'the one placed last'], right: 1, why: 'It draws one of the attacked queens. Moving another one would remove no collision.' },
      { at: 26, ask: 'The queen of row 3 has moved. How many pairs of queens still attack each other?', answers: ['none', 'one', 'two'], right: 1, why: 'There were two pairs before; the move has removed one of them.' },
    ],
  },
  {
    id: 'constructions',
    title: 'Constructions without search',
    text: ['For every n from 4 a rule gives a solution directly. Pauls found one in 1874: from row to row the queen moves like a knight, two columns further.'],
    todo: 'Step through it: no queen is ever rejected or taken back.',
    stage: 'size=12&algorithm=pauls',
    questions: [
      { at: 0, ask: 'How many queens does it place for n = 1000?', answers: ['1000', 'about a million', 'it depends on chance'], right: 0, why: 'Each queen is placed once and stays. No algorithm can do with less work.' },
      { at: 3, ask: 'Queens stand in columns 1, 3 and 5. Where is the next one?', why: 'One row further, two columns to the right: a knight\'s move.' },
      { at: 6, ask: 'The last column is reached. Where does the next row begin?', why: 'In column 0: the odd columns are used, and now come the even ones.' },
    ],
  },
  {
    id: 'counting',
    title: 'Counting',
    text: ['How many solutions are there? No formula is known. Totals grow fast: 92 for n = 8, 14 772 512 for n = 16, and 234 907 967 154 122 528 for n = 27.', 'Fast programs use symmetry, words of bits for many squares at once, and divide the work into units that can be counted anywhere.'],
    todo: 'Watch the bit masks find the free squares of a row in one operation, then count a board in Count.',
    stage: 'size=8&algorithm=bitmask&goal=all',
    questions: [
      { at: 0, ask: 'A program lists a billion solutions a second. How long does n = 27 take?', answers: ['a day', 'a year', 'more than seven years'], right: 2, why: '2.3 × 10^17 divided by 10^9 is 2.3 × 10^8 seconds, more than seven years. They have to be counted without listing them.' },
      { at: 4, ask: 'Four queens stand. Which square of row 4 is the lowest free bit?', why: 'The masks of columns and diagonals leave bits 3 and 7 free; the lowest is taken first.' },
      { at: 6, ask: 'No bit of row 5 is free. Which queen is taken back?', why: 'The one in row 4: its row still has a free bit.' },
    ],
  },
];

/** An answer that was given. */
export interface Answer {
  lesson: string;
  question: number;
  /** The text of the question; answers kept by earlier versions have none. */
  asked?: string;
  answer: string;
  right: boolean;
  /** Milliseconds since 1970. */
  when: number;
}

/** A lesson as a teacher composes it: its questions ask for the square of the next step. */
export interface Draft {
  title: string;
  /** The stage, as Learn writes it in an address. */
  stage: string;
  questions: Pick<Question, 'at' | 'ask'>[];
}

/** Questions of a composed lesson, so that a link stays short enough for a message. */
export const MOST_QUESTIONS = 20;

/** The questions with one more, in the order of the steps; a step has one question. */
export const withQuestion = (questions: Draft['questions'], added: Draft['questions'][number]): Draft['questions'] =>
  [...questions.filter(({ at }) => at !== added.at), added].sort((a, b) => a.at - b.at);

/** The address of a composed lesson: the stage, the title, and each question with its step. */
export function writeLesson({ title, stage, questions }: Draft): string {
  const asks = questions.map(({ at, ask }, place) => [`ask.${place + 1}`, `${at}:${ask}`]);
  return writePlace('lessons', { ...Object.fromEntries(new URLSearchParams(stage)), title: title.trim(), ...Object.fromEntries(asks) });
}

/** The lesson in an address: one of the eight, or a composed one. */
export function readLesson(params: URLSearchParams): Lesson | null {
  const stage = new URLSearchParams(params);
  let questions: Draft['questions'] = [];
  for (const [name, value] of params) {
    const found = /^(\d{1,9}):(.+)$/s.exec(value);
    if (name.startsWith('ask.') && found && questions.length < MOST_QUESTIONS) questions = withQuestion(questions, { at: Number(found[1]), ask: found[2] });
    if (name.startsWith('ask.')) stage.delete(name);
  }
  if (!questions.length) return LESSONS.find((lesson) => lesson.id === params.get('lesson')) ?? null;
  for (const name of ['at', 'title']) stage.delete(name);
  const title = params.get('title') || 'A question';
  return {
    // Each link is a lesson of its own: answers to one do not count for another, and the table says which.
    id: `${title}: ${questions.map(({ at, ask }) => `step ${at}, ${ask}`).join('; ')} (${stage})`,
    composed: true,
    title,
    text: [],
    todo: 'Click a square of the board.',
    stage: stage.toString(),
    questions: questions.map((one) => ({ ...one, why: 'That is what the algorithm does.' })),
  };
}

/** The first right answer to each question is what counts as done. */
export const isDone = (lesson: Lesson, answers: Answer[]): boolean =>
  lesson.questions.every((_, place) => answers.some((one) => one.lesson === lesson.id && one.question === place && one.right));

export const answersTable = (answers: Answer[]): (string | number)[][] => [
  ['lesson', 'question', 'asked', 'answer', 'right', 'when'],
  ...answers.map((one) => [one.lesson, one.question + 1, one.asked ?? '', one.answer, one.right ? 'yes' : 'no', new Date(one.when).toISOString()]),
];

const KEY = 'lessons';

/** Answers kept in the browser; unreadable ones are ignored. */
export function readAnswers(store: Pick<Storage, 'getItem'>): Answer[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Answer[]) : [];
  } catch {
    return [];
  }
}

export const keepAnswers = (store: Pick<Storage, 'setItem'>, answers: Answer[]): void => store.setItem(KEY, JSON.stringify(answers));
