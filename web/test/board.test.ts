import { describe as group, expect, it } from 'vitest';
import { attacked, clashes, describe, linePath, marksOf, queenLines, squaresPath } from '../src/lib/board';
import { attack } from '../src/lib/problem';
import { classOf, fromOneLine, NAMES, oneLine } from '../src/lib/symmetry';
import { label, layout, neighbour, stateAt } from '../src/lib/tree';
import type { Square, Tree } from '../src/lib/types';

group('threatened squares', () => {
  it('are those the definition gives, on plane and torus', () => {
    for (const torus of [false, true]) {
      const queens: Square[] = [[0, 1], [3, 2]];
      const found = new Set(attacked(queens, 6, torus).map(String));
      for (let r = 0; r < 6; r += 1) {
        for (let c = 0; c < 6; c += 1) {
          const stands = queens.some((queen) => String(queen) === `${r},${c}`);
          const hit = !stands && queens.some((queen) => attack(queen, [r, c], 6, torus));
          expect(found.has(`${r},${c}`), `${r},${c}`).toBe(hit);
        }
      }
    }
  });

  it('include the nine of cell 1 that the paper prints for n = 4', () => {
    const cells = attacked([[0, 0]], 4, false).map(([r, c]) => 4 * r + c + 1);
    expect(cells).toEqual([2, 3, 4, 5, 6, 9, 11, 13, 16]);
  });

  it('count the pairs that clash', () => {
    expect(clashes([[0, 0], [1, 1], [2, 2]], 4, false)).toHaveLength(3);
    expect(clashes(fromOneLine('2,4,1,7,0,6,3,5'), 8, false)).toEqual([]);
    expect(clashes(Array.from({ length: 60 }, (_, i): Square => [i, i]), 60, false, 10)).toHaveLength(10);
  });
});

group('paths', () => {
  it('draw lines from edge to edge', () => {
    expect(linePath({ row: 2 }, 8, false)).toBe('M0 2.5H8');
    expect(linePath({ diagonal: -1 }, 4, false)).toBe('M1 0l3 3');
    expect(linePath({ 'anti-diagonal': 4 }, 4, false)).toBe('M4 1l-3 3');
    expect(linePath({ diagonal: 1 }, 4, true)).toBe('M0 1l3 3M3 0l1 1');
    expect(linePath({ direction: [1, 0, 1] }, 4, false)).toBe('');
    expect(queenLines([0, 0], 4, false)).toBe('M0 0.5H4M0.5 0V4M0 0l4 4M1 0l-1 1');
  });

  it('are one string for any number of squares', () => {
    expect(squaresPath([[0, 1], [2, 3]])).toBe('M1 0h1v1h-1zM3 2h1v1h-1z');
  });
});

group('what a step marks', () => {
  const event = (step: Parameters<typeof marksOf>[0] extends infer E ? NonNullable<E> extends { step: infer S } ? S : never : never) =>
    marksOf({ number: 1, line: 1, step, text: '' }, [[0, 2], [1, 0]], 4, false);

  it('is the attacker and the line of a rejection', () => {
    const marks = event({ reject: [[2, 2], { attacked: { by: [0, 2], along: { column: 2 } } }] });
    expect(marks.attacker).toEqual([0, 2]);
    expect(marks.line).toBe('M2.5 0V4');
    expect(marks.focus).toEqual({ square: [2, 2], kind: 'reject' });
  });

  it('is where queens came from in a swap', () => {
    expect(event({ swap: [0, 1] }).arrows).toEqual([[[0, 0], [0, 2]], [[1, 2], [1, 0]]]);
  });

  it('is told in words', () => {
    expect(describe([[0, 1]], 4)).toBe('board of side 4, 1 queen: row 0 column 1');
    expect(describe([], 4)).toBe('empty board of side 4');
  });
});

group('symmetry', () => {
  const side8 = (text: string) => classOf(fromOneLine(text), 8);

  it('finds the half-turn of the survey\u2019s figure 1', () => {
    const found = side8('2,4,1,7,0,6,3,5');
    expect(found.stabiliser).toEqual(['R2', 'R4']);
    expect(found.orbit).toBe(4);
  });

  it('has eight images of a general solution, all different, and the least is canonical', () => {
    const found = side8('0,4,7,5,2,6,1,3');
    expect(found.orbit).toBe(8);
    expect(oneLine(found.canonical)).toBe('0,4,7,5,2,6,1,3');
    expect(new Set(found.images.map((one) => oneLine(one.squares))).size).toBe(8);
  });

  it('is a group: twice R1 is R2, and reflections undo themselves', () => {
    const squares = fromOneLine('0,4,7,5,2,6,1,3');
    const turn = (name: (typeof NAMES)[number], of: Square[]) => classOf(of, 8).images.find((one) => one.name === name)!.squares;
    expect(turn('R1', turn('R1', squares))).toEqual(turn('R2', squares));
    for (const name of ['D1', 'D2', 'D3', 'D4'] as const) expect(turn(name, turn(name, squares))).toEqual(squares);
  });
});

group('the search tree', () => {
  const node = (id: number, parent: number | null, born: number, closed: number | null, state: 'open' | 'dead' | 'solution' | 'refused') => ({
    id, parent, born, closed, state, square: parent === null ? null : ([0, id] as Square), depth: parent === null ? 0 : 1, hidden_children: 0,
  });
  const tree: Tree = {
    nodes: [node(0, null, 0, null, 'open'), node(1, 0, 1, 3, 'dead'), node(2, 0, 4, 4, 'refused'), { ...node(3, 0, 5, null, 'solution'), solved: 6 }],
    total: 4,
    shown: 4,
  };

  it('grows by itself', () => {
    expect(layout(tree, 0, new Set()).spots).toHaveLength(1);
    expect(layout(tree, 2, new Set()).spots.map((spot) => spot.state)).toEqual(['open', 'open']);
    expect(layout(tree, 6, new Set()).spots.map((spot) => spot.state)).toEqual(['open', 'dead', 'refused', 'solution']);
    expect(stateAt(tree.nodes[3], 5)).toBe('open');
  });

  it('keeps every place while it grows, and parents in the middle', () => {
    const early = layout(tree, 2, new Set());
    const late = layout(tree, 6, new Set());
    expect(early.spots[1].x).toBe(late.spots[1].x);
    expect(late.spots[0].x).toBe(1);
    expect(late.current?.node.id).toBe(3);
  });

  it('is walked with arrow keys', () => {
    const drawn = layout(tree, 6, new Set());
    const [root, first, second] = drawn.spots;
    expect(neighbour(drawn, root, 'ArrowDown')).toBe(first);
    expect(neighbour(drawn, first, 'ArrowRight')).toBe(second);
    expect(neighbour(drawn, second, 'ArrowUp')).toBe(root);
    expect(neighbour(drawn, first, 'ArrowLeft')).toBeNull();
  });

  it('folds, and says how much is hidden', () => {
    const folded = layout(tree, 6, new Set([0]));
    expect(folded.spots).toHaveLength(1);
    expect(folded.spots[0].hidden).toBe(3);
    expect(label(folded.spots[0])).toBe('empty board: open, 3 more below');
  });
});
