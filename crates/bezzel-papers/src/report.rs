//! The result of computing an item: rows that agree or not, and pictures.

use bezzel_draw::scene::Scene;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// How a printed value and the recomputed one agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaperAgreement))]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// They are the same.
    Agrees,
    /// A misprint: the right value is known, and shown.
    Misprint,
    /// The claim is wrong.
    WrongClaim,
    /// It was not computed: the note says why, and how it could be.
    NotReproducible,
    /// The paper prints nothing there; the value is ours.
    NotPrinted,
}

impl Agreement {
    /// Every case.
    pub const ALL: [Agreement; 5] = [
        Agreement::Agrees,
        Agreement::Misprint,
        Agreement::WrongClaim,
        Agreement::NotReproducible,
        Agreement::NotPrinted,
    ];

    /// The case as text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Agreement::Agrees => "agrees",
            Agreement::Misprint => "misprint",
            Agreement::WrongClaim => "wrong claim",
            Agreement::NotReproducible => "not reproducible",
            Agreement::NotPrinted => "not printed",
        }
    }

    /// `1 misprint`, `2 misprints`.
    #[must_use]
    pub fn counted(self, number: usize) -> String {
        let words = match (self, number) {
            (agreement, 1) => agreement.name(),
            (Agreement::Agrees, _) => "agree",
            (Agreement::Misprint, _) => "misprints",
            (Agreement::WrongClaim, _) => "wrong claims",
            (agreement, _) => agreement.name(),
        };
        format!("{number} {words}")
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One line: a printed value beside the recomputed one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaperRow))]
#[non_exhaustive]
pub struct Row {
    /// What it is, for example `n = 13`.
    pub what: String,
    /// What the paper prints.
    pub printed: Option<String>,
    /// The recomputed value; `None` if it was not computed.
    pub computed: Option<String>,
    /// How they agree.
    pub agreement: Agreement,
    /// The value expected by `data/`.
    pub expected: Option<String>,
    /// Whether the value is as expected. True for values that were not computed.
    pub as_expected: bool,
    /// How it was computed.
    pub how: String,
    /// A command that shows this very value.
    pub command: String,
    /// The words of its output that show it, where they are not the value itself: squares counted
    /// from 0, several numbers, or a small number with what it counts.
    pub shown: Vec<String>,
    /// The error in the paper, or another remark.
    pub note: Option<String>,
}

/// A picture, with its numbers if it has any.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaperFigure))]
#[non_exhaustive]
pub struct Figure {
    /// A name without spaces.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// A description for readers who cannot see it.
    pub description: String,
    /// The picture.
    pub svg: String,
    /// The numbers behind it, comma-separated.
    pub csv: Option<String>,
    /// A command that draws it.
    pub command: String,
    /// The picture for other formats.
    #[serde(skip)]
    pub scene: Scene,
}

/// An item, computed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaperReport))]
#[non_exhaustive]
pub struct Report {
    /// `paper/item`.
    pub id: String,
    /// What it is.
    pub title: String,
    /// Where it is in the paper.
    pub source: String,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Its pictures.
    pub figures: Vec<Figure>,
    /// How long it took.
    pub seconds: f64,
}

impl Report {
    /// Whether everything that was computed matches `data/`.
    #[must_use]
    pub fn is_as_expected(&self) -> bool {
        self.rows.iter().all(|row| row.as_expected)
    }

    /// How many rows have this agreement.
    #[must_use]
    pub fn count(&self, agreement: Agreement) -> usize {
        self.rows.iter().filter(|row| row.agreement == agreement).count()
    }

    /// `17 agree, 1 misprint`: the cases that occur.
    #[must_use]
    pub fn summary(&self) -> String {
        summary(&[self])
    }
}

/// `17 agree, 1 misprint`: the cases that occur in some reports.
pub(crate) fn summary(reports: &[&Report]) -> String {
    let count = |agreement| reports.iter().map(|report| report.count(agreement)).sum();
    let counts = Agreement::ALL.map(|agreement| (agreement, count(agreement)));
    let counts = counts.into_iter().filter(|(_, number): &(_, usize)| *number > 0);
    counts.map(|(agreement, number)| agreement.counted(number)).collect::<Vec<_>>().join(", ")
}

/// A stop was asked for; there is no report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before everything was computed")]
pub struct Stopped;
