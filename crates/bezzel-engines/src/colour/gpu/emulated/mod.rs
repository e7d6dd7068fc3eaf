//! Tests of the kernels without a card: compiled for the processor, against the engine's own count.

mod card;

use super::meets::PACK;
use super::memory::{Memory, Region};
use super::unit::{Counter, Fill};
use super::worker::{OnCard, SelfTest};
use crate::colour::slice::Scratch;
use crate::colour::stage::Stage;
use crate::colour::stages::Stages;
use crate::colour::symmetry::Standing;
use crate::dice::Dice;
use crate::{Device, DeviceKind, SimdLevel, Unit, WorkError, Worker};
use bezzel_board::Stop;
use card::{Emulated, Faults};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A counter on this card with little memory.
fn counter(card: Emulated) -> Counter {
    Counter::new(Memory::new(Box::new(card), 1 << 26).expect("memory"))
}

/// The count of some slices on the emulated card, compared with the processor's.
fn compared(
    counter: &mut Counter,
    scratch: &mut Scratch,
    stages: &Stages,
    stage: &Stage,
    c: u32,
    a: Range<usize>,
) -> u128 {
    let stop = Stop::new();
    let on_card = counter.count(&stages.open, stage, c, a.clone(), &stop).expect("a count");
    let here = scratch.count(stage, c, a.clone(), &stop).expect("a count");
    let n = stages.open.len();
    assert_eq!(on_card, here, "side {n}, {} queens in EE, C = {c:b}, A = {a:?}", stage.queens);
    on_card
}

/// The total for n queens on the emulated card, compared set by set with the processor's.
fn total(counter: &mut Counter, n: usize) -> u128 {
    let stages = Stages::new(&vec![(1 << n) - 1; n]);
    let mut scratch = Scratch::new(n, SimdLevel::Scalar);
    let mut sum = 0;
    for stage in &stages.stages {
        let counts = |c: &&u32| stage.symmetry.of_c(**c) != Standing::Outside;
        for &c in stage.c_sets.iter().filter(counts) {
            let all = 0..stage.a_sets.len();
            sum += compared(counter, &mut scratch, &stages, stage, c, all);
        }
    }
    sum
}

#[test]
fn totals_of_small_boards() {
    for (n, known) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352)] {
        for fill in [Fill::Meet, Fill::Walk] {
            let mut counter = counter(Emulated::default());
            counter.fill = fill;
            assert_eq!(total(&mut counter, n), known, "side {n}, {fill:?}");
        }
    }
}

#[test]
fn a_card_without_room_for_packs_counts_by_joint_descent() {
    let card = Emulated::default();
    let meets = Arc::clone(&card.meets);
    let mut memory = Memory::new(Box::new(card), 1 << 26).expect("memory");
    memory.packs = Region::new(&mut *memory.card, 0).expect("memory");
    assert_eq!(total(&mut Counter::new(memory), 8), 92);
    assert_eq!(meets.load(Ordering::Relaxed), 0);
}

#[test]
fn weights_of_more_than_16_bits_are_weighed_in_limbs() {
    for scale in [1, 8_191, 8_192, 30_000, 1 << 26] {
        let mut counter = counter(Emulated { scale, ..Emulated::default() });
        let stages = Stages::new(&[0xff; 8]);
        let mut sum = 0;
        for stage in &stages.stages {
            for &c in stage.c_sets.iter().filter(|&&c| stage.symmetry.of_c(c) != Standing::Outside)
            {
                let all = 0..stage.a_sets.len();
                sum += counter.count(&stages.open, stage, c, all, &Stop::new()).expect("a count");
            }
        }
        assert_eq!(sum, 92 * u128::from(scale));
    }
}

#[test]
fn a_stop_ends_the_wait_for_a_busy_card() {
    let stop = Stop::new();
    let mut counter = counter(Emulated { stop: Some(stop.clone()), ..Emulated::default() });
    let stages = Stages::new(&[0x3f; 6]);
    let stage = stages.stages.last().expect("stages");
    let counted = stage.c_sets.iter().find(|&&c| stage.symmetry.of_c(c) != Standing::Outside);
    let c = *counted.expect("a set");
    let ended = counter.count(&stages.open, stage, c, 0..stage.a_sets.len(), &stop);
    assert_eq!(ended, Err(WorkError::Stopped));
}

/// A worker on an emulated card for eight queens, the units of that plan, and the card's faults.
fn worker() -> (OnCard, Vec<Unit>, Arc<Faults>) {
    let stages = Arc::new(Stages::new(&[0xff; 8]));
    let units = stages.units();
    let card = Emulated::default();
    let faults = Arc::clone(&card.faults);
    let worker = OnCard {
        stages,
        counter: counter(card),
        device: Device {
            kind: DeviceKind::Gpu,
            name: "emulated".to_owned(),
            instructions: "none".to_owned(),
        },
        self_test: SelfTest::new(6, 4),
    };
    (worker, units, faults)
}

/// What a worker says when it fails.
fn failure(worker: &mut OnCard, unit: &Unit) -> String {
    match worker.count(unit, &Stop::new()) {
        Err(WorkError::Failed { why }) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_card_recounts_by_joint_descent_what_others_counted() {
    let (mut worker, units, _) = worker();
    let (stop, mut sum) = (Stop::new(), 0);
    for unit in &units {
        let count = worker.count(unit, &stop).expect("a count");
        assert_eq!(worker.recount(unit, &stop), Ok(count.clone()), "{unit}");
        sum += count.count().expect("a number");
    }
    assert_eq!(sum, 92);
    assert!(worker.can_check(&Device::cpu(SimdLevel::Scalar).to_string()));
    assert!(!worker.can_check(&worker.device().to_string()));
}

#[test]
fn a_card_is_tested_before_its_first_unit_and_after_an_hour() {
    let (mut fresh, units, faults) = worker();
    let unit = units.last().expect("units");
    faults.miscounts.store(true, Ordering::Relaxed);
    assert!(failure(&mut fresh, unit).contains("self-test"));
    let (mut worker, _, _) = worker();
    assert!(worker.self_test.is_due(Instant::now()));
    worker.count(unit, &Stop::new()).expect("a healthy card");
    let now = Instant::now();
    assert!(!worker.self_test.is_due(now));
    assert!(!worker.self_test.is_due(now + Duration::from_secs(3500)));
    assert!(worker.self_test.is_due(now + Duration::from_secs(3600)));
}

#[test]
fn a_unit_without_all_its_slices_is_rejected() {
    let (mut worker, units, faults) = worker();
    let unit = units.last().expect("units");
    worker.count(unit, &Stop::new()).expect("a healthy card");
    faults.skips.store(true, Ordering::Relaxed);
    let why = failure(&mut worker, unit);
    assert!(why.contains("lanes of slices"), "{why}");
}

#[test]
fn a_card_that_is_lost_fails_its_unit() {
    let (mut worker, units, faults) = worker();
    let unit = units.last().expect("units");
    worker.count(unit, &Stop::new()).expect("a healthy card");
    faults.is_lost.store(true, Ordering::Relaxed);
    assert_eq!(failure(&mut worker, unit), "the device is lost");
}

/// Compares random slices of a board of side n with this percentage of squares blocked, on a card with
/// room for this many packs; returns in how many parts their matrices were filled.
///
/// Leads have at least as many queens as said, so that kernels take prefixes, long chains and more
/// than one pack. Blocked squares keep the emulation short.
fn random_slices(n: usize, blocked: usize, queens: usize, packs: usize) -> usize {
    let mut dice = Dice::new(n as u64);
    let mut open = vec![(1u64 << n) - 1; n];
    for square in 0..n * n {
        if dice.roll(100) < blocked {
            open[square / n] &= !(1 << (square % n));
        }
    }
    let stages = Stages::new(&open);
    // Matrices of side 28 have 47 MB each.
    let bytes = if n < 28 { 1 << 28 } else { 1 << 29 };
    let card = Emulated { is_small: n > 20, ..Emulated::default() };
    let meets = Arc::clone(&card.meets);
    let mut memory = Memory::new(Box::new(card), bytes).expect("memory");
    memory.packs = Region::new(&mut *memory.card, packs * PACK).expect("memory");
    let mut counter = Counter::new(memory);
    let mut scratch = Scratch::new(n, SimdLevel::best());
    let leads = |stage: &&Stage| stage.sides[0].lead_rows(stage.a_sets[0], stage.inner).len();
    let dense: Vec<&Stage> = stages.stages.iter().filter(|stage| leads(stage) >= queens).collect();
    // The processor is quick to find slices that have solutions.
    let (stage, c, a) = loop {
        let stage = dense[dice.roll(dense.len())];
        let c = stage.c_sets[dice.roll(stage.c_sets.len())];
        let a = dice.roll(stage.a_sets.len() - 1);
        let is_counted = stage.symmetry.of_c(c) != Standing::Outside;
        if is_counted && scratch.count(stage, c, a..a + 2, &Stop::new()) != Some(0) {
            break (stage, c, a);
        }
    };
    let count = compared(&mut counter, &mut scratch, &stages, stage, c, a..a + 2);
    assert!(count > 0);
    meets.load(Ordering::Relaxed)
}

/// Packs of a card with room enough.
const MANY: usize = 1 << 13;

#[test]
fn slices_of_even_boards() {
    random_slices(16, 0, 4, MANY);
    random_slices(28, 60, 6, MANY);
}

#[test]
fn slices_of_odd_boards() {
    random_slices(17, 0, 4, MANY);
    random_slices(27, 58, 6, MANY);
}

#[test]
fn packs_that_do_not_fit_at_once_come_in_parts() {
    let parts = random_slices(24, 52, 6, 64);
    assert!(parts > 1, "{parts}");
}
