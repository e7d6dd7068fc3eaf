//! A level table: on every square the floor whose queen stands there (Chakiat's figure 5).

use super::squares::{center, corners, grid};
use crate::backends::{comma::table, printable};
use crate::color::{INK, LIGHT, MUTED, level};
use crate::hatch::Hatch;
use crate::scene::{Ink, Item, Path, Scene, Text};
use crate::terminal::Pen;
use crate::{DrawError, Format, Picture};
use bezzel_board::{Explain, Instead, Size, Square};
use std::fmt::Write;

/// A table of floor numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelTable {
    /// The floor on each square from 1, row by row; 0 where no queen stands.
    pub levels: Vec<Vec<u32>>,
    /// Title above the table.
    pub caption: Option<String>,
}

impl LevelTable {
    /// The table of these floors, each given by the columns of its queens row by row.
    pub fn from_floors(floors: &[Vec<u32>]) -> Result<LevelTable, DrawError> {
        let rows = floors.iter().map(Vec::len).max().unwrap_or(0);
        let widest = floors.iter().flatten().max().map_or(0, |&column| column as usize + 1);
        let side = rows.max(widest);
        if side > 1000 {
            return Err(DrawError::unfit(
                format!("floors of side {side} are too large for a table"),
                "use floors of side 1000 or less",
            ));
        }
        let mut levels = vec![vec![0; side]; rows];
        for (number, floor) in (1..).zip(floors) {
            for (row, &column) in floor.iter().enumerate() {
                let slot: &mut u32 = &mut levels[row][column as usize];
                if *slot != 0 {
                    return Err(DrawError::unfit(
                        format!(
                            "floors {slot} and {number} both have a queen on ({row}, {column})"
                        ),
                        "in a level table no two stand above one another",
                    ));
                }
                *slot = number;
            }
        }
        Ok(LevelTable { levels, caption: None })
    }

    /// Reads rows of numbers: one line per row, separated by spaces or commas, `.` or `0` for no
    /// queen.
    pub fn read(text: &str) -> Result<LevelTable, DrawError> {
        let mut levels = Vec::new();
        for (line, row) in (1..).zip(text.lines().filter(|line| !line.trim().is_empty())) {
            let cells = row.split([' ', ',', '\t']).filter(|cell| !cell.is_empty());
            let row: Vec<u32> = cells
                .map(|cell| match cell {
                    "." => Ok(0),
                    number => number.parse().map_err(|_| {
                        DrawError::unfit(
                            format!("'{cell}' in row {line} of the table is not a level"),
                            "write numbers from 1, or . for none",
                        )
                    }),
                })
                .collect::<Result<_, _>>()?;
            levels.push(row);
        }
        let width = levels.first().map_or(0, Vec::len);
        if let Some(place) = levels.iter().position(|row| row.len() != width) {
            let (row, numbers) = (place + 1, levels[place].len());
            return Err(DrawError::unfit(
                format!("row {row} of the table has {numbers} numbers, the first has {width}"),
                "write the same number in each row, with . for a square without a queen",
            ));
        }
        // Every floor takes memory, even one without queens.
        let (highest, squares) = (levels.iter().flatten().max().copied(), width * levels.len());
        if let Some(highest) = highest.filter(|&highest| highest as usize > squares) {
            return Err(DrawError::unfit(
                format!("level {highest} is higher than the {squares} squares of the table allow"),
                "number the floors from 1, without gaps",
            ));
        }
        if width < levels.len() || width == 0 {
            let rows = levels.len();
            return Err(DrawError::unfit(
                format!("a table of {rows} rows needs at least as many columns, and at least one"),
                "add columns, or leave rows out",
            ));
        }
        Ok(LevelTable { levels, caption: None })
    }

    /// The floors, lowest first, each as the squares of its queens.
    #[must_use]
    pub fn floors(&self) -> Vec<Vec<Square>> {
        let highest = self.levels.iter().flatten().max().copied().unwrap_or(0);
        (1..=highest)
            .map(|number| {
                let squares = (0..).zip(&self.levels).flat_map(|(row, levels)| {
                    (0..).zip(levels).map(move |(column, &level)| (Square::new(row, column), level))
                });
                squares.filter(|&(_, level)| level == number).map(|(square, _)| square).collect()
            })
            .collect()
    }

    fn size(&self) -> Result<Size, DrawError> {
        let (rows, columns) = (self.levels.len(), self.levels.first().map_or(0, Vec::len));
        Size::rectangle(rows as u32, columns as u32)
            .map_err(|error| DrawError::Unfit { why: error.to_string(), instead: error.instead() })
    }
}

impl Picture for LevelTable {
    fn scene(&self) -> Result<Scene, DrawError> {
        let size = self.size()?;
        let longest = f64::from(size.columns().max(1));
        let cell = (600.0 / longest).clamp(8.0, 46.0);
        let margin = 14.0;
        let top = margin + if self.caption.is_some() { 22.0 } else { 0.0 };
        let (width, height) = (longest * cell, f64::from(size.rows()) * cell);
        let page = 2.0 * margin + width;
        let words = self.caption.as_ref().map_or(0.0, |text| crate::font::width(text, 14.0, true));
        let mut scene =
            Scene::new(page.max(words + 2.0 * margin), top + height + margin, "A level table");
        let floors = self.floors();
        scene.description = format!(
            "A table of {} by {} squares; each shows the floor, 1 to {}, whose queen stands there.",
            size.rows(),
            size.columns(),
            floors.len()
        );
        if let Some(caption) = &self.caption {
            scene.add(Text::new(margin, margin + 11.0, 14.0, caption.clone()).bold());
        }
        let mut items = vec![Item::rect(0.0, 0.0, width, height, Ink::fill(LIGHT))];
        for (number, floor) in floors.iter().enumerate() {
            items.push(self.floor(number, floor, cell));
        }
        items.push(grid(size, cell));
        items.push(Item::rect(0.0, 0.0, width, height, Ink::stroke(INK, 1.4)));
        scene.items.extend(crate::geometry::moved(items, margin, top));
        Ok(scene)
    }

    fn text(&self, pen: Pen) -> Result<String, DrawError> {
        let wide = self.floors().len().to_string().len() + 1;
        let mut out = String::new();
        if let Some(caption) = &self.caption {
            let _ = writeln!(out, "{}", printable(caption));
        }
        for row in &self.levels {
            for &number in row {
                let cell = match number {
                    0 => pen.ink(MUTED, &format!("{:>wide$}", '·')),
                    _ if pen.color => {
                        pen.on(level(number as usize - 1), &format!("{number:>wide$} "))
                    }
                    _ => format!("{number:>wide$}"),
                };
                out.push_str(&cell);
            }
            out.push('\n');
        }
        Ok(out)
    }

    fn csv(&self) -> Option<String> {
        table(self.levels.iter().map(|row| row.iter().map(ToString::to_string)))
    }

    fn admits(&self, format: Format) -> Result<(), DrawError> {
        let side = self.levels.len();
        let most =
            if matches!(format, Format::Unicode | Format::Ansi | Format::Tikz) { 40 } else { 100 };
        if side <= most {
            return Ok(());
        }
        Err(DrawError::TooLarge {
            what: format!("a level table of side {side}"),
            medium: format.name(),
            limit: format!("side {most}"),
            instead: Instead::advice("choose a smaller side, so that its numbers are legible"),
        })
    }
}

impl LevelTable {
    /// The squares of one floor: colour, a light hatch, the number.
    fn floor(&self, number: usize, floor: &[Square], cell: f64) -> Item {
        let fill = level(number).tint(0.72);
        let mut squares = Path::default();
        let mut hatch = Path::default();
        for &square in floor {
            let [(x, y), ..] = corners(square, cell);
            squares.rect(x, y, cell, cell);
            if let (Some(kind), true) = (Hatch::series(number), cell >= 16.0) {
                kind.fill(&corners(square, cell), cell / 4.0, &mut hatch);
            }
        }
        let mut items = vec![Item::Path { path: squares, ink: Ink::fill(fill) }];
        if !hatch.is_empty() {
            let ink = Ink::stroke(fill.mix(crate::color::PAPER, 0.32), 1.0);
            items.push(Item::Path { path: hatch, ink });
        }
        let font = cell * if number >= 99 { 0.36 } else { 0.5 };
        for &square in floor {
            let (x, y) = center(square, cell);
            let text = Text::new(x, y + font * 0.36, font, (number + 1).to_string());
            items.push(text.middle().bold().fill(fill.text_on()).into());
        }
        Item::Group { title: format!("floor {}", number + 1), items }
    }
}
