//! Where compatible pairs are many: count them 64 partners at a time, a few words in each pass.
//!
//! The walked queens are put in order once for a slice: *heads*, the queens of all rows but the last
//! two, and *tails*, those of the last two. A pass takes four words of the partners. The maps of the
//! tails for these words fit the nearest cache; a head's words stay in registers while its tails go
//! by. What is found goes into counters by the walked column set, or is multiplied with weights.

use super::half::{Half, PASS, Queens, UNWANTED, bits, middle_first};
#[cfg(target_arch = "x86_64")]
use super::kernel::x86;
use super::kernel::{Kernel, Plain, Word};
use crate::SimdLevel;
use bezzel_board::Stop;

/// Counters or weights of one column set in a pass: one for each 64 partners.
pub(super) type Row = [u32; 8 * PASS];

/// A queen of a head: it stands on the row of this depth.
#[derive(Clone, Copy)]
struct Step {
    depth: u32,
    row: u16,
    column: u16,
    /// The tails that go with the queens so far; none unless the head is complete.
    first: u32,
    last: u32,
}

/// The last queens and the number of the column set they complete.
#[derive(Clone, Copy)]
struct Tail {
    map: u16,
    walked: u16,
}

/// The walked queens of a slice, and buffers.
#[derive(Default)]
pub(super) struct Many {
    steps: Vec<Step>,
    tails: Vec<Tail>,
    /// The last queens in every way, as squares.
    ends: Vec<(Queens, Vec<(usize, usize)>)>,
    maps: Vec<[Word; PASS]>,
    rows: Vec<Row>,
}

impl Many {
    /// Counts the compatible pairs by column sets, `found[walked · partners + partner]`; `None` if
    /// stopped.
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
        for first in (0..half.words).step_by(PASS) {
            self.rows.clear();
            self.rows.resize(walked, [0; 8 * PASS]);
            self.pass::<true>(half, first, level, stop)?;
            let group = &half.group[8 * first..][..8 * PASS];
            for (row, found) in self.rows.iter().zip(found.chunks_exact_mut(partners)) {
                for (count, &partner) in row.iter().zip(group) {
                    found[usize::from(partner)] += count;
                }
            }
        }
        Some(())
    }

    /// The sum over the compatible pairs of their weights, `weights[walked · partners + partner]`,
    /// of which none is larger than `most`; `None` if stopped.
    pub fn weigh(
        &mut self,
        half: &Half,
        rows: u32,
        level: SimdLevel,
        (weights, most): (&[u64], u64),
        stop: &Stop,
    ) -> Option<u128> {
        self.list(half, rows, stop)?;
        let mut sum = 0;
        for first in (0..half.words).step_by(PASS) {
            let group: &[u16; 8 * PASS] = half.group[8 * first..].first_chunk()?;
            for limb in (0..u64::BITS).step_by(32).filter(|limb| most >> limb != 0) {
                self.rows.clear();
                self.rows.extend(weights.chunks_exact(half.sets[1]).map(|weights| {
                    group.map(|partner| (weights[usize::from(partner)] >> limb) as u32)
                }));
                sum += self.pass::<false>(half, first, level, stop)? << limb;
            }
        }
        Some(sum)
    }

    /// Puts the walked queens in order.
    fn list(&mut self, half: &Half, rows: u32, stop: &Stop) -> Option<()> {
        let order = middle_first(rows, half.n);
        let (head, tail) = order.split_at(order.len().saturating_sub(2));
        self.steps.clear();
        self.tails.clear();
        self.ends.clear();
        ends(half, tail, Queens::default(), &mut Vec::new(), &mut self.ends);
        self.extend(half, head, 0, Queens::default(), stop)
    }

    fn extend(
        &mut self,
        half: &Half,
        head: &[usize],
        depth: u32,
        queens: Queens,
        stop: &Stop,
    ) -> Option<()> {
        let Some((&row, below)) = head.split_first() else {
            let first = self.tails.len() as u32;
            for (map, (end, _)) in (0..).zip(&self.ends) {
                if !end.meet(queens) {
                    let walked = half.walked[queens.and(*end).set()];
                    if walked != UNWANTED {
                        self.tails.push(Tail { map, walked });
                    }
                }
            }
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
            self.extend(half, below, depth, queens.with(half.n, row, column), stop)?;
        }
        Some(())
    }

    /// Goes through all queens with the words from `first` on.
    fn pass<const FILL: bool>(
        &mut self,
        half: &Half,
        first: usize,
        level: SimdLevel,
        stop: &Stop,
    ) -> Option<u128> {
        let words = |map: &[Word]| -> [Word; PASS] { std::array::from_fn(|i| map[first + i]) };
        let exist = words(&half.exist);
        self.maps.clear();
        self.maps.extend(self.ends.iter().map(|(_, squares)| {
            squares.iter().fold(exist, |both, &(row, column)| {
                let map = words(half.map(row, column));
                std::array::from_fn(|i| both[i].both(&map[i]))
            })
        }));
        let mut heads = [exist; 16];
        let mut sum = 0;
        for (number, step) in self.steps.iter().enumerate() {
            let depth = step.depth as usize;
            if depth > 0 {
                let map = half.map(step.row.into(), step.column.into());
                heads[depth] = std::array::from_fn(|i| heads[depth - 1][i].both(&map[first + i]));
            }
            let tails = &self.tails[step.first as usize..step.last as usize];
            if !tails.is_empty() {
                let work = Work { head: &heads[depth], tails, maps: &self.maps };
                sum += u128::from(work.run::<FILL>(level, &mut self.rows));
            }
            if number % 1024 == 0 && stop.is_asked() {
                return None;
            }
        }
        Some(sum)
    }
}

/// Every way to place queens on these rows.
fn ends(
    half: &Half,
    rows: &[usize],
    queens: Queens,
    squares: &mut Vec<(usize, usize)>,
    found: &mut Vec<(Queens, Vec<(usize, usize)>)>,
) {
    let Some((&row, below)) = rows.split_first() else {
        return found.push((queens, squares.clone()));
    };
    for column in bits(queens.free(half.n, row, half.open[row])) {
        squares.push((row, column));
        ends(half, below, queens.with(half.n, row, column), squares, found);
        squares.pop();
    }
}

/// One head with its tails.
struct Work<'a> {
    head: &'a [Word; PASS],
    tails: &'a [Tail],
    maps: &'a [[Word; PASS]],
}

impl Work<'_> {
    /// Adds what is found to the rows (`FILL`), or gives the sum of what is found times the rows.
    fn run<const FILL: bool>(&self, level: SimdLevel, rows: &mut [Row]) -> u64 {
        // SAFETY: workers are made for levels that are available.
        unsafe {
            match level {
                #[cfg(target_arch = "x86_64")]
                SimdLevel::Avx512 => self.run_avx512::<FILL>(rows),
                #[cfg(target_arch = "x86_64")]
                SimdLevel::Avx2 => self.run_avx2::<FILL>(rows),
                _ => self.run_with::<Plain, FILL>(rows),
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    unsafe fn run_avx2<const FILL: bool>(&self, rows: &mut [Row]) -> u64 {
        // SAFETY: the instructions are enabled here.
        unsafe { self.run_with::<x86::Avx2, FILL>(rows) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq,popcnt,bmi1")]
    unsafe fn run_avx512<const FILL: bool>(&self, rows: &mut [Row]) -> u64 {
        // SAFETY: the instructions are enabled here.
        unsafe { self.run_with::<x86::Avx512, FILL>(rows) }
    }

    /// A sum grows by less than 2^38 for each tail, of which a head has at most 16 · 15.
    ///
    /// # Safety
    /// The instructions of `K` are available.
    #[inline(always)]
    unsafe fn run_with<K: Kernel, const FILL: bool>(&self, rows: &mut [Row]) -> u64 {
        // SAFETY: promised by the caller; rows and heads are as long as a pass.
        unsafe {
            let mut head = [K::none(); PASS];
            for (i, to) in head.iter_mut().enumerate() {
                *to = K::load(&raw const self.head[i]);
            }
            let mut sums = [K::none(); PASS];
            for tail in self.tails {
                let map = &self.maps[usize::from(tail.map)];
                let row = rows[usize::from(tail.walked)].as_mut_ptr();
                for i in 0..PASS {
                    let both = head[i].and(K::load(&raw const map[i]));
                    if FILL {
                        both.add_ones(row.add(8 * i));
                    } else {
                        sums[i] = both.dot(row.add(8 * i), sums[i]);
                    }
                }
            }
            if FILL {
                return 0;
            }
            let mut total = 0;
            for sum in sums {
                total += sum.total();
            }
            total
        }
    }
}
