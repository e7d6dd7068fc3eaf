//! Puzzles have one solution by several methods, the level they were asked for, and are repeatable.

use super::*;
use crate::{CountRequest, SolveRequest, Whole, count, solve};
use bezzel_board::Rule;

/// The whole thousand with `BEZZEL_DEEP=1`.
fn share() -> u64 {
    if std::env::var_os("BEZZEL_DEEP").is_some() { 167 } else { 3 }
}

fn made(request: &PuzzleRequest) -> Puzzle {
    puzzle(request, &Control::new()).unwrap().puzzle.expect("it was not stopped")
}

/// Checked by an engine that counts layer by layer and by dancing links; the generator used neither.
fn has_one_solution(answer: &Puzzle) {
    let problem = &answer.problem;
    let mut request = CountRequest::new(problem.clone());
    request.engine = Some("barr-rao".to_owned());
    let counted = count(&request, &Control::new()).unwrap();
    assert_eq!(counted.totals[0].total, Some(Whole::from(1)), "{}", answer.link);
    let backend = bezzel_models::solve::Backends::own().find("exact-cover").unwrap();
    let mut found = Vec::new();
    let limits = bezzel_search::Limits::none();
    bezzel_models::solve::run(backend, problem, &limits, &mut |one| found.push(one.clone()))
        .unwrap();
    assert_eq!(found.len(), 1, "{}", answer.link);
    let solution = Notation::OneLine.write(&found[0], problem.size()).unwrap();
    assert_eq!(solution, answer.solution, "{}", answer.link);
}

#[test]
fn region_puzzles_have_one_solution() {
    for n in 6..=11 {
        for seed in 0..share() {
            let mut request = PuzzleRequest::new(PuzzleKind::Regions);
            (request.n, request.seed) = (Some(n), Some(seed));
            let answer = made(&request);
            assert_eq!(answer.problem.rule(), Rule::Touching);
            assert!(regions::are_connected(&answer.problem), "{}", answer.link);
            has_one_solution(&answer);
        }
    }
}

#[test]
fn completion_puzzles_have_one_solution() {
    for n in [5, 6, 8, 10] {
        for seed in 0..2 {
            let mut request = PuzzleRequest::new(PuzzleKind::Completion);
            (request.n, request.seed) = (Some(n), Some(seed));
            let answer = made(&request);
            assert!(!answer.problem.given().is_empty());
            let counted =
                count(&CountRequest::new(answer.problem.clone()), &Control::new()).unwrap();
            assert_eq!(counted.totals[0].total, Some(Whole::from(1)), "{}", answer.link);
            let solved = solve(&SolveRequest::new(answer.problem), &Control::new()).unwrap();
            assert_eq!(solved.solution.as_deref(), Some(&*answer.solution));
        }
    }
}

#[test]
fn a_puzzle_has_the_level_it_was_asked_for() {
    for kind in [PuzzleKind::Regions, PuzzleKind::Completion] {
        for level in PuzzleLevel::ALL {
            let mut request = PuzzleRequest::new(kind);
            request.level = Some(level);
            let answer = made(&request);
            assert_eq!((answer.level, answer.inferences.level()), (level, level));
            // The inferences below its level do not solve it.
            let board = Board::new(&answer.problem);
            for easier in PuzzleLevel::ALL.into_iter().filter(|&easier| easier < level) {
                assert_eq!(deduce::solve(&board, easier), None, "{}", answer.link);
            }
            assert!(deduce::solve(&board, level).is_some());
        }
        let mut request = PuzzleRequest::new(kind);
        request.without_guessing = true;
        for seed in 0..5 {
            request.seed = Some(seed);
            assert!(made(&request).level <= PuzzleLevel::Hard);
        }
    }
}

#[test]
fn the_day_alone_decides_its_puzzle() {
    let of = |date: &str| {
        let mut request = PuzzleRequest::new(PuzzleKind::Regions);
        request.date = Some(date.to_owned());
        made(&request)
    };
    let monday = of("2026-11-16");
    assert_eq!((monday.problem.size().rows(), monday.level), (7, PuzzleLevel::Easy));
    assert_eq!(monday.link, of("2026-11-16").link);
    assert_ne!(monday.link, of("2026-11-23").link);
    has_one_solution(&monday);
}

#[test]
fn wrong_requests_are_refused() {
    let refused = |change: fn(&mut PuzzleRequest)| {
        let mut request = PuzzleRequest::new(PuzzleKind::Regions);
        change(&mut request);
        let error = puzzle(&request, &Control::new()).unwrap_err();
        error.render(|instead| format!("{instead:?}"))
    };
    assert!(refused(|request| request.n = Some(4)).contains("from 5 to 12"));
    assert!(refused(|request| request.date = Some("16.11.2026".to_owned())).contains("a date"));
    let both = refused(|request| {
        (request.date, request.seed) = (Some("2026-11-16".to_owned()), Some(3));
    });
    assert!(both.contains("the day alone"), "{both}");
    let guess = refused(|request| {
        (request.level, request.without_guessing) = (Some(PuzzleLevel::Expert), true);
    });
    assert!(guess.contains("needs a guess"), "{guess}");
    let control = Control::new();
    control.stop().ask();
    let answer = puzzle(&PuzzleRequest::new(PuzzleKind::Regions), &control).unwrap();
    assert!(answer.puzzle.is_none() && answer.stopped == Some(StopReason::Stopped));
}
