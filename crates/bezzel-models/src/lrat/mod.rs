//! A checker of LRAT proofs that uses nothing but the standard library and its own files.
//!
//! It reads the formula and the proof line by line. A line `17 -3 8 0 5 12 2 0` adds the clause (−3
//! ∨ 8) as number 17 and claims: with its literals false, clauses 5, 12, 2 in this order each have
//! one literal left, which is then true, and the last one has none. A line `20 d 5 12 0` deletes
//! clauses. The proof holds if every claim does and the empty clause is added. Steps that resolve
//! on a literal (negative hints) are not supported; the solver writes none for the formulas here.
//!
//! A checker must never accept anything false, whatever its input, so it trusts nothing: a formula
//! has to match its header, every literal has to be one of the formula's variables, and a literal
//! is a type whose negation cannot overflow. The code that writes proofs is elsewhere and shares
//! nothing with it; a test enforces this.

mod formula;
mod lines;
mod literal;
mod words;

use formula::Formula;
use literal::{Literal, Variables};
use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead};
use thiserror::Error;
use words::Words;

/// Why a proof is rejected.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LratError {
    /// A file that cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// A line that is not part of a formula or proof.
    #[error("{file}, line {line}: {what}")]
    Line {
        /// "formula" or "proof".
        file: &'static str,
        /// Line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The formula has no header, or not the clauses that its header states.
    #[error("formula: {what}")]
    Formula {
        /// What is wrong with it.
        what: String,
    },
    /// The proof ends without the empty clause.
    #[error("the proof ends before the empty clause, so it proves nothing")]
    Unfinished,
}

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Clauses of the formula.
    pub clauses: usize,
    /// Clauses added by the proof, including the empty one.
    pub steps: usize,
}

/// Checks that a proof refutes a formula.
pub fn check(formula: impl BufRead, proof: impl BufRead) -> Result<Checked, LratError> {
    let Formula { variables, mut clauses } = Formula::read(formula)?;
    let in_formula = clauses.len();
    let mut steps = 0_usize;
    for numbered in lines::numbered(proof, "proof") {
        let (number, line) = numbered?;
        let fault = |what: String| LratError::Line { file: "proof", line: number, what };
        let Some((id, step)) = Step::read(&line, variables).map_err(fault)? else { continue };
        match step {
            Step::Forget(ids) => {
                // Deleting an unknown clause is harmless: fewer clauses only prove less.
                for id in ids {
                    clauses.remove(&id);
                }
            }
            Step::Add { clause, hints } => {
                follows(&clause, &hints, &clauses).map_err(fault)?;
                steps += 1;
                if clause.is_empty() {
                    return Ok(Checked { clauses: in_formula, steps });
                }
                if clauses.insert(id, clause).is_some() {
                    return Err(fault(format!("there is a clause {id} already")));
                }
            }
        }
    }
    Err(LratError::Unfinished)
}

/// Clauses by their numbers.
type Clauses = HashMap<u64, Vec<Literal>>;

/// What a line of a proof does.
enum Step {
    /// Deletes these clauses.
    Forget(Vec<u64>),
    /// Adds a clause that follows from those named.
    Add { clause: Vec<Literal>, hints: Vec<u64> },
}

impl Step {
    /// The number and the step on a line; `None` for an empty line or a comment.
    fn read(line: &str, variables: Variables) -> Result<Option<(u64, Step)>, String> {
        let mut words = Words::of(line);
        if matches!(words.peek(), None | Some("c")) {
            return Ok(None);
        }
        let id = words.id()?.ok_or("clauses are numbered from 1")?;
        let step = if words.skip("d") {
            Step::Forget(words.ids()?)
        } else {
            Step::Add { clause: words.literals(variables)?, hints: words.ids()? }
        };
        match words.peek() {
            None => Ok(Some((id, step))),
            Some(word) => Err(format!("'{word}' after the end of the step")),
        }
    }
}

/// Whether a clause follows from the clauses named, one step after the other.
fn follows(clause: &[Literal], hints: &[u64], clauses: &Clauses) -> Result<(), String> {
    let mut holds: HashSet<Literal> = clause.iter().map(|literal| literal.negated()).collect();
    for id in hints {
        let reason = clauses.get(id).ok_or_else(|| format!("there is no clause {id}"))?;
        let mut open = reason.iter().filter(|literal| !holds.contains(&literal.negated()));
        match (open.next(), open.next()) {
            (None, _) => return Ok(()),
            (Some(&literal), None) => {
                holds.insert(literal);
            }
            (Some(_), Some(_)) => return Err(format!("clause {id} has several literals left")),
        }
    }
    Err("its hints do not lead to a contradiction".to_owned())
}

#[cfg(test)]
mod tests;
