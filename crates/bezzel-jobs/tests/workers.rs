//! Workers of different kinds on one ledger: slow and fast ones, wrong ones, and ones that fail,
//! panic or hang.

use crate::common::{
    self, Double, Manner, Stuck, Tiny, WITHOUT_CORNER, honest, quick_folder, quietly,
};
use bezzel_board::Stop;
use bezzel_engines::{Prepared, Worker};
use bezzel_jobs::{
    Alarm, JobError, JobResult, Ledger, Progress, RunOptions, VerifyOptions, run, verify,
};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Runs with a worker of this manner and this many correct ones.
fn beside(
    tiny: &Tiny,
    manner: Manner,
    others: usize,
    ledger: Option<&mut Ledger>,
) -> Result<JobResult, JobError> {
    let prepared: Arc<dyn Prepared> = Arc::new(tiny.clone());
    let hire = || {
        let mut workers = vec![Double::boxed(tiny, manner)];
        workers.extend(honest(&prepared, others));
        Ok(workers)
    };
    // A worker that hangs is detected in seconds instead of minutes.
    let patience = Duration::from_secs(2);
    let options = RunOptions::default().with_patience(patience);
    run(&prepared, &hire, ledger, &options, &mut |_| {})
}

/// Units slow enough that every worker gets some.
fn paced() -> Tiny {
    Tiny { pace: Duration::from_millis(5), ..Tiny::new(8, 2) }
}

#[test]
fn a_worker_that_fails_panics_or_hangs_loses_only_its_current_unit() {
    for manner in [Manner::Fails, Manner::Dies, Manner::Hangs, Manner::Exaggerates] {
        let folder = quick_folder();
        let file = folder.path().join("8.ledger");
        let tiny = paced();
        let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
        let result = beside(&tiny, manner, 1, Some(&mut ledger)).unwrap();
        assert_eq!(result.outcome.total(), Some(92), "{manner:?}");
        assert!(!result.troubles.is_empty(), "{manner:?}: the trouble is on record");
        for trouble in &result.troubles {
            let name = format!("{manner:?}").to_lowercase();
            assert!(trouble.device.contains(&name), "{manner:?}: {trouble:?}");
        }
        // The correct worker counted every unit once.
        let rows = ledger.rows().unwrap();
        assert!(rows.iter().all(|row| row.device == "test double, none"), "{manner:?}");
        assert_eq!(rows.len(), 42, "{manner:?}");
    }
}

#[test]
fn a_run_ends_without_a_worker_that_cannot_be_dropped() {
    let tiny = paced();
    let prepared = tiny.clone().ready();
    for is_stopped in [false, true] {
        let (say, word) = channel();
        let word = Mutex::new(Some(word));
        let hire = || {
            let word = word.lock().unwrap().take().expect("workers are hired once");
            let inner = common::TinyWorker::new(&tiny);
            Ok(vec![Box::new(Stuck { inner, word }) as Box<dyn Worker>])
        };
        let stop = Stop::new();
        let patience = Duration::from_millis(200);
        let options = RunOptions::default().with_patience(patience).with_stop(&stop);
        let mut begun = |_: &Progress| {
            if is_stopped {
                stop.ask();
            }
        };
        let result = run(&prepared, &hire, None, &options, &mut begun).unwrap();
        let total = result.outcome.total();
        assert!(is_stopped || total == Some(92), "{total:?}");
        assert!(say.send(()).is_ok(), "the worker is still being dropped");
    }
}

#[test]
fn a_run_whose_only_worker_fails_keeps_what_is_finished() {
    for (manner, words) in [
        (Manner::Fails, "no such device"),
        (Manner::Dies, "a fault in the kernel"),
        (Manner::Hangs, "does not answer"),
        (Manner::Exaggerates, "not a possible subtotal"),
    ] {
        let folder = quick_folder();
        let file = folder.path().join("8.ledger");
        let tiny = paced();
        let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
        let ready = tiny.clone().ready();
        common::with(&ready, Some(&mut ledger), &common::units(5)).unwrap();
        let error = beside(&tiny, manner, 0, Some(&mut ledger)).unwrap_err();
        assert!(matches!(error, JobError::UnitsFailed { units: 37, .. }), "{manner:?}: {error}");
        assert!(error.to_string().contains(words), "{manner:?}: {error}");
        assert_eq!(Ledger::open(&file).unwrap().rows().unwrap().len(), 5);
        assert_eq!(quietly(&ready, Some(&mut ledger)).outcome.total(), Some(92));
    }
}

#[test]
fn a_card_lost_in_mid_job_costs_only_its_units_in_flight() {
    const STREAMS: usize = 4;
    const EACH: usize = 3;
    let streams =
        |tiny: &Tiny| (0..STREAMS).map(|_| Double::boxed(tiny, Manner::Lost(EACH))).collect();
    let folder = quick_folder();
    let tiny = paced();
    let prepared: Arc<dyn Prepared> = Arc::new(tiny.clone());
    // Alone: what its streams had counted is kept, another run does the rest.
    let mut ledger =
        Ledger::create(folder.path().join("alone"), tiny.plan(), None, &Stop::new()).unwrap();
    let options = RunOptions::default();
    let alone = run(&prepared, &|| Ok(streams(&tiny)), Some(&mut ledger), &options, &mut |_| {});
    let error = alone.unwrap_err();
    assert!(matches!(error, JobError::UnitsFailed { units: 30, .. }), "{error}");
    assert_eq!(ledger.rows().unwrap().len(), STREAMS * EACH);
    let rest = quietly(&prepared, Some(&mut ledger));
    assert_eq!(rest.outcome.total(), Some(92));
    assert_eq!(rest.provenance.results_now, 30);
    // Beside a core: the core gets every unit that a stream failed on, and the run is complete. It
    // waits with its first unit until the card is lost.
    let tiny = paced();
    let counted = Arc::clone(&tiny.counted);
    let wait = move |_: &str, _| {
        while counted.load(Ordering::Relaxed) < STREAMS * EACH {
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let core = Tiny { watch: Some(Arc::new(wait)), ..tiny.clone() };
    let mut ledger =
        Ledger::create(folder.path().join("beside"), tiny.plan(), None, &Stop::new()).unwrap();
    let hire = || {
        let mut workers: Vec<Box<dyn Worker>> = streams(&tiny);
        workers.push(Box::new(common::TinyWorker::new(&core)));
        Ok(workers)
    };
    let result = run(&prepared, &hire, Some(&mut ledger), &options, &mut |_| {}).unwrap();
    assert_eq!(result.outcome.total(), Some(92));
    assert!(!result.troubles.is_empty());
    assert!(result.troubles.iter().all(|trouble| trouble.device == "test lost, none"));
    let rows = ledger.rows().unwrap();
    let lost = rows.iter().filter(|row| row.device == "test lost, none").count();
    assert_eq!((rows.len(), lost), (42, STREAMS * EACH));
}

/// What two cards of the same name and some cores count together: the result, the devices of all units, and how many
/// units each of the three counted. The first card is lost after some units of each of its streams, if at all; the
/// others wait until it is about to be.
fn two_cards(cores: usize, lost_after: Option<usize>) -> (JobResult, Vec<String>, [usize; 3]) {
    const STREAMS: usize = 4;
    let folder = quick_folder();
    // So slow that no worker begins when the others are done.
    let tiny = Tiny::paced(8, 2, 20);
    let mut ledger =
        Ledger::create(folder.path().join("8.ledger"), tiny.plan(), None, &Stop::new()).unwrap();
    let counted: [Arc<AtomicUsize>; 3] = Default::default();
    let first = Arc::clone(&counted[0]);
    let share = STREAMS * lost_after.unwrap_or(1);
    let wait = Arc::new(move |_: &str, _: bool| {
        while first.load(Ordering::Relaxed) < share {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    let each = |i: usize| Tiny { counted: Arc::clone(&counted[i]), ..tiny.clone() };
    let waiting = |i: usize| Tiny { watch: Some(wait.clone()), ..each(i) };
    let hire = || {
        let mut workers = Vec::new();
        for _ in 0..STREAMS {
            let manner = lost_after.map_or(Manner::Card, Manner::Lost);
            workers.push(Double::stream(&each(0), manner, 0));
            workers.push(Double::stream(&waiting(1), Manner::Card, 1));
        }
        workers.extend(honest(&waiting(2).ready(), cores));
        Ok(workers)
    };
    let options = RunOptions::default();
    let result = run(&tiny.clone().ready(), &hire, Some(&mut ledger), &options, &mut |_| {});
    let devices = ledger.rows().unwrap().into_iter().map(|row| row.device).collect();
    (result.unwrap(), devices, counted.map(|units| units.load(Ordering::Relaxed)))
}

#[test]
fn workers_that_refuse_are_given_no_units() {
    let tiny = paced();
    let prepared = tiny.clone().ready();
    let team = |others: usize| -> Vec<Box<dyn Worker>> {
        let mut workers: Vec<Box<dyn Worker>> =
            (0..2).map(|number| Double::stream(&tiny, Manner::Closed, number)).collect();
        workers.extend(honest(&prepared, others));
        workers
    };
    let counted = |others: usize| {
        let options = RunOptions::default().with_recount(true);
        let mut progress =
            |it: &Progress| assert_eq!(it.devices, ["test double, none"], "only what counts");
        run(&prepared, &|| Ok(team(others)), None, &options, &mut progress)
    };
    let result = counted(1).unwrap();
    assert_eq!(result.outcome.total(), Some(92));
    assert_eq!(result.provenance.results_recounted, 42);
    // Once when units were counted, and once when they were recounted.
    let words = |it: &bezzel_jobs::Trouble| (it.unit.clone(), it.device.clone(), it.why.clone());
    let closed = (None, "test card, none".to_owned(), "no memory".to_owned());
    assert_eq!(result.troubles.iter().map(words).collect::<Vec<_>>(), vec![closed; 4]);
    assert_eq!(result.provenance.workers, 1, "those that refuse are none");
    assert!(matches!(counted(0), Err(JobError::NoWorkers)));
}

#[test]
fn two_cards_and_cores_share_a_job() {
    let (result, devices, counted) = two_cards(2, None);
    assert_eq!(result.outcome.total(), Some(92));
    assert!(result.troubles.is_empty(), "{:?}", result.troubles);
    assert!(counted.iter().all(|&units| units > 0), "{counted:?}");
    assert_eq!((devices.len(), counted.iter().sum::<usize>()), (42, 42));
    let on_cores = devices.iter().filter(|device| *device == "test double, none").count();
    assert_eq!(on_cores, counted[2]);
}

#[test]
fn a_card_counts_what_another_one_of_its_name_had_begun_when_it_was_lost() {
    for cores in [0, 2] {
        let (result, devices, [lost, other, core]) = two_cards(cores, Some(2));
        assert_eq!(result.outcome.total(), Some(92), "{cores} cores");
        assert!(!result.troubles.is_empty(), "{cores} cores");
        assert!(result.troubles.iter().all(|trouble| trouble.device == "test card, none"));
        // What it had counted is kept, and no unit is counted twice.
        assert_eq!((lost, devices.len(), lost + other + core), (8, 42, 42), "{cores} cores");
        assert!(other > 0 && (core > 0) == (cores > 0), "{cores} cores: {other}, {core}");
    }
}

#[test]
fn cores_count_what_several_cards_failed_on() {
    let tiny = paced();
    let prepared = tiny.clone().ready();
    let hire = || {
        let card = |stream: usize| Double::stream(&tiny, Manner::Fails, stream % 2);
        let mut workers: Vec<Box<dyn Worker>> = (0..8).map(card).collect();
        workers.extend(honest(&prepared, 1));
        Ok(workers)
    };
    let result = run(&prepared, &hire, None, &RunOptions::default(), &mut |_| {}).unwrap();
    assert_eq!(result.outcome.total(), Some(92));
    assert_eq!(result.provenance.devices, ["test double, none"]);
    assert!(!result.troubles.is_empty());
}

#[test]
fn recounts_on_a_card_check_only_what_others_counted() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::new(8, 2);
    let prepared: Arc<dyn Prepared> = Arc::new(tiny.clone());
    let card = || Ok(vec![Double::boxed(&tiny, Manner::Card)]);
    let all = VerifyOptions::default().with_sample(1000);
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    run(&prepared, &card, Some(&mut ledger), &common::units(5), &mut |_| {}).unwrap();
    let refused = verify(&prepared, &card, &mut ledger, &all, &mut |_| {}).unwrap_err();
    assert!(matches!(refused, JobError::NotIndependent { .. }), "{refused}");
    quietly(&prepared, Some(&mut ledger));
    let found = verify(&prepared, &card, &mut ledger, &all, &mut |_| {}).unwrap();
    assert!(found.confirms());
    assert_eq!((found.by.as_str(), found.checks.len()), ("card", 37));
    // Workers of both kinds check together what the card can check.
    let both = || Ok(vec![Double::boxed(&tiny, Manner::Card), honest(&prepared, 1).remove(0)]);
    let found = verify(&prepared, &both, &mut ledger, &all, &mut |_| {}).unwrap();
    assert_eq!((found.by.as_str(), found.checks.len()), ("card and hand", 37));
    let hire = || Ok(honest(&prepared, 1));
    let found = verify(&prepared, &hire, &mut ledger, &all, &mut |_| {}).unwrap();
    assert_eq!((found.by.as_str(), found.checks.len()), ("hand", 42));
    // Counting twice on a card takes the cores for the second time.
    let twice = RunOptions::default().with_recount(true);
    let mut ledger =
        Ledger::create(folder.path().join("twice"), tiny.plan(), None, &Stop::new()).unwrap();
    let result = run(&prepared, &card, Some(&mut ledger), &twice, &mut |_| {}).unwrap();
    assert_eq!(result.provenance.results_recounted, 42);
    assert!(ledger.checks().iter().all(|check| check.by == "hand"));
}

#[test]
fn a_wrong_result_is_found_by_verifying() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    // A board whose total is in no table and has no symmetry to check; the error is even, so the
    // sum still divides.
    let tiny = Tiny::without_corner();
    let label = "3 0 ";
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    let result = beside(&tiny, Manner::Lies(label, 4), 0, Some(&mut ledger)).unwrap();
    assert_eq!(result.outcome.total(), Some(WITHOUT_CORNER + 2));
    assert_eq!(result.provenance.results_recounted, 0, "and says that nothing was recounted");
    let tiny = tiny.ready();
    let hire = || Ok(honest(&tiny, 2));
    let all = VerifyOptions::default().with_sample(1000);
    let found = verify(&tiny, &hire, &mut ledger, &all, &mut |_| {}).unwrap();
    assert!(!found.confirms());
    let [mismatch] = found.mismatches.as_slice() else { panic!("{found:?}") };
    assert_eq!(mismatch.label, label);
    // From now on there is no total, until the unit is counted again.
    let error = common::with(&tiny, Some(&mut ledger), &RunOptions::default()).unwrap_err();
    assert!(matches!(error, JobError::Alarm(Alarm::Disputed { .. })), "{error}");
    ledger.discard(label).unwrap();
    assert_eq!(quietly(&tiny, Some(&mut ledger)).outcome.total(), Some(WITHOUT_CORNER));
}

#[test]
fn a_wrong_result_is_found_by_counting_twice() {
    let tiny = Tiny::without_corner();
    let prepared: Arc<dyn Prepared> = Arc::new(tiny.clone());
    let hire = || Ok(vec![Double::boxed(&tiny, Manner::Lies("3 0 ", 4))]);
    let options = RunOptions::default().with_recount(true);
    let error = run(&prepared, &hire, None, &options, &mut |_| {}).unwrap_err();
    assert!(matches!(error, JobError::Alarm(Alarm::Disputed { .. })), "{error}");
    assert!(error.to_string().contains("3 0 "), "{error}");
}

/// A unit with one row less costs eight times as much.
fn by_length(label: &str) -> f64 {
    1000.0 / 8_f64.powi(label.split_terminator(' ').count() as i32)
}

#[test]
fn each_worker_gets_units_of_suitable_size() {
    let folder = quick_folder();
    let file = folder.path().join("9.ledger");
    // Units of one row claim to cost 125 s: more than any worker is given.
    let tiny = Tiny { cost: Some(by_length), ..Tiny::paced(9, 1, 2) };
    let prepared: Arc<dyn Prepared> = Arc::new(tiny.clone());
    let hire = || -> Result<Vec<Box<dyn Worker>>, _> {
        let slow = Double::boxed(&tiny, Manner::Slow(Duration::from_millis(200)));
        Ok(vec![slow, honest(&prepared, 1).remove(0)])
    };
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    let result = run(&prepared, &hire, Some(&mut ledger), &RunOptions::default(), &mut |_| {});
    let result = result.unwrap();
    assert_eq!(result.outcome.total(), Some(352));
    assert_eq!((result.units_done, result.units_total), (9, 9));
    assert!(!ledger.splits().unwrap().is_empty());
    let rows = ledger.rows().unwrap();
    let by = |name: &str| rows.iter().filter(|row| row.device.contains(name)).collect::<Vec<_>>();
    let (slow, fast) = (by("slow"), by("double"));
    assert!(!slow.is_empty() && slow.len() < fast.len(), "{} {}", slow.len(), fast.len());
    // The first unit of each takes at most 30 s by the engine's own estimate.
    for first in [slow[0], fast[0]] {
        assert!(by_length(&first.label) <= 30.0, "{}", first.label);
    }
    // Later units of the slow worker are smaller than those of the fast one.
    let largest = |rows: &[&bezzel_jobs::Row]| {
        rows[1..].iter().map(|row| by_length(&row.label)).fold(0.0, f64::max)
    };
    assert!(largest(&slow) <= largest(&fast), "{} {}", largest(&slow), largest(&fast));
}

#[test]
fn a_unit_that_takes_far_too_long_is_stopped_and_split() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    // They claim to be tiny, but a unit of one row takes minutes; one of more rows takes no time.
    let tiny = Tiny { cost: Some(|_| 1e-3), ..Tiny::new(8, 1) };
    let prepared: Arc<dyn Prepared> = Arc::new(tiny.clone());
    struct Misjudged(common::TinyWorker);
    impl Worker for Misjudged {
        fn device(&self) -> &bezzel_engines::Device {
            self.0.device()
        }
        fn count(
            &mut self,
            unit: &bezzel_engines::Unit,
            stop: &Stop,
        ) -> Result<bezzel_engines::Subtotal, bezzel_engines::WorkError> {
            let rows = unit.label().split_terminator(' ').count();
            common::pause(Duration::from_secs(if rows == 1 { 600 } else { 0 }), stop)?;
            self.0.count(unit, stop)
        }
        fn recount(
            &mut self,
            unit: &bezzel_engines::Unit,
            stop: &Stop,
        ) -> Result<bezzel_engines::Subtotal, bezzel_engines::WorkError> {
            self.0.recount(unit, stop)
        }
        fn recounts_by(&self) -> &'static str {
            self.0.recounts_by()
        }
    }
    let worker = || Box::new(Misjudged(common::TinyWorker::new(&tiny))) as Box<dyn Worker>;
    let hire = || Ok(vec![worker(), worker()]);
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    let options = RunOptions::default().with_patience(Duration::from_millis(100));
    let result = run(&prepared, &hire, Some(&mut ledger), &options, &mut |_| {}).unwrap();
    assert_eq!(result.outcome.total(), Some(92));
    let labels = ledger.splits().unwrap().into_iter().map(|split| split.label);
    // On a busy machine another one may have taken too long as well.
    let of_one_row = labels.filter(|label| label.split_terminator(' ').count() == 1);
    assert_eq!(of_one_row.count(), 8, "every unit was split once");
    assert!(result.troubles.is_empty(), "stopping a unit is not a trouble: {:?}", result.troubles);
}

#[test]
fn units_split_in_a_hundred_ways_give_the_same_total() {
    use std::hash::{BuildHasher, RandomState};
    for way in 0..100 {
        // Random costs: which units are too large, and for which worker, differs every time.
        let tiny = Tiny { cost: Some(chancy), ..Tiny::new(8, way % 3) }.ready();
        let result = quietly(&tiny, None);
        assert_eq!(result.outcome.total(), Some(92), "way {way}");
    }
    /// From a fraction of a second to many minutes, less the more rows are fixed.
    fn chancy(label: &str) -> f64 {
        let rows = label.split_terminator(' ').count() as i32;
        let seed = RandomState::new().hash_one(label);
        (seed % 1000) as f64 / 4_f64.powi(rows)
    }
}
