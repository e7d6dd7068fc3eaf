//! HiGHS, as much of it as is needed here: one feasible point after the other.

use super::watch::Clock;
use super::{Halt, SolveError, Watch};
use crate::{Model, Need, Variable};
use bezzel_search::StopReason;
use highs::{Col, HighsModelStatus, RowProblem, Sense};
use highs_sys::{HighsCallbackDataIn, HighsCallbackDataOut};
use std::fmt::Debug;
use std::os::raw::{c_char, c_int, c_void};

/// Hands every 0/1 point to the watch, cutting each off, until none is left.
pub fn search(model: &Model, watch: &mut Watch<'_>) -> Result<(), Halt> {
    // Declared before the solver that keeps its address, so that it is dropped after it.
    let clock = Box::new(watch.clock().clone());
    let mut problem = RowProblem::default();
    let columns: Vec<Col> =
        (0..model.variables()).map(|_| problem.add_integer_column(0.0, 0..=1)).collect();
    for group in model.groups() {
        let squares = model.on_line(&group.line);
        let row: Vec<(Col, f64)> =
            squares.map(|(square, _)| (columns[square.index() as usize], 1.0)).collect();
        match group.need {
            Need::ExactlyOne => problem.add_row(1..=1, row),
            Need::AtMostOne => problem.add_row(..=1, row),
        }
    }
    let mut solver = problem.try_optimise(Sense::Minimise).map_err(failed)?;
    listen(&mut solver, &clock);
    loop {
        if let Some(left) = clock.left() {
            // The solver compares its limit with the time of all its runs together.
            // SAFETY: the pointer is to the solver that is alive here.
            let spent = unsafe { highs_sys::Highs_getRunTime(solver.as_ptr()) };
            solver.set_option("time_limit", spent + left.as_secs_f64());
        }
        let solved = solver.try_solve().map_err(failed)?;
        match solved.status() {
            HighsModelStatus::Optimal => {}
            HighsModelStatus::Infeasible => return Ok(()),
            HighsModelStatus::ReachedTimeLimit | HighsModelStatus::ReachedInterrupt => {
                return Err(Halt::Stop(clock.stop().unwrap_or(StopReason::Time)));
            }
            status => return Err(failed(status)),
        }
        let point = solved.get_solution();
        let queens: Vec<Variable> = (0..model.variables())
            .map(Variable::from_index)
            .filter(|queen| point.columns()[queen.index() as usize] > 0.5)
            .collect();
        watch.found(queens.iter().copied())?;
        solver = solved.into();
        let cut = queens.iter().map(|queen| (columns[queen.index() as usize], 1.0));
        let most = f64::from(model.queens()) - 1.0;
        solver.try_add_row(..=most, cut).map_err(failed)?;
    }
}

/// Lets the solver ask the clock now and then whether it should stop.
fn listen(solver: &mut highs::Model, clock: &Clock) {
    let clock: *const Clock = clock;
    // SAFETY: the pointer to the solver is valid, and the clock outlives it, as its owner sees to;
    // the callback only reads the clock.
    unsafe {
        let solver = solver.as_mut_ptr();
        highs_sys::Highs_setCallback(solver, Some(ask), clock.cast_mut().cast());
        for kind in
            [highs_sys::kHighsCallbackMipInterrupt, highs_sys::kHighsCallbackSimplexInterrupt]
        {
            highs_sys::Highs_startCallback(solver, kind);
        }
    }
}

/// # Safety
///
/// To be called by the solver alone, with the clock it was given.
unsafe extern "C" fn ask(
    _: c_int,
    _: *const c_char,
    _: *const HighsCallbackDataOut,
    reply: *mut HighsCallbackDataIn,
    clock: *mut c_void,
) {
    // SAFETY: the solver hands back the address of the clock, which outlives it.
    let clock = unsafe { &*clock.cast::<Clock>() };
    // SAFETY: the reply is null or the solver's own struct, to be filled in.
    if let (Some(reply), Some(_)) = (unsafe { reply.as_mut() }, clock.stop()) {
        reply.user_interrupt = 1;
    }
}

fn failed(why: impl Debug) -> Halt {
    Halt::Failed(SolveError::Failed { id: "ip", why: format!("{why:?}") })
}
