//! The card of an algorithm as data, for lists, pages and programs.

use crate::construct::domain;
use crate::{Info, Setting, Values, algorithms};
use serde::Serialize;

/// The facts about an algorithm, ready to be written as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Card {
    /// The id used everywhere.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it finds.
    pub category: &'static str,
    /// Whether a complete run finds everything.
    pub complete: bool,
    /// Paper, section and number.
    pub reference: &'static str,
    /// What its result guarantees.
    pub guarantee: &'static str,
    /// For a construction: the n it works for, as found by running it.
    pub works_for: Option<String>,
    /// Where the printed algorithm had to be corrected.
    pub corrections: &'static str,
    /// What it counts as a test, a trial and a backtrack.
    pub counts: &'static str,
    /// The pseudocode, line by line.
    pub pseudocode: &'static [&'static str],
    /// The boards it works on.
    pub boards: CardBoards,
    /// Its settings.
    pub settings: Vec<CardSetting>,
}

/// The boards an algorithm works on besides the plane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardBoards {
    /// In words.
    pub text: String,
    /// Whether it works on the torus.
    pub torus: bool,
    /// Whether it works with fewer rows than columns.
    pub rectangles: bool,
    /// Whether it works in any dimension.
    pub space: bool,
    /// Whether it works where a row may hold any number of pieces.
    pub free: bool,
    /// Maximum number of rows.
    pub rows: u32,
    /// Maximum number of squares in one row.
    pub width: u32,
}

/// A setting of an algorithm. Numbers are strings: they go up to 2^64.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardSetting {
    /// Name of the option.
    pub name: &'static str,
    /// What it decides.
    pub about: &'static str,
    /// The default value.
    pub default: String,
    /// The kind of its values.
    pub kind: SettingKind,
    /// The words, the default first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<&'static [&'static str]>,
    /// The smallest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<String>,
    /// The largest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<String>,
}

/// The kind of a setting's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SettingKind {
    /// One of some words.
    Word,
    /// A number.
    Number,
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
            works_for: algorithms::find(self.id).ok().and_then(domain),
            corrections: self.corrections,
            counts: self.counts,
            pseudocode: self.pseudocode,
            boards: CardBoards {
                text: self.boards.to_string(),
                torus: self.boards.torus,
                rectangles: self.boards.rectangles,
                space: self.boards.space,
                free: self.boards.free,
                rows: self.boards.rows,
                width: self.boards.width,
            },
            settings: self.settings.iter().map(Setting::card).collect(),
        }
    }
}

impl Setting {
    fn card(&self) -> CardSetting {
        let Setting { name, about, .. } = *self;
        match self.values {
            Values::Words(words) => CardSetting {
                name,
                about,
                default: words[0].to_owned(),
                kind: SettingKind::Word,
                values: Some(words),
                least: None,
                most: None,
            },
            Values::Number { default, least, most } => CardSetting {
                name,
                about,
                default: default.to_string(),
                kind: SettingKind::Number,
                values: None,
                least: Some(least.to_string()),
                most: Some(most.to_string()),
            },
        }
    }
}
