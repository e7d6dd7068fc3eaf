//! The lanes of one half: the column sets of its partners that are wanted.

use super::launch::TIED;
use crate::colour::stage::{Side, Stage};
use crate::colour::symmetry::Standing;
use crate::gpu::Address;

/// The column sets, plain and marked where they tie.
pub(super) struct Lanes {
    pub sets: Vec<u32>,
    pub marked: Vec<u32>,
}

impl Lanes {
    pub fn new(stage: &Stage, side: &Side, c: u32) -> Lanes {
        let cols = side.partner_block.cols;
        let queens = side.partner_rows(c, stage.outer).len() as u32;
        let whole = (1u32 << stage.inner) - 1;
        let mut lanes = Lanes { sets: Vec::new(), marked: Vec::new() };
        for set in (0..1u32 << cols).filter(|set| set.count_ones() == queens) {
            let standing = if side.takes_a {
                stage.symmetry.of_d(c, set)
            } else {
                stage.symmetry.of_b(c, !set & whole)
            };
            if standing != Standing::Outside {
                lanes.sets.push(set);
                lanes.marked.push(set | if standing == Standing::Tied { TIED } else { 0 });
            }
        }
        lanes
    }

    pub fn len(&self) -> usize {
        self.sets.len()
    }
}

/// The lanes of a half and where its partners are listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    pub lanes: u32,
    pub list: Address,
    pub start: Address,
    pub count: Address,
}
