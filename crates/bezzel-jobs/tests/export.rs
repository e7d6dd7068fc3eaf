//! A ledger as lines of text, and back, without loss.

use crate::common::{Tiny, honest, quick_folder, quietly, sql, units, with};
use bezzel_board::Stop;
use bezzel_jobs::{JobError, Ledger, Share, VerifyOptions, merge, salvage, verify};
use std::io::{BufReader, Read, Write};
use std::path::Path;

fn text_of(ledger: &Ledger, share: Option<Share>) -> String {
    let mut text = Vec::new();
    ledger.export(share, &mut text, &Stop::new()).unwrap();
    String::from_utf8(text).unwrap()
}

fn import(file: &Path, text: &str) -> Result<Ledger, JobError> {
    Ledger::import(file, &mut text.as_bytes(), &Stop::new())
}

#[test]
fn an_export_read_back_is_the_same_ledger() {
    let folder = quick_folder();
    let at = |name: &str| folder.path().join(name);
    let cost: fn(&str) -> f64 = |label| 1e18 / 1e9_f64.powi(label.len() as i32 / 2);
    let tiny = Tiny { cost: Some(cost), ..Tiny::new(8, 1) }.ready();
    let mut ledger = Ledger::create(at("8"), tiny.plan(), None, &Stop::new()).unwrap();
    with(&tiny, Some(&mut ledger), &units(30)).unwrap();
    let hire = || Ok(honest(&tiny, 2));
    // A seed that does not fit into the 53 bits of a JSON number.
    let options = VerifyOptions::default().with_seed(Some(u64::MAX));
    verify(&tiny, &hire, &mut ledger, &options, &mut |_| {}).unwrap();
    let text = text_of(&ledger, None);
    assert!(text.starts_with(r#"{"line":"job","format":2,"problem":{"version":1,"size":"8"}"#));
    assert!(text.contains(r#""subtotal":""#) && text.contains(r#""divisor":"2""#));
    assert!(text.contains(r#""seed":"18446744073709551615""#));
    let mut copy = import(&at("back"), &text).unwrap();
    assert_eq!(copy.header(), ledger.header());
    assert_eq!(copy.rows().unwrap(), ledger.rows().unwrap());
    assert_eq!(copy.splits().unwrap(), ledger.splits().unwrap());
    assert_eq!(copy.checks(), ledger.checks());
    assert_eq!(text_of(&copy, None), text);
    assert_eq!(quietly(&tiny, Some(&mut copy)).outcome.total(), Some(92));
}

/// An imported ledger with a damaged list of units can be salvaged completely, like the original.
#[test]
fn an_imported_ledger_can_be_salvaged() {
    use bezzel_engines::{Engine, Enumerate, SimdLevel};
    let folder = quick_folder();
    let at = |name: &str| folder.path().join(name);
    let problem = bezzel_board::Problem::queens(9);
    let prepared = Enumerate.prepare(&problem, &Stop::new()).unwrap();
    let hire = || bezzel_jobs::processors(&prepared, 2, SimdLevel::best());
    let mut ledger = Ledger::create(at("9"), prepared.plan(), None, &Stop::new()).unwrap();
    bezzel_jobs::run(
        &prepared,
        &hire,
        Some(&mut ledger),
        &bezzel_jobs::RunOptions::default(),
        &mut |_| {},
    )
    .unwrap();
    drop(import(&at("back"), &text_of(&ledger, None)).unwrap());
    sql(&at("back"), "UPDATE units SET label = label || 'x' WHERE place = 0");
    assert!(Ledger::open(at("back")).is_err());
    let saved = salvage(at("back"), at("saved"), &Stop::new()).unwrap();
    assert_eq!(
        (saved.units_done, saved.results),
        (saved.units_total, ledger.rows().unwrap().len())
    );
    let ledger = Ledger::open(at("saved")).unwrap();
    assert_eq!(ledger.status(Ok(&*prepared), 1).outcome.unwrap().total(), Some(352));
    // A header with another plan is refused.
    sql(&at("back"), "UPDATE job SET digest = 'x'");
    assert!(salvage(at("back"), at("none"), &Stop::new()).is_err());
}

#[test]
fn a_changed_export_is_refused_with_its_line() {
    let folder = quick_folder();
    let tiny = Tiny::new(8, 2).ready();
    let mut ledger =
        Ledger::create(folder.path().join("8"), tiny.plan(), None, &Stop::new()).unwrap();
    quietly(&tiny, Some(&mut ledger));
    let text = text_of(&ledger, None);
    assert_eq!(text.lines().count(), 1 + 42 + 42 + 1);
    let target = folder.path().join("x");
    let refused = |text: &str| match import(&target, text) {
        Err(JobError::BadExport { line, what }) => (line, what),
        other => panic!("{other:?}"),
    };
    let (line, what) = refused(&text.replacen(r#""attempt":1"#, r#""attempt":2"#, 1));
    assert_eq!(line, 1 + 42 + 1, "{what}");
    let (_, what) = refused(&text.replacen(r#""label":"0 2 ""#, r#""label":"0 9 ""#, 1));
    assert!(what.contains("lines before it were changed"), "{what}");
    let cut = text.lines().take(60).map(|line| format!("{line}\n")).collect::<String>();
    assert!(refused(&cut).1.contains("last line is missing"));
    // A whole line left out, even with the last line corrected.
    let without: String = text
        .lines()
        .enumerate()
        .filter(|(place, _)| *place != 50)
        .map(|(_, line)| format!("{line}\n").replace(r#""lines":85"#, r#""lines":84"#))
        .collect();
    assert!(refused(&without).1.contains("lines before it were changed"));
    assert_eq!(refused("").0, 1);
    assert_eq!(refused("{}\n").0, 1);
    assert_eq!(refused(&text.replacen(r#""format":2"#, r#""format":1"#, 1)).0, 1);
    assert!(!target.exists(), "nothing is written");
}

#[test]
fn the_export_of_a_share_has_the_records_of_its_units() {
    let folder = quick_folder();
    let tiny = Tiny::new(8, 2).ready();
    let mut ledger =
        Ledger::create(folder.path().join("8"), tiny.plan(), None, &Stop::new()).unwrap();
    quietly(&tiny, Some(&mut ledger));
    let share = Share::new(2, 4).unwrap();
    let text = text_of(&ledger, Some(share));
    assert_eq!(text.lines().filter(|line| line.contains(r#""line":"result""#)).count(), 11);
    let copy = import(&folder.path().join("share"), &text).unwrap();
    assert_eq!(copy.header().share, Some(share));
    let status = copy.status(Ok(&*tiny), 1);
    assert_eq!((status.units_done, status.units_total), (11, 11));
}

/// A stream that asks for a stop after some bytes.
struct Halfway<'a> {
    text: &'a [u8],
    left: usize,
    written: Vec<u8>,
    stop: Stop,
}

impl Halfway<'_> {
    fn passed(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(bytes);
        if self.left == 0 {
            self.stop.ask();
        }
    }
}

impl Read for Halfway<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = self.text.read(into)?;
        self.passed(read);
        Ok(read)
    }
}

impl Write for Halfway<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.passed(bytes.len());
        self.written.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A ledger of millions of units takes a while to copy, whichever way that is done.
#[test]
fn what_is_stopped_halfway_writes_nothing_and_can_be_repeated() {
    let folder = quick_folder();
    let at = |name: &str| folder.path().join(name);
    let tiny = Tiny::new(8, 2).ready();
    let create = |name| Ledger::create(at(name), tiny.plan(), None, &Stop::new()).unwrap();
    let mut ledger = create("8");
    with(&tiny, Some(&mut ledger), &units(30)).unwrap();
    let text = text_of(&ledger, None);
    let half = text.len() / 2;
    let halfway =
        || Halfway { text: text.as_bytes(), left: half, written: vec![], stop: Stop::new() };

    let mut out = halfway();
    let stop = out.stop.clone();
    assert!(matches!(ledger.export(None, &mut out, &stop), Err(JobError::Stopped)));
    assert!(out.written.len() < text.len() && !out.written.is_empty());
    let part = String::from_utf8(out.written).unwrap();
    assert!(matches!(import(&at("part"), &part), Err(JobError::BadExport { .. })));

    let input = halfway();
    let stop = input.stop.clone();
    let imported = Ledger::import(at("copy"), &mut BufReader::with_capacity(64, input), &stop);
    assert!(matches!(imported, Err(JobError::Stopped)), "{imported:?}");
    assert!(!at("copy").exists());

    let asked = Stop::new();
    asked.ask();
    let share: Share = "1/2".parse().unwrap();
    let parted = ledger.split(share, at("share"), &asked);
    assert!(matches!(parted, Err(JobError::Stopped)), "{parted:?}");
    let merged = merge(at("merged"), [at("8")], &asked);
    assert!(matches!(merged, Err(JobError::Stopped)), "{merged:?}");
    let target = create("target");
    let merged = merge(at("target"), [at("8")], &asked);
    assert!(matches!(merged, Err(JobError::Stopped)), "{merged:?}");
    assert!(target.rows().unwrap().is_empty());

    import(&at("copy"), &text).unwrap();
    ledger.split(share, at("share"), &Stop::new()).unwrap();
    for name in ["merged", "target"] {
        let merged = merge(at(name), [at("copy"), at("share")], &Stop::new()).unwrap();
        assert_eq!((merged.results_added, merged.units_done), (30, 30), "{name}");
    }
}
