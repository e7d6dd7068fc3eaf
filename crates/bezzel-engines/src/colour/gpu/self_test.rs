//! A card's self-test: every kernel that a count can use, compared with the processor.
//!
//! A small board shows that joint descent, bit maps of partners, weights and symmetry are right. The streams of a card
//! share its units: if each counted all of them, in many small launches, that would be the largest part of a count of 20
//! queens. Every share has units with the most queens in EE, so that each stream uses every kernel that this board needs.
//!
//! The board's leads have too few queens to be counted by nodes. So before the first unit that is, slices of a larger board are
//! counted as well, in every way, whether or not that is the fastest one there. Joint descent is compared with the
//! processor, the other ways with joint descent: the processor would need a tenth of a second for all of these slices.
//! Smaller boards, up to 22 queens, use no nodes, and up to 20 are counted in about the time that this test takes.

use super::unit::{Counter, Way};
use crate::colour::simd;
use crate::colour::slice::Scratch;
use crate::colour::stage::Stage;
use crate::colour::stages::Stages;
use crate::colour::symmetry::Standing;
use crate::{SimdLevel, WorkError};
use bezzel_board::Stop;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a self-test holds.
const TRUSTED_FOR: Duration = Duration::from_secs(3600);

/// The side of the board that the streams of a card share.
pub(super) const SMALL: usize = 16;

/// The side of the board that slices are of: the smallest whose nodes leave more than eight columns to the last
/// queens in both halves, as they do where counts use them.
const SIDE: usize = 24;

/// Queens in EE, and how far into their lists the sets C and A are, in eighths. With four queens, nodes of the first half
/// leave eleven columns, the most that kernels take. With six, both halves have small and large families of nodes, and
/// groups of one to four tails.
const SLICES: [(usize, usize); 2] = [(4, 4), (6, 2)];

/// Sets A for each set C.
const SETS: usize = 8;

/// A share of a small board, and slices of a larger one.
pub(super) struct SelfTest {
    small: Stages,
    /// Number (from 0) and of how many.
    share: (usize, usize),
    /// What the processor counted for the share, once it has: a card is tested again after an hour.
    expected: Option<u128>,
    sample: Arc<Sample>,
    /// When the small board was counted, and when the slices were.
    passed: [Option<Instant>; 2],
}

impl SelfTest {
    /// With a share of n queens: its number, from 0, and how many workers count the board together.
    pub fn new(n: usize, share: (usize, usize), sample: &Arc<Sample>) -> SelfTest {
        let small = Stages::new(&vec![(1 << n) - 1; n]);
        SelfTest { small, share, expected: None, sample: Arc::clone(sample), passed: [None; 2] }
    }

    /// Which of the two is it time to count, again or for the first time, before a unit that uses nodes or not?
    pub fn due(&self, by_nodes: bool, now: Instant) -> [bool; 2] {
        let [small, slices] = self
            .passed
            .map(|passed| passed.is_none_or(|passed| now.duration_since(passed) >= TRUSTED_FOR));
        [small, slices && by_nodes]
    }

    /// Tests the card, if it is time. The counter may prefer another way of counting afterwards.
    pub fn run(
        &mut self,
        counter: &mut Counter,
        by_nodes: bool,
        stop: &Stop,
    ) -> Result<(), WorkError> {
        let [small, slices] = self.due(by_nodes, Instant::now());
        if small {
            self.count_small(counter, stop)?;
            self.passed[0] = Some(Instant::now());
        }
        if slices {
            self.sample.compare(counter, self.share.0, stop)?;
            self.passed[1] = Some(Instant::now());
        }
        Ok(())
    }

    /// Counts the share of the small board, each half in the way that is fastest.
    fn count_small(&mut self, counter: &mut Counter, stop: &Stop) -> Result<(), WorkError> {
        let expected = self.expected(stop)?;
        let open = &self.small.open;
        counter.prefer = None;
        let mut sum = 0;
        for (stage, c) in self.units() {
            sum += counter.count(open, stage, c, 0..stage.a_sets.len(), stop)?;
        }
        expect(sum, expected, &format!("in units for {} queens", open.len()))
    }

    /// The share's units of the small board: a stage, and a set C. The shares take turns, so that each has its part of
    /// every stage.
    fn units(&self) -> impl Iterator<Item = (&Stage, u32)> {
        let (number, of) = self.share;
        let of_stage = |stage| counted_c(stage).map(move |c| (stage, c));
        self.small.stages.iter().flat_map(of_stage).skip(number).step_by(of)
    }

    /// The processor's count of the share.
    fn expected(&mut self, stop: &Stop) -> Result<u128, WorkError> {
        if let Some(count) = self.expected {
            return Ok(count);
        }
        let mut scratch = scratch(&self.small);
        let mut sum = 0;
        for (stage, c) in self.units() {
            let all = 0..stage.a_sets.len();
            sum += scratch.count(stage, c, all, stop).ok_or(WorkError::Stopped)?;
        }
        self.expected = Some(sum);
        Ok(sum)
    }
}

/// What the processor counts this board with.
fn scratch(stages: &Stages) -> Scratch {
    Scratch::new(stages.open.len(), simd::usable(SimdLevel::best()))
}

/// The sets C of a stage that have a smallest term.
fn counted_c(stage: &Stage) -> impl Iterator<Item = u32> {
    let counts = |&c: &u32| stage.symmetry.of_c(c) != Standing::Outside;
    stage.c_sets.iter().copied().filter(counts)
}

fn expect(found: u128, expected: u128, of_what: &str) -> Result<(), WorkError> {
    if found == expected {
        return Ok(());
    }
    let why = format!("its self-test counted {found} solutions {of_what}, not {expected}");
    Err(WorkError::Failed { why })
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

    /// Counts all slices in every way.
    fn compare(&self, counter: &mut Counter, number: usize, stop: &Stop) -> Result<(), WorkError> {
        let Stages { open, stages, .. } = &self.stages;
        let mut count = |slices: &Slices, a: Range<usize>, way| {
            counter.prefer = Some(way);
            counter.count(open, &stages[slices.stage], slices.c, a, stop)
        };
        let of = |by: &str| format!("in slices for {} queens by {by}", open.len());
        for i in 0..self.slices.len() {
            // Workers that begin at the same time leave different slices to the processor.
            let slices = &self.slices[(number + i) % self.slices.len()];
            let here = slices.expected(&self.stages, stop)?;
            expect(count(slices, slices.first(), Way::Walk)?, here, &of("joint descent"))?;
            let walked = count(slices, slices.a.clone(), Way::Walk)?;
            for (way, by) in
                [(Way::Meet, "bit maps of partners"), (Way::Nodes, "bit maps of nodes")]
            {
                expect(count(slices, slices.a.clone(), way)?, walked, &of(by))?;
            }
        }
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
    use super::super::worker::STREAMS;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_streams_of_a_card_share_a_board_of_known_total() {
        let sample = Arc::new(Sample::new(16, &[(4, 4)], 1));
        let listed = |test: &SelfTest| -> Vec<(usize, u32)> {
            test.units().map(|(stage, c)| (stage.queens, c)).collect()
        };
        let (mut shared, mut sum) = (Vec::new(), 0);
        for number in 0..STREAMS {
            let mut test = SelfTest::new(SMALL, (number, STREAMS), &sample);
            let units = listed(&test);
            // An empty block EE leaves one set C, which is the first stream's.
            let mut stages: BTreeSet<usize> = units.iter().map(|&(queens, _)| queens).collect();
            assert_eq!(stages.remove(&0), number == 0);
            assert_eq!(stages, (1..=4).collect());
            let by_maps = |(stage, _)| ways(stage, None) == [Way::Meet, Way::Walk];
            assert!(test.units().any(by_maps));
            shared.extend(units);
            let count = test.expected(&Stop::new()).expect("a count");
            let stop = Stop::new();
            stop.ask();
            assert_eq!(test.expected(&stop), Ok(count), "it is kept");
            sum += count;
        }
        assert_eq!(sum, 14_772_512);
        let mut all = listed(&SelfTest::new(SMALL, (0, 1), &sample));
        all.sort_unstable();
        shared.sort_unstable();
        assert_eq!(shared, all, "each unit once");
    }

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
