//! What the streams of a card know about it together: whether it may be trusted.

use super::unit::{Counter, Way, ways};
use crate::colour::simd;
use crate::colour::slice::Scratch;
use crate::colour::stage::Stage;
use crate::colour::stages::Stages;
use crate::colour::symmetry::Standing;
use crate::{SimdLevel, WorkError};
use bezzel_board::Stop;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// A share takes less than a second. A stream that has not answered after this time may hang, and others count its
/// share: before a run takes their units away because they wait.
const ANSWERS_IN: Duration = Duration::from_secs(20);

/// How long a self-test holds.
const TRUSTED_FOR: Duration = Duration::from_secs(3600);

/// The side of the board that the streams of a card share.
pub(super) const SMALL: usize = 16;

/// The self-test that the streams of a card share: a small board.
pub(super) struct Fitness {
    small: Stages,
    shares: Mutex<Vec<Tested>>,
    /// Ways that had no room for the last of these tests: units are counted without them. All streams have equal
    /// memory.
    untested: Mutex<Vec<(Test, Way)>>,
    /// Why nothing that this card counts may be used any more.
    unfit: OnceLock<String>,
}

/// A test of a card, which is repeated after an hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// This share of the small board.
    Share(usize),
    /// The slices of a larger board, counted by this stream.
    Slices(usize),
}

/// What is known of a share of the small board.
#[derive(Clone, Default)]
struct Tested {
    /// What the processor counted, once it has: a card is tested again after an hour.
    expected: Option<u128>,
    passed: Option<Instant>,
    /// Since when a stream counts it.
    taken: Option<Instant>,
}

/// A share that this stream counts; others may count it when this is dropped.
pub(super) struct Taken<'a>(&'a Fitness, usize);

impl Fitness {
    /// Of a card whose streams share n queens.
    pub fn new(n: usize, streams: usize) -> Fitness {
        let small = Stages::new(&vec![(1 << n) - 1; n]);
        let shares = Mutex::new(vec![Tested::default(); streams]);
        Fitness { small, shares, untested: Mutex::default(), unfit: OnceLock::new() }
    }

    fn shares(&self) -> MutexGuard<'_, Vec<Tested>> {
        self.shares.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing, unless a test of this card has found something wrong.
    pub fn check(&self) -> Result<(), WorkError> {
        match self.unfit.get() {
            Some(why) => Err(WorkError::Failed { why: why.clone() }),
            None => Ok(()),
        }
    }

    /// Compares two counts of a test.
    pub fn expect(&self, found: u128, expected: u128, of_what: &str) -> Result<(), WorkError> {
        if found != expected {
            self.fail(&format!("counted {found} solutions {of_what}, not {expected}"));
        }
        self.check()
    }

    fn fail(&self, what: &str) {
        let why = format!("its self-test {what}; a job that it worked for should be verified");
        // Another stream may have said so before.
        let _ = self.unfit.set(why);
    }

    /// The last slices of a test were to be counted in these ways; those that had no room, where joint descent had to
    /// do it, are added to `no_room`. All counts of a test fit 16 bits.
    pub fn tried(
        &self,
        ways: &[Way],
        counter: &Counter,
        of_what: &str,
        no_room: &mut Vec<Way>,
    ) -> Result<(), WorkError> {
        if counter.was_wide {
            self.fail(&format!("had a count of more than 16 bits {of_what}"));
        }
        no_room.extend(ways.iter().filter(|way| !counter.used.contains(way)));
        self.check()
    }

    /// A test has passed, as far as there was room for it: not in these ways.
    pub fn passed(&self, test: Test, no_room: &[Way]) {
        let mut untested = self.untested.lock().unwrap_or_else(PoisonError::into_inner);
        untested.retain(|&(known, _)| known != test);
        untested.extend(no_room.iter().map(|&way| (test, way)));
    }

    /// The ways that units are counted without.
    pub fn untested(&self) -> Vec<Way> {
        let untested = self.untested.lock().unwrap_or_else(PoisonError::into_inner);
        let is_untested = |way: &Way| untested.iter().any(|(_, known)| known == way);
        [Way::Meet, Way::Nodes].into_iter().filter(is_untested).collect()
    }

    /// Takes one of these shares that it is time to count and that nobody counts.
    pub fn take(&self, mut wanted: Range<usize>, now: Instant) -> Option<Taken<'_>> {
        let mut shares = self.shares();
        let is_taken = |share: &Tested| {
            share.taken.is_some_and(|since| now.duration_since(since) < ANSWERS_IN)
        };
        let share = wanted.find(|&i| shares[i].is_due(now) && !is_taken(&shares[i]))?;
        shares[share].taken = Some(now);
        Some(Taken(self, share))
    }

    /// How many streams share the board.
    pub fn streams(&self) -> usize {
        self.shares().len()
    }

    /// Has every share passed?
    pub fn has_passed(&self, now: Instant) -> bool {
        !self.shares().iter().any(|share| share.is_due(now))
    }

    /// A share's units of the small board: a stage, and a set C. The shares take turns, so that each has its part of
    /// every stage.
    fn units(&self, share: usize) -> impl Iterator<Item = (&Stage, u32)> {
        let of_stage = |stage| counted_c(stage).map(move |c| (stage, c));
        self.small.stages.iter().flat_map(of_stage).skip(share).step_by(self.streams())
    }

    /// The processor's count of a share.
    fn expected(&self, share: usize, stop: &Stop) -> Result<u128, WorkError> {
        if let Some(count) = self.shares()[share].expected {
            return Ok(count);
        }
        let mut scratch = scratch(&self.small);
        let mut sum = 0;
        for (stage, c) in self.units(share) {
            let all = 0..stage.a_sets.len();
            sum += scratch.count(stage, c, all, stop).ok_or(WorkError::Stopped)?;
        }
        self.shares()[share].expected = Some(sum);
        Ok(sum)
    }
}

#[cfg(test)]
impl Fitness {
    /// Is it time to count this share?
    pub fn is_due(&self, share: usize, now: Instant) -> bool {
        self.shares()[share].is_due(now)
    }

    /// As after an hour.
    pub fn expire(&self) {
        self.shares().iter_mut().for_each(|share| share.passed = None);
    }
}

impl Tested {
    fn is_due(&self, now: Instant) -> bool {
        is_due(self.passed, now)
    }
}

/// Is it time to count, for the first time or again?
pub(super) fn is_due(passed: Option<Instant>, now: Instant) -> bool {
    passed.is_none_or(|passed| now.duration_since(passed) >= TRUSTED_FOR)
}

impl Taken<'_> {
    /// Counts the share, each half in the way that is fastest.
    pub fn count(self, counter: &mut Counter, stop: &Stop) -> Result<(), WorkError> {
        let Taken(fitness, share) = self;
        let expected = fitness.expected(share, stop)?;
        let open = &fitness.small.open;
        let of_what = format!("in units for {} queens", open.len());
        counter.prefer = None;
        // What had no room the last time is tried again.
        counter.untested.clear();
        let (mut sum, mut no_room) = (0, Vec::new());
        for (stage, c) in fitness.units(share) {
            sum += counter.count(open, stage, c, 0..stage.a_sets.len(), stop)?;
            fitness.tried(&ways(stage, None), counter, &of_what, &mut no_room)?;
        }
        fitness.expect(sum, expected, &of_what)?;
        fitness.passed(Test::Share(share), &no_room);
        fitness.shares()[share].passed = Some(Instant::now());
        Ok(())
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.0.shares()[self.1].taken = None;
    }
}

/// What the processor counts this board with.
pub(super) fn scratch(stages: &Stages) -> Scratch {
    Scratch::new(stages.open.len(), simd::usable(SimdLevel::best()))
}

/// The sets C of a stage that have a smallest term.
pub(super) fn counted_c(stage: &Stage) -> impl Iterator<Item = u32> {
    let counts = |&c: &u32| stage.symmetry.of_c(c) != Standing::Outside;
    stage.c_sets.iter().copied().filter(counts)
}

#[cfg(test)]
mod tests {
    use super::super::worker::STREAMS;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_streams_of_a_card_share_a_board_of_known_total() {
        let listed = |card: &Fitness, share| -> Vec<(usize, u32)> {
            card.units(share).map(|(stage, c)| (stage.queens, c)).collect()
        };
        let card = Fitness::new(SMALL, STREAMS);
        let (mut shared, mut sum) = (Vec::new(), 0);
        for share in 0..STREAMS {
            let units = listed(&card, share);
            // An empty block EE leaves one set C, which is the first stream's.
            let mut stages: BTreeSet<usize> = units.iter().map(|&(queens, _)| queens).collect();
            assert_eq!(stages.remove(&0), share == 0);
            assert_eq!(stages, (1..=4).collect());
            let by_maps = |(stage, _)| ways(stage, None) == [Way::Meet, Way::Walk];
            assert!(card.units(share).any(by_maps));
            shared.extend(units);
            let count = card.expected(share, &Stop::new()).expect("a count");
            let stop = Stop::new();
            stop.ask();
            assert_eq!(card.expected(share, &stop), Ok(count), "it is kept");
            sum += count;
        }
        assert_eq!(sum, 14_772_512);
        let mut all = listed(&Fitness::new(SMALL, 1), 0);
        all.sort_unstable();
        shared.sort_unstable();
        assert_eq!(shared, all, "each unit once");
    }

    #[test]
    fn a_share_is_counted_by_one_stream_at_a_time() {
        let card = Fitness::new(6, 2);
        let now = Instant::now();
        let first = card.take(0..1, now).expect("it is due");
        assert!(card.take(0..1, now).is_none(), "somebody counts it");
        let second = card.take(0..2, now).expect("the other one");
        assert_eq!((first.1, second.1), (0, 1));
        assert!(card.take(0..2, now).is_none());
        drop(first);
        assert_eq!(card.take(0..2, now).expect("nobody counts it").1, 0);
        let late = now + ANSWERS_IN;
        assert_eq!(card.take(1..2, late).expect("its stream hangs").1, 1);
        card.shares()[0].passed = Some(now);
        assert!(!card.has_passed(now) && card.take(0..1, now).is_none());
        drop(second);
        card.shares()[1].passed = Some(now);
        assert!(card.has_passed(now) && !card.has_passed(now + TRUSTED_FOR));
    }
}
