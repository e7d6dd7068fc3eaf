//! Search trees built from a trace: every queen placed is a node.

mod build;
mod draw;
mod layout;
mod outline;

pub use build::TreeBuilder;

use bezzel_board::Square;

/// A search tree, or the visible part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The nodes, parents before their children; the first is the root.
    pub nodes: Vec<Node>,
    /// Title above the tree.
    pub title: String,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The queen placed; none at the root.
    pub square: Option<Square>,
    /// Its fate.
    pub kind: Kind,
    /// Its children, in the order they were tried.
    pub children: Vec<usize>,
    /// Nodes below it that are not shown.
    pub hidden: u64,
    /// Solutions among those.
    pub hidden_solutions: u64,
    /// Queens on the board here: 0 at the root.
    pub depth: usize,
}

/// The fate of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The search continued from here.
    Inner,
    /// The search could not continue from here.
    DeadEnd,
    /// A solution.
    Solution,
    /// A square that was tried and refused: not a node of the search.
    Rejected,
}

impl Tree {
    /// Nodes of the search, including the root and hidden ones but not refused squares.
    #[must_use]
    pub fn count(&self) -> u64 {
        let shown = self.nodes.iter().filter(|node| node.kind != Kind::Rejected).count();
        shown as u64 + self.nodes.iter().map(|node| node.hidden).sum::<u64>()
    }

    /// Solutions, including hidden ones.
    #[must_use]
    pub fn solutions(&self) -> u64 {
        let shown = self.nodes.iter().filter(|node| node.kind == Kind::Solution).count();
        shown as u64 + self.nodes.iter().map(|node| node.hidden_solutions).sum::<u64>()
    }

    /// Depth of the deepest node shown.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.nodes.iter().map(|node| node.depth).max().unwrap_or(0)
    }

    /// The same tree down to a depth, with counts of what is hidden below.
    #[must_use]
    pub fn collapsed(&self, depth: usize) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), title: self.title.clone() };
        // The new index of each node, or the visible node that hides it.
        let mut place = vec![0; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            if node.depth <= depth {
                place[number] = tree.nodes.len();
                tree.nodes.push(Node { children: Vec::new(), ..node.clone() });
            } else if node.kind != Kind::Rejected {
                let shown = &mut tree.nodes[place[number]];
                shown.hidden += 1 + node.hidden;
                shown.hidden_solutions +=
                    node.hidden_solutions + u64::from(node.kind == Kind::Solution);
            }
            for &child in &node.children {
                place[child] = place[number];
            }
        }
        for (number, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.depth < depth) {
            let children = node.children.iter().map(|&child| place[child]).collect();
            tree.nodes[place[number]].children = children;
        }
        tree
    }

    /// The tree to the greatest depth at which at most this many nodes are shown.
    #[must_use]
    pub fn fitting(&self, most: usize) -> Tree {
        let fits = |&depth: &usize| {
            self.nodes.iter().filter(|node| node.depth <= depth).count() <= most.max(1)
        };
        let depth = (0..=self.depth()).rev().find(fits).unwrap_or(0);
        if depth == self.depth() { self.clone() } else { self.collapsed(depth) }
    }
}
