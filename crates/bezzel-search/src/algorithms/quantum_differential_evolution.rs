//! Quantum-inspired differential evolution: a population of boards in superposition.
//!
//! ```text
//!   an individual: a qubit for each square,      measuring row by row, each column once:
//!   β² its weight as a queen                     . Q . .
//!     .1 .7 .1 .1                                . . . Q
//!     .2 .1 .1 .6              ──────▶           Q . . .
//!     .6 .1 .2 .1                                . . Q .
//!     .1 .1 .7 .1
//! ```
//!
//! Each individual competes with a trial one: the mutant r₁ + F · (r₂ − r₃) of the amplitudes of
//! three others, crossed row by row with its own. The trial is measured, and the better of the two
//! stays (differential evolution). Then its qubits are rotated towards its best measured board
//! (interference), and two rows exchange their qubits if that reduces the collisions. Cost: n²
//! steps and n² memory per individual. A test is a board measured or a permutation tried, a trial
//! one that was kept, a restart a new population. It is meant for comparison; n up to 100.
//!
//! Only the abstract of the article was available: qubits in superposition, differential evolution
//! and interference are its ideas; how they are combined, and all numbers, are this program's.

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
pub struct QuantumDifferentialEvolution;

const POPULATION: Setting = Setting {
    name: "population",
    values: Values::Number { default: 10, least: 4, most: 1000 },
    about: "individuals; each mutant is made of three others",
};

const PERMUTATION: Setting = Setting {
    name: "permutation",
    values: Values::Words(&["on", "off"]),
    about: "whether rows exchange their qubits where that reduces collisions",
};

const GENERATIONS: Setting = Setting {
    name: "generations",
    values: Values::Number { default: 1000, least: 1, most: 1_000_000 },
    about: "generations before a new population starts",
};

const RESTARTS: Setting = restarts(100);

/// The weight F of a difference in a mutant.
const DIFFERENCE: f64 = 0.5;
/// The share of rows a trial individual takes from its mutant.
const CROSSOVER: f64 = 0.1;
/// Cosine and sine of the angle of interference, 0.05; written as constants so that all machines
/// agree.
const INTERFERENCE: (f64, f64) = (0.998_750_260_394_966_2, 0.049_979_169_270_678_33);
/// Amplitudes stay between these, so that no square is ever impossible or certain.
const AMPLITUDES: (f64, f64) = (0.02, 0.999);

impl Search for QuantumDifferentialEvolution {
    const INFO: Info = Info {
        id: "quantum-differential-evolution",
        title: "Quantum-inspired differential evolution",
        category: Category::SomeSolutions,
        reference: "Draa, Meshoul, Talbi and Batouche 2010 (reconstructed); named in Chakiat and others, section 7",
        guarantee: "one solution or none",
        counts: "test: a board measured or a permutation tried; trial: one that was kept; restart: a new population",
        corrections: "reconstructed from its abstract: the printed text was not available",
        pseudocode: &[
            "put all qubits into equal superposition; measure each individual",
            "repeat for each individual x",
            "  mutant := r1 + F * (r2 - r3), of three other individuals",
            "  trial := rows of the mutant and of x, crossed at random",
            "  measure the trial; if it has no more collisions than x then it replaces x",
            "  rotate the qubits of x towards its board",
            "  exchange two rows of x if that reduces collisions",
            "until an individual has no collisions; after the last generation start again",
        ],
        settings: &[PERMUTATION, POPULATION, GENERATIONS, SEED, RESTARTS],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            rows: 500,
            width: 500,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let mut evolution = Evolution {
            problem,
            open: Open::new(problem),
            counts: LineCounts::new(problem),
            permutes: settings.word(&PERMUTATION) == "on",
            random: Random::new(settings),
            probe,
        };
        for attempt in 0..=settings.number(&RESTARTS) {
            if attempt > 0 {
                evolution.probe.step(8, Step::Restart(attempt))?;
            }
            let Some(mut population) = evolution.start(settings.number(&POPULATION))? else {
                return ControlFlow::Continue(());
            };
            for _ in 0..settings.number(&GENERATIONS) {
                if let Some(solved) = population.iter().find(|x| x.collisions == 0) {
                    evolution.show(8, solved)?;
                    return report(problem, 8, &solved.columns, evolution.probe);
                }
                for x in 0..population.len() {
                    evolution.evolve(&mut population, x)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The qubits of all squares and their last measured board.
#[derive(Clone)]
struct Individual {
    /// The amplitude β of a queen on each square, by position.
    amplitudes: Vec<f64>,
    columns: Vec<u32>,
    collisions: u64,
}

struct Evolution<'a, P> {
    problem: &'a Problem,
    open: Open<'a>,
    counts: LineCounts,
    permutes: bool,
    random: Random,
    probe: &'a mut P,
}

impl<P: Probe> Evolution<'_, P> {
    /// A new population, measured; none if a row has no square for a queen.
    fn start(&mut self, individuals: u64) -> ControlFlow<P::Stop, Option<Vec<Individual>>> {
        let squares = self.problem.size().squares() as usize;
        let mut population = Vec::new();
        for _ in 0..individuals {
            let amplitudes = vec![std::f64::consts::FRAC_1_SQRT_2; squares];
            let Some(individual) = self.measure(amplitudes) else {
                return ControlFlow::Continue(None);
            };
            self.show(1, &individual)?;
            population.push(individual);
        }
        ControlFlow::Continue(Some(population))
    }

    fn evolve(&mut self, population: &mut [Individual], x: usize) -> ControlFlow<P::Stop> {
        let amplitudes = self.trial(population, x);
        let trial = self.measure(amplitudes).expect("every row has an allowed square");
        self.probe.work(Effort::Test);
        if trial.collisions <= population[x].collisions {
            self.probe.work(Effort::Trial);
            self.show(5, &trial)?;
            population[x] = trial;
        }
        self.interfere(&mut population[x]);
        if self.permutes { self.permute(&mut population[x]) } else { self.probe.pause() }
    }

    /// The mutant of three others, crossed with the individual itself.
    fn trial(&mut self, population: &[Individual], x: usize) -> Vec<f64> {
        let mut others: Vec<usize> = (0..population.len()).filter(|&other| other != x).collect();
        self.random.shuffle(&mut others);
        let [r1, r2, r3] = [0, 1, 2].map(|k| &population[others[k]].amplitudes);
        let width = self.problem.size().columns() as usize;
        let mut trial = population[x].amplitudes.clone();
        // At least one row comes from the mutant.
        let certain = self.random.below(self.problem.size().rows()) as usize;
        for (row, qubits) in trial.chunks_mut(width).enumerate() {
            if row != certain && self.random.unit() >= CROSSOVER {
                continue;
            }
            for (qubit, place) in qubits.iter_mut().zip(row * width..) {
                *qubit = clamp(r1[place] + DIFFERENCE * (r2[place] - r3[place]));
            }
        }
        trial
    }

    /// Collapses the qubits, rows in random order, to a queen in each row, with no column used
    /// twice where that is possible.
    fn measure(&mut self, amplitudes: Vec<f64>) -> Option<Individual> {
        let size = self.problem.size();
        self.counts.clear();
        let mut collisions = 0;
        let mut columns = vec![0; size.rows() as usize];
        let mut rows: Vec<u32> = (0..size.rows()).collect();
        self.random.shuffle(&mut rows);
        // Given queens first: their columns are taken.
        rows.sort_by_key(|&row| self.problem.given_in_row(row).is_none());
        for row in rows {
            let square = self
                .collapse(&amplitudes, row, true)
                .or_else(|| self.collapse(&amplitudes, row, false))?;
            columns[row as usize] = square.column;
            collisions += self.counts.add(square).iter().map(|&met| u64::from(met)).sum::<u64>();
        }
        Some(Individual { amplitudes, columns, collisions })
    }

    /// A square of the row, with probability proportional to β², optionally only in a column
    /// without a queen.
    fn collapse(&mut self, amplitudes: &[f64], row: u32, new_column: bool) -> Option<Square> {
        let size = self.problem.size();
        let mut up_to = Vec::with_capacity(size.columns() as usize);
        let mut sum = 0.0;
        for column in 0..size.columns() {
            let square = Square::new(row, column);
            let [in_column, ..] = self.counts.on_lines(square);
            if (new_column && in_column > 0) || self.open.forbids(square).is_some() {
                continue;
            }
            let amplitude = amplitudes[size.position(square) as usize];
            sum += amplitude * amplitude;
            up_to.push((sum, square));
        }
        let drawn = self.random.unit() * sum;
        let place = up_to.partition_point(|&(sum, _)| sum <= drawn);
        up_to.get(place).or(up_to.last()).map(|&(_, square)| square)
    }

    /// Rotates the qubits of an individual towards its board.
    fn interfere(&self, individual: &mut Individual) {
        let (cosine, sine) = INTERFERENCE;
        let width = self.problem.size().columns() as usize;
        let rows = individual.amplitudes.chunks_mut(width).zip(&individual.columns);
        for (qubits, &queen) in rows {
            for (qubit, column) in qubits.iter_mut().zip(0..) {
                let zero = (1.0 - *qubit * *qubit).max(0.0).sqrt();
                let towards = if column == queen { sine } else { -sine };
                *qubit = clamp(*qubit * cosine + zero * towards);
            }
        }
    }

    /// Exchanges the qubits and queens of two rows if that reduces collisions.
    fn permute(&mut self, x: &mut Individual) -> ControlFlow<P::Stop> {
        let rows = self.problem.size().rows();
        let width = self.problem.size().columns() as usize;
        self.counts.clear();
        for (row, &column) in (0..).zip(&x.columns) {
            self.counts.add(Square::new(row, column));
        }
        for row in 0..rows {
            let other = self.random.below(rows);
            let (a, b) = (x.columns[row as usize], x.columns[other as usize]);
            let (before, after) = (
                [Square::new(row, a), Square::new(other, b)],
                [Square::new(row, b), Square::new(other, a)],
            );
            if row == other || after.iter().any(|&s| self.open.forbids(s).is_some()) {
                continue;
            }
            self.probe.work(Effort::Test);
            let ended: u32 = before.iter().flat_map(|&s| self.counts.remove(s)).sum();
            let made: u32 = after.iter().flat_map(|&s| self.counts.add(s)).sum();
            if made >= ended {
                for k in 0..2 {
                    self.counts.remove(after[k]);
                    self.counts.add(before[k]);
                }
                continue;
            }
            self.probe.work(Effort::Trial);
            x.columns.swap(row as usize, other as usize);
            x.collisions = x.collisions + u64::from(made) - u64::from(ended);
            for column in 0..width {
                x.amplitudes.swap(row as usize * width + column, other as usize * width + column);
            }
            self.show(7, x)?;
        }
        ControlFlow::Continue(())
    }

    /// Shows the board of an individual.
    fn show(&mut self, line: u8, individual: &Individual) -> ControlFlow<P::Stop> {
        let squares: Vec<Square> =
            (0..).zip(&individual.columns).map(|(row, &column)| Square::new(row, column)).collect();
        self.probe.step(line, Step::Board(Cow::Borrowed(&squares)))?;
        self.probe.step(line, Step::Collisions(individual.collisions))
    }
}

fn clamp(amplitude: f64) -> f64 {
    amplitude.clamp(AMPLITUDES.0, AMPLITUDES.1)
}
