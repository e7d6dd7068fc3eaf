//! What a count found, and how.

use crate::document::Whole;
use crate::{Decimal, Error, ErrorKind, Schema};
use bezzel_board::{Problem, Stop, Topology};
use bezzel_engines::{Classes, TorusClasses, torus_classes};
use bezzel_search::{StopReason, Work};
use serde::Serialize;

/// The totals of the problems.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CountAnswer {
    /// `bezzel/count/2`.
    pub schema: Schema,
    /// One for each problem that was counted, the last perhaps unfinished.
    pub totals: Vec<Counted>,
}

impl CountAnswer {
    pub(crate) fn new() -> CountAnswer {
        CountAnswer { schema: Schema::new("bezzel/count/2"), totals: Vec::new() }
    }

    /// Why the last count was stopped, if it was.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        self.totals.last()?.because
    }
}

/// The number of solutions of one problem. An unfinished count has no total, only lower bounds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Counted {
    /// The problem.
    pub problem: Problem,
    /// All solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Whole>,
    /// Solutions in which no coordinate except the layer is constant, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nontrivial: Option<Whole>,
    /// Solutions up to symmetry, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<Decimal>,
    /// Fundamental solutions by their symmetry, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<ClassCounts>,
    /// On the torus, the classes up to shifts, turns and reflections by their size, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub torus_classes: Option<Vec<TorusClassCount>>,
    /// The lower bound of an unfinished count: there are this many solutions or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Decimal>,
    /// The same for the fundamental solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fundamental_at_least: Option<Decimal>,
    /// Why the count is unfinished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<StopReason>,
    /// How it was counted.
    pub provenance: Provenance,
}

/// Fundamental solutions by their symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ClassCounts {
    /// Without symmetry: 8 solutions each.
    pub asymmetric: Decimal,
    /// Unchanged by a half-turn: 4 solutions each.
    pub half_turn: Decimal,
    /// Unchanged by a quarter-turn: 2 solutions each.
    pub quarter_turn: Decimal,
    /// Unchanged by all eight symmetries: 1 solution each, only on the boards of side 0 and 1.
    pub all_symmetries: Decimal,
}

/// Classes of solutions on the torus that have the same number of images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TorusClassCount {
    /// Solutions in each class: its images under the 8n² shifts, turns and reflections.
    pub images: u64,
    /// Number of classes.
    pub classes: Decimal,
}

/// Whether a number was counted now or in part earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum How {
    /// Now.
    Computed,
    /// Partly earlier, from the ledger.
    Resumed,
}

/// How a number was obtained.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "by", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Provenance {
    /// By an engine.
    Engine(EngineRun),
    /// By an algorithm that counts the solutions one by one.
    Algorithm {
        /// The algorithm with its settings.
        algorithm: String,
        /// Work done.
        work: Work,
        /// Seconds it took.
        seconds: f64,
    },
    /// By a model and a solver.
    BackEnd {
        /// The back-end.
        back_end: &'static str,
        /// How reliable its answers are.
        guarantee: &'static str,
        /// Visits, if the solver counts them.
        visits: Option<u64>,
        /// Seconds it took.
        seconds: f64,
    },
    /// Equal to the number for another column of the first row, which a motion of the board sends to this one.
    Moved {
        /// That column.
        column: u32,
    },
    /// A queen there is blocked or attacked.
    Impossible,
    /// By a theorem, without counting.
    Theorem {
        /// What it says.
        theorem: &'static str,
    },
}

/// A run of an engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EngineRun {
    /// Whether everything was counted now.
    pub how: How,
    /// The engine.
    pub engine: String,
    /// Devices that took part: kind, name and instructions.
    pub devices: Vec<String>,
    /// Workers of this run.
    pub workers: usize,
    /// Results of this run, of whole units and of parts they were split into.
    pub results_now: usize,
    /// Results that were in the ledger before.
    pub results_resumed: usize,
    /// Results that other runs added to the ledger in the meantime.
    pub results_elsewhere: usize,
    /// Results that a recount by another method has confirmed.
    pub results_recounted: usize,
    /// All results.
    pub results: usize,
    /// Units that are done.
    pub units_done: usize,
    /// Units of the whole count.
    pub units_total: usize,
    /// Seconds this run took.
    pub seconds: f64,
    /// Seconds of these until its workers were ready. Graphics cards have to be opened.
    pub start_up: f64,
}

impl Counted {
    /// A total; `because` says why it is only a lower bound.
    pub(crate) fn new(
        problem: &Problem,
        number: u128,
        because: Option<StopReason>,
        provenance: Provenance,
    ) -> Counted {
        Counted {
            problem: problem.clone(),
            total: because.is_none().then(|| number.into()),
            nontrivial: None,
            fundamental: None,
            classes: None,
            torus_classes: None,
            at_least: because.map(|_| Decimal(number)),
            fundamental_at_least: None,
            because,
            provenance,
        }
    }

    /// The same number, as a number of solutions up to symmetry.
    pub(crate) fn up_to_symmetry(mut self) -> Counted {
        self.fundamental = self.exact().map(Decimal);
        self.total = None;
        self.fundamental_at_least = self.at_least.take();
        self
    }

    /// The total, if it is finished and fits into 128 bits.
    #[must_use]
    pub fn exact(&self) -> Option<u128> {
        self.total.as_ref().and_then(|total| u128::try_from(&total.0).ok())
    }

    /// Applies the symmetry check to a finished total and adds the requested classes.
    pub(crate) fn settled(
        mut self,
        fundamental: bool,
        classes: bool,
        stop: &Stop,
    ) -> Result<Counted, Error> {
        if let (Some(bound), true) = (self.at_least, fundamental) {
            // A class has at most eight solutions.
            self.fundamental_at_least = Some(Decimal(bound.0.div_ceil(8)));
        }
        let Some(total) = self.exact() else { return Ok(self) };
        let n = self.problem.size().rows();
        let asked = fundamental || classes;
        if self.problem.topology() == Topology::Torus {
            return if asked { self.on_torus(total, classes, stop) } else { Ok(self) };
        }
        if !Classes::fit(&self.problem) || (n > CHECKED && !asked) {
            return Ok(self);
        }
        // A total that fails the check is wrong, whatever counted it: nothing is shown.
        let found = Classes::of_total(n, total)?;
        self.fundamental = asked.then(|| Decimal(found.fundamental()));
        self.classes = classes.then_some(ClassCounts {
            asymmetric: Decimal(found.asymmetric),
            half_turn: Decimal(found.half_turn),
            quarter_turn: Decimal(found.quarter_turn),
            all_symmetries: Decimal(found.fully_symmetric),
        });
        Ok(self)
    }

    /// Adds the classes of a total on the torus, which they must add up to.
    fn on_torus(mut self, total: u128, classes: bool, stop: &Stop) -> Result<Counted, Error> {
        let n = self.problem.size().rows();
        // A side without solutions has no classes, however large it is.
        let found = if total == 0 { Some(Vec::new()) } else { torus_classes(n, stop) };
        let Some(found) = found else {
            self.total = None;
            (self.at_least, self.because) = (Some(Decimal(total)), Some(StopReason::Stopped));
            return Ok(self);
        };
        let sum: u128 = found.iter().map(|one| u128::from(one.images * one.classes)).sum();
        if sum != total {
            let what =
                format!("the classes of side {n} have {sum} solutions, but {total} were counted");
            return Err(Error::new(ErrorKind::Failed, what));
        }
        let number = |classes: u64| Decimal(u128::from(classes));
        self.fundamental = Some(number(found.iter().map(|one| one.classes).sum()));
        self.torus_classes = classes.then(|| {
            let count = |one: &TorusClasses| TorusClassCount {
                images: one.images,
                classes: number(one.classes),
            };
            found.iter().map(count).collect()
        });
        Ok(self)
    }
}

/// Sides up to which the symmetry check is applied to every total; it takes less than a second
/// there.
const CHECKED: u32 = 24;
