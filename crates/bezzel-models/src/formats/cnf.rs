//! DIMACS CNF, and the answers of SAT solvers.
//!
//! ```text
//! c 8 queens, sequential encoding       s SATISFIABLE
//! c 1 is square 0,0                     v -1 -2 3 -4 …
//! p cnf 331 …                           v … -64 0
//! 1 2 3 4 5 6 7 8 0
//! ```
//!
//! MiniSat's own format, `SAT` followed by the literals without `v`, is also supported.

use super::Options;
use super::answer::{Claim, ReadError, SolverAnswer, Word, lines, nothing};
use crate::cnf::{Clauses, Cnf};
use crate::{Asked, ColourTable, Colouring, Model, Variable};
use std::io::{self, Write};

pub(super) fn write(model: &Model, options: Options, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "c {}, {} encoding", model.problem(), options.encoding)?;
    for (variable, square) in model.squares() {
        writeln!(out, "c {} is square {},{}", variable.number(), square.row, square.column)?;
    }
    write_clauses(&Cnf { model, encoding: options.encoding }, out)
}

pub(super) fn write_question(asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "c {}", asked.title())?;
    write_clauses(asked, out)
}

pub(super) fn write_colouring(colouring: &Colouring, out: &mut dyn Write) -> io::Result<()> {
    let (model, colours) = (colouring.model(), colouring.colours());
    writeln!(
        out,
        "c the queen graph of {} in {colours} colours, {} encoding",
        model.problem(),
        colouring.encoding
    )?;
    for (variable, square) in model.squares() {
        let first = colouring.literal(variable, 0);
        let last = first + i64::from(colours) - 1;
        writeln!(
            out,
            "c {first}..{last} is square {},{} in each colour",
            square.row, square.column
        )?;
    }
    write_clauses(colouring, out)
}

fn write_clauses(formula: &impl Clauses, out: &mut dyn Write) -> io::Result<()> {
    let size = formula.size();
    writeln!(out, "p cnf {} {}", size.variables, size.clauses)?;
    formula.each_clause(|clause| {
        for literal in clause {
            write!(out, "{literal} ")?;
        }
        writeln!(out, "0")
    })?;
    Ok(())
}

pub(super) fn read(model: &Model, options: Options, text: &str) -> Result<Claim, ReadError> {
    let variables = || Cnf { model, encoding: options.encoding }.size().variables;
    Ok(match assignment(text, variables)? {
        SolverAnswer::Found(truth) => {
            let squares = (0..model.variables()).map(Variable::from_index);
            Claim::Queens(squares.filter(|v| truth[v.number() as usize]).collect())
        }
        SolverAnswer::None => Claim::None,
        SolverAnswer::Unknown(why) => Claim::Unknown(why),
    })
}

pub(super) fn read_colouring(
    colouring: &Colouring,
    text: &str,
) -> Result<SolverAnswer<ColourTable>, ReadError> {
    Ok(match assignment(text, || colouring.size().variables)? {
        SolverAnswer::Found(truth) => {
            let table = colouring.decode(|literal| truth[literal as usize]);
            SolverAnswer::Found(table.map_err(ReadError::wrong)?)
        }
        SolverAnswer::None => SolverAnswer::None,
        SolverAnswer::Unknown(why) => SolverAnswer::Unknown(why),
    })
}

/// The value of each variable from 1; variables that the solver omits are false.
fn assignment(
    text: &str,
    variables: impl FnOnce() -> u64,
) -> Result<SolverAnswer<Vec<bool>>, ReadError> {
    let mut satisfiable = None;
    let mut values = Vec::new();
    for line in lines(text) {
        let Some((first, rest)) = line.split_first() else { continue };
        match first.text {
            "c" => {}
            "s" => match rest.text {
                "SATISFIABLE" => satisfiable = Some(first),
                "UNSATISFIABLE" => return Ok(SolverAnswer::None),
                "UNKNOWN" | "INDETERMINATE" => {
                    return Ok(SolverAnswer::Unknown(line.text.to_owned()));
                }
                other => {
                    return Err(rest
                        .fault(format!("'{other}' is not a status"))
                        .expected("SATISFIABLE, UNSATISFIABLE or UNKNOWN"));
                }
            },
            "SAT" => satisfiable = Some(first),
            "UNSAT" | "UNSATISFIABLE" => return Ok(SolverAnswer::None),
            "INDET" => return Ok(SolverAnswer::Unknown(line.text.to_owned())),
            "v" => values.extend(rest.words()),
            _ if satisfiable.is_some_and(|word| word.text == "SAT") => {
                values.extend(line.words());
            }
            // Other output of the solver between its comment lines.
            _ if !is_number(first.text) => {}
            _ => return Err(first.fault("a literal outside of a v line")),
        }
    }
    let expected = "'s SATISFIABLE' with v lines, or 's UNSATISFIABLE'";
    if satisfiable.is_none() && values.is_empty() {
        return Err(nothing(text, expected));
    }
    truth(&values, variables()).map(SolverAnswer::Found).and_then(|answer| match satisfiable {
        Some(_) => Ok(answer),
        None => Err(values[0].fault("values without a status").expected(expected)),
    })
}

fn is_number(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

fn truth(values: &[Word], variables: u64) -> Result<Vec<bool>, ReadError> {
    let mut truth = vec![None; variables as usize + 1];
    let (last, literals) = match values.split_last() {
        Some((last, literals)) if last.text == "0" => (last, literals),
        Some((last, _)) => return Err(last.fault("the values do not end with 0: cut short?")),
        None => return Ok(vec![false; variables as usize + 1]),
    };
    for word in literals {
        let literal: i64 =
            word.number("a literal").map_err(|error| error.expected("a number such as -7"))?;
        if literal == 0 {
            return Err(word.fault(format!("0 ends the values, but line {} has more", last.line)));
        }
        let Some(value) = truth.get_mut(literal.unsigned_abs() as usize) else {
            return Err(word
                .fault(format!("the formula has {variables} variables"))
                .advice("was it exported with the same options?"));
        };
        if value.replace(literal > 0).is_some_and(|before| before != (literal > 0)) {
            return Err(word.fault(format!("variable {} is both true and false", literal.abs())));
        }
    }
    Ok(truth.into_iter().map(|value| value == Some(true)).collect())
}
