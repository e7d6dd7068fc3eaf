//! The engine: units are the floors through one corner, up to the symmetries of the square.
//!
//! Every stack has four floors through corners, and no floor through a corner has a symmetry, so
//! its class has eight members, two through each corner. Number these classes. A unit takes one
//! member of class k through the first corner and visits every stack in which the other three
//! corner floors belong to class k or a later one. From n = 13 on, the floors through the second
//! corner are distributed over several units: `… 3/16` has every 16th of them, in lexicographic
//! order, and is split into `… 3/32` and `… 19/32`. If m of the four are in class k, the eight
//! images of a stack are visited m times: each visit has weight 8 / m, stored as 96 / m with
//! divisor 12.

use super::corners::{CornerProblem, Corners};
use super::cover::{Mask, Tile};
use super::floors::FloorList;
use super::{floors, recount};
use crate::error::not_flat;
use crate::{
    Counted, Device, Engine, EngineError, Info, Plan, Prepared, SimdLevel, Subtotal, Unit,
    WorkError, Worker,
};
use bezzel_board::{Instead, Problem, Size, Stack, Stop, Symmetry};
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The largest side: its squares fit into 256 bits, and all its solutions into memory.
pub const LARGEST: u32 = 16;

/// The common denominator of the weights: 12 is divisible by 1, 2, 3 and 4.
pub(super) const DIVISOR: u128 = 12;

/// Counts unordered stacks: sets of n solutions of side n that cover the board.
pub struct StacksEngine;

static INFO: Info = Info {
    id: StacksEngine::ID,
    title: "Stacks by exact cover",
    counts: Counted::Stacks,
    boards: "the full square board up to side 16",
    method: "exact cover by solutions as bits, the corner floors first",
    recounts_by: "dancing links",
    source: "D. Chakiat and others; exact cover: D. Knuth, Dancing links (2000)",
    revision: 2,
};

impl StacksEngine {
    /// The engine's name.
    pub const ID: &'static str = "stacks";
}

/// The floors of one side and their units; clones share them.
#[derive(Clone)]
pub struct PreparedStacks {
    n: u32,
    plan: Arc<Plan>,
    /// The number of each class by its smallest floor.
    places: Arc<HashMap<String, usize>>,
    floors: Arc<FloorList>,
    tiles: Arc<[Tile]>,
    /// The class of each floor through a corner; `None` for the others.
    class: Arc<[Option<u32>]>,
    /// For each class, its member through the first corner, by number.
    first_floors: Arc<[u32]>,
}

impl Engine for StacksEngine {
    fn info(&self) -> &Info {
        &INFO
    }

    fn prepare(&self, problem: &Problem, stop: &Stop) -> Result<Arc<dyn Prepared>, EngineError> {
        Ok(Arc::new(PreparedStacks::new(problem, stop)?))
    }
}

impl PreparedStacks {
    /// The floors and the plan for a plain board.
    pub fn new(problem: &Problem, stop: &Stop) -> Result<PreparedStacks, EngineError> {
        let size = problem.size();
        let refuse = |what| EngineError::Unsupported {
            engine: StacksEngine::ID,
            what,
            instead: vec![Instead::advice("use a plain square board, for example 12")],
        };
        if size.dimension() != 2 || !size.is_square() {
            return Err(refuse("floors that are not square"));
        }
        if !problem.is_flat() {
            return Err(refuse(not_flat(problem)));
        }
        if problem.wraps() {
            return Err(refuse("floors on the torus"));
        }
        if !problem.is_plain() {
            return Err(refuse("given queens and blocked squares"));
        }
        if size.rows() > LARGEST {
            let size = size.to_string();
            return Err(EngineError::TooLarge { engine: StacksEngine::ID, largest: LARGEST, size });
        }
        Self::prepare(problem, size, stop).ok_or(EngineError::Stopped)
    }

    /// `None` if stopped.
    fn prepare(problem: &Problem, size: Size, stop: &Stop) -> Option<PreparedStacks> {
        let n = size.rows();
        let floors = FloorList::new(n, stop)?;
        let tile = |(id, columns)| (!stop.is_asked()).then(|| floors::tile(id, columns));
        let tiles = floors.numbered().map(tile).collect::<Option<_>>()?;
        let mut members: BTreeMap<Vec<u8>, Vec<u32>> = BTreeMap::new();
        if n > 1 {
            for (id, columns) in floors.numbered() {
                if corner(columns).is_some() {
                    // Each has eight images: from side 13 on this is most of the work.
                    if stop.is_asked() {
                        return None;
                    }
                    members.entry(floors::representative(columns, size)).or_default().push(id);
                }
            }
        }
        let shares = shares(n);
        let mut class = vec![None; floors.len()];
        let mut first = Vec::with_capacity(members.len());
        let mut units = Vec::with_capacity(members.len() * shares);
        let mut places = HashMap::new();
        for (number, (representative, ids)) in (0..).zip(&members) {
            for &id in ids {
                class[id as usize] = Some(number);
            }
            let through_first = |id: &&u32| corner(floors.get(**id)) == Some(0);
            first.push(*ids.iter().find(through_first).expect("a class meets every corner"));
            let floor: Vec<String> = representative.iter().map(ToString::to_string).collect();
            let floor = floor.join(",");
            units.extend((1..=shares).map(|share| label(&floor, share, shares)));
            places.insert(floor, number as usize);
        }
        if n <= 1 {
            units.push(Unit::new("the board itself"));
        }
        let plan = Plan {
            engine: INFO.id,
            revision: INFO.revision,
            problem: problem.clone(),
            units,
            divisor: DIVISOR,
            counted: INFO.counts,
        };
        Some(PreparedStacks {
            n,
            places: Arc::new(places),
            plan: Arc::new(plan),
            floors: Arc::new(floors),
            tiles,
            class: class.into(),
            first_floors: first.into(),
        })
    }

    /// Visits one image of every stack of a unit, with the number of its corner floors in the
    /// unit's class.
    pub fn each(
        &self,
        unit: &Unit,
        stop: &Stop,
        visit: &mut dyn FnMut(&[u32], u32) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, WorkError> {
        if self.n <= 1 {
            let floors: Vec<u32> = (0..self.n).collect();
            return Ok(visit(&floors, 1));
        }
        let Dealt { class, share, of } = self.read(unit).ok_or_else(|| unit.unknown())?;
        let tiles = self.tiles_for(class);
        let n = self.n as usize;
        let corners = CornerProblem {
            first: self.tiles[self.first_floors[class] as usize],
            tiles: &tiles,
            corners: [n - 1, n * (n - 1), n * n - 1],
            share: (share, of),
            open: Mask::first((self.n * self.n) as usize),
            slack: floors::SLACK,
        };
        let end = Corners::new(stop)
            .each(&corners, &mut |chosen| visit(chosen, self.multiplicity(class, chosen)));
        if stop.is_asked() { Err(WorkError::Stopped) } else { Ok(end) }
    }

    /// What a unit is, if it is one of the plan or one that those split into.
    fn read(&self, unit: &Unit) -> Option<Dealt> {
        if self.n <= 1 {
            return None;
        }
        let (floor, dealt) = unit.label().rsplit_once(' ')?;
        let (share, of) = dealt.split_once('/')?;
        let (share, of) = (share.parse::<usize>().ok()?, of.parse::<usize>().ok()?);
        let class = *self.places.get(floor)?;
        let is_dealt = of.is_power_of_two() && of >= shares(self.n) && of <= self.finest();
        // Each unit has one text: anything else is not what `label` writes.
        let is_planned = is_dealt && (1..=of).contains(&share) && label(floor, share, of) == *unit;
        is_planned.then(|| Dealt { class, share: share - 1, of })
    }

    /// The number of units per class at which each has one floor at most.
    fn finest(&self) -> usize {
        self.floors.len().next_power_of_two().max(shares(self.n))
    }

    /// The floors compatible with the first one of a class.
    fn tiles_for(&self, class: usize) -> Vec<Tile> {
        let allowed =
            |tile: &&Tile| self.class[tile.id as usize].is_none_or(|other| other as usize >= class);
        self.tiles.iter().filter(allowed).copied().collect()
    }

    fn multiplicity(&self, class: usize, chosen: &[u32]) -> u32 {
        let same = |id: &&u32| self.class[**id as usize] == Some(class as u32);
        chosen.iter().filter(same).count() as u32
    }

    /// The stack of these floors.
    pub(super) fn stack(&self, chosen: &[u32]) -> Stack {
        let floors: Vec<Vec<u32>> =
            chosen.iter().map(|&id| floors::widen(self.floors.get(id))).collect();
        Stack::from_floors(self.n, &floors).expect("a cover by solutions is a stack")
    }

    pub(super) fn floors(&self) -> &FloorList {
        &self.floors
    }

    /// The weight of a visit.
    fn weight(&self, multiplicity: u32) -> u128 {
        if self.n <= 1 {
            return DIVISOR;
        }
        Symmetry::ALL.len() as u128 * DIVISOR / u128::from(multiplicity)
    }
}

/// A unit: a class, and of the floors through the second corner those whose number is `share`
/// modulo `of`.
struct Dealt {
    class: usize,
    share: usize,
    of: usize,
}

/// The unit of a class, named by its smallest floor, with share number `share` of `of`.
fn label(floor: &str, share: usize, of: usize) -> Unit {
    Unit::new(format!("{floor} {share}/{of}"))
}

/// The number of units per class, a power of two: some ten thousand units in all, which a run enters in
/// a moment and splits further where they take long.
fn shares(n: u32) -> usize {
    match n {
        13 => 16,
        14 => 4,
        _ => 1,
    }
}

/// The corner a solution of side two or more has a queen on, if any: row by row, 0 to 3.
fn corner(columns: &[u8]) -> Option<usize> {
    let last = columns.len() - 1;
    let at = |row: usize, column: usize| usize::from(columns[row]) == column;
    [(0, 0), (0, last), (last, 0), (last, last)].iter().position(|&(r, c)| at(r, c))
}

impl Prepared for PreparedStacks {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The other three corner floors are of this class or a later one: hence the third power of the
    /// share of such classes.
    fn cost(&self, unit: &Unit) -> f64 {
        let Some(Dealt { class, of, .. }) = self.read(unit) else { return 0.0 };
        let classes = self.first_floors.len().max(1) as f64;
        ((classes - class as f64) / classes).powi(3) / of as f64
    }

    fn split(&self, unit: &Unit) -> Vec<Unit> {
        match (self.read(unit), unit.label().rsplit_once(' ')) {
            (Some(Dealt { share, of, .. }), Some((floor, _))) if of < self.finest() => {
                [share + 1, share + 1 + of].map(|share| label(floor, share, 2 * of)).to_vec()
            }
            _ => Vec::new(),
        }
    }

    fn worker(&self, level: SimdLevel) -> Result<Box<dyn Worker>, EngineError> {
        level.available()?;
        Ok(Box::new(Core {
            stacks: self.clone(),
            floors: None,
            device: Device::cpu(SimdLevel::Scalar),
        }))
    }
}

/// One thread's worker.
struct Core {
    stacks: PreparedStacks,
    /// The second count's own floors, listed when first needed.
    floors: Option<recount::Floors>,
    device: Device,
}

impl Worker for Core {
    fn device(&self) -> &Device {
        &self.device
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let mut sum = 0;
        let _ = self.stacks.each(unit, stop, &mut |_, multiplicity| {
            sum += self.stacks.weight(multiplicity);
            ControlFlow::Continue(())
        })?;
        Ok(Subtotal::Count(sum))
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        if self.stacks.n <= 1 {
            return Ok(Subtotal::Count(DIVISOR));
        }
        let Dealt { share, of, .. } = self.stacks.read(unit).ok_or_else(|| unit.unknown())?;
        let floor = unit.label().split([',', ' ']).take(self.stacks.n as usize);
        let class: Vec<u8> = floor.map(|column| column.parse().expect("a floor")).collect();
        if self.floors.is_none() {
            self.floors = recount::Floors::new(self.stacks.n as usize, stop);
        }
        let floors = self.floors.as_ref().ok_or(WorkError::Stopped)?;
        let counted = floors.count(&class, share, of, stop);
        counted.map(Subtotal::Count).ok_or(WorkError::Stopped)
    }

    fn recounts_by(&self) -> &'static str {
        INFO.recounts_by
    }
}
