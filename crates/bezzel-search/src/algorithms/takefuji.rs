//! Takefuji's maximum neural network: a neuron for each square, the strongest of each row fires.
//!
//! ```text
//!   input of (i,j) in each round     − (queens in column j − 1)
//!                                    − queens on the two diagonals of (i,j)
//!                                    + C if column j is empty
//!   U(i,j) sums its inputs; the queen of row i stands where U(i,·) is largest
//! ```
//!
//! One neuron of each row fires by construction, so only columns and diagonals have to be fought for.
//! Neurons that have long been attacked sink, others overtake them: the sums remember what was tried,
//! which carries the network out of local minima. Rows are updated one after the other, each seeing
//! the queens where they are now. Cost: n² steps a round, tens of rounds; memory n². A test is a
//! neuron updated, a trial a round, a restart a new random state after 500 rounds. It
//! is meant for comparison, n up to a few hundred; `min-conflicts` is much faster.
//!
//! Neither text was at hand. Takefuji's book lets rows compete as well, with neurons that have a
//! hysteresis; the maximum neuron is from the article with Lee and Aiso, and Funabiki, Takenaka and
//! Nishikawa brought it to the queens. C and the order of the updates are this program's.

use crate::lines::Open;
use crate::random::Random;
use crate::solves::report;
use crate::tally::Tally;
use crate::{
    Boards, Category, Info, Probe, SEED, Search, Setting, Settings, Step, Task, Values, restarts,
};
use bezzel_board::{Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Takefuji;

const ROUNDS: Setting = Setting {
    name: "rounds",
    values: Values::Number { default: 500, least: 1, most: 1_000_000 },
    about: "rounds before the network starts again from a new random state",
};

const RESTARTS: Setting = restarts(1_000);

/// The hill-climbing term C.
const CLIMB: i64 = 3;

impl Search for Takefuji {
    const INFO: Info = Info {
        id: "takefuji",
        title: "Takefuji's maximum neural network",
        category: Category::SomeSolutions,
        reference: "Takefuji 1992, \"Neural Network Parallel Computing\"; Takefuji, Lee and Aiso 1992; Funabiki, Takenaka and Nishikawa 1997; named in Erbas, Sarkeshik and Tanik, introduction",
        guarantee: "one solution or none",
        counts: "test: a neuron updated; trial: a round of the whole network; restart: a new random state",
        corrections: "rebuilt from summaries: the printed texts were not at hand",
        pseudocode: &[
            "set every U(i, j) at random; in each row the largest fires",
            "repeat for each row i",
            "  U(i, j) := U(i, j) - (queens in column j - 1) - queens on the diagonals of (i, j)",
            "    + C if column j is empty",
            "  the neuron with the largest U(i, j) fires: the queen of row i moves there",
            "until no queen is attacked; after 500 rounds start again",
        ],
        settings: &[ROUNDS, SEED, RESTARTS],
        boards: Boards { torus: true, rectangles: true, space: false, rows: 2000, width: 2000 },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let mut random = Random::new(settings);
        let (open, size) = (Open::new(problem), problem.size());
        let mut network = Network {
            problem,
            allowed: size.iter().map(|square| open.forbids(square).is_none()).collect(),
            potential: vec![0; size.squares() as usize],
            tally: Tally::new(problem),
            columns: vec![0; size.rows() as usize],
            collisions: 0,
            probe,
        };
        if (0..size.rows()).any(|row| network.strongest(row).is_none()) {
            return ControlFlow::Continue(());
        }
        for attempt in 0..=settings.number(&RESTARTS) {
            if attempt > 0 {
                network.probe.step(6, Step::Restart(attempt))?;
            }
            network.start(&mut random)?;
            for _ in 0..settings.number(&ROUNDS) {
                if network.collisions == 0 {
                    return report(problem, 6, &network.columns, network.probe);
                }
                network.round()?;
            }
        }
        ControlFlow::Continue(())
    }
}

struct Network<'a, P> {
    problem: &'a Problem,
    /// Whether the square of a neuron may take a queen, by position.
    allowed: Vec<bool>,
    /// U of each neuron, by position.
    potential: Vec<i64>,
    tally: Tally,
    columns: Vec<u32>,
    /// Attacking pairs on the board.
    collisions: u64,
    probe: &'a mut P,
}

impl<P: Probe> Network<'_, P> {
    /// A new random state.
    fn start(&mut self, random: &mut Random) -> ControlFlow<P::Stop> {
        for potential in &mut self.potential {
            // Small against what a few rounds add, wide enough to break ties.
            *potential = -i64::from(random.below(10));
        }
        self.tally.clear();
        self.collisions = 0;
        for row in 0..self.problem.size().rows() {
            let queen = self.strongest(row).expect("every row has an allowed square");
            self.columns[row as usize] = queen.column;
            let met: u32 = self.tally.add(queen).iter().sum();
            self.collisions += u64::from(met);
            self.probe.step(1, Step::Place(queen))?;
        }
        self.probe.step(1, Step::Collisions(self.collisions))
    }

    /// Updates every row once.
    fn round(&mut self) -> ControlFlow<P::Stop> {
        self.probe.work(Task::Trial);
        for row in 0..self.problem.size().rows() {
            self.probe.pause()?;
            self.update(row);
            let from = Square::new(row, self.columns[row as usize]);
            let to = self.strongest(row).expect("every row has an allowed square");
            if to != from {
                let left: u32 = self.tally.remove(from).iter().sum();
                let met: u32 = self.tally.add(to).iter().sum();
                self.collisions = self.collisions + u64::from(met) - u64::from(left);
                self.columns[row as usize] = to.column;
                self.probe.step(5, Step::Move(from, to))?;
                self.probe.step(5, Step::Collisions(self.collisions))?;
            }
            if self.collisions == 0 {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the inputs of a row's neurons to their potentials.
    fn update(&mut self, row: u32) {
        let size = self.problem.size();
        let own = self.columns[row as usize];
        for column in 0..size.columns() {
            self.probe.work(Task::Test);
            let square = Square::new(row, column);
            let [in_column, diagonal, anti_diagonal] = self.tally.on_lines(square).map(i64::from);
            // A queen does not inhibit itself along its diagonals.
            let itself = if column == own { 2 } else { 0 };
            let climb = if in_column == 0 { CLIMB } else { 0 };
            self.potential[size.position(square) as usize] +=
                1 - in_column - (diagonal + anti_diagonal - itself) + climb;
        }
    }

    /// The square of the row whose neuron has the largest potential, the first of several.
    fn strongest(&self, row: u32) -> Option<Square> {
        let size = self.problem.size();
        let first = size.position(Square::new(row, 0)) as usize;
        let places = first..first + size.columns() as usize;
        let mut best: Option<usize> = None;
        for place in places.filter(|&place| self.allowed[place]) {
            if best.is_none_or(|best| self.potential[place] > self.potential[best]) {
                best = Some(place);
            }
        }
        best.map(|place| Square::new(row, (place - first) as u32))
    }
}
