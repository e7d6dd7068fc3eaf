//! The names an option accepts: shells complete them; the wording of help and errors stays ours.

use bezzel::registry::{
    Category, Counted, DEFINITIONS, Encoding, FORMATS, GraphKind, Values, algorithms, engines,
};
use bezzel::{Notation, PictureFormat, PuzzleKind, PuzzleLevel, Question, Rule, StreamFormat};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::collections::BTreeSet;
use std::ffi::OsStr;

/// Accepts any text and tells shells which names exist. The code that reads the text rejects wrong
/// names, with a better message than the parser could give.
#[derive(Clone)]
pub struct Names(Vec<&'static str>);

impl Names {
    fn of(names: impl IntoIterator<Item = &'static str>) -> Names {
        Names(names.into_iter().collect())
    }

    /// A help text that ends with the names: `Format: cnf, opb or lp`.
    pub fn help(&self, what: &str) -> String {
        match self.0.split_last() {
            Some((last, [])) => format!("{what}: {last}"),
            Some((last, others)) => format!("{what}: {} or {last}", others.join(", ")),
            None => what.to_owned(),
        }
    }

    pub fn algorithms() -> Names {
        Names::of(algorithms::ALL.iter().map(|algorithm| algorithm.info().id))
    }

    pub fn constructions() -> Names {
        let infos = algorithms::ALL.iter().map(|algorithm| algorithm.info());
        Names::of(infos.filter(|i| i.category == Category::Constructive).map(|info| info.id))
    }

    /// The words a setting accepts, over all algorithms that have it.
    pub fn words(setting: &str) -> Names {
        let settings = algorithms::ALL.iter().flat_map(|algorithm| algorithm.info().settings);
        let words =
            settings.filter(|known| known.name == setting).flat_map(|known| match known.values {
                Values::Words(words) => words,
                Values::Number { .. } => &[],
            });
        let words: BTreeSet<&str> = words.copied().collect();
        Names::of(words)
    }

    /// Engines that can use a ledger.
    pub fn engines() -> Names {
        Names::of(["auto"].into_iter().chain(engines::counters().map(|engine| engine.info().id)))
    }

    /// Engines that count.
    pub fn counters() -> Names {
        let engines = engines::ALL.iter().map(|engine| engine.info());
        let counters = engines.filter(|info| info.counts != Counted::Stacks);
        Names::of(["auto"].into_iter().chain(counters.map(|info| info.id)))
    }

    pub fn devices() -> Names {
        Names::of(["cpu", "gpu", "gpu,cpu"])
    }

    pub fn simd() -> Names {
        Names::of(["scalar", "avx2", "avx512", "neon"])
    }

    pub fn backends() -> Names {
        Names::of(bezzel_solvers::backends().iter().map(|backend| backend.info().id))
    }

    pub fn notations() -> Names {
        Names::of(Notation::ALL.map(|(_, name)| name))
    }

    pub fn questions() -> Names {
        Names::of(Question::ALL.map(|(_, name)| name))
    }

    pub fn rules() -> Names {
        Names::of(Rule::ALL.map(|(_, name)| name))
    }

    pub fn puzzles() -> Names {
        Names::of(PuzzleKind::ALL.map(|(_, name)| name))
    }

    pub fn levels() -> Names {
        Names::of(PuzzleLevel::ALL.map(PuzzleLevel::name))
    }

    pub fn models() -> Names {
        Names::of(FORMATS.iter().map(|format| format.id))
    }

    pub fn encodings() -> Names {
        Names::of(Encoding::ALL.map(|(_, name)| name))
    }

    pub fn graphs() -> Names {
        Names::of(GraphKind::ALL.map(|(_, name)| name))
    }

    pub fn definitions() -> Names {
        Names::of(DEFINITIONS.iter().map(|definition| definition.id))
    }

    pub fn pictures() -> Names {
        Names::of(PictureFormat::ALL.map(|(_, name)| name))
    }

    pub fn streams() -> Names {
        Names::of(StreamFormat::ALL.map(|(_, name)| name))
    }
}

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(&self, cmd: &Command, arg: Option<&Arg>, text: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(cmd, arg, text)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}
