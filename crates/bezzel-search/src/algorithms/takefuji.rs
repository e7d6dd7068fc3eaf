//! Takefuji's neural network: a neuron for each square, driven by the constraints it violates.
//!
//! ```text
//!   input of (i,j) in each round     − (queens in row i − 1) − (queens in column j − 1)
//!                                    − other queens on the two diagonals of (i,j)
//!                                    + C · (how many of row i and column j are empty)
//!
//!   U(i,j) sums its inputs           maximum:     the largest U of each row fires
//!                                    hysteresis:  fires above 4, rests below −4, else unchanged
//! ```
//!
//! The potentials of neurons that have long been attacked fall and others overtake them: the sums
//! record what was tried, which helps the network to leave local minima. With the *maximum* neuron
//! one neuron of each row fires by construction, so that the row's term is always 0 and only
//! columns and diagonals can conflict. With the *hysteresis* neuron rows can conflict as well, and
//! the gap between its two thresholds prevents oscillation. Neurons are updated one row after the
//! other, each using the current queens. Cost: n² steps per round, tens of rounds (hysteresis: a
//! hundred); memory n². A test is a neuron updated, a trial a round, a restart a new random state
//! after 500 rounds. It is meant for comparison, n up to a few hundred; `min-conflicts` is much
//! faster.
//!
//! The printed texts were not available. Others report the equation above with its hill-climbing
//! term C, the hysteresis neuron of Takefuji's book with sums kept between two bounds, and the
//! maximum neuron, from the article with Lee and Aiso, which Funabiki, Takenaka and Nishikawa
//! applied to the queens. The numbers are this program's: all weights 1; C = 3 for the maximum
//! neuron, and 4 in five of twenty rounds and 1 in the others for the hysteresis neuron; the
//! thresholds ±4 and the bounds ±15; the order of the updates.

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
pub struct Takefuji;

const NEURON: Setting = Setting {
    name: "neuron",
    values: Values::Words(&["maximum", "hysteresis"]),
    about: "which neuron fires: the strongest of each row, or each that passes a threshold",
};

const ROUNDS: Setting = Setting {
    name: "rounds",
    values: Values::Number { default: 500, least: 1, most: 1_000_000 },
    about: "rounds before the network starts again from a new random state",
};

const RESTARTS: Setting = restarts(1_000);

/// The hill-climbing weight C of the maximum neuron.
const CLIMB: i64 = 3;

/// Above this a hysteresis neuron fires; below its negative it rests.
const THRESHOLD: i64 = 4;

/// The sums of hysteresis neurons stay between this and its negative.
const BOUND: i64 = 15;

/// C of the hysteresis neuron: large for some rounds, to leave stuck states, then small, so that
/// the state settles. Of 100 states with n = 20 it led 79 to a solution in 500 rounds; a constant C
/// of 1 led 57.
const fn climb(round: u64) -> i64 {
    if round % 20 < 5 { 4 } else { 1 }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Neuron {
    Maximum,
    Hysteresis,
}

impl Search for Takefuji {
    const INFO: Info = Info {
        id: "takefuji",
        title: "Takefuji's neural network",
        category: Category::SomeSolutions,
        reference: "Takefuji 1992; Takefuji, Lee and Aiso 1992; Funabiki, Takenaka and Nishikawa 1997; named in Erbas, Sarkeshik and Tanik, introduction",
        guarantee: "one solution or none",
        counts: "test: a neuron updated; trial: a round of the network; restart: a new random state",
        corrections: "reconstructed from later accounts of its equations: the printed texts were not available; C, thresholds and bounds are this program's",
        pseudocode: &[
            "set every U(i, j) at random; maximum: in each row the largest fires; hysteresis: none",
            "repeat for each row i and each of its neurons",
            "  U(i, j) := U(i, j) - (queens in row i - 1) - (queens in column j - 1)",
            "    - other queens on its diagonals + C · (empty ones of row i and column j)",
            "  maximum: the largest U(i, j) of row i fires, its queen moves there",
            "  hysteresis: keep U(i, j) in -15 .. 15; fire if U > 4, rest if U < -4, else stay",
            "until no queen is attacked and no row empty; after 500 rounds start again",
        ],
        settings: &[NEURON, ROUNDS, SEED, RESTARTS],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            rows: 2000,
            width: 2000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let mut random = Random::new(settings);
        let (open, size) = (Open::new(problem), problem.size());
        let neurons = size.squares() as usize;
        let mut network = Network {
            problem,
            width: size.columns() as usize,
            neuron: match settings.word(&NEURON) {
                "maximum" => Neuron::Maximum,
                _ => Neuron::Hysteresis,
            },
            allowed: size.iter().map(|square| open.forbids(square).is_none()).collect(),
            potential: vec![0; neurons],
            fires: vec![false; neurons],
            counts: LineCounts::new(problem),
            in_row: vec![0; size.rows() as usize],
            faults: 0,
            probe,
        };
        if (0..size.rows()).any(|row| network.strongest(row).is_none()) {
            return ControlFlow::Continue(());
        }
        for attempt in 0..=settings.number(&RESTARTS) {
            if attempt > 0 {
                network.probe.step(7, Step::Restart(attempt))?;
            }
            network.start(&mut random)?;
            for round in 0..settings.number(&ROUNDS) {
                if network.faults == 0 {
                    return report(problem, 7, &network.columns(), network.probe);
                }
                network.round(round)?;
            }
        }
        ControlFlow::Continue(())
    }
}

struct Network<'a, P> {
    problem: &'a Problem,
    width: usize,
    neuron: Neuron,
    /// Whether the square of a neuron may hold a queen, by position.
    allowed: Vec<bool>,
    /// U of each neuron, by position.
    potential: Vec<i64>,
    /// Whether it fires, which is a queen on its square.
    fires: Vec<bool>,
    counts: LineCounts,
    in_row: Vec<u32>,
    /// Attacking pairs on the board, and rows without a queen.
    faults: u64,
    probe: &'a mut P,
}

impl<P: Probe> Network<'_, P> {
    /// A new random state.
    fn start(&mut self, random: &mut Random) -> ControlFlow<P::Stop> {
        // Small compared with what a few rounds add, large enough to break ties.
        let spread = match self.neuron {
            Neuron::Maximum => 10,
            Neuron::Hysteresis => BOUND as u32 + 1,
        };
        for potential in &mut self.potential {
            *potential = -i64::from(random.below(spread));
        }
        if self.probe.listens() {
            let values = Cow::Borrowed(&self.potential[..]);
            self.probe.step(1, Step::Weights { first: 0, values })?;
        }
        self.fires.fill(false);
        self.counts.clear();
        self.in_row.fill(0);
        self.faults = u64::from(self.problem.size().rows());
        if self.neuron == Neuron::Maximum {
            for row in 0..self.problem.size().rows() {
                let queen = self.strongest(row).expect("every row has an allowed square");
                self.put_on(queen);
                self.probe.step(1, Step::Place(queen))?;
            }
        }
        self.probe.step(1, Step::Collisions(self.faults))
    }

    /// Updates every neuron once, or stops as soon as there is no fault.
    fn round(&mut self, round: u64) -> ControlFlow<P::Stop> {
        self.probe.work(Effort::Trial);
        for row in 0..self.problem.size().rows() {
            self.probe.pause()?;
            match self.neuron {
                Neuron::Maximum => self.compete(row)?,
                Neuron::Hysteresis => self.pass_thresholds(row, climb(round))?,
            }
            if self.faults == 0 {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Lets the strongest neuron of a row fire.
    fn compete(&mut self, row: u32) -> ControlFlow<P::Stop> {
        let squares = (0..self.problem.size().columns()).map(|column| Square::new(row, column));
        let mut from = None;
        for square in squares {
            self.probe.work(Effort::Test);
            let place = self.place(square);
            self.potential[place] += self.input(square, CLIMB);
            if self.fires[place] {
                from = Some(square);
            }
        }
        self.show_row(row)?;
        let from = from.expect("one neuron of each row fires");
        let to = self.strongest(row).expect("every row has an allowed square");
        if to != from {
            self.take_off(from);
            self.put_on(to);
            self.probe.step(5, Step::Move(from, to))?;
            self.probe.step(5, Step::Collisions(self.faults))?;
        }
        ControlFlow::Continue(())
    }

    /// Lets each neuron of a row fire or rest by its own potential.
    fn pass_thresholds(&mut self, row: u32, climb: i64) -> ControlFlow<P::Stop> {
        for column in 0..self.problem.size().columns() {
            let square = Square::new(row, column);
            let place = self.place(square);
            if !self.allowed[place] {
                continue;
            }
            self.probe.work(Effort::Test);
            let potential = self.potential[place] + self.input(square, climb);
            self.potential[place] = potential.clamp(-BOUND, BOUND);
            match self.fires[place] {
                false if potential > THRESHOLD => {
                    self.put_on(square);
                    self.probe.step(6, Step::Place(square))?;
                }
                true if potential < -THRESHOLD => {
                    self.take_off(square);
                    self.probe.step(6, Step::Remove(square))?;
                }
                _ => continue,
            }
            self.probe.step(6, Step::Collisions(self.faults))?;
            if self.faults == 0 {
                break;
            }
        }
        self.show_row(row)
    }

    /// Reports the potentials of a row.
    fn show_row(&mut self, row: u32) -> ControlFlow<P::Stop> {
        if !self.probe.listens() {
            return ControlFlow::Continue(());
        }
        let first = self.place(Square::new(row, 0));
        let values = Cow::Borrowed(&self.potential[first..first + self.width]);
        self.probe.step(3, Step::Weights { first: first as u32, values })
    }

    /// The motion equation: the input of a neuron from the board.
    fn input(&self, square: Square, climb: i64) -> i64 {
        let in_row = i64::from(self.in_row[square.row as usize]);
        let [in_column, diagonal, anti_diagonal] = self.counts.on_lines(square).map(i64::from);
        // A queen does not inhibit itself along its diagonals.
        let itself = if self.fires[self.place(square)] { 2 } else { 0 };
        let empty = i64::from(in_row == 0) + i64::from(in_column == 0);
        2 - in_row - in_column - (diagonal + anti_diagonal - itself) + climb * empty
    }

    /// The square of the row whose neuron has the largest potential, the first of several.
    fn strongest(&self, row: u32) -> Option<Square> {
        let first = self.place(Square::new(row, 0));
        let mut best: Option<usize> = None;
        for place in (first..first + self.width).filter(|&place| self.allowed[place]) {
            if best.is_none_or(|best| self.potential[place] > self.potential[best]) {
                best = Some(place);
            }
        }
        best.map(|place| Square::new(row, (place - first) as u32))
    }

    fn put_on(&mut self, queen: Square) {
        let (place, row) = (self.place(queen), queen.row as usize);
        self.fires[place] = true;
        self.faults -= u64::from(self.in_row[row] == 0);
        let met: u32 = self.counts.add(queen).iter().sum();
        self.faults += u64::from(met + self.in_row[row]);
        self.in_row[row] += 1;
    }

    fn take_off(&mut self, queen: Square) {
        let (place, row) = (self.place(queen), queen.row as usize);
        self.fires[place] = false;
        self.in_row[row] -= 1;
        let left: u32 = self.counts.remove(queen).iter().sum();
        self.faults -= u64::from(left + self.in_row[row]);
        self.faults += u64::from(self.in_row[row] == 0);
    }

    /// The column of each row, once there is a queen in each.
    fn columns(&self) -> Vec<u32> {
        let queens = self.problem.size().iter().filter(|&square| self.fires[self.place(square)]);
        queens.map(|queen| queen.column).collect()
    }

    #[inline]
    fn place(&self, square: Square) -> usize {
        square.row as usize * self.width + square.column as usize
    }
}
