//! The descent in vectors: one stack of nodes per row, opened a vector at a time.
//!
//! A node is three words: columns taken, and columns under attack along the two diagonals.
//!
//! ```text
//!   row 0   [n]                       take a vector of nodes from the deepest row that has one
//!   row 1   [n n n n]                 list its children as (parent, queen), one queen of every
//!   row 2   [n n n n n n n n]  <-     parent at a time; then, a full vector of children at a
//!   row 3   [n n]                     time, place the queen, look one row ahead, and push the
//!   row 4   []                        children that live onto the next row's stack
//! ```
//!
//! Listing the children first is what keeps the lanes busy: parents have between one and a
//! dozen children, and without the list every lane would wait for the longest.

use super::course::{Course, low_bits};
use super::lanes::Lanes;

/// Rows of a course at most, which is columns at most.
const ROWS: usize = 32;
/// Vectors of children one vector of parents can have: one per column.
const FAMILY: usize = 32;

/// Memory of a descent, kept from one course to the next.
pub(super) struct Workspace<Word> {
    /// Three words of each node, one stack per row.
    taken: Vec<Word>,
    left: Vec<Word>,
    right: Vec<Word>,
    /// The children being made: lane of the parent, and the queen's bit.
    parent: Vec<Word>,
    queen: Vec<Word>,
}

impl<Word: Copy + Default> Workspace<Word> {
    pub fn new(lanes: usize) -> Self {
        let words = |count: usize| vec![Word::default(); count];
        let nodes = ROWS * stride(lanes);
        Workspace {
            taken: words(nodes),
            left: words(nodes),
            right: words(nodes),
            // Stores are whole vectors, so the list has one vector to spare.
            parent: words((FAMILY + 1) * lanes),
            queen: words((FAMILY + 1) * lanes),
        }
    }
}

/// Room for one row's stack: less than a vector left over, one family, and one vector to spare
/// because stores are whole vectors.
const fn stride(lanes: usize) -> usize {
    (FAMILY + 2) * lanes
}

/// Counts the solutions of a course of at least two rows.
///
/// Nothing here can wrap: a word holds columns, never a number, and the tally has 64-bit lanes
/// that grow by at most 64 per step, so it would take centuries to fill.
///
/// # Safety
/// Must be inlined into a function that enables the instructions of `V`; the course must have
/// no more columns than a lane of `V` has bits and no more than 32 rows; `space` must be made
/// for `V::COUNT` lanes.
#[inline(always)]
pub(super) unsafe fn sweep<V: Lanes, const WRAP: bool>(
    course: &Course,
    space: &mut Workspace<V::Word>,
) -> u64 {
    debug_assert!(space.taken.len() == ROWS * stride(V::COUNT) && course.rows.len() <= ROWS);
    debug_assert!(course.columns as usize <= 8 * size_of::<V::Word>());
    // SAFETY: the caller has the instructions of `V`. Every pointer stays inside its vector: a
    // row's stack holds less than `COUNT` nodes when its parents are opened (a deeper full row
    // would have been chosen instead), and one opening adds at most `COUNT` nodes per column,
    // which `stride` and the list's length provide for, with one vector to spare for the stores
    // of whole vectors.
    unsafe {
        let last = course.rows.len() - 1;
        let numbers = V::numbers();
        let mut tally = V::splat(0);
        let mut height = [0_usize; ROWS];
        // Rows whose stack fills a vector, and rows whose stack is not empty, as bits.
        let (mut full, mut some) = (0_u32, 1_u32);
        height[0] = 1;
        space.taken[0] = V::Word::default();
        space.left[0] = V::Word::default();
        space.right[0] = V::Word::default();

        while some != 0 {
            // The deepest full row keeps the stacks short; when no row is full, the first row
            // that has anything fills the deeper ones best.
            let depth = if full != 0 {
                full.ilog2()
            } else {
                some.trailing_zeros()
            } as usize;
            let row = course.rows[depth];
            let opened = height[depth].min(V::COUNT);
            height[depth] -= opened;
            let base = depth * stride(V::COUNT) + height[depth];
            let parents = Nodes::<V>::load(space, base);
            let mut free = parents
                .free(V::splat(row.open))
                .only(low_bits(opened as u32));
            let mut children = 0;
            loop {
                let lanes = free.occupied();
                if lanes == 0 {
                    break;
                }
                let queen = free.lowest();
                queen
                    .compress(lanes)
                    .store(space.queen.as_mut_ptr().add(children));
                numbers
                    .compress(lanes)
                    .store(space.parent.as_mut_ptr().add(children));
                free = free.without(queen);
                children += lanes.count_ones() as usize;
            }

            let next = course.rows[depth + 1];
            let moves = Moves::<V>::new(row.step, course.columns);
            let open = V::splat(next.open);
            // Not looked at where `next` is the last row.
            let after = course.rows[(depth + 2).min(last)];
            let moves_ahead = Moves::<V>::new(next.step, course.columns);
            let open_ahead = V::splat(after.open);
            let stack = (depth + 1) * stride(V::COUNT);
            let mut top = stack + height[depth + 1];
            for first in (0..children).step_by(V::COUNT) {
                let parent = V::load(space.parent.as_ptr().add(first));
                let queen = V::load(space.queen.as_ptr().add(first));
                let nodes = parents.child(parent, queen).below::<WRAP>(&moves);
                let lanes = low_bits((children - first).min(V::COUNT) as u32);
                let free = nodes.free(open).only(lanes);
                if depth + 1 == last {
                    tally = free.add_ones(tally);
                    continue;
                }
                let free_ahead = nodes.below::<WRAP>(&moves_ahead).free(open_ahead);
                let alive = free.occupied() & free_ahead.occupied();
                nodes.compress_store(alive, space, top);
                top += alive.count_ones() as usize;
            }
            height[depth + 1] = top - stack;
            for depth in [depth, depth + 1] {
                let bit = 1 << depth;
                full = full & !bit | u32::from(height[depth] >= V::COUNT) << depth;
                some = some & !bit | u32::from(height[depth] > 0) << depth;
            }
        }
        tally.sum()
    }
}

/// A vector of nodes.
#[derive(Clone, Copy)]
struct Nodes<V> {
    taken: V,
    left: V,
    right: V,
}

/// How diagonals move from one row of the course to another.
struct Moves<V> {
    step: V,
    back: V,
    full: V,
}

impl<V: Lanes> Moves<V> {
    #[inline(always)]
    unsafe fn new(step: u32, columns: u32) -> Self {
        // SAFETY: the caller has the instructions, here and below.
        unsafe {
            Moves {
                step: V::splat(step),
                // The way around the edge; without wrapping a step may exceed the columns.
                back: V::splat(columns.saturating_sub(step)),
                full: V::splat(low_bits(columns)),
            }
        }
    }
}

impl<V: Lanes> Nodes<V> {
    #[inline(always)]
    unsafe fn load(space: &Workspace<V::Word>, at: usize) -> Self {
        // SAFETY: the caller has the instructions and keeps `at` inside the stacks.
        unsafe {
            Nodes {
                taken: V::load(space.taken.as_ptr().add(at)),
                left: V::load(space.left.as_ptr().add(at)),
                right: V::load(space.right.as_ptr().add(at)),
            }
        }
    }

    /// Writes the nodes of these lanes, moved together, as a whole vector.
    #[inline(always)]
    unsafe fn compress_store(self, lanes: u32, space: &mut Workspace<V::Word>, at: usize) {
        // SAFETY: as for `load`.
        unsafe {
            let Nodes { taken, left, right } = self;
            taken
                .compress(lanes)
                .store(space.taken.as_mut_ptr().add(at));
            left.compress(lanes).store(space.left.as_mut_ptr().add(at));
            right
                .compress(lanes)
                .store(space.right.as_mut_ptr().add(at));
        }
    }

    /// The columns of `open` no queen attacks.
    #[inline(always)]
    unsafe fn free(self, open: V) -> V {
        // SAFETY: the caller has the instructions, here and below.
        unsafe { open.minus(self.taken, self.left, self.right) }
    }

    /// The node of lane `parent[k]` with the queen of lane k added.
    #[inline(always)]
    unsafe fn child(self, parent: V, queen: V) -> Self {
        // SAFETY: as for `free`.
        unsafe {
            Nodes {
                taken: self.taken.permute(parent).or(queen),
                left: self.left.permute(parent).or(queen),
                right: self.right.permute(parent).or(queen),
            }
        }
    }

    /// The same nodes seen from a row further down.
    #[inline(always)]
    unsafe fn below<const WRAP: bool>(self, moves: &Moves<V>) -> Self {
        // SAFETY: as for `free`.
        unsafe {
            let Nodes { taken, left, right } = self;
            let (up, down) = (left.up(moves.step), right.down(moves.step));
            if !WRAP {
                return Nodes {
                    taken,
                    left: up,
                    right: down,
                };
            }
            let (around_up, around_down) = (left.down(moves.back), right.up(moves.back));
            Nodes {
                taken,
                left: up.or(around_up).and(moves.full),
                right: down.or(around_down).and(moves.full),
            }
        }
    }
}
