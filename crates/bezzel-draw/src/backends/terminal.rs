//! The terminal: colours as escape codes, and any scene as Braille dots with real letters.

use super::printable;
use crate::color::Color;
use crate::geometry;
use crate::scene::{Anchor, Ink, Item, Path, Scene, Segment};

/// How text is written for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pen {
    /// Whether colours are written as escape codes.
    pub color: bool,
    /// Columns of the terminal.
    pub columns: usize,
}

impl Pen {
    /// Text in a colour, or unchanged.
    #[must_use]
    pub fn ink(self, color: Color, text: &str) -> String {
        if self.color {
            format!("\x1b[38;2;{};{};{}m{text}\x1b[0m", color.r, color.g, color.b)
        } else {
            text.to_owned()
        }
    }

    /// Text on a colour, dark or white, whichever is more readable, or unchanged.
    #[must_use]
    pub fn on(self, color: Color, text: &str) -> String {
        if !self.color {
            return text.to_owned();
        }
        let ink = color.text_on();
        format!(
            "\x1b[48;2;{};{};{};38;2;{};{};{}m{text}\x1b[0m",
            color.r, color.g, color.b, ink.r, ink.g, ink.b
        )
    }
}

/// Lines fainter than this are omitted: dots have no shades.
const FAINTEST: f64 = 0.6;

/// The scene drawn with Braille dots, its texts with letters.
#[must_use]
pub fn dots(scene: &Scene, pen: Pen) -> String {
    let columns = pen.columns.clamp(20, 200);
    // A character cell has two by four dots and is about twice as high as wide.
    let scale = (columns * 2) as f64 / scene.width;
    let rows = (scene.height * scale / 4.0).ceil().max(1.0) as usize;
    let mut dots = Dots { columns, rows, scale, cells: vec![Cell::default(); columns * rows] };
    dots.items(&scene.items);
    dots.letters(&scene.items);
    dots.text(pen)
}

#[derive(Clone, Copy, Default)]
struct Cell {
    dots: u8,
    letter: Option<char>,
    color: Option<Color>,
}

struct Dots {
    columns: usize,
    rows: usize,
    scale: f64,
    cells: Vec<Cell>,
}

impl Dots {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Group { items, .. } => self.items(items),
                Item::Path { path, ink } => self.outline(path, ink),
                Item::Rect { x, y, width, height, ink, .. } if ink.stroke.is_some() => {
                    self.outline(&geometry::rounded(*x, *y, *width, *height, 0.0), ink);
                }
                Item::Circle { x, y, radius, ink } => {
                    let mut path = Path::default();
                    geometry::circle(&mut path, *x, *y, *radius);
                    let small = radius * self.scale < 3.0;
                    let filled = ink.fill.filter(|_| small).map(|color| Ink::stroke(color, 1.0));
                    self.outline(&path, filled.as_ref().unwrap_or(ink));
                }
                _ => {}
            }
        }
    }

    fn letters(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Group { items, .. } => self.letters(items),
                Item::Queen { x, y, fill, .. } => self.word(*x, *y, "♛", Anchor::Start, *fill),
                Item::Text(text) if !text.upright => {
                    let middle = text.y - text.size * 0.35;
                    self.word(text.x, middle, &text.text, text.anchor, text.fill);
                }
                Item::Text(text) => {
                    // Vertical text would need a column: it is written horizontally at its middle.
                    self.word(0.0, text.y, &text.text, Anchor::Start, text.fill);
                }
                _ => {}
            }
        }
    }

    fn word(&mut self, x: f64, y: f64, word: &str, anchor: Anchor, color: Color) {
        let length = word.chars().count() as f64;
        let column = x * self.scale / 2.0
            - match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => (length - 1.0) / 2.0,
                Anchor::End => length,
            };
        let first =
            (column.floor().max(0.0) as usize).min(self.columns.saturating_sub(length as usize));
        let row = ((y * self.scale / 4.0).floor().max(0.0) as usize).min(self.rows - 1);
        for (place, letter) in printable(word).chars().enumerate() {
            if first + place < self.columns {
                let cell = &mut self.cells[row * self.columns + first + place];
                *cell = Cell { dots: 0, letter: Some(letter), color: Some(color) };
            }
        }
    }

    fn outline(&mut self, path: &Path, ink: &Ink) {
        let Some(stroke) = &ink.stroke else { return };
        if stroke.color.luminance() > FAINTEST {
            return;
        }
        let (mut start, mut at) = ((0.0, 0.0), (0.0, 0.0));
        for part in &path.parts {
            match *part {
                Segment::Move(x, y) => (start, at) = ((x, y), (x, y)),
                Segment::Line(x, y) => {
                    self.line(at, (x, y), stroke.color);
                    at = (x, y);
                }
                Segment::Curve(a, b, c, d, x, y) => {
                    let from = at;
                    for step in 1..=8 {
                        let t = f64::from(step) / 8.0;
                        let mix = |p: f64, q: f64, r: f64, s: f64| {
                            let u = 1.0 - t;
                            u * u * u * p
                                + 3.0 * u * u * t * q
                                + 3.0 * u * t * t * r
                                + t * t * t * s
                        };
                        let to = (mix(from.0, a, c, x), mix(from.1, b, d, y));
                        self.line(at, to, stroke.color);
                        at = to;
                    }
                }
                Segment::Close => {
                    self.line(at, start, stroke.color);
                    at = start;
                }
            }
        }
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), color: Color) {
        let length = f64::hypot(to.0 - from.0, to.1 - from.1) * self.scale;
        let steps = length.ceil().max(1.0);
        for step in 0..=steps as usize {
            let t = step as f64 / steps;
            let x = (from.0 + (to.0 - from.0) * t) * self.scale;
            let y = (from.1 + (to.1 - from.1) * t) * self.scale;
            self.dot(x.floor() as isize, y.floor() as isize, color);
        }
    }

    fn dot(&mut self, x: isize, y: isize, color: Color) {
        /// The bit of each dot in the Braille block, by row and column.
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if x / 2 < self.columns && y / 4 < self.rows {
            let cell = &mut self.cells[y / 4 * self.columns + x / 2];
            cell.dots |= BITS[y % 4][x % 2];
            cell.color = Some(color);
        }
    }

    fn text(&self, pen: Pen) -> String {
        let mut out = String::new();
        for row in self.cells.chunks(self.columns) {
            let mut line = String::new();
            for cell in row {
                let char = match (cell.letter, cell.dots) {
                    (Some(letter), _) => letter,
                    (None, 0) => ' ',
                    (None, dots) => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
                };
                match cell.color.filter(|_| pen.color && char != ' ') {
                    Some(color) => line.push_str(&pen.ink(color, &char.to_string())),
                    None => line.push(char),
                }
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}
