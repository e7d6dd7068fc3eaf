//! The second count of a unit: walk one side's queens, keep the other side as bit maps.
//!
//! A slice is a set A and a set C of light rows: rows whose queen stands on a light square. Light
//! and dark squares are two halves. In each, the placements on C's rows are listed once for the
//! unit, and every square of the other rows has the map of those that its two diagonals leave free.
//! Then the queens of A's rows are walked row by row, and the partners still compatible are the
//! maps' intersection:
//!
//! ```text
//!   row 8   queen on column 4     1 1 . 1 1 . . 1     partners that leave its diagonals free
//!   row 6   queen on column 10    . 1 1 1 . . 1 1     AND
//!   row 10  queen on column 2     1 1 1 . . 1 . 1     AND
//!                                 . 1 . . . . . 1     two compatible pairs
//! ```
//!
//! Words that have become empty are dropped on the way. The half with fewer queens fills a table by
//! the two column sets; the other half adds up what it finds there, times how often the term counts.
//!
//! Nothing is shared with the first count: neither blocks, packs, leads and runs nor the rule that
//! picks terms. Squares are those of the board, and [`term`] turns and mirrors sets of whole rows and
//! columns.

mod few;
mod half;
mod kernel;
mod many;
mod term;

use crate::SimdLevel;
use bezzel_board::Stop;
use few::Few;
use half::{Half, Order};
use many::Many;
use term::{Images, TermSet, Terms};

/// With k queens in each block of a half there are many compatible pairs if 2 k is at most the
/// number of rows plus this.
const MARGIN: usize = 1;

/// Which slices a unit has, in rows of the board.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// The light rows of one parity.
    pub c: u32,
    /// The other parity.
    pub lead: usize,
    /// Rows of parity `lead` that are light, those that are not, and their total number.
    pub light: u32,
    pub dark: u32,
    pub number: u32,
    /// Whether the board is full, so that its symmetries count.
    pub symmetric: bool,
}

/// Buffers, and what was made for the last unit's C.
pub(super) struct Recount {
    level: SimdLevel,
    frame: Option<Frame>,
    many: Many,
    few: Few,
    found: Vec<u32>,
    again: Vec<u32>,
    weights: Vec<u64>,
    times: Vec<u64>,
}

/// What is fixed with C.
struct Frame {
    /// C, the parity of A's rows and the size of A.
    of: (u32, usize, u32),
    images: Images,
    terms: Terms,
    /// Light and dark squares.
    halves: [Half; 2],
    /// How many sets B and D there are.
    sets: [usize; 2],
    /// The half that fills the table.
    first: usize,
}

impl Recount {
    pub fn new(level: SimdLevel) -> Self {
        Recount {
            level,
            frame: None,
            many: Many::default(),
            few: Few::default(),
            found: Vec::new(),
            again: Vec::new(),
            weights: Vec::new(),
            times: Vec::new(),
        }
    }

    /// Counts the slices of a unit; `None` if stopped.
    pub fn count(&mut self, open: &[u64], rows: &Rows, stop: &Stop) -> Option<u128> {
        let frame = match self.frame.take() {
            Some(frame) if frame.of == rows.of() => frame,
            _ => Frame::new(open, rows, stop)?,
        };
        let all = lines(open.len(), rows.lead);
        let mut sum = 0;
        for a in subsets(all, rows.number) {
            let belongs = a & rows.light == rows.light && a & rows.dark == 0;
            if belongs && !frame.images.excludes(TermSet::A, a) {
                sum += self.slice(&frame, a, [a, all & !a], stop)?;
            }
        }
        self.frame = Some(frame);
        Some(sum)
    }

    fn slice(&mut self, frame: &Frame, a: u32, walked: [u32; 2], stop: &Stop) -> Option<u128> {
        let Frame { halves, first, .. } = frame;
        if halves.iter().any(Half::is_empty) {
            return Some(0);
        }
        self.many.fill(&halves[*first], walked[*first], self.level, &mut self.found, stop)?;
        self.weigh(frame, a, *first, stop)?;
        let (half, rows) = (&halves[1 - first], walked[1 - first]);
        match half.order {
            Order::Listed => self.few.weigh(half, rows, self.level, &self.weights, stop),
            Order::Grouped => {
                self.many.fill(half, rows, self.level, &mut self.again, stop)?;
                Some(sum_of_products(&self.again, &self.weights))
            }
        }
    }

    /// Turns the table of the first half, by its walked and its partners' column sets, into the
    /// weights of the second, whose column sets are the complements and change places.
    fn weigh(&mut self, frame: &Frame, a: u32, first: usize, stop: &Stop) -> Option<()> {
        let of_a = frame.images.of_a(a);
        let [walked, partners] = [frame.sets[first], frame.sets[1 - first]];
        self.times.resize(walked, 0);
        self.weights.resize(walked * partners, 0);
        for (place, weights) in self.weights.chunks_exact_mut(walked).enumerate() {
            frame.terms.counts(&of_a, 1 - first, place, &mut self.times);
            let found = self.found.iter().skip(place).step_by(partners);
            for ((weight, times), &found) in weights.iter_mut().zip(&self.times).zip(found) {
                *weight = times * u64::from(found);
            }
            if stop.is_asked() {
                return None;
            }
        }
        Some(())
    }
}

/// The sum of counts times weights.
fn sum_of_products(counts: &[u32], weights: &[u64]) -> u128 {
    let most = |values: u64| u128::from(values.max(1));
    let largest = most(counts.iter().copied().max().unwrap_or(0).into())
        * most(weights.iter().copied().max().unwrap_or(0));
    let pairs = counts.iter().zip(weights);
    if largest * counts.len() as u128 <= u128::from(u64::MAX) {
        pairs.map(|(&count, weight)| u64::from(count) * weight).sum::<u64>().into()
    } else {
        pairs.map(|(&count, &weight)| u128::from(count) * u128::from(weight)).sum()
    }
}

impl Rows {
    fn of(&self) -> (u32, usize, u32) {
        (self.c, self.lead, self.number)
    }
}

impl Frame {
    fn new(open: &[u64], rows: &Rows, stop: &Stop) -> Option<Frame> {
        let Rows { c, lead, number, symmetric, .. } = *rows;
        let n = open.len();
        let images = Images::new(n as u32, lead, c, number, symmetric);
        let [of_lead, others] = [lines(n, lead), lines(n, 1 - lead)];
        let sets = |all: u32, number: u32, part: TermSet| -> Vec<u32> {
            subsets(all, number).filter(|&set| !images.excludes(part, set)).collect()
        };
        let b = sets(of_lead, number, TermSet::B);
        let d = sets(others, c.count_ones(), TermSet::D);
        let complements =
            |all: u32, sets: &[u32]| -> Vec<u32> { sets.iter().map(|set| all & !set).collect() };
        let (not_b, not_d) = (complements(of_lead, &b), complements(others, &d));
        // The half with fewer queens fills the table: it has more pairs, and its counts are bounded.
        let walked = [number, of_lead.count_ones() - number];
        let first = usize::from(walked[0] > walked[1]);
        let order = |half: usize| {
            let many = 2 * walked[half] as usize <= n.div_ceil(2) + MARGIN;
            if half == first || many { Order::Grouped } else { Order::Listed }
        };
        let light = Half::new(open, lead, c, [&b, &d], order(0), stop)?;
        let dark = Half::new(open, lead, others & !c, [&not_d, &not_b], order(1), stop)?;
        let terms = images.terms(&b, &d);
        let sets = [b.len(), d.len()];
        Some(Frame { of: rows.of(), images, terms, halves: [light, dark], sets, first })
    }
}

/// The rows, or columns, of one parity.
fn lines(n: usize, parity: usize) -> u32 {
    (parity..n).step_by(2).fold(0, |lines, i| lines | 1 << i)
}

/// The subsets with this many members, smallest first.
fn subsets(all: u32, number: u32) -> impl Iterator<Item = u32> {
    let next = move |set: &u32| Some(set.wrapping_sub(all) & all).filter(|&next| next != 0);
    std::iter::successors(Some(0), next).filter(move |set| set.count_ones() == number)
}
