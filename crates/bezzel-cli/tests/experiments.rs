//! Experiments with `compare`: success rates, distributions, the best setting, fits.

use crate::common::{bezzel, json, notes, output};
use serde_json::Value;

/// The lines of a table of comma-separated values, each as (heading, cell).
fn csv(text: &str) -> Vec<Vec<(String, String)>> {
    let mut lines = csv::Reader::from_reader(text.as_bytes());
    let headings = lines.headers().unwrap().clone();
    let named = |cells: csv::StringRecord| -> Vec<(String, String)> {
        (headings.iter().zip(&cells))
            .map(|(name, cell)| (name.to_owned(), cell.to_owned()))
            .collect()
    };
    lines.records().map(|cells| named(cells.unwrap())).collect()
}

fn cell<'a>(line: &'a [(String, String)], heading: &str) -> &'a str {
    &line.iter().find(|(name, _)| name == heading).unwrap().1
}

#[test]
fn success_rates_and_distributions_over_seeds() {
    let asked = ["compare", "8", "--algorithms", "las-vegas,min-conflicts,pauls,wirth,topor"];
    let with = |more: &[&'static str]| [&asked[..], &["--seeds", "20"], more].concat();
    let document = json(&with(&["--json"]), 0);
    let samples = document["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 5, "every category takes part");
    for sample in samples {
        let runs = sample["visits"].as_array().unwrap().len();
        assert_eq!(sample["runs"], runs);
        assert_eq!(sample["solved"], runs, "{sample}");
        assert_eq!(sample["success"], 1.0);
        for measure in ["visits", "tests", "restarts", "seconds"] {
            let mut values: Vec<f64> = (sample[measure].as_array().unwrap().iter())
                .map(|value| value.as_f64().unwrap())
                .collect();
            values.sort_by(f64::total_cmp);
            let spread = &sample["distributions"][measure];
            assert_eq!(spread["min"], values[0], "{measure}");
            assert_eq!(spread["lower_quartile"], values[runs.div_ceil(4) - 1], "{measure}");
            assert_eq!(spread["median"], values[runs.div_ceil(2) - 1], "{measure}");
            assert_eq!(spread["upper_quartile"], values[(3 * runs).div_ceil(4) - 1], "{measure}");
            assert_eq!(spread["max"], values[runs - 1], "{measure}");
            let mean = values.iter().sum::<f64>() / runs as f64;
            assert!((spread["mean"].as_f64().unwrap() - mean).abs() < 1e-9 * mean.max(1.0));
        }
    }
    assert_eq!(samples[0]["runs"], 20);
    assert_eq!(samples[4]["runs"], 1, "without chance there is one run");

    let table = csv(&output(&with(&["--csv"]), 0));
    assert_eq!(table.len(), 5 * 4);
    for line in &table {
        let [min, lower, median, upper, max] = ["min", "25 %", "median", "75 %", "max"]
            .map(|name| cell(line, name).parse::<f64>().unwrap());
        assert!(min <= lower && lower <= median && median <= upper && upper <= max, "{line:?}");
        assert_eq!(cell(line, "success"), "100.0 %");
    }
    let counts = |table: &[Vec<(String, String)>]| -> Vec<String> {
        let lines = table.iter().filter(|line| cell(line, "measure") != "seconds");
        lines.flat_map(|line| line.iter().map(|(_, cell)| cell.clone())).collect()
    };
    let again = csv(&output(&with(&["--csv"]), 0));
    assert_eq!(counts(&table), counts(&again), "the same seeds, the same runs");

    let text = output(&with(&[]), 0);
    for word in ["success", "visits", "restarts", "seconds", "min", "25 %", "median", "max"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

/// Runs that fail are counted, and so is their work.
#[test]
fn a_success_rate_below_one() {
    let few = ["compare", "8", "--algorithms", "las-vegas:restarts=1", "--seeds", "50", "--json"];
    let sample = &json(&few, 0)["samples"][0];
    let solved = sample["solved"].as_u64().unwrap();
    assert!((1..50).contains(&solved), "{solved}");
    assert_eq!(sample["success"], solved as f64 / 50.0);
    assert_eq!(sample["distributions"]["restarts"]["max"], 1.0);
}

#[test]
fn the_best_value_of_a_setting_is_named() {
    let asked = ["compare", "8", "--algorithms", "las-vegas-backtracking", "--seeds", "200"];
    let with = |more: &[&'static str]| [&asked[..], &["--vary", "crossover=1..8"], more].concat();
    let text = output(&with(&[]), 0);
    assert!(text.contains("best for n = 8: las-vegas-backtracking:crossover=3"), "{text}");
    let document = json(&with(&["--json"]), 0);
    let best = &document["best"][0];
    assert_eq!(best["value"], 3);
    assert_eq!(best["algorithm"], "las-vegas-backtracking:crossover=3");
    let per_solution = |sample: &Value| {
        let visits = sample["visits"].as_array().unwrap().iter();
        let sum: u64 = visits.map(|visits| visits.as_u64().unwrap()).sum();
        sum as f64 / sample["solved"].as_f64().unwrap()
    };
    let least = best["visits_per_solution"].as_f64().unwrap();
    for sample in document["samples"].as_array().unwrap() {
        assert!(per_solution(sample) >= least, "{}", sample["algorithm"]);
    }
    let stderr = bezzel(&with(&["--csv"])).assert().success().get_output().stderr.clone();
    assert!(String::from_utf8(stderr).unwrap().contains("crossover=3"));
}

#[test]
fn fits_of_visits_tests_and_time_in_every_format() {
    let asked = ["compare", "4..9", "--algorithms", "wirth,topor,min-conflicts,pauls", "--fit"];
    for seeds in [&[][..], &["--seeds", "5"]] {
        let with = |format: &[&'static str]| [&asked[..], seeds, format].concat();
        let document = json(&with(&["--json"]), 0);
        let fits = document["fits"].as_array().unwrap();
        let law = |algorithm: &str, measure: &str| {
            let fit = fits.iter().find(|fit| {
                fit["goal"] == "first" && fit["algorithm"] == algorithm && fit["measure"] == measure
            });
            fit.map(|fit| fit["law"].clone())
        };
        for algorithm in ["wirth", "topor", "min-conflicts", "pauls"] {
            assert!(law(algorithm, "visits").is_some(), "{algorithm}");
            assert!(law(algorithm, "seconds").is_some(), "{algorithm}");
        }
        assert!(law("wirth", "tests").is_some());
        assert_eq!(law("pauls", "tests"), None, "it tests nothing");
        assert_eq!(law("pauls", "visits"), Some("power".into()), "n visits for n queens");

        let text = output(&with(&["--csv"]), 0);
        let (_, second) = text.split_once("\n\n").expect("the fits are a second table");
        let laws = csv(second);
        assert_eq!(laws.len(), fits.len());
        let line = laws
            .iter()
            .find(|line| cell(line, "algorithm") == "pauls" && cell(line, "measure") == "visits");
        assert_eq!(cell(line.unwrap(), "law"), "n^1.00");
        assert!(output(&with(&[]), 0).contains("Growth"));
    }
    let all = json(&["compare", "4..9", "--algorithms", "wirth", "--fit", "--json"], 0);
    assert_eq!(all["fits"][0]["law"], "exponential");
}

#[test]
fn wrong_experiments_are_rejected() {
    assert_eq!(output(&["compare", "8", "--seeds", "0"], 2), "");
    assert_eq!(output(&["compare", "8", "--vary", "crossover"], 2), "");
}

/// A limit that nobody set is named as well, and what it cut off is not reported as success.
#[test]
fn the_limit_on_visits_is_named_and_hitting_it_is_a_failure() {
    let asked = ["compare", "8", "--algorithms", "brute-force,wirth", "--goal", "first"];
    let said = notes(&asked, 4);
    assert_eq!(
        said,
        "brute-force, 8 queens, the first solution: stopped, the limit on visits was reached \
         (20000000 visits unless --visits or --time sets another)\n"
    );
    let small = [&asked[..], &["--visits", "100"]].concat();
    assert!(notes(&small, 4).contains("the limit on visits was reached (100 visits)"));
    let seeds = ["compare", "8", "--algorithms", "las-vegas", "--seeds", "3", "--visits", "2"];
    assert!(notes(&seeds, 4).contains("3 of 3 runs ended at the limit (2 visits)"));
}

/// A comparison of all algorithms leaves out those that certainly need too many visits, says so, and
/// ends well.
#[test]
fn a_plain_comparison_finishes() {
    let asked = ["compare", "8", "--jsonl"];
    let run = bezzel(&asked).assert().code(0);
    let stdout = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let stderr = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert_eq!(
        stderr,
        "brute-force is left out: for 8 queens it needs at least 4426165368 visits; name it with \
         --algorithms to run it\n"
    );
    let document: Value = serde_json::from_str(stdout.lines().last().unwrap()).unwrap();
    assert_eq!(document["most_visits"], 20_000_000);
    assert_eq!(document["left_out"][0]["visits"], "4426165368");
    let runs = document["runs"].as_array().unwrap();
    assert!(runs.iter().all(|run| run["complete"] == true), "{runs:?}");
    assert!(runs.len() > 50);
}

/// Not a sample: every sequence of choices, every permutation.
#[test]
fn the_exact_success_of_one_start() {
    let asked = ["compare", "4..8", "--algorithms", "las-vegas,qs1", "--exact"];
    let table = csv(&output(&[&asked[..], &["--csv"]].concat(), 0));
    let shares = |algorithm: &str| -> Vec<String> {
        let lines = table.iter().filter(|line| cell(line, "algorithm") == algorithm);
        lines.map(|line| cell(line, "success of one start").to_owned()).collect()
    };
    assert_eq!(shares("las-vegas")[..4], ["1/2", "23/30", "5/72", "419/1680"]);
    assert_eq!(shares("qs1")[..4], ["1/1", "23/30", "1/12", "1237/2520"]);
    let eight = json(&["compare", "8", "--algorithms", "las-vegas", "--exact", "--json"], 0);
    let probability = eight["exact"][0]["probability"].as_f64().unwrap();
    assert_eq!((probability * 10_000.0).floor(), 1293.0, "Brassard and Bratley print 0.1293");
    assert!(
        notes(&["compare", "6", "--algorithms", "wirth", "--exact"], 2).contains("las-vegas,qs1")
    );
}

/// Stacks are built by an algorithm like any other: 9 calls of isLegal to the first of side 5.
#[test]
fn double_backtracking_is_compared() {
    let asked = ["compare", "5", "--algorithms", "double-backtracking", "--goal", "first"];
    let run = &json(&[&asked[..], &["--json"]].concat(), 0)["runs"][0];
    assert_eq!((&run["solutions"], &run["work"]["tests"]), (&"1".into(), &9.into()));
}
