//! `bezzel solve`: one solution, by the fastest correct method unless another is chosen; or a
//! colouring, or a question about the board.

use crate::args::{AlgorithmArgs, BackendArgs, LimitArgs, Names, ProblemArgs, number_to};
use crate::failure::Failure;
use crate::output::{self, Out};
use crate::signals;
use bezzel::registry::BackendInfo;
use bezzel::{
    ColourAnswer, ColourRequest, Conclusion, ExtremeAnswer, ExtremeRequest, Problem, Refutation,
    SolveAnswer, SolveRequest, WrittenProof,
};
use bezzel_solvers::backends;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Find one solution
#[derive(Args)]
#[command(after_help = registry())]
pub struct Solve {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    backend: BackendArgs,
    /// If sat proves that there is no solution: write the proof here (.drat or .lrat), and the
    /// formula beside it (.cnf)
    #[arg(long, value_name = "FILE", conflicts_with = "algorithm")]
    proof: Option<PathBuf>,
    /// Overwrite the proof and the formula if they exist
    #[arg(long, requires = "proof")]
    force: bool,
    /// Colour the squares by sat instead: with this many colours, no two squares on a line the same
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, conflicts_with_all = ["algorithm", "with"])]
    colours: Option<String>,
    /// Colour the squares by sat with as few colours as possible
    #[arg(long, conflicts_with_all = ["algorithm", "with", "colours"])]
    chromatic: bool,
    #[arg(long, value_name = "QUESTION", help = Names::questions().help("Answer a question about the board instead"),
          conflicts_with_all = ["algorithm", "with", "colours", "chromatic"],
          value_parser = Names::questions(), hide_possible_values = true)]
    ask: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The registry as a list.
fn registry() -> String {
    let line =
        |info: &BackendInfo| format!("  {:<20} {}: {}", info.id, info.title, info.formulation);
    let lines: Vec<String> = backends().iter().map(|backend| line(backend.info())).collect();
    format!("Back-ends:\n{}", lines.join("\n"))
}

impl Solve {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let problem = self.problem.one()?;
        if self.chromatic || self.colours.is_some() {
            return self.colour(problem, out);
        }
        if let Some(question) = &self.ask {
            return self.extreme(problem, question, out);
        }
        let mut request = SolveRequest::new(problem);
        request.notation = self.problem.notation.chosen()?;
        (request.algorithm, request.settings) = self.algorithm.typed();
        request.with = self.backend.name();
        request.limits = self.limits.typed()?;
        (request.proof, request.force) = (self.proof.clone(), self.force);
        let answer = bezzel::solve(&request, &signals::control())?;
        if self.json {
            out.json(&answer)?;
        } else {
            self.print(&answer, out)?;
        }
        self.notes(&answer);
        match answer.conclusion {
            Conclusion::Solution => Ok(()),
            Conclusion::None => Err(Failure::Negative),
            // A search that gave up has not shown that there is no solution.
            Conclusion::Unknown => {
                Failure::unless_finished(answer.stopped).and(Err(Failure::Limit))
            }
        }
    }

    fn print(&self, answer: &SolveAnswer, out: &mut Out) -> Result<(), Failure> {
        let size = answer.problem.size();
        if let (Some(text), Some(placement)) = (&answer.solution, &answer.placement) {
            let wants_picture = out.is_terminal && self.problem.notation.notation.is_none();
            if wants_picture && size.rows() <= 40 {
                writeln!(out, "{}", output::drawing(placement, size))?;
            }
            writeln!(out, "{text}")?;
        } else if answer.conclusion == Conclusion::None {
            writeln!(out, "no solution")?;
        }
        Ok(())
    }

    /// Says how the answer was found.
    fn notes(&self, answer: &SolveAnswer) {
        let SolveAnswer { by, why, seconds, .. } = answer;
        let work = match answer.work {
            None => String::new(),
            Some(work) if work.restarts == 0 => format!(", {} visits", work.visits),
            Some(work) => format!(", {} visits, {} restarts", work.visits, work.restarts),
        };
        let took = match self.backend.name() {
            None => format!("{by} ({why}){work}, {seconds:.3} s"),
            Some(_) => format!("{by}{work}, {seconds:.3} s"),
        };
        match (answer.conclusion, answer.stopped) {
            (Conclusion::Solution, _) => output::note(&format!("found by {took}")),
            (Conclusion::None, _) if answer.is_theorem() => output::note(&format!("{why} ({by})")),
            (Conclusion::None, _) => {
                if self.backend.name().is_some() || self.proof.is_some() {
                    output::note(&format!("the answer of {by} is {why}"));
                }
                let word = if answer.proven { "proven" } else { "denied" };
                output::note(&format!("{word} by {took}"));
            }
            (Conclusion::Unknown, because) => {
                let because = because.map_or(String::new(), |because| format!("{because}; "));
                output::note(&format!("no solution found: {because}{took}"));
            }
        }
        tell_proof(answer.proof.as_ref());
        if let (Some(file), Conclusion::Solution) = (&self.proof, answer.conclusion) {
            output::note(&format!("there is a solution, so {} was not written", file.display()));
        }
    }

    fn extreme(&self, problem: Problem, question: &str, out: &mut Out) -> Result<(), Failure> {
        let mut request = ExtremeRequest::new(problem, question.parse()?);
        request.limits = self.limits.typed()?;
        (request.proof, request.force) = (self.proof.clone(), self.force);
        let answer = bezzel::extreme(&request, &signals::control())?;
        if self.json {
            out.json(&answer)?;
        } else {
            match (answer.number, answer.at_least) {
                (Some(number), _) => writeln!(out, "{number}")?,
                (None, bound) => writeln!(out, "at least {}", bound.unwrap_or_default())?,
            }
            for set in &answer.sets {
                writeln!(out, "{set}")?;
            }
        }
        let ExtremeAnswer { by, seconds, .. } = &answer;
        output::note(&match answer.refuted.filter(|_| answer.stopped.is_none()) {
            Some(number) => format!("{number} refuted by {by}, {seconds:.3} s in all"),
            None => format!("{by}, {seconds:.3} s"),
        });
        tell_proof(answer.proof.as_ref());
        match answer.stopped {
            Some(because) => Failure::unless_finished(Some(because)),
            None => Ok(()),
        }
    }

    fn colour(&self, problem: Problem, out: &mut Out) -> Result<(), Failure> {
        let mut request = ColourRequest::new(problem);
        let colours = self.colours.as_deref();
        let colours = colours.map(|text| number_to(u32::MAX.into(), "--colours", text));
        request.colours = colours.transpose()?.map(|colours| colours as u32);
        request.limits = self.limits.typed()?;
        (request.proof, request.force) = (self.proof.clone(), self.force);
        let answer = bezzel::colour(&request, &signals::control())?;
        if self.json {
            out.json(&answer)?;
        } else {
            print_colouring(&answer, out)?;
        }
        colour_notes(&answer);
        match (answer.stopped, &answer.table) {
            (Some(because), _) => Failure::unless_finished(Some(because)),
            (None, Some(_)) => Ok(()),
            (None, None) => Err(Failure::Negative),
        }
    }
}

fn print_colouring(answer: &ColourAnswer, out: &mut Out) -> Result<(), Failure> {
    if let Some(number) = answer.at_least {
        writeln!(out, "at least {number}")?;
    }
    if let Some(number) = answer.chromatic_number {
        writeln!(out, "{number}")?;
    }
    match &answer.table {
        Some(table) => write!(out, "{table}")?,
        None if answer.stopped.is_none() => writeln!(out, "no colouring")?,
        None => {}
    }
    Ok(())
}

fn colour_notes(answer: &ColourAnswer) {
    let ColourAnswer { by, seconds, .. } = answer;
    let note = match (answer.stopped, answer.refuted_by, answer.chromatic_number) {
        (Some(because), ..) => format!("no colouring found: {because}; {by}, {seconds:.3} s"),
        (None, None, _) => format!("found by {by}, {seconds:.3} s"),
        (None, Some(Refutation::Line), Some(number)) => format!(
            "fewer colours are not enough: a line has {number} squares; found by {by}, {seconds:.3} s"
        ),
        (None, Some(Refutation::Cover), Some(number)) => format!(
            "{} colours are not enough: no {} solutions cover the board, by exhaustive search; {by}, \
             {seconds:.3} s in all",
            number - 1,
            number - 1
        ),
        (None, Some(Refutation::Cover), None) => {
            format!("that many solutions do not cover the board: exhaustive search, {seconds:.3} s")
        }
        (None, Some(_), Some(number)) => {
            format!("{} colours refuted by {by}, {seconds:.3} s in all", number - 1)
        }
        (None, Some(_), None) => format!("refuted by {by}, {seconds:.3} s"),
    };
    output::note(&note);
    tell_proof(answer.proof.as_ref());
}

fn tell_proof(proof: Option<&WrittenProof>) {
    if let Some(WrittenProof { proof, formula, .. }) = proof {
        output::note(&format!("{} refutes {}", proof.display(), formula.display()));
    }
}
