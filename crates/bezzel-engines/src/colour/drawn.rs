//! Solutions by number: a slice by its count, a pair of halves by its weight.
//!
//! The solutions of a unit are numbered slice by slice. Within a slice (A, C) the pairs of dark
//! queens stand in the order in which they are listed. A dark pair determines B and D, so the light
//! halves that complete it, the *completions*, are known as soon as light pairs are counted by
//! column sets. On a full board a term stands for as many images as its weight says:
//!
//! ```text
//! number within a dark pair  =  image · completions  +  completion
//! ```
//!
//! Every number below the subtotal stands for one solution, and no two stand for the same one, so
//! numbers drawn uniformly give solutions that are exactly uniform. A slice costs two passes over
//! all pairs of its halves, below a second at side 22, and is also a check: its pairs must add up
//! to what the kernel counted.

use super::slice::Scratch;
use super::slices::Slices;
use super::stage::Stage;
use super::symmetry::Term;
use crate::WorkError;
use bezzel_board::Stop;

/// Queens on some rows, on squares of one colour.
struct Queens {
    /// Column of each row, in the order of the rows.
    columns: Vec<u8>,
    /// The columns as a set, every second one.
    set: u32,
    /// The diagonals: those of one direction in the lower half. All belong to one colour, so every
    /// second one is enough, and 31 of them fit.
    diagonals: u64,
}

/// One colour of a slice: queens on rows of the leads' parity and on the others.
struct Half {
    rows: [Vec<usize>; 2],
    queens: [Vec<Queens>; 2],
}

/// The solutions of some slices with these numbers, which are sorted and below the slices' count;
/// `None` if stopped.
pub(super) fn solutions(
    open: &[u64],
    stage: &Stage,
    slices: &Slices,
    numbers: &[u128],
    scratch: &mut Scratch,
    stop: &Stop,
) -> Result<Vec<Vec<u32>>, WorkError> {
    let mut found = Vec::with_capacity(numbers.len());
    let (mut before, mut rest) = (0, numbers);
    for position in slices.a(stage) {
        if rest.is_empty() {
            break;
        }
        let counted = scratch.count(stage, slices.c, position..position + 1, stop);
        let count = counted.ok_or(WorkError::Stopped)?;
        let (here, later) = rest.split_at(rest.partition_point(|&number| number < before + count));
        if !here.is_empty() {
            let here: Vec<u128> = here.iter().map(|number| number - before).collect();
            let slice = Slice { open, stage, c: slices.c, a: stage.a_sets[position] };
            let sum = slice.solutions(&here, &mut found, stop)?;
            if sum != count {
                let why = format!("a slice has {sum} solutions by pairs, {count} by the kernel");
                return Err(WorkError::Failed { why });
            }
        }
        (before, rest) = (before + count, later);
    }
    match rest.first() {
        None => Ok(found),
        Some(number) => Err(WorkError::Failed { why: format!("there is no solution {number}") }),
    }
}

/// One slice of the sum.
struct Slice<'a> {
    open: &'a [u64],
    stage: &'a Stage,
    c: u32,
    a: u32,
}

impl Slice<'_> {
    /// Adds the solutions with these numbers, and returns how many the slice has.
    fn solutions(
        &self,
        numbers: &[u128],
        found: &mut Vec<Vec<u32>>,
        stop: &Stop,
    ) -> Result<u128, WorkError> {
        let stopped = || WorkError::Stopped;
        let light = self.half(true, stop).ok_or_else(stopped)?;
        let dark = self.half(false, stop).ok_or_else(stopped)?;
        let table = Table::new(&light, self.stage, stop).ok_or_else(stopped)?;
        let (mut before, mut rest) = (0_u128, numbers);
        let all = |count: usize| (1_u32 << count) - 1;
        for lead in &dark.queens[0] {
            if stop.is_asked() {
                return Err(WorkError::Stopped);
            }
            // A dark queen on a row of the leads stands in a column of the other parity.
            let d = all(self.stage.outer) & !lead.set;
            for partner in &dark.queens[1] {
                if lead.diagonals & partner.diagonals != 0 {
                    continue;
                }
                let b = all(self.stage.inner) & !partner.set;
                let completions = u128::from(table.at(b, d));
                if completions == 0 {
                    continue;
                }
                let term = Term { c: self.c, a: self.a, b, d };
                let weight = u128::from(self.stage.symmetry.weight(term));
                let after = before + weight * completions;
                while let Some((&number, later)) = rest.split_first().filter(|(n, _)| **n < after) {
                    let (image, completion) =
                        ((number - before) / completions, (number - before) % completions);
                    let mut columns = vec![0; self.open.len()];
                    for (parity, queens) in [lead, partner].into_iter().enumerate() {
                        place(&mut columns, &dark.rows[parity], queens);
                    }
                    let pair = light.pair(b, d, completion as usize);
                    for (parity, queens) in pair.into_iter().enumerate() {
                        place(&mut columns, &light.rows[parity], queens);
                    }
                    found.push(turned(&columns, image as usize));
                    rest = later;
                }
                before = after;
            }
        }
        Ok(before)
    }

    /// The placements on the light or the dark squares, `None` if stopped.
    fn half(&self, is_light: bool, stop: &Stop) -> Option<Half> {
        let Stage { lead, inner, outer, .. } = *self.stage;
        let rows =
            [(self.a, inner, lead), (self.c, outer, 1 - lead)].map(|(set, count, parity)| {
                let is_on = |p: &usize| (set >> p & 1 == 1) == is_light;
                (0..count).filter(is_on).map(|p| 2 * p + parity).collect::<Vec<_>>()
            });
        let listed = rows.each_ref().map(|rows| {
            let mut listing = Listing { open: self.open, rows, is_light, found: Vec::new(), stop };
            listing.extend(&mut Vec::new(), 0, 0)?;
            Some(listing.found)
        });
        let [leads, partners] = listed;
        Some(Half { rows, queens: [leads?, partners?] })
    }
}

fn place(columns: &mut [u32], rows: &[usize], queens: &Queens) {
    for (&row, &column) in rows.iter().zip(&queens.columns) {
        columns[row] = column.into();
    }
}

impl Half {
    /// The compatible pair with these column sets and this number.
    fn pair(&self, b: u32, d: u32, number: usize) -> [&Queens; 2] {
        let of = |parity: usize, set| self.queens[parity].iter().filter(move |one| one.set == set);
        let pairs = of(0, b).flat_map(|lead| of(1, d).map(move |partner| [lead, partner]));
        let mut compatible = pairs.filter(|[one, other]| one.diagonals & other.diagonals == 0);
        compatible.nth(number).expect("the table counted them")
    }
}

/// Light pairs by their column sets.
struct Table {
    /// Place of each set of columns.
    places: [Vec<usize>; 2],
    width: usize,
    counts: Vec<u32>,
}

impl Table {
    fn new(light: &Half, stage: &Stage, stop: &Stop) -> Option<Table> {
        let mut sizes = [0; 2];
        let places = [stage.inner, stage.outer].map(|count| vec![usize::MAX; 1 << count]);
        let mut table = Table { places, width: 0, counts: Vec::new() };
        for (parity, queens) in light.queens.iter().enumerate() {
            for one in queens {
                let place = &mut table.places[parity][one.set as usize];
                if *place == usize::MAX {
                    *place = sizes[parity];
                    sizes[parity] += 1;
                }
            }
        }
        table.width = sizes[1];
        table.counts = vec![0; sizes[0] * sizes[1]];
        let partners: Vec<(u64, usize)> = (light.queens[1].iter())
            .map(|one| (one.diagonals, table.places[1][one.set as usize]))
            .collect();
        for lead in &light.queens[0] {
            if stop.is_asked() {
                return None;
            }
            let row = table.places[0][lead.set as usize] * table.width;
            let row = &mut table.counts[row..][..table.width];
            for &(diagonals, place) in &partners {
                row[place] += u32::from(lead.diagonals & diagonals == 0);
            }
        }
        Some(table)
    }

    fn at(&self, b: u32, d: u32) -> u32 {
        let (row, column) = (self.places[0][b as usize], self.places[1][d as usize]);
        if row == usize::MAX || column == usize::MAX {
            return 0;
        }
        self.counts[row * self.width + column]
    }
}

/// Goes through the placements of one queen of one colour in each of some rows of one parity.
struct Listing<'a> {
    open: &'a [u64],
    rows: &'a [usize],
    is_light: bool,
    found: Vec<Queens>,
    stop: &'a Stop,
}

impl Listing<'_> {
    /// `None` if stopped.
    fn extend(&mut self, columns: &mut Vec<u8>, set: u32, diagonals: u64) -> Option<()> {
        let Some(&row) = self.rows.get(columns.len()) else {
            self.found.push(Queens { columns: columns.clone(), set, diagonals });
            let look = self.found.len().is_multiple_of(1 << 12) && self.stop.is_asked();
            return if look { None } else { Some(()) };
        };
        let first = if self.is_light { row % 2 } else { 1 - row % 2 };
        for column in (first..self.open.len()).step_by(2) {
            let own = 1 << ((row + column) / 2) | 1 << (32 + (row + 31 - column) / 2);
            let is_free = set >> (column / 2) & 1 == 0 && diagonals & own == 0;
            if is_free && self.open[row] >> column & 1 == 1 {
                columns.push(column as u8);
                self.extend(columns, set | 1 << (column / 2), diagonals | own)?;
                columns.pop();
            }
        }
        Some(())
    }
}

/// The image of a solution with this number, counting only images of its term that differ as terms.
fn turned(columns: &[u32], image: usize) -> Vec<u32> {
    let mut seen: Vec<Vec<bool>> = Vec::new();
    let n = columns.len() as u32;
    for symmetry in 0..8 {
        let mut turned = vec![0; columns.len()];
        for (row, &column) in (0..).zip(columns) {
            let row = if symmetry & 1 == 0 { row } else { n - 1 - row };
            let column = if symmetry & 2 == 0 { column } else { n - 1 - column };
            let (row, column) = if symmetry & 4 == 0 { (row, column) } else { (column, row) };
            turned[row as usize] = column;
        }
        // The term: which rows and which columns have their queen on a light square.
        let mut term = vec![false; 2 * columns.len()];
        for (row, &column) in turned.iter().enumerate() {
            let is_light = (row + column as usize).is_multiple_of(2);
            (term[row], term[columns.len() + column as usize]) = (is_light, is_light);
        }
        if !seen.contains(&term) {
            if seen.len() == image {
                return turned;
            }
            seen.push(term);
        }
    }
    unreachable!("a term has as many images as its weight says")
}
