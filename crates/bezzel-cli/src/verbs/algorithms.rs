//! `bezzel algorithms`: the registry as a list, and the card of each algorithm.

use crate::failure::Failure;
use crate::output::{Grid, Out};
use bezzel_search::{Card, Choice, Info, algorithms, stacks};
use clap::Args;
use serde_json::json;
use std::io::Write;

/// List the algorithms, or show the card of one
#[derive(Args)]
pub struct Algorithms {
    /// The algorithm to show
    id: Option<String>,
    /// Print one JSON document
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print a Markdown table
    #[arg(long)]
    markdown: bool,
}

impl Algorithms {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let infos: Vec<&Info> = match &self.id {
            Some(id) => match stacks::find(id) {
                Some(builder) => vec![builder.info()],
                None => vec![Choice::read(id)?.algorithm.info()],
            },
            None => {
                let all = algorithms::ALL.iter().chain(stacks::ALL);
                all.map(|algorithm| algorithm.info()).collect()
            }
        };
        if self.json {
            let cards: Vec<Card> = infos.iter().map(|info| info.card()).collect();
            out.json(&json!({ "schema": "bezzel/algorithms/1", "algorithms": cards }))?;
        } else if self.markdown {
            writeln!(out, "| id | algorithm | finds | source |\n|---|---|---|---|")?;
            for info in infos {
                let Info { id, title, category, reference, .. } = info;
                writeln!(out, "| `{id}` | {title} | {} | {reference} |", category.name())?;
            }
        } else if self.id.is_some() {
            show(infos[0], out)?;
        } else {
            let mut grid = Grid::new(&["id", "algorithm", "finds"]);
            for info in infos {
                grid.row([info.id, info.title, info.category.name()].map(str::to_owned));
            }
            grid.table(out)?;
        }
        Ok(())
    }
}

fn show(info: &Info, out: &mut Out) -> Result<(), Failure> {
    writeln!(out, "{} ({})\n", info.title, info.id)?;
    let works_for = info.card().works_for;
    for (name, text) in [
        ("finds", Some(info.category.name())),
        ("guarantee", Some(info.guarantee)),
        ("works for", works_for.as_deref()),
        ("source", Some(info.reference)),
        ("corrected", Some(info.corrections)),
        ("counts", Some(info.counts)),
    ] {
        if let Some(text) = text {
            writeln!(out, "{name:<10} {text}")?;
        }
    }
    writeln!(out, "{:<10} {}", "boards", info.boards)?;
    for setting in info.settings {
        let (values, about) = (setting.values, setting.about);
        writeln!(out, "{:<10} --{} {values}: {about}", "setting", setting.name)?;
    }
    writeln!(out)?;
    for (number, line) in (1..).zip(info.pseudocode) {
        writeln!(out, "{number:>4}  {line}")?;
    }
    Ok(())
}
