//! Integer programming by HiGHS, as far as it is needed here: one feasible point after another.
//!
//! The program is that of the back-end `ip`: a 0/1 column for each open square, a row for each line,
//! nothing to optimise. Each solution found is cut off by a row that forbids all its queens together,
//! until the program is infeasible.

mod library;

pub use library::{Found, found, package_folder};

use bezzel_board::Instead;
use bezzel_models::solve::{Backend, Clock, Info, SearchEnd, SolutionProbe, SolveError};
use bezzel_models::{Model, Need, Variable};
use bezzel_search::StopReason;
use library::{Api, Handle, Reply};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

/// See the [module](self).
pub struct Highs;

const INFO: Info = Info {
    id: "highs",
    title: "HiGHS on the integer program",
    formulation: "0/1 integer programming without objective",
    proves: false,
    guarantee: "complete up to the solver's tolerance of 1e-6 on 0/1 numbers: a verified solution, \
                or no solution; counts by cutting off each solution found",
    most_squares: 1_000_000,
    visit: None,
};

impl Backend for Highs {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn ready(&self) -> Result<(), SolveError> {
        library::api().map(|_| ()).map_err(missing)
    }

    fn library(&self) -> Option<String> {
        let found = found().ok()?;
        Some(format!("{} in {}", found.version, found.place.display()))
    }

    fn search(&self, model: &Model, probe: &mut SolutionProbe<'_>) -> Result<(), SearchEnd> {
        let api = library::api().map_err(|why| SearchEnd::Failed(missing(why)))?;
        // Declared before the solver that keeps its address, so that it is dropped after it.
        let clock = Box::new(probe.clock().clone());
        let mut solver = Solver::new(api, model)?;
        solver.listen(&clock)?;
        loop {
            match solver.run(&clock)? {
                OPTIMAL => {}
                INFEASIBLE => return Ok(()),
                TIME_LIMIT | INTERRUPT => {
                    return Err(SearchEnd::Stop(clock.stop().unwrap_or(StopReason::Time)));
                }
                status => return Err(failed(&format!("it ended with status {status}"))),
            }
            let point = solver.point()?;
            let queens: Vec<Variable> = (0..model.variables())
                .map(Variable::from_index)
                .filter(|queen| point[queen.index() as usize] > 0.5)
                .collect();
            probe.found(queens.iter().copied())?;
            solver.cut(&queens, f64::from(model.queens()) - 1.0)?;
        }
    }
}

// Constants from the header.
const OPTIMAL: c_int = 7;
const INFEASIBLE: c_int = 8;
const TIME_LIMIT: c_int = 13;
const INTERRUPT: c_int = 17;
const ROW_WISE: c_int = 2;
const MINIMISE: c_int = 1;
const INTEGER: c_int = 1;
const SIMPLEX_INTERRUPT: c_int = 1;
const MIP_INTERRUPT: c_int = 6;
const ERROR: c_int = -1;

/// A solver with its program.
struct Solver {
    api: &'static Api,
    handle: Handle,
    columns: usize,
}

impl Solver {
    fn new(api: &'static Api, model: &Model) -> Result<Solver, SearchEnd> {
        // SAFETY: it has no arguments; its result is destroyed when this solver is dropped.
        let handle = unsafe { (api.create)() };
        let columns = model.variables() as usize;
        let solver = Solver { api, handle, columns };
        // SAFETY: the handle is alive and the name ends with a zero.
        well(unsafe { (api.set_bool)(handle, c"output_flag".as_ptr(), 0) })?;
        let (mut starts, mut squares, mut least) = (Vec::new(), Vec::new(), Vec::new());
        for group in model.groups() {
            starts.push(squares.len() as c_int);
            squares.extend(model.on_line(&group.line).map(|(square, _)| column(square)));
            least.push(match group.need {
                Need::ExactlyOne => 1.0,
                Need::AtMostOne => 0.0,
            });
        }
        let mut most = vec![1.0; least.len()];
        if let Some(total) = model.total() {
            starts.push(squares.len() as c_int);
            squares
                .extend((0..model.variables()).map(|square| column(Variable::from_index(square))));
            least.push(f64::from(total));
            most.push(f64::from(total));
        }
        let (zeros, ones) = (vec![0.0; columns], vec![1.0; columns.max(squares.len())]);
        let (rows, entries) = (least.len() as c_int, squares.len() as c_int);
        let integrality = vec![INTEGER; columns];
        // SAFETY: the handle is alive. Of the arrays, those of columns have `columns` values, those
        // of rows `rows`, those of entries at least `entries`; the library copies them.
        well(unsafe {
            (api.pass_mip)(
                handle,
                columns as c_int,
                rows,
                entries,
                ROW_WISE,
                MINIMISE,
                0.0,
                zeros.as_ptr(),
                zeros.as_ptr(),
                ones.as_ptr(),
                least.as_ptr(),
                most.as_ptr(),
                starts.as_ptr(),
                squares.as_ptr(),
                ones.as_ptr(),
                integrality.as_ptr(),
            )
        })?;
        Ok(solver)
    }

    /// Lets the solver ask the clock from time to time whether to stop.
    fn listen(&mut self, clock: &Clock) -> Result<(), SearchEnd> {
        let clock: *const Clock = clock;
        // SAFETY: the handle is alive, and the clock outlives it, as its owner ensures; the
        // callback only reads the clock.
        unsafe {
            well((self.api.set_callback)(self.handle, Some(ask), clock.cast_mut().cast()))?;
            for kind in [SIMPLEX_INTERRUPT, MIP_INTERRUPT] {
                well((self.api.start_callback)(self.handle, kind))?;
            }
        }
        Ok(())
    }

    /// Runs until there is an answer or the clock says stop; returns the final status.
    fn run(&mut self, clock: &Clock) -> Result<c_int, SearchEnd> {
        if let Some(left) = clock.left() {
            // The solver compares its limit with the total time of all its runs. SAFETY: the handle
            // is alive.
            let spent = unsafe { (self.api.run_time)(self.handle) };
            self.set(c"time_limit", spent + left.as_secs_f64())?;
        }
        // SAFETY: the handle is alive.
        well(unsafe { (self.api.run)(self.handle) })?;
        // SAFETY: the handle is alive.
        Ok(unsafe { (self.api.model_status)(self.handle) })
    }

    fn set(&mut self, name: &CStr, value: f64) -> Result<(), SearchEnd> {
        // SAFETY: the handle is alive and the name ends with a zero.
        well(unsafe { (self.api.set_double)(self.handle, name.as_ptr(), value) })
    }

    /// The values of the columns.
    fn point(&self) -> Result<Vec<f64>, SearchEnd> {
        let mut point = vec![0.0; self.columns];
        let nothing = ptr::null_mut();
        // SAFETY: the handle is alive, the array has a place for each column, and null arrays are
        // skipped.
        well(unsafe {
            (self.api.solution)(self.handle, point.as_mut_ptr(), nothing, nothing, nothing)
        })?;
        Ok(point)
    }

    /// Forbids queens on more than this many of these squares.
    fn cut(&mut self, queens: &[Variable], most: f64) -> Result<(), SearchEnd> {
        let squares: Vec<c_int> = queens.iter().map(|&queen| column(queen)).collect();
        let ones = vec![1.0; squares.len()];
        let number = squares.len() as c_int;
        // SAFETY: the handle is alive and both arrays have `number` values.
        well(unsafe {
            (self.api.add_row)(self.handle, 0.0, most, number, squares.as_ptr(), ones.as_ptr())
        })
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        // SAFETY: the handle is alive and not used after this.
        unsafe { (self.api.destroy)(self.handle) };
    }
}

/// # Safety
///
/// Must only be called by the solver, with the clock it was given.
unsafe extern "C" fn ask(
    _: c_int,
    _: *const c_char,
    _: *const c_void,
    reply: *mut Reply,
    clock: *mut c_void,
) {
    // SAFETY: the solver hands back the address of the clock, which outlives it.
    let clock = unsafe { &*clock.cast::<Clock>() };
    // SAFETY: the reply is null or the solver's own struct, to be filled in.
    if let (Some(reply), Some(_)) = (unsafe { reply.as_mut() }, clock.stop()) {
        reply.user_interrupt = 1;
    }
}

fn column(square: Variable) -> c_int {
    square.index() as c_int
}

fn well(status: c_int) -> Result<(), SearchEnd> {
    if status == ERROR { Err(failed("it reports an error")) } else { Ok(()) }
}

fn failed(why: &str) -> SearchEnd {
    SearchEnd::Failed(SolveError::Failed { id: INFO.id, why: why.to_owned() })
}

fn missing(why: &str) -> SolveError {
    let variable = library::VARIABLE;
    let instead = Instead::Install { library: "HiGHS", package: "highspy", variable };
    SolveError::NotThere { id: INFO.id, why: why.to_owned(), instead }
}
