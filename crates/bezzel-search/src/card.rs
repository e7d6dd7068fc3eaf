//! The card of an algorithm as data: what lists, pages and programs read.

use crate::{Info, Setting, Values};
use serde::Serialize;

/// What there is to know about an algorithm, ready to be written as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    /// The name everything goes by.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it finds.
    pub category: &'static str,
    /// Whether a run to its end has found everything there is.
    pub complete: bool,
    /// Paper, section and number.
    pub reference: &'static str,
    /// What is certain about its result.
    pub guarantee: &'static str,
    /// Where the printed algorithm had to be mended.
    pub corrections: &'static str,
    /// What it counts as a test, a trial and a backtrack.
    pub counts: &'static str,
    /// Line by line.
    pub pseudocode: &'static [&'static str],
    /// The boards it works on, in words.
    pub boards: String,
    /// Whether it works on the torus.
    pub torus: bool,
    /// Whether it works with fewer rows than columns.
    pub rectangles: bool,
    /// Whether it works in any dimension.
    pub space: bool,
    /// Most rows it takes.
    pub rows: u32,
    /// Choices it leaves open.
    pub settings: Vec<CardSetting>,
}

/// A choice an algorithm leaves open. Numbers are strings: they go up to 2^64.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardSetting {
    /// Name of the option.
    pub name: &'static str,
    /// What it decides.
    pub about: &'static str,
    /// What it may be, in words.
    pub values: String,
    /// `words` or `number`.
    pub kind: &'static str,
    /// If nothing is chosen.
    pub default: String,
    /// The words it may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<&'static [&'static str]>,
    /// The smallest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<String>,
    /// The largest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<String>,
}

impl Info {
    /// The card as data.
    #[must_use]
    pub fn card(&self) -> Card {
        Card {
            id: self.id,
            title: self.title,
            category: self.category.name(),
            complete: self.category.is_complete(),
            reference: self.reference,
            guarantee: self.guarantee,
            corrections: self.corrections,
            counts: self.counts,
            pseudocode: self.pseudocode,
            boards: self.boards.to_string(),
            torus: self.boards.torus,
            rectangles: self.boards.rectangles,
            space: self.boards.space,
            rows: self.boards.rows,
            settings: self.settings.iter().map(Setting::card).collect(),
        }
    }
}

impl Setting {
    fn card(&self) -> CardSetting {
        let (kind, default, words, range) = match self.values {
            Values::Words(words) => ("words", words[0].to_owned(), Some(words), None),
            Values::Number { default, least, most } => {
                ("number", default.to_string(), None, Some((least.to_string(), most.to_string())))
            }
        };
        let (least, most) = range.unzip();
        CardSetting {
            name: self.name,
            about: self.about,
            values: self.values.to_string(),
            kind,
            default,
            words,
            least,
            most,
        }
    }
}
