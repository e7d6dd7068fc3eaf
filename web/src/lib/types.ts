// The page's names for requests and answers of the server's API. The documents themselves are generated.

import type { Card, Step, StepKind, TraceEvent, TracePage, TraceSummary, TreeNode, TreeView } from './documents';

export type {
  Bucket, Frame, Goal, Line, NodeState, Problem, Production, Square, Stacking, Step, StepCounts, TraceRequest, TreeNode, Work,
} from './documents';

/** A numbered step, with the line of pseudocode it comes from. */
export type Event = TraceEvent;
export type Page = TracePage;
export type Trace = TraceSummary;
export type Tree = TreeView;

/** Why a square was rejected. */
export type Reason = Extract<Step, { reject: unknown }>['reject'][1];

/** A setting, by the kind of its values. */
export type Setting =
  | { name: string; about: string; kind: 'word'; values: string[] }
  | { name: string; about: string; kind: 'number'; default: string; least: string; most: string };

export type Algorithm = Omit<Card, 'settings'> & { settings: Setting[] };

/** A node on the path to the last queen or beside it, at its place among its siblings. */
export interface Branch extends TreeNode {
  place: number;
  of: number;
}

export type FindKind = Exclude<StepKind, 'place'>;
