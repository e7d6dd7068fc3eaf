//! OPB, the format of the pseudo-Boolean competitions: every line of the board is one constraint.
//!
//! ```text
//! * #variable= 64 #constraint= 42         s SATISFIABLE
//! +1 x1 +1 x2 … +1 x8 = 1 ;               v -x1 x2 -x3 …
//! -1 x2 -1 x9 >= -1 ;
//! ```

use super::Options;
use super::answer::{Claim, ReadError, lines, nothing};
use crate::{Model, Need, Variable};
use std::io::{self, Write};

pub(super) fn write(model: &Model, _: Options, out: &mut dyn Write) -> io::Result<()> {
    let constraints = model.groups().count() + usize::from(model.total().is_some());
    writeln!(out, "* #variable= {} #constraint= {constraints}", model.variables())?;
    writeln!(out, "* {}", model.problem())?;
    for (variable, square) in model.squares() {
        writeln!(out, "* x{} is square {},{}", variable.number(), square.row, square.column)?;
    }
    for group in model.groups() {
        let sign = if group.need == Need::ExactlyOne { '+' } else { '-' };
        let mut empty = true;
        for (variable, _) in model.on_line(&group.line) {
            write!(out, "{sign}1 x{} ", variable.number())?;
            empty = false;
        }
        match group.need {
            // A line needs a queen but has no open square: a constraint that cannot be satisfied.
            Need::ExactlyOne if empty => writeln!(out, "+1 x1 >= 2 ;")?,
            Need::ExactlyOne => writeln!(out, "= 1 ;")?,
            Need::AtMostOne => writeln!(out, ">= -1 ;")?,
        }
    }
    if let Some(total) = model.total() {
        for (variable, _) in model.squares() {
            write!(out, "+1 x{} ", variable.number())?;
        }
        writeln!(out, "= {total} ;")?;
    }
    Ok(())
}

pub(super) fn read(model: &Model, _: Options, text: &str) -> Result<Claim, ReadError> {
    let mut satisfiable = false;
    let mut values = vec![None; model.variables() as usize];
    for line in lines(text) {
        let Some((first, rest)) = line.split_first() else { continue };
        match (first.text, rest.text) {
            ("s", "SATISFIABLE" | "OPTIMUM FOUND") => satisfiable = true,
            ("s", "UNSATISFIABLE") => return Ok(Claim::None),
            ("s", "UNKNOWN" | "UNSUPPORTED") => return Ok(Claim::Unknown(line.text.to_owned())),
            ("s", other) => {
                return Err(rest
                    .fault(format!("'{other}' is not a status"))
                    .expected("SATISFIABLE, OPTIMUM FOUND, UNSATISFIABLE or UNKNOWN"));
            }
            ("v", _) => {
                for word in rest.words() {
                    let (name, value) = match word.after("-").or(word.after("~")) {
                        Some(name) => (name, false),
                        None => (word, true),
                    };
                    let number = name.after("x").and_then(|number| number.text.parse().ok());
                    let slot = number.and_then(|n: usize| values.get_mut(n.checked_sub(1)?));
                    let Some(slot) = slot else {
                        let last = model.variables();
                        return Err(word
                            .fault(format!("'{}' is not a value", word.text))
                            .advice(format!("they go from x1 or -x1 to x{last}")));
                    };
                    if slot.replace(value).is_some_and(|before| before != value) {
                        return Err(word.fault(format!("{} is both true and false", name.text)));
                    }
                }
            }
            _ => {}
        }
    }
    if !satisfiable {
        return Err(nothing(text, "'s SATISFIABLE' with v lines, or 's UNSATISFIABLE'"));
    }
    let numbered = (0..).map(Variable::from_index).zip(values);
    Ok(Claim::Queens(numbered.filter(|(_, value)| *value == Some(true)).map(|(v, _)| v).collect()))
}
