//! The part of a tree that is too deep to be shown in full: the path to the last queen.
//!
//! Together with a tree shown in full to some depth, it draws the search at any step so that no
//! node ever moves: siblings are arranged in blocks, and a node has the same place in its block at
//! every step.

use super::{NEVER, Tree, TreeNode};
use serde::Serialize;

/// Siblings side by side in a tree that is too wide to be shown in full.
const BLOCK: usize = 24;

/// Levels at the end of a path that are shown with siblings.
const LEVELS: usize = 12;

/// The path to the last queen after a step, with its branches.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Branches {
    /// The step.
    pub at: u32,
    /// Parents before their children.
    pub nodes: Vec<Branch>,
}

/// A node on the path or beside it, at a place among its siblings that it has at every step.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Branch {
    /// The node in its final state.
    pub node: TreeNode,
    /// Its place among the siblings beside it, from 0.
    pub place: u32,
    /// How many of them there are, including itself and those not shown.
    pub of: u32,
}

impl Tree {
    /// The nodes of the path to the last queen after step `at` that are deeper than `below`, the
    /// last of them with their siblings, all in their final states.
    pub fn branches(&self, at: u32, below: u16, refused: bool) -> Branches {
        let by_now = self.nodes.partition_point(|node| node.born <= at);
        let path = self.path_at(at, &self.nodes[..by_now]);
        let mut nodes = Vec::new();
        for (level, &parent) in path.iter().enumerate() {
            if self.none || self.nodes[parent as usize].depth < below {
                continue;
            }
            let children: Vec<usize> = self.children(parent as usize, refused).collect();
            // Beside the next node of the path, or otherwise beside the newest child.
            let next = path.get(level + 1).map(|&next| next as usize);
            let beside = match next {
                Some(next) => children.iter().position(|&child| child == next),
                None => children.iter().rposition(|&child| child < by_now),
            };
            let block = children.chunks(BLOCK).nth(beside.unwrap_or(0) / BLOCK).unwrap_or(&[]);
            let is_last = level + LEVELS >= path.len();
            for (place, &child) in (0..).zip(block) {
                if is_last || next == Some(child) {
                    let hidden = self.children(child, refused).count() as u32;
                    let node = self.shown(child, NEVER - 1, self.nodes.len(), hidden);
                    nodes.push(Branch { node, place, of: block.len() as u32 });
                }
            }
        }
        Branches { at, nodes }
    }

    /// The children of a node, oldest first.
    fn children(&self, parent: usize, refused: bool) -> impl Iterator<Item = usize> {
        let end = self.end(parent);
        let mut place = parent + 1;
        let every = std::iter::from_fn(move || {
            let child = place;
            (child < end).then(|| {
                place = self.end(child);
                child
            })
        });
        every.filter(move |&child| refused || !self.nodes[child].refused)
    }

    /// The index after the last node below this one: nodes that appeared until it was closed.
    fn end(&self, place: usize) -> usize {
        let node = &self.nodes[place];
        let behind = &self.nodes[place..];
        place + behind.partition_point(|other| other.born <= node.closed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::TreeCut;
    use super::super::tests::recorded;
    use super::*;

    fn whole(at: u32) -> TreeCut {
        TreeCut { at, depth: u16::MAX, limit: 1_000_000, refused: true }
    }

    /// The rest of the path below the levels shown in full, at places that never change.
    #[test]
    fn branches_are_the_rest_of_the_path_and_keep_their_places() {
        for name in ["backtracking", "wirth", "dancing-links", "las-vegas-backtracking"] {
            let recording = recorded(name, 6);
            let all = recording.tree(whole(recording.steps()));
            let mut places = std::collections::BTreeMap::new();
            for at in 0..=recording.steps() {
                let path = recording.tree(whole(at)).path;
                let branches = recording.branches(at, 2, true).nodes;
                for id in path.iter().skip(3) {
                    assert!(branches.iter().any(|branch| branch.node.id == *id), "{name}, {at}");
                }
                for Branch { node, place, of } in branches {
                    assert!(node.depth > 2 && path.contains(&node.parent.unwrap()));
                    assert!(place < of && of as usize <= BLOCK);
                    assert_eq!(*places.entry(node.id).or_insert((place, of)), (place, of));
                    let last = all.nodes.iter().find(|other| other.id == node.id).unwrap();
                    let below = all.nodes.iter().filter(|other| other.parent == Some(node.id));
                    assert_eq!(node.hidden_children as usize, below.count());
                    assert_eq!(TreeNode { hidden_children: 0, ..node }, *last);
                }
            }
            assert!(places.len() > 10, "{name}");
        }
    }

    /// Thousands of attempts from the root do not give thousands of nodes.
    #[test]
    fn branches_are_few_where_siblings_are_many() {
        let recording = recorded("las-vegas", 12);
        let steps = recording.steps();
        for at in (0..=steps).step_by(steps as usize / 20) {
            let branches = recording.branches(at, 0, false).nodes;
            assert!(branches.len() <= BLOCK * 13, "{at}");
        }
    }
}
