//! SMT-LIB 2: the clauses over Booleans named after their squares, so that every solver reads it.
//!
//! ```text
//! (declare-const x0_0 Bool)            sat
//! (assert (or x0_0 x0_1 x0_2))         (model
//! (assert (or (not x0_0) s10))           (define-fun x0_1 () Bool true)
//! ```
//!
//! Integers with `distinct` are more readable, but current solvers cannot handle them at n = 100.

use super::Options;
use super::answer::{Claim, ReadError, Word, lines, nothing};
use super::names::{Name, names, variable};
use crate::cnf::{Clauses, Cnf};
use crate::{Model, Variable};
use std::io::{self, Write};

pub(super) fn write(model: &Model, options: Options, out: &mut dyn Write) -> io::Result<()> {
    let formula = Cnf { model, encoding: options.encoding };
    writeln!(out, "; {}, {} encoding", model.problem(), options.encoding)?;
    writeln!(out, "; {}; sN belong to the encoding", names(model))?;
    writeln!(out, "(set-logic QF_UF)")?;
    for (_, square) in model.squares() {
        writeln!(out, "(declare-const {} Bool)", Name(square))?;
    }
    for number in u64::from(model.variables()) + 1..=formula.size().variables {
        writeln!(out, "(declare-const s{number} Bool)")?;
    }
    formula.each_clause(|clause| {
        if clause.is_empty() {
            return writeln!(out, "(assert false)");
        }
        write!(out, "(assert (or")?;
        for &literal in clause {
            let index = literal.unsigned_abs() - 1;
            let (open, close) = if literal < 0 { ("(not ", ")") } else { ("", "") };
            match model.square(Variable::from_index(index as u32)) {
                Some(square) => write!(out, " {open}{}{close}", Name(square))?,
                None => write!(out, " {open}s{}{close}", index + 1)?,
            }
        }
        writeln!(out, "))")
    })?;
    writeln!(out, "(check-sat)\n(get-model)")
}

/// `sat`, then `(define-fun NAME () Bool VALUE)` with arbitrary line breaks.
pub(super) fn read(model: &Model, _: Options, text: &str) -> Result<Claim, ReadError> {
    let mut words = lines(text).flat_map(tokens);
    let expected = "'sat' with a model, 'unsat' or 'unknown'";
    let status = words.next().ok_or_else(|| nothing(text, expected))?;
    match status.text {
        "sat" => {}
        "unsat" => return Ok(Claim::None),
        "unknown" | "timeout" => return Ok(Claim::Unknown(status.text.to_owned())),
        other => {
            return Err(status.fault(format!("'{other}' is not a status")).expected(expected));
        }
    }
    let mut queens = Vec::new();
    let mut seen = 0;
    while let Some(word) = words.next() {
        if word.text != "define-fun" {
            continue;
        }
        let cut = || nothing(text, "NAME () Bool VALUE");
        let name = words.next().ok_or_else(cut)?;
        let value = words.by_ref().find(|word| !["(", ")", "Bool"].contains(&word.text));
        let value = value.ok_or_else(cut)?;
        let truth = match value.text {
            "true" => true,
            "false" => false,
            other => return Err(value.fault(format!("'{other}' is neither true nor false"))),
        };
        if name.text.starts_with('x') {
            let variable = variable(model, &name)?;
            seen += 1;
            if truth {
                queens.push(variable);
            }
        }
    }
    if seen == 0 {
        return Err(nothing(text, "a model, the answer to (get-model)"));
    }
    Ok(Claim::Queens(queens))
}

/// Words and parentheses of a line.
fn tokens(line: Word) -> impl Iterator<Item = Word> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let start = rest.text.find(|c: char| !c.is_whitespace())?;
        let here = rest.from(start);
        let end = match here.text.find(|c: char| c.is_whitespace() || "()".contains(c)) {
            Some(0) => 1,
            Some(end) => end,
            None => here.text.len(),
        };
        rest = here.from(end);
        Some(Word { text: &here.text[..end], ..here })
    })
}
