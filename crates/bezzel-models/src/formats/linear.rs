//! The survey's integer program as CPLEX LP and as MPS, and the solutions of HiGHS, GLPK and CBC.
//!
//! Queens are maximised as in the survey's section 1.6, although the rows fix their number. MPS
//! minimises the negative, because not every reader supports maximisation.

use super::Options;
use super::answer::{Claim, ReadError, Word, lines, nothing};
use super::names::{LineName, Name, line_names, names, variable};
use crate::{Model, Need, Variable};
use std::io::{self, Write};

/// The name of the constraint on the number of pieces.
const TOTAL: &str = "total";

/// Terms per line of LP: some readers truncate lines of more than 255 characters.
const TERMS: usize = 10;

pub(super) fn write_lp(model: &Model, _: Options, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\\ {}\n\\ {}\n\\ {}", model.problem(), names(model), line_names(model))?;
    write!(out, "Maximize\n queens:")?;
    sum(model, model.squares().map(|(variable, _)| variable), out)?;
    writeln!(out, "\nSubject To")?;
    for group in model.groups() {
        write!(out, " {}:", LineName(model, group.line.clone()))?;
        let mut line = model.on_line(&group.line).map(|(variable, _)| variable).peekable();
        if line.peek().is_none() {
            // A line needs a queen but has no open square: a constraint that cannot be satisfied.
            sum(model, [Variable::from_index(0)], out)?;
            writeln!(out, " >= 2")?;
            continue;
        }
        sum(model, line, out)?;
        writeln!(out, " {} 1", if group.need == Need::ExactlyOne { "=" } else { "<=" })?;
    }
    if let Some(total) = model.total() {
        write!(out, " {TOTAL}:")?;
        sum(model, model.squares().map(|(variable, _)| variable), out)?;
        writeln!(out, " = {total}")?;
    }
    writeln!(out, "Binary")?;
    for (_, square) in model.squares() {
        writeln!(out, " {}", Name(square))?;
    }
    writeln!(out, "End")
}

fn sum(
    model: &Model,
    variables: impl IntoIterator<Item = Variable>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (place, variable) in variables.into_iter().enumerate() {
        let square = model.square(variable).expect("the variable is the model's");
        let plus = match place {
            0 => " ",
            place if place % TERMS == 0 => "\n  + ",
            _ => " + ",
        };
        write!(out, "{plus}{}", Name(square))?;
    }
    Ok(())
}

/// Names start in the columns of fixed MPS and hold no spaces, so that free MPS reads it too.
pub(super) fn write_mps(model: &Model, _: Options, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "* {}\n* {}\n* {}", model.problem(), names(model), line_names(model))?;
    writeln!(out, "* minimised: the number of queens, negative")?;
    writeln!(out, "NAME          QUEENS\nROWS\n N  queens")?;
    for group in model.groups() {
        let kind = if group.need == Need::ExactlyOne { 'E' } else { 'L' };
        writeln!(out, " {kind}  {}", LineName(model, group.line))?;
    }
    if model.total().is_some() {
        writeln!(out, " E  {TOTAL}")?;
    }
    writeln!(out, "COLUMNS\n    MARKER    'MARKER'                 'INTORG'")?;
    for (_, square) in model.squares() {
        let name = Name(square).to_string();
        writeln!(out, "    {name:<8}  queens    {:>12}", -1)?;
        if model.total().is_some() {
            writeln!(out, "    {name:<8}  {TOTAL:<8}  {:>12}", 1)?;
        }
        for line in model.lines_through(square) {
            if model.constrains(&line) {
                let line = LineName(model, line).to_string();
                writeln!(out, "    {name:<8}  {line:<8}  {:>12}", 1)?;
            }
        }
    }
    writeln!(out, "    MARKER    'MARKER'                 'INTEND'\nRHS")?;
    for group in model.groups() {
        let line = LineName(model, group.line).to_string();
        writeln!(out, "    RHS       {line:<8}  {:>12}", 1)?;
    }
    if let Some(total) = model.total() {
        writeln!(out, "    RHS       {TOTAL:<8}  {total:>12}")?;
    }
    writeln!(out, "BOUNDS")?;
    for (_, square) in model.squares() {
        writeln!(out, " UP BND       {:<8}  {:>12}", Name(square).to_string(), 1)?;
    }
    writeln!(out, "ENDATA")
}

/// Each program has its own solution format; the first line identifies it.
pub(super) fn read(model: &Model, _: Options, text: &str) -> Result<Claim, ReadError> {
    let Some(first) = lines(text).find(|line| !line.text.trim().is_empty()) else {
        return Err(nothing(text, KNOWN));
    };
    match first.words().next().map_or("", |word| word.text) {
        "Model" => read_highs(model, text),
        "Problem:" => read_glpk(model, text),
        "c" | "s" => read_glpk_plain(model, text),
        _ => read_cbc(model, text),
    }
}

const KNOWN: &str = "a solution file of HiGHS, GLPK (-o or -w) or CBC";

/// `Model status`, its value in the next line, then `x0_0 1` for each column.
fn read_highs(model: &Model, text: &str) -> Result<Claim, ReadError> {
    let mut all = lines(text).filter(|line| !line.text.trim().is_empty()).skip(1);
    let status = all.next().ok_or_else(|| nothing(text, "the model status"))?;
    match status.text.trim() {
        "Optimal" => {}
        "Infeasible" | "Primal infeasible or unbounded" => return Ok(Claim::None),
        other => return Ok(Claim::Unknown(other.to_owned())),
    }
    let mut values = Values::new(model);
    let columns = all.by_ref().find(|line| line.text.starts_with("# Columns"));
    columns.ok_or_else(|| nothing(text, "'# Columns' with a value for each"))?;
    for line in all.take_while(|line| !line.text.starts_with('#')) {
        let mut words = line.words();
        if let (Some(name), Some(value)) = (words.next(), words.next()) {
            values.set(&name, &value)?;
        }
    }
    values.finish(text)
}

/// The report of `glpsol -o`: a table of columns `number name * activity lower upper`.
fn read_glpk(model: &Model, text: &str) -> Result<Claim, ReadError> {
    let status = lines(text).find_map(|line| line.after("Status:"));
    let status = status.ok_or_else(|| nothing(text, "a line 'Status:'"))?;
    match status.text.trim() {
        "INTEGER OPTIMAL" | "INTEGER NON-OPTIMAL" => {}
        "INTEGER EMPTY" => return Ok(Claim::None),
        other => return Ok(Claim::Unknown(other.to_owned())),
    }
    let mut values = Values::new(model);
    let mut all = lines(text).skip_while(|line| !line.text.contains("Column name"));
    all.next().ok_or_else(|| nothing(text, "a table of columns"))?;
    for line in all.take_while(|line| !line.text.contains("feasibility conditions")) {
        let mut words = line.words().filter(|word| word.text != "*");
        let number = words.next().filter(|word| word.text.parse::<u32>().is_ok());
        if let (Some(_), Some(name), Some(value)) = (number, words.next(), words.next()) {
            values.set(&name, &value)?;
        }
    }
    values.finish(text)
}

/// `glpsol -w`: `s mip rows columns status objective`, then `j column value`.
fn read_glpk_plain(model: &Model, text: &str) -> Result<Claim, ReadError> {
    let mut values = Values::new(model);
    let mut known = false;
    for line in lines(text) {
        let words: Vec<Word> = line.words().collect();
        match words.first().map_or("", |word| word.text) {
            "s" => match words.get(4).map(|word| word.text) {
                Some("o" | "f") => known = true,
                Some("n") => return Ok(Claim::None),
                Some(_) => return Ok(Claim::Unknown(line.text.to_owned())),
                None => return Err(line.fault("expected 's mip ROWS COLUMNS STATUS OBJECTIVE'")),
            },
            "j" => {
                let [_, column, value, ..] = words[..] else {
                    return Err(line.fault("expected 'j COLUMN VALUE'"));
                };
                let number: u32 =
                    column.number("a column").map_err(|error| error.expected("a number from 1"))?;
                let square = number.checked_sub(1).map(Variable::from_index);
                let Some(variable) = square.filter(|v| v.index() < model.variables()) else {
                    return Err(
                        column.fault(format!("the model has {} columns", model.variables()))
                    );
                };
                values.put(variable, &value)?;
            }
            _ => {}
        }
    }
    if known { values.finish(text) } else { Err(nothing(text, "a line 's mip …'")) }
}

/// The file of `cbc solution`: a status, then `number name value cost` for what is not 0.
fn read_cbc(model: &Model, text: &str) -> Result<Claim, ReadError> {
    let mut all = lines(text).filter(|line| !line.text.trim().is_empty());
    let status = all.next().ok_or_else(|| nothing(text, KNOWN))?;
    let word = status.text.trim();
    if word.starts_with("Infeasible") || word.starts_with("Integer infeasible") {
        return Ok(Claim::None);
    } else if word.starts_with("Stopped") || word.starts_with("Unbounded") {
        return Ok(Claim::Unknown(word.to_owned()));
    } else if !word.starts_with("Optimal") {
        return Err(status.fault(format!("expected {KNOWN}")));
    }
    let mut values = Values::new(model);
    for line in all {
        let mut words = line.words().filter(|word| word.text != "**");
        let (Some(_), Some(name), Some(value)) = (words.next(), words.next(), words.next()) else {
            return Err(line.fault("expected 'NUMBER NAME VALUE COST'"));
        };
        values.set(&name, &value)?;
    }
    // Omitted columns are 0.
    Ok(Claim::Queens(values.queens))
}

/// The columns that are 1.
struct Values<'m> {
    model: &'m Model,
    queens: Vec<Variable>,
    seen: u32,
}

/// How far from 0 or 1 a value may be: ten times the integrality tolerance of the solvers.
const TOLERANCE: f64 = 1e-5;

impl<'m> Values<'m> {
    fn new(model: &'m Model) -> Values<'m> {
        Values { model, queens: Vec::new(), seen: 0 }
    }

    fn set(&mut self, name: &Word, value: &Word) -> Result<(), ReadError> {
        self.put(variable(self.model, name)?, value)
    }

    fn put(&mut self, variable: Variable, word: &Word) -> Result<(), ReadError> {
        let value: f64 = word.number("a value").map_err(|error| error.expected("0 or 1"))?;
        self.seen += 1;
        if (value - 1.0).abs() <= TOLERANCE {
            self.queens.push(variable);
        } else if value.abs() > TOLERANCE {
            return Err(word.fault(format!("the value {value} is neither 0 nor 1")));
        }
        Ok(())
    }

    fn finish(self, text: &str) -> Result<Claim, ReadError> {
        if self.seen == self.model.variables() {
            return Ok(Claim::Queens(self.queens));
        }
        let expected = format!("{} columns, and there are {}", self.model.variables(), self.seen);
        Err(nothing(text, &expected))
    }
}
