//! A board of any dimension as layers of bits: the positions that a queen in one layer attacks in
//! another.
//!
//! Every rule depends only on how far apart two layers are, so one mask for each position and each
//! distance is enough: n − 1 masks of n^(d−1) bits for each of n^(d−1) positions.

use crate::EngineError;
use bezzel_board::{Instead, Problem, Regions, Rule, Square, Stop, Topology};

/// Maximum number of bytes for the masks.
const MOST_BYTES: u64 = 1 << 30;

/// The masks of a board.
pub(crate) struct Layers {
    /// Number of layers.
    pub(crate) rows: usize,
    /// Positions in a layer.
    pub(crate) width: usize,
    /// Words in the set of a layer's positions.
    pub(crate) words: usize,
    /// By layer: the positions the problem allows.
    pub(crate) open: Vec<Vec<u64>>,
    /// By position and distance from 1: the positions attacked there, `words` words each.
    attacked: Vec<u64>,
    /// Which positions share a region, if the board is divided.
    regions: Option<Shared>,
}

/// The regions of a divided board: unlike lines they depend on the layer, not on distances.
struct Shared {
    /// By layer and position: the number of its region.
    number: Vec<Vec<usize>>,
    /// By layer and region: the positions of the region there.
    positions: Vec<Vec<Vec<u64>>>,
}

impl Shared {
    fn new(regions: &Regions, rows: usize, width: usize, words: usize) -> Option<Shared> {
        if regions.is_empty() {
            return None;
        }
        let names = regions.names();
        let number = |row: usize, column: usize| {
            let name = regions.of(Square::new(row as u32, column as u32));
            names.iter().position(|other| Some(*other) == name).expect("every square has a region")
        };
        let number: Vec<Vec<usize>> =
            (0..rows).map(|row| (0..width).map(|column| number(row, column)).collect()).collect();
        let mut positions = vec![vec![vec![0; words]; names.len()]; rows];
        for (layer, numbers) in number.iter().enumerate() {
            for (position, &region) in numbers.iter().enumerate() {
                set(&mut positions[layer][region], position);
            }
        }
        Some(Shared { number, positions })
    }
}

impl Layers {
    /// The masks of a problem; the engine's name is for the error message. In many dimensions this is
    /// most of the work of planning, so it can be stopped.
    pub(crate) fn new(
        engine: &'static str,
        problem: &Problem,
        stop: &Stop,
    ) -> Result<Layers, EngineError> {
        let size = problem.size();
        if !problem.has_one_per_row() {
            let what = problem.variant().unwrap_or("several pieces in a row");
            let instead = vec![Instead::set("engine", "pieces")];
            return Err(EngineError::Unsupported { engine, what, instead });
        }
        let (rows, width) = (size.rows() as usize, size.width() as usize);
        let words = width.div_ceil(64);
        let distances = rows.saturating_sub(1);
        let masks = (width as u128) * (distances as u128) * (words as u128) * 8;
        let need = masks.saturating_add(directions(problem));
        if need > u128::from(MOST_BYTES) {
            return Err(EngineError::Memory { engine, need, most: MOST_BYTES });
        }
        let mut open = vec![vec![0; words]; rows];
        for square in size.iter().filter(|&square| problem.allows(square)) {
            set(&mut open[square.row as usize], square.column as usize);
        }
        let regions = Shared::new(problem.regions(), rows, width, words);
        let undivided = problem.clone().with_regions(Regions::default());
        let undivided = undivided.expect("a problem stays one without its regions");
        let mut layers = Layers {
            rows,
            width,
            words,
            open,
            attacked: vec![0; width * distances * words],
            regions,
        };
        layers.mark_attacked(&undivided, stop);
        if stop.is_asked() {
            return Err(EngineError::Stopped);
        }
        Ok(layers)
    }

    /// Marks all positions, or some of them if it is stopped.
    fn mark_attacked(&mut self, problem: &Problem, stop: &Stop) {
        if self.rows < 2 {
            return; // there is no other layer to attack
        }
        if has_joined_edges(problem) {
            return self.mark_translated(problem, stop);
        }
        if problem.rule() == Rule::Queen && !problem.wraps() {
            return self.mark_lines(problem, stop);
        }
        for position in 0..self.width {
            if stop.is_asked() {
                return;
            }
            for square in problem.attack_list(Square::new(0, position as u32)) {
                self.mark(position, square);
            }
        }
    }

    /// A queen attacks in the layer at distance δ the positions whose coordinates each differ from its
    /// own by 0 or δ. Trying all (3^d − 1) / 2 directions for each position instead takes hours if a
    /// layer has thousands of positions, as in 2^14.
    fn mark_lines(&mut self, problem: &Problem, stop: &Stop) {
        let size = problem.size();
        let (n, axes) = (size.columns(), size.dimension() as usize - 1);
        let (mut columns, mut longer) = (Vec::new(), Vec::new());
        for position in 0..self.width {
            if stop.is_asked() {
                return;
            }
            let at = size.coordinates(Square::new(0, position as u32));
            for distance in 1..size.rows() {
                columns.clear();
                columns.push(0);
                for &x in at[..axes].iter().rev() {
                    let values =
                        [Some(x), x.checked_sub(distance), Some(x + distance).filter(|x| *x < n)];
                    longer.clear();
                    for column in &columns {
                        longer.extend(values.iter().flatten().map(|value| column * n + value));
                    }
                    std::mem::swap(&mut columns, &mut longer);
                }
                let start = self.start(position, distance as usize);
                columns.iter().for_each(|&at| set(&mut self.attacked[start..], at as usize));
            }
        }
    }

    /// With joined edges every list is a translation of the first one.
    fn mark_translated(&mut self, problem: &Problem, stop: &Stop) {
        let size = problem.size();
        let n = size.columns();
        let first = problem.attack_list(Square::new(0, 0));
        let listed: Vec<(Vec<u32>, Square)> =
            first.into_iter().map(|square| (size.coordinates(square), square)).collect();
        for position in 0..self.width {
            if stop.is_asked() {
                return;
            }
            let by = size.coordinates(Square::new(0, position as u32));
            for (from, square) in &listed {
                let moved = from.iter().zip(&by).take(by.len() - 1).rev();
                let column = moved.fold(0, |column, (x, by)| {
                    let sum = x + by;
                    column * n + if sum < n { sum } else { sum - n }
                });
                self.mark(position, Square::new(square.row, column));
            }
        }
    }

    fn mark(&mut self, position: usize, attacked: Square) {
        if attacked.row > 0 {
            let start = self.start(position, attacked.row as usize);
            set(&mut self.attacked[start..], attacked.column as usize);
        }
    }

    fn start(&self, position: usize, distance: usize) -> usize {
        (position * (self.rows - 1) + distance - 1) * self.words
    }

    /// The positions that a queen on `position` attacks this many layers further.
    pub(crate) fn attacked(&self, position: usize, distance: usize) -> &[u64] {
        let start = self.start(position, distance);
        &self.attacked[start..start + self.words]
    }

    /// The positions of the next layer that the queens of the layers before leave free.
    pub(crate) fn free(&self, queens: &[usize], free: &mut [u64]) {
        let layer = queens.len();
        free.copy_from_slice(&self.open[layer]);
        for (row, &queen) in queens.iter().enumerate() {
            self.exclude(row, queen, layer, free);
        }
    }

    /// Removes what the queen of an earlier layer attacks in this one.
    pub(crate) fn exclude(&self, row: usize, queen: usize, layer: usize, free: &mut [u64]) {
        for (free, attacked) in free.iter_mut().zip(self.attacked(queen, layer - row)) {
            *free &= !attacked;
        }
        for (free, shared) in free.iter_mut().zip(self.in_region(row, queen, layer)) {
            *free &= !shared;
        }
    }

    /// The positions of a layer that share the region of a queen; empty on an undivided board.
    pub(crate) fn in_region(&self, row: usize, queen: usize, layer: usize) -> &[u64] {
        match &self.regions {
            None => &[],
            Some(shared) => &shared.positions[layer][shared.number[row][queen]],
        }
    }
}

fn set(words: &mut [u64], bit: usize) {
    words[bit / 64] |= 1 << (bit % 64);
}

/// The bits of a set, lowest first.
pub(crate) fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(place, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                64 * place + bit
            })
        })
    })
}

/// Number of bytes of the list of directions, if one is needed.
fn directions(problem: &Problem) -> u128 {
    let dimension = problem.size().dimension();
    if !has_joined_edges(problem) || problem.rule() == Rule::TwoAxis {
        return 0;
    }
    let number = 3_u128.saturating_pow(dimension) / 2;
    number.saturating_mul(u128::from(24 + 8 * dimension))
}

/// Whether lines of attack wrap around to the opposite edge.
fn has_joined_edges(problem: &Problem) -> bool {
    problem.topology() == Topology::Torus || problem.rule() == Rule::Hyperplane
}

/// Whether moving all queens along an axis, edges joined, changes nothing.
pub(crate) fn is_translatable(problem: &Problem) -> bool {
    has_joined_edges(problem) && problem.is_plain()
}

/// A name for the class of a position under exchanging and mirroring the axes of a layer: equal for
/// two positions exactly when one of these symmetries maps one to the other.
///
/// On joined edges the reflection leaves position 0 fixed.
pub(crate) fn class(problem: &Problem, position: u32) -> Vec<u32> {
    let size = problem.size();
    let n = size.columns();
    let mut coordinates = size.coordinates(Square::new(0, position));
    coordinates.pop();
    for x in &mut coordinates {
        let mirror = if is_translatable(problem) { (n - *x) % n } else { n - 1 - *x };
        *x = mirror.min(*x);
    }
    coordinates.sort_unstable();
    coordinates
}
