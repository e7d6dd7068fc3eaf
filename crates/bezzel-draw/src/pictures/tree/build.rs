//! A tree grown step by step from a trace.

use super::{Kind, Node, Tree};
use crate::DrawError;
use bezzel_board::{Instead, Problem};
use bezzel_search::Step;

/// Most nodes kept; deeper trees are counted below a depth instead.
const MOST: usize = 300_000;

/// Takes the steps of a search as they come.
#[derive(Clone, Debug)]
pub struct TreeBuilder {
    nodes: Vec<Node>,
    /// From the root to the node of the queen placed last.
    path: Vec<usize>,
    rows: usize,
    depth: usize,
    rejects: bool,
    /// Queens on the board below the depth shown.
    beyond: usize,
}

impl TreeBuilder {
    /// A tree that keeps nodes down to `depth` and counts the others; with `rejects`, squares that
    /// were tried and refused are kept as well.
    #[must_use]
    pub fn new(problem: &Problem, depth: Option<usize>, rejects: bool) -> TreeBuilder {
        let root = Node {
            square: None,
            kind: Kind::Inner,
            children: Vec::new(),
            hidden: 0,
            hidden_solutions: 0,
            depth: 0,
        };
        TreeBuilder {
            nodes: vec![root],
            path: vec![0],
            rows: problem.size().rows() as usize,
            depth: depth.unwrap_or(usize::MAX),
            rejects,
            beyond: 0,
        }
    }

    /// One more step.
    pub fn step(&mut self, step: &Step<'_>) -> Result<(), DrawError> {
        let last = self.path[self.path.len() - 1];
        match step {
            Step::Place(_) if self.path.len() > self.depth => {
                self.beyond += 1;
                self.nodes[last].hidden += 1;
            }
            Step::Place(square) => {
                let node = self.add(*square, Kind::Inner)?;
                self.path.push(node);
            }
            Step::Remove(_) if self.beyond > 0 => self.beyond -= 1,
            Step::Remove(_) => {
                if self.path.len() > 1 {
                    self.path.pop();
                }
                let done = &mut self.nodes[last];
                let fruitless = done.hidden == 0 && done.children.is_empty();
                if fruitless && done.kind == Kind::Inner {
                    done.kind = Kind::DeadEnd;
                }
            }
            Step::Solution if self.beyond > 0 => self.nodes[last].hidden_solutions += 1,
            Step::Solution => self.nodes[last].kind = Kind::Solution,
            Step::DeadEnd(_) if self.beyond == 0 => self.nodes[last].kind = Kind::DeadEnd,
            // A complete board that is not a solution: the leaf itself is refused.
            Step::Reject(..) if self.beyond == 0 && self.path.len() > self.rows => {
                self.nodes[last].kind = Kind::DeadEnd;
            }
            Step::Reject(square, _)
                if self.rejects && self.beyond == 0 && self.path.len() <= self.depth =>
            {
                self.add(*square, Kind::Rejected)?;
            }
            Step::Move(..) | Step::Swap(..) | Step::Restart(_) => {
                return Err(DrawError::unfit(
                    "this algorithm moves queens about and has no search tree",
                    "draw its trace",
                ));
            }
            _ => {}
        }
        Ok(())
    }

    fn add(&mut self, square: bezzel_board::Square, kind: Kind) -> Result<usize, DrawError> {
        if self.nodes.len() >= MOST {
            return Err(DrawError::TooLarge {
                what: "the whole tree".to_owned(),
                medium: "a picture",
                limit: format!("{MOST} nodes"),
                instead: Instead::set("depth", "3"),
            });
        }
        let number = self.nodes.len();
        let parent = self.path[self.path.len() - 1];
        let depth = self.path.len();
        self.nodes[parent].children.push(number);
        let children = Vec::new();
        let square = Some(square);
        self.nodes.push(Node { square, kind, children, hidden: 0, hidden_solutions: 0, depth });
        Ok(number)
    }

    /// The tree, under this title.
    #[must_use]
    pub fn finish(self, title: impl Into<String>) -> Tree {
        Tree { nodes: self.nodes, title: title.into() }
    }
}
