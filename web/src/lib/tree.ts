// The search tree as it stands at one step, laid out for drawing.

import type { NodeState, Tree, TreeNode } from './types';

export interface Spot {
  node: TreeNode;
  state: NodeState;
  x: number;
  y: number;
  /** Children that are not drawn: folded by hand or left out by the server. */
  hidden: number;
  folded: boolean;
}

export interface Layout {
  spots: Spot[];
  links: [Spot, Spot][];
  width: number;
  height: number;
  /** The open node grown last: where the search stands. */
  current: Spot | null;
}

/** What a node was at a step: a tree fetched once grows by itself. */
export function stateAt(node: TreeNode, at: number): NodeState | null {
  if (node.born > at) return null;
  if (node.state === 'refused') return 'refused';
  if (node.state === 'solution') {
    return (node.solved ?? node.born) <= at ? 'solution' : 'open';
  }
  // A node is closed when everything below it is, so what became of it in the end holds from then.
  if (!isClosed(node, at)) return 'open';
  return node.state === 'explored' ? 'explored' : 'dead';
}

/** Leaves side by side, parents above the middle of their children, every square counted in
 * leaves and levels. Places do not depend on `at`, so nothing moves while the tree grows. */
export function layout(tree: Tree, at: number, folded: Set<number>): Layout {
  const children = new Map<number, TreeNode[]>();
  let root: TreeNode | null = null;
  for (const node of tree.nodes) {
    if (node.parent === null || node.parent === undefined) root = node;
    else (children.get(node.parent) ?? children.set(node.parent, []).get(node.parent)!).push(node);
  }
  const result: Layout = { spots: [], links: [], width: 0, height: 0, current: null };
  if (!root) return result;
  const places = new Map<number, number>();
  let leaves = 0;
  // Without recursion: a trace may be thousands of levels deep.
  const stack: { node: TreeNode; open: boolean }[] = [{ node: root, open: false }];
  while (stack.length) {
    const top = stack.pop()!;
    const below = folded.has(top.node.id) ? [] : (children.get(top.node.id) ?? []);
    if (below.length === 0) places.set(top.node.id, leaves++);
    else if (top.open) {
      const first = places.get(below[0].id)!;
      const last = places.get(below[below.length - 1].id)!;
      places.set(top.node.id, (first + last) / 2);
    } else {
      stack.push({ node: top.node, open: true });
      for (let i = below.length - 1; i >= 0; i -= 1) stack.push({ node: below[i], open: false });
    }
  }
  const spots = new Map<number, Spot>();
  for (const node of tree.nodes) {
    const x = places.get(node.id);
    const state = stateAt(node, at);
    if (x === undefined || state === null) continue;
    const isFolded = folded.has(node.id);
    const inside = isFolded ? grown(children, node, at) : 0;
    const spot: Spot = { node, state, x, y: node.depth, hidden: inside + node.hidden_children, folded: isFolded };
    spots.set(node.id, spot);
    result.spots.push(spot);
    result.height = Math.max(result.height, node.depth);
    const parent = node.parent === null ? undefined : spots.get(node.parent);
    if (parent) result.links.push([parent, spot]);
    const isLater = !result.current || node.depth > result.current.node.depth;
    if ((state === 'open' || state === 'solution') && isLater && !isClosed(node, at)) result.current = spot;
  }
  result.width = leaves;
  return result;
}

const isClosed = (node: TreeNode, at: number) =>
  node.closed !== null && node.closed !== undefined && node.closed <= at;

/** Descendants of a node that exist at a step. */
function grown(children: Map<number, TreeNode[]>, node: TreeNode, at: number): number {
  let number = 0;
  const stack = [...(children.get(node.id) ?? [])];
  while (stack.length) {
    const next = stack.pop()!;
    if (next.born <= at) number += 1;
    stack.push(...(children.get(next.id) ?? []));
  }
  return number;
}

/** The node an arrow key leads to: up to the parent, down to the first child, aside on a level. */
export function neighbour({ spots, links }: Layout, from: Spot, key: string): Spot | null {
  if (key === 'ArrowUp') return links.find(([, child]) => child === from)?.[0] ?? null;
  if (key === 'ArrowDown') return links.find(([parent]) => parent === from)?.[1] ?? null;
  const level = spots.filter((spot) => spot.y === from.y).sort((a, b) => a.x - b.x);
  const place = level.indexOf(from);
  if (key === 'ArrowLeft') return level[place - 1] ?? null;
  if (key === 'ArrowRight') return level[place + 1] ?? null;
  return null;
}

/** What a node is, in words. */
export function label(spot: Spot): string {
  const { square } = spot.node;
  const where = square ? `queen at row ${square[0]}, column ${square[1]}` : 'empty board';
  const fate = { open: 'open', dead: 'dead end', solution: 'solution', explored: 'left after solutions', refused: 'refused' }[spot.state];
  const more = spot.hidden ? `, ${spot.hidden} more below` : '';
  return `${where}: ${fate}${more}`;
}
