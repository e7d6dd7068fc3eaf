// Lessons: their questions can be answered, and answers are kept.

import { describe, expect, it } from 'vitest';
import { squareOf } from '../src/lib/frame';
import { readLearn } from '../src/lib/learn';
import { answersTable, isDone, keepAnswers, LESSONS, readAnswers, readLesson, withQuestion, writeLesson, type Answer } from '../src/lib/lessons';
import { readPlace } from '../src/lib/url';
import { recorded } from './recorded';

describe('the lessons', () => {
  it('are eight, each with text, something to do, a stage and a question', () => {
    expect(LESSONS).toHaveLength(8);
    expect(new Set(LESSONS.map((lesson) => lesson.id)).size).toBe(8);
    for (const lesson of LESSONS) {
      expect(lesson.text.length, lesson.id).toBeGreaterThan(0);
      expect(lesson.todo).not.toBe('');
      expect(lesson.stage).toContain(`algorithm=${readLearn(new URLSearchParams(lesson.stage)).algorithm}`);
      expect(lesson.questions.length).toBeGreaterThan(0);
      for (const question of lesson.questions) {
        expect(question.why).not.toBe('');
        if (question.answers) expect(question.answers[question.right!], question.ask).toBeDefined();
      }
    }
  });

  it('ask for squares only where the next step has one', () => {
    const { events } = recorded('backtracking-4');
    const { questions } = LESSONS.find((lesson) => lesson.id === 'backtracking')!;
    expect(questions.map(({ at }) => squareOf(events[at]))).toEqual([[1, 0], [1, 2], [1, 2], [1, 3]]);
  });
});

describe('answers', () => {
  const answer = (lesson: string, question: number, right: boolean): Answer => ({ lesson, question, asked: 'Where?', answer: '1,2', right, when: 0 });

  it('complete a lesson when every question has a right one', () => {
    const lesson = LESSONS.find(({ id }) => id === 'brute-force')!;
    const first = [answer('brute-force', 0, true), answer('brute-force', 2, true)];
    expect(isDone(lesson, [...first, answer('brute-force', 1, false)])).toBe(false);
    expect(isDone(lesson, [...first, answer('brute-force', 1, true)])).toBe(true);
  });

  it('are kept and read again; unreadable ones are ignored', () => {
    const store = new Map<string, string>();
    const storage = { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value) };
    expect(readAnswers(storage)).toEqual([]);
    keepAnswers(storage, [answer('problem', 0, true)]);
    expect(readAnswers(storage)).toEqual([answer('problem', 0, true)]);
    store.set('lessons', '{broken');
    expect(readAnswers(storage)).toEqual([]);
  });

  it('go into a table', () => {
    expect(answersTable([answer('problem', 0, true)])[1]).toEqual(['problem', 1, 'Where?', '1,2', 'yes', '1970-01-01T00:00:00.000Z']);
  });
});

describe('a lesson composed as a link', () => {
  const asked = (at: number, ask = 'Where next?') => ({ at, ask });
  const draft = { title: 'Wirth & friends', stage: 'size=5&algorithm=wirth&given=0,1', questions: [asked(7), asked(12, 'Which queen goes: the first; or = the last?')] };
  const read = (link: string) => readLesson(readPlace(link).params)!;

  it('has a title, the algorithm, the board, and each question with its step', () => {
    const own = read(writeLesson(draft));
    expect(own).toMatchObject({ composed: true, title: 'Wirth & friends', questions: draft.questions });
    expect(Object.fromEntries(new URLSearchParams(own.stage))).toEqual({ size: '5', algorithm: 'wirth', given: '0,1' });
    expect(own.questions.every(({ why }) => why)).toBe(true);
    expect(read(writeLesson({ ...draft, title: '' })).title).toBe('A question');
    // Written again, the link is the same.
    expect(writeLesson({ title: own.title, stage: own.stage, questions: own.questions })).toBe(writeLesson(draft));
  });

  it('is a lesson of its own, done when all its questions are answered, all of them in the table', () => {
    const [own, other] = [read(writeLesson(draft)), read(writeLesson({ ...draft, questions: [asked(8)] }))];
    const answers = own.questions.map(({ ask }, question): Answer => ({ lesson: own.id, question, asked: ask, answer: '1,2', right: true, when: 0 }));
    expect([isDone(own, answers.slice(1)), isDone(own, answers), isDone(other, answers)]).toEqual([false, true, false]);
    expect(answersTable(answers).map((row) => row.slice(1, 3))).toEqual([['question', 'asked'], [1, 'Where next?'], [2, draft.questions[1].ask]]);
    expect(answersTable(answers)[1][0]).toContain('Wirth & friends: step 7, Where next?; step 12, ');
  });

  it('asks one question at a step, in order, and ignores what cannot be read', () => {
    expect(withQuestion([asked(3), asked(9)], asked(3, 'Here?'))).toEqual([asked(3, 'Here?'), asked(9)]);
    expect(withQuestion([asked(9)], asked(3))).toEqual([asked(3), asked(9)]);
    expect(readLesson(new URLSearchParams('ask.1=x:Where&ask.2=5:&size=5'))).toBeNull();
    const many = Array.from({ length: 30 }, (_, at) => asked(at));
    expect(read(writeLesson({ ...draft, questions: many })).questions).toHaveLength(20);
    expect(readLesson(new URLSearchParams('lesson=counting'))?.title).toBe('Counting');
    expect(readLesson(new URLSearchParams('lesson=nothing'))).toBeNull();
  });
});
