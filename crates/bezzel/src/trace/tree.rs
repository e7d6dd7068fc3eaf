//! The search tree of a trace after any step.
//!
//! Every node records the step at which it appeared and the one at which it was closed, so that the
//! tree after step k is a filter, not a replay. Nodes are kept in the order in which they appeared,
//! which is depth first: the nodes below one follow it contiguously, and their number and the
//! solutions among them are found by bisection.

mod before;
mod branches;
mod density;

pub use branches::{Branch, Branches};
pub use density::{DensityCut, TreeDensity};

use super::kind::StepKind;
use bezzel_board::Square;
use bezzel_search::Step;
use serde::Serialize;
use std::mem::size_of;

/// A step that never came.
const NEVER: u32 = u32::MAX;

struct Node {
    parent: u32,
    square: Square,
    depth: u16,
    refused: bool,
    /// Nodes before it that were not rejected.
    before: u32,
    born: u32,
    /// When its queen was taken back.
    closed: u32,
    /// When it was known to lead to no solution.
    dead: u32,
    /// Whether a solution was found below it before the recording begins.
    earlier: bool,
}

/// All nodes of a search.
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// From the root to the node of the queen placed last.
    path: Vec<u32>,
    /// The steps of the solutions.
    solutions: Vec<u32>,
    /// Nodes that are solutions themselves, in order, with the step at which that was known.
    solved: Vec<(u32, u32)>,
    /// Whether queens move, so that there is no tree.
    none: bool,
}

/// The state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NodeState {
    /// Its queen is on the board.
    Open,
    /// It was left without a solution.
    Dead,
    /// It was left after solutions were found below it.
    Explored,
    /// It is a solution.
    Solution,
    /// A square that was tried and rejected; not a node of the search.
    Refused,
}

/// A node as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TreeNode {
    /// Its number; the root is 0.
    pub id: u32,
    /// The number of its parent; none for the root.
    pub parent: Option<u32>,
    /// Row and column of its queen; none for the root.
    pub square: Option<Square>,
    /// Queens on the board here.
    pub depth: u16,
    /// The step at which it appeared.
    pub born: u32,
    /// The step at which its queen was taken back, if it was by now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<u32>,
    /// The step at which it was found to be a solution, if it was by now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<u32>,
    /// The step at which no square was free here, if there was one by now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead_end: Option<u32>,
    /// Its state.
    pub state: NodeState,
    /// All nodes below it by now.
    pub descendants: u32,
    /// All solutions at it and below it by now.
    pub solutions: u32,
    /// Children that are not shown.
    pub hidden_children: u32,
}

/// How much of a tree is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeCut {
    /// After which step.
    pub at: u32,
    /// Greatest depth shown in full.
    pub depth: u16,
    /// Most nodes.
    pub limit: usize,
    /// Whether rejected squares are shown.
    pub refused: bool,
}

/// The tree after a step.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TreeView {
    /// The step.
    pub at: u32,
    /// Parents before their children.
    pub nodes: Vec<TreeNode>,
    /// From the root to the node of the queen placed last.
    pub path: Vec<u32>,
    /// All nodes by now.
    pub total: u32,
    /// How many of them are shown.
    pub shown: u32,
    /// The depth to which everything is shown.
    pub depth: u16,
    /// Why there is no tree, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub none: Option<&'static str>,
}

impl Tree {
    pub(super) fn new() -> Tree {
        let root = Node {
            parent: 0,
            square: Square::new(0, 0),
            depth: 0,
            refused: false,
            before: 0,
            born: 0,
            closed: NEVER,
            dead: NEVER,
            earlier: false,
        };
        Tree {
            nodes: vec![root],
            path: vec![0],
            solutions: Vec::new(),
            solved: Vec::new(),
            none: false,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.solutions.capacity() * size_of::<u32>()
            + self.solved.capacity() * size_of::<(u32, u32)>()
    }

    pub(super) fn shrink(&mut self) {
        self.nodes.shrink_to_fit();
        self.solutions.shrink_to_fit();
        self.solved.sort_unstable();
        self.solved.shrink_to_fit();
    }

    /// One more step, by its number.
    pub(super) fn step(&mut self, number: u32, step: &Step<'_>) {
        if self.none {
            return;
        }
        let last = self.path[self.path.len() - 1];
        match step {
            Step::Place(square) => {
                let node = self.add(number, *square, false);
                self.path.push(node);
            }
            Step::Reject(square, _) => {
                self.add(number, *square, true);
            }
            Step::Remove(square) => {
                let on = |node: &u32| *node != 0 && self.nodes[*node as usize].square == *square;
                if let Some(place) = self.path.iter().rposition(on) {
                    self.close(number, place);
                }
            }
            Step::Restart(_) => self.close(number, 1),
            Step::Solution => {
                self.solutions.push(number);
                if last != 0 {
                    self.solved.push((last, number));
                }
            }
            Step::Move(..) | Step::Swap(..) | Step::Board(_) => {
                *self = Tree { none: true, ..Tree::new() };
            }
            step if StepKind::of(step) == StepKind::DeadEnd => {
                self.nodes[last as usize].dead = number;
            }
            _ => {}
        }
    }

    fn add(&mut self, born: u32, square: Square, refused: bool) -> u32 {
        let parent = self.path[self.path.len() - 1];
        let depth = u16::try_from(self.path.len()).unwrap_or(u16::MAX);
        let closed = if refused { born } else { NEVER };
        let last = &self.nodes[self.nodes.len() - 1];
        let before = last.before + u32::from(!last.refused);
        self.nodes.push(Node {
            parent,
            square,
            depth,
            refused,
            before,
            born,
            closed,
            dead: closed,
            earlier: false,
        });
        self.nodes.len() as u32 - 1
    }

    /// Leaves everything on the path from this place on.
    fn close(&mut self, number: u32, place: usize) {
        for &node in &self.path[place..] {
            let node = &mut self.nodes[node as usize];
            node.closed = number;
            node.dead = node.dead.min(number);
        }
        self.path.truncate(place);
    }

    /// The tree after step `at`: everything to the greatest depth up to `depth` at which no more than
    /// `limit` nodes are shown, and below that the path to the last queen with its branches.
    pub fn view(&self, cut: TreeCut) -> TreeView {
        let TreeCut { at, depth, limit, refused } = cut;
        if self.none {
            let none = Some("this algorithm moves queens and has no search tree");
            return TreeView {
                at,
                nodes: vec![],
                path: vec![],
                total: 0,
                shown: 0,
                depth: 0,
                none,
            };
        }
        let by_now = self.nodes.partition_point(|node| node.born <= at);
        let wanted = |node: &Node| refused || !node.refused;
        let nodes = &self.nodes[..by_now];
        let mut at_depth = vec![0_usize; 1];
        for node in nodes.iter().filter(|node| wanted(node)) {
            let place = usize::from(node.depth);
            if place >= at_depth.len() {
                at_depth.resize(place + 1, 0);
            }
            at_depth[place] += 1;
        }
        let total: usize = at_depth.iter().sum();
        let mut sum = 0;
        let fitting = at_depth.iter().take_while(|&&here| {
            sum += here;
            sum <= limit
        });
        let full = (fitting.count().max(1) - 1).min(usize::from(depth)) as u16;
        let path = self.path_at(at, nodes);
        let mut shown: Vec<bool> =
            nodes.iter().map(|node| wanted(node) && node.depth <= full).collect();
        let mut left = limit.saturating_sub(shown.iter().filter(|&&it| it).count());
        // Above the full depth all children are already shown.
        let deep = path.partition_point(|&node| nodes[node as usize].depth < full);
        show_path(nodes, &path[deep..], refused, &mut shown, &mut left);
        let mut hidden = vec![0_u32; by_now];
        for (node, _) in nodes.iter().zip(&shown).skip(1).filter(|(node, it)| wanted(node) && !**it)
        {
            hidden[node.parent as usize] += 1;
        }
        let view: Vec<TreeNode> = (0..by_now)
            .filter(|&place| shown[place])
            .map(|place| self.shown(place, at, by_now, hidden[place]))
            .collect();
        let shown = view.len() as u32;
        TreeView { at, nodes: view, path, total: total as u32, shown, depth: full, none: None }
    }

    /// The nodes whose queens are on the board after step `at`: each is the newest open child of
    /// the one before it.
    fn path_at(&self, at: u32, nodes: &[Node]) -> Vec<u32> {
        let mut path = Vec::new();
        // The newest node is open, rejected, or was closed since; its open ancestors are the path.
        let mut place = nodes.len() - 1;
        while place > 0 {
            if nodes[place].closed > at {
                path.push(place as u32);
            }
            place = nodes[place].parent as usize;
        }
        path.push(0);
        path.reverse();
        path
    }

    fn shown(&self, place: usize, at: u32, by_now: usize, hidden_children: u32) -> TreeNode {
        let node = &self.nodes[place];
        let end = node.closed.min(at);
        // Below this node is everything that appeared until it was closed.
        let behind = &self.nodes[place..by_now];
        let last = &behind[behind.partition_point(|other| other.born <= end) - 1];
        let until = last.before + u32::from(!last.refused);
        let descendants = if node.refused { 0 } else { until - node.before - 1 };
        let from = self.solutions.partition_point(|&step| step < node.born);
        let to = self.solutions.partition_point(|&step| step <= end);
        let solutions = if node.refused { 0 } else { (to - from) as u32 };
        let solved = self.solved.partition_point(|&(other, _)| other < place as u32);
        let solved = self.solved.get(solved).filter(|(other, _)| *other == place as u32);
        let solved = solved.map(|&(_, step)| step).filter(|&step| step <= at);
        let state = if node.refused {
            NodeState::Refused
        } else if solved.is_some() {
            NodeState::Solution
        } else if (solutions > 0 || node.earlier) && node.closed <= at {
            NodeState::Explored
        } else if node.dead <= at {
            NodeState::Dead
        } else {
            NodeState::Open
        };
        TreeNode {
            id: place as u32,
            parent: (place > 0).then_some(node.parent),
            square: (place > 0).then_some(node.square),
            depth: node.depth,
            born: node.born,
            closed: (node.closed <= at).then_some(node.closed),
            solved,
            dead_end: node.dead_end().filter(|&step| step <= at),
            state,
            descendants,
            solutions,
            hidden_children,
        }
    }
}

/// Marks the path and, while there is room, the branches off it, the nearest to its end first.
fn show_path(nodes: &[Node], path: &[u32], refused: bool, shown: &mut [bool], left: &mut usize) {
    for &node in path {
        let place = node as usize;
        if !shown[place] && *left > 0 {
            shown[place] = true;
            *left -= 1;
        }
    }
    for &parent in path.iter().rev() {
        // Children of a node on the path follow it; the newest ones matter most.
        for place in (parent as usize + 1..nodes.len()).rev() {
            let node = &nodes[place];
            if *left == 0 {
                return;
            }
            if node.parent == parent && !shown[place] && (refused || !node.refused) {
                shown[place] = true;
                *left -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{Recording, record};
    use crate::{Control, TraceRequest};
    use bezzel_board::Problem;

    pub fn recorded(name: &str, n: u32) -> Recording {
        let mut request = TraceRequest::new(Problem::queens(n), name);
        request.all = true;
        record(&request, usize::MAX, &Control::new()).unwrap()
    }

    fn view(recording: &Recording, at: u32, depth: u16, limit: usize, refused: bool) -> TreeView {
        recording.tree(TreeCut { at, depth, limit, refused })
    }

    #[test]
    fn the_whole_tree_of_four_queens() {
        let recording = recorded("backtracking", 4);
        let tree = view(&recording, recording.steps(), u16::MAX, 1000, false);
        // The survey's figure: 17 nodes with the root.
        assert_eq!((tree.total, tree.shown), (17, 17));
        let root = &tree.nodes[0];
        assert_eq!((root.solutions, root.hidden_children), (2, 0));
        let states = |state| tree.nodes.iter().filter(|node| node.state == state).count();
        assert_eq!(states(NodeState::Solution), 2);
        assert_eq!(states(NodeState::Open), 1, "the root");
        assert_eq!(states(NodeState::Explored), 6, "three queens above each solution");
        assert_eq!(tree.path, [0]);
    }

    /// At every step the path is the board, and folding hides but does not lose.
    #[test]
    fn the_path_is_the_board_at_every_step() {
        for name in ["backtracking", "bitmask", "wirth", "state-space", "las-vegas-backtracking"] {
            let recording = recorded(name, 5);
            for at in 0..=recording.steps() {
                let tree = view(&recording, at, u16::MAX, 1_000_000, true);
                let mut path: Vec<Square> = (tree.path.iter())
                    .filter_map(|&id| tree.nodes.iter().find(|node| node.id == id)?.square)
                    .collect();
                path.sort_unstable();
                assert_eq!(
                    path,
                    recording.moment(at).unwrap().frame.queens.squares(),
                    "{name}, step {at}"
                );
                let folded = view(&recording, at, 2, 12, true);
                assert!(folded.nodes.len() <= 12 && folded.total == tree.total);
                let children = |id| tree.nodes.iter().filter(|n| n.parent == Some(id)).count();
                for node in &folded.nodes {
                    let shown = folded.nodes.iter().filter(|n| n.parent == Some(node.id)).count();
                    let hidden = node.hidden_children as usize;
                    assert_eq!(shown + hidden, children(node.id), "{name}, step {at}, {node:?}");
                }
            }
        }
    }

    #[test]
    fn queens_that_move_have_no_tree() {
        let recording = recorded("min-conflicts", 8);
        let tree = view(&recording, recording.steps(), 9, 100, true);
        assert!(tree.none.is_some() && tree.nodes.is_empty());
        assert!(recording.branches(recording.steps(), 0, true).nodes.is_empty());
    }
}
