//! Units: the slices of one set C, all of them or those whose A agrees on some rows.
//!
//! ```text
//! a=5 C=1,7,9,13,15            five queens in block EE; of the odd rows, exactly 1, 7, 9, 13 and 15
//!                              have their queen on a light square (row + column even)
//! a=5 C=1,7,9,13,15 A=+8-10    and of the even rows, 8 has its queen on a light square, 10 has not
//! ```
//!
//! On odd boards C may be the even rows (`stage.rs` says when), as the row numbers show.

use super::recount::Rows;
use super::stage::Stage;
use super::symmetry::{Standing, Symmetry};
use crate::Unit;
use std::fmt::Write as _;
use std::ops::Range;

/// The slices of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slices {
    /// Queens in block EE: which stage.
    pub queens: usize,
    pub c: u32,
    /// Whether the first of the stage's `a_rows` belong to A.
    pub members: Vec<bool>,
}

impl Slices {
    /// All slices of one C.
    pub fn of(stage: &Stage, c: u32) -> Self {
        Slices { queens: stage.queens, c, members: Vec::new() }
    }

    /// The unit of these slices.
    pub fn unit(&self, stage: &Stage) -> Unit {
        let row = |p: u32, parity: usize| (2 * p as usize + parity).to_string();
        let c: Vec<String> = (0..stage.outer as u32)
            .filter(|p| self.c >> p & 1 == 1)
            .map(|p| row(p, 1 - stage.lead))
            .collect();
        let c = if c.is_empty() { "none".to_owned() } else { c.join(",") };
        let mut label = format!("a={} C={c}", self.queens);
        if !self.members.is_empty() {
            label.push_str(" A=");
            for (&p, &is_member) in stage.a_rows.iter().zip(&self.members) {
                let sign = if is_member { '+' } else { '-' };
                let _ = write!(label, "{sign}{}", row(p.into(), stage.lead));
            }
        }
        Unit::new(label)
    }

    /// Reads a unit's label: its stage and slices, if they belong to one of the stages.
    pub fn read<'a>(unit: &Unit, stages: &'a [Stage]) -> Option<(&'a Stage, Slices)> {
        let mut words = unit.label().split(' ');
        let queens = words.next()?.strip_prefix("a=")?.parse().ok()?;
        let stage = stages.iter().find(|stage| stage.queens == queens)?;
        let mut slices = Slices { queens, c: 0, members: Vec::new() };
        let c = words.next()?.strip_prefix("C=")?;
        for row in c.split(',').filter(|_| c != "none") {
            let p = row.parse::<u32>().ok()? / 2;
            slices.c |= 1_u32.checked_shl(p)?;
        }
        if let Some(members) = words.next() {
            let signs = members.strip_prefix("A=")?.chars().filter(|c| !c.is_ascii_digit());
            slices.members = signs.map(|sign| sign == '+').collect();
        }
        // Each unit has exactly one label: any other text is rejected.
        let is_planned = slices.members.len() <= stage.a_rows.len()
            && slices.unit(stage) == *unit
            && slices.c.count_ones() == stage.c_sets.first()?.count_ones()
            && stage.symmetry.of_c(slices.c) != Standing::Outside;
        is_planned.then_some((stage, slices))
    }

    /// The positions of the sets A in the stage's list.
    pub fn a(&self, stage: &Stage) -> Range<usize> {
        stage.with_members(&self.members)
    }

    /// The same in rows of the board, for the second count.
    pub fn rows(&self, stage: &Stage) -> Rows {
        let board = |p: u32, parity: usize| 1 << (2 * p as usize + parity);
        let member = |is: bool| {
            let rows = stage.a_rows.iter().zip(&self.members).filter(move |(_, of)| **of == is);
            rows.fold(0, |set, (&p, _)| set | board(p.into(), stage.lead))
        };
        let c = (0..stage.outer as u32).filter(|p| self.c >> p & 1 == 1);
        Rows {
            c: c.fold(0, |set, p| set | board(p, 1 - stage.lead)),
            lead: stage.lead,
            light: member(true),
            dark: member(false),
            number: stage.a_sets[0].count_ones(),
            symmetric: stage.symmetry != Symmetry::None,
        }
    }

    /// The same slices in two units, split by the next row that divides them; none if no row leaves
    /// slices that count on both sides.
    pub fn split(mut self, stage: &Stage) -> Vec<Slices> {
        let counts = |slices: &Slices| {
            let mut sets = stage.a_sets[slices.a(stage)].iter();
            sets.any(|&a| stage.symmetry.of_a(slices.c, a) != Standing::Outside)
        };
        while self.members.len() < stage.a_rows.len() {
            let with = |is_member| {
                let members = [&self.members[..], &[is_member]].concat();
                Slices { members, ..self }
            };
            let mut halves = vec![with(false), with(true)];
            halves.retain(counts);
            match halves.len() {
                2 => return halves,
                1 => self = halves.swap_remove(0),
                _ => break,
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::stages::Stages;

    #[test]
    fn units_are_read_as_written_and_nothing_else_is() {
        let stages = Stages::new(&[0x3ff; 10]).stages;
        let mut units: Vec<Unit> = (stages.iter())
            .flat_map(|stage| stage.c_sets.iter().map(move |&c| (stage, Slices::of(stage, c))))
            .filter(|(stage, slices)| stage.symmetry.of_c(slices.c) != Standing::Outside)
            .map(|(stage, slices)| slices.unit(stage))
            .collect();
        let mut seen = 0;
        while let Some(unit) = units.pop() {
            let (stage, slices) =
                Slices::read(&unit, &stages).unwrap_or_else(|| panic!("{}", unit.label()));
            assert_eq!(slices.unit(stage), unit);
            units.extend(slices.split(stage).iter().map(|part| part.unit(stage)));
            seen += 1;
        }
        assert!(seen > 100);
        for label in [
            "",
            "a=2",
            "a=9 C=1,3",
            "a=2 C=1",
            "a=2 C=1,2",
            "a=2 C=1,99",
            "a=2 C=3,1",
            "a=2 C=1,3 A=",
            "a=2 C=1,3 A=4",
            "a=2 C=1,3 A=+5",
            "a=2 C=1,3 A=+4 ",
            "a=02 C=1,3",
            "a=2 C=1,3 A=+4+2+6+0+8+10",
        ] {
            assert!(Slices::read(&Unit::new(label), &stages).is_none(), "{label}");
        }
        assert!(Slices::read(&Unit::new("a=2 C=1,3 A=+4-2"), &stages).is_some());
    }
}
