//! `bezzel algorithms`: the registry as a list, and the card of each algorithm.

use crate::failure::Failure;
use crate::output::{Grid, Out};
use bezzel::{AlgorithmsRequest, Card};
use clap::Args;
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
        let mut request = AlgorithmsRequest::default();
        request.id = self.id.clone();
        let answer = bezzel::algorithms(&request)?;
        if self.json {
            out.json(&answer)?;
        } else if self.markdown {
            writeln!(out, "| id | algorithm | finds | source |\n|---|---|---|---|")?;
            for Card { id, title, category, reference, .. } in &answer.algorithms {
                writeln!(out, "| `{id}` | {title} | {category} | {reference} |")?;
            }
        } else if let (Some(_), [card]) = (&self.id, &answer.algorithms[..]) {
            show(card, out)?;
        } else {
            let mut grid = Grid::new(&["id", "algorithm", "finds"]);
            for card in &answer.algorithms {
                grid.row([card.id, card.title, card.category].map(str::to_owned));
            }
            grid.table(out)?;
        }
        Ok(())
    }
}

fn show(card: &Card, out: &mut Out) -> Result<(), Failure> {
    writeln!(out, "{} ({})\n", card.title, card.id)?;
    for (name, text) in [
        ("finds", Some(card.category)),
        ("guarantee", Some(card.guarantee)),
        ("works for", card.works_for.as_deref()),
        ("source", Some(card.reference)),
        ("corrected", Some(card.corrections)),
        ("counts", Some(card.counts)),
        ("boards", Some(card.boards.text.as_str())),
    ] {
        if let Some(text) = text {
            writeln!(out, "{name:<10} {text}")?;
        }
    }
    for setting in &card.settings {
        let values = match setting.values {
            Some(words) => words.join("|"),
            None => format!("NUMBER (default {})", setting.default),
        };
        writeln!(out, "{:<10} --{} {values}: {}", "setting", setting.name, setting.about)?;
    }
    writeln!(out)?;
    for (number, line) in (1..).zip(card.pseudocode) {
        writeln!(out, "{number:>4}  {line}")?;
    }
    Ok(())
}
