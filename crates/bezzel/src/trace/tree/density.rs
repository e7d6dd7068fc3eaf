//! A tree of any size as a picture of how many nodes are where: for trees too large to draw.

use super::Tree;
use serde::Serialize;

/// Which part of the tree, in how many cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DensityCut {
    /// Where the part begins and ends, as shares of all leaves from 0 to 1.
    pub from: f64,
    /// See `from`.
    pub to: f64,
    /// Cells across.
    pub width: usize,
}

/// Nodes by depth and place: leaves stand side by side, a node above the middle of its leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TreeDensity {
    /// All nodes, with the root.
    pub nodes: u32,
    /// All leaves.
    pub leaves: u32,
    /// Nodes in each cell, by depth; the root is at depth 0.
    pub cells: Vec<Vec<u32>>,
    /// Solutions in each cell, by depth.
    pub solutions: Vec<Vec<u32>>,
    /// Why there is no tree, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub none: Option<&'static str>,
}

impl Tree {
    /// The density of the whole tree.
    pub fn density(&self, cut: DensityCut) -> TreeDensity {
        let mut density = TreeDensity {
            nodes: 0,
            leaves: 0,
            cells: Vec::new(),
            solutions: Vec::new(),
            none: self.none.then_some("this algorithm moves queens about and has no search tree"),
        };
        if self.none {
            return density;
        }
        // Children come after their parents: from the last node to the first, leaves add up.
        let mut leaves = vec![0_u32; self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate().rev().filter(|(_, node)| !node.refused) {
            leaves[place] = leaves[place].max(1);
            if place > 0 {
                leaves[node.parent as usize] += leaves[place];
            }
        }
        density.leaves = leaves[0];
        // The first leaf below each node, and where its next child begins.
        let mut first = vec![0_u32; self.nodes.len()];
        let mut next = vec![0_u32; self.nodes.len()];
        let (width, span) = (cut.width.max(1), (cut.to - cut.from).max(f64::EPSILON));
        let mut solved = self.solved.iter().map(|&(node, _)| node as usize).peekable();
        for (place, node) in self.nodes.iter().enumerate().filter(|(_, node)| !node.refused) {
            if place > 0 {
                let parent = node.parent as usize;
                first[place] = next[parent];
                next[parent] += leaves[place];
            }
            next[place] = first[place];
            density.nodes += 1;
            while solved.next_if(|&other| other < place).is_some() {}
            let is_solution = solved.peek() == Some(&place);
            let middle = f64::from(first[place]) + f64::from(leaves[place]) / 2.0;
            let share = (middle / f64::from(density.leaves) - cut.from) / span;
            let row = usize::from(node.depth);
            if row >= density.cells.len() {
                density.cells.resize(row + 1, vec![0; width]);
                density.solutions.resize(row + 1, vec![0; width]);
            }
            if (0.0..1.0).contains(&share) {
                let column = (share * width as f64) as usize;
                density.cells[row][column] += 1;
                density.solutions[row][column] += u32::from(is_solution);
            }
        }
        density
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{Recording, record};
    use crate::{Control, TraceRequest};
    use bezzel_board::Problem;

    fn recorded(name: &str, n: u32) -> Recording {
        let mut request = TraceRequest::new(Problem::queens(n), name);
        request.all = true;
        record(&request, usize::MAX, &Control::new()).unwrap()
    }

    fn sum(cells: &[Vec<u32>]) -> u32 {
        cells.iter().flatten().sum()
    }

    #[test]
    fn every_node_and_solution_is_in_a_cell() {
        let recording = recorded("backtracking", 8);
        let whole = recording.density(DensityCut { from: 0.0, to: 1.0, width: 50 });
        assert_eq!((whole.nodes, sum(&whole.cells), sum(&whole.solutions)), (2057, 2057, 92));
        assert_eq!(whole.cells.len(), 9);
        assert_eq!(sum(&whole.solutions[..8]), 0, "solutions are at the deepest level");
        assert_eq!(whole.cells[0][25], 1, "the root is in the middle");
        // Two halves have all nodes between them.
        let half = |from, to| recording.density(DensityCut { from, to, width: 50 });
        let (left, right) = (half(0.0, 0.5), half(0.5, 1.0));
        assert_eq!(sum(&left.cells) + sum(&right.cells), 2057);
        assert_eq!(left.leaves, whole.leaves);
    }

    #[test]
    fn refused_squares_are_no_nodes_and_moving_queens_no_tree() {
        let cut = DensityCut { from: 0.0, to: 1.0, width: 4 };
        assert_eq!(recorded("wirth", 4).density(cut).nodes, 17);
        let none = recorded("min-conflicts", 8).density(cut);
        assert!(none.none.is_some() && none.cells.is_empty());
    }
}
