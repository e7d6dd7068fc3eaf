//! A problem split by fixed queens into parts, and parts grouped into units.

use super::{Course, Descent};
use crate::{
    Device, EngineError, Info, Plan, Prepared, SimdLevel, Subtotal, Unit, WorkError, Worker,
};
use bezzel_board::{Problem, Square, Stop, Topology};
use std::collections::HashMap;
use std::sync::Arc;

/// The solutions that contain some fixed queens, counted `weight` times.
pub(crate) struct Part {
    /// Queens that do not attack each other, on open squares.
    pub fixed: Vec<Square>,
    /// How many solutions of the problem each of these solutions represents.
    pub weight: u64,
    /// Approximate number of nodes of its search.
    pub visits: f64,
    /// Neighbouring parts with the same label make one unit.
    pub label: String,
}

/// Another method to count a board, given its open columns; `None` if stopped.
#[derive(Clone, Copy)]
pub(crate) struct Other {
    pub name: &'static str,
    pub count: fn(&[u64], &Stop) -> Option<u128>,
}

/// A problem prepared for descents; `WRAP` as for [`Descent`].
pub(crate) struct Parted<const WRAP: bool> {
    plan: Plan,
    parts: Arc<Parts>,
}

/// What all workers share.
struct Parts {
    problem: Problem,
    open: Vec<u64>,
    units: HashMap<Unit, Vec<Part>>,
    other: Other,
}

impl<const WRAP: bool> Parted<WRAP> {
    /// Groups the parts, which together must be the complete problem, into units.
    pub fn new(info: &Info, problem: &Problem, parts: Vec<Part>, other: Other) -> Self {
        assert_eq!(WRAP, problem.topology() == Topology::Torus);
        let mut units: HashMap<Unit, Vec<Part>> = HashMap::new();
        let mut listed: Vec<Unit> = Vec::new();
        for part in parts {
            let unit = Unit::new(part.label.clone());
            if listed.last() != Some(&unit) {
                listed.push(unit.clone());
            }
            units.entry(unit).or_default().push(part);
        }
        let open = problem.open_columns().expect("engines check the width");
        Parted {
            plan: Plan {
                engine: info.id,
                revision: info.revision,
                problem: problem.clone(),
                units: listed,
                divisor: 1,
                counted: info.counts,
            },
            parts: Arc::new(Parts { problem: problem.clone(), open, units, other }),
        }
    }
}

impl<const WRAP: bool> Prepared for Parted<WRAP> {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn cost(&self, unit: &Unit) -> f64 {
        self.parts.units.get(unit).map_or(0.0, |parts| parts.iter().map(|part| part.visits).sum())
    }

    fn split(&self, _: &Unit) -> Vec<Unit> {
        Vec::new()
    }

    fn worker(&self, level: SimdLevel) -> Result<Box<dyn Worker>, EngineError> {
        let level = level.available()?;
        let descent = Descent::<WRAP>::new(level);
        Ok(Box::new(Core { parts: Arc::clone(&self.parts), descent, device: Device::cpu(level) }))
    }
}

/// One thread's worker.
struct Core<const WRAP: bool> {
    parts: Arc<Parts>,
    descent: Descent<WRAP>,
    device: Device,
}

impl<const WRAP: bool> Worker for Core<WRAP> {
    fn device(&self) -> &Device {
        &self.device
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let (parts, descent) = (&self.parts, &mut self.descent);
        parts.weigh(unit, stop, |part| Some(parts.search(descent, &part.fixed).into()))
    }

    /// Closes every square that a fixed queen attacks (including its row except its own square) and
    /// passes the board to the other method.
    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let Parts { problem, open, other, .. } = &*self.parts;
        self.parts.weigh(unit, stop, |part| {
            let mut open = open.clone();
            for square in problem.size().iter() {
                let attacks = |&queen: &Square| problem.attack(queen, square).is_some();
                if part.fixed.iter().any(attacks) {
                    open[square.row as usize] &= !(1 << square.column);
                }
            }
            (other.count)(&open, stop)
        })
    }

    fn recounts_by(&self) -> &'static str {
        self.parts.other.name
    }
}

impl Parts {
    /// Solutions that contain the fixed queens.
    ///
    /// A course slightly too wide for the faster of two lane widths is split by the queen of its
    /// first column into courses one column narrower.
    fn search<const WRAP: bool>(&self, descent: &mut Descent<WRAP>, fixed: &[Square]) -> u64 {
        let problem = &self.problem;
        let columns = problem.size().columns();
        let course = Course::new(problem.topology(), &self.open, columns, fixed);
        if !descent.is_a_little_too_wide(&course) {
            return descent.count(&course);
        }
        let is_fixed = |column: &u32| fixed.iter().any(|queen| queen.column == *column);
        let first = (0..columns).find(|column| !is_fixed(column));
        let first = first.expect("a wide course has columns");
        (0..problem.size().rows())
            .map(|row| Square::new(row, first))
            .filter(|&square| problem.allows(square))
            .filter(|&square| (fixed.iter()).all(|&queen| problem.attack(queen, square).is_none()))
            .map(|square| self.search(descent, &[fixed, &[square]].concat()))
            .sum()
    }

    /// The sum over a unit's parts of weight times solutions.
    fn weigh(
        &self,
        unit: &Unit,
        stop: &Stop,
        mut solutions: impl FnMut(&Part) -> Option<u128>,
    ) -> Result<Subtotal, WorkError> {
        let mut sum = 0;
        for part in self.units.get(unit).ok_or_else(|| unit.unknown())? {
            if stop.is_asked() {
                return Err(WorkError::Stopped);
            }
            sum += u128::from(part.weight) * solutions(part).ok_or(WorkError::Stopped)?;
        }
        Ok(Subtotal::Count(sum))
    }
}

/// Every way to add to `fixed` (and the given queens) one queen in each of `rows`.
pub(crate) fn prefixes(
    problem: &Problem,
    fixed: &[Square],
    rows: std::ops::Range<u32>,
) -> Vec<Vec<Square>> {
    let mut prefixes = vec![fixed.to_vec()];
    for row in rows {
        let columns = 0..problem.size().columns();
        let squares: Vec<Square> = columns
            .map(|column| Square::new(row, column))
            .filter(|&square| problem.allows(square))
            .collect();
        prefixes = (prefixes.iter())
            .flat_map(|prefix| {
                let fits = |square: &&Square| {
                    (prefix.iter().chain(problem.given().squares()))
                        .all(|&queen| problem.attack(queen, **square).is_none())
                };
                (squares.iter().filter(fits)).map(|&square| [&prefix[..], &[square]].concat())
            })
            .collect();
    }
    prefixes
}

/// The legal placements of the first rows, one more row until there are enough of them.
pub(crate) fn first_rows(problem: &Problem) -> Vec<Vec<Square>> {
    /// Keeps many threads busy.
    const ENOUGH: usize = 200;
    /// The search below a cut must be large enough for a unit.
    const ROWS_BELOW: u32 = 8;
    let deepest = problem.size().rows().saturating_sub(ROWS_BELOW);
    let mut found = prefixes(problem, &[], 0..0);
    for rows in 1..=deepest {
        if found.len() >= ENOUGH {
            break;
        }
        found = prefixes(problem, &[], 0..rows);
    }
    found
}

/// The parts of a board without symmetry: the placements of its first rows.
pub(crate) fn prefix_parts(problem: &Problem) -> Vec<Part> {
    let open = problem.open_columns().expect("engines check the width");
    let n = problem.size().columns();
    (first_rows(problem).into_iter())
        .map(|prefix| {
            let label = match &prefix[..] {
                [] => "whole".to_owned(),
                queens => format!("prefix {}", columns(queens)),
            };
            let mut fixed = [&prefix[..], problem.given().squares()].concat();
            fixed.sort_unstable();
            fixed.dedup();
            Part {
                visits: Course::new(problem.topology(), &open, n, &fixed).expected_visits(),
                fixed,
                weight: 1,
                label,
            }
        })
        .collect()
}

/// The columns of some queens, for a label.
pub(crate) fn columns(queens: &[Square]) -> String {
    let columns: Vec<String> = queens.iter().map(|q| q.column.to_string()).collect();
    columns.join(",")
}
