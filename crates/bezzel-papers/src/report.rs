//! What comes out of computing an item: rows that agree or not, and pictures.

use bezzel_draw::scene::Scene;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// What becomes of something a paper prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaperAgreement))]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// The same comes out now.
    Agrees,
    /// A slip of the pen: the right value is beyond doubt, and shown.
    Misprint,
    /// What is claimed is not so.
    WrongClaim,
    /// It was not computed: the note says why, and what would.
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

    /// The case in words.
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

/// One line: a printed value beside the one computed now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaperRow))]
pub struct Row {
    /// What it is, for example `n = 13`.
    pub what: String,
    /// What the paper prints.
    pub printed: Option<String>,
    /// What came out now; nothing if it was not computed.
    pub computed: Option<String>,
    /// What becomes of the printed value.
    pub agreement: Agreement,
    /// What `data/` says must come out.
    pub expected: Option<String>,
    /// Whether that came out. True for what was not computed.
    pub as_expected: bool,
    /// How it was computed.
    pub how: String,
    /// A command that shows it.
    pub command: String,
    /// Where the paper errs, or what else is worth knowing.
    pub note: Option<String>,
}

/// A picture, with the numbers behind it where it has any.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaperFigure))]
pub struct Figure {
    /// A name without spaces.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The same for who cannot see it.
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
pub struct Report {
    /// `paper/item`.
    pub id: String,
    /// What it is.
    pub title: String,
    /// Where it stands in the paper.
    pub source: String,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Its pictures.
    pub figures: Vec<Figure>,
    /// How long it took.
    pub seconds: f64,
}

impl Report {
    /// Whether everything that was computed is what `data/` says.
    #[must_use]
    pub fn is_as_expected(&self) -> bool {
        self.rows.iter().all(|row| row.as_expected)
    }

    /// How many rows are such a case.
    #[must_use]
    pub fn count(&self, agreement: Agreement) -> usize {
        self.rows.iter().filter(|row| row.agreement == agreement).count()
    }

    /// `17 agree, 1 misprint`: the cases that occur.
    #[must_use]
    pub fn summary(&self) -> String {
        let counts = Agreement::ALL.map(|agreement| (agreement, self.count(agreement)));
        let counts = counts.into_iter().filter(|(_, number)| *number > 0);
        counts.map(|(agreement, number)| agreement.counted(number)).collect::<Vec<_>>().join(", ")
    }
}

/// Somebody asked for a stop; there is no report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before everything was computed")]
pub struct Stopped;
