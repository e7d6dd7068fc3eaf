//! Jobs with the real engines, for counts, spectra and stacks: stopped, shared, merged, split and
//! verified on every SIMD level.

use crate::common::{Double, Manner, Tiny, forge, quick_folder, units};
use bezzel_board::{Problem, Size, Stop};
use bezzel_engines::stacks::StacksEngine;
use bezzel_engines::{Colour, Engine, Enumerate, Prepared, SimdLevel, Subtotal, Torus, Transform};
use bezzel_jobs::{
    JobError, JobOutcome, Ledger, RunOptions, Share, VerifyOptions, merge, processors, run, verify,
};
use std::path::PathBuf;
use std::sync::Arc;

/// Levels this processor supports.
fn levels() -> impl Iterator<Item = SimdLevel> {
    SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok())
}

/// Everything that can happen to a ledger; returns the final outcome.
fn whole_life(engine: &dyn Engine, problem: &Problem) -> JobOutcome {
    let folder = quick_folder();
    let file = folder.path().join("job.ledger");
    let prepared: Arc<dyn Prepared> = engine.prepare(problem, &Stop::new()).unwrap();
    let best = || processors(&prepared, 2, SimdLevel::best());
    // The plan is the same on every level: a job started on one machine can be resumed on another.
    let some = prepared.plan().units.len().div_ceil(4);
    for simd in levels() {
        let mut ledger = Ledger::open_or_create(&file, prepared.plan(), &Stop::new()).unwrap();
        let hire = || processors(&prepared, 2, simd);
        run(&prepared, &hire, Some(&mut ledger), &units(some), &mut |_| {}).unwrap();
    }
    let begun = Ledger::open(&file).unwrap();
    let shares: Vec<PathBuf> = Share::all(3)
        .map(|share| {
            let file = folder.path().join(format!("{}.share", share.number()));
            let mut ledger = begun.split(share, &file, &Stop::new()).unwrap();
            run(&prepared, &best, Some(&mut ledger), &RunOptions::default(), &mut |_| {}).unwrap();
            file
        })
        .collect();
    merge(&file, &shares, &Stop::new()).unwrap();
    let mut ledger = Ledger::open(&file).unwrap();
    let result = run(&prepared, &best, Some(&mut ledger), &RunOptions::default(), &mut |_| {});
    let result = result.unwrap();
    assert_eq!(result.provenance.results_now, 0);
    let devices = result.provenance.devices.join("; ");
    assert!(devices.starts_with("cpu ") && devices.contains("scalar"), "{devices}");
    let options = VerifyOptions::default().with_sample(20);
    let found = verify(&prepared, &best, &mut ledger, &options, &mut |_| {}).unwrap();
    assert!(found.confirms(), "{found:?}");
    // The engine in the registry produces the same plan, and accepts the ledger.
    let today = ledger.prepare(&Stop::new()).unwrap();
    assert_eq!(ledger.status(Ok(&*today), 1).outcome.unwrap(), result.outcome);
    let mut text = Vec::new();
    ledger.export(None, &mut text, &Stop::new()).unwrap();
    let copy =
        Ledger::import(folder.path().join("copy"), &mut text.as_slice(), &Stop::new()).unwrap();
    assert_eq!(copy.status(Ok(&*today), 1).outcome.unwrap(), result.outcome);
    result.outcome
}

#[test]
fn jobs_that_count_solutions() {
    // OEIS A000170 and, on the torus, A007705.
    for (n, total) in [(8, 92), (11, 2680), (12, 14200)] {
        assert_eq!(whole_life(&Enumerate, &Problem::queens(n)).total(), Some(total));
        assert_eq!(whole_life(&Colour, &Problem::queens(n)).total(), Some(total));
    }
    for (n, total) in [(11, 88), (13, 4524)] {
        let torus = Problem::queens(n).on_torus().unwrap();
        assert_eq!(whole_life(&Torus, &torus).total(), Some(total));
    }
}

#[test]
fn jobs_that_count_in_every_dimension() {
    let transform = Transform::with_table(4);
    let cube = Problem::new(Size::cube(5, 3).unwrap());
    let outcome = whole_life_of_any_table(&transform, &cube);
    let spectrum = outcome.spectrum().expect("everything is counted");
    for d in 2..=8 {
        let known = bezzel_data::space(5, d).unwrap();
        assert_eq!(spectrum.total(d).to_string(), known, "{d} dimensions");
    }
}

/// The size of the table is not part of the plan.
fn whole_life_of_any_table(engine: &dyn Engine, problem: &Problem) -> JobOutcome {
    let small = whole_life(engine, problem);
    assert_eq!(small, whole_life(&Transform::with_table(10), problem));
    small
}

#[test]
fn jobs_that_count_stacks() {
    // Unordered stacks of sides 5, 7 and 11.
    for (n, total) in [(5, 2), (7, 4), (11, 8)] {
        assert_eq!(whole_life(&StacksEngine, &Problem::queens(n)).total(), Some(total), "{n}");
    }
}

#[test]
fn an_unfinished_spectrum_has_no_closed_form() {
    let prepared = Transform::with_table(4)
        .prepare(&Problem::new(Size::cube(5, 3).unwrap()), &Stop::new())
        .unwrap();
    let hire = || processors(&prepared, 1, SimdLevel::best());
    let result = run(&prepared, &hire, None, &units(3), &mut |progress| {
        assert_eq!(progress.at_least, None);
    });
    let outcome = result.unwrap().outcome;
    assert_eq!((outcome.spectrum(), outcome.at_least()), (None, None));
    assert_eq!(outcome.because(), Some(bezzel_search::StopReason::Units));
}

#[test]
fn a_subtotal_altered_with_its_checksum_is_found_when_it_is_drawn() {
    let folder = quick_folder();
    let prepared = Colour.prepare(&Problem::queens(12), &Stop::new()).unwrap();
    let hire = || processors(&prepared, 2, SimdLevel::best());
    let file = folder.path().join("honest");
    let mut honest = Ledger::create(&file, prepared.plan(), None, &Stop::new()).unwrap();
    run(&prepared, &hire, Some(&mut honest), &RunOptions::default(), &mut |_| {}).unwrap();
    let rows = honest.rows().unwrap();
    let largest = rows.iter().max_by_key(|row| row.subtotal.count()).unwrap().label.clone();
    let mut times = [0, 0];
    for seed in 0..20 {
        let file = folder.path().join(format!("forged {seed}"));
        let mut forged = forge(&honest, &file, |rows| {
            let row = rows.iter_mut().find(|row| row.label == largest).unwrap();
            // The total still divides by 8.
            row.subtotal = row.subtotal.plus(&Subtotal::Count(8)).unwrap();
        });
        let options = VerifyOptions::default().with_sample(5).with_seed(Some(seed));
        let found = verify(&prepared, &hire, &mut forged, &options, &mut |_| {}).unwrap();
        let is_drawn = found.checks.iter().any(|check| check.label == largest);
        assert_eq!(found.mismatches.len(), usize::from(is_drawn), "{found:?}");
        assert_eq!(found.confirms(), !is_drawn);
        times[usize::from(is_drawn)] += 1;
    }
    assert!(times.iter().all(|&times| times > 0), "drawn {} times", times[1]);
}

#[test]
fn small_boards_can_be_verified_by_listing() {
    let folder = quick_folder();
    let options = VerifyOptions::default().with_sample(99).with_list(true);
    let counted = |engine: &dyn Engine| {
        let prepared = engine.prepare(&Problem::queens(9), &Stop::new()).unwrap();
        let file = folder.path().join(engine.info().id);
        let mut ledger = Ledger::create(&file, prepared.plan(), None, &Stop::new()).unwrap();
        let hire = || processors(&prepared, 2, SimdLevel::best());
        run(&prepared, &hire, Some(&mut ledger), &RunOptions::default(), &mut |_| {}).unwrap();
        (prepared, ledger)
    };
    let (prepared, mut ledger) = counted(&Colour);
    // One that refuses and cannot list either ends nothing.
    let hire = || {
        let mut workers = processors(&prepared, 2, SimdLevel::best())?;
        workers.push(Double::boxed(&Tiny::new(8, 2), Manner::Closed));
        Ok(workers)
    };
    let found = verify(&prepared, &hire, &mut ledger, &options, &mut |_| {}).unwrap();
    assert!(found.confirms() && found.by == "listing", "{found:?}");
    assert_eq!(found.troubles.len(), 1, "it is told");
    let mut forged = forge(&ledger, &folder.path().join("forged"), |rows| {
        rows[3].subtotal = rows[3].subtotal.plus(&Subtotal::Count(8)).unwrap();
    });
    let found = verify(&prepared, &hire, &mut forged, &options, &mut |_| {}).unwrap();
    assert_eq!(found.mismatches.len(), 1, "{found:?}");

    let (prepared, mut ledger) = counted(&Enumerate);
    let hire = || processors(&prepared, 2, SimdLevel::best());
    let refused = verify(&prepared, &hire, &mut ledger, &options, &mut |_| {});
    assert!(matches!(refused, Err(JobError::NoThirdCount { engine: "enumerate" })), "{refused:?}");
}
