//! The ledger of the transform: killed at any byte it resumes to the same spectrum.

use bezzel_board::{Problem, Stop};
use bezzel_engines::{Engine, Prepared, SimdLevel, Spectrum, Transform};
use bezzel_jobs::{JobError, SpectrumLedger, run_transform};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn five() -> Arc<dyn Prepared> {
    Transform::with_table(4).prepare(&Problem::queens(5), &Stop::new()).unwrap()
}

fn run(transform: &Arc<dyn Prepared>, file: &Path) -> Result<Spectrum, JobError> {
    let mut ledger = SpectrumLedger::open_or_create(file, transform.plan())?;
    let stop = AtomicBool::new(false);
    let found = run_transform(transform, Some(&mut ledger), 2, &stop, &mut |_| {})?;
    Ok(found.expect("nobody stops it"))
}

#[test]
fn a_ledger_cut_anywhere_resumes_to_the_same_spectrum() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("5.spectra");
    let transform = five();
    let whole = transform.count_all(SimdLevel::best(), &Stop::new()).unwrap();
    let whole = whole.spectrum().unwrap().clone();
    assert_eq!(run(&transform, &file).unwrap(), whole);
    let bytes = fs::read(&file).unwrap();
    for length in (0..bytes.len()).step_by(151) {
        fs::write(&file, &bytes[..length]).unwrap();
        assert_eq!(run(&transform, &file).unwrap(), whole, "cut at {length}");
        // Nothing was lost but the torn line.
        assert_eq!(fs::read(&file).unwrap().len(), bytes.len(), "cut at {length}");
    }
}

#[test]
fn finished_units_are_not_counted_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("5.spectra");
    let transform = five();
    let stop = AtomicBool::new(false);
    {
        let mut ledger = SpectrumLedger::open_or_create(&file, transform.plan()).unwrap();
        let mut worker = transform.worker(SimdLevel::best()).unwrap();
        for (place, unit) in transform.plan().units.iter().enumerate().take(4) {
            let subtotal = worker.count(unit, &Stop::new()).unwrap();
            ledger.record(place, subtotal.spectrum().unwrap()).unwrap();
        }
    }
    let mut ledger = SpectrumLedger::open_or_create(&file, transform.plan()).unwrap();
    assert_eq!(ledger.units_done(), 4);
    let mut last = None;
    run_transform(&transform, Some(&mut ledger), 1, &stop, &mut |now| last = Some(now.clone()))
        .unwrap();
    let last = last.unwrap();
    assert_eq!(last.units_total, transform.plan().units.len());
    assert!(last.units_now <= last.units_total - 4);
    let stop = AtomicBool::new(true);
    assert_eq!(run_transform(&transform, None, 1, &stop, &mut |_| {}).unwrap(), None);
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("5.spectra");
    let transform = five();
    run(&transform, &file).unwrap();
    let held = SpectrumLedger::open_or_create(&file, transform.plan()).unwrap();
    assert!(matches!(run(&transform, &file), Err(JobError::Busy { .. })));
    drop(held);

    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("^m - ", "^m + ", 1)).unwrap();
    assert!(matches!(run(&transform, &file), Err(JobError::Damaged { .. })));
    fs::write(&file, &text).unwrap();
    let six = Transform::default().prepare(&Problem::queens(6), &Stop::new()).unwrap();
    assert!(matches!(run(&six, &file), Err(JobError::OtherPlan { .. })));
    fs::write(&file, "something else").unwrap();
    assert!(matches!(run(&transform, &file), Err(JobError::NotALedger { .. })));
    let nowhere = folder.path().join("no/5.spectra");
    assert!(matches!(run(&transform, &nowhere), Err(JobError::NoFolder { .. })));
}
