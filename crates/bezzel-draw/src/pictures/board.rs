//! A board with its queens: attack lines, threatened squares, numbers, conflicts.

use super::board_edges::Patch;
use super::board_text;
use super::squares::{Lines, center, corners, grid, key, rimmed, runs, segments};
use crate::color::{BLUE, DARK, FAINT, INK, LIGHT, MUTED, PAPER, SERIES, VERMILION};
use crate::hatch::Hatch;
use crate::pieces;
use crate::scene::{Ink, Item, Path, Scene, Text};
use crate::terminal::Pen;
use crate::{DrawError, Format, Picture};
use bezzel_board::{Instead, Line, Notation, Placement, Problem, Size, Square, Topology};
use std::collections::HashSet;

/// What is written on or beside the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// Nothing.
    None,
    /// Rows and columns from 0, along the edges.
    #[default]
    Edges,
    /// Cells from 1 to n², row by row, as Güldal numbers them.
    Cells,
    /// Files as letters and ranks as numbers along the edges, as in chess.
    Algebraic,
}

/// A board to be drawn.
#[derive(Clone, Debug)]
pub struct Board {
    /// The board, its given queens, blocked squares and regions.
    pub problem: Problem,
    /// The queens.
    pub placement: Placement,
    /// What is written on or beside the squares.
    pub numbers: Numbers,
    /// Queens (or squares) whose lines of attack are drawn.
    pub lines: Vec<Square>,
    /// Güldal's colours, with this queen as the attacker: the squares it threatens, the other
    /// queens, and the squares they have deleted.
    pub attacker: Option<Square>,
    /// Whether queens that attack each other are marked.
    pub conflicts: bool,
    /// Title above the board.
    pub caption: Option<String>,
}

/// Maximum number of queens whose lines are drawn: more would cover the board and take seconds.
const MOST_LINES: usize = 100;

/// The role of a square in Güldal's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The queen placed last: green.
    Attacker,
    /// A square it threatens: red.
    Threatened,
    /// A queen placed before: blue.
    Occupied,
    /// A square deleted by those: black.
    Deleted,
    /// Neither.
    Free,
}

impl Board {
    /// A board with queens, rows and columns numbered along the edges.
    #[must_use]
    pub fn new(problem: Problem, placement: Placement) -> Board {
        Board {
            problem,
            placement,
            numbers: Numbers::default(),
            lines: Vec::new(),
            attacker: None,
            conflicts: true,
            caption: None,
        }
    }

    pub(super) fn size(&self) -> Size {
        self.problem.size()
    }

    /// Side of a square: constant up to 12 columns, then the board keeps its width.
    #[must_use]
    pub fn cell(&self) -> f64 {
        let longest = f64::from(self.size().rows().max(self.size().columns()).max(1));
        (600.0 / longest).clamp(1.0, 46.0)
    }

    /// The role of each square in Güldal's colours, row by row; empty without an attacker.
    #[must_use]
    pub fn roles(&self) -> Option<Vec<Role>> {
        let attacker = self.attacker?;
        let threat = |queens: &[Square]| Lines::through(&self.problem, queens);
        let others: Vec<Square> =
            self.placement.squares().iter().copied().filter(|&queen| queen != attacker).collect();
        let (near, far) = (threat(&[attacker]), threat(&others));
        let role = |square: Square| match square {
            square if square == attacker => Role::Attacker,
            square if self.placement.contains(square) => Role::Occupied,
            square if far.hit(square) => Role::Deleted,
            square if near.hit(square) => Role::Threatened,
            _ => Role::Free,
        };
        Some(self.size().iter().map(role).collect())
    }

    /// The board alone, its upper left corner at the origin.
    #[must_use]
    pub fn items(&self, cell: f64) -> Vec<Item> {
        let size = self.size();
        let (width, height) = (f64::from(size.columns()) * cell, f64::from(size.rows()) * cell);
        let mut items = vec![Item::rect(0.0, 0.0, width, height, Ink::fill(LIGHT))];
        self.ground(cell, &mut items);
        self.blocked(cell, &mut items);
        self.colors(cell, &mut items);
        if self.numbers == Numbers::Cells && cell >= 14.0 {
            self.cell_numbers(cell, &mut items);
        }
        self.regions(cell, &mut items);
        self.attack_lines(cell, &mut items);
        self.queens(cell, &mut items);
        let rim = (cell / 30.0).clamp(0.8, 1.6);
        items.push(Item::rect(0.0, 0.0, width, height, Ink::stroke(INK, rim)));
        items
    }

    /// Dark squares, or lines at every ten and hundred if squares are too small to be visible.
    fn ground(&self, cell: f64, items: &mut Vec<Item>) {
        let size = self.size();
        if cell >= 6.0 {
            let path = runs(size, cell, |square| (square.row + square.column) % 2 == 1);
            items.push(Item::Path { path, ink: Ink::fill(DARK) });
            return;
        }
        for (step, color) in [(10, FAINT), (100, MUTED.tint(0.6))] {
            let mut path = Path::default();
            let (rows, columns) = (size.rows(), size.columns());
            for k in (step..columns).step_by(step as usize) {
                let x = f64::from(k) * cell;
                path.line_through(&[(x, 0.0), (x, f64::from(rows) * cell)]);
            }
            for k in (step..rows).step_by(step as usize) {
                let y = f64::from(k) * cell;
                path.line_through(&[(0.0, y), (f64::from(columns) * cell, y)]);
            }
            if !path.is_empty() {
                items.push(Item::Path { path, ink: Ink::stroke(color, 0.6) });
            }
        }
    }

    fn blocked(&self, cell: f64, items: &mut Vec<Item>) {
        let blocked: HashSet<Square> = self.problem.blocked().squares().iter().copied().collect();
        if blocked.is_empty() {
            return;
        }
        let is_blocked = |square: Square| blocked.contains(&square);
        let fill = runs(self.size(), cell, is_blocked);
        items.push(Item::Path { path: fill, ink: Ink::fill(MUTED.tint(0.45)) });
        if cell >= 10.0 {
            let mut path = Path::default();
            for &square in &blocked_sorted(&blocked) {
                Hatch::Cross.fill(&corners(square, cell), cell / 4.0, &mut path);
            }
            items.push(Item::Path { path, ink: Ink::stroke(MUTED, 1.0) });
        }
    }

    /// Güldal's colours.
    fn colors(&self, cell: f64, items: &mut Vec<Item>) {
        let Some(roles) = self.roles() else { return };
        let size = self.size();
        let of = |square: Square| roles[size.position(square) as usize];
        let mut rims = Vec::new();
        for role in Role::DRAWN {
            let Patch { fill, hatch, rim, .. } = role.patch();
            let path = runs(size, cell, |square| of(square) == role);
            if path.is_empty() {
                continue;
            }
            items.push(Item::Path { path, ink: Ink::fill(fill) });
            let squares = || size.iter().filter(|&square| of(square) == role);
            if let Some((hatch, color)) = hatch.filter(|_| cell >= 10.0) {
                let mut path = Path::default();
                squares().for_each(|square| {
                    hatch.fill(&corners(square, cell), cell / 4.0, &mut path);
                });
                items.push(Item::Path { path, ink: Ink::stroke(color, 1.0) });
            }
            if let Some(color) = rim {
                rims.extend(squares().map(|square| rimmed(square, cell, color)));
            }
        }
        if cell >= 6.0 {
            items.push(grid(size, cell));
        }
        items.extend(rims);
    }

    fn cell_numbers(&self, cell: f64, items: &mut Vec<Item>) {
        let size = self.size();
        let roles = self.roles();
        let digits = size.squares().to_string().len() as f64;
        let font = (cell * 0.28).min(cell * 0.9 / digits / 0.56);
        for square in size.iter() {
            let place = size.position(square);
            let color = match roles.as_ref().map(|roles| roles[place as usize]) {
                Some(Role::Deleted) => PAPER,
                Some(Role::Free) | None => MUTED,
                Some(_) => INK,
            };
            let (x, y) = (f64::from(square.column) * cell, f64::from(square.row) * cell);
            let number = (place + 1).to_string();
            // In the corner, so that it is legible beside a queen.
            let text = Text::new(x + cell * 0.07, y + font * 1.05, font, number).fill(color);
            items.push(text.into());
        }
    }

    fn attack_lines(&self, cell: f64, items: &mut Vec<Item>) {
        let width = (cell / 16.0).clamp(0.8, 3.0);
        for (place, &queen) in self.lines.iter().enumerate() {
            let color = SERIES[place % SERIES.len()];
            let dash: &[f64] = match place % 3 {
                0 => &[],
                1 => &[7.0, 5.0],
                _ => &[1.5, 5.0],
            };
            let mut path = Path::default();
            for (from, to) in segments(&self.problem, queen) {
                path.line_through(&[(from.0 * cell, from.1 * cell), (to.0 * cell, to.1 * cell)]);
            }
            let ink = Ink::dashed(color, width, dash);
            let items_of = vec![Item::Path { path, ink }];
            items.push(Item::Group {
                title: format!("lines of the {} on {queen}", self.problem.rule().piece()),
                items: items_of,
            });
        }
    }

    fn queens(&self, cell: f64, items: &mut Vec<Item>) {
        let conflicts =
            if self.conflicts { self.problem.conflicts(&self.placement) } else { Vec::new() };
        let bad: HashSet<Square> =
            conflicts.iter().flat_map(|conflict| [conflict.first, conflict.second]).collect();
        if self.problem.topology() == Topology::Plane {
            for conflict in &conflicts {
                let (from, to) = (center(conflict.first, cell), center(conflict.second, cell));
                let width = (cell / 12.0).clamp(0.8, 3.5);
                // On tiny squares dashes would be thousands of invisible dots.
                let ink = match cell < 9.0 {
                    true => Ink::stroke(VERMILION.tint(0.6), width / 2.0),
                    false => Ink::dashed(VERMILION, width, &[cell / 6.0, cell / 5.0]),
                };
                let line = vec![Item::line(from, to, ink)];
                items.push(Item::Group { title: conflict.to_string(), items: line });
            }
        }
        for &queen in self.placement.squares() {
            let at = center(queen, cell);
            let color = if bad.contains(&queen) { VERMILION } else { INK };
            if cell < 9.0 {
                // Too small for a crown: a dot that is always large enough to be visible.
                items.push(Item::circle(at, (cell * 0.42).max(1.3), Ink::fill(color)));
                continue;
            }
            if bad.contains(&queen) {
                let ink = Ink::fill(VERMILION.tint(0.25)).and_stroke(VERMILION, cell / 20.0);
                items.push(Item::circle(at, cell * 0.46, ink));
            }
            if self.problem.given().contains(queen) {
                let (x, y) = (at.0 - cell * 0.42, at.1 - cell * 0.42);
                let ink = Ink::stroke(BLUE, cell / 20.0);
                let side = cell * 0.84;
                items.push(Item::Rect {
                    x,
                    y,
                    width: side,
                    height: side,
                    radius: cell / 10.0,
                    ink,
                });
            }
            // A numbered cell keeps its upper corner for the number.
            let (side, down) = match self.numbers {
                Numbers::Cells => (cell * 0.8, cell * 0.1),
                _ => (cell, 0.0),
            };
            let (x, y) = (at.0, at.1 + down);
            let other = pieces::piece(self.problem.rule(), queen, (x, y), side, color);
            items.push(other.unwrap_or(Item::Queen { x, y, side, fill: color, rim: PAPER }));
        }
        if cell >= 9.0 {
            let pawns = self.problem.pawns().squares().iter();
            items.extend(pawns.map(|&pawn| pieces::pawn(pawn, center(pawn, cell), cell, INK)));
        }
    }

    fn description(&self) -> String {
        let size = self.size();
        let queens = self.placement.len();
        let many = queens > 64;
        let where_ = match Notation::OneLine.write(&self.placement, size) {
            Ok(text) if queens > 0 && !many => format!(", by row in columns {text}"),
            _ => String::new(),
        };
        let faults = self.problem.conflicts(&self.placement).len();
        let peace = match (queens, faults) {
            (0 | 1, _) => String::new(),
            (_, 0) => "; none attacks another".to_owned(),
            (_, faults) => format!("; {faults} pairs attack each other"),
        };
        let piece = self.problem.rule().piece();
        let ending = if queens == 1 { "" } else { "s" };
        // Counted square by square, and a large board is no reading matter.
        let is_small = size.rows() <= 64 && size.columns() <= 64;
        let lines = self.lines.iter().filter(|_| is_small);
        let attacks: String = lines.map(|&square| self.attacks(square)).collect();
        format!(
            "A board of {} by {} squares with {queens} {piece}{ending}{where_}{peace}.{attacks}",
            size.rows(),
            size.columns(),
        )
    }

    /// The squares that a piece on this square attacks, by line.
    fn attacks(&self, from: Square) -> String {
        let mut along: Vec<(Line, usize)> = Vec::new();
        for line in self.size().iter().filter_map(|square| self.problem.attack(from, square)) {
            match along.iter_mut().find(|(known, _)| *known == line) {
                Some((_, squares)) => *squares += 1,
                None => along.push((line, 1)),
            }
        }
        let all: usize = along.iter().map(|(_, squares)| squares).sum();
        let parts: Vec<String> =
            along.iter().map(|(line, squares)| format!("{squares} along {line}")).collect();
        let piece = self.problem.rule().piece();
        format!(" The {piece} on {from} attacks {all} squares: {}.", parts.join(", "))
    }
}

impl Picture for Board {
    fn scene(&self) -> Result<Scene, DrawError> {
        flat(&self.problem)?;
        let (size, cell) = (self.size(), self.cell());
        let edges = matches!(self.numbers, Numbers::Edges | Numbers::Algebraic);
        let longest = size.rows().max(1).to_string().len() as f64;
        let margin = 14.0;
        let left = if edges { 16.0 + 7.0 * longest } else { margin };
        let top = margin + if self.caption.is_some() { 22.0 } else { 0.0 };
        let (width, height) = (f64::from(size.columns()) * cell, f64::from(size.rows()) * cell);
        let legend = self.legend();
        let mut y = top + height + if edges { 30.0 } else { margin };
        let mut page = left + width + margin;
        let mut keys = Vec::new();
        let mut x = left;
        for patch in legend {
            let room = 14.0 + 6.0 + crate::font::width(patch.name, 12.0, false) + 16.0;
            if x > left && x + room > page {
                (x, y) = (left, y + 20.0);
            }
            keys.push(key(x, y, &patch));
            page = page.max(x + room);
            x += room;
        }
        if !keys.is_empty() {
            y += 26.0;
        }
        let mut scene = Scene::new(page, y, title(&self.problem, &self.placement));
        scene.description = self.description();
        if let Some(caption) = &self.caption {
            scene.add(Text::new(left, margin + 11.0, 14.0, caption.clone()).bold());
        }
        let mut items = self.items(cell);
        if edges {
            self.edges(cell, &mut items);
        }
        scene.items.extend(crate::geometry::moved(items, left, top));
        scene.items.extend(keys);
        Ok(scene)
    }

    fn text(&self, pen: Pen) -> Result<String, DrawError> {
        flat(&self.problem)?;
        Ok(board_text::board(self, pen))
    }

    fn admits(&self, format: Format) -> Result<(), DrawError> {
        let side = self.size().rows().max(self.size().columns());
        let (most, instead) = match format {
            Format::Unicode | Format::Ansi => (100, Instead::set("format", "svg")),
            Format::Tikz => (100, Instead::set("format", "pdf")),
            Format::Png => (8000, Instead::advice("draw a part of it")),
            _ => (4000, Instead::set("format", "png")),
        };
        if self.lines.len() > MOST_LINES {
            return Err(DrawError::TooLarge {
                what: format!("a board with the lines of {} queens", self.lines.len()),
                medium: format.name(),
                limit: format!("{MOST_LINES} queens"),
                instead: Instead::advice("choose some of them"),
            });
        }
        if side <= most {
            return Ok(());
        }
        Err(DrawError::TooLarge {
            what: format!("the {} board", self.size()),
            medium: format.name(),
            limit: format!("side {most}"),
            instead,
        })
    }
}

/// Only boards of two dimensions are drawn as squares.
pub(crate) fn flat(problem: &Problem) -> Result<(), DrawError> {
    if problem.has_lines() {
        return Ok(());
    }
    Err(DrawError::unfit(
        format!("{problem} cannot be drawn as squares"),
        "two dimensions with every rule but hyperplane can, and boards of dimension 3 as floors",
    ))
}

fn title(problem: &Problem, placement: &Placement) -> String {
    let queens = placement.len();
    let noun = format!("{}{}", problem.rule().piece(), if queens == 1 { "" } else { "s" });
    if queens > 0 && problem.is_solution(placement) {
        format!("A solution of {problem}")
    } else {
        format!("{queens} {noun} on the {} board", problem.size())
    }
}

fn blocked_sorted(blocked: &HashSet<Square>) -> Vec<Square> {
    let mut squares: Vec<Square> = blocked.iter().copied().collect();
    squares.sort_unstable();
    squares
}
