//! Damaged ledgers: refused with a message or harmless, never a wrong total.

use crate::common::{self, Tiny, ledger_with, sql, with};
use bezzel_board::{Explain, Stop};
use bezzel_engines::{Plan, Prepared};
use bezzel_jobs::{JobError, JobOutcome, Ledger, RunOptions, salvage};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Opens and finishes the job, as a user would after a crash.
fn finish(file: &Path, tiny: &Arc<dyn Prepared>) -> Result<JobOutcome, JobError> {
    let mut ledger = Ledger::open_or_create(file, tiny.plan(), &Stop::new())?;
    if ledger.is_paused() {
        ledger.resume()?;
    }
    Ok(with(tiny, Some(&mut ledger), &RunOptions::default())?.outcome)
}

#[test]
fn damage_anywhere_is_refused_or_harmless() {
    let random = RandomState::new();
    let (mut refused, mut harmless) = (0, 0);
    for units in [20, 42] {
        let (folder, whole, tiny) = ledger_with(units);
        let bytes = std::fs::read(&whole).unwrap();
        // Most of a small file is empty space, so half of the flips aim at the rest.
        let used: Vec<usize> = (0..bytes.len()).filter(|&place| bytes[place] != 0).collect();
        let file = folder.path().join("damaged.ledger");
        for round in 0..300_u64 {
            let chance = |what: &str, below: usize| {
                (random.hash_one((units, round, what)) % below.max(1) as u64) as usize
            };
            let mut damaged = bytes.clone();
            let place = match round % 2 {
                0 => used[chance("used", used.len())],
                _ => chance("place", bytes.len()),
            };
            match round % 10 {
                0 => damaged.truncate(place),
                1 => damaged[place..].iter_mut().take(64).for_each(|byte| *byte = 0),
                2 => damaged.copy_within(place..(place + 64).min(bytes.len()), 0),
                3 => damaged[place] = chance("byte", 256) as u8,
                _ => damaged[place] ^= 1 << chance("bit", 8),
            }
            std::fs::write(&file, &damaged).unwrap();
            match finish(&file, &tiny) {
                Ok(outcome) => {
                    let case = format!("round {round}, place {place}, {units} units: {outcome}");
                    assert_eq!(outcome.total(), Some(92), "{case}");
                    harmless += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 100 && harmless > 20, "{refused} refused, {harmless} harmless");
}

/// Opens the changed ledger; the message must contain all these words.
fn refused(change: &str, words: &[&str]) {
    let (_folder, file, _) = ledger_with(42);
    sql(&file, change);
    let error = Ledger::open(&file).unwrap_err().explain();
    for word in words.iter().chain(&["8.ledger"]) {
        assert!(error.contains(word), "{change}: {error}");
    }
}

#[test]
fn a_damaged_row_is_named() {
    let (_folder, file, _) = ledger_with(42);
    let rows = Ledger::open(&file).unwrap().rows().unwrap();
    let label = rows[6].label.clone();
    drop(rows);
    sql(&file, "UPDATE results SET subtotal = subtotal + 2 WHERE row = 7");
    let error = Ledger::open(&file).unwrap_err().to_string();
    assert!(error.contains(&format!("row 7 of results (unit {label})")), "{error}");
    assert!(error.contains("checksum"), "{error}");

    for column in ["micros", "processor_micros", "attempt", "finished", "revision"] {
        refused(&format!("UPDATE results SET {column} = {column} + 1 WHERE row = 3"), &["row 3 "]);
    }
    for column in ["program", "device", "host", "checksum"] {
        refused(&format!("UPDATE results SET {column} = 'x' WHERE row = 3"), &["row 3 "]);
    }
    refused("UPDATE results SET subtotal = '-4' WHERE row = 2", &["row 2 ", "\"-4\"", "possible"]);
    refused("UPDATE results SET subtotal = '' WHERE row = 2", &["row 2 ", "possible"]);
    refused("UPDATE results SET label = 'a9' WHERE row = 5", &["row 5 ", "checksum"]);
    refused("UPDATE results SET micros = -1 WHERE row = 4", &["row 4 "]);
    let swapped = "UPDATE results SET label = 'x' WHERE row = 1;
                   UPDATE results SET label = (SELECT label FROM units WHERE place = 40) \
                   WHERE label = 'x' AND 0";
    refused(swapped, &["row 1 "]);
}

#[test]
fn a_damaged_header_is_refused() {
    refused("UPDATE job SET divisor = '1'", &["damaged", "header"]);
    refused("UPDATE job SET divisor = '0'", &["damaged", "divisor"]);
    refused("UPDATE job SET engine = 'other'", &["damaged", "header"]);
    refused("UPDATE job SET revision = 2", &["damaged", "header"]);
    refused("UPDATE job SET counts = 'stacks'", &["damaged", "header"]);
    refused("UPDATE job SET counts = 'sheep'", &["damaged", "sheep"]);
    refused("UPDATE job SET problem = '{}'", &["damaged", "header"]);
    refused("UPDATE units SET label = 'x' WHERE place = 3", &["damaged", "units"]);
    refused("DELETE FROM units WHERE place = 41", &["damaged"]);
    refused("DELETE FROM job", &["damaged"]);
    refused("DROP TABLE checks", &["damaged", "table checks"]);
    refused("PRAGMA user_version = 3", &["format 3", "up to 2", "newer"]);
    refused("PRAGMA application_id = 7", &["not a ledger"]);
}

#[test]
fn a_row_of_another_plan_is_refused() {
    let (_folder, file, _) = ledger_with(42);
    let (_other_folder, other, _) = ledger_with(0);
    // Same labels, another divisor: the rows look alike but their checksums depend on the plan.
    let tiny = Tiny::new(8, 2);
    let plan = Plan { divisor: 4, ..tiny.plan().clone() };
    std::fs::remove_file(&other).unwrap();
    drop(Ledger::create(&other, &plan, None, &Stop::new()).unwrap());
    let copy = format!(
        "ATTACH '{}' AS source; INSERT INTO results SELECT * FROM source.results",
        file.display()
    );
    sql(&other, &copy);
    let error = Ledger::open(&other).unwrap_err();
    assert!(matches!(error, JobError::DamagedRow { row: 1, .. }), "{error}");
}

#[test]
fn a_commit_cut_in_the_middle_is_undone() {
    let (folder, file, tiny) = ledger_with(30);
    let other = rusqlite::Connection::open(&file).unwrap();
    // A cache of one page makes the changes of an open transaction reach the file, as in a
    // crash between the first and the last page of a commit.
    other.execute_batch("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN").unwrap();
    other.execute_batch("UPDATE results SET subtotal = '7'; UPDATE state SET paused = 5").unwrap();
    let crashed = folder.path().join("crashed.ledger");
    let journal = |file: &Path| PathBuf::from(format!("{}-journal", file.display()));
    std::fs::copy(&file, &crashed).unwrap();
    assert_ne!(std::fs::read(&crashed).unwrap(), Vec::<u8>::new());
    // Without its journal the half-written file must not be accepted with these rows.
    let alone = finish(&crashed, &tiny);
    assert!(!matches!(&alone, Ok(outcome) if outcome.total() != Some(92)), "{alone:?}");
    std::fs::copy(&file, &crashed).unwrap();
    std::fs::copy(journal(&file), journal(&crashed)).unwrap();
    let ledger = Ledger::open(&crashed).unwrap();
    assert_eq!(ledger.rows().unwrap().len(), 30);
    assert_eq!(finish(&crashed, &tiny).unwrap().total(), Some(92));
}

#[test]
fn the_valid_rows_of_a_damaged_ledger_can_be_saved() {
    let (folder, file, tiny) = ledger_with(42);
    sql(&file, "UPDATE results SET subtotal = '7' WHERE row IN (3, 9)");
    let target = folder.path().join("saved.ledger");
    let saved = salvage(&file, &target, &Stop::new()).unwrap();
    assert_eq!((saved.units_done, saved.units_total, saved.lost.len()), (40, 42, 2));
    assert!(saved.lost[0].contains("row 3 of results"), "{:?}", saved.lost);
    assert_eq!(finish(&target, &tiny).unwrap().total(), Some(92));
    let again = salvage(&file, &target, &Stop::new());
    assert!(matches!(again, Err(JobError::Exists { .. })));
    sql(&file, "UPDATE job SET divisor = '1'");
    let beyond_salvage = salvage(&file, folder.path().join("x"), &Stop::new());
    assert!(matches!(beyond_salvage, Err(JobError::BeyondSalvage { .. })));
}

#[test]
fn a_damaged_split_loses_only_its_parts() {
    let folder = common::quick_folder();
    let [file, target] = ["8.ledger", "saved.ledger"].map(|name| folder.path().join(name));
    // A unit of one row claims to take a billion times as long as one of two, so that all are split
    // however fast the parts are.
    let cost: fn(&str) -> f64 = |label| 1e18 / 1e9_f64.powi(label.len() as i32 / 2);
    let tiny = Tiny { cost: Some(cost), ..Tiny::new(8, 1) }.ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    common::quietly(&tiny, Some(&mut ledger));
    assert_eq!(ledger.splits().unwrap().len(), 8);
    drop(ledger);
    sql(&file, "UPDATE splits SET made = made + 1 WHERE label = '3 '");
    let error = Ledger::open(&file).unwrap_err();
    assert!(matches!(error, JobError::DamagedRow { table: "splits", .. }), "{error}");
    let saved = salvage(&file, &target, &Stop::new()).unwrap();
    assert_eq!((saved.units_done, saved.units_total), (7, 8));
    assert_eq!(finish(&target, &tiny).unwrap().total(), Some(92));
}

#[test]
fn a_deleted_row_is_counted_again() {
    let (_folder, file, tiny) = ledger_with(42);
    sql(&file, "DELETE FROM results WHERE row % 3 = 0");
    assert_eq!(finish(&file, &tiny).unwrap().total(), Some(92));
}

#[test]
fn a_ledger_in_write_ahead_mode_comes_back_to_one_file() {
    let (folder, file, tiny) = ledger_with(30);
    sql(&file, "PRAGMA journal_mode = WAL; UPDATE state SET paused = 0");
    assert_eq!(finish(&file, &tiny).unwrap().total(), Some(92));
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}

#[test]
fn a_copy_of_the_one_file_is_a_ledger() {
    let (folder, file, tiny) = ledger_with(30);
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    let _open = Ledger::open(&file).unwrap();
    let copy = folder.path().join("copy.ledger");
    std::fs::copy(&file, &copy).unwrap();
    assert_eq!(finish(&copy, &tiny).unwrap().total(), Some(92));
}
