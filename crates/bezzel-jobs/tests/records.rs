//! The ledgers in `records/`, which graphics cards counted: sound, and confirmed by a few small units.

use crate::common::quick_folder;
use bezzel_board::Stop;
use bezzel_engines::{Prepared, SimdLevel, Subtotal, Unit};
use bezzel_jobs::{Check, Ledger};
use flate2::read::GzDecoder;
use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;
use tempfile::TempDir;

/// A record of the repository as a ledger; reading checks every checksum.
fn record(name: &str) -> (TempDir, Ledger, Arc<dyn Prepared>) {
    let path = format!("{}/../../records/{name}", env!("CARGO_MANIFEST_DIR"));
    let packed = File::open(path).expect("the record");
    let mut lines = BufReader::new(GzDecoder::new(packed));
    let folder = quick_folder();
    let ledger = Ledger::import(folder.path().join("ledger"), &mut lines, &Stop::new())
        .expect("a sound export");
    let prepared = ledger.prepare(&Stop::new()).expect("the plan is today's");
    (folder, ledger, prepared)
}

/// The total of a record that is complete, every result from a card.
fn total(ledger: &Ledger, prepared: &Arc<dyn Prepared>) -> Option<u128> {
    let status = ledger.status(Ok(&**prepared), 1);
    assert!(status.devices.iter().all(|device| device.starts_with("gpu NVIDIA H200")));
    status.outcome.expect("nothing is disputed").total()
}

#[test]
fn twenty_four_and_twenty_five_queens_are_counted_to_the_end() {
    let (_folder, ledger, prepared) = record("24.ledger.gz");
    assert_eq!(total(&ledger, &prepared), Some(227_514_171_973_736));
    assert_eq!(ledger.checks().len(), 19);
    let (_folder, ledger, prepared) = record("25.ledger.gz");
    assert_eq!(total(&ledger, &prepared), Some(2_207_893_435_808_352));
}

#[test]
fn twenty_six_queens_are_counted_to_the_end() {
    let (_folder, ledger, prepared) = record("26.ledger.gz");
    assert_eq!(total(&ledger, &prepared), Some(22_317_699_616_364_044));
    assert_eq!(ledger.checks().len(), 7);

    // The processor counts the same where that takes no time.
    let mut some = ledger.rows().expect("rows");
    some.retain(|row| row.subtotal.count() > Some(0));
    let cost = |label: &str| prepared.cost(&Unit::new(label));
    some.sort_by(|x, y| cost(&x.label).total_cmp(&cost(&y.label)));
    let mut worker = prepared.worker(SimdLevel::best()).expect("a worker");
    for row in &some[..3] {
        let here = worker.count(&Unit::new(row.label.as_str()), &Stop::new()).expect("a count");
        assert_eq!(here, row.subtotal, "{}", row.label);
    }
}

#[test]
fn twenty_six_queens_counted_again_agree_unit_by_unit() {
    let (_first, first, _) = record("26.ledger.gz");
    let (_second, second, prepared) = record("26-fourth.ledger.gz");
    assert_eq!(total(&second, &prepared), Some(22_317_699_616_364_044));
    assert_eq!(second.checks().len(), 3);
    let before: HashMap<String, Subtotal> =
        first.rows().expect("rows").into_iter().map(|row| (row.label, row.subtotal)).collect();
    let again = second.rows().expect("rows");
    assert_eq!(again.len(), 4096);
    for row in again {
        assert_eq!(before.get(&row.label), Some(&row.subtotal), "{}", row.label);
    }
}

#[test]
fn twenty_eight_queens_are_begun_and_can_be_continued() {
    let (_folder, ledger, prepared) = record("28.ledger.gz");
    let status = ledger.status(Ok(&*prepared), 1);
    assert!(status.devices.iter().all(|device| device.starts_with("gpu NVIDIA H200")));
    // Nobody knows the total: what is counted must never look like it.
    let rows = ledger.rows().expect("rows");
    assert!(rows.len() >= 969 && rows.len() < prepared.plan().units.len());
    assert_eq!(status.outcome.expect("nothing is disputed").total(), None);
    // How fast cards are says nothing about processors.
    assert_eq!(status.eta, None);
    assert!(ledger.checks().len() >= 14 && ledger.checks().iter().all(Check::agrees));
    // A core counted the same in 28 seconds.
    let label = "a=6 C=3,5,15,19,25,27";
    let row = rows.iter().find(|row| row.label == label).expect("a unit that is done");
    assert_eq!(row.subtotal.count(), Some(80_385_751_016));
}
