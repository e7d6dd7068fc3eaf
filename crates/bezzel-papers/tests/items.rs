//! Every item of the papers is there, comes out as `data/` says, and says so row by row.

use bezzel_papers::{Depth, Report, Verdict, find, papers};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

static REPORTS: LazyLock<Vec<Report>> = LazyLock::new(|| {
    let never = Arc::default();
    let items = papers().iter().flat_map(|paper| &paper.items);
    items.map(|item| item.compute(Depth::Quick, &never).expect("nobody stops it")).collect()
});

#[test]
fn everything_computed_is_what_data_says() {
    let mut wrong = Vec::new();
    for report in REPORTS.iter() {
        for row in report.rows.iter().filter(|row| !row.as_expected) {
            wrong.push(format!(
                "{}: {}: computed {:?}, data/ has {:?}",
                report.id, row.what, row.computed, row.expected
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_row_of_data_is_computed_or_named_as_left_out() {
    for paper in papers() {
        for item in &paper.items {
            let report = REPORTS.iter().find(|report| report.id == item.id).unwrap();
            let computed: Vec<&str> = report.rows.iter().map(|row| row.what.as_str()).collect();
            let names: BTreeSet<&str> = computed.iter().copied().collect();
            assert_eq!(names.len(), computed.len(), "{}: a row comes twice", item.id);
            let listed: BTreeSet<&str> = item.expected_rows().collect();
            assert_eq!(names, listed, "{}", item.id);
            assert!(!computed.is_empty(), "{} has no rows", item.id);
        }
    }
}
