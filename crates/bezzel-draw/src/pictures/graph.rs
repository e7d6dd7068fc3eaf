//! The queen graph and its complement (figures 2 and 3 of the survey).
//!
//! Every square is a vertex. In the queen graph an edge joins squares on one line, and solutions are
//! the stable sets of n vertices; in the complement it joins the others, and they are the cliques.

use super::board::flat;
use crate::backends::comma::table;
use crate::color::{BLUE, GREEN, INK, LIGHT, MUTED, PURPLE, VERMILION};
use crate::scene::{Ink, Item, Path, Scene, Segment, Text};
use crate::{DrawError, Format, Picture};
use bezzel_board::{Instead, Placement, Problem, Square};

/// A graph of squares.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The board.
    pub problem: Problem,
    /// Whether the edges are those of the complement.
    pub complement: bool,
    /// Vertices to be marked: a stable set or a clique.
    pub marked: Placement,
}

/// Largest side: 144 vertices with 3,256 edges are still distinguishable.
const LARGEST: u32 = 12;

impl Graph {
    /// The edges, each once.
    #[must_use]
    pub fn edges(&self) -> Vec<(Square, Square)> {
        let squares: Vec<Square> = self.problem.size().iter().collect();
        let mut edges = Vec::new();
        for (place, &a) in squares.iter().enumerate() {
            for &b in &squares[place + 1..] {
                if self.problem.attack(a, b).is_some() != self.complement {
                    edges.push((a, b));
                }
            }
        }
        edges
    }

    fn spacing(&self) -> f64 {
        (640.0 / f64::from(self.problem.size().columns().max(1))).clamp(62.0, 104.0)
    }

    fn at(&self, square: Square) -> (f64, f64) {
        let step = self.spacing();
        ((f64::from(square.column) + 0.5) * step, (f64::from(square.row) + 0.5) * step)
    }

    /// An edge; one that would pass through other vertices is bent around them.
    fn edge(&self, a: Square, b: Square) -> Path {
        let ((ax, ay), (bx, by)) = (self.at(a), self.at(b));
        let (dx, dy) = (bx - ax, by - ay);
        let between = gcd(a.row.abs_diff(b.row), a.column.abs_diff(b.column));
        if between <= 1 {
            return Path::open(&[(ax, ay), (bx, by)]);
        }
        let length = f64::hypot(dx, dy);
        let bow = self.spacing() * (0.16 + 0.2 * f64::from(between - 1));
        let (nx, ny) = (dy / length * bow, -dx / length * bow);
        let control = |share: f64| (ax + dx * share + nx, ay + dy * share + ny);
        let (c, d) = (control(0.25), control(0.75));
        Path { parts: vec![Segment::Move(ax, ay), Segment::Curve(c.0, c.1, d.0, d.1, bx, by)] }
    }

    fn ink(&self, a: Square, b: Square) -> Ink {
        if self.complement {
            return Ink::stroke(MUTED.tint(0.7), 1.0);
        }
        let (rows, columns) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
        match (rows, columns) {
            (0, _) => Ink::stroke(BLUE, 1.1),
            (_, 0) => Ink::dashed(VERMILION, 1.1, &[6.0, 3.0]),
            _ => Ink::dashed(PURPLE, 1.1, &[1.5, 3.0]),
        }
    }

    fn legend(&self) -> Vec<(&'static str, Ink)> {
        let at = Square::new;
        if self.complement {
            let mut keys = vec![("no common line", self.ink(at(0, 0), at(1, 2)))];
            if !self.marked.is_empty() {
                keys.push(("clique: a solution", Ink::stroke(GREEN, 3.0)));
            }
            return keys;
        }
        vec![
            ("row", self.ink(at(0, 0), at(0, 1))),
            ("column", self.ink(at(0, 0), at(1, 0))),
            ("diagonal", self.ink(at(0, 0), at(1, 1))),
        ]
    }
}

impl Picture for Graph {
    fn scene(&self) -> Result<Scene, DrawError> {
        flat(&self.problem)?;
        let size = self.problem.size();
        let edges = self.edges();
        let name =
            if self.complement { "The complement of the queen graph" } else { "The queen graph" };
        let title = format!("{name} of {}", self.problem);
        let margin = 18.0;
        let top = margin + 44.0;
        let (width, height) =
            (f64::from(size.columns()) * self.spacing(), f64::from(size.rows()) * self.spacing());
        let subtitle = format!("{} vertices, {} edges", size.squares(), edges.len());
        let page =
            (width + 2.0 * margin).max(crate::font::width(&title, 16.0, true) + 2.0 * margin);
        let mut scene = Scene::new(page, top + height + 34.0, title.clone());
        scene.description = format!(
            "{title}: {subtitle}; an edge joins squares that {} a row, column or diagonal.",
            if self.complement { "do not share" } else { "share" }
        );
        scene.add(Text::new(margin, margin + 13.0, 16.0, title).bold());
        scene.add(Text::new(margin, margin + 32.0, 12.0, subtitle).fill(MUTED));
        let mut items: Vec<Item> = Vec::new();
        let is_marked = |square: Square| self.marked.contains(square);
        let strong = |a: Square, b: Square| self.complement && is_marked(a) && is_marked(b);
        for &(a, b) in edges.iter().filter(|&&(a, b)| !strong(a, b)) {
            items.push(Item::Path { path: self.edge(a, b), ink: self.ink(a, b) });
        }
        for &(a, b) in edges.iter().filter(|&&(a, b)| strong(a, b)) {
            items.push(Item::Path { path: self.edge(a, b), ink: Ink::stroke(GREEN, 3.0) });
        }
        for square in size.iter() {
            let marked = is_marked(square);
            let (fill, color) = if marked { (GREEN, GREEN.text_on()) } else { (LIGHT, INK) };
            let at = self.at(square);
            let rim = if marked { 2.5 } else { 1.1 };
            items.push(Item::circle(at, 15.0, Ink::fill(fill).and_stroke(INK, rim)));
            let label = format!("{},{}", square.row, square.column);
            let font = if label.len() > 3 { 9.5 } else { 11.0 };
            let text = Text::new(at.0, at.1 + font * 0.36, font, label).middle().fill(color);
            items.push(if marked { text.bold() } else { text }.into());
        }
        let left = (page - width) / 2.0;
        scene.items.extend(crate::geometry::moved(items, left, top));
        let mut x = margin;
        let y = top + height + 14.0;
        for (name, ink) in self.legend() {
            scene.add(Item::line((x, y), (x + 26.0, y), ink));
            scene.add(Text::new(x + 33.0, y + 4.0, 12.0, name));
            x += 33.0 + crate::font::width(name, 12.0, false) + 18.0;
        }
        scene.width = scene.width.max(x);
        Ok(scene)
    }

    fn csv(&self) -> Option<String> {
        let heading = ["from_row", "from_column", "to_row", "to_column"].map(ToOwned::to_owned);
        let edge = |(a, b): (Square, Square)| {
            [a.row, a.column, b.row, b.column].map(|number| number.to_string())
        };
        table([heading].into_iter().chain(self.edges().into_iter().map(edge)))
    }

    fn admits(&self, format: Format) -> Result<(), DrawError> {
        let side = self.problem.size().columns();
        if side <= LARGEST {
            return Ok(());
        }
        Err(DrawError::TooLarge {
            what: format!("the graph of the {} board", self.problem.size()),
            medium: format.name(),
            limit: format!("side {LARGEST}"),
            instead: Instead::advice("choose a smaller board, so that its edges can be told apart"),
        })
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
