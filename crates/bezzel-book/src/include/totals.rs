//! Totals of an engine, counted and recounted by its second method.

use super::{grouped, number_table, sizes};
use anyhow::{Context, Result, bail, ensure};
use bezzel_board::{Problem, Size, Stop};
use bezzel_engines::{SimdLevel, registry};

/// The totals of an engine by size.
pub fn totals(words: &[&str]) -> Result<String> {
    let [id, range, options @ ..] = words else { bail!("it takes an engine and sizes") };
    let engine = registry::find(id)?;
    let mut rows = Vec::new();
    for n in sizes(range)? {
        let problem = problem(u32::try_from(n)?, options)?;
        let never = Stop::new();
        let prepared = engine.prepare(&problem, &never)?;
        let mut worker = prepared.worker(SimdLevel::best())?;
        let plan = prepared.plan();
        let mut sum = plan.nothing();
        for unit in &plan.units {
            let subtotal = worker.count(unit, &never)?;
            let again = worker.recount(unit, &never)?;
            ensure!(subtotal == again, "engine {id} counts {unit} of {problem} in two ways");
            sum = sum.plus(&subtotal).context("the units do not add up")?;
        }
        let total = plan.total(&sum).context("the units do not add up to a total")?;
        let total = total.count().context("the engine does not count solutions")?;
        let size = problem.size().to_string();
        rows.push(vec![size, grouped(total), grouped(plan.units.len()), "the same".to_owned()]);
    }
    let headings = ["board", "total", "units", "recounted"].map(str::to_owned);
    let caption =
        format!("Engine <code>{id}</code>, every unit counted and recounted by its second method.");
    Ok(number_table(&headings, &rows, &caption))
}

fn problem(n: u32, options: &[&str]) -> Result<Problem> {
    let mut problem = Problem::queens(n);
    for option in options {
        problem = match option.split_once('=') {
            None if *option == "torus" => problem.on_torus()?,
            Some(("d", dimension)) => Problem::new(Size::cube(n, dimension.parse()?)?),
            _ => bail!("'{option}' is neither torus nor d=3"),
        };
    }
    Ok(problem)
}
