//! What comes out of computing an item: rows with verdicts, and pictures.

use bezzel_draw::scene::Scene;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// What becomes of something a paper prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
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

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 5] = [
        Verdict::Agrees,
        Verdict::Misprint,
        Verdict::WrongClaim,
        Verdict::NotReproducible,
        Verdict::NotPrinted,
    ];

    /// The verdict in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Misprint => "misprint",
            Verdict::WrongClaim => "wrong claim",
            Verdict::NotReproducible => "not reproducible",
            Verdict::NotPrinted => "not printed",
        }
    }

    /// `1 misprint`, `2 misprints`.
    #[must_use]
    pub fn counted(self, number: usize) -> String {
        let words = match (self, number) {
            (verdict, 1) => verdict.name(),
            (Verdict::Agrees, _) => "agree",
            (Verdict::Misprint, _) => "misprints",
            (Verdict::WrongClaim, _) => "wrong claims",
            (verdict, _) => verdict.name(),
        };
        format!("{number} {words}")
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One line: a printed value beside the one computed now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What it is, for example `n = 13`.
    pub what: String,
    /// What the paper prints.
    pub printed: Option<String>,
    /// What came out now; nothing if it was not computed.
    pub computed: Option<String>,
    /// What becomes of the printed value.
    pub verdict: Verdict,
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

    /// How many rows have this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().filter(|row| row.verdict == verdict).count()
    }

    /// `17 agree, 1 misprint`: the verdicts that occur.
    #[must_use]
    pub fn summary(&self) -> String {
        let counts = Verdict::ALL.map(|verdict| (verdict, self.count(verdict)));
        let counts = counts.into_iter().filter(|(_, number)| *number > 0);
        counts.map(|(verdict, number)| verdict.counted(number)).collect::<Vec<_>>().join(", ")
    }
}

/// Somebody asked for a stop; there is no report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before everything was computed")]
pub struct Stopped;
