// Types of the page that narrow down what the generated documents leave open.

import type { Card, Step, StepKind, TreeNode } from './documents';

/** Why a square was rejected. */
export type Reason = Extract<Step, { reject: unknown }>['reject'][1];

/** A setting; its kind says which fields it has. */
export type Setting =
  | { name: string; about: string; kind: 'word'; values: string[] }
  | { name: string; about: string; kind: 'number'; default: string; least: string; most: string };

export type Algorithm = Omit<Card, 'settings'> & { settings: Setting[] };

/** A node on the path to the last queen or beside it, at its place among its siblings. */
export interface PlacedNode extends TreeNode {
  place: number;
  of: number;
}

export type FindKind = Exclude<StepKind, 'place'>;
