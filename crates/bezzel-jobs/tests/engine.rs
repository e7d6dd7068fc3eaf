//! Jobs with the real engines: interrupted, split, merged and verified on every SIMD level.

mod common;

use bezzel_board::{Problem, Stop};
use bezzel_engines::{Engine, Enumerate, SimdLevel, Torus};
use bezzel_jobs::{Ledger, Outcome, Part, RunOptions, VerifyOptions, merge, run, salvage, verify};
use common::{TWO, quick_folder, sql};
use std::path::PathBuf;

/// Levels this processor has.
fn levels() -> impl Iterator<Item = SimdLevel> {
    SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok())
}

fn whole_life(engine: &dyn Engine, problem: &Problem, total: u128) {
    let folder = quick_folder();
    let file = folder.path().join("job.ledger");
    let prepared = engine.prepare(problem, &Stop::new()).unwrap();
    // The plan is the same on every level: a job begun on one machine goes on on another.
    for simd in levels() {
        let some = prepared.plan().units.len().div_ceil(4);
        let mut ledger = Ledger::open_or_create(&file, prepared.plan()).unwrap();
        let options = RunOptions { simd, max_units: Some(some), ..TWO };
        run(&prepared, Some(&mut ledger), &options, &mut |_| {}).unwrap();
    }
    let begun = Ledger::open(&file).unwrap();
    let parts: Vec<PathBuf> = Part::all(3)
        .map(|part| {
            let file = folder.path().join(format!("{}.part", part.number()));
            let mut ledger = begun.split(part, &file).unwrap();
            let options = RunOptions { simd: SimdLevel::best(), ..TWO };
            run(&prepared, Some(&mut ledger), &options, &mut |_| {}).unwrap();
            file
        })
        .collect();
    merge(&file, &parts).unwrap();
    let mut ledger = Ledger::open(&file).unwrap();
    let report = run(&prepared, Some(&mut ledger), &TWO, &mut |_| {}).unwrap();
    assert_eq!(report.outcome, Outcome::Exact { total }, "{problem} with {}", engine.info().id);
    assert_eq!(report.provenance.units_now, 0);
    assert!(report.provenance.simd.contains(&"scalar".to_string()));
    let options = VerifyOptions { sample: 20, ..VerifyOptions::default() };
    assert!(verify(&prepared, &mut ledger, &options, &mut |_| {}).unwrap().confirms());
}

#[test]
fn a_job_of_engine_enumerate() {
    // OEIS A000170.
    for (n, total) in [(8, 92), (11, 2680), (12, 14200)] {
        whole_life(&Enumerate, &Problem::queens(n), total);
    }
}

#[test]
fn a_job_of_engine_torus() {
    // OEIS A007705, for n = 11 and 13.
    for (n, total) in [(11, 88), (13, 4524)] {
        whole_life(&Torus, &Problem::queens(n).on_torus().unwrap(), total);
    }
}

#[test]
fn a_damaged_list_of_units_is_planned_again() {
    let folder = quick_folder();
    let [file, saved] = ["job.ledger", "saved.ledger"].map(|name| folder.path().join(name));
    let prepared = Enumerate.prepare(&Problem::queens(8), &Stop::new()).unwrap();
    let mut ledger = Ledger::create(&file, prepared.plan(), None).unwrap();
    run(&prepared, Some(&mut ledger), &TWO, &mut |_| {}).unwrap();
    drop(ledger);
    sql(
        &file,
        "UPDATE units SET label = label || 'x' WHERE unit = 1; DELETE FROM units WHERE unit = 2",
    );
    assert!(Ledger::open(&file).is_err());
    let salvaged = salvage(&file, &saved).unwrap();
    assert_eq!(salvaged.units_done, salvaged.units_total);
    assert!(salvaged.lost[0].contains("made again"), "{:?}", salvaged.lost);
    let status = Ledger::open(&saved).unwrap().status(1).unwrap();
    assert_eq!(status.outcome, Some(Outcome::Exact { total: 92 }));
    // A header that promises another plan is not believed.
    sql(&file, "UPDATE job SET digest = 'x'");
    assert!(salvage(&file, &folder.path().join("none")).is_err());
}
