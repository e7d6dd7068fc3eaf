//! `squares`: how often each square holds a queen, over all solutions or over random ones.

use crate::count::{Counter, Spectra};
use crate::deadline::Deadline;
use crate::density::Density;
use crate::{
    Control, CountRequest, Decimal, Error, ErrorKind, RunLimits, SampleRequest, SampleWalks,
    Schema, Workers, sample,
};
use bezzel_board::{Placement, Problem, Square, Symmetry};
use bezzel_search::StopReason;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::Instant;

/// Most rows of boards whose solutions are counted square by square unless a sample is asked for.
const MOST_ROWS: u32 = 18;

/// Random solutions of larger boards.
const DRAWN: u64 = 2_000;

/// What to look at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SquaresRequest {
    /// The problem: a two-dimensional board, as for a sample.
    pub problem: Problem,
    /// How many random solutions to look at; without it all solutions of boards of up to 18 rows, and
    /// 2000 random ones of larger boards.
    #[serde(default)]
    pub number: Option<u64>,
    /// Where the random numbers start; the same seed gives the same solutions.
    #[serde(default = "seed")]
    pub seed: u64,
    /// Draw them from random walks: for large boards, and only approximately uniform.
    #[serde(default)]
    pub approximate: bool,
    /// What counts all solutions.
    #[serde(default)]
    pub workers: Workers,
    /// When it stops: only a limit of time.
    #[serde(default)]
    pub limits: RunLimits,
}

fn seed() -> u64 {
    1
}

impl SquaresRequest {
    /// A request with every choice left to the library.
    #[must_use]
    pub fn new(problem: Problem) -> SquaresRequest {
        SquaresRequest {
            problem,
            number: None,
            seed: seed(),
            approximate: false,
            workers: Workers::default(),
            limits: RunLimits::default(),
        }
    }

    /// Whether all solutions are counted; otherwise random ones are looked at.
    #[must_use]
    pub fn counts_all(&self) -> bool {
        let is_small = self.problem.size().rows() <= MOST_ROWS;
        self.number.is_none() && !self.approximate && is_small
    }

    /// Refuses options that would have no effect.
    fn check(&self) -> Result<(), Error> {
        self.limits.only_time()?;
        if self.limits.memory.is_some() {
            let what = "solutions by square have no limit on memory";
            return Err(Error::bad(what).advice("limit the time instead"));
        }
        self.workers.check()?;
        let Workers { threads, device, simd } = &self.workers;
        let given = [
            ("threads", threads.is_some()),
            ("device", device.is_some()),
            ("simd", simd.is_some()),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) if !self.counts_all() => {
                let what = format!("{option} is for counting all solutions, not for random ones");
                Err(Error::bad(what).leave_out(option))
            }
            _ => Ok(()),
        }
    }
}

/// How often each square holds a queen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SquaresAnswer {
    /// `bezzel/squares/1`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
    /// Solutions looked at.
    pub looked_at: u64,
    /// All solutions of the problem; missing where it was stopped.
    pub total: Option<Decimal>,
    /// The seed, where solutions were drawn at random; missing where all were counted.
    pub seed: Option<u64>,
    /// How many of them have a queen on each square, row by row; empty where counting all of them was
    /// stopped.
    pub squares: Vec<Vec<u64>>,
    /// How the walks went, where solutions were drawn from walks.
    pub walks: Option<SampleWalks>,
    /// The density of queens beside that of very large boards; missing for boards that are not
    /// square and where nothing was looked at.
    pub density: Option<Density>,
    /// Why it ended early, where it did.
    pub stopped: Option<StopReason>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Counts for each square the solutions that use it: all solutions, or random ones, all equally
/// likely or, from walks, approximately so.
///
/// ```
/// use bezzel::{Control, Problem, SquaresRequest, squares};
///
/// let answer = squares(&SquaresRequest::new(Problem::queens(8)), &Control::new())?;
/// assert_eq!((answer.looked_at, &answer.squares[0][..4]), (92, &[4, 8, 16, 18][..]));
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn squares(request: &SquaresRequest, control: &Control) -> Result<SquaresAnswer, Error> {
    request.check()?;
    let problem = &request.problem;
    let mut drawn = SampleRequest::new(problem.clone());
    (drawn.number, drawn.seed) = (request.number.unwrap_or(DRAWN), request.seed);
    drawn.approximate = request.approximate;
    // What a sample refuses is refused here for every size.
    sample::check(&drawn)?;
    let mut answer = SquaresAnswer {
        schema: Schema::new("bezzel/squares/1"),
        problem: problem.clone(),
        looked_at: 0,
        total: None,
        seed: None,
        squares: Vec::new(),
        walks: None,
        density: None,
        stopped: None,
        seconds: 0.0,
    };
    let started = Instant::now();
    let deadline = Deadline::new(&request.limits, control)?;
    let control = &control.clone().with_stop(deadline.stop().clone());
    if request.counts_all() {
        count_all(&mut answer, &request.workers, control)?;
    } else {
        answer.seed = Some(request.seed);
        draw(&mut answer, &drawn, control)?;
    }
    if answer.stopped == Some(StopReason::Stopped) {
        answer.stopped = Some(deadline.because());
    }
    let has_squares = problem.size().is_square() && problem.size().rows() > 0;
    if has_squares && problem.has_one_per_row() && answer.looked_at > 0 {
        answer.density = Some(Density::new(&answer.squares, answer.looked_at));
    }
    answer.seconds = started.elapsed().as_secs_f64();
    Ok(answer)
}

/// Counts the solutions with a queen on each square. Squares that a symmetry of the problem maps onto
/// each other are counted once.
fn count_all(
    answer: &mut SquaresAnswer,
    workers: &Workers,
    control: &Control,
) -> Result<(), Error> {
    let problem = answer.problem.clone();
    let size = problem.size();
    let mut asked = CountRequest::all(Vec::new());
    asked.workers.clone_from(workers);
    let counter = Counter::new(&asked, control)?;
    let mut count = |problem: &Problem| {
        let mut spectra = Spectra::new(&asked.workers, &asked.limits, None);
        let counted = counter.one(problem, &mut spectra)?;
        answer.stopped = counted.because;
        let total = counted.exact().filter(|_| counted.because.is_none());
        let total = total.map(u64::try_from).transpose();
        total.map_err(|_| Error::new(ErrorKind::TooLarge, "the total exceeds 64 bits"))
    };
    let Some(total) = count(&problem)? else { return Ok(()) };
    let group = Symmetry::of_problem(&problem);
    let mut used = vec![vec![0; size.columns() as usize]; size.rows() as usize];
    for square in size.iter() {
        let images = group.iter().map(|symmetry| symmetry.apply(square, size));
        let first = images.min().expect("every problem has the identity");
        let found = if first < square {
            used[first.row as usize][first.column as usize]
        } else {
            match with_queen(&problem, square) {
                None => 0,
                Some(problem) => match count(&problem)? {
                    Some(found) => found,
                    None => return Ok(()),
                },
            }
        };
        used[square.row as usize][square.column as usize] = found;
    }
    check_sums(&problem, &used, total)?;
    answer.total = Some(Decimal(total.into()));
    (answer.looked_at, answer.squares) = (total, used);
    Ok(())
}

/// The problem with a queen on this square, if one may stand there.
fn with_queen(problem: &Problem, square: Square) -> Option<Problem> {
    if problem.given().contains(square) {
        return Some(problem.clone());
    }
    let is_allowed = problem.allows(square);
    // A queen that a given one attacks is refused.
    is_allowed.then(|| problem.clone().with_given([square]).ok()).flatten()
}

/// Every solution has one queen in each row, so each row must add up to the total; where a row may
/// hold any number of pieces, the whole board must add up to the pieces of all solutions.
fn check_sums(problem: &Problem, used: &[Vec<u64>], total: u64) -> Result<(), Error> {
    if !problem.has_one_per_row() {
        let sum: u64 = used.iter().flatten().sum();
        let expected = total * u64::from(problem.pieces());
        if sum == expected {
            return Ok(());
        }
        let what = format!(
            "the squares are used {sum} times, but the solutions have {expected} pieces: a mistake of \
             the program or the machine"
        );
        return Err(Error::new(ErrorKind::Alarm, what));
    }
    for (row, squares) in used.iter().enumerate() {
        let sum: u64 = squares.iter().sum();
        if sum != total {
            let what = format!(
                "the squares of row {row} are used by {sum} solutions, but there are {total}: a \
                 mistake of the program or the machine"
            );
            return Err(Error::new(ErrorKind::Alarm, what));
        }
    }
    Ok(())
}

/// Looks at random solutions.
fn draw(
    answer: &mut SquaresAnswer,
    request: &SampleRequest,
    control: &Control,
) -> Result<(), Error> {
    let size = answer.problem.size();
    let mut used = vec![vec![0; size.columns() as usize]; size.rows() as usize];
    let mut look = |placement: &Placement| {
        answer.looked_at += 1;
        for queen in placement.squares() {
            used[queen.row as usize][queen.column as usize] += 1;
        }
        ControlFlow::Continue(())
    };
    let drawn = sample(request, control, &mut |one| look(&one.placement))?;
    (answer.total, answer.stopped, answer.squares) = (drawn.total, drawn.stopped, used);
    answer.walks = drawn.walks;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ListRequest, list};

    #[test]
    fn all_solutions_are_looked_at_and_the_board_is_symmetric() {
        let answer = squares(&SquaresRequest::new(Problem::queens(6)), &Control::new()).unwrap();
        assert_eq!((answer.looked_at, answer.total), (4, Some(Decimal(4))));
        assert_eq!(answer.seed, None);
        for (row, line) in answer.squares.iter().enumerate() {
            assert_eq!(line.iter().sum::<u64>(), 4);
            for (column, &used) in line.iter().enumerate() {
                assert_eq!(used, answer.squares[column][row]);
                assert_eq!(used, answer.squares[5 - row][column]);
            }
        }
    }

    /// Counting square by square gives what looking at every solution gives.
    #[test]
    fn every_kind_of_board_agrees_with_its_list() {
        let square = Square::new;
        let problems = [
            Problem::queens(0),
            Problem::queens(3),
            Problem::queens(9),
            Problem::queens(7).with_given([square(2, 4)]).unwrap(),
            Problem::queens(8).with_blocked([square(0, 1), square(7, 3)]).unwrap(),
            Problem::queens(7).on_torus().unwrap(),
            Problem::new("4x6".parse().unwrap()),
            "5 touching regions=AAABB/ACBBB/CCDBE/CDDEE/DDDEE".parse().unwrap(),
            "6 touching".parse().unwrap(),
            "5 queens=3".parse().unwrap(),
            "4 mobius queens=2".parse().unwrap(),
            "6 amazon cylinder".parse().unwrap(),
        ];
        for problem in problems {
            let answer = squares(&SquaresRequest::new(problem.clone()), &Control::new()).unwrap();
            let size = problem.size();
            let mut used = vec![vec![0; size.columns() as usize]; size.rows() as usize];
            let all = list(&ListRequest::new(problem.clone()), &Control::new(), &mut |one| {
                for queen in one.placement.squares() {
                    used[queen.row as usize][queen.column as usize] += 1;
                }
                ControlFlow::Continue(())
            });
            assert_eq!((answer.total, answer.squares), (all.unwrap().total, used), "{problem}");
        }
    }

    #[test]
    fn a_stopped_count_shows_no_numbers() {
        let control = Control::new();
        control.stop().ask();
        let answer = squares(&SquaresRequest::new(Problem::queens(16)), &control).unwrap();
        assert_eq!((answer.total, answer.stopped), (None, Some(StopReason::Stopped)));
        assert!(answer.squares.is_empty() && answer.looked_at == 0);
    }

    #[test]
    fn the_time_limit_is_that_of_all_squares_together() {
        let mut request = SquaresRequest::new(Problem::queens(18));
        request.limits.time = Some(0.05);
        for number in [None, Some(10)] {
            request.number = number;
            let answer = squares(&request, &Control::new()).unwrap();
            assert_eq!((answer.looked_at, answer.stopped), (0, Some(StopReason::Time)));
        }
    }

    #[test]
    fn workers_count_and_options_without_effect_are_refused() {
        let mut request = SquaresRequest::new(Problem::queens(8));
        (request.workers.threads, request.workers.simd) = (Some(1), Some("scalar".to_owned()));
        assert_eq!(squares(&request, &Control::new()).unwrap().total, Some(Decimal(92)));
        let refused = |change: &dyn Fn(&mut SquaresRequest)| {
            let mut request = SquaresRequest::new(Problem::queens(8));
            change(&mut request);
            squares(&request, &Control::new()).expect_err("an option without effect").what
        };
        assert!(refused(&|r| r.workers.threads = Some(0)).contains("threads is 0"));
        assert!(refused(&|r| r.workers.simd = Some("mmx".to_owned())).contains("mmx"));
        assert!(refused(&|r| r.workers.device = Some("abacus".to_owned())).contains("abacus"));
        assert!(refused(&|r| r.limits.visits = Some(5)).contains("visits"));
        assert!(refused(&|r| r.limits.solutions = Some(5)).contains("solutions"));
        assert!(refused(&|r| r.limits.memory = Some(5)).contains("memory"));
        let drawn = refused(&|r| (r.number, r.workers.threads) = (Some(3), Some(1)));
        assert!(drawn.contains("not for random ones"), "{drawn}");
    }

    #[test]
    fn a_row_that_does_not_add_up_is_an_alarm() {
        assert!(check_sums(&Problem::queens(2), &[vec![1, 1], vec![0, 2]], 2).is_ok());
        let error = check_sums(&Problem::queens(2), &[vec![1, 1], vec![1, 2]], 2).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Alarm);
        assert!(error.what.contains("row 1") && error.what.contains('3'), "{error}");
    }

    #[test]
    fn a_sample_is_drawn_where_it_is_asked_for() {
        let mut request = SquaresRequest::new(Problem::queens(13));
        request.number = Some(50);
        let answer = squares(&request, &Control::new()).unwrap();
        assert_eq!((answer.looked_at, answer.total), (50, Some(Decimal(73_712))));
        assert_eq!(answer.seed, Some(1));
        assert!(answer.squares.iter().all(|row| row.iter().sum::<u64>() == 50));
    }

    #[test]
    fn what_cannot_be_sampled_is_refused() {
        assert!(squares(&SquaresRequest::new(Problem::queens(40)), &Control::new()).is_err());
    }
}
