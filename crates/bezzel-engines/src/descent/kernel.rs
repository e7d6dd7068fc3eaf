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
            let taken = V::load(space.taken.as_ptr().add(base));
            let left = V::load(space.left.as_ptr().add(base));
            let right = V::load(space.right.as_ptr().add(base));

            let mut free = V::splat(row.open)
                .minus(taken, left, right)
                .only(low_bits(opened as u32));
            let mut children = 0;
            loop {
                let parents = free.occupied();
                if parents == 0 {
                    break;
                }
                let queen = free.lowest();
                queen.compress(parents).store(space.queen.as_mut_ptr().add(children));
                numbers.compress(parents).store(space.parent.as_mut_ptr().add(children));
                free = free.without(queen);
                children += parents.count_ones() as usize;
            }

            let next = course.rows[depth + 1];
            let moves = Moves::<V>::new(row.step, course.columns);
            let open = V::splat(next.open);
            let child = |first: usize| {
                let parent = V::load(space.parent.as_ptr().add(first));
                let queen = V::load(space.queen.as_ptr().add(first));
                let taken = taken.permute(parent).or(queen);
                let left = moves.left::<WRAP>(left.permute(parent).or(queen));
                let right = moves.right::<WRAP>(right.permute(parent).or(queen));
                let lanes = low_bits((children - first).min(V::COUNT) as u32);
                (taken, left, right, open.minus(taken, left, right).only(lanes))
            };
            if depth + 1 == last {
                for first in (0..children).step_by(V::COUNT) {
                    let (_, _, _, free) = child(first);
                    tally = free.add_ones(tally);
                }
            } else {
                let ahead = V::splat(course.rows[depth + 2].open);
                let moves_ahead = Moves::<V>::new(next.step, course.columns);
                let mut top = (depth + 1) * stride(V::COUNT) + height[depth + 1];
                for first in (0..children).step_by(V::COUNT) {
                    let (taken, left, right, free) = child(first);
                    let free_ahead = ahead.minus(
                        taken,
                        moves_ahead.left::<WRAP>(left),
                        moves_ahead.right::<WRAP>(right),
                    );
                    let alive = free.occupied() & free_ahead.occupied();
                    taken.compress(alive).store(space.taken.as_mut_ptr().add(top));
                    left.compress(alive).store(space.left.as_mut_ptr().add(top));
                    right.compress(alive).store(space.right.as_mut_ptr().add(top));
                    top += alive.count_ones() as usize;
                }
                height[depth + 1] = top - (depth + 1) * stride(V::COUNT);
            }
            for depth in [depth, depth + 1] {
                let bit = 1 << depth;
                full = full & !bit | u32::from(height[depth] >= V::COUNT) << depth;
                some = some & !bit | u32::from(height[depth] > 0) << depth;
            }
        }
        tally.sum()
    }
}

/// How diagonals move from one row of the course to the next.
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
                back: V::splat(columns - step.min(columns)),
                full: V::splat(low_bits(columns)),
            }
        }
    }
    /// Towards higher columns; around the edge where it wraps.
    #[inline(always)]
    unsafe fn left<const WRAP: bool>(&self, lines: V) -> V {
        // SAFETY: as for `new`.
        unsafe {
            let moved = lines.up(self.step);
            if WRAP {
                self.full.and(moved.or(lines.down(self.back)))
            } else {
                moved
            }
        }
    }
    /// Towards lower columns; around the edge where it wraps.
    #[inline(always)]
    unsafe fn right<const WRAP: bool>(&self, lines: V) -> V {
        // SAFETY: as for `new`.
        unsafe {
            let moved = lines.down(self.step);
            if WRAP {
                self.full.and(moved.or(lines.up(self.back)))
            } else {
                moved
            }
        }
    }
}
