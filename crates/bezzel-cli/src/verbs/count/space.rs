//! `bezzel count` in more than two dimensions: totals by the transform, closed forms, the table
//! n × d beside the paper's, and modular queens.

use super::Count;
use crate::args::sizes;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Grid, Out};
use crate::progress::Teller;
use bezzel_board::{Problem, Rule, Topology};
use bezzel_engines::modular::{self, Existence, linear};
use bezzel_engines::transform::barr::{self, Conjecture, Entry, Verdict};
use bezzel_engines::transform::{LARGEST, TABLE_BITS};
use bezzel_engines::{EngineError, Spectrum, Transform};
use bezzel_jobs::{SpectrumLedger, run_transform};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Largest dimension of a total by the transform: a number of some thousand digits.
const MOST_DIMENSIONS: u32 = 1000;

/// Queens placed before the search for the most of them gives up.
const MOST_VISITS: u64 = 1_000_000_000;

/// What can be asked about boards in space besides their totals.
#[derive(Args)]
pub struct SpaceArgs {
    /// Print the closed form of the totals in all dimensions, with m = d - 1
    #[arg(long, conflicts_with_all = ["algorithm", "table", "oeis"])]
    closed_form: bool,
    /// Count only solutions in which no coordinate but the layer is constant
    #[arg(long, conflicts_with_all = ["algorithm", "divide", "fundamental", "classes"])]
    nontrivial: bool,
    /// Print the table of all N and D (both may be ranges) beside Barr and Rao's, with their
    /// conjectures
    #[arg(long, conflicts_with_all = ["algorithm", "oeis", "ledger"])]
    table: bool,
    /// Print the table as comma-separated values
    #[arg(long, requires = "table", conflicts_with = "json")]
    csv: bool,
    /// Modular queens (rule hyperplane): say whether a complete solution exists, and why
    #[arg(long, conflicts_with_all = ["algorithm", "table", "ledger"])]
    exists: bool,
    /// Modular queens (rule hyperplane): count only linear solutions
    #[arg(long, conflicts_with_all = ["algorithm", "table", "ledger", "exists"])]
    linear: bool,
    /// Find the most queens that fit, one in a layer at the most, and a placement of them
    #[arg(long, conflicts_with_all = ["algorithm", "table", "ledger", "exists", "linear"])]
    maximum: bool,
}

/// The answer, if what was asked is one of space.
pub fn run(asked: &Count, out: &mut Out) -> Option<Result<(), Failure>> {
    let SpaceArgs { closed_form, nontrivial, table, exists, linear, maximum, .. } = asked.space;
    if table {
        return Some(print_table(asked, out));
    }
    if closed_form {
        return Some(print_closed_forms(asked, out));
    }
    if exists || linear || maximum {
        return Some(print_modular(asked, out));
    }
    let problems = match asked.problem.problems() {
        Ok(problems) => problems,
        Err(failure) => return Some(Err(failure)),
    };
    if nontrivial || asked.engine == Transform::ID {
        let refused = problems.iter().find_map(|problem| refusal(problem).err());
        return Some(refused.map_or_else(|| print_totals(asked, &problems, out), Err));
    }
    let limits = &asked.limits;
    let is_free = asked.engine == "auto"
        && !(asked.divide || asked.fundamental || asked.classes)
        && asked.algorithm.choice().is_ok_and(|choice| choice.is_none())
        && limits.visits.is_none()
        && limits.solutions.is_none();
    let all = problems.iter().all(|problem| {
        problem.size().dimension() > 2 && problem.size().rows() <= LARGEST && fits(problem)
    });
    (is_free && all).then(|| print_totals(asked, &problems, out))
}

/// Whether the transform counts this kind of board.
fn fits(problem: &Problem) -> bool {
    problem.rule() == Rule::Queen
        && problem.topology() == Topology::Plane
        && problem.is_plain()
        && problem.size().is_square()
}

fn refusal(problem: &Problem) -> Result<(), Failure> {
    if fits(problem) {
        return Ok(());
    }
    Err(EngineError::Unsupported {
        engine: Transform::ID,
        what: "other rules, the torus, given queens or blocked squares",
        instead: "engine barr-rao, or rule queen on a full board",
    }
    .into())
}

/// A spectrum and how it was obtained.
struct Found {
    spectrum: Spectrum,
    provenance: Value,
}

/// The spectrum of a side, on all threads, in a ledger where one is named.
fn spectrum(asked: &Count, n: u32) -> Result<Found, Failure> {
    let start = Instant::now();
    let simd = asked.threads.simd()?;
    let threads = asked.threads.threads()?;
    let transform = Arc::new(Transform::with_table(n, TABLE_BITS, simd)?);
    let mut ledger = match &asked.ledger {
        Some(file) => Some(SpectrumLedger::open_or_create(file, &transform)?),
        None => None,
    };
    let resumed = ledger.as_ref().map_or(0, SpectrumLedger::units_done);
    let limits = asked.limits.limits(interrupt::flag())?;
    let interrupted = limits.cancel.clone().unwrap_or_default();
    let stop = AtomicBool::new(false);
    let mut teller = Teller::new(asked.threads.progress);
    let found = run_transform(&transform, ledger.as_mut(), threads, &stop, &mut |progress| {
        let late = limits.time.is_some_and(|time| progress.elapsed >= time.as_secs_f64());
        if late || interrupted.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        }
        teller.tell(progress);
    });
    teller.end();
    let Some(spectrum) = found? else {
        output::note("stopped: the sum has no meaning before its end, so nothing is printed");
        return Err(match interrupted.load(Ordering::Relaxed) {
            true => Failure::Interrupted,
            false => Failure::Limit,
        });
    };
    let seconds = start.elapsed().as_secs_f64();
    let units = transform.units().len();
    let (how, which) = match resumed {
        0 => ("computed", format!("computed now by engine {}", Transform::ID)),
        _ => ("resumed", format!("resumed by engine {}, {resumed} from the ledger", Transform::ID)),
    };
    output::note(&format!(
        "side {n}, all dimensions: {which}; units: {units}, terms: {}, threads: {threads}, \
         {seconds:.3} s",
        spectrum.terms().len(),
    ));
    let provenance = json!({
        "how": how,
        "engine": {
            "engine": Transform::ID,
            "units_now": units - resumed,
            "units_resumed": resumed,
            "threads": threads,
            "simd": [simd.to_string()],
            "elapsed": seconds,
        },
    });
    Ok(Found { spectrum, provenance })
}

fn print_totals(asked: &Count, problems: &[Problem], out: &mut Out) -> Result<(), Failure> {
    one_side_for_the_ledger(asked, problems.len())?;
    let mut documents = Vec::new();
    for problem in problems {
        let size = problem.size();
        let found = spectrum(asked, size.rows())?;
        let total = match asked.space.nontrivial {
            true => found.spectrum.nontrivial(size.dimension()),
            false => found.spectrum.total(size.dimension()),
        };
        if asked.json {
            let key = if asked.space.nontrivial { "nontrivial" } else { "total" };
            documents.push(json!({
                "problem": problem,
                key: total.to_string(),
                "provenance": found.provenance,
            }));
        } else if problems.len() > 1 || asked.oeis {
            // A b-file has the side alone in front.
            let name = if asked.oeis { size.rows().to_string() } else { size.to_string() };
            writeln!(out, "{name} {total}")?;
        } else {
            writeln!(out, "{total}")?;
        }
    }
    if asked.json {
        out.json(&json!({ "schema": "bezzel/count/1", "totals": documents }))?;
    }
    Ok(())
}

fn one_side_for_the_ledger(asked: &Count, sides: usize) -> Result<(), Failure> {
    if asked.ledger.is_some() && sides > 1 {
        return Err(Failure::Usage("a ledger keeps one count; give one size".to_owned()));
    }
    Ok(())
}

/// The sides named, with the kind of board that has a closed form.
fn sides(asked: &Count) -> Result<Vec<u32>, Failure> {
    let mut sides = Vec::new();
    for size in sizes(&asked.problem.n, None)? {
        let problem = Problem::new(size).with_rule(asked.problem.rule.parse()?)?;
        let problem = if asked.problem.torus { problem.on_torus()? } else { problem };
        refusal(&problem)?;
        if asked.problem.given.is_some() || asked.problem.blocked.is_some() {
            return Err(Failure::Usage("a closed form is that of the full board".to_owned()));
        }
        sides.push(size.rows());
    }
    Ok(sides)
}

fn print_closed_forms(asked: &Count, out: &mut Out) -> Result<(), Failure> {
    let sides = sides(asked)?;
    one_side_for_the_ledger(asked, sides.len())?;
    let mut documents = Vec::new();
    for &n in &sides {
        let found = spectrum(asked, n)?;
        if asked.json {
            let terms: Vec<Value> = (found.spectrum.terms().iter())
                .map(|(value, multiplicity)| {
                    json!({ "value": value.to_string(), "multiplicity": multiplicity.to_string() })
                })
                .collect();
            documents.push(json!({ "n": n, "terms": terms, "provenance": found.provenance }));
        } else if sides.len() > 1 {
            writeln!(out, "Q({n},d) = {}", found.spectrum)?;
        } else {
            writeln!(out, "{}", found.spectrum)?;
        }
    }
    if asked.json {
        out.json(&json!({ "schema": "bezzel/closed-form/1", "sides": documents }))?;
    } else {
        output::note("m = d - 1, for every dimension d");
    }
    Ok(())
}

/// `3` or `2..8`; 2 to 8 if nothing is said.
fn dimensions(asked: &Count) -> Result<Vec<u32>, Failure> {
    let text = asked.problem.dimension.as_deref().unwrap_or("2..8");
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse::<u32>().ok();
    match (number(first), number(last)) {
        (Some(first), Some(last)) if 2 <= first && first <= last && last <= MOST_DIMENSIONS => {
            Ok((first..=last).collect())
        }
        _ => Err(Failure::Usage(format!(
            "'{text}' is not a range of dimensions; write for example 2..8, from 2 to \
             {MOST_DIMENSIONS}"
        ))),
    }
}

fn print_table(asked: &Count, out: &mut Out) -> Result<(), Failure> {
    let (sides, dimensions) = (sides(asked)?, dimensions(asked)?);
    let mut spectra = Vec::new();
    for &n in &sides {
        spectra.push(spectrum(asked, n)?.spectrum);
    }
    let entries: Vec<Entry> = (dimensions.iter())
        .flat_map(|&d| spectra.iter().map(move |spectrum| Entry::of(spectrum, d)))
        .collect();
    let most = dimensions.last().copied().unwrap_or(2).max(3);
    let conjectures = [barr::conjecture_5_2(&spectra, most), barr::conjecture_5_3(&spectra)];
    if asked.json {
        return Ok(out.json(&table_document(&entries, &conjectures))?);
    }
    if asked.space.csv {
        let mut list = Grid::new(&["n", "d", "total", "nontrivial", "printed", "verdict"]);
        for entry in &entries {
            list.row(cells(entry));
        }
        return Ok(list.csv(out)?);
    }
    let what = if asked.space.nontrivial { "Non-trivial solutions" } else { "Solutions" };
    writeln!(out, "{what} of n queens in d dimensions, one line for each d and n")?;
    let mut list = Grid::new(&["d", "n", "solutions", "Barr and Rao print", "which is"]);
    for entry in &entries {
        let number = if asked.space.nontrivial { &entry.nontrivial } else { &entry.total };
        let [printed, verdict] = match entry.verdict() {
            Verdict::New => [String::new(), String::new()],
            verdict => [printed(entry), verdict.to_string()],
        };
        list.row([
            entry.dimension.to_string(),
            entry.n.to_string(),
            number.to_string(),
            printed,
            verdict,
        ]);
    }
    list.table(out)?;
    for conjecture in &conjectures {
        writeln!(out)?;
        print_conjecture(conjecture, out)?;
    }
    Ok(())
}

fn printed(entry: &Entry) -> String {
    entry.printed.map_or_else(String::new, |printed| printed.to_string())
}

fn cells(entry: &Entry) -> [String; 6] {
    [
        entry.n.to_string(),
        entry.dimension.to_string(),
        entry.total.to_string(),
        entry.nontrivial.to_string(),
        printed(entry),
        entry.verdict().to_string(),
    ]
}

fn print_conjecture(conjecture: &Conjecture, out: &mut Out) -> Result<(), Failure> {
    let Conjecture { number, claim, cases, counterexamples } = conjecture;
    let fails = counterexamples.len();
    writeln!(out, "Conjecture {number}: {claim}: fails in {fails} of {cases} cases looked at")?;
    for counterexample in counterexamples {
        writeln!(out, "  {counterexample}")?;
    }
    Ok(())
}

fn table_document(entries: &[Entry], conjectures: &[Conjecture]) -> Value {
    let entry = |entry: &Entry| {
        json!({
            "n": entry.n,
            "d": entry.dimension,
            "total": entry.total.to_string(),
            "nontrivial": entry.nontrivial.to_string(),
            "printed": entry.printed.map(|printed| printed.to_string()),
            "verdict": entry.verdict().to_string(),
        })
    };
    let conjecture = |conjecture: &Conjecture| {
        let texts: Vec<String> =
            conjecture.counterexamples.iter().map(ToString::to_string).collect();
        json!({
            "number": conjecture.number,
            "claim": conjecture.claim,
            "cases": conjecture.cases,
            "counterexamples": texts,
        })
    };
    json!({
        "schema": "bezzel/space-table/1",
        "entries": entries.iter().map(entry).collect::<Vec<_>>(),
        "conjectures": conjectures.iter().map(conjecture).collect::<Vec<_>>(),
    })
}

fn print_modular(asked: &Count, out: &mut Out) -> Result<(), Failure> {
    let problems = asked.problem.problems()?;
    let in_range = problems.len() > 1;
    let mut documents = Vec::new();
    let mut end = Ok(());
    for problem in &problems {
        let (text, document, outcome) = if asked.space.maximum {
            maximum(problem)?
        } else {
            linear_or_existence(asked, problem)?
        };
        if asked.json {
            documents.push(document);
        } else if in_range {
            writeln!(out, "{} {text}", problem.size())?;
        } else {
            writeln!(out, "{text}")?;
        }
        // In a range the answers speak for themselves.
        if !in_range {
            end = outcome;
        }
    }
    if asked.json {
        out.json(&json!({ "schema": "bezzel/modular/1", "answers": documents }))?;
    }
    end
}

/// A line, a document and how the program ends.
type Told = (String, Value, Result<(), Failure>);

fn maximum(problem: &Problem) -> Result<Told, Failure> {
    let start = Instant::now();
    let most = modular::most_queens(problem, MOST_VISITS)?;
    let queens = most.placement.len();
    let bound = if most.proved { "" } else { "at least " };
    let squares: Vec<String> =
        most.placement.squares().iter().map(|s| format!("{},{}", s.row, s.column)).collect();
    output::note(&format!(
        "{problem}: branch and bound, {} visits, {:.3} s",
        most.visits,
        start.elapsed().as_secs_f64()
    ));
    let plural = if queens == 1 { "" } else { "s" };
    let text = format!("{bound}{queens} queen{plural}: {}", squares.join(" "));
    let key = if most.proved { "most" } else { "at_least" };
    let document = json!({ "problem": problem, key: queens, "placement": most.placement });
    Ok((text, document, if most.proved { Ok(()) } else { Err(Failure::Limit) }))
}

fn linear_or_existence(asked: &Count, problem: &Problem) -> Result<Told, Failure> {
    let size = problem.size();
    if problem.rule() != Rule::Hyperplane || !problem.is_plain() || size.rows() == 0 {
        return Err(Failure::Usage(
            "--exists and --linear are about modular queens on full boards; \
             add --rule hyperplane"
                .to_owned(),
        ));
    }
    let (n, d) = (size.rows(), size.dimension());
    if asked.space.linear {
        let largest = linear::primes(n).last().copied().unwrap_or(1);
        if u64::from(largest).saturating_pow(d) > MOST_VISITS {
            return Err(Failure::Usage(format!(
                "counting the slopes modulo {largest} in dimension {d} would take too long; \
                 --exists finds some"
            )));
        }
        let total = linear::number_of_solutions(n, d);
        let slopes = linear::slopes(n, d);
        if let Some(slopes) = &slopes {
            output::note(&format!("{problem}: for example with slopes {slopes:?}"));
        }
        let document = json!({ "problem": problem, "linear": total.to_string(), "slopes": slopes });
        return Ok((total.to_string(), document, Ok(())));
    }
    let existence = modular::existence(n, d)?;
    let text = match &existence {
        Existence::Linear { slopes } => format!("yes: queens at slopes {slopes:?} are a solution"),
        Existence::Found { .. } => "yes: a solution was found by search".to_owned(),
        Existence::SmallPrime { prime } => {
            format!("no: the prime {prime}, below 2 x {d}, divides {n}")
        }
        Existence::Searched => "no: a search through all placements found none".to_owned(),
        Existence::Open => "not known: neither linear nor settled by a short search".to_owned(),
    };
    let (answer, end) = match existence.answer() {
        Some(true) => (json!(true), Ok(())),
        Some(false) => (json!(false), Err(Failure::Negative)),
        None => (Value::Null, Err(Failure::Limit)),
    };
    Ok((text.clone(), json!({ "problem": problem, "exists": answer, "because": text }), end))
}
