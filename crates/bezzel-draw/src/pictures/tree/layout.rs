//! The positions of the nodes: Reingold and Tilford's tidy tree, with subtrees as close as their
//! outlines allow.

use super::Tree;

/// Free space between two nodes of one level.
const GAP: f64 = 10.0;

/// The horizontal centre of each node, with the leftmost edge at 0, and the total width.
///
/// `half` is half the width of a node. Nodes of one level never overlap.
pub(super) fn layout(tree: &Tree, half: &[f64]) -> (Vec<f64>, f64) {
    // Offsets of each node to its parent, and the outline of each subtree by level.
    let mut offset = vec![0.0; tree.nodes.len()];
    let mut outlines: Vec<Option<Outline>> = vec![None; tree.nodes.len()];
    // Children come after their parents, so going backwards handles all children first.
    for number in (0..tree.nodes.len()).rev() {
        let mut whole = Outline::default();
        for &child in &tree.nodes[number].children {
            let outline = outlines[child].take().unwrap_or_default();
            let shift = whole.room_for(&outline);
            offset[child] = shift;
            whole.join(&outline, shift);
        }
        let children = &tree.nodes[number].children;
        if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
            let middle = (offset[first] + offset[last]) / 2.0;
            for &child in children {
                offset[child] -= middle;
            }
            whole.shift -= middle;
        }
        whole.push_root(half[number]);
        outlines[number] = Some(whole);
    }
    let root = outlines[0].take().unwrap_or_default();
    let (left, right) = root.extent();
    let mut x = vec![-left; tree.nodes.len()];
    for (number, node) in tree.nodes.iter().enumerate() {
        for &child in &node.children {
            x[child] = x[number] + offset[child];
        }
    }
    (x, right - left)
}

/// Left and right edge of a subtree on each level, deepest first, all moved by `shift`.
#[derive(Clone, Debug, Default)]
struct Outline {
    levels: Vec<(f64, f64)>,
    shift: f64,
}

impl Outline {
    /// How far `other` must move to the right to be beside this.
    fn room_for(&self, other: &Outline) -> f64 {
        let pairs = self.levels.iter().rev().zip(other.levels.iter().rev());
        pairs
            .map(|(&(_, right), &(left, _))| right + self.shift - left - other.shift + GAP)
            .fold(f64::NEG_INFINITY, f64::max)
            .max(if self.levels.is_empty() { 0.0 } else { f64::NEG_INFINITY })
    }

    /// Merges `other`, moved to the right, into this.
    fn join(&mut self, other: &Outline, shift: f64) {
        let moved = other.shift + shift;
        let (mine, theirs) = (self.levels.len(), other.levels.len());
        let own = self.shift;
        // The deeper levels of `other` are below everything here.
        let deeper = other.levels[..theirs.saturating_sub(mine)].to_vec();
        let common = mine.min(theirs);
        for k in 1..=common {
            let (left, right) = other.levels[theirs - k];
            let level = &mut self.levels[mine - k];
            level.0 = level.0.min(left + moved - own);
            level.1 = level.1.max(right + moved - own);
        }
        if !deeper.is_empty() {
            let deeper = deeper.into_iter().map(|(l, r)| (l + moved - own, r + moved - own));
            self.levels.splice(0..0, deeper);
        }
    }

    fn push_root(&mut self, half: f64) {
        self.levels.push((-half - self.shift, half - self.shift));
    }

    fn extent(&self) -> (f64, f64) {
        let left = self.levels.iter().map(|level| level.0).fold(f64::INFINITY, f64::min);
        let right = self.levels.iter().map(|level| level.1).fold(f64::NEG_INFINITY, f64::max);
        (left + self.shift, right + self.shift)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Kind, Node};
    use super::*;
    use bezzel_search::Random;

    /// A tree from the number of children of each node, level by level.
    fn tree(children: &[usize]) -> Tree {
        let mut nodes: Vec<Node> = Vec::new();
        let node = |depth| Node {
            square: None,
            kind: Kind::Inner,
            children: Vec::new(),
            hidden: 0,
            hidden_solutions: 0,
            depth,
        };
        nodes.push(node(0));
        for (number, &count) in children.iter().enumerate() {
            for _ in 0..count {
                let child = nodes.len();
                let depth = nodes[number].depth + 1;
                nodes[number].children.push(child);
                nodes.push(node(depth));
            }
        }
        Tree { nodes, title: String::new() }
    }

    #[test]
    fn nodes_never_overlap_and_parents_stand_over_their_children() {
        for seed in 1..200 {
            let mut random = Random::seeded(seed);
            let mut roll = |below: u128| random.below_wide(below) as usize;
            let mut counts = Vec::new();
            let mut open = 1;
            while counts.len() < 60 && open > 0 {
                let count = roll(4);
                counts.push(count);
                open = open + count - 1;
            }
            let tree = tree(&counts);
            let half: Vec<f64> = tree.nodes.iter().map(|_| 5.0 + roll(30) as f64).collect();
            let (x, width) = layout(&tree, &half);
            for (a, node) in tree.nodes.iter().enumerate() {
                assert!(x[a] - half[a] > -1e-6 && x[a] + half[a] < width + 1e-6, "seed {seed}");
                for b in a + 1..tree.nodes.len() {
                    let apart = (x[a] - x[b]).abs() - half[a] - half[b];
                    assert!(
                        node.depth != tree.nodes[b].depth || apart >= GAP - 1e-6,
                        "seed {seed}: {a} {b}"
                    );
                }
                if let (Some(&first), Some(&last)) = (node.children.first(), node.children.last()) {
                    assert!((x[a] - (x[first] + x[last]) / 2.0).abs() < 1e-6, "seed {seed}");
                }
            }
        }
    }
}
