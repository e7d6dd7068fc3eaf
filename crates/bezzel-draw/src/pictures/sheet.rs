//! Many boards on one sheet: the orbit of a placement, the gallery of fundamental solutions.

use super::board::{Board, Numbers, flat};
use super::board_text;
use crate::backends::printable;
use crate::color::MUTED;
use crate::font;
use crate::geometry::moved;
use crate::scene::{Item, Scene, Text};
use crate::terminal::Pen;
use crate::{DrawError, Format, Picture};
use bezzel_board::{Instead, Motion, Notation, Placement, Problem, Size, Symmetry};
use std::collections::BTreeMap;

/// Boards side by side, each with a label.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// What the sheet shows.
    pub title: String,
    /// A sentence under the title.
    pub subtitle: String,
    /// The boards.
    pub entries: Vec<SheetEntry>,
    /// Boards in a row.
    pub columns: usize,
}

/// One board of a sheet.
#[derive(Clone, Debug)]
pub struct SheetEntry {
    /// The board.
    pub board: Board,
    /// Its name.
    pub label: String,
    /// A note about it.
    pub note: String,
}

/// Maximum number of boards on a sheet.
const MOST: usize = 400;

/// Boards in a row; in rows of four the reflections stand below the turns.
fn columns(boards: usize, of_four: bool) -> usize {
    match boards {
        many if of_four => many.clamp(1, 4),
        0..=4 => boards.max(1),
        5..=12 => 4,
        13..=48 => 8,
        many => (many as f64 * 1.6).sqrt().ceil() as usize,
    }
}

/// What a motion does, in a few words.
fn deed(motion: Motion) -> String {
    let turned = match motion.symmetry {
        Symmetry::R1 => "turned by 90°",
        Symmetry::R2 => "turned by 180°",
        Symmetry::R3 => "turned by 270°",
        Symmetry::R4 if (motion.rows, motion.columns) != (0, 0) => return "shifted".to_owned(),
        Symmetry::R4 => "turned by 360°: as it is",
        Symmetry::D1 => "columns reversed",
        Symmetry::D2 => "rows reversed",
        Symmetry::D3 => "about the rising diagonal",
        Symmetry::D4 => "about the falling diagonal",
    };
    match (motion.rows, motion.columns) {
        (0, 0) => turned.to_owned(),
        _ => format!("shifted, {turned}"),
    }
}

impl Sheet {
    /// The images of a placement under motions of its problem, R1–R4 above D1–D4. Where edges are
    /// joined there are many, and each image is shown once, under the first motion that leads to it.
    #[must_use]
    pub fn orbit(problem: &Problem, motions: &[Motion], placement: &Placement) -> Sheet {
        let shows_all = motions.iter().all(|motion| (motion.rows, motion.columns) == (0, 0));
        let mut motions = motions.to_vec();
        if !shows_all {
            // Shifts alone come first, so that they name the images they lead to.
            motions.sort_by_key(|motion| motion.symmetry != Symmetry::R4);
        }
        let mut entries: Vec<SheetEntry> = Vec::new();
        let mut seen: BTreeMap<Placement, Motion> = BTreeMap::new();
        let mut kept = Vec::new();
        for motion in motions {
            let image = motion.image(placement, problem);
            if image == *placement {
                kept.push(motion.to_string());
            }
            let label = match seen.get(&image) {
                Some(_) if !shows_all => continue,
                Some(first) => format!("{motion} = {first}"),
                None => motion.to_string(),
            };
            seen.entry(image.clone()).or_insert(motion);
            let mut board = Board::new(problem.clone(), image);
            board.numbers = Numbers::None;
            entries.push(SheetEntry { board, label, note: deed(motion) });
        }
        let what = problem.usual_notation().write(placement, problem.size()).unwrap_or_default();
        let kept = match kept.len() {
            0..=8 => kept.join(", "),
            many => format!("{many} motions"),
        };
        Sheet {
            title: format!("The images of {}", font::fit(&what, 15.0, true, 420.0)),
            subtitle: format!("{} different placements; unchanged by {kept}", seen.len()),
            columns: columns(entries.len(), shows_all),
            entries,
        }
    }

    /// Representatives of classes, each with the size of its orbit.
    #[must_use]
    pub fn gallery(size: Size, solutions: &[Placement]) -> Sheet {
        let mut total = 0;
        let entries: Vec<SheetEntry> = (1..)
            .zip(solutions)
            .map(|(number, solution): (usize, _)| {
                let orbit = Symmetry::orbit(solution, size).len();
                total += orbit;
                SheetEntry {
                    board: plain(size, solution.clone()),
                    label: format!("{number}"),
                    note: format!("orbit of {orbit}"),
                }
            })
            .collect();
        let columns = columns(entries.len(), false);
        let noun = if entries.len() == 1 { "solution" } else { "solutions" };
        Sheet {
            title: format!("{} fundamental {noun} of {}", entries.len(), Problem::new(size)),
            subtitle: format!("{total} solutions with all their images"),
            entries,
            columns,
        }
    }

    /// Side of a square: boards are smaller if there are many.
    fn cell(&self) -> f64 {
        let side = self.entries.iter().map(|entry| entry.board.problem.size().columns()).max();
        let width = match self.columns {
            0..=4 => 172.0,
            5..=8 => 128.0,
            _ => 92.0,
        };
        (width / f64::from(side.unwrap_or(1).max(1))).min(40.0)
    }
}

fn plain(size: Size, placement: Placement) -> Board {
    let mut board = Board::new(Problem::new(size), placement);
    board.numbers = Numbers::None;
    board
}

impl Picture for Sheet {
    fn scene(&self) -> Result<Scene, DrawError> {
        for entry in &self.entries {
            flat(&entry.board.problem)?;
        }
        let cell = self.cell();
        let sizes = || self.entries.iter().map(|entry| entry.board.problem.size());
        let most = |side: fn(Size) -> u32| f64::from(sizes().map(side).max().unwrap_or(0)) * cell;
        let (width, height) = (most(Size::columns), most(Size::rows));
        let (margin, gap, foot) = (18.0, 22.0, 22.0);
        let top = margin + 48.0;
        let rows = self.entries.len().div_ceil(self.columns.max(1));
        let page_width = margin * 2.0 + self.columns as f64 * (width + gap) - gap;
        let words =
            font::width(&self.title, 16.0, true).max(font::width(&self.subtitle, 12.0, false));
        let page_width = page_width.max(words + 2.0 * margin);
        let page_height = top + rows as f64 * (height + foot + gap) - gap + margin;
        let mut scene = Scene::new(page_width, page_height, self.title.clone());
        scene.description = format!("{}. {}.", self.title, self.subtitle);
        scene.add(Text::new(margin, margin + 13.0, 16.0, self.title.clone()).bold());
        scene.add(Text::new(margin, margin + 32.0, 12.0, self.subtitle.clone()).fill(MUTED));
        for (place, entry) in self.entries.iter().enumerate() {
            let x = margin + (place % self.columns) as f64 * (width + gap);
            let y = top + (place / self.columns) as f64 * (height + foot + gap);
            let mut items = entry.board.items(cell);
            let label = Text::new(0.0, height + 15.0, 12.0, entry.label.clone()).bold();
            let room = font::width(&entry.label, 12.0, true) + 8.0;
            items.push(label.into());
            let note = font::fit(&entry.note, 11.0, false, width - room);
            if note.chars().count() > 2 {
                items.push(Text::new(room, height + 15.0, 11.0, note).fill(MUTED).into());
            }
            let size = entry.board.problem.size();
            let columns = Notation::OneLine.write(&entry.board.placement, size).unwrap_or_default();
            let title = format!("{} {}: {columns}", entry.label, entry.note);
            scene.add(Item::Group { title, items: moved(items, x, y) });
        }
        Ok(scene)
    }

    fn text(&self, pen: Pen) -> Result<String, DrawError> {
        let mut out = format!("{}\n{}\n", printable(&self.title), printable(&self.subtitle));
        let wide = |entry: &SheetEntry| {
            (entry.board.problem.size().columns() as usize * 2).max(entry.label.chars().count())
        };
        let widest = self.entries.iter().map(wide).max().unwrap_or(1);
        let columns = ((pen.columns + 3) / (widest + 3)).clamp(1, self.columns.max(1));
        for chunk in self.entries.chunks(columns) {
            out.push('\n');
            let labels: String = chunk
                .iter()
                .map(|entry| format!("{:<1$}", printable(&entry.label), widest + 3))
                .collect();
            out.push_str(labels.trim_end());
            out.push('\n');
            let boards: Vec<Vec<String>> =
                chunk.iter().map(|entry| board_text::rows(&entry.board, pen, 2)).collect();
            for row in 0..boards.iter().map(Vec::len).max().unwrap_or(0) {
                let mut line = String::new();
                for (board, entry) in boards.iter().zip(chunk) {
                    let used = entry.board.problem.size().columns() as usize * 2;
                    line.push_str(board.get(row).map_or("", String::as_str));
                    line.push_str(&" ".repeat(widest + 3 - used));
                }
                out.push_str(line.trim_end());
                out.push('\n');
            }
        }
        Ok(out)
    }

    fn admits(&self, format: Format) -> Result<(), DrawError> {
        let many = |what: String, limit: String, instead: &str| {
            let instead = Instead::advice(instead);
            Err(DrawError::TooLarge { what, medium: format.name(), limit, instead })
        };
        if self.entries.len() > MOST {
            let what = format!("a sheet of {} boards", self.entries.len());
            return many(what, format!("{MOST} boards"), "use a smaller board");
        }
        let side = self.entries.iter().map(|entry| entry.board.problem.size().columns()).max();
        match side {
            Some(side) if side > 100 => many(
                format!("a sheet of boards of side {side}"),
                "side 100".to_owned(),
                "draw one board",
            ),
            _ => Ok(()),
        }
    }
}
