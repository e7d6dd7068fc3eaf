//! `bezzel algorithms`: the registry as a list, and the card of each algorithm.

use crate::args::Choice;
use crate::failure::Failure;
use crate::output::{Grid, Out};
use bezzel_search::{Info, Values, algorithms, stacks};
use clap::Args;
use serde_json::{Value, json};
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
            let cards: Vec<Value> = infos.iter().map(|info| card(info)).collect();
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
    for (name, text) in [
        ("finds", info.category.name()),
        ("guarantee", info.guarantee),
        ("source", info.reference),
        ("corrected", info.corrections),
        ("counts", info.counts),
    ] {
        writeln!(out, "{name:<10} {text}")?;
    }
    writeln!(out, "{:<10} {}", "boards", boards(info))?;
    for setting in info.settings {
        let (values, about) = (values(setting.values), setting.about);
        writeln!(out, "{:<10} --{} {values}: {about}", "setting", setting.name)?;
    }
    writeln!(out)?;
    for (number, line) in (1..).zip(info.pseudocode) {
        writeln!(out, "{number:>4}  {line}")?;
    }
    Ok(())
}

fn boards(info: &Info) -> String {
    let boards = info.boards;
    let mut known = vec!["plane"];
    for (knows, name) in [
        (boards.torus, "torus"),
        (boards.rectangles, "rectangles"),
        (boards.space, "any dimension"),
    ] {
        if knows {
            known.push(name);
        }
    }
    let largest = if boards.rows == u32::MAX {
        String::new()
    } else {
        format!("; up to {} rows", boards.rows)
    };
    format!("{}{largest}", known.join(", "))
}

fn values(values: Values) -> String {
    match values {
        Values::Words(words) => words.join("|"),
        Values::Number { default, .. } => format!("NUMBER (default {default})"),
    }
}

fn card(info: &Info) -> Value {
    json!({
        "id": info.id,
        "title": info.title,
        "category": info.category.name(),
        "reference": info.reference,
        "guarantee": info.guarantee,
        "corrections": info.corrections,
        "counts": info.counts,
        "pseudocode": info.pseudocode,
        "boards": boards(info),
        "settings": info.settings.iter().map(|setting| json!({
            "name": setting.name,
            "values": values(setting.values),
            "about": setting.about,
        })).collect::<Vec<_>>(),
    })
}
