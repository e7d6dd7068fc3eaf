//! Ant colony optimisation: ants place queens where earlier ants did well.
//!
//! ```text
//!   trail          probability of square (row, column) for an ant that has filled the rows above:
//!   . o O .
//!   O . . o        trail(row, column) · 1 / (1 + attackers)^β
//!   o . . O
//!   . O o .        the best board of each round strengthens its squares, all others fade
//! ```
//!
//! The trails follow the MAX–MIN ant system: every trail fades by a tenth each round, the best
//! board (of the round or, every fifth time, of all rounds) strengthens its squares, and trails
//! stay between two bounds, so that no square is ever excluded or certain. Cost: n² steps per ant;
//! memory n². A test is a square weighed, a trial an ant's board, a restart a reset of all trails
//! after 200 rounds without a solution. It is a hundred times slower than `min-conflicts` and meant
//! for comparison and for watching trails form; n up to 100.

use crate::line_counts::LineCounts;
use crate::lines::Open;
use crate::random::Random;
use crate::solves::report;
use crate::{
    Boards, Category, Effort, Info, Probe, SEED, Search, Setting, Settings, Step, Values, restarts,
};
use bezzel_board::{Problem, Square};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct AntColony;

const ANTS: Setting = Setting {
    name: "ants",
    values: Values::Number { default: 20, least: 1, most: 10_000 },
    about: "ants, each of which fills a board in every round",
};

const ROUNDS: Setting = Setting {
    name: "rounds",
    values: Values::Number { default: 200, least: 1, most: 1_000_000 },
    about: "rounds before the trails are reset",
};

const RESTARTS: Setting = restarts(100);

/// The share of a trail that remains after a round.
const PERSISTENCE: f64 = 0.9;
/// The exponent β of 1 / (1 + attackers).
const GREED: u32 = 10;
/// The largest trail; the smallest is the largest divided by 2n, as Stützle and Hoos suggest.
const STRONGEST: f64 = 1.0;

impl Search for AntColony {
    const INFO: Info = Info {
        id: "ant-colony",
        title: "Ant colony optimisation",
        category: Category::SomeSolutions,
        reference: "Dorigo, Maniezzo and Colorni 1996; Stützle and Hoos 2000; named in Chakiat and others, section 7, who cite Khan and others 2009",
        guarantee: "one solution or none",
        counts: "test: a square weighed; trial: a board filled by an ant; restart: all trails made level",
        corrections: "only the abstract of Khan and others was available: the trails are those of Stützle and Hoos",
        pseudocode: &[
            "make all trails level",
            "repeat for each ant, for each row",
            "  place a queen on (row, column) with probability as trail / (1 + attackers)^10",
            "  if no queen is attacked then print",
            "  all trails fade to 0.9 of their strength",
            "  the best board strengthens the trails of its squares",
            "until the rounds are over; start again",
        ],
        settings: &[ANTS, ROUNDS, SEED, RESTARTS],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            rows: 1000,
            width: 1000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let size = problem.size();
        let mut colony = Colony {
            problem,
            open: Open::new(problem),
            trails: Vec::new(),
            counts: LineCounts::new(problem),
            weights: Vec::new(),
            random: Random::new(settings),
            probe,
        };
        for attempt in 0..=settings.number(&RESTARTS) {
            if attempt > 0 {
                colony.probe.step(7, Step::Restart(attempt))?;
            }
            colony.trails = vec![STRONGEST; size.squares() as usize];
            colony.show_trails(1)?;
            let mut best: Option<Board> = None;
            for round in 1..=settings.number(&ROUNDS) {
                let Some(board) = colony.round(settings.number(&ANTS))? else {
                    return ControlFlow::Continue(());
                };
                if board.collisions == 0 {
                    return report(problem, 4, &board.columns, colony.probe);
                }
                if best.as_ref().is_none_or(|best| board.collisions < best.collisions) {
                    best = Some(board.clone());
                }
                match best.as_ref().filter(|_| round % 5 == 0) {
                    Some(best) => colony.strengthen(best),
                    None => colony.strengthen(&board),
                }
                colony.show_trails(6)?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[derive(Clone)]
struct Board {
    columns: Vec<u32>,
    collisions: u64,
}

struct Colony<'a, P> {
    problem: &'a Problem,
    open: Open<'a>,
    /// The trail of each square, by position.
    trails: Vec<f64>,
    counts: LineCounts,
    /// The squares an ant weighs and the sum of their weights up to each.
    weights: Vec<(u32, f64)>,
    random: Random,
    probe: &'a mut P,
}

impl<P: Probe> Colony<'_, P> {
    /// The best of the ants' boards, or the last one if it is a solution; none if a row has no
    /// square.
    fn round(&mut self, ants: u64) -> ControlFlow<P::Stop, Option<Board>> {
        let mut best: Option<Board> = None;
        for _ in 0..ants {
            self.probe.step(2, Step::Board(Cow::Borrowed(&[])))?;
            let Some(board) = self.ant()? else {
                return ControlFlow::Continue(None);
            };
            self.probe.work(Effort::Trial);
            self.probe.step(4, Step::Collisions(board.collisions))?;
            if best.as_ref().is_none_or(|best| board.collisions < best.collisions) {
                best = Some(board);
            }
            if best.as_ref().is_some_and(|best| best.collisions == 0) {
                break;
            }
        }
        ControlFlow::Continue(best)
    }

    /// The board one ant fills.
    fn ant(&mut self) -> ControlFlow<P::Stop, Option<Board>> {
        self.counts.clear();
        // Given queens are placed first, so that ants avoid the squares they attack.
        for &queen in self.problem.given().squares() {
            self.counts.add(queen);
        }
        let rows = self.problem.size().rows();
        let mut board = Board { columns: Vec::with_capacity(rows as usize), collisions: 0 };
        for row in 0..rows {
            let given = self.problem.given_in_row(row);
            if let Some(queen) = given {
                self.counts.remove(queen);
            }
            let Some(square) = given.or_else(|| self.choose(row)) else {
                return ControlFlow::Continue(None);
            };
            self.probe.step(3, Step::Place(square))?;
            board.collisions +=
                self.counts.add(square).iter().map(|&met| u64::from(met)).sum::<u64>();
            board.columns.push(square.column);
        }
        ControlFlow::Continue(Some(board))
    }

    /// A square of the row, by trail and attackers.
    fn choose(&mut self, row: u32) -> Option<Square> {
        self.weights.clear();
        let size = self.problem.size();
        let mut sum = 0.0;
        for column in 0..size.columns() {
            let square = Square::new(row, column);
            if self.open.forbids(square).is_some() {
                continue;
            }
            self.probe.work(Effort::Test);
            let attackers = f64::from(1 + self.counts.attackers(square));
            let greed = (0..GREED).fold(1.0, |product, _| product / attackers);
            sum += self.trails[size.position(square) as usize] * greed;
            self.weights.push((column, sum));
        }
        let drawn = self.random.unit() * sum;
        let place = self.weights.partition_point(|&(_, up_to)| up_to <= drawn);
        let &(column, _) = self.weights.get(place).or(self.weights.last())?;
        Some(Square::new(row, column))
    }

    /// Reports all trails, in thousandths of the largest.
    fn show_trails(&mut self, line: u8) -> ControlFlow<P::Stop> {
        if !self.probe.listens() {
            return ControlFlow::Continue(());
        }
        let values = self.trails.iter().map(|trail| (trail / STRONGEST * 1000.0) as i64).collect();
        self.probe.step(line, Step::Weights { first: 0, values: Cow::Owned(values) })
    }

    /// Fades all trails and strengthens those of a board: the fewer collisions it has, the more.
    fn strengthen(&mut self, board: &Board) {
        let size = self.problem.size();
        let weakest = STRONGEST / (2.0 * f64::from(size.columns()));
        for trail in &mut self.trails {
            *trail = (*trail * PERSISTENCE).max(weakest);
        }
        let more = (1.0 - PERSISTENCE) / (1 + board.collisions) as f64;
        for (row, &column) in (0..).zip(&board.columns) {
            let trail = &mut self.trails[size.position(Square::new(row, column)) as usize];
            *trail = (*trail + more).min(STRONGEST);
        }
    }
}
