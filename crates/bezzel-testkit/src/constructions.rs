//! Requirements for every construction, for every n it covers and every n it does not.

use crate::conformance::{Recorder, variants};
use bezzel_board::{Explain, Instead, Placement, Problem, Square};
use bezzel_search::construct::{Runs, prove};
use bezzel_search::{
    Algorithm, Limits, Outcome, Replay, SearchError, Settings, Step, StopReason, algorithms,
};

/// The settings to try: the default, and each number setting at 1, 2 and 5.
#[must_use]
pub fn choices(construction: &dyn Algorithm) -> Vec<Settings> {
    let info = construction.info();
    let mut choices = variants(construction);
    for setting in info.settings {
        for value in ["1", "2", "5"] {
            choices.extend(Settings::default().choose(info, setting.name, value));
        }
    }
    choices
}

/// Whether n is divisible by neither 2 nor 3: then, and only then, there are solutions on the
/// torus.
#[must_use]
pub fn is_coprime_to_6(n: u64) -> bool {
    matches!(n % 6, 1 | 5)
}

/// Checks the result for n: a solution, verified here queen by queen and by the proof, or an error
/// that names a method that works. Returns whether there is a solution.
pub fn side(construction: &dyn Algorithm, n: u64, settings: &Settings) -> bool {
    let id = construction.info().id;
    let Some(runs) = proved(construction, n, settings) else {
        return false;
    };
    assert_eq!(is_solution(&runs, n), Ok(()), "{id} {settings}, n = {n}");
    true
}

/// Checks a large n, where only the proof is fast enough.
pub fn large_side(construction: &dyn Algorithm, n: u64, settings: &Settings) -> bool {
    proved(construction, n, settings).is_some_and(|runs| runs.queens() == n)
}

/// Its proved solution, or nothing if it refuses n and names a method that works.
fn proved(construction: &dyn Algorithm, n: u64, settings: &Settings) -> Option<Runs> {
    let id = construction.info().id;
    match construction.construct(n, settings).expect("it is a construction") {
        Ok(runs) => {
            assert_eq!(prove(&runs, n), Ok(()), "{id} {settings}, n = {n}");
            Some(runs)
        }
        Err(SearchError::NoSolution { n: named }) => {
            assert!(n == named && (n == 2 || n == 3), "{id} thinks n = {n} has no solution");
            None
        }
        Err(SearchError::Unsupported { algorithm, what, instead }) => {
            assert_eq!(algorithm, id);
            assert!(what.starts_with(&format!("n = {n} (")), "{id}: '{what}' does not say why");
            let Instead::Set { option: "algorithm", value: Some(other) } = &instead else {
                panic!("{id}, n = {n}: {instead:?} names no algorithm")
            };
            let other = algorithms::find(other).expect("the advice names an algorithm");
            assert!(other.construct(n, &Settings::default()).is_some_and(|runs| runs.is_ok()));
            None
        }
        Err(error) => panic!("{id}, n = {n}: {error}"),
    }
}

/// Checks in the simplest way that every line is used at most once: without runs and without the
/// checker's bitmaps.
pub fn is_solution(runs: &Runs, n: u64) -> Result<(), String> {
    let side = n as usize;
    let mut taken = [vec![false; side], vec![false; 2 * side], vec![false; 2 * side]];
    let mut rows = 0;
    for (row, column) in runs.columns().enumerate() {
        let column = column as usize;
        if column >= side || row >= side {
            return Err(format!("({row}, {column}) is off the board"));
        }
        for (kind, line) in [column, row + side - column, row + column].into_iter().enumerate() {
            if std::mem::replace(&mut taken[kind][line], true) {
                return Err(format!("({row}, {column}) is attacked"));
            }
        }
        rows += 1;
    }
    if rows == side { Ok(()) } else { Err(format!("{rows} rows")) }
}

/// Run as a search, it places its queens once, row by row, and finds exactly its solution.
pub fn as_search(construction: &dyn Algorithm, n: u32) {
    let info = construction.info();
    let problem = Problem::queens(n);
    for settings in choices(construction) {
        let expected = construction.construct(u64::from(n), &settings).expect("a construction");
        assert_eq!(construction.supports(&problem, &settings).is_ok(), expected.is_ok());
        let mut recorder = Recorder::default();
        let report = construction.run(&problem, &settings, &Limits::none(), &mut recorder);
        let total = u128::from(expected.is_ok());
        let because = StopReason::Incomplete;
        assert_eq!(report.outcome, Outcome::AtLeast { total, because }, "{}, n = {n}", info.id);
        assert_eq!(u128::from(construction.count(&problem, &settings)), total);
        let Ok(runs) = expected else {
            assert!(recorder.events.is_empty(), "{}, n = {n}", info.id);
            continue;
        };
        let columns: Vec<u32> = runs.columns().map(|column| column as u32).collect();
        assert!(problem.is_solution(&Placement::from_columns(&columns)), "{}, n = {n}", info.id);
        if info.boards.torus {
            on_torus(construction, n, &settings, &columns);
        }
        assert_eq!(recorder.solutions, std::slice::from_ref(&columns), "{}", info.id);
        assert_eq!(report.work.visits, u64::from(n));
        for (row, event) in recorder.events.iter().enumerate() {
            let lines = 1..=info.pseudocode.len();
            assert!(lines.contains(&usize::from(event.line)), "{}: {event:?}", info.id);
            match columns.get(row) {
                Some(&column) => {
                    assert_eq!(event.step, Step::Place(Square::new(row as u32, column)));
                }
                None => assert_eq!(event.step, Step::Solution),
            }
        }
        let mut replay = Replay::new(recorder.events);
        replay.seek(usize::MAX);
        assert_eq!(replay.frame().queens, Placement::from_columns(&columns));
        assert_eq!(replay.frame().solutions, 1);
    }
}

/// On the torus it gives the same solution where it is valid there, and otherwise an error.
fn on_torus(construction: &dyn Algorithm, n: u32, settings: &Settings, columns: &[u32]) {
    let id = construction.info().id;
    let torus = Problem::queens(n).on_torus().expect("equal sides");
    let mut recorder = Recorder::default();
    if n == 0 || is_coprime_to_6(u64::from(n)) {
        assert_eq!(construction.supports(&torus, settings), Ok(()), "{id}, n = {n}");
        construction.run(&torus, settings, &Limits::none(), &mut recorder);
        assert_eq!(recorder.solutions, [columns], "{id}, n = {n}");
        assert!(torus.is_solution(&Placement::from_columns(columns)), "{id}, n = {n}");
    } else {
        let refusal = SearchError::NoneOnTorus { n: u64::from(n) };
        assert_eq!(construction.supports(&torus, settings), Err(refusal), "{id}");
        construction.run(&torus, settings, &Limits::none(), &mut recorder);
        assert!(recorder.solutions.is_empty(), "{id}, n = {n}");
    }
}

/// Limits stop it, and problems it cannot solve are refused with an explanation.
pub fn refusals(construction: &dyn Algorithm) {
    let id = construction.info().id;
    let settings = Settings::default();
    let queens = Problem::queens(11);
    let limits = Limits::none().with_visits(4);
    let report = construction.run(&queens, &settings, &limits, &mut ());
    let because = StopReason::Visits;
    assert_eq!(report.outcome, Outcome::AtLeast { total: 0, because }, "{id}");
    assert_eq!(report.work.visits, 4, "{id}");

    let corner = [Square::new(0, 0)];
    let refused = [
        queens.clone().with_given(corner).expect("one queen"),
        queens.clone().with_blocked(corner).expect("one square"),
        Problem::new("5x8".parse().expect("a size")),
        Problem::new("4^3".parse().expect("a size")),
    ];
    let torus =
        (!construction.info().boards.torus).then(|| queens.on_torus().expect("equal sides"));
    for problem in refused.into_iter().chain(torus) {
        let error = construction.supports(&problem, &settings).expect_err(id);
        let what = error.to_string();
        assert!(what.starts_with(&format!("algorithm {id} does not work on ")), "{what}");
        assert_eq!(error.instead(), [Instead::set("algorithm", "backtracking")], "{what}");
    }
}
