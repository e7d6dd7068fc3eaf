//! `bezzel check`: whether a placement is a solution and, if not, why not.
//!
//! A placement on the command line is checked as a whole and every fault is named. A stream of
//! columns of any size is checked as it is read, up to its first fault. A proof that a formula has
//! no solution is checked step by step.

use crate::args::{Names, NotationArgs, VariantArgs, number, sizes, stdin_or, within};
use crate::failure::Failure;
use crate::output::{self, Out};
use crate::signals;
use bezzel::{
    CheckAnswer, CheckProofRequest, CheckRequest, CheckStreamRequest, CheckedDefinition,
    ColumnSource, DefinitionRelation, Problem,
};
use clap::Args;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Check whether a placement is a solution, and if not, say why
#[derive(Args)]
pub struct Check {
    /// The placement, or with --stream the file that holds it; "-" reads standard input
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    placement: String,
    /// Board size, if the notation does not give it
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    size: Option<String>,
    /// Dimension of the board
    #[arg(long, value_name = "D", requires = "size", value_parser = within::<u32>(2..=32), allow_negative_numbers = true)]
    dimension: Option<u32>,
    #[command(flatten)]
    variant: VariantArgs,
    #[arg(long, value_name = "NAME", default_value = "queen", help = Names::rules().help("Attack rule"),
          value_parser = Names::rules(), hide_possible_values = true)]
    rule: String,
    /// Regions that hold one queen each: a letter for each square, / between rows (AAB/ACB/CCB)
    #[arg(
        long,
        value_name = "LETTERS",
        requires = "size",
        conflicts_with = "definition",
        allow_hyphen_values = true
    )]
    regions: Option<String>,
    /// Maximum number of faults to name
    #[arg(long, value_name = "NUMBER", default_value_t = 20,
          value_parser = within::<usize>(0..=1_000_000_000), allow_negative_numbers = true)]
    faults: usize,
    #[arg(long, value_name = "NAME", help = Names::definitions().help("Check against one of the survey's definitions"),
          conflicts_with_all = ["torus", "cylinder", "mobius", "queens", "pawns", "exclude", "rule",
                                "dimension", "stream"],
          value_parser = Names::definitions(), hide_possible_values = true)]
    definition: Option<String>,
    /// With --definition: use it as the survey prints it, including errors
    #[arg(long, requires = "definition")]
    printed: bool,
    #[arg(long, value_name = "FORMAT",
          help = Names::streams().help("Check a stream of columns of any size up to its first fault"),
          conflicts_with_all = ["torus", "cylinder", "mobius", "queens", "pawns", "exclude", "rule",
                                "notation", "faults"],
          value_parser = Names::streams(), hide_possible_values = true)]
    stream: Option<String>,
    /// PLACEMENT is an LRAT proof: check that it refutes this formula in DIMACS form
    #[arg(long, value_name = "FORMULA", conflicts_with_all = ["definition", "stream", "size", "torus", "notation", "faults"])]
    refutes: Option<PathBuf>,
    /// With --stream: maximum memory for bitmaps, if they are needed; a file is read several times
    /// if necessary
    #[arg(long, value_name = "BYTES", default_value = "1000000000", requires = "stream")]
    memory: String,
    #[command(flatten)]
    notation: NotationArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Check {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        if let Some(format) = &self.stream {
            return self.check_stream(format, out);
        }
        if let Some(formula) = &self.refutes {
            return self.check_proof(formula, out);
        }
        let mut request = CheckRequest::new(stdin_or(&self.placement, "the placement")?);
        request.notation = self.notation.chosen()?.unwrap_or(request.notation);
        (request.definition, request.printed) = (self.definition.clone(), self.printed);
        request.faults = self.faults;
        match self.problem()? {
            Some(problem) => request.problem = Some(problem),
            None => (request.torus, request.rule) = (self.variant.torus, self.rule.parse()?),
        }
        let answer = bezzel::check(&request, &signals::control())?;
        if self.json {
            out.json(&answer)?;
        } else {
            print(&answer, out)?;
        }
        if let Some(definition) = &answer.definition {
            output::note(&format!("{}; in print: {}", definition.title, definition.correction));
        }
        if answer.solution { Ok(()) } else { Err(Failure::Negative) }
    }

    /// The problem, if its size is given.
    fn problem(&self) -> Result<Option<Problem>, Failure> {
        let Some(text) = &self.size else {
            if self.variant.torus || self.variant.is_empty() {
                return Ok(None);
            }
            let text = "a placement on a variant of the board needs its --size, for example 8";
            return Err(Failure::Usage(text.to_owned()));
        };
        let [size] = sizes(text, self.dimension)?[..] else {
            return Err(Failure::Usage(format!("'{text}' is a range; a placement has one size")));
        };
        let regions = self.regions.as_deref().unwrap_or_default().parse()?;
        let problem = Problem::new(size).with_rule(self.rule.parse()?)?.with_regions(regions)?;
        let [pieces] = self.variant.pieces()?[..] else {
            let text = "--queens: a placement has one number of queens, for example 5";
            return Err(Failure::Usage(text.to_owned()));
        };
        let (pawns, notation) = (self.variant.pawns()?, self.notation.of_squares()?);
        Ok(Some(self.variant.apply(problem, pieces, pawns.as_deref(), notation)?))
    }

    fn check_stream(&self, format: &str, out: &mut Out) -> Result<(), Failure> {
        let mut request = CheckStreamRequest::new(format.parse().map_err(bezzel::Error::from)?);
        request.size = self.size.as_deref().map(|text| number("--size", text)).transpose()?;
        request.memory = number("--memory", &self.memory)?;
        let source = match self.placement.as_str() {
            "-" => ColumnSource::Once(&mut io::stdin().lock()),
            file => ColumnSource::File(Path::new(file)),
        };
        let answer = bezzel::check_stream(&request, source, &signals::control())?;
        let n = answer.n;
        if self.json {
            out.json(&answer)?;
        } else if let Some(fault) = &answer.fault {
            writeln!(out, "not a solution of {n} queens\n  {fault}")?;
        } else {
            writeln!(out, "a solution of {n} queens")?;
        }
        output::note(&format!("checked {}", answer.method));
        if answer.solution { Ok(()) } else { Err(Failure::Negative) }
    }

    fn check_proof(&self, formula: &Path, out: &mut Out) -> Result<(), Failure> {
        let open = |path: &Path| match File::open(path) {
            Ok(file) => Ok(BufReader::new(file)),
            Err(error) => Err(Failure::Io(format!("{}: {error}", path.display()))),
        };
        let mut formula = open(formula)?;
        let mut proof: Box<dyn BufRead> = match self.placement.as_str() {
            "-" => Box::new(io::stdin().lock()),
            path => Box::new(open(Path::new(path))?),
        };
        let request = CheckProofRequest::new(&mut formula, &mut proof);
        let answer = bezzel::check_proof(request, &signals::control())?;
        if self.json {
            out.json(&answer)?;
        } else if let (Some(clauses), Some(steps)) = (answer.clauses, answer.steps) {
            writeln!(out, "a proof in {steps} steps that {clauses} clauses are unsatisfiable")?;
        } else if let Some(fault) = &answer.fault {
            writeln!(out, "not a proof\n  {fault}")?;
        }
        if answer.proof { Ok(()) } else { Err(Failure::Negative) }
    }
}

fn print(answer: &CheckAnswer, out: &mut Out) -> io::Result<()> {
    let problem = match &answer.definition {
        None => answer.problem.to_string(),
        Some(definition) => {
            let word = if definition.printed { "printed" } else { "corrected" };
            let (queens, id) = (answer.problem.size().rows(), definition.id);
            format!("{queens} queens by the definition {id}, as {word}")
        }
    };
    if answer.solution {
        writeln!(out, "a solution of {problem}")?;
    } else {
        writeln!(out, "not a solution of {problem}")?;
        for fault in &answer.faults {
            writeln!(out, "  {fault}")?;
        }
        if answer.faults_in_all > answer.faults.len() {
            writeln!(out, "  and {} more", answer.faults_in_all - answer.faults.len())?;
        }
    }
    answer
        .definition
        .as_ref()
        .map_or(Ok(()), |definition| print_definition(definition, answer, out))
}

/// What the definition accepts on a small board, and the relations of the constraint problem.
fn print_definition(
    definition: &CheckedDefinition,
    answer: &CheckAnswer,
    out: &mut Out,
) -> io::Result<()> {
    if let (Some(accepted), Some(sets)) = (definition.accepted, definition.sets) {
        let n = answer.problem.size().rows();
        writeln!(out, "the definition accepts {accepted} of the {sets} sets of {n} squares")?;
    }
    for DefinitionRelation { rows: [i, j], columns, .. } in &definition.relations {
        let pairs: Vec<String> = columns.iter().map(|[x, y]| format!("({x},{y})")).collect();
        writeln!(out, "  P{i},{j} = {{{}}}", pairs.join(", "))?;
    }
    Ok(())
}
