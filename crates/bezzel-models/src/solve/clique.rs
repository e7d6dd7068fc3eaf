//! Maximum clique: squares that do not attack each other are joined, and a solution is a clique
//! with one vertex per row.
//!
//! No clique is larger, because the squares of a row are not joined: the rows are a colouring. So a
//! clique of that size is a maximum clique, and if there is none, there is no solution.

use super::graph::{Edges, MOST_VERTICES, Search};
use super::{Backend, Info, SearchEnd, SolutionProbe};
use crate::Model;

/// See the [module](self).
pub struct Clique;

const INFO: Info = Info {
    id: "clique",
    title: "Maximum clique by branch and bound",
    formulation: "cliques of n squares in the graph of non-attacking squares",
    proves: true,
    guarantee: "exhaustive: every solution once, and a proof by bounds that there are no others",
    most_squares: MOST_VERTICES,
    visit: Some("a vertex chosen"),
};

impl Backend for Clique {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn search(&self, model: &Model, probe: &mut SolutionProbe<'_>) -> Result<(), SearchEnd> {
        Search::new(model, Edges::Peace, probe)?.run(model.queens() as usize)
    }
}
