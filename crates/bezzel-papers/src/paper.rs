//! The papers and their items, and finding them by name.

use crate::data::{DATA, ItemData};
use crate::items::{Compute, REGISTRY};
use crate::report::{Report, Stopped};
use crate::work::{Depth, ItemRun};
use bezzel::{Control, Explain, Instead, nearest};
use std::sync::LazyLock;
use std::time::Instant;
use thiserror::Error;

/// One of the five papers.
#[derive(Clone)]
pub struct Paper {
    /// Its short name.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
    /// The year, if known.
    pub year: Option<u32>,
    /// Where it appeared.
    pub published: &'static str,
    /// Its tables, figures and claims.
    pub items: Vec<Item>,
}

/// A table, a figure or a claim.
#[derive(Clone, Copy)]
pub struct Item {
    /// `paper/item`.
    pub id: &'static str,
    /// What it is.
    pub title: &'static str,
    /// Where it is in the paper.
    pub source: &'static str,
    data: &'static ItemData,
    compute: Compute,
}

impl Item {
    /// The name without the paper's.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.id.split_once('/').map_or(self.id, |(_, name)| name)
    }

    /// Computes it, unless it is asked to stop.
    pub fn compute(&self, depth: Depth, control: &Control) -> Result<Report, Stopped> {
        let started = Instant::now();
        let mut work = ItemRun::new(self.id, self.data, depth, control);
        work.go_on()?;
        (self.compute)(&mut work)?;
        Ok(Report {
            id: self.id.to_owned(),
            title: self.title.to_owned(),
            source: self.source.to_owned(),
            rows: work.rows,
            figures: work.figures,
            seconds: started.elapsed().as_secs_f64(),
        })
    }

    /// The names of the rows `data/` has for it, in its order.
    pub fn expected_rows(&self) -> impl Iterator<Item = &'static str> {
        self.data.entries.iter().map(|entry| entry.what.as_str())
    }
}

/// Why an item was not found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PapersError {
    /// No paper has this name.
    #[error("'{name}' is not one of the papers")]
    Paper {
        /// What was asked for.
        name: String,
        /// The name that was probably meant, if any is like it.
        nearest: Option<&'static str>,
        /// All names.
        known: String,
    },
    /// The paper has no such item.
    #[error("{paper} has no item '{name}'")]
    Item {
        /// The paper.
        paper: &'static str,
        /// What was asked for.
        name: String,
        /// The name that was probably meant, if any is like it.
        nearest: Option<&'static str>,
        /// All names.
        known: String,
    },
}

static PAPERS: LazyLock<Vec<Paper>> = LazyLock::new(|| {
    let item = |id: &'static String| {
        let data = &DATA.read[id];
        let line = REGISTRY.iter().find(|(known, _)| known == id);
        let (id, compute) = line.unwrap_or_else(|| panic!("{id} is not in the registry"));
        Item { id, title: &data.title, source: &data.source, data, compute: *compute }
    };
    (DATA.papers.iter())
        .map(|paper| Paper {
            id: &paper.id,
            title: &paper.title,
            authors: &paper.authors,
            year: paper.year,
            published: &paper.published,
            items: paper.items.iter().map(item).collect(),
        })
        .collect()
});

/// The five papers.
#[must_use]
pub fn papers() -> &'static [Paper] {
    &PAPERS
}

/// The paper of this name.
pub fn find_paper(name: &str) -> Result<&'static Paper, PapersError> {
    papers().iter().find(|paper| paper.id == name).ok_or_else(|| {
        let known: Vec<&'static str> = papers().iter().map(|paper| paper.id).collect();
        PapersError::Paper {
            name: name.to_owned(),
            nearest: nearest(name, known.iter().copied()),
            known: known.join(", "),
        }
    })
}

/// The item of this name of a paper.
pub fn find(paper: &str, name: &str) -> Result<&'static Item, PapersError> {
    let paper = find_paper(paper)?;
    paper.items.iter().find(|item| item.name() == name).ok_or_else(|| {
        let known: Vec<&'static str> = paper.items.iter().map(Item::name).collect();
        PapersError::Item {
            paper: paper.id,
            name: name.to_owned(),
            nearest: nearest(name, known.iter().copied()),
            known: known.join(", "),
        }
    })
}

impl Explain for PapersError {
    fn instead(&self) -> Vec<Instead> {
        let (PapersError::Paper { nearest, known, .. } | PapersError::Item { nearest, known, .. }) =
            self;
        let meant = nearest.map(|name| Instead::advice(format!("did you mean {name}?")));
        meant.into_iter().chain([Instead::advice(format!("there are {known}"))]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The items of `data/` and the registry are the same list.
    #[test]
    fn every_item_is_listed_and_registered() {
        let listed: Vec<&str> =
            papers().iter().flat_map(|paper| paper.items.iter().map(|item| item.id)).collect();
        let registered: BTreeSet<&str> = REGISTRY.iter().map(|(id, _)| *id).collect();
        assert_eq!(registered.len(), REGISTRY.len(), "an item is registered twice");
        assert_eq!(registered, listed.iter().copied().collect());
        assert_eq!(registered, DATA.read.keys().map(String::as_str).collect());
        assert_eq!(registered.len(), listed.len(), "an item is listed twice");
        for paper in papers() {
            for item in &paper.items {
                assert!(item.id.starts_with(&format!("{}/", paper.id)), "{}", item.id);
            }
        }
    }

    /// Everything numbered in the papers, and every claim, has an item; what is a claim has a row.
    #[test]
    fn everything_in_the_papers_has_an_item() {
        let file: serde_json::Value = serde_json::from_str(bezzel_data::REPRODUCE).unwrap();
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let list = |value: &serde_json::Value| value.as_array().unwrap().clone();
        let item = |id: &str| {
            let (paper, name) = id.split_once('/').unwrap();
            find(paper, name).unwrap_or_else(|error| panic!("{error}"))
        };
        let mut numbers: Vec<(String, String, usize)> = Vec::new();
        for group in list(&file["contents"]["numbered"]) {
            let (paper, kind) = (text(&group["paper"]), text(&group["kind"]));
            let items = list(&group["items"]);
            for id in &items {
                assert!(item(&text(id)).id.starts_with(&format!("{paper}/")), "{id}");
            }
            numbers.push((paper, kind, items.len()));
        }
        // As many as the papers have, so that none is left out of the list.
        for (paper, kind, number) in [
            ("erbas", "figure", 6),
            ("erbas", "table", 3),
            ("erbas", "algorithm", 8),
            ("barr", "figure", 1),
            ("barr", "table", 1),
            ("barr", "conjecture", 2),
            ("chakiat", "figure", 5),
            ("chakiat", "algorithm", 3),
            ("tutorial", "figure", 2),
            ("criseno", "figure", 25),
            ("criseno", "table", 2),
        ] {
            assert!(
                numbers.contains(&(paper.to_owned(), kind.to_owned(), number)),
                "{paper} {kind}"
            );
        }
        for claim in list(&file["contents"]["claims"]) {
            let (id, row) = (text(&claim["item"]), text(&claim["row"]));
            assert!(item(&id).expected_rows().any(|what| what == row), "{id} has no row {row}");
        }
    }

    #[test]
    fn wrong_names_suggest_the_right_ones() {
        let message = |paper: &str, item: &str| find(paper, item).err().unwrap().explain();
        assert!(message("bar", "table1").contains("did you mean barr?"));
        assert!(message("barr", "conjecture").contains("did you mean conjecture-5.2? there are"));
        assert!(message("knuth", "table1").contains("'knuth' is not one of the papers; there are"));
        assert_eq!(find("barr", "conjecture-5.3").unwrap().id, "barr/conjecture-5.3");
    }
}
