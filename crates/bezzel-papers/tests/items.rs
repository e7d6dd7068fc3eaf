//! Every item of the papers matches `data/`, row by row.

use bezzel::Control;
use bezzel_papers::{Agreement, Depth, Report, Stopped, papers};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::time::Duration;

/// Everything, computed once; with `BEZZEL_DEEP` at the program's default depth.
static REPORTS: LazyLock<Vec<Report>> = LazyLock::new(|| {
    let deep = std::env::var_os("BEZZEL_DEEP").is_some();
    let depth = if deep { Depth::Report } else { Depth::Quick };
    let items = papers().iter().flat_map(|paper| &paper.items);
    let never = Control::new();
    items.map(|item| item.compute(depth, &never).expect("it is not stopped")).collect()
});

#[test]
fn everything_computed_matches_data() {
    let mut wrong = Vec::new();
    for report in REPORTS.iter() {
        for row in report.rows.iter().filter(|row| !row.as_expected) {
            let (id, what, computed, expected) =
                (&report.id, &row.what, &row.computed, &row.expected);
            wrong.push(format!("{id}: {what}: computed {computed:?}, data/ has {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_row_of_data_is_computed_or_listed_as_left_out() {
    for item in papers().iter().flat_map(|paper| &paper.items) {
        let report = REPORTS.iter().find(|report| report.id == item.id).unwrap();
        let computed: Vec<&str> = report.rows.iter().map(|row| row.what.as_str()).collect();
        let names: BTreeSet<&str> = computed.iter().copied().collect();
        assert_eq!(names.len(), computed.len(), "{}: a row comes twice", item.id);
        assert_eq!(names, item.expected_rows().collect(), "{}", item.id);
        assert!(!computed.is_empty(), "{} has no rows", item.id);
    }
}

#[test]
fn every_row_has_a_method_and_a_command() {
    for report in REPORTS.iter() {
        for row in &report.rows {
            assert!(!row.how.is_empty(), "{}: {}", report.id, row.what);
            assert!(row.command.starts_with("bezzel "), "{}: {}", report.id, row.command);
            let left_out = row.agreement == Agreement::NotReproducible && row.computed.is_none();
            assert!(left_out || row.computed.is_some(), "{}: {}", report.id, row.what);
            if matches!(row.agreement, Agreement::NotReproducible) {
                assert!(row.note.is_some(), "{}: {} does not say why", report.id, row.what);
            }
        }
    }
}

/// The errors of the papers, each found by the computation and not only listed in the data.
#[test]
fn the_known_errors_are_found() {
    let agreement = |id: &str, what: &str| {
        let report = REPORTS.iter().find(|report| report.id == id).unwrap();
        report.rows.iter().find(|row| row.what == what).unwrap().agreement
    };
    for (id, what, expected) in [
        ("erbas/table1", "n = 13", Agreement::Misprint),
        ("barr/table1", "n = 5, d = 3", Agreement::Misprint),
        ("barr/table1", "n = 4, d = 4", Agreement::Misprint),
        ("barr/table1", "n = 3, d = 6", Agreement::WrongClaim),
        ("tutorial/trace", "result", Agreement::Misprint),
        ("chakiat/existence", "a stack exists if there are N solutions", Agreement::WrongClaim),
        ("criseno/claims", "the first n with ten times as many as before", Agreement::WrongClaim),
        ("erbas/table3", "n = 16", Agreement::Agrees),
        ("criseno/table1", "n = 18", Agreement::Agrees),
    ] {
        assert_eq!(agreement(id, what), expected, "{id}, {what}");
    }
}

#[test]
fn pictures_are_svg_with_a_name_and_a_description() {
    let figures: Vec<_> = REPORTS.iter().flat_map(|report| &report.figures).collect();
    assert!(figures.len() >= 20, "only {} pictures", figures.len());
    let mut plots = 0;
    for figure in figures {
        assert!(figure.svg.starts_with("<svg "), "{}", figure.name);
        assert!(figure.svg.contains("<title>"), "{}", figure.name);
        assert!(!figure.title.is_empty() && !figure.description.is_empty(), "{}", figure.name);
        assert!(figure.command.starts_with("bezzel "), "{}", figure.name);
        let is_plot = figure.command.starts_with("bezzel draw plot");
        assert!(!is_plot || figure.csv.is_some(), "{} has no numbers behind it", figure.name);
        plots += usize::from(is_plot);
    }
    assert!(plots >= 6, "only {plots} plots");
}

#[test]
fn a_stop_ends_the_computation() {
    let control = Control::new();
    control.stop().ask();
    for item in papers().iter().flat_map(|paper| &paper.items) {
        assert_eq!(item.compute(Depth::Deep, &control), Err(Stopped), "{}", item.id);
    }
}

/// A stop in the middle of an item that takes many hours ends it.
#[test]
fn a_stop_in_the_middle_ends_the_computation() {
    let control = Control::new();
    let stop = control.stop().clone();
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        stop.ask();
    });
    let item = bezzel_papers::find("criseno", "table1").unwrap();
    assert_eq!(item.compute(Depth::Deep, &control), Err(Stopped));
    raiser.join().unwrap();
}

/// Figure 4 is drawn here and nowhere else. `BEZZEL_UPDATE=1` writes it instead of comparing it.
#[test]
fn figure_4_has_not_changed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/figure-4.svg");
    let report = REPORTS.iter().find(|report| report.id == "erbas/fig4").unwrap();
    let svg = &report.figures[0].svg;
    if std::env::var_os("BEZZEL_UPDATE").is_some() {
        std::fs::write(path, svg).unwrap();
    }
    let golden = std::fs::read_to_string(path).expect("the golden file is there");
    assert!(*svg == golden, "look at it, then renew it with BEZZEL_UPDATE=1");
}
