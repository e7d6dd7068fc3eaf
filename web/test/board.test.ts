import { describe as group, expect, it } from 'vitest';
import { attacked, clashes, darkPath, describe, hatchPath, linePath, marksOf, queenLines, squaresPath } from '../src/lib/board';
import { attack } from '../src/lib/problem';
import { squareShape, type Shape } from '../src/lib/shape';
import { classOf, fromOneLine, image, imageOfRegions, NAMES, oneLine } from '../src/lib/symmetry';
import { arrange, label, layout as draw, neighbour, stateAt } from '../src/lib/tree';
import type { Square, TreeNode, TreeView } from '../src/lib/documents';
import type { PlacedNode } from '../src/lib/types';

group('threatened squares', () => {
  const BOARDS: Shape[] = [squareShape(6), squareShape(6, true), { rows: 4, columns: 7, torus: false }, { ...squareShape(6), piece: 'king' }, { ...squareShape(6), strip: 'cylinder' }, { ...squareShape(4), touching: true, regions: ['AABB', 'AABB', 'CCDD', 'CCDD'] }];
  it('are those the definition gives, on every kind of board', () => {
    for (const shape of BOARDS) {
      const queens: Square[] = [[0, 1], [3, 2]];
      const found = new Set(attacked(queens, shape).map(String));
      for (let r = 0; r < shape.rows; r += 1) {
        for (let c = 0; c < shape.columns; c += 1) {
          const stands = queens.some((queen) => String(queen) === `${r},${c}`);
          const hit = !stands && queens.some((queen) => attack(queen, [r, c], shape));
          expect(found.has(`${r},${c}`), `${r},${c}`).toBe(hit);
        }
      }
    }
  });

  it('include the nine of cell 1 that the paper prints for n = 4', () => {
    const cells = attacked([[0, 0]], squareShape(4)).map(([r, c]) => 4 * r + c + 1);
    expect(cells).toEqual([2, 3, 4, 5, 6, 9, 11, 13, 16]);
  });

  it('count the pairs that clash', () => {
    expect(clashes([[0, 0], [1, 1], [2, 2]], squareShape(4))).toHaveLength(3);
    expect(clashes(fromOneLine('2,4,1,7,0,6,3,5'), squareShape(8))).toEqual([]);
    expect(clashes(Array.from({ length: 60 }, (_, i): Square => [i, i]), squareShape(60), 10)).toHaveLength(10);
  });
});

group('paths', () => {
  it('draw lines from edge to edge', () => {
    expect(linePath({ row: 2 }, squareShape(8))).toBe('M0 2.5H8');
    expect(linePath({ diagonal: -1 }, squareShape(4))).toBe('M1 0l3 3');
    expect(linePath({ 'anti-diagonal': 4 }, squareShape(4))).toBe('M4 1l-3 3');
    expect(linePath({ diagonal: 1 }, squareShape(4, true))).toBe('M0 1l3 3M3 0l1 1');
    expect(linePath({ direction: [1, 0, 1] }, squareShape(4))).toBe('');
    expect(queenLines([0, 0], squareShape(4))).toBe('M0 0.5H4M0.5 0V4M0 0l4 4M1 0l-1 1');
  });

  it('end at the edges of a rectangle', () => {
    const shape = { rows: 3, columns: 5, torus: false };
    expect(linePath({ row: 2 }, shape)).toBe('M0 2.5H5');
    expect(linePath({ column: 4 }, shape)).toBe('M4.5 0V3');
    expect(linePath({ diagonal: -3 }, shape)).toBe('M3 0l2 2');
    expect(linePath({ diagonal: 2 }, shape)).toBe('M0 2l1 1');
    expect(linePath({ 'anti-diagonal': 5 }, shape)).toBe('M5 1l-2 2');
    expect(linePath({ 'anti-diagonal': 1 }, shape)).toBe('M2 0l-2 2');
    expect(linePath({ diagonal: 3 }, shape)).toBe('');
  });

  it('colour every second square', () => {
    expect(darkPath({ rows: 2, columns: 3, torus: false })).toBe('M1 0h1v1h-1zM0 1h1v1h-1zM2 1h1v1h-1z');
  });

  it('hatch these squares and no others, with lines as long as squares follow each other', () => {
    expect(hatchPath([[0, 0]], squareShape(2), 1)).toBe('M0.5 0L0 0.5M1 0.5L0.5 1');
    expect(hatchPath([[0, 1], [1, 0]], squareShape(2), 1)).toBe('M1.5 0L1 0.5M0.5 1L0 1.5M2 0.5L1.5 1M1 1.5L0.5 2');
    expect(hatchPath([[0, 0], [0, 1], [1, 0], [1, 1]], squareShape(2), 1)).toBe('M0.5 0L0 0.5M1.5 0L0 1.5M2 0.5L0.5 2M2 1.5L1.5 2');
    const shape = { rows: 5, columns: 7, torus: false };
    const squares: Square[] = [[0, 6], [1, 0], [1, 1], [2, 1], [3, 5], [4, 4], [4, 6]];
    const lengths = new Map<string, number>();
    for (const [, x1, y1, x2] of hatchPath(squares, shape, 4).matchAll(/M([\d.]+) ([\d.]+)L([\d.]+)/g)) {
      // In pieces so short that each lies in one square.
      for (let across = Number(x1) - 0.0625; across > Number(x2); across -= 0.125) {
        const square = `${Math.floor(Number(y1) + Number(x1) - across)},${Math.floor(across)}`;
        lengths.set(square, (lengths.get(square) ?? 0) + 0.125);
      }
    }
    expect([...lengths.keys()].sort()).toEqual(squares.map(String).sort());
    for (const length of lengths.values()) expect(length).toBe(4);
  });

  it('are one string for any number of squares', () => {
    expect(squaresPath([[0, 1], [2, 3]])).toBe('M1 0h1v1h-1zM3 2h1v1h-1z');
  });
});

group('what a step marks', () => {
  const event = (step: Parameters<typeof marksOf>[0] extends infer E ? NonNullable<E> extends { step: infer S } ? S : never : never) =>
    marksOf({ number: 1, line: 1, step, text: '' }, [[0, 2], [1, 0]], squareShape(4));

  it('is the attacker and the line of a rejection', () => {
    const marks = event({ reject: [[2, 2], { attacked: { by: [0, 2], along: { column: 2 } } }] });
    expect(marks.attacker).toEqual([0, 2]);
    expect(marks.line).toBe('M2.5 0V4');
    expect(marks.focus).toEqual({ square: [2, 2], kind: 'reject' });
  });

  it('is where queens came from in a swap', () => {
    expect(event({ swap: [0, 1] }).arrows).toEqual([[[0, 0], [0, 2]], [[1, 2], [1, 0]]]);
  });

  it('is described as text', () => {
    expect(describe([[0, 1]], squareShape(4))).toBe('board of side 4, 1 queen: row 0 column 1');
    expect(describe([], squareShape(4))).toBe('empty board of side 4');
    expect(describe([], { rows: 3, columns: 5, torus: false })).toBe('empty board of 3 rows and 5 columns');
  });
});

group('symmetry', () => {
  it('moves regions with the queens in them', () => {
    const regions = ['AABB', 'ACBB', 'CCDD', 'CDDD'];
    for (const name of NAMES) {
      const moved = imageOfRegions(name, regions);
      for (const square of [[0, 0], [1, 1], [2, 3], [3, 1]] as [number, number][]) {
        const [[row, column]] = image(name, [square], 4);
        expect(moved[row][column], name).toBe(regions[square[0]][square[1]]);
      }
    }
    expect(imageOfRegions('R4', regions)).toEqual(regions);
  });

  const side8 = (text: string) => classOf(fromOneLine(text), 8);

  it('finds the half-turn of the survey\u2019s figure 1', () => {
    const found = side8('2,4,1,7,0,6,3,5');
    expect(found.stabiliser).toEqual(['R2', 'R4']);
    expect(found.orbit).toBe(4);
  });

  it('has eight images of a general solution, all different, and the smallest is canonical', () => {
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
    id, parent, born, closed, state, square: parent === null ? null : ([0, id] as Square), depth: parent === null ? 0 : 1, hidden_children: 0, descendants: 0, solutions: 0,
  });
  const tree: TreeView = {
    nodes: [node(0, null, 0, null, 'open'), node(1, 0, 1, 3, 'dead'), node(2, 0, 4, 4, 'refused'), { ...node(3, 0, 5, null, 'solution'), solved: 6 }],
    total: 4,
    shown: 4,
    depth: 1,
    at: 6,
    path: [],
  };
  const layout = (of: TreeView, at: number, folded: Set<number>) => draw(arrange(of, folded), at);

  it('grows without further requests', () => {
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

  // Two levels shown in full; below node 1 first the chain 3, 4, then after its end 5.
  const deep = (id: number, parent: number | null, depth: number, born: number, closed: number | null, hidden: number): TreeNode => ({
    id, parent, depth, born, closed, state: 'dead', square: parent === null ? null : [depth - 1, id], hidden_children: hidden, descendants: 0, solutions: 0,
  });
  const cut: TreeView = { nodes: [deep(0, null, 0, 0, null, 0), deep(1, 0, 1, 1, 10, 2), deep(2, 0, 1, 11, null, 0)], total: 900, shown: 3, depth: 1, at: 11, path: [] };
  const early: PlacedNode[] = [{ ...deep(3, 1, 2, 2, 6, 1), place: 0, of: 2 }, { ...deep(5, 1, 2, 7, 9, 0), place: 1, of: 2 }, { ...deep(4, 3, 3, 3, 5, 0), place: 0, of: 1 }];

  it('draws as many levels as fit, and counts what it left out', () => {
    const chain: TreeView = { nodes: [...cut.nodes, deep(3, 1, 2, 2, 6, 0), deep(4, 1, 2, 7, 9, 0)], total: 5, shown: 5, depth: 2, at: 11, path: [] };
    expect(arrange(chain, new Set())).toMatchObject({ depth: 2, whole: true, width: 3 });
    const narrow = arrange(chain, new Set(), 2);
    expect(narrow).toMatchObject({ depth: 1, whole: false });
    expect(narrow.nodes.map((one) => one.hidden_children)).toEqual([0, 4, 0]);
    expect(arrange(chain, new Set(), 1).nodes).toHaveLength(1);
  });

  it('hangs the path below the levels shown in full, each node at a fixed place', () => {
    const arrangement = arrange(cut, new Set());
    const places = new Map<number, string>();
    for (const branches of [early, early.slice(0, 2)]) {
      for (let at = 0; at <= 12; at += 1) {
        for (const { node: { id }, x, y } of draw(arrangement, at, branches).spots) {
          expect(places.get(id) ?? `${x} ${y}`, `node ${id} at ${at}`).toBe(`${x} ${y}`);
          places.set(id, `${x} ${y}`);
        }
      }
    }
    expect([...places.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('draws no branch that was left, and says how much is below', () => {
    const arrangement = arrange(cut, new Set());
    const ids = (at: number) => draw(arrangement, at, early).spots.map((spot) => spot.node.id);
    expect(ids(4)).toEqual([0, 1, 3, 4]);
    expect(draw(arrangement, 4, early).current?.node.id).toBe(4);
    expect(draw(arrangement, 4, early).ghosts).toHaveLength(2);
    expect(ids(8)).toEqual([0, 1, 3, 5]);
    expect(ids(12)).toEqual([0, 1, 2]);
    expect(draw(arrangement, 12, early).spots.map((spot) => spot.hidden)).toEqual([0, 2, 0]);
  });

  it('creates only the spots that changed', () => {
    const arrangement = arrange(cut, new Set());
    const first = draw(arrangement, 8, early);
    const second = draw(arrangement, 9, early, first);
    expect(second.spots.filter((spot) => first.spots.includes(spot)).map((spot) => spot.node.id)).toEqual([0, 3]);
  });
});
