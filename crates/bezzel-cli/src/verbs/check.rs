//! `bezzel check`: is this placement a solution, and if not, why not.
//!
//! A placement on the command line is checked as a whole and every fault named; a stream of columns
//! is checked as it comes, whatever its size, up to its first fault. A proof that a formula has no
//! solution is checked step by step.

mod proof;

use crate::args::{Names, NotationArgs, number, sizes, stdin_or, within};
use crate::failure::Failure;
use crate::output::{self, Out};
use bezzel_board::{Notation, Placement, Problem, Size};
use bezzel_models::{Definition, Reading};
use bezzel_search::construct::{self, CheckError, Columns, Format, Method, Verdict};
use clap::Args;
use serde_json::json;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// Check whether a placement is a solution, and say why not
#[derive(Args)]
pub struct Check {
    /// The placement, or with --stream the file that holds it; "-" reads standard input
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    placement: String,
    /// Size of the board, where the notation does not tell it
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    size: Option<String>,
    /// Dimension of the board
    #[arg(long, value_name = "D", requires = "size", value_parser = within::<u32>(2..=32), allow_negative_numbers = true)]
    dimension: Option<u32>,
    /// Join opposite edges of the board
    #[arg(long)]
    torus: bool,
    /// Attack rule: queen, two-axis or hyperplane
    #[arg(long, value_name = "NAME", default_value = "queen",
          value_parser = Names::rules(), hide_possible_values = true)]
    rule: String,
    /// Most faults to name
    #[arg(long, value_name = "NUMBER", default_value_t = 20,
          value_parser = within::<usize>(0..=1_000_000_000), allow_negative_numbers = true)]
    faults: usize,
    /// Check by one of the survey's definitions: algebraic, modular, csp, stable-set, clique, integer-program
    #[arg(long, value_name = "NAME", conflicts_with_all = ["torus", "rule", "dimension", "stream"],
          value_parser = Names::definitions(), hide_possible_values = true)]
    definition: Option<String>,
    /// With --definition: as the survey prints it, errors and all
    #[arg(long, requires = "definition")]
    printed: bool,
    /// Check a stream of columns of any size up to its first fault: commas, lines, u32 or u64
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["torus", "rule", "notation", "faults"],
          value_parser = Names::streams(), hide_possible_values = true)]
    stream: Option<String>,
    /// PLACEMENT is an LRAT proof: check that it refutes this formula in DIMACS form
    #[arg(long, value_name = "FORMULA", conflicts_with_all = ["definition", "stream", "size", "torus", "notation", "faults"])]
    refutes: Option<PathBuf>,
    /// With --stream: most bytes for bitmaps, where they are needed; a file is read several times if need be
    #[arg(long, value_name = "BYTES", default_value = "1000000000", requires = "stream")]
    memory: String,
    #[command(flatten)]
    notation: NotationArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Check {
    /// The size of the board, where it is said.
    fn size(&self) -> Result<Option<Size>, Failure> {
        let Some(text) = &self.size else { return Ok(None) };
        match sizes(text, self.dimension)?[..] {
            [size] => Ok(Some(size)),
            _ => Err(Failure::Usage(format!("'{text}' is a range; a placement has one size"))),
        }
    }

    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        if let Some(format) = &self.stream {
            return self.check_stream(format.parse().map_err(Failure::Usage)?, out);
        }
        if let Some(formula) = &self.refutes {
            return proof::run(&self.placement, formula, self.json, out);
        }
        let size = self.size()?;
        let notation = self.notation.or(Notation::OneLine)?;
        let text = stdin_or(&self.placement, "the placement")?;
        if text.trim().is_empty() && size.is_none_or(|size| size.rows() > 0) {
            return Err(Failure::Usage(NOTHING.to_owned()));
        }
        if let (None, Some(queens)) = (size, queens_alone(notation, &text)) {
            return Err(Failure::Usage(format!(
                "{notation} notation does not tell the board's size; add it, for {queens} queens \
                 --size {queens}"
            )));
        }
        let (placement, size) = notation.read(text.trim_end(), size)?;
        if let Some(name) = &self.definition {
            return self.check_by(Definition::find(name)?, &placement, size, out);
        }
        let mut problem = Problem::new(size).with_rule(self.rule.parse()?)?;
        if self.torus {
            problem = problem.on_torus()?;
        }
        let faults = problem.faults(&placement);
        if self.json {
            out.json(&json!({
                "schema": "bezzel/check/1",
                "problem": problem,
                "solution": faults.is_empty(),
                "faults": faults.iter().take(self.faults).collect::<Vec<_>>(),
                "faults_in_all": faults.len(),
            }))?;
        } else {
            self.print_faults(&problem.to_string(), &faults, out)?;
        }
        if faults.is_empty() { Ok(()) } else { Err(Failure::Negative) }
    }

    fn print_faults(&self, problem: &str, faults: &[String], out: &mut Out) -> io::Result<()> {
        if faults.is_empty() {
            return writeln!(out, "a solution of {problem}");
        }
        writeln!(out, "not a solution of {problem}")?;
        for fault in faults.iter().take(self.faults) {
            writeln!(out, "  {fault}")?;
        }
        if faults.len() > self.faults {
            writeln!(out, "  and {} more", faults.len() - self.faults)?;
        }
        Ok(())
    }

    fn check_by(
        &self,
        definition: &Definition,
        placement: &Placement,
        size: Size,
        out: &mut Out,
    ) -> Result<(), Failure> {
        if !size.is_square() || size.dimension() != 2 {
            return Err(Failure::Usage(format!(
                "the definitions are of n x n boards, not of {size}; leave --definition out"
            )));
        }
        let reading = if self.printed { Reading::Printed } else { Reading::Corrected };
        let faults = definition.faults(size.rows(), placement, reading);
        let word = if self.printed { "printed" } else { "corrected" };
        if self.json {
            out.json(&json!({
                "schema": "bezzel/check-definition/1",
                "definition": definition.id,
                "reading": word,
                "correction": definition.correction,
                "n": size.rows(),
                "solution": faults.is_empty(),
                "faults": faults.iter().take(self.faults).collect::<Vec<_>>(),
                "faults_in_all": faults.len(),
            }))?;
        } else {
            let (queens, id) = (size.rows(), definition.id);
            let problem = format!("{queens} queens by the definition {id}, as {word}");
            self.print_faults(&problem, &faults, out)?;
        }
        output::note(&format!("{}; in print: {}", definition.title, definition.correction));
        if faults.is_empty() { Ok(()) } else { Err(Failure::Negative) }
    }

    fn check_stream(&self, format: Format, out: &mut Out) -> Result<(), Failure> {
        let check = construct::Check {
            n: self.size.as_deref().map(|text| number("--size", text)).transpose()?,
            memory: number("--memory", &self.memory)?,
            ..construct::Check::default()
        };
        let verdict = if self.placement == "-" {
            check.stream(Columns::new(io::stdin().lock(), format))
        } else {
            check.passes(|| Ok(Columns::new(File::open(&self.placement)?, format)))
        };
        let Verdict { n, fault, method } = verdict.map_err(|error| match error {
            CheckError::Read(error) => Failure::Io(format!("{}: {error}", self.placement)),
            error => Failure::Usage(format!("{error} (--size N, --memory BYTES)")),
        })?;
        // A pipe whose start failed brings nothing, and nothing must not pass for a solution.
        if n == 0 && check.n != Some(0) {
            return Err(Failure::Usage(NOTHING.to_owned()));
        }
        if self.json {
            out.json(&json!({
                "schema": "bezzel/check-stream/1",
                "n": n,
                "solution": fault.is_none(),
                "fault": fault.as_ref().map(ToString::to_string),
                "method": method_text(method),
            }))?;
        } else if let Some(fault) = &fault {
            writeln!(out, "not a solution of {n} queens\n  {fault}")?;
        } else {
            writeln!(out, "a solution of {n} queens")?;
        }
        output::note(&format!("checked {}", method_text(method)));
        if fault.is_none() { Ok(()) } else { Err(Failure::Negative) }
    }
}

/// What is said of an empty text.
const NOTHING: &str = "there is no placement to check; no queens on no board is --size 0";

/// The number of queens in a notation that tells nothing of the board beside them.
fn queens_alone(notation: Notation, text: &str) -> Option<usize> {
    let words = text.split([',', ';', ' ', '\n']).filter(|word| !word.is_empty()).count();
    match notation {
        Notation::Squares => Some(words / 2),
        Notation::Linear | Notation::Algebraic => Some(words),
        _ => None,
    }
}

fn method_text(method: Method) -> String {
    match method {
        Method::Runs(runs) => format!("by proof from {runs} runs in arithmetic progression"),
        Method::Bitmaps(bytes) => format!("with {bytes} bytes of bitmaps"),
        Method::Passes(passes, bytes) => {
            format!("in {passes} passes with {bytes} bytes of bitmaps")
        }
    }
}
