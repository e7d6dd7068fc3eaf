//! A trace as an animation: the board, the step in words, and the running line of the pseudocode.

use super::board::{Board, flat};
use super::squares::{center, corners, rimmed, runs};
use crate::animation::{Animation, Moment};
use crate::color::{
    ATTACKER, Color, DELETED, GREEN, INK, MUTED, OCCUPIED, PAPER, SKY, THREATENED, VERMILION,
    YELLOW,
};
use crate::geometry::moved;
use crate::hatch::Hatch;
use crate::scene::{Ink, Item, Path, Scene, Text};
use crate::{DrawError, font};
use bezzel_board::{Instead, Line, Placement, Problem, Square};
use bezzel_search::{Event, Frame, Info, Reason, Step};

/// A trace to be shown.
pub struct Trace<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The algorithm's card.
    pub info: &'a Info,
    /// Its steps.
    pub events: &'a [Event],
    /// The state before the first of them.
    pub start: &'a Frame,
}

/// How a trace is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TraceOptions {
    /// Milliseconds per step.
    pub millis: u32,
    /// Whether only steps that change the board are shown.
    pub moves: bool,
    /// Whether the pseudocode is shown beside the board.
    pub pseudocode: bool,
}

impl Default for TraceOptions {
    fn default() -> TraceOptions {
        TraceOptions { millis: 400, moves: false, pseudocode: true }
    }
}

impl TraceOptions {
    /// The same, with this many milliseconds per step.
    #[must_use]
    pub fn with_millis(mut self, millis: u32) -> TraceOptions {
        self.millis = millis;
        self
    }

    /// The same, with only the steps that change the board, or all of them.
    #[must_use]
    pub fn with_moves(mut self, moves: bool) -> TraceOptions {
        self.moves = moves;
        self
    }

    /// The same, with or without the pseudocode.
    #[must_use]
    pub fn with_pseudocode(mut self, pseudocode: bool) -> TraceOptions {
        self.pseudocode = pseudocode;
        self
    }
}

/// Largest side: a queen's move must still be visible.
const LARGEST: u32 = 32;
/// Height of a line of pseudocode.
const LINE: f64 = 19.0;
const CODE: f64 = 12.5;
const TOP: f64 = 54.0;
const LEFT: f64 = 34.0;

/// Where the parts of the page are.
struct Page {
    cell: f64,
    /// Lower edge of the board.
    below: f64,
    code_left: f64,
    code_width: f64,
    width: f64,
    height: f64,
}

impl Trace<'_> {
    /// Refuses boards that no animation can show, before anything is run on them.
    pub fn admits(problem: &Problem) -> Result<(), DrawError> {
        flat(problem)?;
        match problem.size().columns() {
            0 => {
                return Err(DrawError::unfit(
                    "a board without squares shows no steps",
                    "choose a board with squares, for example 8",
                ));
            }
            1..=LARGEST => return Ok(()),
            _ => {}
        }
        Err(DrawError::TooLarge {
            what: format!("a trace on the {} board", problem.size()),
            medium: "an animation",
            limit: format!("side {LARGEST}"),
            instead: Instead::ask("trace", "writes it as text"),
        })
    }

    /// The animation.
    pub fn animation(&self, options: TraceOptions) -> Result<Animation, DrawError> {
        Trace::admits(self.problem)?;
        let page = self.page(options);
        let mut frame = self.start.clone();
        let mut moments = Vec::new();
        for event in self.events {
            frame.apply(&event.step);
            if options.moves && !changes_board(&event.step) {
                continue;
            }
            let slow = if event.step == Step::Solution { 4 } else { 1 };
            let items = self.moment(&page, &frame, event, options);
            moments.push(Moment { items, millis: options.millis * slow });
        }
        // The last frame stays for a while before the animation repeats.
        if let Some(last) = moments.last_mut() {
            last.millis = last.millis.max(options.millis * 5);
        }
        Ok(Animation { base: self.base(&page, options), moments })
    }

    fn title(&self) -> String {
        format!("{}, {}", self.info.title, self.problem)
    }

    fn page(&self, options: TraceOptions) -> Page {
        let size = self.problem.size();
        let cell = (340.0 / f64::from(size.columns())).clamp(12.0, 56.0);
        let below = TOP + f64::from(size.rows()) * cell;
        let right = LEFT + f64::from(size.columns()) * cell;
        let code_left = right + 26.0;
        let code_width = (self.info.pseudocode.iter())
            .map(|line| indent(line) + font::width(line.trim_start(), CODE, false))
            .fold(0.0, f64::max);
        let (mut width, mut height) = (right + 18.0, below + 66.0);
        if options.pseudocode {
            width = code_left + code_width + 42.0;
            height = height.max(TOP + self.info.pseudocode.len() as f64 * LINE + 30.0);
        }
        let width = width.max(font::width(&self.title(), 15.0, true) + 36.0).max(360.0);
        Page { cell, below, code_left, code_width, width, height }
    }

    /// The part common to all moments.
    fn base(&self, page: &Page, options: TraceOptions) -> Scene {
        let title = self.title();
        let mut base = Scene::new(page.width, page.height, title.clone());
        base.description = format!("The steps of an algorithm shown one after the other: {title}.");
        base.add(Text::new(18.0, 30.0, 15.0, title).bold());
        let ground = Board::new(self.problem.clone(), Placement::default());
        base.items.extend(moved(ground.items(page.cell), LEFT, TOP));
        base.items.extend(moved(labels(self.problem, page.cell), LEFT, TOP));
        if options.pseudocode {
            for (number, line) in self.info.pseudocode.iter().enumerate() {
                base.items.extend(code_line(number, line, page.code_left));
            }
        }
        base
    }

    /// The board after a step, the running line, the step in words.
    fn moment(
        &self,
        page: &Page,
        frame: &Frame,
        event: &Event,
        options: TraceOptions,
    ) -> Vec<Item> {
        let mut items = moved(self.board(frame, &event.step, page.cell), LEFT, TOP);
        let number = usize::from(event.line).checked_sub(1).filter(|_| options.pseudocode);
        let line = number.and_then(|number| Some((number, self.info.pseudocode.get(number)?)));
        if let Some((number, line)) = line {
            items.push(Item::Rect {
                x: page.code_left - 6.0,
                y: TOP + number as f64 * LINE,
                width: page.code_width + 36.0,
                height: LINE,
                radius: 4.0,
                ink: Ink::fill(YELLOW.tint(0.55)),
            });
            items.extend(code_line(number, line, page.code_left));
        }
        let words = font::fit(&event.step.to_string(), 13.5, false, page.width - LEFT - 12.0);
        items.push(Text::new(LEFT, page.below + 38.0, 13.5, words).into());
        let count = format!("step {}   solutions {}", event.number, frame.solutions);
        items.push(Text::new(LEFT, page.below + 56.0, 11.5, count).fill(MUTED).into());
        items
    }

    fn board(&self, frame: &Frame, step: &Step<'_>, cell: f64) -> Vec<Item> {
        let size = self.problem.size();
        let mut items = Vec::new();
        if !frame.eliminated.is_empty() {
            let path = runs(size, cell, |square| frame.eliminated.contains(&square));
            items.push(Item::Path { path, ink: Ink::fill(DELETED) });
            let squares: Vec<Square> = frame.eliminated.iter().copied().collect();
            items.push(hatched(&squares, Hatch::Cross, DELETED.tint(0.7), cell));
        }
        let patch = |square: Square, color: Color| {
            let [(x, y), ..] = corners(square, cell);
            Item::rect(x, y, cell, cell, Ink::fill(color))
        };
        // If squares are deleted, the queens have Güldal's colours too.
        if !frame.eliminated.is_empty() {
            let queens = frame.queens.squares();
            items.extend(queens.iter().map(|&queen| patch(queen, OCCUPIED.tint(0.5))));
            items.extend(queens.last().map(|&queen| patch(queen, ATTACKER.tint(0.6))));
            items.extend(queens.last().map(|&queen| rimmed(queen, cell, ATTACKER.mix(INK, 0.4))));
        }
        match step {
            Step::Place(square) => items.push(patch(*square, ATTACKER.tint(0.6))),
            Step::Move(_, square) => items.push(patch(*square, SKY.tint(0.7))),
            Step::Swap(row, other) => {
                let moving = frame
                    .queens
                    .squares()
                    .iter()
                    .filter(|queen| [*row, *other].contains(&queen.row));
                items.extend(moving.map(|&queen| patch(queen, SKY.tint(0.7))));
            }
            Step::Eliminate(squares) => {
                items.extend(squares.iter().map(|&square| patch(square, THREATENED.tint(0.42))));
                items.push(hatched(squares, Hatch::Rising, THREATENED, cell));
            }
            Step::Solution => {
                items.extend(
                    frame.queens.squares().iter().map(|&queen| patch(queen, GREEN.tint(0.6))),
                );
            }
            Step::Reject(square, reason) => {
                items.push(patch(*square, THREATENED.tint(0.4)));
                items.push(hatched(&[*square], Hatch::Rising, THREATENED, cell));
                if let Reason::Attacked { by, .. } = reason {
                    let ink = Ink::stroke(VERMILION, (cell / 14.0).clamp(1.2, 3.0));
                    items.push(Item::line(center(*by, cell), center(*square, cell), ink));
                }
            }
            Step::Remove(square) => {
                let (x, y) = center(*square, cell);
                let side = cell * 0.84;
                items.push(Item::Rect {
                    x: x - side / 2.0,
                    y: y - side / 2.0,
                    width: side,
                    height: side,
                    radius: cell / 10.0,
                    ink: Ink::dashed(INK, cell / 24.0, &[cell / 9.0, cell / 9.0]),
                });
            }
            Step::DeadEnd(Line::Row(row)) => {
                let squares: Vec<Square> =
                    (0..size.columns()).map(|column| Square::new(*row, column)).collect();
                items.push(hatched(&squares, Hatch::Falling, VERMILION, cell));
            }
            _ => {}
        }
        let (width, height) = (f64::from(size.columns()) * cell, f64::from(size.rows()) * cell);
        items.push(Item::rect(0.0, 0.0, width, height, Ink::stroke(INK, 1.4)));
        for &queen in frame.queens.squares() {
            let (x, y) = center(queen, cell);
            items.push(Item::Queen { x, y, side: cell, fill: INK, rim: PAPER });
        }
        if let Step::Reject(square, _) = step {
            let ((x, y), arm) = (center(*square, cell), cell * 0.2);
            let mut cross = Path::open(&[(x - arm, y - arm), (x + arm, y + arm)]);
            cross.line_through(&[(x - arm, y + arm), (x + arm, y - arm)]);
            items.push(Item::Path { path: cross, ink: Ink::stroke(VERMILION, cell / 11.0) });
        }
        items
    }
}

fn changes_board(step: &Step<'_>) -> bool {
    !matches!(step, Step::Reject(..) | Step::DeadEnd(_) | Step::Production(_) | Step::Collisions(_))
}

fn hatched(squares: &[Square], hatch: Hatch, color: Color, cell: f64) -> Item {
    let mut path = Path::default();
    for &square in squares {
        hatch.fill(&corners(square, cell), cell / 4.0, &mut path);
    }
    Item::Path { path, ink: Ink::stroke(color, 1.0) }
}

/// Indentation of a line of pseudocode, by its leading spaces.
fn indent(line: &str) -> f64 {
    (line.len() - line.trim_start().len()) as f64 * CODE * 0.5
}

fn code_line(number: usize, line: &str, left: f64) -> Vec<Item> {
    let y = TOP + number as f64 * LINE + LINE * 0.7;
    let words = Text::new(left + 20.0 + indent(line), y, CODE, line.trim_start());
    let number = Text::new(left + 10.0, y, 10.0, (number + 1).to_string()).end().fill(MUTED);
    vec![number.into(), words.into()]
}

fn labels(problem: &Problem, cell: f64) -> Vec<Item> {
    let (rows, columns) = (problem.size().rows(), problem.size().columns());
    let step = if cell < 18.0 { 5 } else { 1 };
    let label = |x: f64, y: f64, number: u32| Text::new(x, y, 11.0, number.to_string()).fill(MUTED);
    let mut items: Vec<Item> = Vec::new();
    for row in (0..rows).step_by(step) {
        let y = (f64::from(row) + 0.5) * cell + 4.0;
        items.push(label(-7.0, y, row).end().into());
    }
    for column in (0..columns).step_by(step) {
        let x = (f64::from(column) + 0.5) * cell;
        items.push(label(x, f64::from(rows) * cell + 15.0, column).middle().into());
    }
    items
}
