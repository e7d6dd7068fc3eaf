//! Where queens stand: two boards of densities side by side, and below them two curves along diagonals.

use crate::backends::comma::table;
use crate::color::{BLUE, INK, MUTED, PAPER, VERMILION};
use crate::scene::{Ink, Item, Path, Scene, Text};
use crate::terminal::Pen;
use crate::{DrawError, Picture};
use std::fmt::Write;

/// Side of a cell.
const CELL: f64 = 30.0;
/// Around and between the parts.
const MARGIN: f64 = 16.0;
/// Room for the words above each part.
const HEAD: f64 = 20.0;
/// Height of the curves.
const CURVES: f64 = 130.0;

/// Densities beside those they are compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct DensityTable {
    /// Title above the picture.
    pub title: String,
    /// Names of the two boards, which are also those of the two curves.
    pub names: [String; 2],
    /// Density in each cell, 1 on average.
    pub boards: [Vec<Vec<f64>>; 2],
    /// Share of occupied diagonals, from one corner to the opposite one.
    pub diagonals: [Vec<f64>; 2],
}

impl DensityTable {
    fn side(&self) -> usize {
        self.boards[0].len()
    }

    /// The largest density, for the shades.
    fn largest(&self) -> f64 {
        self.boards.iter().flatten().flatten().copied().fold(1.0, f64::max)
    }

    /// A board of shaded cells with numbers.
    fn board(&self, which: usize, x: f64, y: f64) -> Vec<Item> {
        let mut items = Vec::new();
        let largest = self.largest();
        for (row, line) in self.boards[which].iter().enumerate() {
            for (column, &density) in line.iter().enumerate() {
                let fill = PAPER.mix(BLUE, 0.85 * (density / largest).clamp(0.0, 1.0));
                let (left, top) = (x + column as f64 * CELL, y + row as f64 * CELL);
                let ink = Ink::fill(fill).and_stroke(INK.tint(0.35), 0.5);
                items.push(Item::rect(left, top, CELL, CELL, ink));
                let (middle, base) = (left + CELL / 2.0, top + CELL / 2.0 + 3.5);
                let mut text = Text::new(middle, base, 10.0, format!("{density:.2}")).middle();
                text.fill = fill.text_on();
                items.push(text.into());
            }
        }
        items
    }

    /// Both curves in a box: one solid, one dashed.
    fn curves(&self, x: f64, y: f64, width: f64) -> Vec<Item> {
        let mut items = vec![Item::rect(x, y, width, CURVES, Ink::stroke(MUTED, 0.8))];
        let inks = [Ink::stroke(BLUE, 1.8), Ink::dashed(VERMILION, 1.8, &[6.0, 4.0])];
        for ((curve, ink), name) in self.diagonals.iter().zip(inks).zip(&self.names) {
            let points: Vec<(f64, f64)> = (curve.iter().enumerate())
                .map(|(at, share)| {
                    let along = (at as f64 + 0.5) / curve.len() as f64;
                    (x + along * width, y + CURVES * (1.0 - share.clamp(0.0, 1.0)))
                })
                .collect();
            let mut path = Path::default();
            path.line_through(&points);
            items.push(Item::Group { title: name.clone(), items: vec![Item::Path { path, ink }] });
        }
        for (share, word) in [(0.0, "0"), (0.5, "0.5"), (1.0, "1")] {
            let base = y + CURVES * (1.0 - share) + 3.5;
            items.push(Text::new(x - 4.0, base, 10.0, word).end().into());
        }
        let below = y + CURVES + 14.0;
        for (at, word) in [(0.0, "corner"), (0.5, "main diagonal"), (1.0, "corner")] {
            items.push(Text::new(x + at * width, below, 10.0, word).middle().into());
        }
        items
    }
}

impl Picture for DensityTable {
    fn scene(&self) -> Result<Scene, DrawError> {
        let side = self.side() as f64 * CELL;
        let left = MARGIN + 14.0;
        let width = 2.0 * side + MARGIN;
        let mut scene = Scene::new(
            left + width + MARGIN + 14.0,
            MARGIN + 2.0 * HEAD + side + 2.0 * HEAD + CURVES + 2.0 * MARGIN,
            self.title.clone(),
        );
        scene.description = format!(
            "Two boards of {0} by {0} cells with the density of queens in each, 1 on average: {1} \
             and {2}. Below them the share of occupied diagonals from corner to corner.",
            self.side(),
            self.names[0],
            self.names[1]
        );
        scene.add(Text::new(left, MARGIN + 12.0, 14.0, self.title.clone()).bold());
        let top = MARGIN + 2.0 * HEAD;
        for which in 0..2 {
            let x = left + which as f64 * (side + MARGIN);
            scene.add(Text::new(x, top - 6.0, 11.0, self.names[which].clone()));
            scene.items.extend(self.board(which, x, top));
        }
        let below = top + side + 2.0 * HEAD;
        let words = format!(
            "Share of diagonals with a queen; solid: {}, dashed: {}",
            self.names[0], self.names[1]
        );
        scene.add(Text::new(left, below - 6.0, 11.0, words));
        scene.items.extend(self.curves(left, below, width));
        Ok(scene)
    }

    fn text(&self, pen: Pen) -> Result<String, DrawError> {
        let mut out = String::new();
        let wide = 5 * self.side();
        let _ = writeln!(out, "{}", self.title);
        let _ = writeln!(out, "{:wide$}  {}", self.names[0], self.names[1]);
        let line = |numbers: &[f64]| -> String {
            numbers.iter().map(|number| format!(" {number:.2}")).collect()
        };
        for (one, other) in self.boards[0].iter().zip(&self.boards[1]) {
            let _ = writeln!(out, "{}  {}", line(one), pen.ink(MUTED, &line(other)));
        }
        let _ = writeln!(out, "share of diagonals with a queen, from corner to corner");
        for (curve, name) in self.diagonals.iter().zip(&self.names) {
            let _ = writeln!(out, "{}  {name}", line(curve));
        }
        Ok(out)
    }

    fn csv(&self) -> Option<String> {
        let line = |part: &str, row: usize, column: &str, here: f64, compared: f64| {
            [
                part.into(),
                row.to_string(),
                column.into(),
                format!("{here:.6}"),
                format!("{compared:.6}"),
            ]
        };
        let mut lines = vec![["part", "row", "column", "here", "compared"].map(ToOwned::to_owned)];
        for (row, (one, other)) in self.boards[0].iter().zip(&self.boards[1]).enumerate() {
            for (column, (&here, &compared)) in one.iter().zip(other).enumerate() {
                lines.push(line("board", row, &column.to_string(), here, compared));
            }
        }
        for (at, (&here, &compared)) in self.diagonals[0].iter().zip(&self.diagonals[1]).enumerate()
        {
            lines.push(line("diagonals", at, "", here, compared));
        }
        table(lines)
    }
}
