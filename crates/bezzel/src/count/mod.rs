//! `count`: how many solutions there are, by the fastest engine or the one chosen.

mod answer;
mod engine;
mod readable;
mod spectra;

pub use answer::{ClassCounts, CountAnswer, Counted, EngineRun, How, Provenance, TorusClassCount};
pub(crate) use engine::{Units, engine_run};
pub use spectra::spectrum;
pub(crate) use spectra::{Spectra, transform_is_fastest, whole};

use crate::algorithm::{self, SettingValues};
use crate::{Control, Error, Progress, RunLimits, Workers};
use bezzel_board::{Problem, Stop, Topology};
use bezzel_engines::{Classes, Engine, LARGEST_TORUS_CLASSES, LARGEST_TURNED, Transform, registry};
use bezzel_models::solve::Backend;
use bezzel_search::{Category, Choice, has_none_on_torus};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What to count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CountRequest {
    /// The problems, counted in this order up to the first that is stopped.
    pub problems: Vec<Problem>,
    /// The engine, by its name in the catalogue; the fastest by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// An algorithm instead of an engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// Values of its settings.
    #[serde(default, skip_serializing_if = "SettingValues::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, crate::SettingValue>))]
    pub settings: SettingValues,
    /// A back-end instead of an engine: a model and a solver for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// Also count the solutions up to symmetry.
    #[serde(default)]
    pub fundamental: bool,
    /// Also count the solutions by their symmetry.
    #[serde(default)]
    pub classes: bool,
    /// Count only solutions in which no coordinate except the layer is constant.
    #[serde(default)]
    pub nontrivial: bool,
    /// Count everything twice, the second time by another method, and compare.
    #[serde(default)]
    pub verify: bool,
    /// What counts.
    #[serde(default)]
    pub workers: Workers,
    /// When it stops.
    #[serde(default)]
    pub limits: RunLimits,
    /// Keeps every finished unit in this file and resumes from it. Not part of the JSON form: a
    /// remote request names no files.
    #[serde(skip)]
    pub ledger: Option<PathBuf>,
}

impl CountRequest {
    /// Counts this problem, with every choice left to the library.
    #[must_use]
    pub fn new(problem: Problem) -> CountRequest {
        CountRequest::all(vec![problem])
    }

    /// Counts these problems, one by one.
    #[must_use]
    pub fn all(problems: Vec<Problem>) -> CountRequest {
        CountRequest {
            problems,
            engine: None,
            algorithm: None,
            settings: SettingValues::new(),
            with: None,
            fundamental: false,
            classes: false,
            nontrivial: false,
            verify: false,
            workers: Workers::default(),
            limits: RunLimits::default(),
            ledger: None,
        }
    }
}

/// Counts the solutions of the problems.
///
/// ```
/// use bezzel::{Control, CountRequest, Problem, count};
///
/// let answer = count(&CountRequest::new(Problem::queens(8)), &Control::new())?;
/// assert_eq!(answer.totals[0].exact(), Some(92));
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn count(request: &CountRequest, control: &Control) -> Result<CountAnswer, Error> {
    let counter = Counter::new(request, control)?;
    let mut answer = CountAnswer::new();
    let spectra = Spectra::new(&request.workers, &request.limits, request.ledger.as_deref());
    let mut spectra = spectra.verifying(request.verify);
    for problem in &request.problems {
        let counted = counter.one(problem, &mut spectra)?;
        control.report(&Progress::Counted(Box::new(counted.clone())));
        let is_stopped = counted.because.is_some();
        answer.totals.push(counted);
        if is_stopped {
            break;
        }
    }
    Ok(answer)
}

/// The total of a problem, for verbs that need one; `None` if it was stopped.
pub(crate) fn total(problem: &Problem, stop: &Stop) -> Result<Option<u128>, Error> {
    let control = Control::new().with_stop(stop.clone());
    let answer = count(&CountRequest::new(problem.clone()), &control)?;
    Ok(answer.totals.first().and_then(Counted::exact))
}

/// How a problem is counted.
enum Way {
    /// The fastest engine, or an algorithm if there is none.
    Fastest,
    Engine(&'static dyn Engine),
    Transform,
    Algorithm(Choice),
    Backend(&'static dyn Backend),
}

/// A validated request.
pub(crate) struct Counter<'a> {
    request: &'a CountRequest,
    control: &'a Control,
    way: Way,
}

impl<'a> Counter<'a> {
    /// Reads the request; nothing is counted yet.
    pub(crate) fn new(
        request: &'a CountRequest,
        control: &'a Control,
    ) -> Result<Counter<'a>, Error> {
        let counter = Counter { request, control, way: way(request, control)? };
        counter.check()?;
        Ok(counter)
    }

    fn check(&self) -> Result<(), Error> {
        let CountRequest { problems, nontrivial, ledger, .. } = self.request;
        if ledger.is_some() && problems.len() > 1 {
            return Err(Error::bad("a ledger keeps one count, and there are several problems")
                .advice("give one size"));
        }
        if ledger.is_some() && matches!(self.way, Way::Algorithm(_)) {
            return Err(conflict("ledger", "algorithm"));
        }
        match &self.way {
            Way::Backend(_) if self.request.verify => return Err(conflict("with", "verify")),
            Way::Algorithm(_) if self.request.verify => {
                return Err(conflict("algorithm", "verify"));
            }
            Way::Backend(_) if *nontrivial => return Err(conflict("with", "nontrivial")),
            Way::Algorithm(_) if *nontrivial => return Err(conflict("algorithm", "nontrivial")),
            Way::Engine(engine) if *nontrivial => {
                let id = engine.info().id;
                let what = format!("nontrivial solutions are counted by transform, not by {id}");
                return Err(Error::bad(what).leave_out("engine"));
            }
            _ => {}
        }
        if *nontrivial || matches!(self.way, Way::Transform) {
            problems.iter().try_for_each(spectra::supports)?;
        }
        let finds_fundamental = matches!(&self.way, Way::Algorithm(choice)
            if choice.algorithm.info().category == Category::Fundamental);
        if (self.request.fundamental && !finds_fundamental) || self.request.classes {
            problems.iter().try_for_each(has_classes)?;
        }
        Ok(())
    }

    /// Counts one problem.
    pub(crate) fn one(
        &self,
        problem: &Problem,
        spectra: &mut Spectra<'_>,
    ) -> Result<Counted, Error> {
        let counted = match &self.way {
            Way::Transform => {
                return spectra.total(problem, self.request.nontrivial, self.control);
            }
            Way::Fastest if self.is_by_transform(problem) => {
                return spectra.total(problem, self.request.nontrivial, self.control);
            }
            Way::Fastest if self.is_decided(problem) => {
                Counted::new(problem, 0, None, Provenance::Theorem { theorem: NONE_ON_TORUS })
            }
            Way::Fastest => self.fastest(problem)?,
            Way::Engine(engine) => self.by_engine(problem, *engine)?,
            Way::Algorithm(choice) => self.by_algorithm(problem, choice)?,
            Way::Backend(backend) => self.by_backend(problem, *backend)?,
        };
        let CountRequest { fundamental, classes, .. } = *self.request;
        counted.settled(fundamental, classes, self.control.stop())
    }

    /// Whether a theorem gives the total. A ledger or a second count asks for the search itself.
    fn is_decided(&self, problem: &Problem) -> bool {
        self.request.ledger.is_none() && !self.request.verify && has_none_on_torus(problem)
    }

    /// Whether the transform is the fastest for this problem, or the only one.
    fn is_by_transform(&self, problem: &Problem) -> bool {
        let CountRequest { fundamental, classes, nontrivial, limits, .. } = self.request;
        let is_free = limits.visits.is_none() && limits.solutions.is_none();
        *nontrivial || (!fundamental && !classes && is_free && transform_is_fastest(problem))
    }
}

/// Why some boards with joined edges need no count.
pub(crate) const NONE_ON_TORUS: &str = "a torus whose side is divisible by 2 or 3 has no solution (Pólya 1918), nor has a \
    cylinder: it has the same diagonals";

/// What the request names; at most one of engine, algorithm and back-end.
fn way(request: &CountRequest, control: &Control) -> Result<Way, Error> {
    let asked = algorithm::choice(request.algorithm.as_deref(), &request.settings)?;
    match (&request.engine, asked, &request.with) {
        (None, None, None) => Ok(Way::Fastest),
        (Some(id), None, None) if id == "auto" => Ok(Way::Fastest),
        (Some(id), None, None) if id == Transform::ID => Ok(Way::Transform),
        (Some(id), None, None) => match registry::counters().find(|known| known.info().id == id) {
            Some(engine) => Ok(Way::Engine(engine)),
            None => Err(unknown_engine(id)),
        },
        (None, Some(choice), None) => Ok(Way::Algorithm(choice)),
        (None, None, Some(id)) => {
            if request.ledger.is_some() {
                return Err(conflict("ledger", "with"));
            }
            Ok(Way::Backend(control.backends().find(id)?))
        }
        (Some(_), Some(_), _) => Err(conflict("engine", "algorithm")),
        (Some(_), _, Some(_)) => Err(conflict("engine", "with")),
        (_, Some(_), Some(_)) => Err(conflict("algorithm", "with")),
    }
}

fn unknown_engine(id: &str) -> Error {
    let known: Vec<&str> = registry::counters().map(|engine| engine.info().id).collect();
    Error::unknown(format!("'{id}' is not an engine that counts solutions")).advice(format!(
        "there are auto, {}, and {} for all dimensions of one side",
        known.join(", "),
        Transform::ID
    ))
}

/// Two options that cannot be combined.
pub(crate) fn conflict(first: &'static str, second: &'static str) -> Error {
    Error::bad(format!("{first} and {second} cannot be combined")).leave_out(second)
}

/// Whether the symmetric solutions of a problem can be counted.
fn has_classes(problem: &Problem) -> Result<(), Error> {
    let is_torus = problem.topology() == Topology::Torus;
    let is_small = problem.size().rows() <= LARGEST_TORUS_CLASSES || has_none_on_torus(problem);
    let on_torus = is_torus && problem.is_plain() && problem.is_flat() && is_small;
    if Classes::fit(problem) || on_torus {
        return Ok(());
    }
    let what = format!(
        "classes are counted for full square boards up to {LARGEST_TURNED} and the torus up to \
         {LARGEST_TORUS_CLASSES}, not for {problem}"
    );
    let error = Error::new(crate::ErrorKind::Unsupported, what);
    Err(error.ask("list", "lists the fundamental solutions of other boards"))
}
