// The search tree of a whole trace, laid out once: a node has its place before it appears and keeps
// it, so that the search is easy to follow.

import type { NodeState, TreeNode, TreeView } from './documents';
import type { Algorithm, PlacedNode } from './types';

/** Whether an algorithm searches a tree; one that is not known yet may. */
export const searchesTree = (algorithm: Algorithm | undefined): boolean => !['some solutions', 'constructive', 'stacks'].includes(algorithm?.category ?? '');

export interface Spot {
  node: TreeNode;
  state: NodeState;
  x: number;
  y: number;
  /** Children that are not drawn: folded by the user or too deep. */
  hidden: number;
  folded: boolean;
  /** No square was free here: the dead end that is counted. */
  deadEnd: boolean;
  /** The current node: the deepest open one. */
  current: boolean;
}

export interface Layout {
  spots: Spot[];
  links: [Spot, Spot][];
  /** Places of nodes that have not appeared yet. */
  ghosts: [number, number][];
  current: Spot | null;
}

/** Horizontal places of all nodes to the depth shown in full, counted in leaves. */
export interface Arrangement {
  nodes: TreeNode[];
  places: Map<number, number>;
  children: Map<number, TreeNode[]>;
  folded: Set<number>;
  width: number;
  /** The depth to which everything is drawn; below it, only the path. */
  depth: number;
  /** Whether there is nothing below it. */
  whole: boolean;
}

/** Deeper nodes hang below the levels shown in full, at most this many side by side. */
const ABREAST = 24;

/** The state of a node at a step: a tree fetched once grows without further requests. */
export function stateAt(node: TreeNode, at: number): NodeState | null {
  if (node.born > at) return null;
  if (node.state === 'refused') return 'refused';
  if (node.state === 'solution') {
    return (node.solved ?? node.born) <= at ? 'solution' : 'open';
  }
  // A node is closed when everything below it is, so its final state holds from then on.
  if (!isClosed(node, at)) return 'open';
  return node.state === 'explored' ? 'explored' : 'dead';
}

const isClosed = (node: TreeNode, at: number) =>
  node.closed !== null && node.closed !== undefined && node.closed <= at;
const isDeadEnd = (node: TreeNode, at: number) => typeof node.dead_end === 'number' && node.dead_end <= at;
const isOpen = (node: TreeNode, at: number) => node.born <= at && !isClosed(node, at);

/** The greatest depth to which a tree has no more leaves than `most`. */
function fitting(tree: TreeView, most: number): number {
  const parents = new Set(tree.nodes.map((node) => node.parent));
  const endings: number[] = [];
  const levels: number[] = [];
  for (const { id, depth } of tree.nodes) {
    levels[depth] = (levels[depth] ?? 0) + 1;
    if (!parents.has(id)) endings[depth] = (endings[depth] ?? 0) + 1;
  }
  let [depth, ended] = [0, 0];
  while (depth < tree.depth && depth + 1 < levels.length && ended + (endings[depth] ?? 0) + levels[depth + 1] <= most) {
    ended += endings[depth] ?? 0;
    depth += 1;
  }
  return depth;
}

/** Leaves side by side, parents above the middle of their children; no more than `most` leaves, or
 * all that the tree has. */
export function arrange(tree: TreeView, folded: Set<number>, most = Infinity): Arrangement {
  const depth = fitting(tree, most);
  const cut = tree.nodes.filter((node) => node.depth === depth + 1);
  const whole = tree.shown === tree.total && !cut.length;
  const left = new Map<number, number>();
  for (const { parent } of cut) if (parent != null) left.set(parent, (left.get(parent) ?? 0) + 1);
  const nodes = tree.nodes.filter((node) => node.depth <= depth).map((node) => {
    const more = left.get(node.id);
    return more ? { ...node, hidden_children: node.hidden_children + more } : node;
  });
  const children = new Map<number, TreeNode[]>();
  let root: TreeNode | null = null;
  for (const node of nodes) {
    if (node.parent == null || node.parent === undefined) root = node;
    else (children.get(node.parent) ?? children.set(node.parent, []).get(node.parent)!).push(node);
  }
  const places = new Map<number, number>();
  let leaves = 0;
  // Without recursion: a trace may be thousands of levels deep.
  const stack: { node: TreeNode; open: boolean }[] = root ? [{ node: root, open: false }] : [];
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
  return { nodes, places, children, folded, width: whole ? leaves : Math.max(leaves, ABREAST), depth, whole };
}

/** The tree at a step, with the branches below it. Spots that did not change are
 * those of the previous layout, so that only changes are drawn again. */
export function layout(arrangement: Arrangement, at: number, branches: PlacedNode[] = [], before: Layout | null = null): Layout {
  const { places, children, folded } = arrangement;
  const result: Layout = { spots: [], links: [], ghosts: [], current: null };
  const known = new Map(before?.spots.map((spot) => [spot.node.id, spot]));
  const spots = new Map<number, Spot>();
  const expanded = new Set(branches.map((branch) => branch.parent));
  let deepest = -1;

  function put(node: TreeNode, x: number, hidden: number) {
    const state = stateAt(node, at);
    if (state === null) return void result.ghosts.push([x, node.depth]);
    const spot: Spot = { node, state, x, y: node.depth, hidden, folded: folded.has(node.id), deadEnd: isDeadEnd(node, at), current: false };
    const place = result.spots.push(spot) - 1;
    spots.set(node.id, spot);
    if (isOpen(node, at) && node.depth > (result.spots[deepest]?.node.depth ?? -1)) deepest = place;
  }

  /** What is below and not drawn; below an open node this is the path, which is drawn. */
  const deeper = (node: TreeNode) => (isClosed(node, at) && !folded.has(node.id) ? node.hidden_children : 0);
  for (const node of arrangement.nodes) {
    const x = places.get(node.id);
    if (x !== undefined) put(node, x, deeper(node) + (folded.has(node.id) ? grown(children, node, at) + node.hidden_children : 0));
  }
  for (const branch of branches) {
    const parent = branch.parent == null ? undefined : spots.get(branch.parent);
    // The branches may be slightly old: nodes that were left since are not drawn.
    if (!parent || parent.folded || !isOpen(parent.node, at) || spots.has(branch.id)) continue;
    const left = Math.max(0, Math.min(arrangement.width - branch.of, parent.x - (branch.of - 1) / 2));
    put(branch, left + branch.place, expanded.has(branch.id) ? 0 : deeper(branch));
  }
  if (deepest >= 0) result.spots[deepest].current = true;
  result.spots = result.spots.map((spot) => {
    const old = known.get(spot.node.id);
    const kept = old && isSame(old, spot) ? old : spot;
    spots.set(spot.node.id, kept);
    return kept;
  });
  for (const spot of result.spots) {
    const parent = spot.node.parent == null ? undefined : spots.get(spot.node.parent);
    if (parent) result.links.push([parent, spot]);
  }
  result.current = deepest >= 0 ? result.spots[deepest] : null;
  return result;
}

const isSame = (a: Spot, b: Spot) =>
  a.state === b.state && a.x === b.x && a.hidden === b.hidden && a.folded === b.folded && a.deadEnd === b.deadEnd && a.current === b.current;

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

/** The node an arrow key leads to: up to the parent, down to the first child, sideways on a level. */
export function neighbour({ spots, links }: Layout, from: Spot, key: string): Spot | null {
  if (key === 'ArrowUp') return links.find(([, child]) => child === from)?.[0] ?? null;
  if (key === 'ArrowDown') return links.find(([parent]) => parent === from)?.[1] ?? null;
  const level = spots.filter((spot) => spot.y === from.y).sort((a, b) => a.x - b.x);
  const place = level.indexOf(from);
  if (key === 'ArrowLeft') return level[place - 1] ?? null;
  if (key === 'ArrowRight') return level[place + 1] ?? null;
  return null;
}

/** Nodes to fold so that failed branches take no room: failed nodes with something below them. */
export function failed(tree: TreeView): Set<number> {
  const parents = new Set(tree.nodes.map((node) => node.parent));
  return new Set(tree.nodes.filter((node) => node.state === 'dead' && parents.has(node.id)).map((node) => node.id));
}

/** Nodes to fold so that one branch is left: everything off the path to a node. */
export function beside(nodes: TreeNode[], id: number): Set<number> {
  const way = new Set(ancestors(new Map(nodes.map((node) => [node.id, node])), id).map((node) => node.id));
  return new Set(nodes.filter((node) => !way.has(node.id) && node.parent != null && way.has(node.parent) && node.parent !== id).map((node) => node.id));
}

/** The nodes from the root to one, which is the last. */
export function ancestors(nodes: Map<number, TreeNode>, id: number): TreeNode[] {
  const way: TreeNode[] = [];
  for (let node = nodes.get(id); node; node = node.parent == null ? undefined : nodes.get(node.parent)) way.unshift(node);
  return way;
}

/** The spot nearest to a point, if one is near enough; places across and down, as they are laid out. */
export function nearest(spots: Spot[], x: number, y: number, reach: number): Spot | null {
  let [best, least] = [null as Spot | null, reach];
  for (const spot of spots) {
    const far = Math.hypot(spot.x - x, spot.y - y);
    if (far < least) [best, least] = [spot, far];
  }
  return best;
}

/** Whether every level of the tree is a row of the board, so that the column alone names a node. */
export const isRowByRow = (nodes: TreeNode[]): boolean => nodes.every(({ square, depth }) => !square || square[0] === depth - 1);

/** The label of a node: its column, or row and column if levels are not rows. */
export function nameOf({ square }: TreeNode, rowByRow: boolean): string {
  if (!square) return '';
  return rowByRow ? String(square[1]) : square.join(',');
}

/** The description of a node, with its label in it. */
export function label(spot: Spot, rowByRow = true, piece = 'queen'): string {
  const { square } = spot.node;
  const name = rowByRow ? '' : `${nameOf(spot.node, rowByRow)}, `;
  const where = square ? `${name}${piece} at row ${square[0]}, column ${square[1]}` : 'empty board';
  const fate = { open: 'open', dead: 'left without a solution', solution: 'solution', explored: 'left after solutions', refused: 'rejected' }[spot.state];
  const more = spot.hidden ? `, ${spot.hidden} more below` : '';
  return `${where}: ${spot.deadEnd ? 'dead end' : fate}${more}`;
}
