//! Estimates and samples: right on average, exactly uniform, the same for the same seed.

use crate::common::{json, notes, output, refusal};
use std::collections::BTreeMap;

/// Pearson's statistic for draws that should all be equally likely.
fn chi_square(counts: impl ExactSizeIterator<Item = u32>, draws: u32) -> f64 {
    let expected = f64::from(draws) / counts.len() as f64;
    counts.map(|count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn every_solution_is_drawn_equally_often() {
    // For each problem the value that chi-square exceeds once in a thousand times, with one degree
    // of freedom less than the number of solutions.
    for (problem, solutions, most) in [
        (&["4"][..], 2, 10.83),
        (&["5"], 10, 27.88),
        (&["6"], 4, 16.27),
        (&["7"], 40, 72.06),
        (&["8"], 92, 137.2),
        (&["5", "--torus"], 10, 27.88),
        (&["8", "--given", "0,3"], 18, 40.79),
    ] {
        let draws = 100 * solutions;
        let number = draws.to_string();
        let text = output(&[&["sample"], problem, &["--number", &number]].concat(), 0);
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        for line in text.lines() {
            *counts.entry(line).or_default() += 1;
        }
        let list = output(&[&["list"], problem].concat(), 0);
        assert_eq!(counts.len(), solutions as usize, "{problem:?}");
        assert!(list.lines().all(|solution| counts.contains_key(solution)), "{problem:?}");
        let statistic = chi_square(counts.into_values(), draws);
        assert!(statistic < most, "{problem:?}: {statistic} is too uneven");
        assert!(statistic > 0.0, "{problem:?}: too even to be random");
    }
}

#[test]
fn samples_are_seeded_and_described() {
    let draw = |seed: &str| output(&["sample", "14", "--number", "3", "--seed", seed], 0);
    assert_eq!(draw("5"), draw("5"));
    assert_ne!(draw("5"), draw("6"));
    for line in draw("5").lines() {
        output(&["check", line], 0);
    }
    let said = notes(&["sample", "8", "--seed", "9"], 0);
    assert!(
        said.contains("each of the 92 solutions (counted now) equally likely, seed 9"),
        "{said}"
    );
    let lines = output(&["sample", "6", "--jsonl", "--notation", "fen"], 0);
    let lines: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines[0]["number"].as_str().unwrap().parse::<u32>().unwrap() < 4);
    assert_eq!((lines.len(), &lines[1]["drawn"], &lines[1]["total"]), (2, &1.into(), &"4".into()));
    assert_eq!(output(&["sample", "3"], 1), "no solution\n");
    assert!(refusal(&["sample", "19"]).contains("up to 18 columns"));
    assert!(refusal(&["sample", "3^3"]).contains("flat boards"));
    assert!(refusal(&["sample", "8", "--number", "0"]).contains("from 1 to 1000000"));
}

#[test]
fn estimates_come_with_their_error_and_are_right_within_it() {
    let document = json(&["estimate", "6..12", "--descents", "40000", "--json"], 0);
    let estimates = document["estimates"].as_array().unwrap();
    assert_eq!(estimates.len(), 7);
    for (n, estimate) in (6..).zip(estimates) {
        let exact = json(&["count", &n.to_string(), "--algorithm", "bitmask", "--json"], 0);
        let total = exact["totals"][0]["total"].as_str().unwrap().parse::<f64>().unwrap();
        let visits = exact["totals"][0]["provenance"]["work"]["visits"].as_f64().unwrap();
        for (name, truth) in [("solutions", total), ("visits", visits)] {
            let number = |key: &str| estimate[name][key].as_f64().unwrap();
            let (about, error) = (number("about"), number("standard_error"));
            // Four standard errors are exceeded once in 16,000 times.
            assert!((about - truth).abs() < 4.0 * error, "{n} {name}: {about} +- {error}, {truth}");
            assert!(error < 0.1 * truth, "{n} {name}: {error} of {truth} is too large");
        }
    }
}

#[test]
fn estimates_are_never_mistaken_for_counts() {
    let text = output(&["estimate", "8"], 0);
    assert!(
        text.lines().count() == 2 && text.lines().all(|line| line.contains(" about ")),
        "{text}"
    );
    assert_eq!(text, output(&["estimate", "8", "--seed", "1"], 0), "the default seed is 1");
    assert_ne!(text, output(&["estimate", "8", "--seed", "2"], 0));
    assert!(text.lines().all(|line| line.contains(", 95 % from ")), "{text}");
    // Few of so few descents fill the board: no interval is given, and a note says why.
    let few = ["estimate", "20", "--descents", "200"];
    assert!(
        !output(&few, 0).lines().any(|line| line.starts_with("solutions") && line.contains("95 %"))
    );
    assert!(notes(&few, 0).contains("says little"));
    let said = notes(&["estimate", "8"], 0);
    assert!(said.contains("an estimate, not a count") && said.contains("seed 1"), "{said}");
    // No descent fills a board without solutions; a board that is hard to fill looks the same.
    let text = output(&["estimate", "3"], 0);
    assert!(text.ends_with("solutions  unknown\n"), "{text}");
    assert!(json(&["estimate", "3", "--json"], 0)["estimates"][0]["solutions"].is_null());
    assert_eq!(output(&["estimate", "4..7", "--csv"], 0).lines().count(), 5);
    output(&["estimate", "40", "--descents", "1e9", "--time", "0.2"], 4);
    assert!(refusal(&["estimate", "200"]).contains("side 90"));
    assert!(refusal(&["estimate", "4294967295"]).contains("side 90"));
    assert!(refusal(&["estimate", "2x20000"]).contains("10000 columns"));
    assert!(refusal(&["estimate", "50^3"]).contains("is too large for an estimate"));
    assert!(output(&["estimate", "4^3"], 0).contains(" about "));
    output(&["estimate", "90", "--descents", "10"], 0);
}
