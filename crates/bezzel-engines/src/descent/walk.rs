//! The descent that keeps its queens: for listing solutions instead of counting them.
//!
//! Vectors do not help here, because solutions have to be produced one by one; one row of
//! look-ahead does.

use bezzel_board::Topology;
use std::ops::ControlFlow;

/// Columns of one row are the bits of a word.
pub(crate) const WIDEST: usize = 64;

/// The observer of a walk.
pub(crate) trait WalkProbe {
    /// A solution, as the column of each row.
    fn found(&mut self, queens: &[u8]) -> ControlFlow<()>;

    /// Called every few thousand queens: whether to continue.
    fn look(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The columns worth trying in the row below these queens.
    fn wants(&mut self, above: &[u8]) -> u64 {
        let _ = above;
        u64::MAX
    }
}

/// Passes to the probe every placement of one queen per row on the `open` columns, none attacking
/// another, in lexicographic order.
pub(crate) fn walk(
    topology: Topology,
    open: &[u64],
    columns: u32,
    probe: &mut impl WalkProbe,
) -> ControlFlow<()> {
    assert!(columns as usize <= WIDEST && open.len() <= WIDEST);
    let Some(&first) = open.first() else {
        return probe.found(&[]);
    };
    let free = first & probe.wants(&[]);
    let mut walk = Walk { open, columns, queens: [0; WIDEST], since: 0, probe };
    match topology {
        Topology::Plane => walk.place::<false>(0, [0; 3], free),
        _ => walk.place::<true>(0, [0; 3], free),
    }
}

/// Queens placed between two checks.
const PATIENCE: u32 = 1 << 14;

struct Walk<'a, P> {
    open: &'a [u64],
    columns: u32,
    queens: [u8; WIDEST],
    since: u32,
    probe: &'a mut P,
}

impl<P: WalkProbe> Walk<'_, P> {
    /// Goes through the `free` columns of a row, where these columns and diagonals are taken.
    fn place<const WRAP: bool>(
        &mut self,
        row: usize,
        [taken, left, right]: [u64; 3],
        mut free: u64,
    ) -> ControlFlow<()> {
        self.since += 1;
        if self.since == PATIENCE {
            self.since = 0;
            self.probe.look()?;
        }
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.queens[row] = queen.trailing_zeros() as u8;
            let Some(&open) = self.open.get(row + 1) else {
                self.probe.found(&self.queens[..=row])?;
                continue;
            };
            let below = self.below::<WRAP>([taken | queen, left | queen, right | queen]);
            let next = open & !(below[0] | below[1] | below[2]);
            if next == 0 {
                continue;
            }
            let next = next & self.probe.wants(&self.queens[..=row]);
            if next != 0 {
                self.place::<WRAP>(row + 1, below, next)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The same lines seen from the next row.
    fn below<const WRAP: bool>(&self, [taken, left, right]: [u64; 3]) -> [u64; 3] {
        if WRAP {
            let (last, full) = (self.columns - 1, u64::MAX >> (64 - self.columns));
            [taken, (left << 1 | left >> last) & full, (right >> 1 | right << last) & full]
        } else {
            [taken, left << 1, right >> 1]
        }
    }
}
