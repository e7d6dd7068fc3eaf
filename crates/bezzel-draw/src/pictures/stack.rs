//! Floors above one another in parallel projection: 3-D stacks and boards of three dimensions.
//!
//! ```text
//!      ╱╲       a point (column, row, floor) is drawn at
//!     ╱ ♛╲        x = (column − row) · ACROSS
//!     ╲♛ ╱        y = (column + row) · ALONG − floor · gap
//!      ╲╱
//! ```
//!
//! Both axes of a floor run at the same angle, as in the isometric projection, only flatter: at 30°
//! five floors without a hidden queen would be 1.5 times as high.

use super::board::Board;
use super::sheet::{Sheet, SheetEntry};
use crate::color::{DARK, INK, LIGHT, MUTED, PAPER, level};
use crate::hatch::Hatch;
use crate::scene::{Ink, Item, Path, Scene, Text};
use crate::terminal::Pen;
use crate::{DrawError, Format, Picture};
use bezzel_board::{Instead, Problem, Square};

/// Floors, lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Side of every floor.
    pub side: u32,
    /// The queens of each floor.
    pub floors: Vec<Vec<Square>>,
    /// Title above the picture.
    pub caption: Option<String>,
}

/// Half the width of a square in projection.
const ACROSS: f64 = 26.0;
/// Half its height.
const ALONG: f64 = ACROSS * 0.44;
/// Side of a queen.
const QUEEN: f64 = ACROSS * 1.6;
/// Thickness of a floor.
const THICK: f64 = 5.0;

impl Stack {
    /// Floors given by the columns of their queens row by row.
    #[must_use]
    pub fn from_columns(floors: &[Vec<u32>]) -> Stack {
        let floors: Vec<Vec<Square>> = floors
            .iter()
            .map(|floor| (0..).zip(floor).map(|(row, &column)| Square::new(row, column)).collect())
            .collect();
        let reach = |square: &Square| square.row.max(square.column) + 1;
        let side = floors.iter().flatten().map(reach).max().unwrap_or(0);
        Stack { side, floors, caption: None }
    }

    /// The scale that keeps large stacks on a page.
    fn scale(&self) -> f64 {
        (12.0 / f64::from(self.side.max(1))).min(1.0)
    }

    /// Vertical distance between two floors: the front corner of one stays above the queen on the
    /// rearmost square of the floor below, so that no queen is ever hidden.
    fn gap(&self) -> f64 {
        ((2.0 * f64::from(self.side) - 1.0) * ALONG + 0.62 * QUEEN + THICK) * self.scale()
    }

    fn point(&self, column: f64, row: f64, floor: usize) -> (f64, f64) {
        let scale = self.scale();
        let x = (column - row) * ACROSS * scale;
        (x, (column + row) * ALONG * scale - floor as f64 * self.gap())
    }

    fn floor(&self, number: usize) -> Item {
        let side = f64::from(self.side);
        let point = |column: f64, row: f64| self.point(column, row, number);
        let tile = |square: Square| {
            let (x, y) = (f64::from(square.column), f64::from(square.row));
            [point(x, y), point(x + 1.0, y), point(x + 1.0, y + 1.0), point(x, y + 1.0)]
        };
        let outline = [point(0.0, 0.0), point(side, 0.0), point(side, side), point(0.0, side)];
        // A thin edge makes the floor look like a plate.
        let thick = THICK * self.scale();
        let below = |(x, y): (f64, f64)| (x, y + thick);
        let edge = [
            outline[3],
            outline[2],
            outline[1],
            below(outline[1]),
            below(outline[2]),
            below(outline[3]),
        ];
        let color = level(number);
        let mut items = vec![
            Item::polygon(&edge, Ink::fill(color.mix(INK, 0.25)).and_stroke(INK, 0.8)),
            Item::polygon(&outline, Ink::fill(LIGHT)),
        ];
        let mut dark = Path::default();
        for row in 0..self.side {
            for column in (0..self.side).filter(|column| (row + column) % 2 == 1) {
                let corners = tile(Square::new(row, column));
                dark.line_through(&corners);
                dark.parts.push(crate::scene::Segment::Close);
            }
        }
        items.push(Item::Path { path: dark, ink: Ink::fill(DARK) });
        let mut hatch = Path::default();
        for &queen in &self.floors[number] {
            let corners = tile(queen);
            items.push(Item::polygon(&corners, Ink::fill(color.tint(0.75))));
            if let Some(kind) = Hatch::series(number) {
                kind.fill(&corners, 6.0, &mut hatch);
            }
        }
        if !hatch.is_empty() && self.side <= 12 {
            let ink = Ink::stroke(color.tint(0.75).mix(PAPER, 0.35), 1.0);
            items.push(Item::Path { path: hatch, ink });
        }
        items.push(Item::polygon(&outline, Ink::stroke(INK, 1.0)));
        let size = QUEEN * self.scale();
        for &queen in &self.floors[number] {
            let (x, y) = point(f64::from(queen.column) + 0.5, f64::from(queen.row) + 0.5);
            let (fill, rim) = (INK, PAPER);
            items.push(Item::Queen { x, y: y - size * 0.2, side: size, fill, rim });
        }
        let (x, y) = outline[1];
        let label = (number + 1).to_string();
        items.push(Text::new(x + 12.0, y + 5.0, 14.0, label).bold().into());
        Item::Group { title: format!("floor {}", number + 1), items }
    }
}

impl Picture for Stack {
    fn scene(&self) -> Result<Scene, DrawError> {
        if self.side == 0 || self.floors.is_empty() {
            return Err(DrawError::unfit(
                "a stack needs at least one floor with one square",
                "add a floor",
            ));
        }
        let side = f64::from(self.side);
        let highest = self.floors.len() - 1;
        let margin = 18.0;
        let top = margin + if self.caption.is_some() { 30.0 } else { 10.0 };
        let left = margin - self.point(0.0, side, 0).0;
        let lift = highest as f64 * self.gap();
        let width = left + self.point(side, 0.0, 0).0 + 34.0 + margin;
        let height = top + lift + self.point(side, side, 0).1 + 6.0 + margin;
        let words = self.caption.as_ref().map_or(0.0, |text| crate::font::width(text, 15.0, true));
        let mut scene = Scene::new(width.max(words + 2.0 * margin), height, "A stack of boards");
        let queens: usize = self.floors.iter().map(Vec::len).sum();
        scene.description = format!(
            "{} floors of {1} by {1} squares above one another, floor 1 lowest, {queens} queens in all.",
            self.floors.len(),
            self.side
        );
        if let Some(caption) = &self.caption {
            scene.add(Text::new(margin, margin + 12.0, 15.0, caption.clone()).bold());
        }
        let mut items = Vec::new();
        // Posts at three corners hold the floors; the fourth would hide queens.
        let post = |column: f64, row: f64| {
            let (from, to) = (self.point(column, row, 0), self.point(column, row, highest));
            Item::line(from, to, Ink::dashed(MUTED, 0.9, &[2.0, 3.0]))
        };
        items.push(post(0.0, 0.0));
        for number in 0..self.floors.len() {
            items.push(self.floor(number));
        }
        items.extend([post(side, 0.0), post(0.0, side)]);
        scene.items.extend(crate::geometry::moved(items, left, top + lift));
        Ok(scene)
    }

    /// As text the floors are shown side by side.
    fn text(&self, pen: Pen) -> Result<String, DrawError> {
        let problem = Problem::queens(self.side);
        let entry = |(number, floor): (usize, &Vec<Square>)| {
            let mut board = Board::new(problem.clone(), floor.iter().copied().collect());
            board.conflicts = false;
            SheetEntry { board, label: format!("floor {number}"), note: String::new() }
        };
        let title = self.caption.clone().unwrap_or_else(|| "A stack of boards".to_owned());
        Sheet {
            title,
            subtitle: format!("{} floors, the lowest first", self.floors.len()),
            entries: (1..).zip(&self.floors).map(entry).collect(),
            columns: self.floors.len(),
        }
        .text(pen)
    }

    fn admits(&self, format: Format) -> Result<(), DrawError> {
        let (side, floors) = (self.side as usize, self.floors.len());
        if side.max(floors) <= 32 {
            return Ok(());
        }
        Err(DrawError::TooLarge {
            what: format!("a stack of {floors} floors of side {side}"),
            medium: format.name(),
            limit: "32 floors of side 32".to_owned(),
            instead: Instead::advice("draw its level table"),
        })
    }
}
