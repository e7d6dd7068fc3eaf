//! Stable sets of a given size by branch and bound with greedy colouring, on bit sets.
//!
//! The bound: the vertices that may still be chosen are split greedily into classes of vertices that
//! all conflict with each other (colours, seen from the complement graph). A stable set has at most
//! one vertex of each class, so with fewer classes than vertices still needed there is none. With
//! `k` needed, the `k − 1` largest classes alone cannot hold enough; one vertex must come from the
//! rest, and only those are tried, each taken out for good after it.
//!
//! What makes it strong enough for large boards: vertices are numbered row by row, so that greedy
//! classes start as rows and swallow whatever else conflicts with all of a short row; the same is
//! done on a second numbering column by column; and the numbering that leaves the fewest vertices to
//! try is followed, which is the first-fail principle over rows and columns.
//!
//! After Tomita and Seki 2003 (colouring bound), San Segundo and others 2011 (bit sets).

use super::bits::Bits;
use super::{Halt, Watch};
use crate::{Model, Variable};

/// Most vertices: two numberings of so many take 100 million bytes.
pub const MOST_VERTICES: u32 = 20_000;

/// A graph seen through one numbering of its vertices.
struct View {
    /// The place of each vertex in this numbering.
    place: Vec<usize>,
    /// The vertex at each place.
    vertex: Vec<usize>,
    /// For each place the places that cannot be chosen together with it, itself included.
    conflicts: Vec<Bits>,
}

impl View {
    /// The graph with the vertices in this order; every pair of the graph conflicts.
    fn new(vertex: Vec<usize>, pairs: impl Iterator<Item = (usize, usize)>) -> View {
        let mut place = vec![0; vertex.len()];
        vertex.iter().enumerate().for_each(|(at, &vertex)| place[vertex] = at);
        let mut conflicts = vec![Bits::none(vertex.len()); vertex.len()];
        for (a, b) in pairs {
            conflicts[place[a]].insert(place[b]);
            conflicts[place[b]].insert(place[a]);
        }
        conflicts.iter_mut().enumerate().for_each(|(at, bits)| bits.insert(at));
        View { place, vertex, conflicts }
    }

    /// The same vertices, with conflict and its absence exchanged.
    fn complement(mut self) -> View {
        let all = Bits::all(self.vertex.len());
        for (at, bits) in self.conflicts.iter_mut().enumerate() {
            let mut others = all.clone();
            others.subtract(bits);
            others.insert(at);
            *bits = others;
        }
        self
    }

    /// Splits the candidates greedily into classes of vertices in conflict with each other.
    fn classes(&self, candidates: &Bits) -> Vec<Vec<usize>> {
        let mut left = candidates.clone();
        let mut classes = Vec::new();
        while !left.is_empty() {
            let mut class = Vec::new();
            let mut fitting = left.clone();
            while let Some(at) = fitting.first() {
                class.push(self.vertex[at]);
                left.remove(at);
                fitting.remove(at);
                fitting.intersect(&self.conflicts[at]);
            }
            classes.push(class);
        }
        classes
    }
}

/// The search for stable sets.
pub struct StableSets<'a, 'w> {
    views: [View; 2],
    watch: &'a mut Watch<'w>,
    chosen: Vec<usize>,
}

/// Which graph a model is turned into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// Squares that attack each other are joined: solutions are stable sets.
    Attacks,
    /// Squares that do not are joined: solutions are cliques, the stable sets of the complement.
    Peace,
}

impl<'a, 'w> StableSets<'a, 'w> {
    /// The graph of a model, numbered by rows and by columns.
    pub fn new(model: &Model, edges: Edges, watch: &'a mut Watch<'w>) -> StableSets<'a, 'w> {
        let squares: Vec<_> = model.squares().map(|(_, square)| square).collect();
        let by_row: Vec<usize> = (0..squares.len()).collect();
        let mut by_column = by_row.clone();
        by_column.sort_by_key(|&vertex| (squares[vertex].column, squares[vertex].row));
        let views = [by_row, by_column].map(|order| match edges {
            Edges::Attacks => {
                let pair = |(a, b): (Variable, Variable)| (a.index() as usize, b.index() as usize);
                View::new(order, model.attacks().map(pair))
            }
            Edges::Peace => {
                let problem = model.problem();
                let peace = squares.iter().enumerate().flat_map(|(a, &x)| {
                    let later = squares.iter().enumerate().skip(a + 1);
                    later
                        .filter(move |&(_, &y)| problem.attack(x, y).is_none())
                        .map(move |(b, _)| (a, b))
                });
                // Cliques are the stable sets of the complement.
                View::new(order, peace).complement()
            }
        });
        StableSets { views, watch, chosen: Vec::new() }
    }

    /// Reports every stable set of this size.
    pub fn search(&mut self, size: usize) -> Result<(), Halt> {
        let vertices = self.views[0].vertex.len();
        self.grow(size, [Bits::all(vertices), Bits::all(vertices)])
    }

    /// Adds so many more of the candidates, in every way.
    fn grow(&mut self, needed: usize, mut candidates: [Bits; 2]) -> Result<(), Halt> {
        if needed == 0 {
            let chosen = self.chosen.iter().map(|&vertex| Variable::from_index(vertex as u32));
            return self.watch.found(chosen.collect::<Vec<_>>());
        }
        let mut branches: Option<Vec<usize>> = None;
        for (view, candidates) in self.views.iter().zip(&candidates) {
            let mut classes = view.classes(candidates);
            if classes.len() < needed {
                return Ok(());
            }
            classes.sort_by_key(|class| std::cmp::Reverse(class.len()));
            let rest = classes.split_off(needed - 1).concat();
            if branches.as_ref().is_none_or(|branches| rest.len() < branches.len()) {
                branches = Some(rest);
            }
        }
        for vertex in branches.into_iter().flatten() {
            self.watch.visit()?;
            let mut next = candidates.clone();
            for (view, next) in self.views.iter().zip(&mut next) {
                next.subtract(&view.conflicts[view.place[vertex]]);
            }
            self.chosen.push(vertex);
            self.grow(needed - 1, next)?;
            self.chosen.pop();
            for (view, candidates) in self.views.iter().zip(&mut candidates) {
                candidates.remove(view.place[vertex]);
            }
        }
        Ok(())
    }
}
