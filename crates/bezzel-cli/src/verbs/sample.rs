//! `bezzel sample`: random solutions, each one exactly as likely as any other.

use crate::args::{ProblemArgs, within};
use crate::counting;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use bezzel_board::{Notation, Placement, Problem, Square};
use bezzel_search::{Choice, Limits, Random, StepProbe, algorithms};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Draw random solutions, all equally likely
///
/// Solutions are numbered in lexicographic order; a random number is drawn, and the solution with
/// it found by exact counts of how many begin with each square. Draws are independent: a solution
/// may come twice.
#[derive(Args)]
pub struct SampleVerb {
    #[command(flatten)]
    problem: ProblemArgs,
    /// How many solutions to draw
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = within::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    number: usize,
    /// Where the random numbers start; the same seed gives the same solutions
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
          value_parser = within::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// One JSON object per line
    #[arg(long)]
    jsonl: bool,
}

/// Most columns: a sample of side 18 takes some ten seconds on two cores, of side 19 a minute or two.
const LARGEST: u32 = 18;

/// Solutions that are looked through one by one rather than counted apart.
const LISTED: u128 = 100_000;

impl SampleVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let problem = self.problem.one()?;
        let notation = self.problem.notation.or(Notation::OneLine)?;
        // A notation that cannot show the board is refused before anything is counted.
        notation.write(&Placement::default(), problem.size())?;
        if !problem.is_flat() || problem.size().columns() > LARGEST {
            return Err(Failure::Usage(format!(
                "samples need exact counts, made here for flat boards up to {LARGEST} columns, not \
                 for {problem}; 'bezzel solve {} --algorithm min-conflicts --seed 1' finds a random \
                 solution, though not all are equally likely",
                problem.size()
            )));
        }
        let started = Instant::now();
        let sampler = Sampler { cancel: interrupt::flag(), listed: LISTED };
        let total = sampler.total(&problem)?;
        if total == 0 {
            if !self.jsonl {
                writeln!(out, "no solution")?;
            }
            output::note(&format!("{problem}: counted now, there is none"));
            return Err(Failure::Negative);
        }
        let mut random = Random::seeded(self.seed);
        let numbers: Vec<u128> = (0..self.number).map(|_| random.below_wide(total)).collect();
        for (number, columns) in numbers.iter().zip(sampler.find(&problem, total, &numbers)?) {
            let text = notation.write(&Placement::from_columns(&columns), problem.size())?;
            if self.jsonl {
                out.json_line(&json!({
                    "number": number.to_string(),
                    "solution": text,
                    "notation": notation.name(),
                }))?;
            } else {
                writeln!(out, "{text}")?;
                // Boards of several lines are told apart by an empty one.
                if notation == Notation::Grid {
                    writeln!(out)?;
                }
            }
        }
        output::note(&format!(
            "{problem}: {} drawn, each of the {total} solutions (counted now) equally likely, seed {}, \
             {:.3} s",
            self.number,
            self.seed,
            started.elapsed().as_secs_f64()
        ));
        Ok(())
    }
}

/// A number asked for, and its place among those asked for.
type Wanted = (u128, usize);

/// Finds solutions by their numbers in lexicographic order.
struct Sampler {
    cancel: Arc<AtomicBool>,
    listed: u128,
}

impl Sampler {
    fn total(&self, problem: &Problem) -> Result<u128, Failure> {
        counting::total(problem, &self.cancel).map_err(|why| self.failure(why))
    }

    fn failure(&self, why: String) -> Failure {
        match self.cancel.load(Ordering::Relaxed) {
            true => Failure::Interrupted,
            false => Failure::Io(why),
        }
    }

    /// The columns of the solutions with these numbers, which are below the total.
    fn find(
        &self,
        problem: &Problem,
        total: u128,
        numbers: &[u128],
    ) -> Result<Vec<Vec<u32>>, Failure> {
        let mut wanted: Vec<Wanted> = numbers.iter().copied().zip(0..).collect();
        wanted.sort_unstable();
        let mut found = vec![Vec::new(); numbers.len()];
        self.descend(problem, 0, total, &wanted, &mut found)?;
        Ok(found)
    }

    /// Deals the numbers out to the squares of a row by how many solutions each square has.
    fn descend(
        &self,
        problem: &Problem,
        row: u32,
        total: u128,
        wanted: &[Wanted],
        found: &mut [Vec<u32>],
    ) -> Result<(), Failure> {
        if wanted.is_empty() {
            return Ok(());
        }
        if total <= self.listed || row == problem.size().rows() {
            return self.look_through(problem, wanted, found);
        }
        if problem.given_in_row(row).is_some() {
            return self.descend(problem, row + 1, total, wanted, found);
        }
        let (mut before, mut rest) = (0, wanted);
        for square in (0..problem.size().columns()).map(|column| Square::new(row, column)) {
            if rest.is_empty() {
                return Ok(());
            }
            // A square that is blocked, or attacked by a given queen, begins no solution.
            if !problem.allows(square) {
                continue;
            }
            let Ok(begun) = problem.clone().with_given([square]) else { continue };
            let count = self.total(&begun)?;
            let (here, later) = rest.split_at(rest.partition_point(|w| w.0 < before + count));
            let here: Vec<Wanted> = here.iter().map(|&(n, place)| (n - before, place)).collect();
            self.descend(&begun, row + 1, count, &here, found)?;
            (before, rest) = (before + count, later);
        }
        match rest {
            [] => Ok(()),
            _ => {
                Err(Failure::Io("the counts of a row do not add up; please report this".to_owned()))
            }
        }
    }

    /// Looks through all solutions of what is left, once for all numbers.
    fn look_through(
        &self,
        problem: &Problem,
        wanted: &[Wanted],
        found: &mut [Vec<u32>],
    ) -> Result<(), Failure> {
        let choice = Choice::plain(algorithms::find("bitmask")?);
        choice.algorithm.supports(problem, &choice.settings)?;
        let limits = Limits::none().with_stop(&Arc::clone(&self.cancel).into());
        let mut reader = Reader { number: 0, wanted, found };
        choice.algorithm.run(problem, &choice.settings, &limits, &mut reader);
        match reader.wanted {
            [] => Ok(()),
            _ => Err(self.failure("fewer solutions than counted; please report this".to_owned())),
        }
    }
}

/// Keeps the solutions with the wanted numbers.
struct Reader<'a> {
    number: u128,
    wanted: &'a [Wanted],
    found: &'a mut [Vec<u32>],
}

impl StepProbe for Reader<'_> {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        while let Some(((number, place), rest)) = self.wanted.split_first() {
            if *number > self.number {
                break;
            }
            columns.clone_into(&mut self.found[*place]);
            self.wanted = rest;
        }
        self.number += 1;
        if self.wanted.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number gives its solution, whether it is found by counting or by looking through.
    #[test]
    fn numbers_and_solutions_are_each_others_inverse() {
        let queens = [Square::new(3, 1)];
        let problems = [
            Problem::queens(1),
            Problem::queens(6),
            Problem::queens(8),
            Problem::queens(8).with_given(queens).unwrap(),
            Problem::queens(7).with_blocked([Square::new(0, 0), Square::new(2, 4)]).unwrap(),
            Problem::queens(7).on_torus().unwrap(),
            Problem::new("4x6".parse().unwrap()),
        ];
        for problem in &problems {
            for listed in [0, 3, 1000] {
                let sampler = Sampler { cancel: Arc::default(), listed };
                let total = sampler.total(problem).unwrap();
                let numbers: Vec<u128> = (0..total).rev().collect();
                let mut found = sampler.find(problem, total, &numbers).unwrap();
                found.reverse();
                assert_eq!(found.len() as u128, total);
                assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{problem}, {listed}");
                for columns in &found {
                    assert!(problem.is_solution(&Placement::from_columns(columns)), "{problem}");
                }
            }
        }
    }
}
