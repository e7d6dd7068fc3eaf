//! `doctor`: what this machine has, and whether everything gives correct answers on it.

use crate::{Control, Error, Schema};
use bezzel_board::{Explain, Instead, Problem, Stop};
use bezzel_engines::{Colour, Engine as _, EngineError, SimdLevel, Worker, gpu, plain, registry};
use bezzel_models::solve;
use bezzel_search::{Category, Limits, Outcome, Settings, algorithms, stacks};
use serde::{Deserialize, Serialize};
use std::thread::available_parallelism;

/// Asks for the self-test; it has no options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DoctorRequest {}

/// What the self-test found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DoctorAnswer {
    /// `bezzel/doctor/2`.
    pub schema: Schema,
    /// Whether everything is correct.
    pub well: bool,
    /// One for each check.
    pub findings: Vec<Finding>,
}

/// One check.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Finding {
    /// What it is.
    pub what: String,
    /// What was found.
    pub value: String,
    /// Whether that is correct.
    pub well: bool,
    /// What to do about it, in the words of the requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The same as facts, for a front with words of its own.
    #[serde(skip)]
    pub instead: Vec<Instead>,
}

/// Runs every algorithm, engine and back-end on a small board and compares with known totals. Takes
/// about a second; a stop ends it between two of them.
pub fn doctor(_: &DoctorRequest, control: &Control) -> Result<DoctorAnswer, Error> {
    let all = (machine().into_iter().chain(algorithms()).chain(engines()))
        .chain(cards(gpu::available(), control.stop()))
        .chain(backends(control));
    let findings: Vec<Finding> = all.take_while(|_| !control.stop().is_asked()).collect();
    let well = findings.iter().all(|finding| finding.well) && !control.stop().is_asked();
    Ok(DoctorAnswer { schema: Schema::new("bezzel/doctor/2"), well, findings })
}

fn finding(what: impl Into<String>, value: &dyn ToString, well: bool) -> Finding {
    Finding { what: what.into(), value: value.to_string(), well, hint: None, instead: Vec::new() }
}

/// What is wrong, and what to do about it.
fn fault(what: impl Into<String>, error: &dyn Explain, well: bool) -> Finding {
    let instead = error.instead();
    let hint = Instead::hint(&instead, Instead::to_string);
    Finding { hint, instead, ..finding(what, &error.to_string(), well) }
}

fn machine() -> Vec<Finding> {
    let cores = available_parallelism().map_or(1, usize::from);
    vec![
        finding("version", &env!("CARGO_PKG_VERSION"), true),
        finding("cores", &cores, true),
        finding("vector instructions", &SimdLevel::best(), true),
    ]
}

fn algorithms() -> impl Iterator<Item = Finding> {
    algorithms::ALL.iter().chain(stacks::ALL).map(|algorithm| {
        // Six queens: the largest board brute force finishes at once. Seven have solutions of every
        // kind, including solutions on the torus.
        let (n, expected) = match algorithm.info().category {
            Category::AllSolutions => (6, 4),
            Category::Fundamental => (6, 1),
            Category::Stacks => (7, 4),
            // For all others one solution is enough.
            _ => (7, 1),
        };
        let total = algorithm.count(&Problem::queens(n), &Settings::default());
        finding(format!("algorithm {}", algorithm.info().id), &total, total == expected)
    })
}

/// Every engine with every level of vector instructions this processor has, against the plain
/// counter.
fn engines() -> impl Iterator<Item = Finding> {
    let levels = SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok());
    levels.flat_map(|level| registry::counters().map(move |engine| (level, engine))).map(
        |(level, engine)| {
            let never = Stop::new();
            // The first board that the engine counts: the plane, the torus, or fewer queens than rows.
            let boards = [
                (Ok(Problem::queens(10)), u128::from(plain::count_full(10))),
                (Problem::queens(7).on_torus(), 28),
                (Problem::queens(6).with_pieces(5), 248),
            ];
            let prepared = boards.into_iter().find_map(|(problem, total)| {
                Some((engine.prepare(&problem.ok()?, &never).ok()?, total))
            });
            let total = prepared.as_ref().map_or(0, |(_, total)| *total);
            let found =
                prepared.and_then(|(prepared, _)| prepared.count_all(level, &never).ok()?.count());
            let value = found.map_or("nothing".to_owned(), |found| found.to_string());
            finding(format!("engine {} ({level})", engine.info().id), &value, found == Some(total))
        },
    )
}

/// The graphics cards, the libraries they need, and two counts on each of their workers. A machine without a card
/// passes.
fn cards(report: gpu::Available, stop: &Stop) -> Vec<Finding> {
    let version = |found: Option<(i32, i32)>| match found {
        Some((major, minor)) => format!("CUDA {major}.{minor}"),
        None => "not here".to_owned(),
    };
    let driver = match &report.driver_version {
        Some(own) => format!("{own}, {}", version(report.driver)),
        None => version(report.driver),
    };
    let mut findings = vec![
        finding("graphics driver", &driver, true),
        finding("graphics compiler", &version(report.compiler), true),
    ];
    for card in &report.cards {
        let (major, minor) = card.capability;
        let value = format!(
            "{}, sm_{major}{minor}, {} multiprocessors, {} MiB",
            card.name,
            card.processors,
            card.memory >> 20
        );
        findings.push(finding(format!("graphics card {}", card.number), &value, true));
    }
    let is_well = report.cards.is_empty() && report.silent.is_empty();
    findings.extend(report.silent.iter().map(|why| finding("graphics driver", why, false)));
    if let Some(missing) = report.missing {
        findings.push(finding("counting on a graphics card", &missing, is_well));
        return findings;
    }
    // Ten queens, and a small unit of a board that is counted by nodes: before it a worker tests every kernel.
    for (what, n, units) in [("counting", 10, usize::MAX), ("counting by nodes", 24, 1)] {
        match count_on_cards(n, units, stop) {
            Err(error) => findings.push(fault(format!("{what} on a graphics card"), &error, false)),
            Ok((expected, counts)) => findings.extend(counts.into_iter().map(|(card, count)| {
                let name = format!("{what} on graphics card {card}");
                match count {
                    Ok(count) => finding(name, &count, count == expected),
                    Err(why) => finding(name, &why, false),
                }
            })),
        }
    }
    findings
}

/// What a worker has counted, with the number of its card.
type OnCard = (usize, Result<u128, String>);

/// The last `units` units of n queens, as the processor counts them and as each worker of the cards does.
fn count_on_cards(n: u32, units: usize, stop: &Stop) -> Result<(u128, Vec<OnCard>), EngineError> {
    let prepared = Colour.prepare(&Problem::queens(n), stop)?;
    let all = &prepared.plan().units;
    let units = &all[all.len().saturating_sub(units)..];
    let count = |mut worker: Box<dyn Worker>| -> Result<u128, String> {
        let mut sum = 0;
        for unit in units {
            let subtotal = worker.count(unit, stop).map_err(|error| error.to_string())?;
            sum += subtotal.count().ok_or("a subtotal of another kind")?;
        }
        Ok(sum)
    };
    let workers = prepared.gpu_workers()?.into_iter();
    let on_cards = workers.map(|worker| (worker.number(), count(worker))).collect();
    let here = count(prepared.worker(SimdLevel::best())?);
    Ok((here.map_err(|why| EngineError::Gpu { engine: Colour::ID, why })?, on_cards))
}

/// Every back-end on six queens, and the libraries they were loaded from; one that is loaded at run
/// time may be missing.
fn backends(control: &Control) -> impl Iterator<Item = Finding> {
    let libraries = control.backends().iter().filter_map(|backend| {
        Some(finding(format!("library of {}", backend.info().id), &backend.library()?, true))
    });
    let answers = control.backends().iter().map(|backend| {
        let what = format!("back-end {}", backend.info().id);
        if let Err(missing) = backend.ready() {
            return fault(what, &missing, true);
        }
        match solve::run(backend, &Problem::queens(6), &Limits::none(), &mut |_| ()) {
            Ok(result) => {
                let well = result.outcome == Outcome::Exact { total: 4 };
                let (Outcome::Exact { total } | Outcome::AtLeast { total, .. }) = result.outcome;
                finding(what, &total, well)
            }
            Err(error) => fault(what, &error, false),
        }
    });
    answers.chain(libraries)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found of graphics cards, and whether it is well.
    fn found(report: gpu::Available) -> (Vec<String>, bool) {
        let findings = cards(report, &Stop::new());
        let words = findings.iter().map(|finding| format!("{}: {}", finding.what, finding.value));
        (words.collect(), findings.iter().all(|finding| finding.well))
    }

    #[test]
    fn the_doctor_says_what_a_machine_lacks_for_counting_on_a_card() {
        let missing = Some("no NVIDIA driver".to_owned());
        let nothing = gpu::Available {
            driver: None,
            driver_version: None,
            compiler: None,
            cards: Vec::new(),
            silent: Vec::new(),
            missing,
        };
        let (words, well) = found(nothing.clone());
        assert!(well, "a machine without a card is well");
        assert_eq!(
            words,
            [
                "graphics driver: not here",
                "graphics compiler: not here",
                "counting on a graphics card: no NVIDIA driver"
            ]
        );
        // A card that does not answer.
        let silent = vec![gpu::Silent { number: 0, why: "no memory".to_owned() }];
        let (words, well) = found(gpu::Available { silent, ..nothing.clone() });
        assert!(!well && words.contains(&"graphics driver: card 0: no memory".to_owned()));
        // A card that nothing can be compiled for.
        let card = gpu::Found {
            number: 1,
            name: "NVIDIA H200".to_owned(),
            memory: 143_771 << 20,
            capability: (9, 0),
            processors: 132,
        };
        let missing = Some("no compiler".to_owned());
        let (words, well) = found(gpu::Available {
            driver: Some((13, 0)),
            driver_version: Some("580.159.04".to_owned()),
            cards: vec![card],
            missing,
            ..nothing
        });
        assert!(!well, "a card is there and cannot count");
        assert_eq!(
            words,
            [
                "graphics driver: 580.159.04, CUDA 13.0",
                "graphics compiler: not here",
                "graphics card 1: NVIDIA H200, sm_90, 132 multiprocessors, 143771 MiB",
                "counting on a graphics card: no compiler"
            ]
        );
    }

    #[test]
    fn the_doctor_tests_the_cards_of_this_machine() {
        let report = gpu::available();
        let (words, well) = found(report.clone());
        assert_eq!(well, report.missing.is_none() || report.cards.is_empty(), "{words:?}");
        let last = match report.missing {
            Some(missing) => format!("counting on a graphics card: {missing}"),
            None => "counting by nodes on graphics card 0: 32".to_owned(),
        };
        assert!(words.contains(&last), "{words:?}");
    }
}
