//! Exact cover by dancing links: lines that take one queen are covered once, the others at most once.
//!
//! The links are those of the algorithm `dancing-links`; here they take the groups of any model, so
//! that on the torus every diagonal must be covered too, which leaves far fewer choices.

use super::{Backend, Halt, Info, Watch};
use crate::{Model, Need, Variable};
use bezzel_search::{ExactCover, Visitor};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Cover;

const INFO: Info = Info {
    id: "exact-cover",
    title: "Dancing links",
    formulation: "exact cover with secondary items (XCC without colours)",
    guarantee: "exhaustive: every solution once, and a proof by search that there are no others",
    // The search goes as deep as there are rows, on the stack.
    most_squares: 1_000_000,
    visit: Some("an option chosen"),
    available: true,
};

impl Backend for Cover {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn search(&self, model: &Model, watch: &mut Watch<'_>) -> Result<(), Halt> {
        let (primary, secondary): (Vec<_>, Vec<_>) =
            model.groups().partition(|group| group.need == Need::ExactlyOne);
        let mut items_of: Vec<Vec<usize>> = vec![Vec::new(); model.variables() as usize];
        for (item, group) in primary.iter().chain(&secondary).enumerate() {
            for (variable, _) in model.on_line(&group.line) {
                items_of[variable.index() as usize].push(item);
            }
        }
        let mut cover = ExactCover::new(primary.len(), secondary.len());
        for items in &items_of {
            cover.add_option(items);
        }
        match cover.solve(&mut Chosen { options: Vec::new(), watch }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(halt) => Err(halt),
        }
    }
}

/// The options chosen so far.
struct Chosen<'a, 'w> {
    options: Vec<usize>,
    watch: &'a mut Watch<'w>,
}

/// Dancing links speak of breaking off where the watch speaks of errors.
fn flow(result: Result<(), Halt>) -> ControlFlow<Halt> {
    result.map_or_else(ControlFlow::Break, ControlFlow::Continue)
}

impl Visitor for Chosen<'_, '_> {
    type Stop = Halt;

    fn choose(&mut self, option: usize) -> ControlFlow<Halt> {
        self.options.push(option);
        flow(self.watch.visit())
    }

    fn give_up(&mut self, _: usize) -> ControlFlow<Halt> {
        self.options.pop();
        ControlFlow::Continue(())
    }

    fn stuck(&mut self, _: usize) -> ControlFlow<Halt> {
        ControlFlow::Continue(())
    }

    fn covered(&mut self) -> ControlFlow<Halt> {
        let variables = self.options.iter().map(|&option| Variable::from_index(option as u32));
        flow(self.watch.found(variables))
    }
}
