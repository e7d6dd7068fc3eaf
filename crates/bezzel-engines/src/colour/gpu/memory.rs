//! A worker's share of a card's memory, handed out piece by piece.

use crate::gpu::{Address, Card};

/// A region of the card's memory.
pub(super) struct Region {
    start: Address,
    bytes: usize,
    used: usize,
}

impl Region {
    pub fn new(card: &mut dyn Card, bytes: usize) -> Result<Region, String> {
        Ok(Region { start: card.reserve(bytes)?, bytes, used: 0 })
    }

    /// Forgets everything taken after `mark` bytes.
    pub fn forget(&mut self, mark: usize) {
        self.used = mark;
    }

    pub fn used(&self) -> usize {
        self.used
    }

    /// How many items of this size in bytes fit when nothing is taken.
    pub fn size(&self, bytes: usize) -> usize {
        self.bytes / bytes
    }

    /// How many items of this size in bytes still fit.
    pub fn room(&self, bytes: usize) -> usize {
        (self.bytes - self.used.next_multiple_of(256).min(self.bytes)) / bytes
    }

    /// A piece of this many bytes.
    pub fn take(&mut self, bytes: usize) -> Result<Address, String> {
        let at = self.used.next_multiple_of(256);
        if at + bytes > self.bytes {
            return Err(format!("{bytes} bytes more than a share of {} bytes has", self.bytes));
        }
        self.used = at + bytes;
        Ok(self.start + at as Address)
    }
}

/// The regions: small tables, and the lists that need most of the memory.
pub(super) struct Memory {
    pub card: Box<dyn Card>,
    pub tables: Region,
    pub partners: Region,
    /// Packs, or nodes.
    pub maps: Region,
    pub records: Region,
    pub matrices: Region,
}

impl Memory {
    /// Takes this many bytes of the card's memory.
    pub fn new(mut card: Box<dyn Card>, bytes: usize) -> Result<Memory, String> {
        let mut share = |part: usize| Region::new(&mut *card, bytes / 20 * part);
        let [tables, partners, maps, records, matrices] =
            [share(1)?, share(2)?, share(9)?, share(3)?, share(5)?];
        Ok(Memory { card, tables, partners, maps, records, matrices })
    }

    pub fn forget_all(&mut self) {
        for region in [
            &mut self.tables,
            &mut self.partners,
            &mut self.maps,
            &mut self.records,
            &mut self.matrices,
        ] {
            region.forget(0);
        }
    }

    /// Copies items to a new piece of the tables.
    pub fn put<T: Plain>(&mut self, items: &[T]) -> Result<Address, String> {
        let at = self.tables.take(size_of_val(items))?;
        self.card.write(at, bytes(items))?;
        Ok(at)
    }

    /// A new piece of the tables, cleared.
    pub fn cleared(&mut self, bytes: usize) -> Result<Address, String> {
        let at = self.tables.take(bytes)?;
        self.card.clear(at, bytes)?;
        Ok(at)
    }

    /// Reads 32-bit words.
    pub fn words<const N: usize>(&mut self, from: Address) -> Result<[u32; N], String> {
        let words = self.many_words(from, N)?;
        Ok(std::array::from_fn(|i| words[i]))
    }

    /// Reads as many 32-bit words as asked for.
    pub fn many_words(&mut self, from: Address, count: usize) -> Result<Vec<u32>, String> {
        let mut raw = vec![0; 4 * count];
        self.card.read(from, &mut raw)?;
        Ok(raw.as_chunks::<4>().0.iter().map(|&raw| u32::from_le_bytes(raw)).collect())
    }
}

/// Integers and structs of integers without padding.
///
/// # Safety
/// Every byte of a value is initialised.
pub(super) unsafe trait Plain: Copy {}

// SAFETY: integers.
unsafe impl Plain for u16 {}
// SAFETY: integers.
unsafe impl Plain for u32 {}
// SAFETY: sixteen, one, one, four and two bytes, then words: no padding.
unsafe impl Plain for super::launch::Bunch {}
// SAFETY: four words.
unsafe impl Plain for super::launch::Prefix {}
// SAFETY: four bytes, then words: no padding.
unsafe impl Plain for super::launch::Meeting {}

/// The bytes of some items.
pub(super) fn bytes<T: Plain>(items: &[T]) -> &[u8] {
    // SAFETY: `Plain` values are initialised in every byte.
    unsafe { std::slice::from_raw_parts(items.as_ptr().cast(), size_of_val(items)) }
}
