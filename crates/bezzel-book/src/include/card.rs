//! The registry's information about an algorithm.

use super::{cards, find};
use crate::escape;
use anyhow::{Context, Result, bail, ensure};
use bezzel::{Card, CardSetting};

/// The card. The page's title must equal the algorithm's, so that the two stay the same.
pub fn card(root: &str, text: &str, words: &[&str]) -> Result<String> {
    let info = one(words)?;
    let title = format!("# {}", info.title);
    ensure!(text.lines().next() == Some(&title), "the first line of the page must be '{title}'");
    let mut html = String::from("<dl class=\"card\">\n");
    let mut line = |name: &str, words: &[String]| {
        html.push_str(&format!("<dt>{name}</dt>"));
        for words in words {
            html.push_str(&format!("<dd>{words}</dd>"));
        }
        html.push('\n');
    };
    line("Name", &[format!("<code>{}</code>", info.id)]);
    line("Kind", &[info.category.to_owned()]);
    line("Guarantee", &[escape(info.guarantee)]);
    if let Some(works_for) = &info.works_for {
        line("Works for", &[escape(works_for)]);
    }
    line("Counts", &[escape(info.counts)]);
    if info.corrections != "none" {
        line("Corrected", &[escape(info.corrections)]);
    }
    if !info.settings.is_empty() {
        line("Settings", &info.settings.iter().map(setting).collect::<Vec<_>>());
    }
    line("Boards", &[boards(info)]);
    let all = format!("<a href=\"{root}references.html\">references</a>");
    line("Source", &[format!("{} ({all})", escape(info.reference))]);
    html.push_str("</dl>");
    Ok(html)
}

/// The pseudocode; steps of a trace name these lines.
pub fn pseudocode(words: &[&str]) -> Result<String> {
    let info = one(words)?;
    let lines: String =
        (1..).zip(info.pseudocode).map(|(number, line)| format!("{number:>2}  {line}\n")).collect();
    Ok(format!("```text\n{lines}```"))
}

/// A table of the algorithms of a category.
pub fn list(root: &str, words: &[&str]) -> Result<String> {
    let wanted = match words {
        ["all"] => "all solutions",
        ["fundamental"] => "fundamental solutions",
        ["some"] => "some solutions",
        ["constructive"] => "constructive",
        ["stacks"] => "stacks",
        _ => bail!("the categories are all, fundamental, some, constructive and stacks"),
    };
    let mut table = String::from("| algorithm | guarantee | source |\n|---|---|---|\n");
    for info in cards() {
        if info.category == wanted {
            let link = format!("[{}]({root}algorithms/{}.md)", info.title, info.id);
            table.push_str(&format!("| {link} | {} | {} |\n", info.guarantee, info.reference));
        }
    }
    Ok(table)
}

fn one(words: &[&str]) -> Result<&'static Card> {
    find(words.first().context("an algorithm's id is missing")?)
}

fn setting(setting: &CardSetting) -> String {
    let values = match setting.values {
        Some(words) => format!("{}, default {}", words.join(" or "), setting.default),
        None => format!("a number, default {}", setting.default),
    };
    format!("<code>{}</code>: {} ({})", setting.name, escape(setting.about), escape(&values))
}

fn boards(info: &Card) -> String {
    let also = [
        (info.boards.rectangles, "rectangles"),
        (info.boards.torus, "the torus"),
        (info.boards.space, "any dimension and rule"),
        (info.category != "constructive", "given queens and blocked squares"),
    ];
    let also: Vec<&str> = also.iter().filter(|(works, _)| *works).map(|(_, what)| *what).collect();
    let rows = info.boards.rows;
    let most = if rows == u32::MAX {
        String::new()
    } else {
        format!("; up to {} rows", super::grouped(rows))
    };
    let also = if also.is_empty() { String::new() } else { format!(", {}", also.join(", ")) };
    format!("square boards{also}{most}")
}
