//! Where compatible pairs are few: follow the partners that are left, word by word.
//!
//! Each depth has a list of the words that still have a partner, and of their places in the maps.
//! One more queen filters the list; a list without words ends the branch. After the last queen each
//! partner left looks up its weight.

use super::half::{Half, Queens, UNWANTED, bits, middle_first};
#[cfg(target_arch = "x86_64")]
use super::kernel::x86;
use super::kernel::{Kernel, Plain, Word};
use crate::SimdLevel;
use bezzel_board::Stop;

/// Words of partners walked at a time, so that the maps of a few rows stay in the cache.
const CHUNK: usize = 256;

/// Buffers of the walk.
#[derive(Default)]
pub(super) struct Few {
    lists: Vec<List>,
    bits: Vec<u64>,
    places: Vec<u32>,
}

impl Few {
    /// The sum over the compatible pairs of their weights, `weights[walked · partners + partner]`;
    /// `None` if stopped.
    pub fn weigh(
        &mut self,
        half: &Half,
        rows: u32,
        level: SimdLevel,
        weights: &[u64],
        stop: &Stop,
    ) -> Option<u128> {
        let order = middle_first(rows, half.n);
        let longest = CHUNK.min(half.words);
        self.lists.resize_with(order.len().max(1), List::default);
        for list in &mut self.lists {
            list.room(longest);
        }
        // One vector more than there can be, because vectors are stored whole.
        self.bits.resize(8 * longest + 8, 0);
        self.places.resize(8 * longest + 8, 0);
        let mut sum = 0;
        for first in (0..half.words).step_by(CHUNK) {
            let words = CHUNK.min(half.words - first);
            self.lists[0].begin(&half.exist[first..][..words]);
            let mut course = Course {
                half,
                first,
                weights,
                group: &half.group[512 * first..][..512 * words],
                hits: (&mut self.bits, &mut self.places),
                sum: 0,
                stop,
            };
            let lists = &mut self.lists[..];
            // SAFETY: workers are made for levels that are available; lists have room for the
            // chunk, and their places are below its words.
            let end = unsafe {
                match level {
                    #[cfg(target_arch = "x86_64")]
                    SimdLevel::Avx512 => course.walk_avx512(&order, lists),
                    #[cfg(target_arch = "x86_64")]
                    SimdLevel::Avx2 => course.walk_avx2(&order, lists),
                    _ => course.walk::<Plain>(&order, lists),
                }
            };
            end?;
            sum += course.sum;
        }
        Some(sum)
    }
}

/// The words of partners that are still compatible, and where in the chunk they stand.
#[derive(Default)]
struct List {
    words: Vec<Word>,
    places: Vec<u32>,
    len: usize,
}

impl List {
    fn room(&mut self, len: usize) {
        if self.words.len() < len {
            self.words.resize(len, Word::EMPTY);
            self.places.resize(len, 0);
        }
    }

    /// All words.
    fn begin(&mut self, words: &[Word]) {
        self.words[..words.len()].copy_from_slice(words);
        (0..).zip(&mut self.places).take(words.len()).for_each(|(place, to)| *to = place);
        self.len = words.len();
    }

    /// Keeps what a map leaves, without the words that become empty.
    ///
    /// # Safety
    /// The instructions of `K` are available; the list's places are inside the map; `to` has room
    /// for as many words.
    #[inline(always)]
    unsafe fn keep<K: Kernel>(&self, map: &[Word], to: &mut List) {
        debug_assert!(to.words.len() >= self.len && map.len() >= self.len);
        let (words, places) = (to.words.as_mut_ptr(), to.places.as_mut_ptr());
        let mut kept = 0;
        for (word, &place) in self.words[..self.len].iter().zip(&self.places) {
            // SAFETY: promised by the caller; no more words are kept than there are.
            unsafe {
                let free = K::load(map.as_ptr().add(place as usize));
                let both = K::load(word).and(free);
                both.store(words.add(kept));
                *places.add(kept) = place;
                kept += usize::from(both.is_some());
            }
        }
        to.len = kept;
    }
}

/// A walk under way, and what it has found.
struct Course<'a> {
    half: &'a Half,
    first: usize,
    weights: &'a [u64],
    group: &'a [u16],
    hits: (&'a mut [u64], &'a mut [u32]),
    sum: u128,
    stop: &'a Stop,
}

/// The path so far: queens above a row, and its columns still to try.
#[derive(Clone, Copy, Default)]
struct Above {
    queens: Queens,
    free: u64,
}

impl Course<'_> {
    /// # Safety
    /// As for `walk`.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    unsafe fn walk_avx2(&mut self, order: &[usize], lists: &mut [List]) -> Option<()> {
        // SAFETY: passed on from the caller.
        unsafe { self.walk::<x86::Avx2>(order, lists) }
    }

    /// # Safety
    /// As for `walk`.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq,popcnt,bmi1")]
    unsafe fn walk_avx512(&mut self, order: &[usize], lists: &mut [List]) -> Option<()> {
        // SAFETY: passed on from the caller.
        unsafe { self.walk::<x86::Avx512>(order, lists) }
    }

    /// Goes through all placements of one queen in each of the rows; `None` if stopped.
    ///
    /// # Safety
    /// The instructions of `K` are available; there is a list for each row, with room for the words
    /// of the first one, whose places are inside the chunk.
    #[inline(always)]
    unsafe fn walk<K: Kernel>(&mut self, order: &[usize], lists: &mut [List]) -> Option<()> {
        let n = self.half.n;
        let free = |queens: Queens, row: usize| queens.free(n, row, self.half.open[row]);
        let map = |row: usize, column: usize| &self.half.map(row, column)[self.first..];
        let last = order.len().checked_sub(1).expect("a half with few pairs has many queens");
        let mut above = [Above::default(); 16];
        above[0].free = free(Queens::default(), order[0]);
        let mut depth = 0;
        loop {
            let Above { queens, free: left } = above[depth];
            let row = order[depth];
            if depth == last {
                for column in bits(left) {
                    let walked = self.half.walked[queens.with(n, row, column).set()];
                    if walked != UNWANTED {
                        let map = map(row, column);
                        // SAFETY: passed on from the caller.
                        self.sum += u128::from(unsafe {
                            take::<K>(
                                &lists[depth],
                                map,
                                &mut self.hits,
                                &self.weights[usize::from(walked) * self.half.sets[1]..],
                                self.group,
                            )
                        });
                    }
                }
            } else if left != 0 {
                let column = left.trailing_zeros() as usize;
                above[depth].free = left & (left - 1);
                let next = queens.with(n, row, column);
                let below = free(next, order[depth + 1]);
                if below != 0 {
                    let (here, lower) = lists.split_at_mut(depth + 1);
                    // SAFETY: passed on from the caller.
                    unsafe { here[depth].keep::<K>(map(row, column), &mut lower[0]) };
                    if lower[0].len > 0 {
                        if self.stop.is_asked() {
                            return None;
                        }
                        depth += 1;
                        above[depth] = Above { queens: next, free: below };
                    }
                }
                continue;
            }
            if depth == 0 {
                return Some(());
            }
            depth -= 1;
        }
    }
}

/// The weights of the partners that the last queen leaves.
///
/// # Safety
/// The instructions of `K` are available; the list's places are inside the map, and there is room
/// for eight hits for each word and eight more.
#[inline(always)]
unsafe fn take<K: Kernel>(
    list: &List,
    map: &[Word],
    hits: &mut (&mut [u64], &mut [u32]),
    weights: &[u64],
    group: &[u16],
) -> u64 {
    let (found_bits, found_places) = (hits.0.as_mut_ptr(), hits.1.as_mut_ptr());
    let mut found = 0;
    for (word, &place) in list.words[..list.len].iter().zip(&list.places) {
        // SAFETY: promised by the caller.
        unsafe {
            let both = K::load(word).and(K::load(map.as_ptr().add(place as usize)));
            found += both.compress(8 * place, found_bits.add(found), found_places.add(found));
        }
    }
    // At most 512 · 256 partners with a weight of at most 8 · (8!)²: below 2^64.
    let mut sum = 0;
    for (&found, &place) in hits.0[..found].iter().zip(&hits.1[..found]) {
        let group = &group[64 * place as usize..][..64];
        for bit in bits(found) {
            sum += weights[usize::from(group[bit])];
        }
    }
    sum
}
