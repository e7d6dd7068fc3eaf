//! Counts as users see them: totals, classes, fundamental solutions, limits.

use crate::common::{bezzel, json, notes, output, refusal};

#[test]
fn count_gives_totals_for_ranges_and_formats() {
    assert_eq!(output(&["count", "4..9:2"], 0), "4 2\n6 4\n8 92\n");
    bezzel(&["count", "4..9:0"]).assert().code(2);
    assert_eq!(output(&["count", "8"], 0), "92\n");
    assert_eq!(output(&["count", "4..7"], 0), "4 2\n5 10\n6 4\n7 40\n");
    assert_eq!(output(&["count", "4..6", "--oeis"], 0), "4 2\n5 10\n6 4\n");
    assert_eq!(output(&["count", "5", "--torus"], 0), "10\n");
    assert_eq!(output(&["count", "3^3"], 0), "72\n");
    assert_eq!(output(&["count", "3", "--dimension", "3"], 0), "72\n");
    let document = json(&["count", "8", "--json"], 0);
    assert_eq!(document["totals"][0]["total"], "92", "counts are strings");
    for algorithm in ["wirth", "rohl-1", "dancing-links", "nilsson:index", "guldal"] {
        assert_eq!(output(&["count", "7", "--algorithm", algorithm], 0), "40\n");
    }
}

#[test]
fn every_engine_and_every_way_of_running_gives_the_same_totals() {
    let totals = |arguments: &[&str]| output(&[&["count", "0..13"], arguments].concat(), 0);
    let expected: String =
        (0..=13).map(|n| format!("{n} {}\n", bezzel_testkit::golden::total(n))).collect();
    for engine in ["auto", "enumerate", "colour"] {
        for simd in ["scalar", "avx2", "avx512", "neon"] {
            if bezzel(&["count", "4", "--simd", simd]).output().unwrap().status.code() == Some(2) {
                continue; // This processor does not support it.
            }
            for threads in ["1", "2", "7"] {
                let how = ["--engine", engine, "--simd", simd, "--threads", threads];
                assert_eq!(totals(&how), expected, "{how:?}");
            }
        }
    }
}

#[test]
fn count_gives_symmetry_classes_and_first_squares() {
    assert_eq!(output(&["count", "8", "--fundamental"], 0), "12\n");
    assert_eq!(output(&["count", "1..6", "--fundamental"], 0), "1 1\n2 0\n3 0\n4 1\n5 2\n6 1\n");
    let text = output(&["count", "12", "--classes"], 0);
    assert!(text.starts_with("total: 14200\n  fundamental   1787\n"), "{text}");
    let document = json(&["count", "12", "--classes", "--json"], 0);
    let class = |name: &str| -> u128 {
        document["totals"][0]["classes"][name].as_str().unwrap().parse().unwrap()
    };
    assert_eq!(
        8 * class("asymmetric") + 4 * class("half_turn") + 2 * class("quarter_turn"),
        14_200
    );
    assert_eq!(
        output(&["count", "8", "--divide"], 0),
        "0 4\n1 8\n2 16\n3 18\n4 18\n5 16\n6 8\n7 4\ntotal 92\n"
    );
    let squares = output(&["count", "8", "--squares"], 0);
    assert_eq!(squares.lines().next(), Some(" 4  8 16 18 18 16  8  4"));
    assert_eq!(squares.lines().count(), 8);
    assert_eq!(output(&["count", "17", "--squares", "--time", "0.05"], 4), "");
    let late = notes(&["count", "17", "--squares", "--time", "0.05"], 4);
    assert!(late.contains("not counted to the end, because the time limit"), "{late}");
    let late = notes(&["count", "22", "--divide", "--time", "0.05"], 4);
    assert!(late.contains("not counted to the end, because the time limit"), "{late}");
    let late = notes(&["count", "1e6", "--divide", "--time", "0.05"], 4);
    assert!(late.contains("not counted to the end, because the time limit"), "{late}");
    let seeded = notes(&["count", "8", "--squares", "--number", "5", "--seed", "3"], 0);
    assert!(seeded.contains("5 random solutions, seed 3"), "{seeded}");
    assert!(output(&["count", "18", "--forecast"], 0).starts_with("about "));
    assert!(output(&["count", "31", "--forecast"], 0).contains("too long for this machine"));
    let blocked = ["count", "8", "--divide", "--blocked", "0,0 5,1", "--given", "1,6"];
    let divided = output(&blocked, 0);
    let whole = output(&["count", "8", "--blocked", "0,0 5,1", "--given", "1,6"], 0);
    assert!(divided.ends_with(&format!("total {whole}")), "{divided} {whole}");
}

/// The levels of the search tree: k queens in the first k rows.
#[test]
fn a_range_of_rows_has_the_same_columns() {
    let profile = "0x6 1\n1x6 6\n2x6 20\n3x6 36\n4x6 46\n5x6 40\n6 4\n";
    assert_eq!(output(&["count", "0..6x6"], 0), profile);
    assert_eq!(output(&["count", "2..6x6:4", "--oeis"], 0), "2 20\n6 4\n");
    assert!(refusal(&["count", "4..6x5"]).contains("write 5x6, not 6x5"));
    assert!(refusal(&["count", "1..6x"]).contains("1..8x8 for the rows of 8 columns"));
}

#[test]
fn fundamental_solutions_by_all_three_methods() {
    for algorithm in ["generate-and-test", "naur", "topor"] {
        let text = output(&["count", "8", "--fundamental", "--algorithm", algorithm], 0);
        assert_eq!(text, "12\n", "{algorithm}");
        output(&["count", "8", "--algorithm", algorithm], 2);
        assert_eq!(output(&["list", "8", "--algorithm", algorithm], 0).lines().count(), 12);
    }
}

/// An algorithm that finds one member of each class need not find the smallest.
#[test]
fn the_fundamental_list_is_the_same_by_every_algorithm() {
    let list = |problem: &[&str], algorithm: &[&str]| {
        let text = output(&[&["list", "--fundamental"], problem, algorithm].concat(), 0);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    for problem in [&["8"][..], &["5", "--torus"], &["6", "--blocked", "0,0"], &["4x6"]] {
        let expected = list(problem, &[]);
        assert!(!expected.is_empty(), "{problem:?}");
        for algorithm in
            ["backtracking", "bitmask", "generate-and-test", "naur", "topor", "topor:order=centre"]
        {
            // The algorithms for classes know no shifts, so they refuse the torus.
            let knows_shifts = ["backtracking", "bitmask"].contains(&algorithm);
            if problem.contains(&"--torus") && !knows_shifts {
                continue;
            }
            let found = list(problem, &["--algorithm", algorithm]);
            assert_eq!(found, expected, "{problem:?}, {algorithm}");
        }
    }
    // One solution found is one class found, whichever member it was.
    let some = output(&["list", "8", "--fundamental", "--algorithm", "qs1"], 0);
    assert!(list(&["8"], &[]).contains(&some.trim().to_owned()), "{some}");
}

#[test]
fn a_limit_says_at_least_and_exits_4() {
    let limited = ["count", "10", "--algorithm", "bitmask", "--visits", "1000"];
    let text = output(&limited, 4);
    assert!(text.starts_with("at least "), "{text}");
    let mut with_json = limited.to_vec();
    with_json.push("--json");
    let document = json(&with_json, 4);
    assert!(document["totals"][0]["total"].is_null(), "a bound is not a total");
    assert!(document["totals"][0]["at_least"].is_string());
    assert_eq!(output(&["list", "8", "--solutions", "3"], 4).lines().count(), 3);
    assert_eq!(
        output(&["count", "20", "--algorithm", "backtracking", "--time", "0.05"], 4)
            .lines()
            .count(),
        1
    );
}
