//! Whatever an engine is at, it ends soon after it is asked to stop.
//!
//! Each board here would take hours; that a test ends at all shows that the flag was seen.

use bezzel_board::{Problem, Size, Stop};
use bezzel_engines::{EngineError, Prepared, SimdLevel, Subtotal, Unit, WorkError, registry};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Asks to stop a little later, when the work is well under way.
fn soon(stop: &Stop) -> thread::JoinHandle<()> {
    let stop = stop.clone();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        stop.ask();
    })
}

fn stopped(
    prepared: &Arc<dyn Prepared>,
    unit: &Unit,
    level: SimdLevel,
    recounts: bool,
) -> Result<Subtotal, WorkError> {
    let mut worker = prepared.worker(level).unwrap();
    let stop = Stop::new();
    let asking = soon(&stop);
    let found = if recounts { worker.recount(unit, &stop) } else { worker.count(unit, &stop) };
    asking.join().unwrap();
    found
}

/// The unit that is expected to take longest.
fn longest(prepared: &Arc<dyn Prepared>) -> Unit {
    let costs = prepared.plan().units.iter().map(|unit| (unit, prepared.cost(unit)));
    costs.max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap().0.clone()
}

#[test]
fn counts_and_recounts_stop_when_asked() {
    let cube = |n, d| Problem::new(Size::cube(n, d).unwrap());
    for (engine, problem) in [
        ("colour", Problem::queens(28)),
        ("enumerate", Problem::queens(30)),
        ("enumerate", Problem::new(Size::rectangle(26, 30).unwrap())),
        ("torus", Problem::queens(31).on_torus().unwrap()),
        ("barr-rao", cube(9, 3)),
        ("barr-rao", Problem::queens(30)),
        ("transform", cube(10, 3)),
    ] {
        let engine = registry::find(engine).unwrap();
        let prepared = engine.prepare(&problem, &Stop::new()).unwrap();
        let (case, unit) = (format!("{}, {problem}", engine.info().id), longest(&prepared));
        for level in SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok()) {
            let counted = stopped(&prepared, &unit, level, false);
            assert_eq!(counted, Err(WorkError::Stopped), "{case}, {level}");
        }
        let recounted = stopped(&prepared, &unit, SimdLevel::best(), true);
        assert_eq!(recounted, Err(WorkError::Stopped), "{case}");
    }
}

/// No stack of a side that is planned in moments takes long enough to be stopped in the middle.
#[test]
fn stacks_are_not_started_after_a_stop() {
    let stacks = registry::find("stacks").unwrap();
    let prepared = stacks.prepare(&Problem::queens(12), &Stop::new()).unwrap();
    let (unit, asked) = (longest(&prepared), Stop::new());
    asked.ask();
    let mut worker = prepared.worker(SimdLevel::best()).unwrap();
    assert_eq!(worker.count(&unit, &asked), Err(WorkError::Stopped));
    assert_eq!(worker.recount(&unit, &asked), Err(WorkError::Stopped));
}

#[test]
fn planning_stops_when_asked() {
    let cube = |n, d| Problem::new(Size::cube(n, d).unwrap());
    let asked = Stop::new();
    asked.ask();
    for (engine, problem) in [
        ("enumerate", Problem::queens(32)),
        ("torus", Problem::queens(32).on_torus().unwrap()),
        ("barr-rao", cube(2, 14)),
        ("barr-rao", cube(2, 15)),
        ("barr-rao", cube(5, 3).on_torus().unwrap()),
        ("stacks", Problem::queens(15)),
    ] {
        let planned = registry::find(engine).unwrap().prepare(&problem, &asked);
        assert!(matches!(planned.err(), Some(EngineError::Stopped)), "{engine}, {problem}");
    }
}

/// Two requests of this kind once kept a server busy for minutes.
#[test]
fn spaces_of_many_dimensions_are_planned_at_once_or_refused() {
    let cube = |n, d| Problem::new(Size::cube(n, d).unwrap());
    let barr_rao = registry::find("barr-rao").unwrap();
    for d in [13, 14] {
        let prepared = barr_rao.prepare(&cube(2, d), &Stop::new()).unwrap();
        assert_eq!(prepared.count_all(SimdLevel::best(), &Stop::new()), Ok(Subtotal::Count(0)));
    }
    for problem in [cube(2, 20), cube(3, 16).on_torus().unwrap()] {
        let refused = barr_rao.prepare(&problem, &Stop::new());
        assert!(matches!(refused.err(), Some(EngineError::Memory { .. })), "{problem}");
    }
}
