//! The vector descent: two stacks of nodes per row, a vector of nodes at a time.
//!
//! A node is four words: columns taken, columns under attack along the two diagonals, and the
//! columns still to try in its row.
//!
//! ```text
//!   row 3   fresh  n n n n n n n n n n    pop a vector of nodes, give each its lowest free
//!           rest   n n n n                column as a queen, and look ahead:
//!   row 4   fresh  c c c c c c            children that live go to the next row's fresh stack,
//!           rest                          parents with columns left go to the rest
//! ```
//!
//! A pass stays on one row until the next row has enough nodes; when the fresh nodes run out, the
//! rest replaces them. Every vector of a pass is independent of the one before, and no load closely
//! follows the stores it reads from: both matter more than the number of instructions
//! (docs/methods/enumeration.md has the figures).

use super::course::{Course, low_bits};
use super::lanes::Lanes;
use bezzel_board::Stop;

/// Maximum number of rows of a course.
const ROWS: usize = 32;
/// Vectors of nodes in a full supply: a pass ends when the next row has them. At n = 17 8 vectors
/// cost 30 % more time, 128 vectors 2 % less but twice the memory.
const SUPPLY: usize = 64;

/// Capacity of a stack, in vectors: less than one left over from before, a supply, less than one
/// beyond it, and one spare because stores are complete vectors.
const VECTORS: usize = SUPPLY + 3;

/// Memory of a descent, kept from one course to the next.
pub(super) struct Workspace<Word> {
    /// Two stacks per row, each of `VECTORS` vectors of each of a node's four words.
    words: Vec<Word>,
}

impl<Word: Copy + Default> Workspace<Word> {
    pub fn new(lanes: usize) -> Self {
        Workspace { words: vec![Word::default(); ROWS * 2 * 4 * VECTORS * lanes] }
    }
}

/// The nodes waiting in one row.
#[derive(Clone, Copy)]
struct Stacks<Word> {
    fresh: *mut Word,
    rest: *mut Word,
    fresh_height: usize,
    rest_height: usize,
}

/// Counts the solutions of a course of at least two rows; some of them if it is stopped. It looks at
/// the flag before every pass, which takes microseconds.
///
/// Nothing here can wrap: a word holds columns, never a number, and the count has 64-bit lanes that
/// grow by at most 64 per step, so it would take centuries to overflow.
///
/// # Safety
/// Must be inlined into a function that enables the instructions of `V`; the course must have
/// no more columns than a lane of `V` has bits and no more than 32 rows; `space` must be made
/// for `V::COUNT` lanes.
#[inline(always)]
pub(super) unsafe fn sweep<V: Lanes, const WRAP: bool>(
    course: &Course,
    space: &mut Workspace<V::Word>,
    stop: &Stop,
) -> u64 {
    let room = 4 * VECTORS * V::COUNT;
    assert!(space.words.len() == ROWS * 2 * room && course.rows.len() <= ROWS);
    debug_assert!(course.columns as usize <= 8 * size_of::<V::Word>());
    let last = course.rows.len() - 1;
    if course.rows[0].open == 0 {
        return 0; // every node on a stack has a free column, the root too
    }
    let base = space.words.as_mut_ptr();
    let mut stacks: [Stacks<V::Word>; ROWS] = std::array::from_fn(|row| Stacks {
        // SAFETY: 2 · ROWS stacks of this room are all of `words`.
        fresh: unsafe { base.add(2 * row * room) },
        // SAFETY: as above.
        rest: unsafe { base.add((2 * row + 1) * room) },
        fresh_height: 0,
        rest_height: 0,
    });
    // SAFETY: the caller has the instructions of `V`. A row that is skipped by the choice of depth
    // has less than a vector of nodes, and `pass` stops at a full supply, so that the stacks have
    // the room that `pass` requires.
    unsafe {
        let zero = V::splat(0);
        let root =
            Nodes { taken: zero, left: zero, right: zero, free: V::splat(course.rows[0].open) };
        root.compress_store(1, stacks[0].fresh);
        stacks[0].fresh_height = 1;
        let mut sum = zero;
        // Rows that can fill a vector, and rows that have any node, as bits.
        let (mut full, mut some) = (0_u32, 1_u32);
        while some != 0 && !stop.is_asked() {
            // The deepest row that fills a vector keeps the stacks short; when there is none,
            // the first row that has anything fills the deeper ones best.
            let depth = if full != 0 { full.ilog2() } else { some.trailing_zeros() } as usize;
            let [here, below, ..] = &mut stacks[depth..] else {
                break; // never: the last row has no nodes
            };
            // Near the end, where most nodes die, a closed row or column is detected early; further
            // up, only one row of look-ahead pays off.
            sum = match last - depth {
                1 => pass::<V, WRAP, 0, true>(course, depth, here, below, sum),
                2 => pass::<V, WRAP, 1, true>(course, depth, here, below, sum),
                3 => pass::<V, WRAP, 2, true>(course, depth, here, below, sum),
                4 => pass::<V, WRAP, 3, true>(course, depth, here, below, sum),
                5 => pass::<V, WRAP, 4, true>(course, depth, here, below, sum),
                _ => pass::<V, WRAP, 2, false>(course, depth, here, below, sum),
            };
            for row in [depth, depth + 1] {
                let waiting = stacks[row].fresh_height + stacks[row].rest_height;
                full = full & !(1 << row) | u32::from(waiting >= V::COUNT) << row;
                some = some & !(1 << row) | u32::from(waiting > 0) << row;
            }
        }
        sum.sum()
    }
}

/// Places a queen in each node of one row, vector by vector, until the next row has a full supply
/// or this row can no longer fill a vector. Starts with a vector even if it is not full.
///
/// # Safety
/// As for [`sweep`]; `below` must have less than a vector of nodes and `here` no more than a
/// supply and a vector.
#[inline(always)]
unsafe fn pass<V: Lanes, const WRAP: bool, const AHEAD: usize, const TO_THE_END: bool>(
    course: &Course,
    depth: usize,
    here: &mut Stacks<V::Word>,
    below: &mut Stacks<V::Word>,
    mut sum: V,
) -> V {
    let rows = &course.rows[depth..];
    // SAFETY: the caller has the instructions and vouches for the room. A vector is loaded from
    // below a height or, at the start, from the bottom of a stack, and stored at a height that
    // `VECTORS` leaves room for.
    unsafe {
        let moves = Moves::<V>::new(rows[0].step, course.columns);
        let open = V::splat(rows[1].open);
        let ahead: [(Moves<V>, V); AHEAD] = std::array::from_fn(|k| {
            let moves = Moves::new(rows[k + 1].step, course.columns);
            (moves, V::splat(rows[k + 2].open))
        });
        let (needed, none) = (V::splat(course.needed), V::splat(0));
        if here.fresh_height < V::COUNT {
            here.turn_over::<V>();
        }
        let mut popped = here.fresh_height.min(V::COUNT);
        loop {
            here.fresh_height -= popped;
            let lanes = low_bits(popped as u32);
            let mut nodes = Nodes::<V>::load(here.fresh.add(here.fresh_height));
            let queen = nodes.free.lowest();
            nodes.free = nodes.free.without(queen);
            let left = lanes & nodes.free.occupied();
            let mut child = nodes.with(queen).below::<WRAP>(&moves);
            child.free = child.unattacked(open);

            if TO_THE_END && AHEAD == 0 {
                sum = child.free.only(lanes).add_ones(sum);
            } else {
                let mut seen = child;
                let (mut fewest, mut covered) = (child.free, child.free);
                for (moves, open) in &ahead {
                    seen = seen.below::<WRAP>(moves);
                    let free = seen.unattacked(*open);
                    fewest = fewest.min(free);
                    covered = covered.or(free);
                }
                let mut alive = lanes & fewest.occupied();
                if TO_THE_END {
                    alive &= !needed.minus(child.taken, covered, none).occupied();
                }
                child.compress_store(alive, below.fresh.add(below.fresh_height));
                below.fresh_height += alive.count_ones() as usize;
            }
            nodes.compress_store(left, here.rest.add(here.rest_height));
            here.rest_height += left.count_ones() as usize;

            if below.fresh_height >= SUPPLY * V::COUNT {
                return sum;
            }
            if here.fresh_height < V::COUNT {
                here.turn_over::<V>();
                if here.fresh_height < V::COUNT {
                    return sum;
                }
            }
            popped = V::COUNT;
        }
    }
}

impl<Word: Copy> Stacks<Word> {
    /// Makes the rest fresh, with the few fresh nodes still there on top.
    ///
    /// # Safety
    /// As for [`sweep`]; there must be less than a vector of fresh nodes.
    #[inline(always)]
    unsafe fn turn_over<V: Lanes<Word = Word>>(&mut self) {
        // SAFETY: the rest is at most what was fresh before, which leaves room for a vector.
        unsafe {
            let left_over = Nodes::<V>::load(self.fresh);
            left_over.store(self.rest.add(self.rest_height));
        }
        self.fresh_height += self.rest_height;
        self.rest_height = 0;
        std::mem::swap(&mut self.fresh, &mut self.rest);
    }
}

/// A vector of nodes.
#[derive(Clone, Copy)]
struct Nodes<V> {
    taken: V,
    left: V,
    right: V,
    free: V,
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
                // The part that wraps around the edge; without wrapping a step may exceed the
                // columns.
                back: V::splat(columns.saturating_sub(step)),
                full: V::splat(low_bits(columns)),
            }
        }
    }
}

impl<V: Lanes> Nodes<V> {
    /// Distance between two of the four words of a node.
    const APART: usize = VECTORS * V::COUNT;

    #[inline(always)]
    unsafe fn load(from: *const V::Word) -> Self {
        // SAFETY: the caller has the instructions and keeps `from` inside a stack.
        unsafe {
            Nodes {
                taken: V::load(from),
                left: V::load(from.add(Self::APART)),
                right: V::load(from.add(2 * Self::APART)),
                free: V::load(from.add(3 * Self::APART)),
            }
        }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut V::Word) {
        // SAFETY: as for `load`.
        unsafe {
            self.taken.store(to);
            self.left.store(to.add(Self::APART));
            self.right.store(to.add(2 * Self::APART));
            self.free.store(to.add(3 * Self::APART));
        }
    }

    /// Writes the nodes of these lanes, compressed, as a complete vector.
    #[inline(always)]
    unsafe fn compress_store(self, lanes: u32, to: *mut V::Word) {
        // SAFETY: as for `load`.
        unsafe {
            let moved = Nodes {
                taken: self.taken.compress(lanes),
                left: self.left.compress(lanes),
                right: self.right.compress(lanes),
                free: self.free.compress(lanes),
            };
            moved.store(to);
        }
    }

    /// The columns of `open` no queen attacks.
    #[inline(always)]
    unsafe fn unattacked(self, open: V) -> V {
        // SAFETY: the caller has the instructions, here and below.
        unsafe { open.minus(self.taken, self.left, self.right) }
    }

    /// The nodes with one more queen.
    #[inline(always)]
    unsafe fn with(self, queen: V) -> Self {
        // SAFETY: as for `unattacked`.
        unsafe {
            Nodes {
                taken: self.taken.or(queen),
                left: self.left.or(queen),
                right: self.right.or(queen),
                free: self.free,
            }
        }
    }

    /// The same nodes seen from a row further down.
    #[inline(always)]
    unsafe fn below<const WRAP: bool>(self, moves: &Moves<V>) -> Self {
        // SAFETY: as for `unattacked`.
        unsafe {
            let (mut left, mut right) = (self.left.up(moves.step), self.right.down(moves.step));
            if WRAP {
                left = left.or(self.left.down(moves.back)).and(moves.full);
                right = right.or(self.right.up(moves.back)).and(moves.full);
            }
            Nodes { left, right, ..self }
        }
    }
}
