//! Which worker gets which unit, and what happens to units that come back without a result.

use super::hand::{Asked, At, Fate, Hand};
use super::queue::{Queue, Split, Waiting};
use super::tried::Tried;
use super::trouble::{Failure, Trouble};
use bezzel_engines::Unit;
use std::time::Duration;

/// The longest that a unit should take its worker.
const LONGEST: f64 = 30.0;

/// Units shorter than this are not split to balance the end of a run.
const SHORTEST: f64 = 1.0;

/// Failures in a row after which a worker is no longer used, and failures of a unit after which it
/// is not tried again, unless a device is left that has not tried it.
pub(super) const FAILURES_OF_WORKER: u32 = 3;
const FAILURES_OF_UNIT: usize = 2;

/// The state of a run: which units wait, what each worker does, what went wrong.
pub(super) struct State {
    pub(super) queue: Queue,
    pub(super) hands: Vec<Hand>,
    pub(super) splits: Vec<Split>,
    pub(super) troubles: Vec<Trouble>,
    /// Failures of units that workers had only passed on, since anything was counted.
    pub(super) failures_elsewhere: usize,
    pub(super) begun: usize,
    pub(super) most: usize,
    pub(super) is_ending: bool,
    pub(super) tickets: u64,
    pub(super) patience: Duration,
}

impl State {
    /// A unit that suits this worker.
    pub(super) fn take(&mut self, me: usize) -> Option<At> {
        let own = &self.hands[me];
        let left = self.queue.cost() / self.rate().max(f64::MIN_POSITIVE);
        let seconds = (left / 2.0).clamp(SHORTEST, LONGEST);
        let rate = own.rate();
        let most = self.largest_for(me);
        let may_split = most >= SHORTEST * rate;
        let may_have = |unit: &Waiting| match unit.is_untried() {
            true => may_split || unit.cost <= most,
            false => Tried { hands: &self.hands, unit }.may_be_tried_by(me, most),
        };
        let waiting = self.queue.take(seconds * rate, &mut self.splits, may_have)?;
        if waiting.is_untried() && waiting.cost > most {
            self.queue.put(waiting);
            return None;
        }
        self.begun += 1;
        self.tickets += 1;
        let expected = Duration::try_from_secs_f64(4.0 * waiting.cost / rate);
        let deadline = self.patience.max(expected.unwrap_or(Duration::MAX));
        let deadline = deadline.saturating_mul(1 << waiting.overdue_on.len().min(20));
        Some(At::new(waiting, self.tickets, deadline))
    }

    /// The cost of the largest unit that does not hold up the end of the run.
    ///
    /// A card may be hundreds of times as fast as a core. The last units would keep a core busy long
    /// after the card has done all others, so a core leaves them to the card: a worker is not given
    /// a unit if the other devices would be done with everything, and with this unit at the end,
    /// before this worker is done with it. That is never so for the fastest worker of all, so every
    /// unit is taken. Workers that have not finished a unit yet are not compared.
    fn largest_for(&self, me: usize) -> f64 {
        let own = &self.hands[me];
        let others = (self.hands.iter())
            .filter(|hand| hand.device != own.device && hand.is_at_work(FAILURES_OF_WORKER))
            .filter(|hand| hand.is_measured());
        let rate: f64 = others.clone().map(Hand::rate).sum();
        let fastest = others.clone().map(Hand::rate).fold(0.0, f64::max);
        if !own.is_measured() || own.rate() >= fastest {
            return f64::INFINITY;
        }
        let begun: f64 = others.filter_map(|hand| Some(hand.at.as_ref()?.waiting.cost)).sum();
        let rest = (self.queue.cost() + begun) / rate;
        rest / (1.0 / own.rate() - 1.0 / fastest)
    }

    pub(super) fn rate(&self) -> f64 {
        let at_work = self.hands.iter().filter(|hand| hand.is_at_work(FAILURES_OF_WORKER));
        at_work.map(Hand::rate).sum()
    }

    /// Whether so much has failed elsewhere in a row that nothing seems to be left there that counts. To go on would
    /// split every unit of the job to what a worker does in half a minute, and the splits stay in the ledger.
    pub(super) fn is_hopeless(&self) -> bool {
        self.failures_elsewhere >= FAILURES_OF_WORKER as usize * self.hands.len()
    }

    /// Whether all workers have ended.
    pub(super) fn is_over(&self) -> bool {
        self.hands.iter().all(|hand| hand.fate != Fate::Works)
    }

    pub(super) fn counted(&mut self, me: usize, at: Option<At>, unit: &Unit, took: Duration) {
        self.hands[me].failures = 0;
        self.failures_elsewhere = 0;
        match at {
            Some(at) => self.hands[me].measure(at.waiting.cost, took),
            // It was taken away, and is waiting or with another worker now.
            None => self.skip(unit.label()),
        }
    }

    /// A unit no longer needs counting.
    pub(super) fn skip(&mut self, label: &str) {
        if self.queue.remove(label) {
            return;
        }
        for hand in &mut self.hands {
            if hand.at.as_ref().is_some_and(|at| at.waiting.unit.label() == label) {
                hand.ask(Asked::Done);
            }
        }
    }

    /// A worker has stopped a unit. What cannot be split goes to another worker first: this one may hang.
    pub(super) fn stopped(&mut self, me: usize, at: At) {
        if self.is_ending || at.asked_as(Asked::Done) {
            return;
        }
        let mut waiting = at.waiting;
        match self.queue.split(&waiting, &mut self.splits) {
            Some(first) => self.queue.put(first),
            None => {
                waiting.overdue_on.push(me);
                self.queue.put(waiting);
            }
        }
    }

    /// A worker can count nothing.
    pub(super) fn refused(&mut self, me: usize, why: &str) {
        let hand = &mut self.hands[me];
        hand.fate = Fate::Gone;
        let device = hand.device.clone();
        self.troubles.push(Trouble { unit: None, device, host: None, why: why.to_owned() });
    }

    /// A worker has failed on a unit: another one gets it, unless it has failed often and everywhere.
    pub(super) fn failed(&mut self, me: usize, mut waiting: Waiting, why: impl Into<Failure>) {
        self.troubles.push(why.into().of(waiting.unit.label(), &self.hands[me].device));
        waiting.failed_on.push(me);
        let tried = Tried { hands: &self.hands, unit: &waiting };
        if waiting.failed_on.len() < FAILURES_OF_UNIT || tried.has_left_a_device() {
            self.queue.put(waiting);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::queue::Queue;
    use super::*;
    use bezzel_board::Problem;
    use bezzel_engines::{
        Counted, Device, DeviceKind, EngineError, Plan, Prepared, SimdLevel, Worker,
    };
    use std::sync::Arc;

    /// Units with their cost in their label, which can be split into halves of at least this cost.
    struct Halves(Plan, f64);

    impl Prepared for Halves {
        fn plan(&self) -> &Plan {
            &self.0
        }

        fn cost(&self, unit: &Unit) -> f64 {
            let cost = unit.label().split(' ').next();
            cost.and_then(|cost| cost.parse().ok()).expect("a cost")
        }

        fn split(&self, unit: &Unit) -> Vec<Unit> {
            let cost = self.cost(unit) / 2.0;
            let half = |name| Unit::new(format!("{cost} {name} of {unit}"));
            if cost < self.1 { Vec::new() } else { vec![half("first"), half("second")] }
        }

        fn worker(&self, _: SimdLevel) -> Result<Box<dyn Worker>, EngineError> {
            unreachable!("nothing is counted")
        }
    }

    /// A worker on this device that is known, or not yet known, to do this much in a second.
    fn hand(name: &str, rate: Option<f64>) -> Hand {
        numbered(name, 0, rate)
    }

    /// The same on one of several devices of this name.
    fn numbered(name: &str, number: usize, rate: Option<f64>) -> Hand {
        let (name, instructions) = (name.to_owned(), String::new());
        let device = Device { kind: DeviceKind::Test, name, instructions };
        let mut hand = Hand::new(&device, number, 1.0);
        if let Some(rate) = rate {
            hand.measure(rate, Duration::from_secs(1));
        }
        hand
    }

    /// A run of units that cannot be split.
    fn state(hands: Vec<Hand>, costs: &[f64]) -> State {
        splitting(hands, costs, f64::INFINITY)
    }

    fn splitting(hands: Vec<Hand>, costs: &[f64], smallest: f64) -> State {
        let units: Vec<Unit> =
            costs.iter().enumerate().map(|(i, cost)| Unit::new(format!("{cost} {i}"))).collect();
        let plan = Plan {
            engine: "halves",
            revision: 1,
            problem: Problem::queens(8),
            units: units.clone(),
            divisor: 1,
            counted: Counted::Solutions,
        };
        let prepared: Arc<dyn Prepared> = Arc::new(Halves(plan, smallest));
        let mut queue = Queue::new(&prepared);
        units.into_iter().for_each(|unit| queue.add(unit));
        State {
            queue,
            hands,
            splits: Vec::new(),
            troubles: Vec::new(),
            failures_elsewhere: 0,
            begun: 0,
            most: usize::MAX,
            is_ending: false,
            tickets: 0,
            patience: Duration::from_secs(60),
        }
    }

    #[test]
    fn a_core_leaves_the_last_units_to_the_card() {
        let hands = || vec![hand("card", Some(100.0)), hand("core", Some(1.0))];
        // The card needs 50 s for all of them, or 0.5 s.
        assert!(state(hands(), &[10.0; 500]).take(1).is_some());
        let mut last = state(hands(), &[10.0; 5]);
        assert!(last.take(1).is_none());
        for _ in 0..5 {
            assert!(last.take(0).is_some());
        }
        // What the card has begun takes it time too.
        let mut begun = state(hands(), &[10.0, 3000.0]);
        begun.hands[0].at = begun.take(0);
        assert_eq!(begun.hands[0].at.as_ref().map(|at| at.waiting.cost), Some(10.0));
        assert!(begun.take(1).is_none(), "the card needs less than 61 s for all of it");
        // A unit that fits the rest of the run is taken, though not the largest.
        let mut mixed = state(hands(), &[29.0, 29.0, 29.0, 0.5]);
        assert_eq!(mixed.take(1).map(|at| at.waiting.cost), Some(0.5));
    }

    #[test]
    fn a_core_gets_a_part_that_fits_the_rest_of_the_run() {
        let hands = || vec![hand("card", Some(100.0)), hand("core", Some(1.0))];
        // The card needs 20 s: enough for a part of some seconds on the core.
        let mut large = splitting(hands(), &[1000.0, 1000.0], 1.0);
        let part = large.take(1).expect("a part").waiting.cost;
        assert!((1.0..20.0).contains(&part), "{part}");
        // With half a second to go nothing is split for the core.
        let mut small = splitting(hands(), &[50.0], 0.01);
        assert!(small.take(1).is_none() && small.splits.is_empty());
    }

    #[test]
    fn cores_among_themselves_leave_nothing() {
        let mut cores =
            state(vec![hand("core", Some(2.0)), hand("core", Some(1.0))], &[10.0, 10.0]);
        assert!(cores.take(1).is_some() && cores.take(0).is_some());
    }

    #[test]
    fn a_worker_that_nobody_measured_gets_a_unit() {
        let mut fresh = state(vec![hand("card", Some(100.0)), hand("core", None)], &[10.0]);
        assert!(fresh.take(1).is_some());
        let mut fresh = state(vec![hand("card", None), hand("core", Some(1.0))], &[10.0]);
        assert!(fresh.take(1).is_some());
    }

    #[test]
    fn a_core_gets_what_a_card_cannot_do() {
        let hands = || vec![hand("card", Some(100.0)), hand("core", Some(1.0))];
        let mut failed = state(hands(), &[10.0]);
        let at = failed.take(0).expect("a unit");
        failed.failed(0, at.waiting, "too hot");
        assert!(failed.take(0).is_none());
        assert!(failed.take(1).is_some());
        let mut lost = state(hands(), &[10.0]);
        lost.hands[0].fate = Fate::Lost;
        assert!(lost.take(1).is_some());
    }

    #[test]
    fn another_card_of_the_same_name_gets_what_a_card_cannot_do() {
        let card = |number| numbered("card", number, Some(100.0));
        let mut failed = state(vec![card(0), card(0), card(1)], &[10.0]);
        let at = failed.take(0).expect("a unit");
        failed.failed(0, at.waiting, "lost");
        assert!(failed.take(0).is_none() && failed.take(1).is_none());
        assert!(failed.take(2).is_some());
    }

    #[test]
    fn a_unit_is_tried_on_every_device_that_works() {
        let card = |number| numbered("card", number, Some(100.0));
        let hands = || vec![card(0), card(0), card(1), card(1), hand("core", Some(1.0))];
        let fail = |state: &mut State, me: usize| {
            let at = state.take(me).unwrap_or_else(|| panic!("worker {me} has a unit"));
            state.failed(me, at.waiting, "unfit");
        };
        let takers = |state: &mut State| -> Vec<usize> {
            let mut takers = Vec::new();
            for me in 0..state.hands.len() {
                if state.hands[me].fate == Fate::Works
                    && let Some(at) = state.take(me)
                {
                    state.queue.put(at.waiting);
                    takers.push(me);
                }
            }
            takers
        };
        let mut both = state(hands(), &[10.0]);
        fail(&mut both, 0);
        assert_eq!(takers(&mut both), [2, 3, 4]);
        fail(&mut both, 3);
        assert_eq!(takers(&mut both), [4]);
        // The core goes: what is left tries again, first those that have not yet.
        both.hands[4].fate = Fate::Gone;
        assert_eq!(takers(&mut both), [1, 2]);
        both.hands[1].fate = Fate::Gone;
        both.hands[2].fate = Fate::Gone;
        assert_eq!(takers(&mut both), [0, 3]);
        // Every device has failed on it, two of them or three.
        fail(&mut both, 0);
        assert!(both.queue.is_empty());
        let mut all = state(hands(), &[10.0]);
        [0, 2, 4].into_iter().for_each(|me| fail(&mut all, me));
        assert!(all.queue.is_empty() && all.troubles.len() == 3);
    }

    /// A worker takes a unit, and is asked to stop it because it takes too long.
    fn hangs(state: &mut State, me: usize) {
        let at = state.take(me).unwrap_or_else(|| panic!("worker {me} has a unit"));
        state.hands[me].at = Some(at);
        state.hands[me].ask(Asked::Overdue);
        let at = state.hands[me].at.take().expect("it was just taken");
        state.stopped(me, at);
    }

    #[test]
    fn a_unit_that_took_too_long_goes_to_another_worker() {
        let card = |number| numbered("card", number, Some(100.0));
        let mut run = state(vec![card(0), card(0), hand("core", Some(1.0))], &[1e4]);
        hangs(&mut run, 0);
        // A core would hold up the end of the run, as long as a stream of a card has not tried the unit.
        assert!(run.take(0).is_none() && run.take(2).is_none());
        hangs(&mut run, 1);
        assert!(run.take(0).is_none() && run.take(1).is_none());
        hangs(&mut run, 2);
        // All have tried it once: each tries it once more.
        assert!(run.take(2).is_none());
        hangs(&mut run, 0);
        assert!(run.take(0).is_none() && run.take(1).is_some());
        assert!(run.troubles.is_empty(), "it is no failure");
        // A worker that is alone goes on, however often.
        let mut alone = state(vec![card(0), card(0)], &[1e4]);
        alone.hands[1].fate = Fate::Lost;
        (0..5).for_each(|_| hangs(&mut alone, 0));
        // After a failure on the only other device, a worker that was too slow tries again.
        let mut both = state(vec![card(0), hand("core", Some(1.0))], &[1e4]);
        hangs(&mut both, 0);
        let at = both.take(1).expect("a unit");
        both.failed(1, at.waiting, "unfit");
        assert!(both.take(1).is_none() && both.take(0).is_some());
    }

    #[test]
    fn some_idle_worker_always_takes_a_unit() {
        let rates = [0.1, 1.0, 1.5, 30.0, 400.0];
        let costs = [0.01, 1.0, 7.0, 50.0, 900.0];
        let names = ["card", "core", "other"];
        for case in 0..2000_usize {
            let digit = |place: u32| case.wrapping_mul(2_654_435_761) / 7_usize.pow(place);
            let hands = (0..1 + case % 5)
                .map(|i| hand(names[digit(i as u32) % 3], Some(rates[digit(i as u32 + 3) % 5])))
                .collect();
            let units: Vec<f64> =
                (0..1 + case % 4).map(|i| costs[digit(i as u32 + 5) % 5]).collect();
            let mut state = state(hands, &units);
            // What takes too long is always tried again.
            for turn in 0..digit(9) % 8 {
                let me = (0..state.hands.len()).find_map(|me| Some((me, state.take(me)?)));
                let (me, at) = me.unwrap_or_else(|| panic!("case {case}, turn {turn}"));
                state.stopped(me, at);
            }
            for left in (1..=units.len()).rev() {
                let taken = (0..state.hands.len()).find_map(|me| state.take(me));
                assert!(taken.is_some(), "case {case}, {left} units left");
            }
        }
    }
}
