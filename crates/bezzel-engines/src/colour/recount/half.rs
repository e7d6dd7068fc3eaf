//! One half of the board, its light or its dark squares, with a map of the partners per square.

use super::kernel::Word;
use bezzel_board::Stop;

/// The number of a column set that is not wanted.
pub(super) const UNWANTED: u16 = u16::MAX;

/// The number of words of a map is a multiple of this.
pub(super) const PASS: usize = 4;

/// Some queens, as bits: their columns, row + column, and column − row + n.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Queens {
    pub columns: u64,
    sums: u64,
    differences: u64,
}

impl Queens {
    /// The queens and one more.
    #[inline(always)]
    pub fn with(self, n: usize, row: usize, column: usize) -> Self {
        Queens {
            columns: self.columns | 1 << column,
            sums: self.sums | 1 << (row + column),
            differences: self.differences | 1 << (column + n - row),
        }
    }

    /// The columns of a row that no queen attacks.
    #[inline(always)]
    pub fn free(self, n: usize, row: usize, open: u64) -> u64 {
        open & !(self.columns | self.sums >> row | self.differences >> (n - row))
    }

    /// The columns, every second one: those of one parity move together.
    #[inline(always)]
    pub fn set(self) -> usize {
        halved(self.columns as u32)
    }
}

/// Every second bit of 32, of whichever parity they are.
#[inline(always)]
fn halved(columns: u32) -> usize {
    let mut bits = (columns | columns >> 1) & 0x5555_5555;
    for (shift, mask) in [(1, 0x3333_3333), (2, 0x0F0F_0F0F), (4, 0x00FF_00FF), (8, 0xFFFF)] {
        bits = (bits | bits >> shift) & mask;
    }
    bits as usize
}

/// In which order the partners stand in the maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// By column set; partners with different column sets share no 32 bits: for counting many.
    Grouped,
    /// By their queens, middle rows first: for finding few. Partners that share the queens with the
    /// longest diagonals are adjacent, so that whole words become empty.
    Listed,
}

/// One colour with the partners on some rows.
pub(super) struct Half {
    pub n: usize,
    /// By row of the board: the columns of this colour that are open.
    pub open: Vec<u64>,
    /// Number of each wanted column set of the walked queens, by every second bit.
    pub walked: Vec<u16>,
    /// How many column sets the walked queens and the partners have.
    pub sets: [usize; 2],
    pub order: Order,
    /// Column set of each partner, or of each 32 of them.
    pub group: Vec<u16>,
    /// Words in a map.
    pub words: usize,
    /// Where there is a partner.
    pub exist: Vec<Word>,
    /// Map after map: the partners that leave a square's diagonals free.
    maps: Vec<Word>,
}

impl Half {
    /// Lists the partners on `rows`; the other parity, `lead`, is walked. `sets` are the wanted
    /// column sets of the walked queens and of the partners. `None` if stopped.
    pub fn new(
        open: &[u64],
        lead: usize,
        rows: u32,
        [walked_sets, partner_sets]: [&[u32]; 2],
        order: Order,
        stop: &Stop,
    ) -> Option<Self> {
        let n = open.len();
        let numbers = |sets: &[u32]| -> Vec<u16> {
            let mut numbers = vec![UNWANTED; 1 << n.div_ceil(2)];
            for (number, &set) in sets.iter().enumerate() {
                numbers[halved(set)] = number as u16;
            }
            numbers
        };
        let columns = |sets: &[u32]| u64::from(sets.iter().fold(0, |columns, set| columns | set));
        let mut listing = Listing {
            n,
            open,
            rows: middle_first(rows, n),
            columns: columns(partner_sets),
            numbers: numbers(partner_sets),
            placed: 0,
            stop,
        };
        let mut sizes = vec![0_usize; partner_sets.len()];
        let mut group = Vec::new();
        listing.each(&mut |number, _| {
            sizes[number] += 1;
            if order == Order::Listed {
                group.push(number as u16);
            }
        })?;
        // Where the next partner of each column set goes, or the next of all.
        let mut next = vec![0; partner_sets.len()];
        if order == Order::Grouped {
            for (number, size) in sizes.iter().enumerate() {
                next[number] = 32 * group.len();
                group.extend(std::iter::repeat_n(number as u16, size.div_ceil(32)));
            }
        }
        let to_a_word = if order == Order::Grouped { 16 } else { 512 };
        let words = group.len().div_ceil(to_a_word).next_multiple_of(PASS);
        group.resize(to_a_word * words, 0);
        let mut exist = vec![Word::EMPTY; words];
        // By diagonal: the partners that use it.
        let mut used = vec![Word::EMPTY; words * 4 * n];
        listing.each(&mut |number, queens: &[(usize, usize)]| {
            let next = &mut next[if order == Order::Grouped { number } else { 0 }];
            let place = *next;
            *next += 1;
            let mark = |map: &mut [Word]| map[place / 512].0[place / 64 % 8] |= 1 << (place % 64);
            mark(&mut exist);
            for &(row, column) in queens {
                mark(&mut used[(row + column) * words..]);
                mark(&mut used[(3 * n + row - column) * words..]);
            }
        })?;
        let mut half = Half {
            n,
            open: open.iter().map(|row| row & columns(walked_sets)).collect(),
            walked: numbers(walked_sets),
            sets: [walked_sets.len(), partner_sets.len()],
            order,
            group,
            words,
            exist,
            maps: Vec::new(),
        };
        let exist = &half.exist;
        let mut maps = vec![Word::EMPTY; n.div_ceil(2) * n.div_ceil(2) * words];
        for row in (lead..n).step_by(2) {
            for column in (0..n).filter(|j| half.open[row] >> j & 1 == 1) {
                let [sums, differences] = [row + column, 3 * n + row - column]
                    .map(|diagonal| &used[diagonal * words..][..words]);
                let map = half.place(row, column);
                for (word, map) in maps[map * words..][..words].iter_mut().enumerate() {
                    for (i, free) in map.0.iter_mut().enumerate() {
                        *free = exist[word].0[i] & !(sums[word].0[i] | differences[word].0[i]);
                    }
                }
                if stop.is_asked() {
                    return None;
                }
            }
        }
        half.maps = maps;
        Some(half)
    }

    pub fn is_empty(&self) -> bool {
        self.words == 0
    }

    fn place(&self, row: usize, column: usize) -> usize {
        row / 2 * self.n.div_ceil(2) + column / 2
    }

    /// The partners that leave the diagonals of a square free.
    #[inline(always)]
    pub fn map(&self, row: usize, column: usize) -> &[Word] {
        &self.maps[self.place(row, column) * self.words..][..self.words]
    }
}

/// Goes through the placements of one queen in each of some rows.
struct Listing<'a> {
    n: usize,
    open: &'a [u64],
    rows: Vec<usize>,
    columns: u64,
    numbers: Vec<u16>,
    placed: u32,
    stop: &'a Stop,
}

impl Listing<'_> {
    /// Hands over each placement with the number of its column set, if that is wanted.
    fn each(&mut self, found: &mut impl FnMut(usize, &[(usize, usize)])) -> Option<()> {
        self.extend(&mut Vec::new(), Queens::default(), found)
    }

    fn extend(
        &mut self,
        squares: &mut Vec<(usize, usize)>,
        queens: Queens,
        found: &mut impl FnMut(usize, &[(usize, usize)]),
    ) -> Option<()> {
        let Some(&row) = self.rows.get(squares.len()) else {
            let number = self.numbers[queens.set()];
            if number != UNWANTED {
                found(number.into(), squares);
            }
            self.placed += 1;
            let look = self.placed.is_multiple_of(1 << 14) && self.stop.is_asked();
            return if look { None } else { Some(()) };
        };
        for column in bits(queens.free(self.n, row, self.open[row] & self.columns)) {
            squares.push((row, column));
            self.extend(squares, queens.with(self.n, row, column), found)?;
            squares.pop();
        }
        Some(())
    }
}

/// The members of a set, smallest first.
#[inline(always)]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

/// The members of a set of rows, those next to the middle first: they have the longest diagonals
/// and leave the fewest partners.
pub(super) fn middle_first(rows: u32, n: usize) -> Vec<usize> {
    let mut rows: Vec<usize> = bits(rows.into()).collect();
    rows.sort_by_key(|&i| (2 * i + 1).abs_diff(n));
    rows
}
