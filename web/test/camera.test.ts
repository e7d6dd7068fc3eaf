// Zoom and pan, and folding and finding in the tree.

import { describe, expect, it } from 'vitest';
import { fit, panned, showing, under, zoomed } from '../src/lib/camera';
import { ancestors, arrange, beside, failed, layout, nearest } from '../src/lib/tree';
import type { NodeState, TreeNode, TreeView } from '../src/lib/documents';

describe('the camera', () => {
  const window = { width: 400, height: 200 };

  it('fits a drawing into the window and never enlarges it', () => {
    expect(fit({ width: 800, height: 100 }, window)).toEqual({ k: 0.5, left: 0, top: 0 });
    expect(fit({ width: 100, height: 100 }, window)).toEqual({ k: 1, left: 150, top: 0 });
  });

  it('zooms about the pointer, within bounds', () => {
    const camera = { left: 10, top: 20, k: 1 };
    const closer = zoomed(camera, 2, 110, 70);
    expect(under(closer, 110, 70)).toEqual(under(camera, 110, 70));
    expect(zoomed(camera, 1e9, 0, 0).k).toBe(3);
    expect(zoomed(camera, 1e-9, 0, 0).k).toBe(0.02);
  });

  it('pans, and follows a point only as far as needed', () => {
    const camera = { left: 0, top: 0, k: 1 };
    expect(panned(camera, 5, -3)).toEqual({ left: 5, top: -3, k: 1 });
    expect(showing(camera, 200, 100, window)).toEqual(camera);
    expect(showing(camera, 1000, 100, window)).toEqual({ left: -640, top: 0, k: 1 });
  });
});

describe('the tree', () => {
  const node = (id: number, parent: number | null, depth: number, state: NodeState): TreeNode => ({
    id, parent, depth, state, square: parent === null ? null : [depth - 1, id], born: id, closed: state === 'open' ? null : 50 + id, solved: state === 'solution' ? id : null, hidden_children: 0, descendants: 0, solutions: 0,
  });
  const nodes = [node(0, null, 0, 'open'), node(1, 0, 1, 'dead'), node(2, 1, 2, 'dead'), node(3, 0, 1, 'explored'), node(4, 3, 2, 'solution'), node(5, 3, 2, 'dead')];
  const tree: TreeView = { nodes, total: 6, shown: 6, depth: 2, at: 60, path: [] };

  it('folds failed nodes that have something below them', () => {
    expect([...failed(tree)]).toEqual([1]);
  });

  it('folds everything off the path to a node', () => {
    expect([...beside(tree.nodes, 4)]).toEqual([1, 5]);
    expect([...beside(tree.nodes, 3)]).toEqual([1]);
  });

  it('finds the path to a node and the node near a point', () => {
    expect(ancestors(new Map(nodes.map((one) => [one.id, one])), 4).map((one) => one.id)).toEqual([0, 3, 4]);
    const { spots } = layout(arrange(tree, new Set()), 100);
    const solution = spots.find((spot) => spot.node.id === 4)!;
    expect(nearest(spots, solution.x + 0.1, solution.y, 0.6)).toBe(solution);
    expect(nearest(spots, solution.x, solution.y + 5, 0.6)).toBeNull();
  });
});
