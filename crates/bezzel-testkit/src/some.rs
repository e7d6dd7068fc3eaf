//! What every search for some solutions must do.

use crate::conformance::{Recorder, trace, variants};
use crate::oracle;
use bezzel_board::Problem;
use bezzel_search::{Algorithm, Limits, Outcome, SearchError, Settings, StopReason};

/// The settings with one more number chosen; algorithms without such a setting keep theirs.
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

/// Finds a solution of a larger board, unwatched.
pub fn solves_unwatched(algorithm: &dyn Algorithm, problem: &Problem, seeds: u64) {
    for seed in 1..=seeds {
        let settings = with(algorithm, &Settings::default(), "seed", seed);
        let report = algorithm.run(problem, &settings, &Limits::none(), &mut ());
        let one = Outcome::AtLeast { total: 1, because: StopReason::Incomplete };
        assert_eq!(report.outcome, one, "{}, {problem}, seed {seed}", algorithm.info().id);
    }
}

/// Whatever the problem, only solutions are reported, and a search without success ends by itself
/// after the restarts it was allowed; whether every variant found one.
pub fn honest(algorithm: &dyn Algorithm, problem: &Problem, restarts: u64) -> bool {
    let info = algorithm.info();
    if info.supports(problem).is_err() {
        return true;
    }
    let known = oracle::solutions(problem);
    let mut found_all = true;
    for settings in variants(algorithm) {
        // Rounds and generations only make the wait for the end of a hopeless search longer.
        let mut settings = with(algorithm, &settings, "restarts", restarts);
        for long in ["rounds", "generations"] {
            settings = with(algorithm, &settings, long, 20);
        }
        let mut recorder = Recorder::default();
        let report = algorithm.run(problem, &settings, &Limits::none(), &mut recorder);
        let name = format!("{}, {problem}, {settings:?}", info.id);
        let total = recorder.solutions.len() as u128;
        let because = StopReason::Incomplete;
        assert_eq!(report.outcome, Outcome::AtLeast { total, because }, "{name}");
        assert!(report.work.restarts <= restarts, "{name}");
        for solution in &recorder.solutions {
            assert!(known.contains(solution), "{name}: {solution:?}");
        }
        found_all &= total > 0;
        trace(algorithm, problem, &report, recorder.events);
    }
    found_all
}
