//! The surroundings of a board: numbers along its edges, and the legend of its colours.

use super::board::{Board, Numbers, Role};
use crate::color::{ATTACKER, BLACK, BLUE, Color, DELETED, MUTED, OCCUPIED, PAPER, THREATENED};
use crate::hatch::Hatch;
use crate::scene::{Item, Text};

/// The look of squares of one kind: a colour, and a hatch or a rim that works without colour.
pub(super) struct Patch {
    pub name: &'static str,
    pub fill: Color,
    pub hatch: Option<(Hatch, Color)>,
    pub rim: Option<Color>,
}

impl Role {
    /// The roles that are painted, in the order they are painted and explained.
    pub(super) const DRAWN: [Role; 4] =
        [Role::Attacker, Role::Threatened, Role::Occupied, Role::Deleted];

    pub(super) fn patch(self) -> Patch {
        let (name, fill, hatch, rim) = match self {
            Role::Attacker => {
                ("attacker", ATTACKER.tint(0.6), None, Some(ATTACKER.mix(BLACK, 0.35)))
            }
            Role::Threatened => {
                ("threatened", THREATENED.tint(0.42), Some((Hatch::Rising, THREATENED)), None)
            }
            Role::Occupied => {
                ("occupied", OCCUPIED.tint(0.5), Some((Hatch::Level, OCCUPIED.tint(0.8))), None)
            }
            Role::Deleted => ("deleted", DELETED, Some((Hatch::Cross, DELETED.tint(0.75))), None),
            Role::Free => ("free", PAPER, None, None),
        };
        Patch { name, fill, hatch, rim }
    }
}

impl Board {
    /// Labels along the left and the lower edge, as dense as legibility allows.
    pub(super) fn edges(&self, cell: f64, items: &mut Vec<Item>) {
        let size = self.size();
        let font = (cell * 0.3).clamp(9.0, 13.0);
        let longest = size.rows().max(size.columns()).to_string().len() as f64;
        let room = (font * 0.7 * longest).max(font * 1.1);
        let step = [1_u32, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
            .into_iter()
            .find(|&step| f64::from(step) * cell >= room)
            .unwrap_or(1000);
        let algebraic = self.numbers == Numbers::Algebraic;
        for row in (0..size.rows()).step_by(step as usize) {
            let label = if algebraic { size.rows() - row } else { row };
            let y = (f64::from(row) + 0.5) * cell + font * 0.36;
            items.push(Text::new(-7.0, y, font, label.to_string()).end().fill(MUTED).into());
        }
        for column in (0..size.columns()).step_by(step as usize) {
            let label = if algebraic { file(column) } else { column.to_string() };
            let x = (f64::from(column) + 0.5) * cell;
            let y = f64::from(size.rows()) * cell + font + 5.0;
            items.push(Text::new(x, y, font, label).middle().fill(MUTED).into());
        }
    }

    /// The legend of the colours, if any are used.
    pub(super) fn legend(&self) -> Vec<Patch> {
        let mut patches = Vec::new();
        if let Some(roles) = self.roles() {
            let used = Role::DRAWN.into_iter().filter(|role| roles.contains(role));
            patches.extend(used.map(Role::patch));
        }
        if !self.problem.blocked().is_empty() {
            let hatch = Some((Hatch::Cross, MUTED));
            patches.push(Patch { name: "blocked", fill: MUTED.tint(0.45), hatch, rim: None });
        }
        if !self.problem.given().is_empty() {
            patches.push(Patch { name: "given", fill: PAPER, hatch: None, rim: Some(BLUE) });
        }
        patches
    }
}

/// `a`, …, `z`, `aa`, … as in the notation.
pub(crate) fn file(mut column: u32) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'a' + (column % 26) as u8));
        if column < 26 {
            break;
        }
        column = column / 26 - 1;
    }
    letters.iter().rev().collect()
}
