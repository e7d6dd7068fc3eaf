//! Completion puzzles: some queens of a random solution are given, as few as keep it the only one.

use super::PuzzleLevel;
use super::board::{Board, shuffle};
use super::deduce;
use bezzel_board::{Problem, Square};
use bezzel_search::Random;

/// A board of side n with given queens, one solution and no harder than `most`: no further queen can
/// be taken away in the order tried. `None` if the board has no solution.
pub fn attempt(n: usize, most: PuzzleLevel, random: &mut Random) -> Option<Problem> {
    let board = Board::new(&Problem::queens(n as u32));
    let solution = board.solutions(1, random).pop()?;
    let mut given: Vec<Square> =
        solution.iter().map(|s| Square::new((s / n) as u32, (s % n) as u32)).collect();
    let mut order = given.clone();
    shuffle(&mut order, random);
    for queen in order {
        let fewer: Vec<Square> = given.iter().copied().filter(|&other| other != queen).collect();
        let board = Board::new(&completion(n, &fewer));
        if board.solutions(2, random).len() == 1 && deduce::solve(&board, most).is_some() {
            given = fewer;
        }
    }
    Some(completion(n, &given))
}

fn completion(n: usize, given: &[Square]) -> Problem {
    let problem = Problem::queens(n as u32).with_given(given.iter().copied());
    problem.expect("queens of a solution do not attack each other")
}
