//! A genetic algorithm on permutations: order crossover, swaps as mutations, survival of the better.
//!
//! ```text
//!   mother  2 0 |5 3 1| 4      the child keeps a stretch of its mother and takes the
//!   father  3 5  4 1 0  2      missing columns in the order of its father:
//!   child   4 0 |5 3 1| 2      every column stays in it exactly once
//! ```
//!
//! An individual is a permutation, so queens can collide only on diagonals; its fitness is the number
//! of collisions. Parents win tournaments of three. A child is made by order crossover and then
//! mutated: a queen that collides, if there is one, exchanges its column with another, with
//! probability 4/5. A child that is no worse than the worst of the population replaces it, unless the
//! population has it already. Cost: 3n steps for a child; memory n for each individual. A test is a
//! child measured, a trial one that was kept, a restart a new population. It works up to a hundred
//! queens; on larger boards use [`qs4`](super::qs4).

use crate::random::Random;
use crate::solves::report;
use crate::swaps::{Measure, Swaps};
use crate::{
    Boards, Category, Effort, Info, Probe, SEED, Search, Setting, Settings, Step, Values, restarts,
};
use bezzel_board::{Problem, Square};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Genetic;

const POPULATION: Setting = Setting {
    name: "population",
    values: Values::Number { default: 40, least: 2, most: 10_000 },
    about: "individuals that live at the same time",
};

const GENERATIONS: Setting = Setting {
    name: "generations",
    values: Values::Number { default: 1000, least: 1, most: 1_000_000 },
    about: "generations before a new population starts",
};

const RESTARTS: Setting = restarts(100);

/// Individuals in a tournament.
const TOURNAMENT: u32 = 3;
/// The probability of a mutation.
const MUTATION: f64 = 0.8;

impl Search for Genetic {
    const INFO: Info = Info {
        id: "genetic",
        title: "Genetic algorithm on permutations",
        category: Category::SomeSolutions,
        reference: "Holland 1975; order crossover: Davis 1985; on queens: Homaifar, Turner and Ali 1992",
        guarantee: "one solution or none",
        counts: "test: a child measured; trial: a child kept; restart: a new population",
        corrections: "none",
        pseudocode: &[
            "make a population of random permutations; count the collisions of each",
            "repeat mother, father := the best of three individuals drawn at random, twice",
            "  child := a stretch of the mother, the other columns in the order of the father",
            "  with probability 4/5 exchange the columns of a colliding queen and another",
            "  if the child is new and no worse than the worst individual then it replaces that one",
            "until an individual has no collisions; after the last generation start again",
        ],
        settings: &[POPULATION, GENERATIONS, SEED, RESTARTS],
        boards: Boards {
            torus: true,
            rectangles: false,
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
        let mut breeding = Breeding {
            board: Swaps::new(problem, Measure::Pairs),
            random: Random::new(settings),
            probe,
        };
        let individuals = settings.number(&POPULATION);
        for attempt in 0..=settings.number(&RESTARTS) {
            if attempt > 0 {
                breeding.probe.step(6, Step::Restart(attempt))?;
            }
            let mut population = breeding.start(individuals)?;
            let children = individuals.saturating_mul(settings.number(&GENERATIONS));
            for child in 0..children {
                if population.iter().any(|one| one.collisions == 0) {
                    break;
                }
                if child % individuals == 0 {
                    breeding.probe.pause()?;
                }
                breeding.breed(&mut population)?;
            }
            if let Some(solved) = population.iter().find(|one| one.collisions == 0) {
                breeding.show(6, solved)?;
                return report(problem, 6, &solved.columns, breeding.probe);
            }
        }
        ControlFlow::Continue(())
    }
}

/// A permutation and its collisions.
#[derive(Clone)]
struct Individual {
    columns: Vec<u32>,
    collisions: u64,
}

struct Breeding<'a, P> {
    /// Counts collisions and knows which queens may move.
    board: Swaps<'a>,
    random: Random,
    probe: &'a mut P,
}

impl<P: Probe> Breeding<'_, P> {
    fn start(&mut self, individuals: u64) -> ControlFlow<P::Stop, Vec<Individual>> {
        let mut population = Vec::new();
        for _ in 0..individuals {
            self.board.shuffle(&mut self.random);
            let one = self.born();
            self.show(1, &one)?;
            population.push(one);
        }
        ControlFlow::Continue(population)
    }

    /// The individual on the board.
    fn born(&self) -> Individual {
        Individual { columns: self.board.columns.clone(), collisions: self.board.collisions }
    }

    fn breed(&mut self, population: &mut [Individual]) -> ControlFlow<P::Stop> {
        let (mother, father) = (self.parent(population), self.parent(population));
        let columns = self.cross(&population[mother].columns, &population[father].columns);
        self.board.set(columns);
        if self.random.unit() < MUTATION {
            self.mutate();
        }
        self.probe.work(Effort::Test);
        let child = self.born();
        let worst = (0..population.len()).max_by_key(|&one| population[one].collisions);
        let worst = worst.expect("a population has individuals");
        let is_new = || population.iter().all(|one| one.columns != child.columns);
        if child.collisions <= population[worst].collisions && is_new() {
            self.probe.work(Effort::Trial);
            self.show(5, &child)?;
            population[worst] = child;
        }
        ControlFlow::Continue(())
    }

    /// The best of a few individuals drawn at random.
    fn parent(&mut self, population: &[Individual]) -> usize {
        let drawn = (0..TOURNAMENT).map(|_| self.random.below(population.len() as u32) as usize);
        let best = drawn.min_by_key(|&one| population[one].collisions);
        best.expect("a tournament has individuals")
    }

    /// Order crossover of the queens that may move.
    fn cross(&mut self, mother: &[u32], father: &[u32]) -> Vec<u32> {
        let rows = &self.board.movable;
        let mut child = mother.to_vec();
        if rows.len() < 2 {
            return child;
        }
        let ends = [0; 2].map(|_: i32| self.random.below(rows.len() as u32) as usize);
        let (first, last) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let kept: Vec<u32> = rows[first..=last].iter().map(|&row| mother[row as usize]).collect();
        let others = rows.iter().map(|&row| father[row as usize]);
        let missing = others.filter(|column| !kept.contains(column));
        let open = rows[..first].iter().chain(&rows[last + 1..]);
        for (&row, column) in open.zip(missing) {
            child[row as usize] = column;
        }
        child
    }

    /// Exchanges the columns of a queen that collides, or of any if none may move, and another.
    fn mutate(&mut self) {
        let attacked = self.board.attacked();
        let queens = &self.board.movable;
        if queens.len() < 2 {
            return;
        }
        let row = self.random.pick(if attacked.is_empty() { queens } else { &attacked });
        let other = self.random.pick(queens);
        if row != other {
            self.board.swap(row, other);
        }
    }

    /// Shows the board of an individual.
    fn show(&mut self, line: u8, one: &Individual) -> ControlFlow<P::Stop> {
        let queens: Vec<Square> =
            (0..).zip(&one.columns).map(|(row, &column)| Square::new(row, column)).collect();
        self.probe.step(line, Step::Board(Cow::Borrowed(&queens)))?;
        self.probe.step(line, Step::Collisions(one.collisions))
    }
}
