//! Modular queens: whether a solution exists, how many linear ones there are, how many queens fit.

use crate::failure::Failure;
use crate::output::{self, Out};
use crate::verbs::count::Count;
use bezzel_board::{Problem, Rule};
use bezzel_engines::modular::{self, Existence, linear};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Instant;

/// Visits after which branch and bound gives a bound, and most slopes that are counted.
const MOST_VISITS: u64 = 1_000_000_000;

/// Answers `--exists`, `--linear` and `--maximum`.
pub fn print_modular(asked: &Count, problems: &[Problem], out: &mut Out) -> Result<(), Failure> {
    let in_range = problems.len() > 1;
    let mut documents = Vec::new();
    let mut end = Ok(());
    for problem in problems {
        let (text, document, outcome) = if asked.space.maximum {
            maximum(problem)?
        } else {
            linear_or_existence(asked, problem)?
        };
        if asked.json {
            documents.push(document);
        } else if in_range {
            writeln!(out, "{} {text}", problem.size())?;
        } else {
            writeln!(out, "{text}")?;
        }
        // In a range the answers speak for themselves.
        if !in_range {
            end = outcome;
        }
    }
    if asked.json {
        out.json(&json!({ "schema": "bezzel/modular/1", "answers": documents }))?;
    }
    end
}

/// A line, a document and how the program ends.
type Told = (String, Value, Result<(), Failure>);

fn maximum(problem: &Problem) -> Result<Told, Failure> {
    let start = Instant::now();
    let most = modular::most_queens(problem, MOST_VISITS)?;
    let queens = most.placement.len();
    let bound = if most.proved { "" } else { "at least " };
    let squares: Vec<String> =
        most.placement.squares().iter().map(|s| format!("{},{}", s.row, s.column)).collect();
    output::note(&format!(
        "{problem}: branch and bound, {} visits, {:.3} s",
        most.visits,
        start.elapsed().as_secs_f64()
    ));
    let plural = if queens == 1 { "" } else { "s" };
    let text = format!("{bound}{queens} queen{plural}: {}", squares.join(" "));
    let key = if most.proved { "most" } else { "at_least" };
    let document = json!({ "problem": problem, key: queens, "placement": most.placement });
    Ok((text, document, if most.proved { Ok(()) } else { Err(Failure::Limit) }))
}

fn linear_or_existence(asked: &Count, problem: &Problem) -> Result<Told, Failure> {
    let size = problem.size();
    if problem.rule() != Rule::Hyperplane || !problem.is_plain() || size.rows() == 0 {
        return Err(Failure::Usage(
            "--exists and --linear are about modular queens on full boards; \
             add --rule hyperplane"
                .to_owned(),
        ));
    }
    let (n, d) = (size.rows(), size.dimension());
    if asked.space.linear {
        let largest = linear::primes(n).last().copied().unwrap_or(1);
        if u64::from(largest).saturating_pow(d) > MOST_VISITS {
            return Err(Failure::Usage(format!(
                "counting the slopes modulo {largest} in dimension {d} would take too long; \
                 --exists finds some"
            )));
        }
        let total = linear::number_of_solutions(n, d);
        let slopes = linear::slopes(n, d);
        if let Some(slopes) = &slopes {
            output::note(&format!("{problem}: for example with slopes {slopes:?}"));
        }
        let document = json!({ "problem": problem, "linear": total.to_string(), "slopes": slopes });
        return Ok((total.to_string(), document, Ok(())));
    }
    let existence = modular::existence(n, d)?;
    let text = match &existence {
        Existence::Linear { slopes } => format!("yes: queens at slopes {slopes:?} are a solution"),
        Existence::Found { .. } => "yes: a solution was found by search".to_owned(),
        Existence::SmallPrime { prime } => {
            format!("no: the prime {prime}, below 2 x {d}, divides {n}")
        }
        Existence::Searched => "no: a search through all placements found none".to_owned(),
        Existence::Open => "not known: neither linear nor settled by a short search".to_owned(),
    };
    let (answer, end) = match existence.answer() {
        Some(true) => (json!(true), Ok(())),
        Some(false) => (json!(false), Err(Failure::Negative)),
        None => (Value::Null, Err(Failure::Limit)),
    };
    Ok((text.clone(), json!({ "problem": problem, "exists": answer, "because": text }), end))
}
