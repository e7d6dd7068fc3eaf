//! Estimates and samples: right on average, exactly uniform, the same for the same seed.

use crate::common::{bezzel, json, notes, output, refusal};
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
    let said = refusal(&["sample", "19"]);
    assert!(said.contains("up to 18 columns"), "{said}");
    assert!(said.contains("use --approximate, or use --ledger FILE"), "{said}");
    assert!(refusal(&["sample", "3^3"]).contains("flat boards"));
    assert!(refusal(&["sample", "8", "--number", "0"]).contains("from 1 to 1000000"));
}

/// Beyond the sides that are counted for a sample alone.
#[test]
fn nineteen_queens_are_sampled_from_a_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("19.ledger");
    let arguments = ["sample", "19", "--number", "3", "--ledger", file.to_str().unwrap()];
    let drawn = output(&arguments, 0);
    assert_eq!(drawn.lines().count(), 3, "{drawn}");
    for line in drawn.lines() {
        bezzel(&["check", line]).assert().code(0);
    }
    let said = notes(&arguments, 0);
    assert!(said.contains("each of the 4968057848 solutions (from the ledger)"), "{said}");
}

/// Drawn by colour from a ledger, which is made by the first sample and read by the second.
#[test]
fn samples_from_a_ledger_are_even_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights");
    let file = file.to_str().unwrap();
    let draw = |seed: &str| {
        let arguments = ["sample", "8", "--number", "9200", "--ledger", file, "--seed", seed];
        output(&arguments, 0)
    };
    let text = draw("3");
    assert_eq!(text, draw("3"));
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    text.lines().for_each(|line| *counts.entry(line).or_default() += 1);
    assert_eq!(counts.len(), 92);
    let statistic = chi_square(counts.into_values(), 9200);
    assert!(statistic < 137.2, "{statistic} is too uneven");
    let said = notes(&["sample", "8", "--ledger", file], 0);
    assert!(said.contains("each of the 92 solutions (from the ledger) equally likely"), "{said}");
    assert_eq!(output(&["count", "8", "--ledger", file], 0), "92\n");
    // Another board's ledger is refused.
    assert!(refusal(&["sample", "9", "--ledger", file]).contains("8"));
}

#[test]
fn samples_of_hundreds_of_queens_say_that_they_are_approximate() {
    let arguments = ["sample", "50", "--approximate", "--number", "2", "--jsonl"];
    let lines = output(&arguments, 0);
    let lines: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[0]["number"]), (3, &serde_json::Value::Null));
    output(&["check", lines[1]["solution"].as_str().unwrap()], 0);
    assert_eq!((&lines[2]["uniform"], &lines[2]["drawn"]), (&"approximately".into(), &2.into()));
    assert!(lines[2]["total"].is_null());
    assert!(lines[2]["walks"]["kept"].as_f64().unwrap() > 0.0);
    let said = notes(&arguments, 0);
    assert!(
        said.contains("only approximately uniform")
            && said.contains("walks at inverse temperature")
    );
    assert!(!said.contains("equally likely"), "{said}");
    assert!(refusal(&["sample", "4x6", "--approximate"]).contains("flat square boards"));
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
    assert!(notes(&few, 0).contains("is unreliable"));
    let cut = notes(&["estimate", "60", "--descents", "1e9", "--time", "0.1s"], 4);
    assert!(
        cut.contains("the time ended after ") && cut.contains(" of 1000000000 descents"),
        "{cut}"
    );
    let said = notes(&["estimate", "8"], 0);
    assert!(said.contains("an estimate, not a count") && said.contains("seed 1"), "{said}");
    // No descent fills a board without solutions; a board that is hard to fill looks the same.
    let text = output(&["estimate", "3"], 0);
    assert!(text.ends_with("solutions  unknown\n"), "{text}");
    assert!(json(&["estimate", "3", "--json"], 0)["estimates"][0]["solutions"].is_null());
    assert_eq!(output(&["estimate", "4..7", "--csv"], 0).lines().count(), 5);
    output(&["estimate", "40", "--descents", "1e9", "--time", "0.2"], 4);
    assert!(refusal(&["estimate", "200", "--method", "descents"]).contains("side 90"));
    assert!(refusal(&["estimate", "4294967295"]).contains("side 2000"));
    assert!(refusal(&["estimate", "4x5", "--method", "walks"]).contains("flat square boards"));
    assert!(refusal(&["estimate", "2x20000"]).contains("10000 columns"));
    assert!(refusal(&["estimate", "50^3"]).contains("is too large for random descents"));
    assert!(output(&["estimate", "4^3"], 0).contains(" about "));
    output(&["estimate", "90", "--descents", "10"], 0);
}

#[test]
fn large_boards_are_estimated_by_walks() {
    let large = ["estimate", "120", "--sweeps", "20"];
    let text = output(&large, 0);
    assert!(text.starts_with("solutions  about ") && text.contains("\nconstant   about 1.9"));
    let said = notes(&large, 0);
    assert!(said.contains("8 climbs") && said.contains("random walks"), "{said}");
    let one = &json(&[&large[..], &["--json"]].concat(), 0)["estimates"][0];
    assert_eq!((&one["method"], &one["visits"]), (&"walks".into(), &serde_json::Value::Null));
    // Climbs that are too fast end beside the solutions.
    let hasty = ["estimate", "1000", "--sweeps", "10"];
    assert_eq!(output(&hasty, 0).lines().next(), Some("solutions  unknown"));
    assert!(notes(&hasty, 0).contains("8 met a solution, or there were fewer than two"));
    if std::env::var_os("BEZZEL_DEEP").is_some() {
        let one = &json(&["estimate", "1000", "--json"], 0)["estimates"][0];
        let number = |key: &str| one["constant"][key].as_f64().unwrap();
        assert!(1.93 < number("low") && number("high") < 1.945, "{one}");
    }
    let few = ["estimate", "50..53", "--method", "walks", "--sweeps", "10"];
    let document = json(&[&few[..], &["--json"]].concat(), 0);
    assert_eq!(document["estimates"][3]["walks"]["climbs"], 8);
    // Sides so close to each other do not determine a limit.
    assert!(document["limit"].is_null());
    assert_eq!(output(&[&few[..], &["--csv"]].concat(), 0).lines().count(), 5);
}
