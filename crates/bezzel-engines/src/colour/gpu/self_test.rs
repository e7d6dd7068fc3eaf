//! A card's self-test: every kernel that a count can use, compared with the processor.
//!
//! A small board shows that joint descent, bit maps of partners, weights and symmetry are right. The streams of a card
//! share its units: if each counted all of them, in many small launches, that would be the largest part of a count of
//! 20 queens. Every share has units with the most queens in EE, and so needs every kernel that this board needs. No
//! stream returns a count before all shares have passed; it counts those of streams that have nothing to do. A
//! share that is wrong ends the work of all streams: they are one card.
//!
//! The board's leads have too few queens to be counted by nodes. So before the first unit that is counted by nodes,
//! slices of a larger board are counted as well, in every way, whether or not that is the fastest one there. Joint
//! descent is compared with the processor, the other ways with joint descent: the processor would need a tenth of a
//! second for all of these slices. Smaller boards, up to 22 queens, use no nodes, and up to 20 are counted in about the
//! time that this test takes.

use super::fitness::{Fitness, Test, counted_c, is_due, scratch};
use super::unit::{Counter, Way};
use crate::WorkError;
use crate::colour::stage::Stage;
use crate::colour::stages::Stages;
use bezzel_board::Stop;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The side of the board that slices are of: the smallest whose nodes leave more than eight columns to the last
/// queens in both halves, as they do where counts use them.
const SIDE: usize = 24;

/// Queens in EE, and how far into their lists the sets C and A are, in eighths. With four queens, nodes of the first
/// half leave eleven columns, the most that kernels take. With six, both halves have small and large families of nodes,
/// and groups of one to four tails.
const SLICES: [(usize, usize); 2] = [(4, 4), (6, 2)];

/// Sets A for each set C.
const SETS: usize = 8;

/// A stream's part in the self-test of its card.
pub(super) struct SelfTest {
    card: Arc<Fitness>,
    /// Its own share.
    share: usize,
    /// Prepared when it is first needed.
    sample: Arc<LazyLock<Sample>>,
    /// When the slices of the sample were counted.
    sampled: Option<Instant>,
}

impl SelfTest {
    pub fn new(card: &Arc<Fitness>, share: usize, sample: &Arc<LazyLock<Sample>>) -> SelfTest {
        SelfTest { card: Arc::clone(card), share, sample: Arc::clone(sample), sampled: None }
    }

    /// Is it time to count the slices before a unit that uses nodes or not?
    fn are_slices_due(&self, by_nodes: bool, now: Instant) -> bool {
        by_nodes && is_due(self.sampled, now)
    }

    /// Tests the card before a unit, if it is time. The counter may prefer another way of counting afterwards.
    pub fn before(
        &mut self,
        counter: &mut Counter,
        by_nodes: bool,
        stop: &Stop,
    ) -> Result<(), WorkError> {
        self.card.check()?;
        let slices = self.are_slices_due(by_nodes, Instant::now());
        if let Some(own) = self.card.take(self.share..self.share + 1, Instant::now()) {
            own.count(counter, stop)?;
        }
        if slices {
            self.sample.compare(&self.card, counter, self.share, stop)?;
            self.sampled = Some(Instant::now());
        }
        counter.untested = self.card.untested();
        Ok(())
    }

    /// Returns when every share has passed, so that a unit's count may be used. Those that nobody counts are counted
    /// here.
    pub fn after(&self, counter: &mut Counter, stop: &Stop) -> Result<(), WorkError> {
        loop {
            self.card.check()?;
            let now = Instant::now();
            if self.card.has_passed(now) {
                return Ok(());
            }
            if stop.is_asked() {
                return Err(WorkError::Stopped);
            }
            match self.card.take(0..self.card.streams(), now) {
                Some(left) => left.count(counter, stop)?,
                None => std::thread::sleep(Duration::from_micros(200)),
            }
        }
    }
}

#[cfg(test)]
impl SelfTest {
    /// Which of the two is it time to count before a unit that uses nodes or not: the stream's share of the small
    /// board, and the slices?
    pub fn due(&self, by_nodes: bool, now: Instant) -> [bool; 2] {
        [self.card.is_due(self.share, now), self.are_slices_due(by_nodes, now)]
    }

    /// As after an hour.
    pub fn expire(&mut self) {
        self.sampled = None;
        self.card.expire();
    }
}

/// Slices of one board, which all workers of a machine are tested with.
pub(super) struct Sample {
    stages: Stages,
    slices: Vec<Slices>,
}

/// Slices of one set C.
struct Slices {
    /// Which of the board's stages.
    stage: usize,
    c: u32,
    a: Range<usize>,
    /// What the processor counted with the first set A, once it has.
    expected: Mutex<Option<u128>>,
}

impl Sample {
    /// The slices that workers of real cards are tested with.
    pub fn standard() -> Sample {
        Sample::new(SIDE, &SLICES, SETS)
    }

    /// Slices of n queens with these numbers in EE: a set C so far into its list, with as many sets A.
    pub fn new(n: usize, slices: &[(usize, usize)], sets: usize) -> Sample {
        let stages = Stages::new(&vec![(1 << n) - 1; n]);
        let of = |&(queens, eighths): &(usize, usize)| {
            let mut all = stages.stages.iter();
            let stage = all.position(|stage| stage.queens == queens).expect("a stage");
            let Stage { a_sets, .. } = &stages.stages[stage];
            let c_sets: Vec<u32> = counted_c(&stages.stages[stage]).collect();
            let first = a_sets.len() * eighths / 8;
            let c = c_sets[c_sets.len() * eighths / 8];
            Slices { stage, c, a: first..first + sets, expected: Mutex::default() }
        };
        let slices = slices.iter().map(of).collect();
        Sample { stages, slices }
    }

    /// Counts all slices in every way. A way that has no room for them on this card is not used for units either.
    fn compare(
        &self,
        card: &Fitness,
        counter: &mut Counter,
        number: usize,
        stop: &Stop,
    ) -> Result<(), WorkError> {
        let Stages { open, stages, .. } = &self.stages;
        let of = |by: &str| format!("in slices for {} queens by {by}", open.len());
        // What had no room the last time is tried again.
        counter.untested.clear();
        let mut no_room = Vec::new();
        let mut count = |slices: &Slices, a: Range<usize>, way, by: &str| {
            counter.prefer = Some(way);
            let count = counter.count(open, &stages[slices.stage], slices.c, a, stop)?;
            card.tried(&[way], counter, &of(by), &mut no_room)?;
            Ok(count)
        };
        for i in 0..self.slices.len() {
            // Workers that begin at the same time leave different slices to the processor.
            let slices = &self.slices[(number + i) % self.slices.len()];
            let here = slices.expected(&self.stages, stop)?;
            let by = "joint descent";
            card.expect(count(slices, slices.first(), Way::Walk, by)?, here, &of(by))?;
            let walked = count(slices, slices.a.clone(), Way::Walk, by)?;
            for (way, by) in
                [(Way::Meet, "bit maps of partners"), (Way::Nodes, "bit maps of nodes")]
            {
                card.expect(count(slices, slices.a.clone(), way, by)?, walked, &of(by))?;
            }
        }
        card.passed(Test::Slices(number), &no_room);
        Ok(())
    }
}

impl Slices {
    /// The first set A.
    fn first(&self) -> Range<usize> {
        self.a.start..self.a.start + 1
    }

    /// The processor's count with the first set A. The worker that needs it first counts, the others wait.
    fn expected(&self, stages: &Stages, stop: &Stop) -> Result<u128, WorkError> {
        let mut expected = self.expected.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = *expected {
            return Ok(count);
        }
        let stage = &stages.stages[self.stage];
        let count =
            scratch(stages).count(stage, self.c, self.first(), stop).ok_or(WorkError::Stopped)?;
        *expected = Some(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::super::nodes::LEFT;
    use super::super::tails::TAIL;
    use super::super::unit::ways;
    use super::*;

    #[test]
    fn the_slices_of_real_cards_can_be_counted_in_every_way() {
        let Sample { stages, slices } = &Sample::standard();
        let mut left = Vec::new();
        for slices in slices {
            let stage = &stages.stages[slices.stage];
            let both = |way| ways(stage, Some(way));
            assert_eq!(both(Way::Walk), [Way::Walk; 2]);
            assert_eq!(both(Way::Meet), [Way::Meet, Way::Walk]);
            assert_eq!(both(Way::Nodes), [Way::Nodes; 2]);
            left.push(stage.sides.each_ref().map(|side| {
                let queens = side.lead_rows(stage.a_sets[0], stage.inner).len();
                side.lead_block.cols + TAIL - queens
            }));
            // What is not there cannot be miscounted.
            assert!(slices.expected(stages, &Stop::new()).expect("a count") > 0);
        }
        // Columns that nodes leave: products have eight; what is beyond is counted in other ones.
        assert_eq!(left, [[LEFT, 7], [9, 9]]);
    }
}
