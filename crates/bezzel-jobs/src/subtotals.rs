//! The subtotals known so far and what they add up to.
//!
//! The units of a plan, and below them the units they were split into, make a tree. A unit is done
//! when it has a result of its own or when all units it was split into are done. A result of its
//! own takes precedence over those below it, so that nothing is ever counted twice:
//!
//! ```text
//!   a=5 C=0,3,7 ──┬── a=5 C=0,3,7 A=+4     120
//!                 └── a=5 C=0,3,7 A=-4      80      the unit is done: 200
//! ```
//!
//! Results and splits are only ever added, so ledgers of one plan merge by union, and two runs that
//! share a ledger cannot disturb each other.

use crate::Row;
use crate::bounds::Bounds;
use bezzel_board::Problem;
use bezzel_engines::{Counted, Subtotal};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// The subtotals a ledger holds, in memory; the same for runs with and without a ledger.
#[derive(Clone, Debug)]
pub(crate) struct Subtotals {
    nodes: Vec<Node>,
    places: HashMap<Arc<str>, usize>,
    plan_units: usize,
    units_done: usize,
    results: usize,
    bounds: Bounds,
    micros: u64,
    devices: BTreeSet<Arc<str>>,
    hosts: BTreeSet<String>,
    programs: BTreeSet<String>,
    last_finished: Option<u64>,
}

#[derive(Clone, Debug)]
struct Node {
    label: Arc<str>,
    above: Option<usize>,
    below: Vec<usize>,
    own: Option<Done>,
    is_done: bool,
}

/// What a running job needs to know about a finished unit.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) subtotal: Subtotal,
    pub(crate) micros: u64,
    pub(crate) attempt: u32,
    pub(crate) device: Arc<str>,
}

impl Subtotals {
    /// Nothing counted yet, or an error if the labels cannot be those of a plan.
    pub(crate) fn new<'a>(
        labels: impl IntoIterator<Item = &'a str>,
        problem: &Problem,
        divisor: u128,
        nothing: Subtotal,
        counted: Counted,
    ) -> Result<Subtotals, String> {
        let mut subtotals = Subtotals {
            nodes: Vec::new(),
            places: HashMap::new(),
            plan_units: 0,
            units_done: 0,
            results: 0,
            bounds: Bounds::new(problem, divisor, nothing, counted),
            micros: 0,
            devices: BTreeSet::new(),
            hosts: BTreeSet::new(),
            programs: BTreeSet::new(),
            last_finished: None,
        };
        for label in labels {
            subtotals.add_node(label, None)?;
        }
        subtotals.plan_units = subtotals.nodes.len();
        Ok(subtotals)
    }

    fn add_node(&mut self, label: &str, above: Option<usize>) -> Result<usize, String> {
        let (label, place) = (Arc::<str>::from(label), self.nodes.len());
        if self.places.insert(Arc::clone(&label), place).is_some() {
            return Err(format!("there are two units {label:?}"));
        }
        self.nodes.push(Node { label, above, below: Vec::new(), own: None, is_done: false });
        Ok(place)
    }

    /// The place of a label: plan units first, in the plan's order.
    pub(crate) fn place(&self, label: &str) -> Option<usize> {
        self.places.get(label).copied()
    }

    /// The label at a place.
    pub(crate) fn label(&self, place: usize) -> &str {
        &self.nodes[place].label
    }

    /// All places: units of the plan and units that they were split into.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Number of units in the plan.
    pub(crate) fn plan_units(&self) -> usize {
        self.plan_units
    }

    /// Units of the plan that are done.
    pub(crate) fn units_done(&self) -> usize {
        self.units_done
    }

    /// Results of units, split or not.
    pub(crate) fn results(&self) -> usize {
        self.results
    }

    /// Whether every unit of the plan is done.
    pub(crate) fn is_complete(&self) -> bool {
        self.units_done == self.plan_units
    }

    /// Whether this unit, by itself or by what it was split into, is done.
    pub(crate) fn is_done(&self, place: usize) -> bool {
        self.nodes[place].is_done
    }

    /// The unit's own result.
    pub(crate) fn own(&self, place: usize) -> Option<&Done> {
        self.nodes[place].own.as_ref()
    }

    /// What the unit was split into.
    pub(crate) fn below(&self, place: usize) -> &[usize] {
        &self.nodes[place].below
    }

    /// Every split: the unit and what it was split into.
    pub(crate) fn splits(&self) -> impl Iterator<Item = (usize, &[usize])> {
        let splits = self.nodes.iter().enumerate().filter(|(_, node)| !node.below.is_empty());
        splits.map(|(place, node)| (place, &node.below[..]))
    }

    /// The unit that this one is a part of.
    pub(crate) fn above(&self, place: usize) -> Option<usize> {
        self.nodes[place].above
    }

    /// Whether a unit above this one has a result of its own, which takes precedence.
    fn is_covered(&self, place: usize) -> bool {
        let above = self.nodes[place].above;
        above.is_some_and(|above| self.nodes[above].own.is_some() || self.is_covered(above))
    }

    /// The results in the sum, by place.
    pub(crate) fn counting(&self) -> impl Iterator<Item = (usize, &Done)> {
        let own = (0..self.nodes.len()).filter_map(|place| Some((place, self.own(place)?)));
        own.filter(|(place, _)| !self.is_covered(*place))
    }

    /// The smallest units below this one that are still to be counted.
    pub(crate) fn open_below(&self, place: usize, open: &mut Vec<usize>) {
        let node = &self.nodes[place];
        if node.is_done {
            return;
        }
        if node.below.is_empty() {
            open.push(place);
        }
        node.below.iter().for_each(|&below| self.open_below(below, open));
    }

    /// Records that a unit was split; false if that was known. An error if it is not possible.
    pub(crate) fn add_split(&mut self, label: &str, into: &[String]) -> Result<bool, String> {
        let place = self.place(label).ok_or_else(|| format!("there is no unit {label:?}"))?;
        let known = &self.nodes[place].below;
        if !known.is_empty() {
            let same = known.iter().map(|&below| self.label(below)).eq(into.iter());
            return if same { Ok(false) } else { Err(format!("{label:?} is split in two ways")) };
        }
        if into.is_empty() {
            return Err(format!("{label:?} is split into nothing"));
        }
        for label in into {
            if self.places.contains_key(label.as_str()) {
                return Err(format!("there are two units {label:?}"));
            }
        }
        for label in into {
            let below = self.add_node(label, Some(place))?;
            self.nodes[place].below.push(below);
        }
        Ok(true)
    }

    /// The possible subtotals.
    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds.clone()
    }

    /// Adds the result of a unit that has none, or returns an error if it is not possible.
    pub(crate) fn add(&mut self, row: &Row) -> Result<usize, String> {
        let place = self.place(&row.label);
        let place = place.ok_or_else(|| format!("there is no unit {:?}", row.label))?;
        if self.nodes[place].own.is_some() {
            return Err("the unit has another row already".to_string());
        }
        self.bounds.possible(&row.subtotal)?;
        let device = match self.devices.get(row.device.as_str()) {
            Some(known) => Arc::clone(known),
            None => Arc::from(row.device.as_str()),
        };
        self.devices.insert(Arc::clone(&device));
        let subtotal = row.subtotal.clone();
        let (micros, attempt) = (row.micros, row.attempt);
        self.nodes[place].own = Some(Done { subtotal, micros, attempt, device });
        self.results += 1;
        self.finish(place);
        self.micros = self.micros.saturating_add(row.micros);
        for (known, name) in [(&mut self.hosts, &row.host), (&mut self.programs, &row.program)] {
            if !known.contains(name) {
                known.insert(name.clone());
            }
        }
        self.last_finished = self.last_finished.max(Some(row.finished));
        Ok(place)
    }

    /// Marks a unit as done, and those above it that are done with it.
    fn finish(&mut self, place: usize) {
        if std::mem::replace(&mut self.nodes[place].is_done, true) {
            return;
        }
        match self.nodes[place].above {
            None => self.units_done += 1,
            Some(above) => {
                if self.nodes[above].below.iter().all(|&below| self.nodes[below].is_done) {
                    self.finish(above);
                }
            }
        }
    }

    /// The subtotal of a unit: its own result, or the sum of what it was split into.
    pub(crate) fn value(&self, place: usize) -> Option<Subtotal> {
        match &self.nodes[place].own {
            Some(done) => Some(done.subtotal.clone()),
            None => self.value_below(place),
        }
    }

    /// The sum of what a unit was split into, if all of that is done.
    pub(crate) fn value_below(&self, place: usize) -> Option<Subtotal> {
        let below = &self.nodes[place].below;
        let first = below.first()?;
        below[1..].iter().try_fold(self.value(*first)?, |sum, &next| sum.plus(&self.value(next)?))
    }

    /// A unit whose own result is not the sum of what it was split into, with both.
    pub(crate) fn contradiction(&self) -> Option<(&str, Subtotal, Subtotal)> {
        self.splits().find_map(|(place, _)| {
            let (own, sum) = (&self.own(place)?.subtotal, self.value_below(place)?);
            (*own != sum).then(|| (self.label(place), own.clone(), sum))
        })
    }

    /// The sum of everything counted so far; none if it exceeds 128 bits.
    pub(crate) fn sum(&self) -> Option<Subtotal> {
        let nothing = self.bounds.nothing().clone();
        self.counting().try_fold(nothing, |sum, (_, done)| sum.plus(&done.subtotal))
    }

    /// The sum of everything counted so far, if subtotals are numbers: adding spectra takes too long.
    pub(crate) fn count_so_far(&self) -> Option<u128> {
        self.bounds.nothing().count()?;
        self.sum()?.count()
    }

    /// Whether this sum is more than is possible on the board.
    pub(crate) fn is_too_large(&self, sum: &Subtotal) -> bool {
        self.bounds.exceeds(sum)
    }

    /// Worker-seconds of all results.
    pub(crate) fn seconds(&self) -> f64 {
        self.micros as f64 / 1e6
    }

    pub(crate) fn devices(&self) -> Vec<String> {
        self.devices.iter().map(ToString::to_string).collect()
    }

    pub(crate) fn hosts(&self) -> Vec<String> {
        self.hosts.iter().cloned().collect()
    }

    pub(crate) fn programs(&self) -> Vec<String> {
        self.programs.iter().cloned().collect()
    }

    pub(crate) fn last_finished(&self) -> Option<u64> {
        self.last_finished
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(label: &str, subtotal: u128) -> Row {
        Row {
            label: label.into(),
            subtotal: Subtotal::Count(subtotal),
            program: "0".into(),
            revision: 1,
            device: "test".into(),
            host: "here".into(),
            micros: 1,
            processor_micros: 1,
            attempt: 1,
            finished: 0,
        }
    }

    fn of(labels: &[&str], n: u32, divisor: u128) -> Subtotals {
        let (problem, nothing) = (Problem::queens(n), Subtotal::Count(0));
        let labels = labels.iter().copied();
        Subtotals::new(labels, &problem, divisor, nothing, Counted::Solutions).unwrap()
    }

    fn words(labels: &[&str]) -> Vec<String> {
        labels.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn sums_pass_64_bits() {
        let mut subtotals = of(&["a", "b", "c"], 27, 8);
        for label in ["a", "b", "c"] {
            subtotals.add(&row(label, u128::from(u64::MAX) - 1)).unwrap();
        }
        assert_eq!(subtotals.sum(), Some(Subtotal::Count(3 * (u128::from(u64::MAX) - 1))));
        assert!(subtotals.is_complete());
    }

    #[test]
    fn impossible_subtotals_are_refused() {
        let mut subtotals = of(&["a", "b"], 4, 2);
        subtotals.add(&row("a", 48)).unwrap();
        assert!(subtotals.add(&row("b", 49)).unwrap_err().contains("not a possible"));
        let spectrum = Subtotal::Spectrum(bezzel_engines::Spectrum::new(4, []));
        assert!(subtotals.bounds().possible(&spectrum).is_err());
        subtotals.add(&row("b", 1)).unwrap();
        assert!(subtotals.is_too_large(&subtotals.sum().unwrap()));
        let mut large = of(&["a", "b"], 60, 8);
        large.add(&row("a", u128::MAX)).unwrap();
        large.add(&row("b", 1)).unwrap();
        assert_eq!(large.sum(), None);
        assert!(large.add(&row("b", 1)).unwrap_err().contains("another row"));
        assert!(large.add(&row("c", 1)).unwrap_err().contains("no unit"));
    }

    #[test]
    fn a_unit_is_done_with_what_it_was_split_into() {
        let mut subtotals = of(&["a", "b"], 8, 2);
        assert_eq!(subtotals.add_split("a", &words(&["a1", "a2"])), Ok(true));
        assert_eq!(subtotals.add_split("a2", &words(&["a21", "a22"])), Ok(true));
        assert_eq!(subtotals.add_split("a", &words(&["a1", "a2"])), Ok(false));
        assert!(subtotals.add_split("a", &words(&["a1"])).is_err());
        assert!(subtotals.add_split("b", &words(&["a1"])).is_err());
        assert!(subtotals.add_split("b", &[]).is_err());
        assert!(subtotals.add_split("c", &words(&["c1"])).is_err());
        let open = |subtotals: &Subtotals| {
            let mut open = Vec::new();
            (0..2).for_each(|place| subtotals.open_below(place, &mut open));
            open.iter().map(|&place| subtotals.label(place).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(open(&subtotals), ["a1", "a21", "a22", "b"]);
        for (label, subtotal) in [("a1", 1), ("a21", 2)] {
            subtotals.add(&row(label, subtotal)).unwrap();
        }
        assert_eq!(open(&subtotals), ["a22", "b"]);
        assert_eq!((subtotals.units_done(), subtotals.value(0)), (0, None));
        subtotals.add(&row("a22", 4)).unwrap();
        assert_eq!((subtotals.units_done(), subtotals.value(0)), (1, Some(Subtotal::Count(7))));
        assert_eq!(subtotals.contradiction(), None);
    }

    #[test]
    fn a_result_of_its_own_takes_precedence() {
        let mut subtotals = of(&["a"], 8, 2);
        subtotals.add_split("a", &words(&["a1", "a2"])).unwrap();
        subtotals.add(&row("a1", 3)).unwrap();
        assert_eq!(subtotals.sum(), Some(Subtotal::Count(3)));
        subtotals.add(&row("a", 10)).unwrap();
        assert_eq!(subtotals.sum(), Some(Subtotal::Count(10)));
        assert!(subtotals.is_complete() && subtotals.contradiction().is_none());
        subtotals.add(&row("a2", 8)).unwrap();
        let (label, own, sum) = subtotals.contradiction().unwrap();
        assert_eq!((label, own, sum), ("a", Subtotal::Count(10), Subtotal::Count(11)));
        assert_eq!((subtotals.units_done(), subtotals.results()), (1, 3));
    }
}
