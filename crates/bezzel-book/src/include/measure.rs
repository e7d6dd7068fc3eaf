//! Counters of real runs, made while the book is built; never times, so that the result is
//! reproducible.

use super::{AlgorithmWords, grouped, number_table, refused, sizes};
use anyhow::{Context, Result, bail, ensure};
use bezzel::{
    CompareRequest, CompareRun, ConstructRequest, Control, Decimal, Goals, Problem, Work, construct,
};
use std::ops::ControlFlow;

/// The seeds a randomised search is run with.
const SEEDS: u64 = 20;

/// A counter of a run.
type Counter = (&'static str, fn(&Work) -> u64);

const COUNTERS: [Counter; 4] = [
    ("visits", |work| work.visits),
    ("tests", |work| work.tests),
    ("trials", |work| work.trials),
    ("backtracks", |work| work.backtracks),
];

/// The counters of one algorithm by size.
pub fn measured(words: &[&str]) -> Result<String> {
    let mut choice = AlgorithmWords::read(words)?;
    let first = choice.take("first");
    let sizes = sizes(choice.only("sizes")?)?;
    let settings = choice.chosen(" with ");
    if is_random(&choice) {
        return sampled(&choice, &sizes, &settings);
    }
    let mut runs = Vec::new();
    for n in sizes {
        runs.push((n, run(&choice, n, first)?));
    }
    let found = match choice.card.category {
        "fundamental solutions" => "fundamental",
        "stacks" => "stacks",
        _ => "solutions",
    };
    // Counters that an algorithm does not use are omitted.
    let counted: Vec<Counter> = (COUNTERS.into_iter())
        .filter(|(_, counter)| runs.iter().any(|(_, run)| counter(&run.work) > 0))
        .collect();
    let mut headings = vec!["n".to_owned(), if first { "found" } else { found }.to_owned()];
    headings.extend(counted.iter().map(|(name, _)| (*name).to_owned()));
    let rows: Vec<Vec<String>> = (runs.iter())
        .map(|(n, run)| {
            let mut row = vec![n.to_string(), grouped(run.solutions.0)];
            row.extend(counted.iter().map(|(_, counter)| grouped(counter(&run.work))));
            row
        })
        .collect();
    let goal = match (first, found) {
        (true, "stacks") => "to the first stack, or to the end if there is none",
        (true, _) => "to the first solution",
        (false, _) => "to the end",
    };
    let id = choice.card.id;
    Ok(number_table(&headings, &rows, &format!("<code>{id}</code>{settings}, {goal}.")))
}

/// A randomised search over several seeds.
fn sampled(choice: &AlgorithmWords<'_>, sizes: &[u64], settings: &str) -> Result<String> {
    let headings = ["n", "solved", "visits, median", "tests, median", "restarts, mean"];
    let mut rows = Vec::new();
    for &n in sizes {
        let runs = seeded(choice, n)?;
        let solved = runs.iter().filter(|run| run.solutions.0 > 0).count();
        let restarts: u64 = runs.iter().map(|run| run.work.restarts).sum();
        rows.push(vec![
            n.to_string(),
            format!("{solved} of {SEEDS}"),
            grouped(median(&runs, |work| work.visits)),
            grouped(median(&runs, |work| work.tests)),
            format!("{:.1}", restarts as f64 / SEEDS as f64),
        ]);
    }
    let id = choice.card.id;
    let caption = format!("<code>{id}</code>{settings}, to one solution, seeds 1 to {SEEDS}.");
    Ok(number_table(&headings.map(str::to_owned), &rows, &caption))
}

/// One counter of several algorithms, a column each.
pub fn compare(root: &str, words: &[&str]) -> Result<String> {
    let [range, measure, rest @ ..] = words else {
        bail!("it takes sizes, a counter and algorithms");
    };
    let Some((name, counter)) = COUNTERS.iter().find(|(name, _)| name == measure) else {
        bail!("'{measure}' is not a counter; there are visits, tests, trials and backtracks");
    };
    let first = rest.first() == Some(&"first");
    let mut choices = Vec::new();
    for word in &rest[usize::from(first)..] {
        choices.push(AlgorithmWords::read(&word.split(':').collect::<Vec<_>>())?);
    }
    ensure!(choices.len() > 1, "a comparison takes at least two algorithms");
    let mut headings = vec!["n".to_owned()];
    for choice in &choices {
        let (id, chosen) = (choice.card.id, choice.chosen("<br>"));
        headings.push(format!("<a href=\"{root}algorithms/{id}.html\">{id}</a>{chosen}"));
    }
    let mut rows = Vec::new();
    for n in sizes(range)? {
        let mut row = vec![n.to_string()];
        for choice in &choices {
            row.push(grouped(if is_random(choice) {
                median(&seeded(choice, n)?, counter)
            } else {
                counter(&run(choice, n, first)?.work)
            }));
        }
        rows.push(row);
    }
    let randomised = choices.iter().any(is_random);
    let goal = match (first, randomised) {
        (_, true) => {
            format!("to one solution; for randomised searches the median over seeds 1 to {SEEDS}")
        }
        (true, _) => "to the first solution".to_owned(),
        (false, _) => "to the end".to_owned(),
    };
    Ok(number_table(&headings, &rows, &format!("{}, {goal}.", capital(name))))
}

/// The work of the three algorithms for fundamental solutions, and the solutions that Naur's has to
/// test.
pub fn removed(words: &[&str]) -> Result<String> {
    let [range] = words else { bail!("it takes sizes") };
    let ids = ["generate-and-test", "naur", "topor"];
    let mut rows = Vec::new();
    for n in sizes(range)? {
        let mut runs = Vec::new();
        for id in ids {
            let choice = AlgorithmWords::read(&[id])?;
            runs.push(run(&choice, n, false)?);
        }
        // Generate and test compares every solution once.
        let (all, tested) = (runs[0].work.tests, runs[1].work.tests);
        let fundamental = u64::try_from(runs[0].solutions.0)?;
        let mut row = vec![n.to_string()];
        row.extend(runs.iter().map(|run| grouped(run.work.visits)));
        row.push(format!("{} of {}", grouped(tested), grouped(all)));
        // Without redundant solutions there is nothing to remove, and nothing is left.
        let removed = match all - fundamental {
            0 => 1.0,
            redundant => (all - tested) as f64 / redundant as f64,
        };
        row.push(format!("{removed:.3}"));
        rows.push(row);
    }
    let headings = ["n", ids[0], ids[1], ids[2], "tested by naur", "share removed"];
    let caption = "Visits of the complete search, the solutions that <code>naur</code> generates, and the share of the \
                   redundant ones that it does not.";
    Ok(number_table(&headings.map(str::to_owned), &rows, caption))
}

/// The runs of a construction and its first columns.
pub fn runs(words: &[&str]) -> Result<String> {
    let choice = AlgorithmWords::read(words)?;
    let headings = ["n", "runs", "first columns", "proved"].map(str::to_owned);
    let mut rows = Vec::new();
    for n in sizes(choice.only("sizes")?)? {
        let mut request = ConstructRequest::new(n);
        request.algorithm = Some(choice.card.id.to_owned());
        request.settings = choice.values();
        let answer = construct(&request, &Control::new(), &mut std::io::sink());
        // Whatever is returned has been proved.
        let runs = answer.map_err(|error| refused(&error))?.runs;
        let runs = runs.with_context(|| format!("there is no solution for {n}"))?;
        let columns: Vec<String> = (runs.iter())
            .flat_map(|run| {
                let Decimal(queens) = run.count;
                (0..queens.min(6)).map(|k| run.column.0 as i128 + k as i128 * i128::from(run.step))
            })
            .take(6)
            .map(|column| column.to_string())
            .collect();
        let more = if n > 6 { ", …" } else { "" };
        let first = format!("{}{more}", columns.join(", "));
        rows.push(vec![grouped(n), runs.len().to_string(), first, "yes".to_owned()]);
    }
    let (id, settings) = (choice.card.id, choice.chosen(" with "));
    let caption = format!(
        "<code>{id}</code>{settings}: runs of columns with a constant step, each solution proved from them."
    );
    Ok(number_table(&headings, &rows, &caption))
}

/// Whether two seeds may give two different runs.
fn is_random(choice: &AlgorithmWords<'_>) -> bool {
    choice.card.settings.iter().any(|setting| setting.name == "seed")
        && !choice.settings.contains(&("choice", "backtracking"))
}

/// A comparison of this algorithm alone.
fn request(choice: &AlgorithmWords<'_>, n: u64, first: bool) -> Result<CompareRequest> {
    let mut request = CompareRequest::new(vec![Problem::queens(u32::try_from(n)?)]);
    request.algorithms = Some(vec![choice.name()]);
    request.goal = Some(if first { Goals::First } else { Goals::All });
    // The pages choose sizes that end.
    request.limits.visits = Some(u64::MAX);
    Ok(request)
}

/// One run.
fn run(choice: &AlgorithmWords<'_>, n: u64, first: bool) -> Result<CompareRun> {
    let request = request(choice, n, first)?;
    let answer = bezzel::compare(&request, &Control::new(), &mut |_| ControlFlow::Continue(()));
    let run = answer.map_err(|error| refused(&error))?.runs.into_iter().next();
    run.with_context(|| format!("{} does not run on {n} queens", choice.name()))
}

/// One run for each seed.
fn seeded(choice: &AlgorithmWords<'_>, n: u64) -> Result<Vec<CompareRun>> {
    let mut request = request(choice, n, true)?;
    request.seeds = Some(SEEDS);
    let mut runs = Vec::new();
    let answer = bezzel::compare(&request, &Control::new(), &mut |run| {
        runs.push(run.clone());
        ControlFlow::Continue(())
    });
    answer.map_err(|error| refused(&error))?;
    ensure!(runs.len() as u64 == SEEDS, "{} does not run on {n} queens", choice.name());
    Ok(runs)
}

/// The upper median, as in the tables that are measured by hand.
fn median(runs: &[CompareRun], counter: impl Fn(&Work) -> u64) -> u64 {
    let mut values: Vec<u64> = runs.iter().map(|run| counter(&run.work)).collect();
    values.sort_unstable();
    values[values.len() / 2]
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
