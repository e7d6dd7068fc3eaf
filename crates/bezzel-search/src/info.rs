//! The facts about an algorithm that are known before it runs.

use crate::SearchError;
use bezzel_board::{Instead, Problem, Rule};
use std::fmt;

/// The survey's categories of algorithms, and those the other papers add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Category {
    /// Finds all solutions.
    AllSolutions,
    /// Finds one solution of each class under the symmetries of the board.
    Fundamental,
    /// Finds one or several solutions by search, not all.
    SomeSolutions,
    /// Constructs a solution without search.
    Constructive,
    /// Finds all sets of solutions that together cover the board.
    Stacks,
}

impl Category {
    /// The category in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Category::AllSolutions => "all solutions",
            Category::Fundamental => "fundamental solutions",
            Category::SomeSolutions => "some solutions",
            Category::Constructive => "constructive",
            Category::Stacks => "stacks",
        }
    }

    /// Whether a complete run finds everything of its kind.
    #[must_use]
    pub fn is_complete(self) -> bool {
        matches!(self, Category::AllSolutions | Category::Fundamental | Category::Stacks)
    }
}

/// The boards an algorithm works on. Every algorithm supports the plane and, unless it is
/// constructive, given queens and blocked squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boards {
    /// Works on the torus.
    pub torus: bool,
    /// Works with fewer rows than columns.
    pub rectangles: bool,
    /// Works in any dimension, with any rule and with regions.
    pub space: bool,
    /// Works where a row may hold any number of pieces: a number of pieces other than that of the
    /// rows, bishops and kings, pawns, the Möbius strip.
    pub free: bool,
    /// Maximum number of rows (limited by memory or recursion; most algorithms take too long well
    /// before).
    pub rows: u32,
    /// Maximum number of squares in one row.
    pub width: u32,
}

/// `plane, torus, rectangles; up to 64 rows`.
impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plane")?;
        for (knows, name) in [
            (self.torus, "torus"),
            (self.rectangles, "rectangles"),
            (self.space, "any dimension"),
            (self.free, "any number of pieces"),
        ] {
            if knows {
                write!(f, ", {name}")?;
            }
        }
        match self.rows {
            u32::MAX => Ok(()),
            rows => write!(f, "; up to {rows} rows"),
        }
    }
}

/// A setting of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Name of the option.
    pub name: &'static str,
    /// Its possible values.
    pub values: Values,
    /// What it decides.
    pub about: &'static str,
}

/// The possible values of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words, the default first.
    Words(&'static [&'static str]),
    /// A number.
    Number {
        /// The default.
        default: u64,
        /// Smallest.
        least: u64,
        /// Largest.
        most: u64,
    },
}

/// `a|b|c`, or `NUMBER (default 1)`.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Words(words) => f.write_str(&words.join("|")),
            Values::Number { default, .. } => write!(f, "NUMBER (default {default})"),
        }
    }
}

/// The setting every randomised algorithm has.
pub const SEED: Setting = Setting {
    name: "seed",
    values: Values::Number { default: 1, least: 0, most: u64::MAX },
    about: "the start value of the random numbers; the same seed gives the same run",
};

/// The setting of every search that restarts: how often it does so before it ends without a
/// solution.
#[must_use]
pub const fn restarts(default: u64) -> Setting {
    Setting {
        name: "restarts",
        values: Values::Number { default, least: 0, most: u64::MAX },
        about: "how often the search restarts before it ends without a solution",
    }
}

/// A card about one algorithm: the source of help, tables and pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// The id used everywhere: file, command line, documentation page.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it finds.
    pub category: Category,
    /// Paper, section and number of the algorithm.
    pub reference: &'static str,
    /// What its result guarantees.
    pub guarantee: &'static str,
    /// What it counts as a test, a trial and a backtrack.
    pub counts: &'static str,
    /// Where the printed algorithm had to be corrected, if anywhere.
    pub corrections: &'static str,
    /// The algorithm in words, line by line; steps name the line they come from.
    pub pseudocode: &'static [&'static str],
    /// Its settings.
    pub settings: &'static [Setting],
    /// Boards it works on.
    pub boards: Boards,
}

impl Info {
    /// Whether the algorithm works on this problem; if not, the error names one that does.
    pub fn supports(&self, problem: &Problem) -> Result<(), SearchError> {
        let refuse = |what: String| {
            let instead = Instead::set("algorithm", "backtracking");
            Err(SearchError::Unsupported { algorithm: self.id, what, instead })
        };
        let size = problem.size();
        if !self.boards.free && !problem.has_one_per_row() {
            let what = problem.variant().unwrap_or("several pieces in a row");
            return refuse(what.to_owned());
        }
        if !self.boards.space && !problem.is_flat() {
            let what = match (problem.rule(), problem.variant()) {
                _ if !problem.regions().is_empty() => "boards divided into regions".to_owned(),
                (_, Some(variant)) => variant.to_owned(),
                (Rule::Touching, _) => "the rule touching".to_owned(),
                (rule, _) => format!("dimension {} with rule {rule}", size.dimension()),
            };
            return refuse(what);
        }
        if self.category == Category::Constructive && !problem.is_plain() {
            return refuse("given queens or blocked squares".to_owned());
        }
        if !self.boards.torus && problem.wraps() {
            return refuse(format!("the {}", problem.topology()));
        }
        if !self.boards.rectangles && !size.is_square() {
            return refuse(format!("the {size} board with unequal sides"));
        }
        if size.rows() > self.boards.rows || size.width() > self.boards.width {
            let what = format!(
                "the {size} board (the limit is {} rows of {} squares)",
                self.boards.rows, self.boards.width
            );
            if self.category == Category::Constructive {
                let instead = Instead::ask("construct", "does this");
                return Err(SearchError::Unsupported { algorithm: self.id, what, instead });
            }
            return refuse(what);
        }
        Ok(())
    }
}

/// Values of an algorithm's settings; the others have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(Vec<(&'static str, Value)>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Word(&'static str),
    Number(u64),
}

impl Settings {
    /// The same settings with one more value, which must exist.
    pub fn choose(mut self, info: &Info, name: &str, value: &str) -> Result<Settings, SearchError> {
        let Some(setting) = info.settings.iter().find(|setting| setting.name == name) else {
            let known = info.settings.iter().map(|setting| setting.name).collect();
            let name = name.to_owned();
            return Err(SearchError::UnknownSetting { algorithm: info.id, name, known });
        };
        let chosen = setting.read(value)?;
        self.0.retain(|(name, _)| *name != setting.name);
        self.0.push((setting.name, chosen));
        Ok(self)
    }

    /// The word chosen for a setting of words.
    #[must_use]
    pub fn word(&self, setting: &Setting) -> &'static str {
        match (self.chosen(setting), setting.values) {
            (Some(Value::Word(word)), _) => word,
            (_, Values::Words(words)) => words[0],
            (_, Values::Number { .. }) => unreachable!("{} is a number", setting.name),
        }
    }

    /// The number chosen for a setting of numbers.
    #[must_use]
    pub fn number(&self, setting: &Setting) -> u64 {
        match (self.chosen(setting), setting.values) {
            (Some(Value::Number(number)), _) => number,
            (_, Values::Number { default, .. }) => default,
            (_, Values::Words(_)) => unreachable!("{} is a word", setting.name),
        }
    }

    fn chosen(&self, setting: &Setting) -> Option<Value> {
        self.0.iter().find(|(name, _)| *name == setting.name).map(|(_, value)| *value)
    }
}

impl Setting {
    fn read(&self, text: &str) -> Result<Value, SearchError> {
        let (value, known) = match self.values {
            Values::Words(words) => (
                words.iter().find(|word| **word == text).map(|word| Value::Word(word)),
                words.join(", "),
            ),
            Values::Number { least, most, .. } => (
                text.parse().ok().filter(|n| (least..=most).contains(n)).map(Value::Number),
                format!("numbers from {least} to {most}"),
            ),
        };
        value.ok_or_else(|| SearchError::UnknownValue {
            setting: self.name,
            value: text.to_owned(),
            known,
        })
    }
}

/// `heuristic=index`, as written after the algorithm's id; empty if all are defaults.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (name, value)) in self.0.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            match value {
                Value::Word(word) => write!(f, "{comma}{name}={word}")?,
                Value::Number(number) => write!(f, "{comma}{name}={number}")?,
            }
        }
        Ok(())
    }
}
