//! Why an engine refuses a problem, and why a worker returns without a subtotal.

use crate::SimdLevel;
use bezzel_board::{Explain, Instead, Problem, Rule, Size};
use thiserror::Error;

/// Why an engine cannot count a problem, and what can.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// No engine has this name.
    #[error("'{id}' is not an engine")]
    Unknown {
        /// The requested name.
        id: String,
        /// All engines.
        known: String,
    },
    /// The board does not fit into the engine's words.
    #[error("engine {engine} counts boards up to side {largest}, not {size}")]
    TooLarge {
        /// The engine.
        engine: &'static str,
        /// Its largest side.
        largest: u32,
        /// The requested size.
        size: String,
    },
    /// The engine does not support this kind of board.
    #[error("engine {engine} does not count {what}")]
    Unsupported {
        /// The engine.
        engine: &'static str,
        /// The part of the problem that it does not support.
        what: &'static str,
        /// What to do instead, usually another engine.
        instead: Vec<Instead>,
    },
    /// A table that would not fit.
    #[error(
        "engine {engine} would need a table of {} for this, but may use at most {}",
        bytes(*need), bytes(u128::from(*most))
    )]
    Memory {
        /// The engine.
        engine: &'static str,
        /// Bytes it would need.
        need: u128,
        /// Bytes it may have.
        most: u64,
    },
    /// A sum over too many sets.
    #[error(
        "engine {engine} goes up to side {largest}: side {n} has {pairs} pairs of layers, and a \
         table of their sets would need {}", bytes(4_u128 << (*pairs).min(120))
    )]
    TooManySets {
        /// The engine.
        engine: &'static str,
        /// Its largest side.
        largest: u32,
        /// The requested side.
        n: u32,
        /// Pairs of layers.
        pairs: u64,
    },
    /// Planning was stopped.
    #[error("stopped before the units of work were planned")]
    Stopped,
    /// No card can be used.
    #[error("engine {engine} cannot count on a graphics card here: {why}")]
    Gpu {
        /// The engine.
        engine: &'static str,
        /// What is missing.
        why: String,
    },
    /// The processor lacks the requested instructions.
    #[error("this processor does not have {level}")]
    NoSimd {
        /// The requested level.
        level: SimdLevel,
        /// The best available level.
        best: SimdLevel,
    },
}

impl Explain for EngineError {
    fn instead(&self) -> Vec<Instead> {
        match self {
            EngineError::Unknown { known, .. } => {
                vec![Instead::advice(format!("there are auto, {known}"))]
            }
            EngineError::Unsupported { instead, .. } => instead.clone(),
            EngineError::Memory { .. } => vec![Instead::advice("use a smaller board")],
            EngineError::NoSimd { best, .. } => vec![Instead::set("simd", best.to_string())],
            // The message itself says how far the engine goes, or what is missing.
            EngineError::TooLarge { .. }
            | EngineError::TooManySets { .. }
            | EngineError::Stopped
            | EngineError::Gpu { .. } => Vec::new(),
        }
    }
}

/// Why a worker has no subtotal for a unit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WorkError {
    /// It was asked to stop.
    #[error("stopped before the unit was counted")]
    Stopped,
    /// The label is neither a unit of the plan nor a part of one.
    #[error("'{label}' is not a unit of this plan")]
    UnknownUnit {
        /// The label.
        label: String,
    },
    /// The device failed.
    #[error("the device failed: {why}")]
    Failed {
        /// Its error message.
        why: String,
    },
    /// The worker only passed the unit on, and what it was passed on to failed.
    #[error("{why}")]
    FailedElsewhere {
        /// Its error message.
        why: String,
        /// What it is.
        device: String,
        /// Its machine, if that is known.
        host: Option<String>,
    },
}

impl Explain for WorkError {
    fn instead(&self) -> Vec<Instead> {
        match self {
            WorkError::Stopped => Vec::new(),
            WorkError::UnknownUnit { .. } => {
                vec![Instead::advice("use one of its units or the parts they split into")]
            }
            WorkError::Failed { .. } | WorkError::FailedElsewhere { .. } => {
                vec![Instead::advice("count the unit on another one")]
            }
        }
    }
}

/// The errors of an engine, in the same words for all engines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refusal(pub &'static str);

impl Refusal {
    /// The engine does not support such boards; these do.
    pub fn of(self, what: &'static str, engines: &[&str]) -> Result<(), EngineError> {
        let instead = engines.iter().map(|&engine| Instead::set("engine", engine)).collect();
        Err(EngineError::Unsupported { engine: self.0, what, instead })
    }

    /// Refuses boards whose lines are not rows, columns and diagonals.
    pub fn unless_flat(self, problem: &Problem) -> Result<(), EngineError> {
        if problem.is_flat() {
            return Ok(());
        }
        self.unless_straight(problem)?;
        self.of(not_flat(problem), &["torus"])
    }

    /// The same, but cylinders with unequal sides are admitted.
    pub fn unless_straight(self, problem: &Problem) -> Result<(), EngineError> {
        if problem.has_straight_lines() {
            return Ok(());
        }
        let engine = if problem.has_one_per_row() { "barr-rao" } else { "pieces" };
        self.of(not_flat(problem), &[engine])
    }

    /// Refuses joined edges.
    pub fn unless_walled(self, problem: &Problem) -> Result<(), EngineError> {
        if !problem.wraps() {
            return Ok(());
        }
        self.of("boards with joined edges", &["torus"])
    }

    /// Refuses boards whose side does not fit into the engine's words.
    pub fn beyond(self, largest: u32, side: u32, size: Size) -> Result<(), EngineError> {
        if side <= largest {
            return Ok(());
        }
        Err(EngineError::TooLarge { engine: self.0, largest, size: size.to_string() })
    }
}

/// The part of a problem that makes it other than flat.
pub(crate) fn not_flat(problem: &Problem) -> &'static str {
    match (problem.rule(), problem.variant()) {
        _ if !problem.regions().is_empty() => "boards divided into regions",
        (_, Some(variant)) => variant,
        (Rule::Touching, _) => "the touching rule",
        _ => "boards beyond two dimensions or the hyperplane rule",
    }
}

/// `1.5 GiB`: a number of bytes for people.
fn bytes(number: u128) -> String {
    const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (number.max(1).ilog2() / 10).min(UNITS.len() as u32 - 1);
    let value = number as f64 / (1_u128 << (10 * power)) as f64;
    // At most one decimal, and none where it would be 0.
    format!("{} {}", (value * 10.0).round() / 10.0, UNITS[power as usize])
}
