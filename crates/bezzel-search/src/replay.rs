//! A trace replayed as boards, forwards and backwards.

use crate::{Event, Production, Stacking, Step};
use bezzel_board::{Placement, Square};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The board and the algorithm's state at one moment of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Frame {
    /// Queens on the board, attacking each other or not.
    pub queens: Placement,
    /// Local search: collisions when they were last counted.
    pub collisions: u64,
    /// Güldal: squares deleted from the matrix.
    pub eliminated: BTreeSet<Square>,
    /// Nilsson: the rules still to be tried, by depth.
    pub rules: Vec<Vec<Square>>,
    /// Nilsson: the path returned so far.
    pub path: Vec<Square>,
    /// Stacks: the solutions collected.
    pub collected: Vec<Vec<u32>>,
    /// Stacks: the floors, lowest first, each by the column of its rows.
    pub floors: Vec<Vec<u32>>,
    /// The weights of all squares, row by row, where the search weighs them: trails of ants in
    /// thousandths, potentials of neurons.
    pub weights: Vec<i64>,
    /// Solutions so far.
    pub solutions: u64,
}

impl Frame {
    /// The frame after one more step.
    pub fn apply(&mut self, step: &Step<'_>) {
        match step {
            Step::Place(square) => {
                self.queens.place(*square);
            }
            Step::Remove(square) => {
                self.queens.remove(*square);
            }
            Step::Solution => self.solutions += 1,
            Step::Move(from, to) => {
                self.queens.remove(*from);
                self.queens.place(*to);
            }
            Step::Swap(row, other) => self.swap(*row, *other),
            Step::Collisions(number) => self.collisions = *number,
            Step::Restart(_) => self.queens = Placement::default(),
            Step::Board(queens) => self.queens = queens.iter().copied().collect(),
            Step::Weights { first, values } => self.weigh(*first as usize, values),
            Step::Eliminate(squares) => self.eliminated.extend(squares.iter().copied()),
            Step::Restore(squares) => {
                for square in squares.iter() {
                    self.eliminated.remove(square);
                }
            }
            Step::Production(step) => self.produce(step),
            Step::Stacking(step) => match step {
                Stacking::Collect { columns, .. } => self.collected.push(columns.to_vec()),
                Stacking::Put { columns, .. } => self.floors.push(columns.to_vec()),
                Stacking::TakeOff { .. } => {
                    self.floors.pop();
                }
                Stacking::Above { .. } => {}
            },
            Step::Reject(..) | Step::DeadEnd(_) | Step::Discard(_) | Step::Orbit { .. } => {}
        }
    }

    fn weigh(&mut self, first: usize, values: &[i64]) {
        let end = first + values.len();
        if self.weights.len() < end {
            self.weights.resize(end, 0);
        }
        self.weights[first..end].copy_from_slice(values);
    }

    fn swap(&mut self, row: u32, other: u32) {
        let swapped = (self.queens.squares().iter())
            .map(|queen| {
                let partner = match queen.row {
                    r if r == row => other,
                    r if r == other => row,
                    r => r,
                };
                Square::new(partner, queen.column)
            })
            .collect();
        self.queens = swapped;
    }

    fn produce(&mut self, step: &Production<'_>) {
        match step {
            Production::Apprules(rules) => self.rules.push(rules.to_vec()),
            Production::Tail(rules) => {
                self.rules.pop();
                self.rules.push(rules.to_vec());
            }
            Production::Null(true) => {
                self.rules.pop();
            }
            Production::Cons(path) => self.path = path.to_vec(),
            _ => {}
        }
    }
}

/// Events between two kept frames: going back re-applies at most this many.
const STRIDE: usize = 256;

/// A recorded trace and a position in it.
pub struct Replay {
    events: Vec<Event>,
    /// The frame before event 0, `STRIDE`, 2 · `STRIDE`, …
    kept: Vec<Frame>,
    at: usize,
    frame: Frame,
}

impl Replay {
    /// A trace, positioned before its first event.
    #[must_use]
    pub fn new(events: Vec<Event>) -> Replay {
        let mut frame = Frame::default();
        let mut kept = Vec::new();
        for (place, event) in events.iter().enumerate() {
            if place % STRIDE == 0 {
                kept.push(frame.clone());
            }
            frame.apply(&event.step);
        }
        Replay { events, kept, at: 0, frame: Frame::default() }
    }

    /// All events.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The number of events already applied.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The board at this position.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Moves one event forwards; returns the event, or `None` at the end.
    pub fn forward(&mut self) -> Option<&Event> {
        let event = self.events.get(self.at)?;
        self.frame.apply(&event.step);
        self.at += 1;
        Some(event)
    }

    /// Moves one event backwards; returns the event undone, or `None` at the start.
    pub fn back(&mut self) -> Option<&Event> {
        let before = self.at.checked_sub(1)?;
        self.seek(before);
        self.events.get(before)
    }

    /// Moves to the position after this many events, or to the end if there are fewer.
    pub fn seek(&mut self, place: usize) {
        let place = place.min(self.events.len());
        let nearest = (place / STRIDE).min(self.kept.len().saturating_sub(1));
        // From the nearest kept frame, unless the position is a short way ahead.
        if place < self.at || self.at < nearest * STRIDE {
            self.frame = self.kept[nearest].clone();
            self.at = nearest * STRIDE;
        }
        while self.at < place {
            self.forward();
        }
    }
}
