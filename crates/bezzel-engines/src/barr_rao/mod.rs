//! Engine `barr-rao`: Barr and Rao's search on boards of any dimension, split by the first queen.
//!
//! Section 7 of their paper proposes one thread for each position of the first queen. Here each is
//! a unit; positions that are equivalent under exchanges and reflections of the layer's axes form
//! one unit with a weight. If edges are joined (the torus, and rule `hyperplane`) the first queen
//! is moved to position 0, and the classes are those of the second. If that gives too few units for
//! many threads, they are split further by the next queens.
//!
//! ```text
//!   4^3, first layer:   a b b a     3 classes instead of 16: corners (weight 4),
//!                       b c c b     edges (weight 8), inner squares (weight 4)
//!                       b c c b
//!                       a b b a
//! ```
//!
//! The attack lists are [masks](crate::layers): the free positions of a layer are a few words, and
//! the last layer is counted without visiting it. The time is proportional to the number of
//! placements of n − 1 queens; the masks take n^(2d−1)/8 bytes.

use crate::layers::{Layers, bits, class, is_translatable};
use crate::{
    Counted, Device, Engine, EngineError, Info, Plan, Prepared, SimdLevel, Subtotal, Unit,
    WorkError, Worker,
};
use bezzel_board::{Problem, Square, Stop};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// Minimum number of units, if the board allows it.
const ENOUGH: usize = 48;

/// The engine for every kind of board.
#[derive(Clone, Copy, Debug, Default)]
pub struct BarrRao;

impl BarrRao {
    /// The engine's name.
    pub const ID: &'static str = "barr-rao";
}

static INFO: Info = Info {
    id: BarrRao::ID,
    title: "Barr and Rao's search in any dimension",
    counts: Counted::Solutions,
    boards: "every board whose attack masks fit one gibibyte",
    method: "backtracking layer by layer with masks of attacked positions",
    recounts_by: "attack lists",
    source: "J. Barr and S. Rao, The n-queens problem in higher dimensions, sections 6 and 7",
    revision: 2,
};

impl Engine for BarrRao {
    fn info(&self) -> &Info {
        &INFO
    }

    fn prepare(&self, problem: &Problem, _: &Stop) -> Result<Arc<dyn Prepared>, EngineError> {
        let layers = Layers::new(Self::ID, problem)?;
        let starts = cut(&layers, classes(problem, &layers));
        let label = |start: &Start| match &start.queens[..] {
            [] => "empty board".to_owned(),
            queens => {
                let queens: Vec<String> = queens.iter().map(usize::to_string).collect();
                format!("queens {}", queens.join(","))
            }
        };
        let units = starts.iter().map(|start| Unit::new(label(start))).collect();
        let plan = Plan {
            engine: INFO.id,
            revision: INFO.revision,
            problem: problem.clone(),
            units,
            divisor: 1,
            counted: INFO.counts,
        };
        Ok(Arc::new(Planned(Arc::new(Ready { plan, layers, starts }))))
    }
}

/// The queens of the first layers that a unit starts with, and how many equivalent starts it
/// represents.
struct Start {
    queens: Vec<usize>,
    weight: u128,
}

/// One start for each class of first queens.
fn classes(problem: &Problem, layers: &Layers) -> Vec<Start> {
    let (mut fixed, mut weight) = (Vec::new(), 1);
    if layers.rows > 1 && is_translatable(problem) {
        fixed.push(0);
        weight = layers.width as u128;
    }
    if layers.rows == 0 {
        return vec![Start { queens: fixed, weight }];
    }
    let mut free = vec![0; layers.words];
    layers.free(&fixed, &mut free);
    let start = |position: usize, weight: u128| {
        let queens = fixed.iter().copied().chain([position]).collect();
        Start { queens, weight }
    };
    if !problem.is_plain() {
        return bits(&free).map(|position| start(position, weight)).collect();
    }
    let mut classes: BTreeMap<Vec<u32>, (usize, u128)> = BTreeMap::new();
    for position in bits(&free) {
        classes.entry(class(problem, position as u32)).or_insert((position, 0)).1 += weight;
    }
    if classes.is_empty() {
        // No second queen is compatible with the first: one unit that finds nothing.
        return vec![Start { queens: fixed, weight }];
    }
    classes.into_values().map(|(position, weight)| start(position, weight)).collect()
}

/// Extends the starts by more queens, until there are enough or too little is left to count.
fn cut(layers: &Layers, mut starts: Vec<Start>) -> Vec<Start> {
    let mut free = vec![0; layers.words];
    while starts.len() < ENOUGH && starts.first().is_some_and(|s| s.queens.len() + 3 < layers.rows)
    {
        let mut longer = Vec::new();
        for Start { queens, weight } in &starts {
            layers.free(queens, &mut free);
            longer.extend(bits(&free).map(|position| {
                let queens = queens.iter().copied().chain([position]).collect();
                Start { queens, weight: *weight }
            }));
        }
        if longer.is_empty() {
            break;
        }
        starts = longer;
    }
    starts
}

struct Ready {
    plan: Plan,
    layers: Layers,
    starts: Vec<Start>,
}

/// A planned board.
struct Planned(Arc<Ready>);

impl Prepared for Planned {
    fn plan(&self) -> &Plan {
        &self.0.plan
    }

    fn cost(&self, _: &Unit) -> f64 {
        1.0
    }

    fn split(&self, _: &Unit) -> Vec<Unit> {
        Vec::new()
    }

    fn worker(&self, level: SimdLevel) -> Result<Box<dyn Worker>, EngineError> {
        level.available()?;
        Ok(Box::new(Core(Arc::clone(&self.0), Device::cpu(SimdLevel::Scalar))))
    }
}

/// One thread's worker.
struct Core(Arc<Ready>, Device);

impl Worker for Core {
    fn device(&self) -> &Device {
        &self.1
    }

    fn count(&mut self, unit: &Unit, _: &Stop) -> Result<Subtotal, WorkError> {
        let Start { queens, weight } = self.0.start(unit)?;
        let layers = &self.0.layers;
        let mut free = vec![0; layers.words * (layers.rows + 1)];
        Ok(Subtotal::Count(weight * extend(layers, &mut queens.clone(), &mut free)))
    }

    fn recounts_by(&self) -> &'static str {
        INFO.recounts_by
    }

    fn recount(&mut self, unit: &Unit, _: &Stop) -> Result<Subtotal, WorkError> {
        let Start { queens, weight } = self.0.start(unit)?;
        let problem = &self.0.plan.problem;
        let hits = vec![0; problem.size().squares() as usize];
        let mut recount = Recount { problem, lists: HashMap::new(), hits };
        for (row, &queen) in (0..).zip(queens) {
            recount.hit(Square::new(row, queen as u32), 1);
        }
        Ok(Subtotal::Count(weight * recount.extend(queens.len() as u32)))
    }
}

impl Ready {
    fn start(&self, unit: &Unit) -> Result<&Start, WorkError> {
        let place = self.plan.units.iter().position(|other| other == unit);
        place.map(|place| &self.starts[place]).ok_or_else(|| unit.unknown())
    }
}

/// The solutions that extend these queens; `free` has room for one set per remaining layer.
fn extend(layers: &Layers, queens: &mut Vec<usize>, free: &mut [u64]) -> u128 {
    if queens.len() == layers.rows {
        return 1;
    }
    let (here, below) = free.split_at_mut(layers.words);
    layers.free(queens, here);
    if queens.len() + 1 == layers.rows {
        return u128::from(size(here));
    }
    if queens.len() + 2 == layers.rows {
        return last_two(layers, queens, here, &mut below[..layers.words]);
    }
    let mut solutions = 0;
    for position in bits(here) {
        queens.push(position);
        solutions += extend(layers, queens, below);
        queens.pop();
    }
    solutions
}

/// The free positions of the last layer, ignoring the queen before it, are computed once for all
/// positions of that queen.
fn last_two(layers: &Layers, queens: &[usize], here: &[u64], last: &mut [u64]) -> u128 {
    last.copy_from_slice(&layers.open[layers.rows - 1]);
    for (row, &queen) in queens.iter().enumerate() {
        for (last, attacked) in last.iter_mut().zip(layers.attacked(queen, layers.rows - 1 - row)) {
            *last &= !attacked;
        }
    }
    let left = |position| {
        let attacked = layers.attacked(position, 1);
        last.iter().zip(attacked).map(|(last, hit)| (last & !hit).count_ones()).sum::<u32>()
    };
    bits(here).map(|position| u128::from(left(position))).sum()
}

fn size(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// The same with the attack lists of the paper and a count of the queens that attack each position.
struct Recount<'a> {
    problem: &'a Problem,
    lists: HashMap<Square, Rc<[usize]>>,
    hits: Vec<i32>,
}

impl Recount<'_> {
    fn hit(&mut self, queen: Square, by: i32) {
        let size = self.problem.size();
        let list = self.lists.entry(queen).or_insert_with(|| {
            let attacked = self.problem.attack_list(queen).into_iter();
            attacked.map(|square| size.position(square) as usize).collect()
        });
        for &position in Rc::clone(list).iter() {
            self.hits[position] += by;
        }
    }

    fn extend(&mut self, row: u32) -> u128 {
        let size = self.problem.size();
        if row == size.rows() {
            return 1;
        }
        let mut solutions = 0;
        for square in (0..size.width()).map(|column| Square::new(row, column)) {
            if self.hits[size.position(square) as usize] == 0 && self.problem.allows(square) {
                self.hit(square, 1);
                solutions += self.extend(row + 1);
                self.hit(square, -1);
            }
        }
        solutions
    }
}
