//! Cliques and stable sets of a given size by branch and bound with greedy colouring, on bit sets.
//!
//! The bound: the vertices that may still be chosen are split greedily into classes of vertices
//! that all conflict with each other (the colours of a colouring for cliques, cliques for stable
//! sets). At most one vertex of each class can be chosen, so with fewer classes than vertices still
//! needed there is no solution. With `k` needed, the `k − 1` largest classes alone cannot hold
//! enough; one vertex must come from the rest, and only those are tried; each is removed for good
//! afterwards.
//!
//! Three things make it fast enough for large boards. Vertices are numbered row by row, so that
//! greedy classes start as rows and include whatever else conflicts with all of a short row; the
//! same is done for a second numbering column by column. The numbering that leaves the fewest
//! vertices to try is used, which is the first-fail principle over rows and columns. Vertices that
//! exclude the fewest others are tried first: without that, no solution of a hundred queens on the
//! empty board was found in 480 thousand visits.
//!
//! After Tomita and Seki 2003 (colouring bound), San Segundo and others 2011 (bit sets).

use super::bits::Bits;
use super::{SearchEnd, SolutionProbe};
use crate::{Model, Variable};

/// Maximum number of vertices: two numberings of this many take 100 million bytes.
pub const MOST_VERTICES: u32 = 20_000;

/// Which squares of a model are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// Those that attack each other: solutions are stable sets, classes are cliques.
    Attacks,
    /// Those that do not: solutions are cliques, classes are stable sets.
    Peace,
}

/// A graph with one numbering of its vertices.
struct View {
    edges: Edges,
    /// The position of each vertex in this numbering.
    place: Vec<usize>,
    /// The vertex at each position.
    vertex: Vec<usize>,
    /// For each position the positions it is joined with.
    joined: Vec<Bits>,
}

impl View {
    /// The graph of a model with the vertices in this order.
    fn new(model: &Model, edges: Edges, vertex: Vec<usize>) -> View {
        let mut place = vec![0; vertex.len()];
        vertex.iter().enumerate().for_each(|(at, &vertex)| place[vertex] = at);
        let mut joined = vec![Bits::none(vertex.len()); vertex.len()];
        for (a, b) in model.attacks() {
            let (a, b) = (place[a.index() as usize], place[b.index() as usize]);
            joined[a].insert(b);
            joined[b].insert(a);
        }
        if edges == Edges::Peace {
            let all = Bits::all(vertex.len());
            for (at, attacked) in joined.iter_mut().enumerate() {
                let mut others = all.clone();
                others.subtract(attacked);
                others.remove(at);
                *attacked = others;
            }
        }
        View { edges, place, vertex, joined }
    }

    /// Keeps what may be chosen together with the vertex at this position.
    fn keep_compatible(&self, at: usize, candidates: &mut Bits) {
        candidates.remove(at);
        match self.edges {
            Edges::Attacks => candidates.subtract(&self.joined[at]),
            Edges::Peace => candidates.intersect(&self.joined[at]),
        }
    }

    /// Keeps what may not, without the vertex itself.
    fn keep_conflicting(&self, at: usize, candidates: &mut Bits) {
        candidates.remove(at);
        match self.edges {
            Edges::Attacks => candidates.intersect(&self.joined[at]),
            Edges::Peace => candidates.subtract(&self.joined[at]),
        }
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
                self.keep_conflicting(at, &mut fitting);
            }
            classes.push(class);
        }
        classes
    }
}

/// The search for stable sets or cliques.
pub struct Search<'a, 'w> {
    views: [View; 2],
    probe: &'a mut SolutionProbe<'w>,
    chosen: Vec<usize>,
}

impl<'a, 'w> Search<'a, 'w> {
    /// The graph of a model, numbered by rows and by columns.
    pub fn new(
        model: &Model,
        edges: Edges,
        probe: &'a mut SolutionProbe<'w>,
    ) -> Result<Search<'a, 'w>, SearchEnd> {
        let squares: Vec<_> = model.squares().map(|(_, square)| square).collect();
        let by_row: Vec<usize> = (0..squares.len()).collect();
        let mut by_column = by_row.clone();
        by_column.sort_by_key(|&vertex| (squares[vertex].column, squares[vertex].row));
        let by_row = View::new(model, edges, by_row);
        // Building the graph of a large board takes a while.
        probe.check()?;
        let views = [by_row, View::new(model, edges, by_column)];
        Ok(Search { views, probe, chosen: Vec::new() })
    }

    /// Reports every set of this size.
    pub fn run(&mut self, size: usize) -> Result<(), SearchEnd> {
        let vertices = self.views[0].vertex.len();
        self.grow(size, [Bits::all(vertices), Bits::all(vertices)])
    }

    /// Adds this many more of the candidates, in every way.
    fn grow(&mut self, needed: usize, mut candidates: [Bits; 2]) -> Result<(), SearchEnd> {
        if needed == 0 {
            let chosen = self.chosen.iter().map(|&vertex| Variable::from_index(vertex as u32));
            return self.probe.found(chosen.collect::<Vec<_>>());
        }
        // A node of a large board takes so long that the clock can be checked every time.
        self.probe.check()?;
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
        let mut branches = branches.unwrap_or_default();
        branches.sort_by_cached_key(|&vertex| self.conflicts_among(vertex, &candidates[0]));
        for vertex in branches {
            self.probe.visit()?;
            let mut next = candidates.clone();
            for (view, next) in self.views.iter().zip(&mut next) {
                view.keep_compatible(view.place[vertex], next);
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

    /// How many candidates a vertex excludes.
    fn conflicts_among(&self, vertex: usize, candidates: &Bits) -> usize {
        let mut lost = candidates.clone();
        let view = &self.views[0];
        view.keep_conflicting(view.place[vertex], &mut lost);
        lost.len()
    }
}
