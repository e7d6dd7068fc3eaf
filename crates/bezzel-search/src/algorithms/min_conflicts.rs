//! Minimum conflicts: an attacked queen moves to the square of its row with the fewest attackers.
//!
//! ```text
//!   row 5:  2 1 1 3 Q 0 2 1      attackers of each square of the row: the attacked queen
//!                     ^          moves to the square without attackers
//! ```
//!
//! Minton and others found that a greedy start leaves so few conflicts that about fifty moves
//! repair them, whatever n is. Here each row draws up to 64 of the remaining columns and takes the
//! first unattacked square, or the best one; examining every row completely would take n² steps. A
//! repair examines the complete row, but stops at the first square that is not attacked, since none
//! is better. Cost: nearly linear, a million queens in about a second; memory 7n numbers. A test is
//! a square examined, a trial a move; after 100 + 2n moves a new start is made (restart). It
//! supports given queens, blocked squares, rectangles and the torus, where it succeeds less often.
//! For plain boards of more than a million queens [`qs4`](super::qs4) is faster.

use crate::line_counts::LineCounts;
use crate::lines::Open;
use crate::random::Random;
use crate::solves::{Bits, report};
use crate::{
    Boards, Category, Effort, Info, Probe, SEED, Search, Setting, Settings, Step, restarts,
};
use bezzel_board::{Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct MinConflicts;

const RESTARTS: Setting = restarts(10_000);

/// Columns drawn for a row at the start before it takes the best of them.
const DRAWS: usize = 64;

impl Search for MinConflicts {
    const INFO: Info = Info {
        id: "min-conflicts",
        title: "Minimum conflicts",
        category: Category::SomeSolutions,
        reference: "Minton, Johnston, Philips and Laird 1992, \"Minimizing conflicts\"",
        guarantee: "one solution or none",
        counts: "test: a square examined; trial: a queen moved; restart: a new start",
        corrections: "none",
        pseudocode: &[
            "repeat for each row: place a queen where few queens attack it",
            "  repeat choose an attacked queen at random",
            "    find the square of its row that fewest queens attack, at random of several",
            "    move the queen there",
            "  until no queen is attacked or 100 + 2 N moves were made",
            "until no queen is attacked",
        ],
        settings: &[SEED, RESTARTS],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            rows: 100_000_000,
            width: 100_000_000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let mut random = Random::new(settings);
        let rows = problem.size().rows();
        let mut repair = Repair {
            problem,
            open: Open::new(problem),
            counts: LineCounts::new(problem),
            columns: vec![0; rows as usize],
            movable: (0..rows).filter(|&row| problem.given_in_row(row).is_none()).collect(),
            collisions: 0,
            probe,
        };
        for attempt in 0..=settings.number(&RESTARTS) {
            if attempt > 0 {
                repair.probe.step(6, Step::Restart(attempt))?;
            }
            if !repair.start(&mut random)? {
                break;
            }
            if repair.repair(&mut random)? {
                return report(problem, 6, &repair.columns, repair.probe);
            }
        }
        ControlFlow::Continue(())
    }
}

struct Repair<'a, P> {
    problem: &'a Problem,
    open: Open<'a>,
    counts: LineCounts,
    columns: Vec<u32>,
    /// The rows whose queens are not given.
    movable: Vec<u32>,
    /// Attacking pairs on the board.
    collisions: u64,
    probe: &'a mut P,
}

impl<P: Probe> Repair<'_, P> {
    /// Places all queens greedily; returns whether every row has a square for one.
    fn start(&mut self, random: &mut Random) -> ControlFlow<P::Stop, bool> {
        self.counts.clear();
        self.collisions = 0;
        let given = self.problem.given().squares();
        for &queen in given {
            self.place(queen)?;
        }
        let mut taken: Vec<u32> = given.iter().map(|queen| queen.column).collect();
        taken.sort_unstable();
        let mut left: Vec<u32> = (0..self.problem.size().columns())
            .filter(|column| taken.binary_search(column).is_err())
            .collect();
        for place in 0..self.movable.len() {
            let row = self.movable[place];
            let square = match self.draw(row, &mut left, random) {
                Some(square) => square,
                None => match self.best_square(row, None, random) {
                    Some((square, _)) => square,
                    None => return ControlFlow::Continue(false),
                },
            };
            self.place(square)?;
        }
        self.probe.step(1, Step::Collisions(self.collisions))?;
        ControlFlow::Continue(true)
    }

    /// Takes the best of some unused columns.
    fn draw(&mut self, row: u32, left: &mut Vec<u32>, random: &mut Random) -> Option<Square> {
        let mut best = None;
        for _ in 0..DRAWS.min(4 * left.len()) {
            let place = random.below(left.len() as u32) as usize;
            let square = Square::new(row, left[place]);
            if self.open.forbids(square).is_some() {
                continue;
            }
            self.probe.work(Effort::Test);
            let attackers = self.counts.attackers(square);
            if best.is_none_or(|(fewest, _)| attackers < fewest) {
                best = Some((attackers, place));
            }
            if attackers == 0 {
                break;
            }
        }
        best.map(|(_, place)| Square::new(row, left.swap_remove(place)))
    }

    /// Moves attacked queens; returns whether none is left.
    fn repair(&mut self, random: &mut Random) -> ControlFlow<P::Stop, bool> {
        // Every attacked queen that may move is in the list; some of them may no longer be
        // attacked.
        let mut listed = Bits::new(self.columns.len());
        let mut list: Vec<u32> =
            self.movable.iter().copied().filter(|&row| self.is_attacked(row)).collect();
        for &row in &list {
            listed.insert(row as usize);
        }
        let mut moves = 100 + 2 * self.columns.len();
        while !list.is_empty() {
            let place = random.below(list.len() as u32) as usize;
            let row = list[place];
            if !self.is_attacked(row) {
                list.swap_remove(place);
                listed.remove(row as usize);
                continue;
            }
            if moves == 0 {
                return ControlFlow::Continue(false);
            }
            moves -= 1;
            self.probe.pause()?;
            self.relocate(row, random)?;
            if self.is_attacked(row) {
                // The move examined the complete row, so examining all queens costs no more.
                let to = Square::new(row, self.columns[row as usize]);
                for &other in &self.movable {
                    let queen = Square::new(other, self.columns[other as usize]);
                    if self.counts.share_a_line(queen, to) && listed.insert(other as usize) {
                        list.push(other);
                    }
                }
            }
        }
        ControlFlow::Continue(self.collisions == 0)
    }

    /// Moves the queen of a row to its best other square, unless that is worse than its own.
    fn relocate(&mut self, row: u32, random: &mut Random) -> ControlFlow<P::Stop> {
        let from = Square::new(row, self.columns[row as usize]);
        let own: u32 = self.counts.remove(from).iter().sum();
        let best = self.best_square(row, Some(from.column), random);
        let to = best.filter(|&(_, attackers)| attackers <= own).map_or(from, |(square, _)| square);
        let met: u32 = self.counts.add(to).iter().sum();
        self.collisions = self.collisions + u64::from(met) - u64::from(own);
        self.columns[row as usize] = to.column;
        if to != from {
            self.probe.work(Effort::Trial);
            self.probe.step(4, Step::Move(from, to))?;
            self.probe.step(4, Step::Collisions(self.collisions))?;
        }
        ControlFlow::Continue(())
    }

    /// The least attacked square of a row and its attackers, searched from a random column on.
    fn best_square(
        &mut self,
        row: u32,
        except: Option<u32>,
        random: &mut Random,
    ) -> Option<(Square, u32)> {
        let width = self.problem.size().columns();
        let first = random.below(width);
        let mut best: Option<(Square, u32)> = None;
        let mut equals = 0;
        for column in (first..width).chain(0..first) {
            let square = Square::new(row, column);
            if Some(column) == except || self.open.forbids(square).is_some() {
                continue;
            }
            self.probe.work(Effort::Test);
            let attackers = self.counts.attackers(square);
            let fewest = best.map_or(u32::MAX, |(_, attackers)| attackers);
            if attackers < fewest {
                (best, equals) = (Some((square, attackers)), 1);
                if attackers == 0 {
                    break;
                }
            } else if attackers == fewest {
                // Each of k equal squares is kept with probability 1/k.
                equals += 1;
                if random.below(equals) == 0 {
                    best = Some((square, attackers));
                }
            }
        }
        best
    }

    fn place(&mut self, square: Square) -> ControlFlow<P::Stop> {
        self.probe.step(1, Step::Place(square))?;
        self.columns[square.row as usize] = square.column;
        self.collisions += self.counts.add(square).iter().map(|&met| u64::from(met)).sum::<u64>();
        ControlFlow::Continue(())
    }

    fn is_attacked(&self, row: u32) -> bool {
        // Its own queen counts once on each of the three lines.
        self.counts.attackers(Square::new(row, self.columns[row as usize])) > 3
    }
}
