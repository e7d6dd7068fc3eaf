//! A checker of LRAT proofs, apart from everything that writes them.
//!
//! It reads the formula and the proof line by line. A line `17 -3 8 0 5 12 2 0` adds the clause
//! (−3 ∨ 8) as number 17 and claims: with its literals false, clauses 5, 12, 2 in this order each
//! have one literal left, which is then true, and the last one has none. A line `20 d 5 12 0` forgets
//! clauses. The proof holds if every claim does and the empty clause is added. Steps that resolve on
//! a literal (negative hints) are beyond it; the solver writes none for the formulas here.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead};
use thiserror::Error;

/// Why a proof is not accepted.
#[derive(Debug, Error)]
pub enum LratError {
    /// A file that cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// A line that is no part of a formula or proof.
    #[error("{file}, line {line}: {what}")]
    Line {
        /// "formula" or "proof".
        file: &'static str,
        /// Line, from 1.
        line: usize,
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
    /// Clauses added by the proof, the empty one included.
    pub steps: usize,
}

/// Checks that a proof refutes a formula.
pub fn check(formula: impl BufRead, proof: impl BufRead) -> Result<Checked, LratError> {
    let mut clauses = read_formula(formula)?;
    let in_formula = clauses.len();
    let mut steps = 0;
    for (number, line) in (1..).zip(proof.lines()) {
        let line = line?;
        let fault = |what: String| LratError::Line { file: "proof", line: number, what };
        let mut words = line.split_whitespace();
        let Some(id) = words.next().filter(|&word| word != "c") else { continue };
        let id: u64 = id.parse().map_err(|_| fault(format!("'{id}' is no clause number")))?;
        let mut rest = words.clone();
        if rest.next() == Some("d") {
            for gone in numbers(rest, &fault)? {
                clauses.remove(&gone.unsigned_abs());
            }
            continue;
        }
        let (clause, hints) = step(words, &fault)?;
        follows(&clause, &hints, &clauses).map_err(fault)?;
        steps += 1;
        if clause.is_empty() {
            return Ok(Checked { clauses: in_formula, steps });
        }
        if clauses.insert(id, clause).is_some() {
            return Err(LratError::Line {
                file: "proof",
                line: number,
                what: format!("there is a clause {id} already"),
            });
        }
    }
    Err(LratError::Unfinished)
}

type Clauses = HashMap<u64, Vec<i64>>;

/// The clauses of a DIMACS file, numbered from 1.
fn read_formula(formula: impl BufRead) -> Result<Clauses, LratError> {
    let mut clauses = Clauses::new();
    let mut clause = Vec::new();
    for (number, line) in (1..).zip(formula.lines()) {
        let line = line?;
        if line.starts_with(['c', 'p']) {
            continue;
        }
        for word in line.split_whitespace() {
            match word.parse::<i64>() {
                Ok(0) => {
                    clauses.insert(clauses.len() as u64 + 1, std::mem::take(&mut clause));
                }
                Ok(literal) => clause.push(literal),
                Err(_) => {
                    let what = format!("'{word}' is no literal");
                    return Err(LratError::Line { file: "formula", line: number, what });
                }
            }
        }
    }
    Ok(clauses)
}

/// The literals and the hints of a step, each ended by 0.
fn step<'t>(
    words: impl Iterator<Item = &'t str>,
    fault: &impl Fn(String) -> LratError,
) -> Result<(Vec<i64>, Vec<i64>), LratError> {
    let mut all = Vec::new();
    for word in words {
        all.push(word.parse::<i64>().map_err(|_| fault(format!("'{word}' is no number")))?);
    }
    let short = || fault("a clause and its hints each end with 0".to_owned());
    let end = all.iter().position(|&number| number == 0).ok_or_else(short)?;
    let Some((0, hints)) = all[end + 1..].split_last() else { return Err(short()) };
    Ok((all[..end].to_vec(), hints.to_vec()))
}

/// Numbers up to a final 0.
fn numbers<'t>(
    words: impl Iterator<Item = &'t str>,
    fault: &impl Fn(String) -> LratError,
) -> Result<Vec<i64>, LratError> {
    let mut all = Vec::new();
    for word in words {
        match word.parse() {
            Ok(0) => return Ok(all),
            Ok(number) => all.push(number),
            Err(_) => return Err(fault(format!("'{word}' is no clause number"))),
        }
    }
    Err(fault("the line does not end with 0".to_owned()))
}

/// Whether a clause follows from the clauses named, one step after the other.
fn follows(clause: &[i64], hints: &[i64], clauses: &Clauses) -> Result<(), String> {
    let mut holds: HashSet<i64> = clause.iter().map(|literal| -literal).collect();
    for &hint in hints {
        let id = u64::try_from(hint)
            .map_err(|_| format!("hint {hint} resolves on a literal, which is not checked here"))?;
        let reason = clauses.get(&id).ok_or_else(|| format!("there is no clause {id}"))?;
        let mut open = reason.iter().filter(|&literal| !holds.contains(&-literal));
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
mod tests {
    use super::*;

    /// All four clauses over two variables.
    const FORMULA: &str = "c small\np cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

    fn checked(proof: &str) -> Result<Checked, String> {
        check(FORMULA.as_bytes(), proof.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_proof_is_accepted_and_every_broken_one_is_not() {
        let proof = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";
        assert_eq!(checked(proof), Ok(Checked { clauses: 4, steps: 2 }));
        let refused = |proof: &str, word: &str| {
            let error = checked(proof).unwrap_err();
            assert!(error.contains(word), "{proof}: {error}");
        };
        refused("", "ends before the empty clause");
        refused("5 1 0 1 2 0\n", "ends before the empty clause");
        refused("5 0 1 2 3 4 0\n", "line 1: clause 1 has several literals left");
        refused("5 1 0 1 0\n", "do not lead to a contradiction");
        refused("5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", "line 3: there is no clause 3");
        refused("5 1 0 -1 2 0\n", "not checked here");
        refused("5 1 0 1 2\n", "end with 0");
        refused("5 1\n", "end with 0");
        refused("5 x 0 1 0\n", "'x' is no number");
        refused("five 1 0 1 0\n", "no clause number");
        refused("4 1 0 1 2 0\n", "a clause 4 already");
        refused("5 d 1\n", "does not end with 0");
    }
}
