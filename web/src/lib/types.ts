// The words of the API, as TypeScript knows them.

/** Row and column, both from 0. */
export type Square = [number, number];

/** A line of the board: why two queens attack each other. */
export type Line =
  | { row: number }
  | { column: number }
  | { diagonal: number }
  | { 'anti-diagonal': number }
  | { direction: number[] }
  | { hyperplane: number[] };

/** Why a square was refused. */
export type Reason =
  | { attacked: { by: Square; along: Line } }
  | 'blocked'
  | { 'given-elsewhere': Square };

export type Stacking =
  | { collect: { number: number; columns: number[] } }
  | { put: { height: number; number: number; columns: number[] } }
  | { above: { height: number; number: number; square: Square; below: number } }
  | { 'take-off': { height: number; number: number } };

export type Production =
  | { term: boolean }
  | { deadend: boolean }
  | { apprules: Square[] }
  | { null: boolean }
  | { first: Square }
  | { tail: Square[] }
  | 'fail'
  | 'nil'
  | { cons: Square[] };

/** One step of a search. */
export type Step =
  | { place: Square }
  | { remove: Square }
  | { reject: [Square, Reason] }
  | { 'dead-end': Line }
  | 'solution'
  | { discard: string }
  | { move: [Square, Square] }
  | { swap: [number, number] }
  | { collisions: number }
  | { restart: number }
  | { board: Square[] }
  | { stacking: Stacking }
  | { eliminate: Square[] }
  | { restore: Square[] }
  | { production: Production };

/** A numbered step, with the line of pseudocode it comes from. */
export interface Event {
  number: number;
  line: number;
  step: Step;
  text: string;
}

/** The board and the algorithm's own state at one moment. */
export interface Frame {
  queens: Square[];
  collisions: number;
  eliminated: Square[];
  rules: Square[][];
  path: Square[];
  collected: number[][];
  floors: number[][];
  solutions: number;
}

/** What has been counted up to one moment of a trace. */
export interface StepCounts {
  visits: number;
  removes: number;
  rejects: number;
  dead_ends: number;
  solutions: number;
  discards: number;
  restarts: number;
  swaps: number;
}

export interface Page {
  from: number;
  total: number;
  before: Frame;
  counts?: StepCounts;
  events: Event[];
}

export interface Problem {
  version: 1;
  size: string;
  topology?: 'plane' | 'torus';
  rule?: 'queen' | 'two-axis' | 'hyperplane';
  given?: Square[];
  blocked?: Square[];
}

export type Setting =
  | { name: string; about: string; kind: 'word'; values: string[] }
  | { name: string; about: string; kind: 'number'; default: string; least: string; most: string };

export interface Algorithm {
  id: string;
  title: string;
  category: string;
  reference: string;
  guarantee: string;
  corrections: string;
  counts: string;
  pseudocode: string[];
  settings: Setting[];
  boards: { text: string; torus: boolean; rectangles: boolean; space: boolean; rows: number; width: number };
}

export type Goal = 'first' | 'all';

export interface TraceRequest {
  problem: Problem;
  algorithm: string;
  settings: Record<string, string>;
  all: boolean;
  steps?: number;
  /** Steps to pass over before the first one. */
  after?: number;
}

export interface Work {
  visits: number;
  tests: number;
  trials: number;
  backtracks: number;
  restarts: number;
}

export interface Trace {
  id: string;
  algorithm: string;
  problem: Problem;
  settings: Record<string, string | number>;
  /** Steps passed over before the first one. */
  after: number;
  steps: number;
  complete: boolean;
  stopped: string | null;
  solutions: string;
  work: Work;
}

export interface Bucket {
  from: number;
  to: number;
  places: number;
  removes: number;
  rejects: number;
  solutions: number;
  dead_ends: number;
  depth: number;
}

export type NodeState = 'open' | 'dead' | 'explored' | 'solution' | 'refused';

export interface TreeNode {
  id: number;
  parent: number | null;
  square: Square | null;
  depth: number;
  born: number;
  closed?: number | null;
  solved?: number | null;
  /** The step at which no square was free here. */
  dead_end?: number | null;
  state: NodeState;
  descendants?: number;
  hidden_children: number;
}

export interface Tree {
  nodes: TreeNode[];
  total: number;
  shown: number;
  /** The depth to which everything is shown. */
  depth: number;
  /** Why there is no tree, if there is none. */
  none?: string;
}

/** A node on the path to the last queen or beside it, at its place among its siblings. */
export interface Branch extends TreeNode {
  place: number;
  of: number;
}

export type FindKind = 'solution' | 'backtrack' | 'dead-end' | 'restart' | 'reject';
