//! Counts the slices of one set C on a card.

use super::bunches::{Sets, bunches};
use super::failure::{Failure, wait};
use super::frame::Frame;
use super::lanes::Lanes;
use super::launch::{Bunch, Rule, TIED, Walk, launch};
use super::meets::{Filler, Matrices, SUFFIX};
use super::memory::{Memory, bytes};
use super::nodes::{Nodes, Target};
use super::tails::{Lead, share};
use crate::WorkError;
use crate::colour::stage::Stage;
use crate::colour::symmetry::{Standing, Symmetry};
use crate::gpu::{Address, Shape};
use bezzel_board::Stop;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

/// Warps of a block that walks, which share the tables of a bunch: sixteen where two blocks fit a
/// multiprocessor, else up to thirty-two.
const WARPS: [u32; 2] = [16, 32];

/// Bytes of shared memory before the tables.
const FRONT: u32 = 592;

/// Limbs of 16 bits that a weight may have: (8!)² · 8 has 34 bits.
const LIMBS: usize = 3;

/// Words of a unit's results: sums of limbs, then lanes of slices done and counts or
/// weights that do not fit 16 bits.
pub(super) const RESULTS: usize = 4 * LIMBS + 2;

/// Queens of a lead from which on bit maps are of nodes, not of partners: fewer queens leave fewer rows
/// whose nodes are shared, and more columns for the last three.
const BY_NODES: usize = 6;

/// The smallest side, and the fewest queens of a lead, with which second halves are weighed by nodes.
const WEIGH_BY_NODES: (usize, usize) = (26, 7);

/// Counts units on a card, one at a time.
pub(super) struct Counter {
    memory: Memory,
    /// How halves are counted wherever that is possible; by default, in the way that is fastest.
    pub prefer: Option<Way>,
    /// Ways that are not used, because they had no room for a self-test.
    pub untested: Vec<Way>,
    /// How the halves of the last slices were counted: by joint descent where maps had no room.
    pub used: [Way; 2],
    /// Whether a count of the last slices did not fit 16 bits, so that joint descent counted them.
    pub was_wide: bool,
    /// The most nodes that a lane of each half had so far, by side and queens in EE.
    nodes_each: BTreeMap<(usize, usize), [usize; 2]>,
}

impl Counter {
    /// A counter in this memory of a card.
    pub fn new(memory: Memory) -> Counter {
        Counter {
            memory,
            prefer: None,
            untested: Vec::new(),
            used: [Way::Walk; 2],
            was_wide: false,
            nodes_each: BTreeMap::new(),
        }
    }

    /// The weighted count of the slices of C with these sets A.
    pub fn count(
        &mut self,
        open: &[u64],
        stage: &Stage,
        c: u32,
        a: Range<usize>,
        stop: &Stop,
    ) -> Result<u128, WorkError> {
        let ways = ways(stage, self.prefer)
            .map(|way| if self.untested.contains(&way) { Way::Walk } else { way });
        (self.used, self.was_wide) = (ways, false);
        let lanes = stage.sides.each_ref().map(|side| Lanes::new(stage, side, c));
        let counted = |a: &&u32| stage.symmetry.of_a(c, **a) != Standing::Outside;
        let mut sets = bunches(stage.a_sets[a].iter().filter(counted).copied(), stage.inner);
        if sets.is_empty() || lanes.iter().any(|lanes| lanes.len() == 0) {
            return Ok(0);
        }
        if ways.contains(&Way::Nodes) {
            // Row sets that begin alike stand together. Those with middle rows come first: their complements leave
            // the most nodes, and what fits the memory is known from then on.
            let key = |a: u32| stage.a_rows.iter().fold(0u32, |key, p| key << 1 | (a >> p & 1));
            sets.sort_by_key(|bunch| Reverse(key(bunch.sets[0].1)));
        } else if ways[0] == Way::Meet {
            // Row sets with the same prefix stand together.
            sets.sort_by_key(|bunch| {
                let rows = stage.sides[0].lead_rows(bunch.sets[0].1, stage.inner);
                Filler::prefix_rows(&rows).to_vec()
            });
        }
        let nodes_each = self.nodes_each.entry((open.len(), stage.queens)).or_default();
        let memory = &mut self.memory;
        let mut slices = Slices { memory, nodes_each, open, stage, c, lanes, ways };
        let counted = match slices.count(&sets, stop) {
            Err(failure @ (Failure::NotByMaps | Failure::Wide)) => {
                slices.ways = [Way::Walk; 2];
                (self.used, self.was_wide) = (slices.ways, matches!(failure, Failure::Wide));
                slices.count(&sets, stop)
            }
            counted => counted,
        };
        counted.map_err(|failure| match failure {
            Failure::Stopped => WorkError::Stopped,
            Failure::NotByMaps | Failure::Wide | Failure::NoRoom => {
                WorkError::Failed { why: "joint descent uses no maps".into() }
            }
            Failure::Failed(why) => WorkError::Failed { why },
        })
    }
}

/// The slices of one C.
pub(super) struct Slices<'a> {
    pub memory: &'a mut Memory,
    pub nodes_each: &'a mut [usize; 2],
    pub open: &'a [u64],
    pub stage: &'a Stage,
    pub c: u32,
    pub lanes: [Lanes; 2],
    pub ways: [Way; 2],
}

/// How a half is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By bit maps of nodes.
    Nodes,
    /// By bit maps of partners, which only fill matrices: second halves are walked.
    Meet,
    /// By joint descent.
    Walk,
}

/// How the two halves of a stage's slices are counted: in the way that is preferred wherever that is possible, or else
/// in the fastest one.
pub(super) fn ways(stage: &Stage, prefer: Option<Way>) -> [Way; 2] {
    let queens = |i: usize| stage.sides[i].lead_rows(stage.a_sets[0], stage.inner).len();
    let by_nodes = |i: usize, is_fastest: bool| {
        prefer.map_or(is_fastest, |way| way == Way::Nodes)
            && Nodes::can(queens(i), stage.sides[i].lead_block.cols)
    };
    let first = if by_nodes(0, queens(0) >= BY_NODES) {
        Way::Nodes
    } else if prefer != Some(Way::Walk) && queens(0) >= SUFFIX {
        Way::Meet
    } else {
        Way::Walk
    };
    let ((least_side, least), side) = (WEIGH_BY_NODES, stage.inner + stage.outer);
    let is_dense = 7 * queens(1) <= 2 * side;
    let second = by_nodes(1, side >= least_side && queens(1) >= least && is_dense);
    [first, if second { Way::Nodes } else { Way::Walk }]
}

impl Slices<'_> {
    fn count(&mut self, bunches: &[Sets], stop: &Stop) -> Result<u128, Failure> {
        let frame = self.frame()?;
        let mark = self.memory.tables.used();
        let room = self.memory.matrices.room(4 * frame.plane);
        let at = self.memory.matrices.take(4 * frame.plane * room)?;
        if room < 4 {
            return Err("four matrices do not fit this card's memory".to_owned().into());
        }
        let matrices = Matrices { at, pitch: frame.pitch as u32, plane: frame.plane as u64 };
        let mut from = 0;
        let mut expected = 0u32;
        while from < bunches.len() {
            // At most one launch of each kernel is under way, so that little is left to wait for
            // after a stop. Other streams keep the card busy meanwhile.
            wait(self.memory, stop)?;
            let mut to = from;
            let mut sets: Vec<u32> = Vec::new();
            while to < bunches.len() && sets.len() + bunches[to].sets.len() <= room {
                sets.extend(bunches[to].sets.iter().map(|(_, set)| set));
                to += 1;
            }
            self.memory.tables.forget(mark);
            let marked: Vec<u32> = sets.iter().map(|&a| self.mark_a(a)).collect();
            let a_sets = self.memory.put(&marked)?;
            let rule = self.rule(&frame, a_sets);
            let leads = self.lead_rows(0, &sets);
            if leads[0].is_empty() {
                // Both blocks of this half are empty: there is one way to leave them so.
                let ones = vec![1u32; frame.plane * sets.len()];
                self.memory.card.write(at, bytes(&ones))?;
            } else if let Some(filler) = &frame.filler {
                let slices = frame.results + 8 * 2 * LIMBS as Address;
                self.memory.card.clear(at, 4 * frame.plane * sets.len())?;
                for (i, part) in filler.parts(&leads).iter().enumerate() {
                    if i > 0 {
                        wait(self.memory, stop)?;
                    }
                    filler.fill(self.memory, frame.halves[0], part, matrices, slices)?;
                    let lanes = part.meetings.len() * self.lanes[0].len();
                    expected = expected.wrapping_add(lanes as u32);
                }
            } else {
                self.count_half(0, &frame, &bunches[from..to], rule, matrices, stop)?;
                expected = expected.wrapping_add((sets.len() * self.lanes[0].len()) as u32);
            }
            self.count_half(1, &frame, &bunches[from..to], rule, matrices, stop)?;
            expected = expected.wrapping_add((sets.len() * self.lanes[1].len()) as u32);
            from = to;
        }
        wait(self.memory, stop)?;
        self.result(&frame, expected)
    }

    /// The rows of the leads of some sets A.
    fn lead_rows(&self, i: usize, sets: &[u32]) -> Vec<Vec<u8>> {
        sets.iter().map(|&a| self.stage.sides[i].lead_rows(a, self.stage.inner)).collect()
    }

    /// Counts one half by nodes or by joint descent.
    fn count_half(
        &mut self,
        i: usize,
        frame: &Frame,
        bunches: &[Sets],
        rule: Rule,
        matrices: Matrices,
        stop: &Stop,
    ) -> Result<(), Failure> {
        let Some(nodes) = &frame.nodes[i] else {
            return Ok(self.walk(i, frame, bunches, rule, matrices.at)?);
        };
        let sets: Vec<u32> =
            bunches.iter().flat_map(|bunch| bunch.sets.iter().map(|&(_, set)| set)).collect();
        let rows = self.lead_rows(i, &sets);
        let mut leads: Vec<Lead> =
            rows.into_iter().zip(0..).map(|(rows, slot)| Lead { rows, slot }).collect();
        share(&mut leads, self.stage.inner);
        let target = Target {
            keys: self.lanes[1 - i].len() as u32,
            lead_sets: frame.lead_sets[i],
            matrices,
            rule,
            is_weighed: i == 1,
            results: frame.results,
            slices: frame.results + 8 * 2 * LIMBS as Address,
        };
        nodes.count(self.memory, &leads, &target, &mut self.nodes_each[i], stop)
    }

    /// Walks the leads of one half beside their partners.
    fn walk(
        &mut self,
        i: usize,
        frame: &Frame,
        bunches: &[Sets],
        rule: Rule,
        matrix: Address,
    ) -> Result<(), String> {
        let side = &self.stage.sides[i];
        let mut slot = 0;
        let mut walks: Vec<Bunch> = bunches
            .iter()
            .map(|bunch| {
                let slots: Vec<u32> = (slot..slot + bunch.sets.len() as u32).collect();
                slot += bunch.sets.len() as u32;
                bunch.walk(self.stage.inner, !side.takes_a, &slots)
            })
            .collect();
        // The largest first, so that no large one is left for the end.
        walks.sort_by_key(|walk| walk.length);
        let deepest = walks.iter().map(|walk| walk.length).max().unwrap_or(0);
        let walk = Walk {
            block: self.geometry(i, true),
            spare: 0,
            rule,
            limit: self.limit(i),
            keys: self.lanes[1 - i].len() as u32,
            pitch: frame.pitch as u32,
            weighed: i as u32,
            plane: frame.plane as u64,
            bunches: self.memory.put(&walks)?,
            list: frame.halves[i].list,
            start: frame.halves[i].start,
            count: frame.halves[i].count,
            lead_sets: frame.lead_sets[i],
            matrix,
            sums: frame.results,
            slices: frame.results + 8 * 2 * LIMBS as Address,
        };
        let fixed = FRONT + ((if i == 1 { 4 } else { 8 }) << walk.block.cols);
        // Three stacks of 64 entries, and a place for each thread on each level of the chain.
        let stack = 3 * 4 * (3 * 64 + 32 * u32::from(deepest.max(3) - 1));
        let shared = self.memory.card.shared();
        let [few, many] = WARPS;
        let fits_twice = 2 * (fixed + few * stack) <= shared;
        let warps = if fits_twice { few } else { many.min((shared - fixed) / stack) };
        let shape = Shape {
            blocks: (self.lanes[i].len() as u32, walks.len() as u32),
            threads: 32 * warps,
            shared: fixed + warps * stack,
        };
        // SAFETY: the bunches were put just now, one for each block; their slots count the sets A, which the matrices and
        // the marked sets of the rule have as many of (`Slices::count`). A matrix is a plane: the lanes of one half, at
        // the pitch, times those of the other, which are the keys. Lists, lead sets and the marked sets of both
        // halves were taken for all lanes, and the results for sums and slices (`Slices::frame`).
        unsafe { launch(&mut *self.memory.card, shape, &walk) }
    }

    fn result(&mut self, frame: &Frame, expected: u32) -> Result<u128, Failure> {
        let words: [u32; RESULTS] = self.memory.words(frame.results)?;
        for cursor in frame.cursors {
            let [_, over] = self.memory.words(cursor)?;
            if over != 0 {
                return Err("the partners do not fit this card's memory".to_owned().into());
            }
        }
        let [done, wide] = [words[4 * LIMBS], words[4 * LIMBS + 1]];
        if let Some(filler) = &frame.filler
            && filler.overran(self.memory)?
        {
            return Err("a part was larger than computed".to_owned().into());
        }
        if wide != 0 {
            return Err(Failure::Wide);
        }
        if done != expected {
            return Err(format!("the card did {done} of {expected} lanes of slices").into());
        }
        let limb = |i: usize| {
            let half = |j: usize| u128::from(words[4 * i + j]);
            (half(0) + (half(1) << 32) + (half(2) << 32) + (half(3) << 64)) << (16 * i)
        };
        Ok((0..LIMBS).map(limb).sum())
    }

    fn rule(&self, frame: &Frame, a: Address) -> Rule {
        let stage = self.stage;
        Rule {
            kind: match stage.symmetry {
                Symmetry::None => 0,
                Symmetry::Even { .. } => 1,
                Symmetry::Odd { .. } => 2,
            },
            inner: stage.inner as u32,
            outer: stage.outer as u32,
            c: self.c,
            d_first: u32::from(stage.sides[0].takes_a),
            full: stage.symmetry.full_weight(),
            a,
            first: frame.marked[0],
            second: frame.marked[1],
        }
    }

    fn mark_a(&self, a: u32) -> u32 {
        let is_tied = self.stage.symmetry.of_a(self.c, a) == Standing::Tied;
        a | if is_tied { TIED } else { 0 }
    }
}
