//! `bezzel count` in more than two dimensions: closed forms, the table n × d, modular queens.

use super::Count;
use crate::args::sizes;
use crate::failure::Failure;
use crate::notes;
use crate::output::{self, Grid, Out};
use bezzel::{
    ClosedFormRequest, Conjecture, Exists, ModularFinding, ModularRequest, Problem,
    SpaceTableAnswer, SpaceTableRequest, TableAgreement, TableEntry, closed_form, space_table,
};
use clap::Args;
use std::io::{self, Write};

/// Questions about boards in space other than their totals.
#[derive(Args)]
pub struct SpaceArgs {
    /// Print the closed form of the totals in all dimensions, with m = d - 1
    #[arg(long, conflicts_with_all = ["algorithm", "table", "oeis"])]
    closed_form: bool,
    /// Count only solutions in which no coordinate except the layer is constant
    #[arg(long, conflicts_with_all = ["algorithm", "divide", "fundamental", "classes"])]
    pub nontrivial: bool,
    /// Print the table of all N and D (both may be ranges) beside Barr and Rao's, with their
    /// conjectures
    #[arg(long, conflicts_with_all = ["algorithm", "oeis", "ledger"])]
    table: bool,
    /// Modular queens (rule hyperplane): report whether a complete solution exists, and why
    #[arg(long, conflicts_with_all = ["algorithm", "table", "ledger"])]
    exists: bool,
    /// Modular queens (rule hyperplane): count only linear solutions
    #[arg(long, conflicts_with_all = ["algorithm", "table", "ledger", "exists"])]
    linear: bool,
    /// Find the largest number of queens that fit anywhere on the board, and a placement of them
    #[arg(long, conflicts_with_all = ["algorithm", "engine", "with", "table", "ledger", "exists", "linear", "time",
          "solutions", "queens", "fundamental", "classes", "divide", "verify", "nontrivial", "forecast", "squares", "oeis"])]
    maximum: bool,
}

impl SpaceArgs {
    /// Whether the question is about modular queens.
    pub fn is_modular(&self) -> bool {
        self.exists || self.linear || self.maximum
    }
}

/// The answer, if the question is about sides in all dimensions.
pub fn of_sides(asked: &Count, out: &mut Out) -> Option<Result<(), Failure>> {
    match asked.space {
        SpaceArgs { table: true, .. } => Some(table(asked, out)),
        SpaceArgs { closed_form: true, .. } => Some(closed_forms(asked, out)),
        _ => None,
    }
}

/// The sides named; closed forms exist only for the full board.
fn sides(asked: &Count) -> Result<Vec<u32>, Failure> {
    let problem = &asked.problem;
    let is_full =
        problem.variant.is_empty() && problem.given.is_none() && problem.blocked.is_none();
    let sizes = sizes(&problem.n, None)?;
    if !is_full || problem.rule != "queen" || sizes.iter().any(|size| !size.is_square()) {
        return Err(Failure::Usage(
            "closed forms exist only for full square boards with rule queen; give N alone"
                .to_owned(),
        ));
    }
    Ok(sizes.iter().map(|size| size.rows()).collect())
}

fn closed_forms(asked: &Count, out: &mut Out) -> Result<(), Failure> {
    let mut request = ClosedFormRequest::new(sides(asked)?);
    request.workers = asked.threads.workers()?;
    request.limits = asked.limits.typed()?;
    request.ledger.clone_from(&asked.ledger);
    let answer = closed_form(&request, &notes::control(asked.threads.progress))?;
    if asked.json {
        out.json(&answer)?;
    } else {
        for form in &answer.sides {
            output::note(&format!("side {}: {}", form.n, notes::how(&form.provenance)));
            match request.sides.len() {
                1 => writeln!(out, "{}", form.formula)?,
                _ => writeln!(out, "Q({},d) = {}", form.n, form.formula)?,
            }
        }
        output::note("m = d - 1, for every dimension d");
    }
    Failure::unless_finished(answer.stopped)
}

/// `3` or `2..8`.
fn dimensions(text: &str) -> Result<Vec<u32>, Failure> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse::<u32>(), last.parse::<u32>()) {
        (Ok(first), Ok(last)) if first <= last && last <= first.saturating_add(10_000) => {
            Ok((first..=last).collect())
        }
        _ => Err(Failure::Usage(format!(
            "'{text}' is not a range of dimensions; write for example 2..8"
        ))),
    }
}

fn table(asked: &Count, out: &mut Out) -> Result<(), Failure> {
    let mut request = SpaceTableRequest::new(sides(asked)?);
    if let Some(text) = &asked.problem.dimension {
        request.dimensions = dimensions(text)?;
    }
    request.workers = asked.threads.workers()?;
    request.limits = asked.limits.typed()?;
    let answer = space_table(&request, &notes::control(asked.threads.progress))?;
    if asked.json {
        out.json(&answer)?;
    } else if asked.csv {
        let mut list = Grid::new(&["n", "d", "total", "nontrivial", "printed", "agreement"]);
        for entry in &answer.entries {
            list.row(cells(entry));
        }
        list.csv(out)?;
    } else {
        print_table(&answer, asked.space.nontrivial, out)?;
    }
    Failure::unless_finished(answer.stopped)
}

fn print_table(answer: &SpaceTableAnswer, nontrivial: bool, out: &mut Out) -> io::Result<()> {
    let what = if nontrivial { "Non-trivial solutions" } else { "Solutions" };
    writeln!(out, "{what} of n queens in d dimensions, one line for each d and n")?;
    let mut list = Grid::new(&["d", "n", "solutions", "Barr and Rao print", "agreement"]);
    for entry in &answer.entries {
        let [n, d, total, without, printed, agreement] = cells(entry);
        let number = if nontrivial { without } else { total };
        let agreement =
            if entry.agreement == TableAgreement::New { String::new() } else { agreement };
        list.row([d, n, number, printed, agreement]);
    }
    list.table(out)?;
    for Conjecture { number, claim, cases, counterexamples, .. } in &answer.conjectures {
        let fails = counterexamples.len();
        writeln!(out, "\nConjecture {number}: {claim}: fails in {fails} of {cases} cases")?;
        counterexamples.iter().try_for_each(|found| writeln!(out, "  {found}"))?;
    }
    Ok(())
}

fn cells(entry: &TableEntry) -> [String; 6] {
    [
        entry.n.to_string(),
        entry.d.to_string(),
        entry.total.to_string(),
        entry.nontrivial.to_string(),
        entry.printed.map_or_else(String::new, |printed| printed.to_string()),
        entry.agreement.to_string(),
    ]
}

/// Answers `--exists`, `--linear` and `--maximum`.
pub fn modular(asked: &Count, problems: Vec<Problem>, out: &mut Out) -> Result<(), Failure> {
    let in_range = problems.len() > 1;
    let mut request = ModularRequest::new(problems);
    request.exists = asked.space.exists;
    request.linear = asked.space.linear;
    request.maximum = asked.space.maximum;
    request.visits = asked.limits.typed()?.visits;
    let control = notes::control(asked.threads.progress);
    let answer = bezzel::modular(&request, &control)?;
    if asked.json {
        out.json(&answer)?;
    } else {
        // A search that somebody stopped has not reached its limit.
        let may_go_on = !control.stop().is_asked();
        for finding in &answer.answers {
            let prefix =
                if in_range { format!("{} ", finding.problem.size()) } else { String::new() };
            writeln!(out, "{prefix}{}", found(finding, may_go_on))?;
        }
    }
    match &answer.answers[..] {
        // In a range only the answers are printed.
        [one] if !in_range => match (one.exists, one.maximum_at_least) {
            (Some(Exists::No), _) => Err(Failure::Negative),
            (Some(Exists::Unknown), _) | (_, Some(_)) => Err(Failure::Limit),
            _ => Ok(()),
        },
        answers if answers.len() < request.problems.len() => Err(Failure::Stopped),
        _ => Ok(()),
    }
}

/// An answer in one line; further details go to standard error.
fn found(finding: &ModularFinding, may_go_on: bool) -> String {
    let problem = &finding.problem;
    if let Some(exists) = finding.exists {
        let word = match exists {
            Exists::Yes => "yes",
            Exists::No => "no",
            Exists::Unknown => "not known",
        };
        return format!("{word}: {}", finding.why.as_deref().unwrap_or_default());
    }
    if let Some(linear) = &finding.linear {
        if let Some(slopes) = &finding.slopes {
            output::note(&format!("{problem}: for example with slopes {slopes:?}"));
        }
        return linear.to_string();
    }
    let visits = finding.visits.unwrap_or_default();
    let is_limited = finding.maximum.is_none() && may_go_on;
    let end = if is_limited { "; --visits allows more" } else { "" };
    output::note(&format!(
        "{problem}: branch and bound, {visits} visits, {:.3} s{end}",
        finding.seconds
    ));
    let (bound, queens) = match (finding.maximum, finding.maximum_at_least) {
        (Some(queens), _) => ("", queens),
        (None, queens) => ("at least ", queens.unwrap_or_default()),
    };
    let plural = if queens == 1 { "" } else { "s" };
    let squares = finding.queens.iter().flatten().map(|[row, column]| format!("{row},{column}"));
    format!("{bound}{queens} queen{plural}: {}", squares.collect::<Vec<_>>().join(" "))
}
