//! The comparisons of the papers, recomputed exactly.

use bezzel_board::{Problem, Size, Stop};
use bezzel_search::algorithms::{find, guldal};
use bezzel_search::{Limits, Replay, Settings, Step, Work};
use bezzel_testkit::conformance::Recorder;
use bezzel_testkit::golden;

/// The work of an algorithm, `id` or `id:setting=value`, on all solutions or up to the first.
fn work(name: &str, n: u32, first: bool) -> Work {
    let (id, choice) = name.split_once(':').unwrap_or((name, ""));
    let algorithm = find(id).unwrap();
    let settings = match choice.split_once('=') {
        Some((setting, value)) => {
            Settings::default().choose(algorithm.info(), setting, value).unwrap()
        }
        None => Settings::default(),
    };
    let limits = if first { Limits::none().with_solutions(1) } else { Limits::none() };
    algorithm.run(&Problem::queens(n), &settings, &limits, &mut ()).work
}

fn matches(item: &str, row: &str, measure: impl Fn(u32) -> u64) {
    for (n, expected) in golden::paper(item, row) {
        assert_eq!(measure(n), expected, "{item}, {row}, n = {n}");
    }
}

#[test]
fn table_2_of_the_survey_as_safety_tests() {
    matches("erbas/table2", "wirth", |n| work("wirth", n, false).tests);
    matches("erbas/table2", "rohl", |n| work("rohl-1", n, false).tests);
    matches("erbas/table2", "rohl", |n| work("rohl-2", n, false).tests);
}

#[test]
fn nodes_of_the_state_space_tree() {
    matches("tutorial/nodes", "nodes", |n| work("state-space:bounding=off", n, false).visits + 1);
    matches("tutorial/pruned", "nodes_all", |n| work("state-space", n, false).visits + 1);
    matches("tutorial/pruned", "nodes_first", |n| work("state-space", n, true).visits + 1);
    matches("tutorial/pruned", "tests_all", |n| work("state-space", n, false).tests);
    matches("tutorial/pruned", "tests_first", |n| work("state-space", n, true).tests);
    for n in 0..=10 {
        let nodes = golden::sequence("A319283", n);
        assert_eq!(u128::from(work("bitmask", n, false).visits) + 1, nodes, "n = {n}");
    }
}

#[test]
fn failures_of_backtrack_by_heuristic() {
    matches("tutorial/heuristics", "index", |n| {
        work("nilsson:heuristic=index", n, true).backtracks
    });
    matches("tutorial/heuristics", "diagonal", |n| {
        work("nilsson:heuristic=diagonal", n, true).backtracks
    });
}

#[test]
fn trials_of_backtracking_against_the_hybrid() {
    matches("criseno/table2", "backtracking", |n| work("backtracking", n, true).trials);
    matches("criseno/table2", "hybrid_strict", |n| work("guldal", n, true).trials);
    matches("criseno/table2", "hybrid_skip", |n| work("guldal:rows=skip", n, true).trials);
}

/// The bound printed in algorithm 5 stops one row early: safe placements of n - 1 rows pass.
#[test]
fn what_the_printed_nondeterministic_algorithm_accepts() {
    matches("erbas/algorithm5", "accepted", |n| {
        let short = Problem::new(Size::rectangle(n - 1, n).unwrap());
        find("bitmask").unwrap().count(&short, &Settings::default())
    });
}

#[test]
fn permutations_from_which_gradient_search_succeeds() {
    let qs1 = find("qs1").unwrap();
    matches("erbas/algorithm7", "succeed", |n| {
        let share = qs1.success(&Problem::queens(n), &Settings::default(), &Stop::new()).unwrap();
        (share.over * (1..=u128::from(n)).product::<u128>() / share.under) as u64
    });
}

/// Seeded runs succeed as often as the exact probability of one run predicts.
#[test]
fn las_vegas_succeeds_as_often_as_it_should() {
    let las_vegas = find("las-vegas").unwrap();
    for n in 4..=7 {
        let exact = las_vegas.success(&Problem::queens(n), &Settings::default(), &Stop::new());
        let probability = exact.unwrap().probability();
        let seeds = 4000;
        let restarts: u64 = (1..=seeds)
            .map(|seed: u64| {
                let seed = seed.to_string();
                let settings = Settings::default().choose(las_vegas.info(), "seed", &seed).unwrap();
                let problem = Problem::queens(n);
                las_vegas.run(&problem, &settings, &Limits::none(), &mut ()).work.restarts
            })
            .sum();
        let runs = (seeds + restarts) as f64;
        // Five standard deviations of the success rate in this many runs.
        let deviation = (probability * (1.0 - probability) / runs).sqrt();
        let share = seeds as f64 / runs;
        assert!((share - probability).abs() < 5.0 * deviation, "n = {n}: {share}, {probability}");
    }
}

/// The trace of the tutorial's worked example, with its result corrected; rules count from 0 like the
/// squares beside them, where the tutorial writes R12 for R01.
#[test]
fn the_production_system_walks_the_worked_example() {
    let mut recorder = Recorder::default();
    let limits = Limits::none().with_solutions(1);
    let nilsson = find("nilsson").unwrap();
    nilsson.run(&Problem::queens(4), &Settings::default(), &limits, &mut recorder);
    let text: Vec<String> = recorder.events.iter().map(|event| event.step.to_string()).collect();
    assert_eq!(
        text[..8],
        [
            "TERM(DATA): no",
            "DEADEND(DATA): no",
            "RULES <- APPRULES(DATA) = (R01 R02 R00 R03)",
            "NULL(RULES): no",
            "R <- FIRST(RULES) = R01",
            "RULES <- TAIL(RULES) = (R02 R00 R03)",
            "place (0, 1)",
            "TERM(DATA): no",
        ]
    );
    let chosen: Vec<&str> =
        text.iter().filter_map(|line| line.strip_prefix("R <- FIRST(RULES) = ")).collect();
    assert_eq!(chosen, ["R01", "R10", "R13", "R20", "R31", "R32"]);
    assert_eq!(text.iter().filter(|line| *line == "DEADEND(DATA): yes").count(), 2);
    assert_eq!(
        text[text.len() - 5..],
        [
            "return NIL",
            "return CONS(R, PATH) = (R32)",
            "return CONS(R, PATH) = (R20 R32)",
            "return CONS(R, PATH) = (R13 R20 R32)",
            "return CONS(R, PATH) = (R01 R13 R20 R32)",
        ]
    );
}

/// The walk of n = 4 in Criseno and Vizconde, by cell numbers, and the matrix of figure 21, which
/// counts from 0 here.
#[test]
fn the_hybrid_walks_the_worked_example() {
    let problem = Problem::queens(4);
    let guldal = find("guldal").unwrap();
    let skip = Settings::default().choose(guldal.info(), "rows", "skip").unwrap();
    let mut recorder = Recorder::default();
    guldal.run(&problem, &skip, &Limits::none().with_solutions(1), &mut recorder);
    let cells: Vec<u64> = (recorder.events.iter())
        .filter_map(|event| match event.step {
            Step::Place(square) => Some(problem.size().position(square) + 1),
            _ => None,
        })
        .collect();
    assert_eq!(cells, [1, 7, 14, 8, 10, 2, 8, 9, 15]);

    let mut replay = Replay::new(recorder.events);
    let start = guldal::matrix(&problem, replay.frame());
    assert_eq!(start.len(), 16);
    assert_eq!(start[0].threatened, [1, 2, 3, 4, 5, 8, 10, 12, 15]);
    replay.seek(usize::MAX);
    let found: Vec<(u64, u32, Vec<u64>)> = guldal::matrix(&problem, replay.frame())
        .into_iter()
        .map(|entry| (entry.cell, entry.row, entry.threatened))
        .collect();
    assert_eq!(
        found,
        [
            (1, 0, vec![0, 2, 3, 4, 5, 6, 9, 11, 13]),
            (7, 1, vec![2, 3, 4, 5, 6, 10, 11, 13, 15]),
            (8, 2, vec![0, 2, 4, 5, 9, 10, 11, 12, 13]),
            (14, 3, vec![2, 4, 6, 9, 10, 11, 12, 13, 15]),
        ]
    );
}
