import { describe, expect, it } from 'vitest';
import { apply, copyFrame, count, emptyFrame, emptyCounts, kindOf, squareOf } from '../src/lib/frame';
import type { Frame, Step, StepCounts } from '../src/lib/documents';
import { recorded } from './recorded';

function fold(steps: Step[]): { frame: Frame; counts: StepCounts } {
  const [frame, counts] = [emptyFrame(), emptyCounts()];
  for (const step of steps) {
    apply(frame, step);
    count(counts, step);
  }
  return { frame, counts };
}
const steps = (name: string) => recorded(name).events.map((event) => event.step);

describe('a trace folded into a frame', () => {
  it('ends with the first solution of four queens on the board', () => {
    const { frame, counts } = fold(steps('backtracking-4'));
    expect(frame.queens).toEqual([[0, 1], [1, 3], [2, 0], [3, 2]]);
    expect(frame.solutions).toBe(1);
    const { end } = recorded('backtracking-4');
    expect(counts.visits).toBe((end.work as { visits: number }).visits);
  });

  it("keeps Güldal's matrix: what is restored is what was struck", () => {
    const all = steps('guldal-4');
    const afterFirst = fold(all.slice(0, 2)).frame;
    expect(afterFirst.eliminated).toHaveLength(9);
    const back = all.findIndex((step) => typeof step !== 'string' && 'remove' in step && step.remove[0] === 0);
    expect(back).toBeGreaterThan(0);
    expect(fold(all.slice(0, back + 1)).frame).toEqual(emptyFrame());
  });

  it("keeps Nilsson's rules by depth and the path in the end", () => {
    const { frame } = fold(steps('nilsson-4'));
    expect(frame.path).toEqual([[0, 1], [1, 3], [2, 0], [3, 2]]);
    const third = fold(steps('nilsson-4').slice(0, 3)).frame;
    expect(third.rules).toEqual([[[0, 1], [0, 2], [0, 0], [0, 3]]]);
  });

  it('swaps the columns of two rows and keeps the number of collisions', () => {
    const { frame, counts } = fold(steps('qs1-6'));
    expect(frame.collisions).toBe(0);
    expect(new Set(frame.queens.map(([, column]) => column)).size).toBe(6);
    expect(counts.swaps).toBeGreaterThan(0);
  });

  it('empties the board when a search restarts', () => {
    const all = steps('las-vegas-4');
    const restart = all.findIndex((step) => typeof step !== 'string' && 'restart' in step);
    expect(restart).toBeGreaterThan(0);
    expect(fold(all.slice(0, restart + 1)).frame.queens).toEqual([]);
  });

  it('shows another candidate by its board', () => {
    expect(fold([{ place: [0, 0] }, { board: [[1, 2], [0, 3]] }]).frame.queens).toEqual([[0, 3], [1, 2]]);
  });

  it('builds a stack of five floors', () => {
    const { frame } = fold(steps('stack-5'));
    expect(frame.collected).toHaveLength(10);
    expect(frame.floors).toHaveLength(5);
    expect(frame.floors[0]).toEqual([0, 2, 4, 1, 3]);
  });

  it('does not change a copy in later steps', () => {
    const frame = emptyFrame();
    apply(frame, { place: [0, 0] });
    const copy = copyFrame(frame);
    apply(frame, { place: [1, 2] });
    expect(copy.queens).toEqual([[0, 0]]);
  });
});

describe('a step', () => {
  it('has a name and a square', () => {
    expect(kindOf('solution')).toBe('solution');
    expect(kindOf({ 'dead-end': { row: 2 } })).toBe('dead-end');
    const event = (step: Step) => ({ number: 1, line: 1, step, text: '' });
    expect(squareOf(event({ reject: [[1, 2], 'blocked'] }))).toEqual([1, 2]);
    expect(squareOf(event({ move: [[1, 2], [1, 4]] }))).toEqual([1, 4]);
    expect(squareOf(event('solution'))).toBeNull();
    expect(squareOf(null)).toBeNull();
  });
});
