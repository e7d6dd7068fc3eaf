//! Maximum stable set: squares that attack each other are joined (the queen graph), and a solution
//! is a stable set with one vertex per row.
//!
//! No stable set is larger, because the squares of a row are all joined: the rows are a cover by
//! cliques. So a stable set of that size is a maximum one, and if there is none, there is no
//! solution.

use super::graph::{Edges, MOST_VERTICES, Search};
use super::{Backend, Info, SearchEnd, SolutionProbe};
use crate::Model;

/// See the [module](self).
pub struct StableSet;

const INFO: Info = Info {
    id: "stable-set",
    title: "Maximum stable set by branch and bound",
    formulation: "stable sets of n squares in the queen graph",
    proves: true,
    guarantee: "exhaustive: every solution once, and a proof by bounds that there are no others",
    most_squares: MOST_VERTICES,
    visit: Some("a vertex chosen"),
};

impl Backend for StableSet {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn search(&self, model: &Model, probe: &mut SolutionProbe<'_>) -> Result<(), SearchEnd> {
        Search::new(model, Edges::Attacks, probe)?.run(model.queens() as usize)
    }
}
