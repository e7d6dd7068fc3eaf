//! Engine `barr-rao`: Barr and Rao's search on boards of any dimension, split by the first queen.
//!
//! Section 7 of their paper proposes one thread for each position of the first queen. Here each is
//! a unit; positions that are equivalent under exchanges and reflections of the layer's axes form
//! one unit with a weight. If edges are joined (the torus, and rule `hyperplane`) the first queen
//! is moved to position 0, and the classes are those of the second. If that gives too few units for
//! many threads, they are split further by the next queens, and any unit can be split in the same
//! way: `queens 3,17` into `queens 3,17,0`, `queens 3,17,5` and so on.
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

mod images;

use crate::dice::Dice;
use crate::layers::{Layers, bits, class, is_translatable};
use crate::{
    Counted, Device, Engine, EngineError, Info, Plan, Prepared, SimdLevel, Subtotal, Unit,
    WorkError, Worker,
};
use bezzel_board::{Problem, Rule, Square, Stop};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// Minimum number of units, if the board allows it.
const ENOUGH: usize = 48;

/// Random descents per estimate.
const DESCENTS: usize = 100;

/// Time of a placement on one core: 11 rooks, 68 million placements of up to ten, took 1.2 s.
const SECONDS_A_PLACEMENT: f64 = 2e-8;

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

    fn prepare(&self, problem: &Problem, stop: &Stop) -> Result<Arc<dyn Prepared>, EngineError> {
        Ok(Arc::new(Planned(Arc::new(Ready::new(problem, stop)?))))
    }
}

/// The unit that starts with these queens.
fn unit(queens: &[usize]) -> Unit {
    if queens.is_empty() {
        return Unit::new("empty board");
    }
    let queens: Vec<String> = queens.iter().map(usize::to_string).collect();
    Unit::new(format!("queens {}", queens.join(",")))
}

/// The queens of the first layers that a unit starts with, and how many equivalent starts it
/// represents.
struct Start {
    queens: Vec<usize>,
    weight: u128,
}

/// One start for each class of first queens; `None` if stopped.
fn classes(problem: &Problem, layers: &Layers, stop: &Stop) -> Option<Vec<Start>> {
    let (mut fixed, mut weight) = (Vec::new(), 1);
    if layers.rows > 1 && is_translatable(problem) {
        fixed.push(0);
        weight = layers.width as u128;
    }
    if layers.rows == 0 {
        return Some(vec![Start { queens: fixed, weight }]);
    }
    let mut free = vec![0; layers.words];
    layers.free(&fixed, &mut free);
    let start = |position: usize, weight: u128| {
        let queens = fixed.iter().copied().chain([position]).collect();
        Start { queens, weight }
    };
    // In a mirror, semi-queens attack differently.
    if !problem.is_plain() || problem.rule() == Rule::SemiQueen {
        return Some(bits(&free).map(|position| start(position, weight)).collect());
    }
    let mut classes: BTreeMap<Vec<u32>, (usize, u128)> = BTreeMap::new();
    for position in bits(&free) {
        if stop.is_asked() {
            return None;
        }
        classes.entry(class(problem, position as u32)).or_insert((position, 0)).1 += weight;
    }
    if classes.is_empty() {
        // No second queen is compatible with the first: one unit that finds nothing.
        return Some(vec![Start { queens: fixed, weight }]);
    }
    Some(classes.into_values().map(|(position, weight)| start(position, weight)).collect())
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

/// The time of a unit in seconds, from random descents (Knuth 1975) that start with units drawn at
/// random; the last layer is counted without visiting it.
fn seconds(layers: &Layers, starts: &[Start], stop: &Stop) -> f64 {
    if starts.is_empty() {
        return 0.0; // no unit to draw: the first layer is blocked
    }
    let mut dice = Dice::new(layers.width as u64);
    let mut free = vec![0; layers.words];
    let mut placements = 1.0;
    for _ in 0..DESCENTS {
        let mut queens = starts[dice.roll(starts.len())].queens.clone();
        let mut ways = 1.0 / DESCENTS as f64;
        while queens.len() + 1 < layers.rows && !stop.is_asked() {
            layers.free(&queens, &mut free);
            let positions: Vec<usize> = bits(&free).collect();
            if positions.is_empty() {
                break;
            }
            ways *= positions.len() as f64;
            placements += ways;
            queens.push(positions[dice.roll(positions.len())]);
        }
    }
    SECONDS_A_PLACEMENT * placements
}

struct Ready {
    plan: Plan,
    layers: Layers,
    starts: Vec<Start>,
    /// Seconds that a unit of the plan takes on average.
    seconds: f64,
    /// The place of each start in the plan.
    places: HashMap<Vec<usize>, usize>,
}

/// A planned board.
struct Planned(Arc<Ready>);

impl Prepared for Planned {
    fn plan(&self) -> &Plan {
        &self.0.plan
    }

    /// Units of the plan are taken to be alike, and so are the parts that one is split into.
    fn cost(&self, unit: &Unit) -> f64 {
        self.0.read(unit).map_or(0.0, |(start, queens)| {
            let ways =
                (start.queens.len()..queens.len()).map(|row| self.0.free(&queens[..row]).len());
            ways.map(|ways| 1.0 / ways as f64).product::<f64>() * self.0.seconds
        })
    }

    fn split(&self, unit: &Unit) -> Vec<Unit> {
        let Some((_, queens)) = self.0.read(unit) else { return Vec::new() };
        let with = |&position: &usize| self::unit(&[&queens[..], &[position]].concat());
        self.0.free(&queens).iter().map(with).collect()
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

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let (start, mut queens) = self.0.read(unit).ok_or_else(|| unit.unknown())?;
        let layers = &self.0.layers;
        let mut free = vec![0; layers.words * (layers.rows + 1)];
        let found = extend(layers, &mut queens, &mut free, stop);
        if stop.is_asked() {
            return Err(WorkError::Stopped);
        }
        Ok(Subtotal::Count(start.weight * found))
    }

    fn recounts_by(&self) -> &'static str {
        INFO.recounts_by
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let (_, queens) = self.0.read(unit).ok_or_else(|| unit.unknown())?;
        let problem = &self.0.plan.problem;
        let hits = vec![0; problem.size().squares() as usize];
        let mut recount = Recount { problem, lists: HashMap::new(), hits, stop };
        for (row, &queen) in (0..).zip(&queens) {
            recount.hit(Square::new(row, queen as u32), 1);
        }
        let found = recount.extend(queens.len() as u32);
        if stop.is_asked() {
            return Err(WorkError::Stopped);
        }
        Ok(Subtotal::Count(images::images(problem, &queens) * found))
    }
}

impl Ready {
    fn new(problem: &Problem, stop: &Stop) -> Result<Ready, EngineError> {
        let layers = Layers::new(BarrRao::ID, problem, stop)?;
        let classes = classes(problem, &layers, stop).ok_or(EngineError::Stopped)?;
        let starts = cut(&layers, classes);
        let units = starts.iter().map(|start| unit(&start.queens)).collect();
        let plan = Plan {
            engine: INFO.id,
            revision: INFO.revision,
            problem: problem.clone(),
            units,
            divisor: 1,
            counted: INFO.counts,
        };
        let places = starts.iter().zip(0..).map(|(start, place)| (start.queens.clone(), place));
        let places = places.collect();
        let seconds = seconds(&layers, &starts, stop);
        Ok(Ready { plan, layers, starts, seconds, places })
    }

    /// The start of a unit and all its queens, if it is one of the plan or one that those split
    /// into. All starts have the same number of queens.
    fn read(&self, unit: &Unit) -> Option<(&Start, Vec<usize>)> {
        let first = self.starts.first()?.queens.len();
        let label = unit.label();
        let queens: Vec<usize> = match label.strip_prefix("queens ") {
            None => Vec::new(),
            Some(queens) => {
                let queens: Result<_, _> = queens.split(',').map(str::parse).collect();
                queens.ok()?
            }
        };
        let place = *self.places.get(queens.get(..first)?)?;
        let is_free = |row: usize| self.free(&queens[..row]).contains(&queens[row]);
        // Each unit has one text: anything else is not what `unit` writes.
        let is_planned = (first..queens.len()).all(is_free) && self::unit(&queens) == *unit;
        is_planned.then(|| (&self.starts[place], queens))
    }

    /// The positions of the next layer that these queens leave free.
    fn free(&self, queens: &[usize]) -> Vec<usize> {
        if queens.len() >= self.layers.rows {
            return Vec::new();
        }
        let mut free = vec![0; self.layers.words];
        self.layers.free(queens, &mut free);
        bits(&free).collect()
    }
}

/// The solutions that extend these queens, some of them if it is stopped; `free` has room for one
/// set per remaining layer.
fn extend(layers: &Layers, queens: &mut Vec<usize>, free: &mut [u64], stop: &Stop) -> u128 {
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
        if stop.is_asked() {
            break;
        }
        queens.push(position);
        solutions += extend(layers, queens, below, stop);
        queens.pop();
    }
    solutions
}

/// The free positions of the last layer, ignoring the queen before it, are computed once for all
/// positions of that queen.
fn last_two(layers: &Layers, queens: &[usize], here: &[u64], last: &mut [u64]) -> u128 {
    last.copy_from_slice(&layers.open[layers.rows - 1]);
    for (row, &queen) in queens.iter().enumerate() {
        layers.exclude(row, queen, layers.rows - 1, last);
    }
    let left = |position| {
        let attacked = layers.attacked(position, 1);
        let shared = layers.in_region(layers.rows - 2, position, layers.rows - 1);
        let shared = shared.iter().chain(std::iter::repeat(&0));
        let hit = attacked.iter().zip(shared).map(|(attacked, shared)| attacked | shared);
        last.iter().zip(hit).map(|(last, hit)| (last & !hit).count_ones()).sum::<u32>()
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
    stop: &'a Stop,
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
            if self.stop.is_asked() {
                break;
            }
            if self.hits[size.position(square) as usize] == 0 && self.problem.allows(square) {
                self.hit(square, 1);
                solutions += self.extend(row + 1);
                self.hit(square, -1);
            }
        }
        solutions
    }
}
