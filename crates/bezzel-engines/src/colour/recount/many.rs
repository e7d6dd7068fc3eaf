//! Where compatible pairs are many: count them 32 partners at a time, a few words in each pass.
//!
//! The walked queens are put in order once for a slice: *heads*, the queens of all rows but the
//! last two, and *tails*, those of the last two. A pass takes four words of the partners. The maps
//! of the tails for these words fit the nearest cache; a head's words stay in registers while its
//! tails are processed. What is found is added to counters by the walked column set.

use super::half::{Half, PASS, Queens, UNWANTED, bits, middle_first};
#[cfg(target_arch = "x86_64")]
use super::kernel::x86;
use super::kernel::{Kernel, Plain, Word};
use crate::SimdLevel;
use bezzel_board::Stop;

/// Counters of one column set in a pass, one for each 32 partners.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([u32; 16 * PASS]);

/// A queen of a head: it stands on the row of this depth, counted from 1.
#[derive(Clone, Copy)]
struct Step {
    depth: u32,
    row: u16,
    column: u16,
    /// The tails that go with the queens so far; none unless the head is complete.
    first: u32,
    last: u32,
}

/// The last queens, as the number of their map, and the number of the column set they complete.
#[derive(Clone, Copy)]
struct Tail {
    map: u16,
    walked: u16,
}

/// Maps of tails: columns have 4 bits, and a tail has at most two.
const MAPS: usize = 1 << 8;

/// The walked queens of a slice, and buffers.
#[derive(Default)]
pub(super) struct Many {
    /// The rows of the tails.
    end: Vec<usize>,
    steps: Vec<Step>,
    tails: Vec<Tail>,
    /// The maps that some tail has.
    ends: Vec<u16>,
    maps: Vec<[Word; PASS]>,
    rows: Vec<Row>,
}

impl Many {
    /// Counts the compatible pairs by column sets, `found[walked · partners + partner]`; `None` if
    /// stopped.
    ///
    /// A count is at most (k!)² with k queens in each block, and k is at most 8 in a half with many
    /// pairs: below 2^31.
    pub fn fill(
        &mut self,
        half: &Half,
        rows: u32,
        level: SimdLevel,
        found: &mut Vec<u32>,
        stop: &Stop,
    ) -> Option<()> {
        let [walked, partners] = half.sets;
        found.clear();
        found.resize(walked * partners, 0);
        self.list(half, rows, stop)?;
        self.maps.resize(MAPS, [Word::EMPTY; PASS]);
        for first in (0..half.words).step_by(PASS) {
            self.rows.clear();
            self.rows.resize(walked, Row([0; 16 * PASS]));
            // SAFETY: workers are made for levels that are available.
            unsafe {
                match level {
                    #[cfg(target_arch = "x86_64")]
                    SimdLevel::Avx512 => self.pass_avx512(half, first, stop),
                    #[cfg(target_arch = "x86_64")]
                    SimdLevel::Avx2 => self.pass_avx2(half, first, stop),
                    _ => self.pass::<Plain>(half, first, stop),
                }
            }?;
            let group = &half.group[16 * first..][..16 * PASS];
            for (row, found) in self.rows.iter().zip(found.chunks_exact_mut(partners)) {
                for (count, &partner) in row.0.iter().zip(group) {
                    found[usize::from(partner)] += count;
                }
            }
        }
        Some(())
    }

    /// Puts the walked queens in order.
    fn list(&mut self, half: &Half, rows: u32, stop: &Stop) -> Option<()> {
        let order = middle_first(rows, half.n);
        let (head, end) = order.split_at(order.len().saturating_sub(2));
        self.end = end.to_vec();
        self.steps.clear();
        self.tails.clear();
        self.ends.clear();
        let ends = &mut self.ends;
        each_end(half, end, Queens::default(), (0, 0), &mut |map, _| ends.push(map));
        self.extend(half, head, 0, Queens::default(), 0, stop)
    }

    fn extend(
        &mut self,
        half: &Half,
        head: &[usize],
        depth: u32,
        queens: Queens,
        set: usize,
        stop: &Stop,
    ) -> Option<()> {
        let Some((&row, below)) = head.split_first() else {
            let first = self.tails.len() as u32;
            let tails = &mut self.tails;
            each_end(half, &self.end, queens, (0, set), &mut |map, set| {
                let walked = half.walked[set];
                if walked != UNWANTED {
                    tails.push(Tail { map, walked });
                }
            });
            let last = self.tails.len() as u32;
            match self.steps.last_mut() {
                Some(step) => (step.first, step.last) = (first, last),
                // No head at all: a step that places nothing.
                None => self.steps.push(Step { depth: 0, row: 0, column: 0, first, last }),
            }
            return if stop.is_asked() { None } else { Some(()) };
        };
        for column in bits(queens.free(half.n, row, half.open[row])) {
            let (row16, column16) = (row as u16, column as u16);
            let depth = depth + 1;
            self.steps.push(Step { depth, row: row16, column: column16, first: 0, last: 0 });
            let next = queens.with(half.n, row, column);
            self.extend(half, below, depth, next, set | 1 << (column / 2), stop)?;
        }
        Some(())
    }

    /// # Safety
    /// AVX2 is available.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    unsafe fn pass_avx2(&mut self, half: &Half, first: usize, stop: &Stop) -> Option<()> {
        // SAFETY: the instructions are enabled here.
        unsafe { self.pass::<x86::Avx2>(half, first, stop) }
    }

    /// # Safety
    /// AVX-512 is available.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq,popcnt,bmi1")]
    unsafe fn pass_avx512(&mut self, half: &Half, first: usize, stop: &Stop) -> Option<()> {
        // SAFETY: the instructions are enabled here.
        unsafe { self.pass::<x86::Avx512>(half, first, stop) }
    }

    /// Goes through all queens with the words from `first` on; `None` if stopped.
    ///
    /// # Safety
    /// The instructions of `K` are available.
    #[inline(always)]
    unsafe fn pass<K: Kernel>(&mut self, half: &Half, first: usize, stop: &Stop) -> Option<()> {
        let load = |words: &[Word]| -> [K; PASS] {
            let words: &[Word; PASS] = words.first_chunk().expect("maps are whole passes");
            // SAFETY: promised by the caller.
            std::array::from_fn(|i| unsafe { K::load(&raw const words[i]) })
        };
        // SAFETY: promised by the caller.
        let and = |x: [K; PASS], y: [K; PASS]| std::array::from_fn(|i| unsafe { x[i].and(y[i]) });
        let exist = load(&half.exist[first..]);
        for &map in &self.ends {
            let mut both = exist;
            let mut columns = map;
            for &row in self.end.iter().rev() {
                both = and(both, load(&half.map(row, 2 * usize::from(columns & 0xF))[first..]));
                columns >>= 4;
            }
            for (i, word) in self.maps[usize::from(map)].iter_mut().enumerate() {
                // SAFETY: promised by the caller.
                unsafe { both[i].store(word) }
            }
        }
        let maps: &[[Word; PASS]; MAPS] = self.maps.first_chunk().expect("a map for each tail");
        let mut heads = [exist; 16];
        for (number, step) in self.steps.iter().enumerate() {
            let depth = step.depth as usize & 0xF;
            if depth > 0 {
                let map = half.map(step.row.into(), step.column.into());
                heads[depth] = and(heads[depth - 1], load(&map[first..]));
            }
            let head = heads[depth];
            for tail in &self.tails[step.first as usize..step.last as usize] {
                let map = &maps[usize::from(tail.map) % MAPS];
                let row = self.rows[usize::from(tail.walked)].0.as_mut_ptr();
                for (i, (head, map)) in head.iter().zip(map).enumerate() {
                    // SAFETY: promised by the caller; a row has 16 counters for each word.
                    unsafe { head.and(K::load(map)).add_ones(row.add(16 * i)) }
                }
            }
            if number % 1024 == 0 && stop.is_asked() {
                return None;
            }
        }
        Some(())
    }
}

/// Hands over every way to place queens on these rows: the number of its map and its column set,
/// each going on from what it is so far.
#[inline(always)]
fn each_end(
    half: &Half,
    rows: &[usize],
    queens: Queens,
    (map, set): (u16, usize),
    found: &mut impl FnMut(u16, usize),
) {
    let free = |queens: Queens, row: usize| bits(queens.free(half.n, row, half.open[row]));
    let next = |(map, set): (u16, usize), column: usize| {
        (map << 4 | (column / 2) as u16, set | 1 << (column / 2))
    };
    match *rows {
        [] => found(map, set),
        [row] => {
            for column in free(queens, row) {
                let (map, set) = next((map, set), column);
                found(map, set);
            }
        }
        [row, last] => {
            for column in free(queens, row) {
                let more = next((map, set), column);
                for column in free(queens.with(half.n, row, column), last) {
                    let (map, set) = next(more, column);
                    found(map, set);
                }
            }
        }
        _ => unreachable!("a tail has at most two queens"),
    }
}
