//! A problem split by fixed queens into branches, and branches grouped into units.
//!
//! A unit is split first into its branches, then row by row:
//!
//! ```text
//! border 3,9                  all borders with these two queens, one of each class
//! border 3,9,4,12             one of them, with its queens in the first and last column
//! border 3,9,4,12 + 7,2       and queens in columns 7 and 2 of the first two rows without one
//! ```
//!
//! A label always means the queens as it gives them. Which of their images is searched is decided by
//! the expected cost, and no label depends on it.

use super::recount::{Other, Start};
use super::{Course, Descent};
use crate::{
    Device, EngineError, Info, Plan, Prepared, SimdLevel, Subtotal, Unit, WorkError, Worker,
};
use bezzel_board::{Problem, Square, Stop, Symmetry};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Seconds for each expected node, in vectors. Before a worker has shown how fast it is, this decides
/// whether a unit is split for it: an estimate that is far too large would cut small boards to pieces.
const PER_VISIT: f64 = 2e-9;

/// The solutions that contain some fixed queens, counted `weight` times.
#[derive(Clone)]
pub(crate) struct Branch {
    /// The queens that the name means: they do not attack each other and stand on open squares.
    pub fixed: Vec<Square>,
    /// The same queens, or an image of them that takes fewer nodes.
    pub searched: Vec<Square>,
    /// How many solutions of the problem each of these solutions represents.
    pub weight: u64,
    /// Approximate number of nodes of its search.
    pub visits: f64,
    /// Neighbouring branches with the same label make one unit.
    pub unit: String,
    /// The label of a unit that has this branch alone.
    pub name: String,
}

/// A problem prepared for descents; `WRAP` as for [`Descent`].
pub(crate) struct Branched<const WRAP: bool> {
    plan: Plan,
    branches: Arc<Branches>,
}

/// What all workers share.
struct Branches {
    problem: Problem,
    open: Vec<u64>,
    branches: Vec<Branch>,
    /// The branches of each unit of the plan.
    units: HashMap<String, Range<usize>>,
    /// Each branch by its own name.
    names: HashMap<String, usize>,
    other: Other,
}

impl<const WRAP: bool> Branched<WRAP> {
    /// Groups the branches, which together must be the complete problem, into units.
    pub fn new(info: &Info, problem: &Problem, branches: Vec<Branch>, other: Other) -> Self {
        assert_eq!(WRAP, problem.wraps());
        let (mut units, mut listed, mut start) = (HashMap::new(), Vec::new(), 0);
        for group in branches.chunk_by(|a, b| a.unit == b.unit) {
            let label = &group[0].unit;
            listed.push(Unit::new(label.clone()));
            units.insert(label.clone(), start..start + group.len());
            start += group.len();
        }
        let names = branches.iter().zip(0..).map(|(branch, place)| (branch.name.clone(), place));
        let open = problem.open_columns().expect("engines check the width");
        Branched {
            plan: Plan {
                engine: info.id,
                revision: info.revision,
                problem: problem.clone(),
                units: listed,
                divisor: 1,
                counted: info.counts,
            },
            branches: Arc::new(Branches {
                names: names.collect(),
                problem: problem.clone(),
                open,
                branches,
                units,
                other,
            }),
        }
    }
}

impl<const WRAP: bool> Prepared for Branched<WRAP> {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn cost(&self, unit: &Unit) -> f64 {
        let visits = |branch: &Branch| branch.visits;
        let branches = self.branches.read(unit);
        branches.map_or(0.0, |branches| PER_VISIT * branches.iter().map(visits).sum::<f64>())
    }

    fn split(&self, unit: &Unit) -> Vec<Unit> {
        match self.branches.read(unit).as_deref() {
            None | Some([]) => Vec::new(),
            Some([branch]) => self.branches.below(branch),
            Some(branches) => {
                branches.iter().map(|branch| Unit::new(branch.name.clone())).collect()
            }
        }
    }

    fn worker(&self, level: SimdLevel) -> Result<Box<dyn Worker>, EngineError> {
        let level = level.available()?;
        let descent = Descent::<WRAP>::new(level);
        Ok(Box::new(Core {
            branches: Arc::clone(&self.branches),
            descent,
            device: Device::cpu(level),
        }))
    }
}

/// One thread's worker.
struct Core<const WRAP: bool> {
    branches: Arc<Branches>,
    descent: Descent<WRAP>,
    device: Device,
}

impl<const WRAP: bool> Worker for Core<WRAP> {
    fn device(&self) -> &Device {
        &self.device
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let (branches, descent) = (&self.branches, &mut self.descent);
        let mut sum = 0;
        for branch in branches.read(unit).ok_or_else(|| unit.unknown())?.iter() {
            if stop.is_asked() {
                return Err(WorkError::Stopped);
            }
            let solutions = branches.search(descent, &branch.searched, stop);
            sum += u128::from(branch.weight) * u128::from(solutions.ok_or(WorkError::Stopped)?);
        }
        Ok(Subtotal::Count(sum))
    }

    /// Asks the plan only whether it has this unit: the queens and the number of their images are
    /// determined again from the label.
    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let Branches { problem, open, other, .. } = &*self.branches;
        self.branches.read(unit).ok_or_else(|| unit.unknown())?;
        let starts = other.starts(problem, unit.label()).ok_or_else(|| unit.unknown())?;
        let mut sum = 0;
        for Start { queens, images } in starts {
            if stop.is_asked() {
                return Err(WorkError::Stopped);
            }
            let solutions = other.solutions(problem, open, &queens, stop);
            sum += images * solutions.ok_or(WorkError::Stopped)?;
        }
        Ok(Subtotal::Count(sum))
    }

    fn recounts_by(&self) -> &'static str {
        self.branches.other.name
    }
}

impl Branches {
    /// The branches of a unit, if it is one of the plan or one that those split into.
    fn read(&self, unit: &Unit) -> Option<Cow<'_, [Branch]>> {
        let label = unit.label();
        if let Some(range) = self.units.get(label) {
            return Some(Cow::Borrowed(&self.branches[range.clone()]));
        }
        let (name, queens) = label.split_once(" + ").unwrap_or((label, ""));
        let place = *self.names.get(name)?;
        let mut branch = self.branches[place].clone();
        for column in queens.split(',').filter(|_| !queens.is_empty()) {
            let row = self.free_row(&branch.fixed)?;
            let queen = Square::new(row, column.parse().ok()?);
            if !self.allows(&branch.fixed, queen) {
                return None;
            }
            branch = self.with(&branch, queen);
        }
        // Each unit has one text: anything else is not what `with` writes.
        (branch.name == label).then_some(Cow::Owned(vec![branch]))
    }

    /// The branch with one queen more.
    fn with(&self, branch: &Branch, queen: Square) -> Branch {
        let Branch { unit, weight, .. } = branch;
        let fixed = [&branch.fixed[..], &[queen]].concat();
        let joined = if branch.name.contains(" + ") { "," } else { " + " };
        let (visits, searched) = cheapest(&self.problem, &self.open, &fixed);
        Branch {
            visits,
            searched,
            fixed,
            weight: *weight,
            unit: unit.clone(),
            name: format!("{}{joined}{}", branch.name, queen.column),
        }
    }

    /// The first row without a queen.
    fn free_row(&self, fixed: &[Square]) -> Option<u32> {
        (0..self.problem.size().rows()).find(|row| fixed.iter().all(|queen| queen.row != *row))
    }

    /// Whether a queen may stand with those that are fixed.
    fn allows(&self, fixed: &[Square], queen: Square) -> bool {
        queen.column < self.problem.size().columns()
            && self.problem.allows(queen)
            && fixed.iter().all(|&other| self.problem.attack(other, queen).is_none())
    }

    /// The branch with each queen that its first free row allows.
    fn below(&self, branch: &Branch) -> Vec<Unit> {
        let Some(row) = self.free_row(&branch.fixed) else { return Vec::new() };
        let queens = (0..self.problem.size().columns()).map(|column| Square::new(row, column));
        let queens = queens.filter(|&queen| self.allows(&branch.fixed, queen));
        queens.map(|queen| Unit::new(self.with(branch, queen).name)).collect()
    }

    /// Solutions that contain the fixed queens; `None` if stopped.
    ///
    /// A course slightly too wide for the faster of two lane widths is split by the queen of its
    /// first column into courses one column narrower.
    fn search<const WRAP: bool>(
        &self,
        descent: &mut Descent<WRAP>,
        fixed: &[Square],
        stop: &Stop,
    ) -> Option<u64> {
        let problem = &self.problem;
        let columns = problem.size().columns();
        let course = Course::new(problem.topology(), &self.open, columns, fixed);
        if !descent.is_a_little_too_wide(&course) {
            return descent.count(&course, stop);
        }
        let is_fixed = |column: &u32| fixed.iter().any(|queen| queen.column == *column);
        let first = (0..columns).find(|column| !is_fixed(column));
        let first = first.expect("a wide course has columns");
        (0..problem.size().rows())
            .map(|row| Square::new(row, first))
            .filter(|&square| self.allows(fixed, square))
            .map(|square| self.search(descent, &[fixed, &[square]].concat(), stop))
            .sum()
    }
}

/// The image of these queens with the smallest search, and its approximate number of nodes.
///
/// A search from the top takes as long for some queens as for their mirror image from left to right,
/// so four of the eight images of a full square board are compared.
pub(crate) fn cheapest(problem: &Problem, open: &[u64], fixed: &[Square]) -> (f64, Vec<Square>) {
    let (size, topology) = (problem.size(), problem.topology());
    let turns = !problem.wraps() && size.is_square() && problem.is_plain();
    let images = match turns {
        true => &[Symmetry::R4, Symmetry::D4, Symmetry::D2, Symmetry::R1][..],
        false => &[Symmetry::R4],
    };
    let image = |symmetry: &Symmetry| {
        let queens: Vec<Square> = fixed.iter().map(|&queen| symmetry.apply(queen, size)).collect();
        (Course::new(topology, open, size.columns(), &queens).expected_visits(), queens)
    };
    let images = images.iter().map(image);
    images.min_by(|(a, _), (b, _)| a.total_cmp(b)).expect("the identity is one of them")
}

/// Every way to add to `fixed` (and the given queens) one queen in each of `rows`.
pub(crate) fn prefixes(problem: &Problem, fixed: &[Square], rows: Range<u32>) -> Vec<Vec<Square>> {
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

/// The branches of a board without symmetry: the placements of its first rows.
pub(crate) fn prefix_branches(problem: &Problem) -> Vec<Branch> {
    let open = problem.open_columns().expect("engines check the width");
    (first_rows(problem).into_iter())
        .map(|prefix| {
            let name = match &prefix[..] {
                [] => "whole".to_owned(),
                queens => format!("prefix {}", columns(queens)),
            };
            let mut fixed = [&prefix[..], problem.given().squares()].concat();
            fixed.sort_unstable();
            fixed.dedup();
            let (visits, searched) = cheapest(problem, &open, &fixed);
            Branch { visits, searched, fixed, weight: 1, unit: name.clone(), name }
        })
        .collect()
}

/// The columns of some queens, for a label.
pub(crate) fn columns(queens: &[Square]) -> String {
    let columns: Vec<String> = queens.iter().map(|q| q.column.to_string()).collect();
    columns.join(",")
}
