//! The formula: a DIMACS file whose header states its variables and clauses.

use super::literal::Variables;
use super::words::Words;
use super::{Clauses, LratError, lines};
use std::io::BufRead;

/// A formula as it was read.
pub(super) struct Formula {
    /// Its variables.
    pub variables: Variables,
    /// Its clauses, numbered from 1.
    pub clauses: Clauses,
}

impl Formula {
    /// Reads a DIMACS file. A clause may span several lines.
    pub fn read(text: impl BufRead) -> Result<Formula, LratError> {
        let mut header = None;
        let mut clauses = Clauses::new();
        let mut clause = Vec::new();
        for numbered in lines::numbered(text, "formula") {
            let (number, line) = numbered?;
            let fault = |what: String| LratError::Line { file: "formula", line: number, what };
            let mut words = Words::of(&line);
            let Some((variables, _)) = header else {
                match words.peek() {
                    None | Some("c") => continue,
                    _ => header = Some(read_header(&mut words).map_err(fault)?),
                }
                continue;
            };
            if words.peek() == Some("c") {
                continue;
            }
            while let Some(word) = words.next() {
                match variables.literal(word).map_err(fault)? {
                    Some(literal) => clause.push(literal),
                    None => {
                        let id = clauses.len() as u64 + 1;
                        clauses.insert(id, std::mem::take(&mut clause));
                    }
                }
            }
        }
        let fault = |what: String| LratError::Formula { what };
        let (variables, promised) =
            header.ok_or_else(|| fault("there is no line 'p cnf VARIABLES CLAUSES'".to_owned()))?;
        if !clause.is_empty() {
            return Err(fault("its last clause does not end with 0: cut short?".to_owned()));
        }
        if clauses.len() as u64 != promised {
            let found = clauses.len();
            return Err(fault(format!("it has {found} clauses, its header promises {promised}")));
        }
        Ok(Formula { variables, clauses })
    }
}

/// The variables and the number of clauses that `p cnf VARIABLES CLAUSES` states.
fn read_header(words: &mut Words<'_>) -> Result<(Variables, u64), String> {
    let parts = [(); 5].map(|()| words.next());
    let [Some("p"), Some("cnf"), Some(variables), Some(clauses), None] = parts else {
        return Err("expected 'p cnf VARIABLES CLAUSES' before the clauses".to_owned());
    };
    let promised =
        clauses.parse().map_err(|_| format!("'{clauses}' is not a number of clauses"))?;
    Ok((Variables::read(variables)?, promised))
}
