//! Exact cover with secondary items by dancing links (Knuth's algorithm X).
//!
//! Items are columns of a sparse 0/1 matrix and options its rows; a cover chooses options so that
//! every primary item is in exactly one and every secondary item in at most one. The ones of the
//! matrix are nodes of doubly linked lists; a node removed from a list keeps its own links, so that
//! restoring it takes two assignments.

use std::ops::ControlFlow;

/// An exact-cover problem under construction and in search.
pub struct ExactCover {
    primary: usize,
    /// Node 0 is the root of the list of primary items, nodes 1..=items are the items' headers.
    nodes: Vec<Node>,
    /// Options left for each item, by header.
    left: Vec<usize>,
    options: usize,
}

#[derive(Clone, Copy)]
struct Node {
    left: usize,
    right: usize,
    up: usize,
    down: usize,
    header: usize,
    option: usize,
}

/// Receives the events of the search; options are numbered in the order they were added.
pub trait CoverProbe {
    /// What stopping carries.
    type Stop;
    /// An option was chosen.
    fn choose(&mut self, option: usize) -> ControlFlow<Self::Stop>;
    /// An option was undone.
    fn undo(&mut self, option: usize) -> ControlFlow<Self::Stop>;
    /// A primary item has no option left.
    fn stuck(&mut self, item: usize) -> ControlFlow<Self::Stop>;
    /// The options chosen are a cover.
    fn covered(&mut self) -> ControlFlow<Self::Stop>;
}

impl ExactCover {
    /// A problem with items 0..primary that must be covered, followed by secondary items that may
    /// be.
    #[must_use]
    pub fn new(primary: usize, secondary: usize) -> ExactCover {
        let items = primary + secondary;
        let header = |place: usize| Node {
            // Secondary headers are linked to themselves: they never have to be covered.
            left: if place == 0 {
                primary
            } else if place <= primary {
                place - 1
            } else {
                place
            },
            right: if place == primary {
                0
            } else if place < primary {
                place + 1
            } else {
                place
            },
            up: place,
            down: place,
            header: place,
            option: usize::MAX,
        };
        let nodes = (0..=items).map(header).collect();
        ExactCover { primary, nodes, left: vec![0; items + 1], options: 0 }
    }

    /// Adds an option that covers these items.
    pub fn add_option(&mut self, items: &[usize]) {
        let first = self.nodes.len();
        let last = first + items.len() - 1;
        for (place, item) in (first..).zip(items) {
            let header = item + 1;
            let up = self.nodes[header].up;
            self.nodes.push(Node {
                left: if place == first { last } else { place - 1 },
                right: if place == last { first } else { place + 1 },
                up,
                down: header,
                header,
                option: self.options,
            });
            self.nodes[up].down = place;
            self.nodes[header].up = place;
            self.left[header] += 1;
        }
        self.options += 1;
    }

    /// Visits every cover.
    pub fn solve<P: CoverProbe>(&mut self, probe: &mut P) -> ControlFlow<P::Stop> {
        let Some(header) = self.tightest() else {
            return probe.covered();
        };
        if self.left[header] == 0 {
            return probe.stuck(header - 1);
        }
        self.cover(header);
        let mut node = self.nodes[header].down;
        while node != header {
            probe.choose(self.nodes[node].option)?;
            let mut other = self.nodes[node].right;
            while other != node {
                self.cover(self.nodes[other].header);
                other = self.nodes[other].right;
            }
            self.solve(probe)?;
            let mut other = self.nodes[node].left;
            while other != node {
                self.uncover(self.nodes[other].header);
                other = self.nodes[other].left;
            }
            probe.undo(self.nodes[node].option)?;
            node = self.nodes[node].down;
        }
        self.uncover(header);
        ControlFlow::Continue(())
    }

    /// The primary item with the fewest options, the first of several; `None` if all are covered.
    fn tightest(&self) -> Option<usize> {
        let mut best = None;
        let mut header = self.nodes[0].right;
        while header != 0 {
            debug_assert!(header <= self.primary, "only primary items are in the list");
            if best.is_none_or(|best: usize| self.left[header] < self.left[best]) {
                best = Some(header);
            }
            header = self.nodes[header].right;
        }
        best
    }

    /// Removes an item from the list, and every option that contains it from the option's other
    /// items.
    fn cover(&mut self, header: usize) {
        let Node { left, right, .. } = self.nodes[header];
        self.nodes[left].right = right;
        self.nodes[right].left = left;
        let mut row = self.nodes[header].down;
        while row != header {
            let mut node = self.nodes[row].right;
            while node != row {
                let Node { up, down, header, .. } = self.nodes[node];
                self.nodes[up].down = down;
                self.nodes[down].up = up;
                self.left[header] -= 1;
                node = self.nodes[node].right;
            }
            row = self.nodes[row].down;
        }
    }

    /// Undoes [`cover`](Self::cover), in reverse.
    fn uncover(&mut self, header: usize) {
        let mut row = self.nodes[header].up;
        while row != header {
            let mut node = self.nodes[row].left;
            while node != row {
                let Node { up, down, header, .. } = self.nodes[node];
                self.left[header] += 1;
                self.nodes[up].down = node;
                self.nodes[down].up = node;
                node = self.nodes[node].left;
            }
            row = self.nodes[row].up;
        }
        let Node { left, right, .. } = self.nodes[header];
        self.nodes[left].right = header;
        self.nodes[right].left = header;
    }
}
