//! Totals of an engine, counted and recounted by its second method.

use super::{grouped, number_table, refused, sizes};
use anyhow::{Context, Result, bail, ensure};
use bezzel::{
    Control, CountRequest, EngineRun, Problem, Provenance, Size, StackCountRequest, count,
    stack_count,
};

/// The totals of an engine by size.
pub fn totals(words: &[&str]) -> Result<String> {
    let [id, range, options @ ..] = words else { bail!("it takes an engine and sizes") };
    let mut rows = Vec::new();
    for n in sizes(range)? {
        let problem = problem(u32::try_from(n)?, options)?;
        let (total, run) = match *id {
            "stacks" => stacks(&problem)?,
            _ => solutions(id, &problem)?,
        };
        let EngineRun { results, results_recounted, units_total, .. } = run;
        ensure!(results == results_recounted, "engine {id} did not recount all of {problem}");
        let size = problem.size().to_string();
        rows.push(vec![size, total, grouped(units_total), "the same".to_owned()]);
    }
    let headings = ["board", "total", "units", "recounted"].map(str::to_owned);
    let caption =
        format!("Engine <code>{id}</code>, every unit counted and recounted by its second method.");
    Ok(number_table(&headings, &rows, &caption))
}

fn solutions(engine: &str, problem: &Problem) -> Result<(String, EngineRun)> {
    let mut request = CountRequest::new(problem.clone());
    (request.engine, request.verify) = (Some(engine.to_owned()), true);
    let answer = count(&request, &Control::new()).map_err(|error| refused(&error))?;
    let counted = answer.totals.first().context("nothing was counted")?;
    Ok((grouped(counted.exact().context("the engine has no total")?), by(&counted.provenance)?))
}

fn stacks(problem: &Problem) -> Result<(String, EngineRun)> {
    let mut request = StackCountRequest::new(vec![problem.size().rows()]);
    request.verify = true;
    let answer = stack_count(&request, &Control::new()).map_err(|error| refused(&error))?;
    let counted = answer.counts.first().context("nothing was counted")?;
    let total = counted.unordered.context("the engine has no total")?;
    let provenance = counted.provenance.as_ref().context("nothing was counted")?;
    Ok((grouped(total.0), by(provenance)?))
}

fn by(provenance: &Provenance) -> Result<EngineRun> {
    match provenance {
        Provenance::Engine(run) => Ok(run.clone()),
        _ => bail!("another engine has counted"),
    }
}

/// The problem of this side: in d dimensions for `d=3`, otherwise with the words of its short text.
fn problem(n: u32, options: &[&str]) -> Result<Problem> {
    if let [option] = options
        && let Some(dimension) = option.strip_prefix("d=")
    {
        return Ok(Problem::new(Size::cube(n, dimension.parse()?)?));
    }
    Ok(format!("{n} {}", options.join(" ")).parse()?)
}
