//! Workers on an emulated card: their self-test, and what they do when the card fails.

use super::card::{Emulated, Launched};
use super::counter;
use super::faults::{Errs, Faults};
use crate::colour::gpu::launch::Kernel;
use crate::colour::gpu::self_test::{Sample, SelfTest};
use crate::colour::gpu::worker::OnCard;
use crate::colour::stages::Stages;
use crate::{Device, DeviceKind, SimdLevel, Unit, WorkError, Worker};
use bezzel_board::Stop;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A worker on an emulated card for eight queens, and the units of that plan; what goes wrong on the card, and what
/// was launched there.
fn worker() -> (OnCard, Vec<Unit>, Arc<Faults>, Arc<Launched>) {
    worker_for(8)
}

/// The same for 24 queens, whose last unit is counted by nodes.
fn worker_with_nodes() -> (OnCard, Vec<Unit>, Arc<Faults>, Arc<Launched>) {
    worker_for(24)
}

fn worker_for(n: usize) -> (OnCard, Vec<Unit>, Arc<Faults>, Arc<Launched>) {
    let stages = Arc::new(Stages::new(&vec![(1 << n) - 1; n]));
    let units = stages.units();
    let card = Emulated { is_small: true, ..Emulated::default() };
    let (faults, launched) = (Arc::clone(&card.faults), Arc::clone(&card.launched));
    let worker = OnCard {
        stages,
        counter: counter(card),
        device: Device {
            kind: DeviceKind::Gpu,
            name: "emulated".to_owned(),
            instructions: "none".to_owned(),
        },
        number: 0,
        self_test: SelfTest::new(6, (0, 1), &sample()),
    };
    (worker, units, faults, launched)
}

/// Slices of the smallest board with leads of four queens in both halves: those are the fewest that every way of
/// counting takes, and that have nodes to grow.
fn sample() -> Arc<Sample> {
    Arc::new(Sample::new(16, &[(4, 4)], 3))
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
    let (mut worker, units, ..) = worker();
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
    let (mut fresh, units, faults, _) = worker();
    let unit = units.last().expect("units");
    faults.miscounts.store(true, Ordering::Relaxed);
    assert!(failure(&mut fresh, unit).contains("self-test"));
    let (mut worker, ..) = worker();
    assert_eq!(worker.self_test.due(true, Instant::now()), [true; 2]);
    worker.count(unit, &Stop::new()).expect("a healthy card");
    let now = Instant::now();
    assert_eq!(worker.self_test.due(false, now), [false; 2]);
    assert_eq!(worker.self_test.due(true, now), [false, true], "a unit that needs no nodes");
    worker.self_test.run(&mut worker.counter, true, &Stop::new()).expect("a healthy card");
    let now = Instant::now();
    assert_eq!(worker.self_test.due(true, now), [false; 2]);
    assert_eq!(worker.self_test.due(true, now + Duration::from_secs(3500)), [false; 2]);
    assert_eq!(worker.self_test.due(true, now + Duration::from_secs(3600)), [true; 2]);
}

#[test]
fn workers_share_the_small_board_of_a_self_test() {
    let launches = |share| {
        let (mut worker, _, faults, launched) = worker();
        let mut test = || {
            let mut fresh = SelfTest::new(8, share, &sample());
            fresh.run(&mut worker.counter, false, &Stop::new())
        };
        test().expect("a healthy card");
        let launches = launched.times(Kernel::Walk);
        faults.err(Errs { kernel: Kernel::Walk, weighed: Some(true) });
        assert!(matches!(test(), Err(WorkError::Failed { .. })), "{share:?}");
        launches
    };
    let [all, first, second] = [(0, 1), (0, 2), (1, 2)].map(launches);
    assert!(first > 0 && second > 0);
    assert_eq!(first + second, all, "each counts its own share only");
}

#[test]
fn a_stop_ends_a_self_test() {
    let (mut worker, ..) = worker();
    let stop = Stop::new();
    stop.ask();
    let stopped = worker.self_test.run(&mut worker.counter, true, &stop);
    assert_eq!(stopped, Err(WorkError::Stopped));
    assert_eq!(worker.self_test.due(true, Instant::now()), [true; 2], "it has not passed");
    worker.self_test.run(&mut worker.counter, true, &Stop::new()).expect("a healthy card");
}

#[test]
fn a_unit_without_all_its_slices_is_rejected() {
    let (mut worker, units, faults, _) = worker();
    let unit = units.last().expect("units");
    worker.count(unit, &Stop::new()).expect("a healthy card");
    faults.leave_out(Kernel::Walk);
    let why = failure(&mut worker, unit);
    assert!(why.contains("lanes of slices"), "{why}");
    faults.leave_out(Kernel::Complete);
    worker.count(unit, &Stop::new()).expect("this unit needs no nodes");
    // The slices of a self-test are counted in every way.
    for kernel in [Kernel::Meet, Kernel::Complete] {
        let (mut fresh, units, faults, _) = worker_with_nodes();
        faults.leave_out(kernel);
        let why = failure(&mut fresh, units.last().expect("units"));
        assert!(why.contains("lanes of slices"), "{kernel:?}: {why}");
    }
}

#[test]
fn a_card_that_is_lost_fails_its_unit() {
    let (mut worker, units, faults, _) = worker();
    let unit = units.last().expect("units");
    worker.count(unit, &Stop::new()).expect("a healthy card");
    faults.is_lost.store(true, Ordering::Relaxed);
    assert_eq!(failure(&mut worker, unit), "the device is lost");
}

#[test]
fn a_self_test_launches_every_kernel() {
    let (mut worker, _, _, launched) = worker();
    worker.self_test.run(&mut worker.counter, true, &Stop::new()).expect("a healthy card");
    let launches = Kernel::ALL.map(|kernel| (kernel.name(), launched.times(kernel)));
    assert!(launches.iter().all(|&(_, times)| times > 0), "{launches:?}");
}

#[test]
fn a_self_test_notices_wrong_results_of_any_kernel() {
    let (small, partners, nodes) =
        ("for 6 queens", "by bit maps of partners", "by bit maps of nodes");
    // Six queens are too few for every first half to matter.
    let walks = "by joint descent";
    for (kernel, weighed, by) in [
        (Kernel::Partners, None, small),
        (Kernel::Walk, Some(false), walks),
        (Kernel::Walk, Some(true), small),
        (Kernel::Rows, None, partners),
        (Kernel::Packs, None, partners),
        (Kernel::Lists, None, partners),
        (Kernel::Meet, None, partners),
        (Kernel::Grow, None, nodes),
        (Kernel::Marks, None, nodes),
        (Kernel::Complete, Some(false), nodes),
        (Kernel::Complete, Some(true), nodes),
    ] {
        let (mut worker, units, faults, launched) = worker_with_nodes();
        faults.err(Errs { kernel, weighed });
        let why = failure(&mut worker, units.last().expect("units"));
        assert!(why.contains("self-test") && why.contains(by), "{kernel:?}, {weighed:?}: {why}");
        assert!(launched.times(kernel) > 0);
        let [_, slices] = worker.self_test.due(true, Instant::now());
        assert!(slices, "it has not passed");
    }
}
