//! Counters of real runs, made while the book is built; never times, so that the result is
//! reproducible.

use super::{AlgorithmWords, grouped, number_table, sizes};
use anyhow::{Context, Result, bail, ensure};
use bezzel_board::Problem;
use bezzel_search::algorithms::naur;
use bezzel_search::{Category, Limits, Outcome, Settings, Work, construct};

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
        return Ok(sampled(&choice, &sizes, &settings));
    }
    let runs: Vec<(u64, Outcome, Work)> = (sizes.iter())
        .map(|&n| {
            let (outcome, work) = run(&choice, &choice.settings, n, first);
            (n, outcome, work)
        })
        .collect();
    let found = match choice.algorithm.info().category {
        Category::Fundamental => "fundamental",
        Category::Stacks => "stacks",
        _ => "solutions",
    };
    // Counters that an algorithm does not use are omitted.
    let counted: Vec<Counter> = (COUNTERS.into_iter())
        .filter(|(_, counter)| runs.iter().any(|(_, _, work)| counter(work) > 0))
        .collect();
    let mut headings = vec!["n".to_owned(), if first { "found" } else { found }.to_owned()];
    headings.extend(counted.iter().map(|(name, _)| (*name).to_owned()));
    let rows: Vec<Vec<String>> = (runs.iter())
        .map(|(n, outcome, work)| {
            let mut row = vec![n.to_string(), grouped(total(*outcome))];
            row.extend(counted.iter().map(|(_, counter)| grouped(counter(work))));
            row
        })
        .collect();
    let goal = match (first, found) {
        (true, "stacks") => "to the first stack, or to the end if there is none",
        (true, _) => "to the first solution",
        (false, _) => "to the end",
    };
    let id = choice.algorithm.info().id;
    Ok(number_table(&headings, &rows, &format!("<code>{id}</code>{settings}, {goal}.")))
}

/// A randomised search over several seeds.
fn sampled(choice: &AlgorithmWords<'_>, sizes: &[u64], settings: &str) -> String {
    let headings = ["n", "solved", "visits, median", "tests, median", "restarts, mean"];
    let rows: Vec<Vec<String>> = (sizes.iter())
        .map(|&n| {
            let runs = seeded(choice, n);
            let solved = runs.iter().filter(|(outcome, _)| total(*outcome) > 0).count();
            let restarts: u64 = runs.iter().map(|(_, work)| work.restarts).sum();
            vec![
                n.to_string(),
                format!("{solved} of {SEEDS}"),
                grouped(median(&runs, |work| work.visits)),
                grouped(median(&runs, |work| work.tests)),
                format!("{:.1}", restarts as f64 / SEEDS as f64),
            ]
        })
        .collect();
    let id = choice.algorithm.info().id;
    let caption = format!("<code>{id}</code>{settings}, to one solution, seeds 1 to {SEEDS}.");
    number_table(&headings.map(str::to_owned), &rows, &caption)
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
        let (id, chosen) = (choice.algorithm.info().id, choice.chosen("<br>"));
        headings.push(format!("<a href=\"{root}algorithms/{id}.html\">{id}</a>{chosen}"));
    }
    let rows: Vec<Vec<String>> = (sizes(range)?.into_iter())
        .map(|n| {
            let mut row = vec![n.to_string()];
            for choice in &choices {
                row.push(grouped(if is_random(choice) {
                    median(&seeded(choice, n), counter)
                } else {
                    counter(&run(choice, &choice.settings, n, first).1)
                }));
            }
            row
        })
        .collect();
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
            runs.push(run(&choice, &choice.settings, n, false));
        }
        // Generate and test compares every solution once.
        let (all, tested) = (runs[0].1.tests, runs[1].1.tests);
        let fundamental = u64::try_from(total(runs[0].0))?;
        let mut row = vec![n.to_string()];
        row.extend(runs.iter().map(|(_, work)| grouped(work.visits)));
        row.push(format!("{} of {}", grouped(tested), grouped(all)));
        row.push(format!("{:.3}", naur::removed(all, fundamental, tested)));
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
        let runs = choice.algorithm.construct(n, &choice.settings);
        let runs = runs.context("only constructions have runs")??;
        let columns: Vec<String> =
            runs.columns().take(6).map(|column| column.to_string()).collect();
        let more = if n > 6 { ", …" } else { "" };
        let proved = construct::prove(&runs, n).is_ok();
        ensure!(proved, "the construction for {n} is not a solution");
        let count = runs.list().len().to_string();
        rows.push(vec![
            grouped(n),
            count,
            format!("{}{more}", columns.join(", ")),
            "yes".to_owned(),
        ]);
    }
    let (id, settings) = (choice.algorithm.info().id, choice.chosen(" with "));
    let caption = format!(
        "<code>{id}</code>{settings}: runs of columns with a constant step, each solution proved from them."
    );
    Ok(number_table(&headings, &rows, &caption))
}

/// Whether two seeds may give two different runs.
fn is_random(choice: &AlgorithmWords<'_>) -> bool {
    choice.algorithm.info().settings.iter().any(|setting| setting.name == "seed")
        && !choice.settings.to_string().contains("choice=backtracking")
}

fn run(choice: &AlgorithmWords<'_>, settings: &Settings, n: u64, first: bool) -> (Outcome, Work) {
    let limits = if first { Limits::none().with_solutions(1) } else { Limits::none() };
    let n = u32::try_from(n).expect("boards that are searched are small");
    let report = choice.algorithm.run(&Problem::queens(n), settings, &limits, &mut ());
    (report.outcome, report.work)
}

fn seeded(choice: &AlgorithmWords<'_>, n: u64) -> Vec<(Outcome, Work)> {
    let info = choice.algorithm.info();
    (1..=SEEDS)
        .map(|seed| {
            let settings = choice.settings.clone().choose(info, "seed", &seed.to_string());
            run(choice, &settings.expect("a seed may be any number"), n, true)
        })
        .collect()
}

/// The upper median, as in the tables that are measured by hand.
fn median(runs: &[(Outcome, Work)], counter: impl Fn(&Work) -> u64) -> u64 {
    let mut values: Vec<u64> = runs.iter().map(|(_, work)| counter(work)).collect();
    values.sort_unstable();
    values[values.len() / 2]
}

fn total(outcome: Outcome) -> u128 {
    match outcome {
        Outcome::Exact { total } | Outcome::AtLeast { total, .. } => total,
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
