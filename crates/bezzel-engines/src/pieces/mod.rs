//! Engine `pieces`: any number of any piece, anywhere on a board of up to 256 squares.
//!
//! The squares are numbered row by row, and a set of them is a few words. The pieces are placed in
//! that order: after a piece the squares before it and those it attacks are no longer free. The
//! last piece is counted without visiting it.
//!
//! ```text
//!   . . K x .     after a king on square 2: squares 0 to 3 and 6 to 8 are not free,
//!   . x x x .     the next king goes to one of the others
//! ```
//!
//! A branch ends when too few pieces can follow. Two bounds say so: the number of free squares, and
//! the number of cliques (rows, columns, diagonals or blocks of touching squares, whichever are
//! fewest) that cover the squares from here on, each of which holds at most one piece.
//!
//! A unit is the set of solutions that start with a given piece; units split by the next piece. The
//! time is proportional to the number of placements of all pieces but one.

mod bound;
mod list;

use crate::{
    Counted, Device, Engine, EngineError, Info, Plan, Prepared, SimdLevel, Subtotal, Unit,
    WorkError, Worker,
};
use bezzel_board::{Instead, Problem, Square, Stop};
pub(crate) use list::PieceList;
use std::sync::Arc;

/// Maximum number of squares.
const MOST_SQUARES: u64 = 256;

/// Words of a set of squares.
const WORDS: usize = 4;

/// Branches between two checks of the stop flag.
const PATIENCE: u32 = 1 << 16;

/// Time of a placement on one core: 20 million queens were placed in 0.06 s.
const SECONDS_A_PLACEMENT: f64 = 3e-9;

/// The engine for any number of pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pieces;

impl Pieces {
    /// The engine's name.
    pub const ID: &'static str = "pieces";
}

static INFO: Info = Info {
    id: Pieces::ID,
    title: "Any number of pieces anywhere",
    counts: Counted::Solutions,
    boards: "boards of up to 256 squares whose rows may hold any number of pieces",
    method: "placing pieces square by square with masks of free squares",
    recounts_by: "square by square with a count of attackers",
    source: "none: depth-first search for independent sets",
    revision: 1,
};

impl Engine for Pieces {
    fn info(&self) -> &Info {
        &INFO
    }

    fn prepare(&self, problem: &Problem, stop: &Stop) -> Result<Arc<dyn Prepared>, EngineError> {
        Ok(Arc::new(Planned(Arc::new(Ready::new(problem, stop)?))))
    }
}

/// A set of squares.
type Set = [u64; WORDS];

fn has(set: &Set, square: usize) -> bool {
    set[square / 64] >> (square % 64) & 1 == 1
}

fn insert(set: &mut Set, square: usize) {
    set[square / 64] |= 1 << (square % 64);
}

/// The unit that starts with pieces on these squares.
fn unit(start: &[usize]) -> Unit {
    if start.is_empty() {
        return Unit::new("empty board");
    }
    let start: Vec<String> = start.iter().map(usize::to_string).collect();
    Unit::new(format!("pieces {}", start.join(",")))
}

/// The tables of a problem.
struct Ready {
    plan: Plan,
    /// By square: the later squares that stay free after a piece on it.
    after: Vec<Set>,
    /// By square: the most pieces from here on.
    most: Vec<u32>,
    /// The squares that the given pieces leave free.
    free: Set,
    /// The pieces that are not given.
    missing: u32,
    /// The words in use.
    words: usize,
    /// The share of pairs of free squares that do not attack each other.
    peace: f64,
}

impl Ready {
    fn new(problem: &Problem, stop: &Stop) -> Result<Ready, EngineError> {
        let size = problem.size();
        if problem.has_one_per_row() {
            return Err(EngineError::Unsupported {
                engine: Pieces::ID,
                what: "boards with one piece in each row",
                instead: vec![Instead::set("engine", "barr-rao")],
            });
        }
        if size.squares() > MOST_SQUARES {
            let engine = Pieces::ID;
            return Err(EngineError::TooLarge { engine, largest: 16, size: size.to_string() });
        }
        let number = |square: Square| size.position(square) as usize;
        let mut free = [0; WORDS];
        for square in size.iter().filter(|&s| !problem.blocked().contains(s)) {
            insert(&mut free, number(square));
        }
        for &given in problem.given().squares() {
            let attacked = problem.attack_list(given);
            for square in attacked.into_iter().chain([given]).map(number) {
                free[square / 64] &= !(1 << (square % 64));
            }
        }
        let mut after = Vec::with_capacity(size.squares() as usize);
        for square in size.iter() {
            if stop.is_asked() {
                return Err(EngineError::Stopped);
            }
            let mut left = free;
            let before =
                (0..=number(square)).chain(problem.attack_list(square).into_iter().map(number));
            before.for_each(|other| left[other / 64] &= !(1 << (other % 64)));
            after.push(left);
        }
        let missing = problem.pieces() - problem.given().len() as u32;
        let most = bound::most(problem, &free);
        let words = (size.squares() as usize).div_ceil(64);
        let open = f64::from(self::size(&free));
        let peaceful = (0..after.len()).filter(|&square| has(&free, square));
        let peaceful: u32 = peaceful.map(|square| self::size(&after[square])).sum();
        let peace = f64::from(peaceful) / (open * (open - 1.0) / 2.0).max(1.0);
        let mut ready = Ready {
            plan: Plan {
                engine: INFO.id,
                revision: INFO.revision,
                problem: problem.clone(),
                units: Vec::new(),
                divisor: 1,
                counted: INFO.counts,
            },
            after,
            most,
            free,
            missing,
            words,
            peace,
        };
        ready.plan.units = ready.next(&[]);
        if ready.plan.units.is_empty() {
            // Too many pieces: one unit that finds nothing.
            ready.plan.units.push(unit(&[]));
        }
        Ok(ready)
    }

    /// The units that a start is split into; the start itself if a piece is the last one.
    fn next(&self, start: &[usize]) -> Vec<Unit> {
        let left = self.missing as usize - start.len();
        if left <= 1 {
            return vec![unit(start)];
        }
        let free = self.left(start);
        let squares = (0..self.after.len()).filter(|&s| has(&free, s));
        let fits = |square: &usize| self.most[*square] as usize >= left;
        squares.filter(fits).map(|square| unit(&[start, &[square]].concat())).collect()
    }

    /// The squares that these pieces leave free.
    fn left(&self, start: &[usize]) -> Set {
        start.iter().fold(self.free, |free, &square| and(&free, &self.after[square]))
    }

    /// The pieces a unit starts with, if it is one of the plan or one that those split into.
    fn read(&self, unit: &Unit) -> Option<Vec<usize>> {
        let start: Vec<usize> = match unit.label().strip_prefix("pieces ") {
            None => Vec::new(),
            Some(list) => list.split(',').map(|n| n.parse().ok()).collect::<Option<_>>()?,
        };
        let is_complete = start.len() > self.missing as usize;
        if is_complete || self::unit(&start) != *unit {
            return None;
        }
        // Only a plan of one unit has one without pieces.
        if start.is_empty() && self.plan.units != [unit.clone()] {
            return None;
        }
        let mut free = self.free;
        for &square in &start {
            if square >= self.after.len() || !has(&free, square) {
                return None;
            }
            free = and(&free, &self.after[square]);
        }
        Some(start)
    }
}

fn size(set: &Set) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn and(a: &Set, b: &Set) -> Set {
    std::array::from_fn(|word| a[word] & b[word])
}

/// A planned problem.
struct Planned(Arc<Ready>);

impl Prepared for Planned {
    fn plan(&self) -> &Plan {
        &self.0.plan
    }

    /// The expected number of placements of all pieces but one, if attacks were drawn at random.
    fn cost(&self, unit: &Unit) -> f64 {
        let Some(start) = self.0.read(unit) else { return 0.0 };
        let left = f64::from(size(&self.0.left(&start)));
        let placed = (self.0.missing as usize - start.len()).saturating_sub(1);
        let pairs = (placed * placed.saturating_sub(1) / 2) as f64;
        let choices: f64 =
            (0..placed).map(|k| (left - k as f64).max(1.0) / (k + 1) as f64).product();
        SECONDS_A_PLACEMENT * (choices * self.0.peace.powf(pairs)).max(1.0)
    }

    fn split(&self, unit: &Unit) -> Vec<Unit> {
        let Some(start) = self.0.read(unit) else { return Vec::new() };
        match self.0.next(&start) {
            same if same == [unit.clone()] => Vec::new(),
            units => units,
        }
    }

    fn worker(&self, level: SimdLevel) -> Result<Box<dyn Worker>, EngineError> {
        level.available()?;
        Ok(Box::new(Core(Arc::clone(&self.0), Device::cpu(SimdLevel::Scalar))))
    }
}

/// One thread's worker.
struct Core(Arc<Ready>, Device);

impl Worker for Core {
    fn device(&self) -> &Device {
        &self.1
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let start = self.0.read(unit).ok_or_else(|| unit.unknown())?;
        let (free, missing) = (self.0.left(&start), self.0.missing - start.len() as u32);
        // Loops over the words in use only: a chess board fits one.
        let found = match self.0.words {
            0 | 1 => Search::<1>::new(&self.0, stop).count(&free, missing),
            2 => Search::<2>::new(&self.0, stop).count(&free, missing),
            _ => Search::<4>::new(&self.0, stop).count(&free, missing),
        };
        found.map(Subtotal::Count).ok_or(WorkError::Stopped)
    }

    fn recounts_by(&self) -> &'static str {
        INFO.recounts_by
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let start = self.0.read(unit).ok_or_else(|| unit.unknown())?;
        let problem = &self.0.plan.problem;
        let squares: Vec<Square> = problem.size().iter().collect();
        let mut recount =
            Recount { problem, squares: &squares, hits: vec![0; squares.len()], stop };
        problem.given().squares().iter().for_each(|&given| recount.hit(given, 1));
        start.iter().for_each(|&square| recount.hit(squares[square], 1));
        let missing = self.0.missing as usize - start.len();
        let found = recount.from(start.last().map_or(0, |last| last + 1), missing);
        found.map(Subtotal::Count).ok_or(WorkError::Stopped)
    }
}

/// The search on sets of this many words.
struct Search<'a, const W: usize> {
    after: Vec<[u64; W]>,
    most: &'a [u32],
    stop: &'a Stop,
    patience: u32,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(ready: &'a Ready, stop: &'a Stop) -> Search<'a, W> {
        let after = ready.after.iter().map(|set| std::array::from_fn(|word| set[word])).collect();
        Search { after, most: &ready.most, stop, patience: 1 }
    }

    fn count(&mut self, free: &Set, missing: u32) -> Option<u128> {
        let free: [u64; W] = std::array::from_fn(|word| free[word]);
        match missing {
            0 => Some(1),
            _ => self.place(free, missing),
        }
    }

    /// The ways to place this many pieces, at least one, on free squares; `None` if stopped.
    fn place(&mut self, mut free: [u64; W], missing: u32) -> Option<u128> {
        let mut left: u32 = free.iter().map(|word| word.count_ones()).sum();
        if missing == 1 {
            return Some(u128::from(left));
        }
        self.patience -= 1;
        if self.patience == 0 {
            self.patience = PATIENCE;
            if self.stop.is_asked() {
                return None;
            }
        }
        let mut solutions = 0;
        for word in 0..W {
            while free[word] != 0 && left >= missing {
                let square = 64 * word + free[word].trailing_zeros() as usize;
                if self.most[square] < missing {
                    return Some(solutions);
                }
                free[word] &= free[word] - 1;
                left -= 1;
                let after = &self.after[square];
                let next: [u64; W] = std::array::from_fn(|word| free[word] & after[word]);
                solutions += self.place(next, missing - 1)?;
            }
        }
        Some(solutions)
    }
}

/// The same by deciding square by square, with a count of the pieces that attack each.
struct Recount<'a> {
    problem: &'a Problem,
    squares: &'a [Square],
    hits: Vec<i32>,
    stop: &'a Stop,
}

impl Recount<'_> {
    fn hit(&mut self, square: Square, by: i32) {
        let size = self.problem.size();
        for (place, &other) in self.squares.iter().enumerate() {
            if other == square || self.problem.attack(square, other).is_some() {
                self.hits[size.position(other) as usize] += by;
                debug_assert_eq!(size.position(other) as usize, place);
            }
        }
    }

    /// The ways to place this many pieces on the squares from this one on; `None` if stopped.
    fn from(&mut self, first: usize, missing: usize) -> Option<u128> {
        if missing == 0 {
            return Some(1);
        }
        if self.stop.is_asked() {
            return None;
        }
        let mut solutions = 0;
        for place in first..(self.squares.len() + 1).saturating_sub(missing) {
            let square = self.squares[place];
            if self.hits[place] == 0 && !self.problem.blocked().contains(square) {
                self.hit(square, 1);
                solutions += self.from(place + 1, missing - 1)?;
                self.hit(square, -1);
            }
        }
        Some(solutions)
    }
}

#[cfg(test)]
mod tests;
