// Lessons: their questions can be answered, and answers are kept.

import { describe, expect, it } from 'vitest';
import { squareOf } from '../src/lib/frame';
import { readLearn } from '../src/lib/learn';
import { answersTable, isDone, keepAnswers, LESSONS, readAnswers, readLesson, type Answer } from '../src/lib/lessons';
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
  const answer = (lesson: string, question: number, right: boolean): Answer => ({ lesson, question, answer: '1,2', right, when: 0 });

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
    expect(answersTable([answer('problem', 0, true)])[1]).toEqual(['problem', 1, '1,2', 'yes', '1970-01-01T00:00:00.000Z']);
  });
});

describe('a lesson composed as a link', () => {
  it('has the algorithm, the board, the step and the question', () => {
    const own = readLesson(new URLSearchParams('size=5&algorithm=wirth&at=7&ask=Where+next?'))!;
    expect(own).toMatchObject({ composed: true, stage: 'size=5&algorithm=wirth', questions: [{ at: 7, ask: 'Where next?' }] });
    const other = readLesson(new URLSearchParams('size=5&algorithm=wirth&at=8&ask=Where+next?'))!;
    const answer: Answer = { lesson: own.id, question: 0, answer: '1,2', right: true, when: 0 };
    expect([isDone(own, [answer]), isDone(other, [answer])]).toEqual([true, false]);
    expect(answersTable([answer])[1][0]).toBe('step 7 of size=5&algorithm=wirth: Where next?');
    expect(readLesson(new URLSearchParams('lesson=counting'))?.title).toBe('Counting');
    expect(readLesson(new URLSearchParams('lesson=nothing'))).toBeNull();
  });
});
