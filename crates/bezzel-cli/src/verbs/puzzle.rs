//! `bezzel puzzle`: a board with exactly one solution, to be solved by hand.

use crate::args::{Names, within};
use crate::failure::Failure;
use crate::output::{self, Out};
use crate::signals;
use bezzel::{Problem, Puzzle, PuzzleRequest, Square};
use clap::Args;
use std::io::Write;

/// Make a puzzle with exactly one solution
///
/// A board divided into regions (one queen in each row, column and region, no two touching), or a board
/// with some queens given. A puzzle is graded by the hardest inference it needs: easy puzzles always have
/// a line with a single square left, expert ones need a guess.
#[derive(Args)]
pub struct PuzzleVerb {
    /// Side of the board, 8 if it is left out
    #[arg(value_name = "N", value_parser = within::<u32>(0..=u32::MAX.into()),
          allow_negative_numbers = true)]
    n: Option<u32>,
    #[arg(long, value_name = "NAME", default_value = "regions",
          help = Names::puzzles().help("Kind of puzzle"),
          value_parser = Names::puzzles(), hide_possible_values = true)]
    kind: String,
    #[arg(long, value_name = "NAME", help = Names::levels().help("How hard it must be"),
          value_parser = Names::levels(), hide_possible_values = true)]
    level: Option<String>,
    /// It must be solvable without guessing: at most hard
    #[arg(long)]
    without_guessing: bool,
    /// Seed of the random numbers, 1 if it is left out; the same seed gives the same puzzle
    #[arg(long, value_name = "NUMBER", value_parser = within::<u64>(0..=u64::MAX),
          allow_negative_numbers = true)]
    seed: Option<u64>,
    /// The puzzle of a day, for example 2026-11-16, or of "today" (in UTC)
    #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
    date: Option<String>,
    /// Show the solution too
    #[arg(long)]
    solution: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl PuzzleVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut request = PuzzleRequest::new(self.kind.parse()?);
        (request.n, request.seed) = (self.n, self.seed);
        request.level = self.level.as_deref().map(str::parse).transpose()?;
        request.without_guessing = self.without_guessing;
        request.date.clone_from(&self.date);
        let answer = bezzel::puzzle(&request, &signals::control())?;
        match &answer.puzzle {
            _ if self.json => out.json(&answer)?,
            Some(puzzle) => self.print(puzzle, out)?,
            None => {}
        }
        if let Some(puzzle) = &answer.puzzle {
            let day = answer.date.map(|date| format!("puzzle of {date}, ")).unwrap_or_default();
            output::note(&format!(
                "{day}{}, level {}, seed {}; 'bezzel serve' plays {}",
                puzzle.problem, puzzle.level, answer.seed, puzzle.link
            ));
        }
        Failure::unless_finished(answer.stopped)
    }

    fn print(&self, puzzle: &Puzzle, out: &mut Out) -> Result<(), Failure> {
        drawing(&puzzle.problem, out)?;
        if self.solution {
            writeln!(out, "\n{}", puzzle.solution)?;
        }
        Ok(())
    }
}

/// The letter of each square's region, or the given queens.
fn drawing(problem: &Problem, out: &mut Out) -> Result<(), Failure> {
    for row in 0..problem.size().rows() {
        let squares = (0..problem.size().columns()).map(|column| Square::new(row, column));
        let letters: Vec<String> = squares
            .map(|square| match problem.regions().of(square) {
                Some(region) => region.to_string(),
                None if problem.given().contains(square) => "Q".to_owned(),
                None => ".".to_owned(),
            })
            .collect();
        writeln!(out, "{}", letters.join(" "))?;
    }
    Ok(())
}
