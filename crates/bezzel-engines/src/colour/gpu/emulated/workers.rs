//! Workers on an emulated card: their self-test, and what they do when the card fails.

use super::card::{Emulated, Launched};
use super::counter;
use super::faults::{Call, Errs, Faults};
use crate::colour::gpu::fitness::Fitness;
use crate::colour::gpu::launch::Kernel;
use crate::colour::gpu::memory::{Memory, Region};
use crate::colour::gpu::self_test::{Sample, SelfTest};
use crate::colour::gpu::unit::{Counter, Way};
use crate::colour::gpu::worker::{Closed, OnCard, team, workers_of};
use crate::colour::stages::Stages;
use crate::gpu::{Available, Found, Silent};
use crate::{Device, DeviceKind, SimdLevel, Unit, WorkError, Worker};
use bezzel_board::Stop;
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};
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
        self_test: alone(6),
    };
    (worker, units, faults, launched)
}

/// The self-test of a card with one stream, with so many queens.
fn alone(queens: usize) -> SelfTest {
    SelfTest::new(&Arc::new(Fitness::new(queens, 1)), 0, &sample())
}

/// Slices of the smallest board with leads of four queens in both halves: those are the fewest that every way of
/// counting takes, and that have nodes to grow.
fn sample() -> Arc<LazyLock<Sample>> {
    Arc::new(LazyLock::new(|| Sample::new(16, &[(4, 4)], 3)))
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
    let (mut worker, _, faults, _) = worker();
    assert_eq!(worker.self_test.due(true, Instant::now()), [true; 2]);
    worker.count(unit, &Stop::new()).expect("a healthy card");
    let now = Instant::now();
    assert_eq!(worker.self_test.due(false, now), [false; 2]);
    assert_eq!(worker.self_test.due(true, now), [false, true], "a unit that needs no nodes");
    worker.self_test.before(&mut worker.counter, true, &Stop::new()).expect("a healthy card");
    let now = Instant::now();
    assert_eq!(worker.self_test.due(true, now), [false; 2]);
    assert_eq!(worker.self_test.due(true, now + Duration::from_secs(3500)), [false; 2]);
    assert_eq!(worker.self_test.due(true, now + Duration::from_secs(3600)), [true; 2]);
    worker.self_test.expire();
    worker.count(unit, &Stop::new()).expect("a healthy card");
    worker.self_test.expire();
    faults.err(Errs { kernel: Kernel::Walk, weighed: Some(true) });
    assert!(failure(&mut worker, unit).contains("self-test"), "it went wrong in the meantime");
}

/// Two workers on one card, as far as their self-tests know; what goes wrong, and what was launched, in each.
fn two_streams() -> [(OnCard, Arc<Faults>, Arc<Launched>); 2] {
    let card = Arc::new(Fitness::new(8, 2));
    [0, 1].map(|share| {
        let (mut worker, _, faults, launched) = worker();
        worker.self_test = SelfTest::new(&card, share, &sample());
        (worker, faults, launched)
    })
}

/// How often a unit and what it needs of the self-test launch joint descent.
fn walks(worker: &mut OnCard, launched: &Launched, unit: &Unit) -> usize {
    let before = launched.times(Kernel::Walk);
    worker.count(unit, &Stop::new()).expect("a healthy card");
    launched.times(Kernel::Walk) - before
}

#[test]
fn streams_share_the_small_board_of_a_self_test() {
    let (mut one, units, _, launched) = worker();
    one.self_test = alone(8);
    let unit = &units[0];
    let all = walks(&mut one, &launched, unit);
    let own = walks(&mut one, &launched, unit);
    assert!(own > 0 && all > own, "the second unit needs no test");

    let [(mut first, _, of_first), (mut second, _, of_second)] = two_streams();
    let mut begun = || second.self_test.before(&mut second.counter, false, &Stop::new());
    begun().expect("a healthy card");
    let share = of_second.times(Kernel::Walk);
    assert!(share > 0);
    assert_eq!(walks(&mut first, &of_first, unit) + share, all, "each its own share only");

    // A stream that is alone at work counts the shares of all.
    let [(mut first, _, launched), _] = two_streams();
    assert_eq!(walks(&mut first, &launched, unit), all);
}

#[test]
fn streams_that_begin_together_wait_for_each_other() {
    let (mut alone, units, ..) = worker();
    let unit = units.last().expect("units");
    let expected = alone.count(unit, &Stop::new());
    assert!(expected.is_ok());
    let counts = std::thread::scope(|scope| {
        let begun = two_streams().map(|(mut worker, ..)| {
            scope.spawn(move || {
                let count = worker.count(unit, &Stop::new());
                (count, worker.self_test.due(false, Instant::now()))
            })
        });
        begun.map(|thread| thread.join().expect("no panic"))
    });
    assert_eq!(counts, [(expected.clone(), [false; 2]), (expected, [false; 2])]);
}

#[test]
fn a_share_that_is_wrong_ends_the_work_of_the_whole_card() {
    let [(mut well, ..), (mut ill, faults, _)] = two_streams();
    let (_, units, ..) = worker();
    faults.err(Errs { kernel: Kernel::Walk, weighed: Some(true) });
    let why = failure(&mut ill, &units[0]);
    assert!(why.contains("self-test") && why.contains("verified"), "{why}");
    assert_eq!(failure(&mut well, &units[0]), why);
    // The same for the slices of a larger board.
    let [(mut well, ..), (mut ill, faults, _)] = two_streams();
    well.count(&units[0], &Stop::new()).expect("nothing is wrong yet");
    faults.err(Errs { kernel: Kernel::Complete, weighed: Some(true) });
    let test = ill.self_test.before(&mut ill.counter, true, &Stop::new());
    assert!(matches!(test, Err(WorkError::Failed { .. })), "{test:?}");
    assert!(failure(&mut well, &units[0]).contains("by bit maps of nodes"));
}

#[test]
fn a_count_waits_until_all_shares_have_passed() {
    let card = Arc::new(Fitness::new(8, 2));
    let (mut worker, ..) = worker();
    worker.self_test = SelfTest::new(&card, 0, &sample());
    let taken = card.take(1..2, Instant::now()).expect("the other stream's share");
    let never = Stop::new();
    worker.self_test.before(&mut worker.counter, false, &never).expect("a healthy card");
    let stop = Stop::new();
    stop.ask();
    assert_eq!(worker.self_test.after(&mut worker.counter, &stop), Err(WorkError::Stopped));
    drop(taken);
    assert_eq!(worker.self_test.after(&mut worker.counter, &never), Ok(()));
    assert_eq!(worker.self_test.after(&mut worker.counter, &stop), Ok(()), "all have passed");
}

#[test]
fn a_count_is_refused_if_the_card_goes_wrong_meanwhile() {
    let card = Arc::new(Fitness::new(8, 1));
    let (mut worker, units, faults, _) = worker();
    worker.self_test = SelfTest::new(&card, 0, &sample());
    let unit = units.last().expect("units");
    worker.count(unit, &Stop::new()).expect("a healthy card");
    // The unit takes an hour: its count is read, and kernels go wrong.
    let ill = Arc::clone(&faults);
    faults.at_next(Call::Read, move || {
        card.expire();
        ill.err(Errs { kernel: Kernel::Walk, weighed: Some(true) });
    });
    let why = failure(&mut worker, unit);
    assert!(why.contains("self-test") && why.contains("for 8 queens"), "{why}");
}

#[test]
fn a_way_without_room_for_its_test_is_not_used() {
    let card = Emulated { is_small: true, ..Emulated::default() };
    let mut memory = Memory::new(Box::new(card), 1 << 26).expect("memory");
    memory.maps = Region::new(&mut *memory.card, 0).expect("memory");
    let mut counter = Counter::new(memory);
    let mut test = alone(6);
    test.before(&mut counter, true, &Stop::new()).expect("joint descent is right");
    assert_eq!(counter.untested, [Way::Meet, Way::Nodes]);
    // Another stream of this card has room for its units.
    let counts = [(alone(6), true), (test, false)].map(|(test, meets)| {
        let (mut worker, units, _, launched) = worker_for(16);
        worker.self_test = test;
        let count = worker.count(&units[units.len() - 20], &Stop::new()).expect("a count");
        assert_eq!(launched.times(Kernel::Meet) > 0, meets);
        count.count().expect("a number")
    });
    assert!(counts[0] > 0 && counts[0] == counts[1], "{counts:?}");
}

#[test]
fn a_way_that_had_no_room_is_tested_again_after_an_hour() {
    let small = || Emulated { is_small: true, ..Emulated::default() };
    let mut memory = Memory::new(Box::new(small()), 1 << 26).expect("memory");
    memory.maps = Region::new(&mut *memory.card, 0).expect("memory");
    let (mut full, mut roomy) = (Counter::new(memory), counter(small()));
    let (mut test, never) = (alone(6), Stop::new());
    test.before(&mut full, true, &never).expect("joint descent is right");
    test.before(&mut roomy, true, &never).expect("nothing is tested");
    assert_eq!(roomy.untested, [Way::Meet, Way::Nodes]);
    test.expire();
    test.before(&mut roomy, true, &never).expect("a healthy card");
    assert_eq!(roomy.untested, []);
    test.expire();
    test.before(&mut full, true, &never).expect("joint descent is right");
    assert_eq!(full.untested, [Way::Meet, Way::Nodes]);
}

#[test]
fn a_test_whose_counts_do_not_fit_is_not_passed() {
    for (kernel, by) in
        [(Kernel::Meet, "by bit maps of partners"), (Kernel::Complete, "by bit maps of nodes")]
    {
        let (mut worker, units, faults, _) = worker_with_nodes();
        faults.overflow(kernel);
        let why = failure(&mut worker, units.last().expect("units"));
        assert!(why.contains("self-test") && why.contains("16 bits"), "{kernel:?}: {why}");
        assert!(why.contains(by), "{kernel:?}: {why}");
    }
}

#[test]
fn a_card_that_cannot_be_opened_leaves_the_work_to_others() {
    let closed = || {
        let (worker, ..) = worker();
        Closed { device: worker.device, number: 1, why: "no memory".to_owned() }
    };
    let (open, units, ..) = worker();
    let mut workers = team(vec![Err(closed()), Ok(vec![open])]).expect("one card is open");
    assert_eq!([workers[0].number(), workers[1].number()], [0, 1]);
    workers[0].count(&units[0], &Stop::new()).expect("a count");
    assert_eq!([workers[0].refuses(), workers[1].refuses()], [None, Some("no memory")]);
    let failed = Err(WorkError::Failed { why: "no memory".to_owned() });
    assert_eq!(workers[1].count(&units[0], &Stop::new()), failed);
    assert_eq!(workers[1].recount(&units[0], &Stop::new()), failed);
    assert_eq!(team(vec![Err(closed()), Err(closed())]).err().as_deref(), Some("no memory"));
}

#[test]
fn a_card_that_cannot_be_looked_at_leaves_the_work_to_others() {
    let card = |number| Found {
        number,
        name: "emulated".to_owned(),
        memory: 1 << 26,
        capability: (9, 0),
        processors: 1,
    };
    let report = Available {
        driver: None,
        driver_version: None,
        compiler: None,
        cards: vec![card(0), card(2)],
        silent: vec![Silent { number: 1, why: "no memory".to_owned() }],
        missing: None,
    };
    let open = |card: &Found| match card.number {
        0 => Ok(vec![worker().0]),
        _ => Err("no room".to_owned()),
    };
    let workers = workers_of(&report, open).expect("one card is open");
    let refused: Vec<_> = (workers.iter())
        .map(|it| (it.number(), it.device().to_string(), it.refuses().unwrap_or("nothing")))
        .collect();
    assert_eq!(
        refused,
        [
            (0, "gpu emulated, none".to_owned(), "nothing"),
            (2, "gpu emulated, sm_90".to_owned(), "card 2 (emulated) cannot be used: no room"),
            (1, "gpu card 1, unknown".to_owned(), "card 1 cannot be looked at: no memory"),
        ]
    );
}

#[test]
fn a_stop_ends_a_self_test() {
    let (mut worker, ..) = worker();
    let stop = Stop::new();
    stop.ask();
    let stopped = worker.self_test.before(&mut worker.counter, true, &stop);
    assert_eq!(stopped, Err(WorkError::Stopped));
    assert_eq!(worker.self_test.due(true, Instant::now()), [true; 2], "it has not passed");
    worker.self_test.before(&mut worker.counter, true, &Stop::new()).expect("a healthy card");
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
    for call in Call::ALL {
        faults.lose(call);
        assert_eq!(failure(&mut worker, unit), "card 0: the device is lost", "{call:?}");
    }
}

#[test]
fn a_self_test_launches_every_kernel() {
    let (mut worker, _, _, launched) = worker();
    worker.self_test.before(&mut worker.counter, true, &Stop::new()).expect("a healthy card");
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
