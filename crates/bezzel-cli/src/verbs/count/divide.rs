//! `bezzel count N --divide`: the total for each square of the first row.

use super::{Count, readable};
use crate::failure::Failure;
use crate::output::{self, Out};
use bezzel_board::{Problem, Square, Symmetry};
use bezzel_search::Limits;
use serde_json::{Value, json};
use std::io::Write;

/// Counts the problem once for each square of the first row that may hold a queen. Squares that
/// mirror each other in a symmetric problem are counted once.
pub fn run(
    asked: &Count,
    problem: &Problem,
    limits: &Limits,
    out: &mut Out,
) -> Result<(), Failure> {
    let choice = asked.algorithm.choice()?;
    let mirrored = Symmetry::of_problem(problem).contains(&Symmetry::D1);
    let width = problem.size().width();
    let mut subtotals: Vec<Option<u128>> = vec![None; width as usize];
    let mut provenance = vec![Value::Null; width as usize];
    for column in 0..width {
        let mirror = (width - 1 - column) as usize;
        let square = Square::new(0, column);
        let subtotal = match subtotals[mirror] {
            Some(known) if mirrored && mirror < column as usize => {
                provenance[column as usize] = json!({ "how": "mirrored", "column": mirror });
                known
            }
            _ if problem.size().rows() == 0 || !problem.allows(square) => 0,
            _ => {
                // A queen that a given one attacks has no solution at all.
                let Ok(one) = problem.clone().with_given([square]) else {
                    subtotals[column as usize] = Some(0);
                    continue;
                };
                output::note(&format!("queen in row 0, column {column}:"));
                let answer = match &choice {
                    Some(choice) => readable::count(&one, choice, limits, false)?,
                    None => asked.fastest(&one, limits)?,
                };
                answer.ending()?;
                provenance[column as usize] = answer.provenance().clone();
                answer.exact().ok_or(Failure::Limit)?
            }
        };
        subtotals[column as usize] = Some(subtotal);
    }
    let subtotals: Vec<u128> = subtotals.into_iter().flatten().collect();
    let total: u128 = subtotals.iter().sum();
    if asked.json {
        let by_column: Vec<String> = subtotals.iter().map(ToString::to_string).collect();
        out.json(&json!({
            "schema": "bezzel/divide/1",
            "problem": problem,
            "by_column": by_column,
            "provenance": provenance,
            "total": total.to_string(),
        }))?;
    } else {
        for (column, subtotal) in subtotals.iter().enumerate() {
            writeln!(out, "{column} {subtotal}")?;
        }
        writeln!(out, "total {total}")?;
    }
    Ok(())
}
