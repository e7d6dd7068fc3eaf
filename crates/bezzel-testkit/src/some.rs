//! Requirements for every search for some solutions.

use crate::conformance::{Recorder, trace, variants};
use crate::oracle;
use bezzel_board::Problem;
use bezzel_search::{Algorithm, Choice, Limits, Outcome, SearchError, Settings, StopReason};

/// The settings with this number set as well; algorithms without such a setting keep theirs.
fn with(algorithm: &dyn Algorithm, settings: &Settings, name: &str, number: u64) -> Settings {
    match settings.clone().choose(algorithm.info(), name, &number.to_string()) {
        Ok(settings) => settings,
        Err(SearchError::UnknownSetting { .. }) => settings.clone(),
        Err(error) => panic!("{}: {error}", algorithm.info().id),
    }
}

/// Finds one solution, with every setting and each of these seeds, the same one each time; the
/// counting probe agrees, and the trace replays.
pub fn solves(algorithm: &dyn Algorithm, problem: &Problem, seeds: u64) {
    let info = algorithm.info();
    if info.supports(problem).is_err() {
        return;
    }
    for settings in variants(algorithm) {
        for seed in 1..=seeds {
            let settings = with(algorithm, &settings, "seed", seed);
            let name = format!("{}, {problem}, {settings:?}", info.id);
            let mut recorder = Recorder::default();
            let report = algorithm.run(problem, &settings, &Limits::none(), &mut recorder);
            let one = Outcome::AtLeast { total: 1, because: StopReason::Incomplete };
            assert_eq!(report.outcome, one, "{name}");
            let [found] = &recorder.solutions[..] else {
                panic!("{name}: {} solutions", recorder.solutions.len());
            };
            let placement = bezzel_board::Placement::from_columns(found);
            assert_eq!(problem.faults(&placement), Vec::<String>::new(), "{name}");

            let mut again = Recorder::default();
            let second = algorithm.run(problem, &settings, &Limits::none(), &mut again);
            assert_eq!(second.work, report.work, "{name}: another run");
            assert!(again.events == recorder.events, "{name}: another run");
            assert_eq!(algorithm.count(problem, &settings), 1, "{name}");
            trace(algorithm, problem, &report, recorder.events);
        }
    }
}

/// Finds a solution of a larger board with each of these seeds, without a probe and without too much
/// work: a run that needs more than a million visits is stopped and fails.
pub fn solves_unwatched(choice: &Choice, problem: &Problem, seeds: u64) {
    let limits = Limits { visits: Some(1_000_000), ..Limits::none() };
    for seed in 1..=seeds {
        let settings = with(choice.algorithm, &choice.settings, "seed", seed);
        let report = choice.algorithm.run(problem, &settings, &limits, &mut ());
        let one = Outcome::AtLeast { total: 1, because: StopReason::Incomplete };
        assert_eq!(report.outcome, one, "{}, {problem}, seed {seed}", choice.name());
    }
}

/// If there is no solution, it ends after the permitted number of restarts.
pub fn ends(algorithm: &dyn Algorithm, problem: &Problem, restarts: u64) {
    let settings = with(algorithm, &Settings::default(), "restarts", restarts);
    let report = algorithm.run(problem, &settings, &Limits::none(), &mut ());
    let because = StopReason::Incomplete;
    let id = algorithm.info().id;
    assert_eq!(report.outcome, Outcome::AtLeast { total: 0, because }, "{id}");
    assert_eq!(report.work.restarts, restarts, "{id}");
}

/// For every problem only solutions are reported, and an unsuccessful search ends after the
/// permitted number of restarts. Returns whether every variant found one.
pub fn honest(algorithm: &dyn Algorithm, problem: &Problem, restarts: u64) -> bool {
    let info = algorithm.info();
    if info.supports(problem).is_err() {
        return true;
    }
    let known = oracle::solutions(problem);
    let mut found_all = true;
    for settings in variants(algorithm) {
        // More rounds and generations would only delay the end of an unsuccessful search.
        let mut settings = with(algorithm, &settings, "restarts", restarts);
        for long in ["rounds", "generations"] {
            settings = with(algorithm, &settings, long, 20);
        }
        let mut recorder = Recorder::default();
        let report = algorithm.run(problem, &settings, &Limits::none(), &mut recorder);
        let name = format!("{}, {problem}, {settings:?}", info.id);
        let total = recorder.solutions.len() as u128;
        // An exhaustive search may report that there is no solution; this must be true.
        let is_proof = report.outcome == Outcome::Exact { total: 0 };
        assert!(!is_proof || (total == 0 && known.is_empty()), "{name}");
        let because = StopReason::Incomplete;
        let outcome = Outcome::AtLeast { total, because };
        assert!(is_proof || report.outcome == outcome, "{name}: {:?}", report.outcome);
        assert!(report.work.restarts <= restarts, "{name}");
        for solution in &recorder.solutions {
            assert!(known.contains(solution), "{name}: {solution:?}");
        }
        found_all &= total > 0;
        trace(algorithm, problem, &report, recorder.events);
    }
    found_all
}
