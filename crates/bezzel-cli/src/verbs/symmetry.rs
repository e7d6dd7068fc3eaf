//! `bezzel symmetry`: the eight images of a solution, or the fundamental solutions of a board.

use super::{ending, total_text};
use crate::args::{NotationArgs, stdin_or};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Grid, Out};
use bezzel_board::{Notation, Placement, Problem, Size, Symmetry};
use bezzel_search::{Fundamental, Limits, Outcome, fundamental};
use clap::Args;
use serde_json::{Map, Value, json};
use std::io::Write;

/// Above this side the fundamental solutions are too many to look at (83,263,591 at 18).
const LARGEST: u32 = 14;

/// Show symmetries of a solution, or the fundamental solutions of a board
#[derive(Args)]
pub struct SymmetryVerb {
    /// Board size
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    /// A placement: its eight images, orbit, canonical form and stabiliser are shown ("-" reads
    /// standard input). Without it, the fundamental solutions of the board
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    placement: Option<String>,
    #[command(flatten)]
    notation: NotationArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl SymmetryVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let size: Size = self.n.parse()?;
        if size.dimension() > 2 {
            return Err(Failure::Usage(
                "the eight symmetries are those of a flat board; give a size like 8".to_owned(),
            ));
        }
        let notation = self.notation.or(Notation::OneLine)?;
        match &self.placement {
            Some(text) => {
                let text = stdin_or(text, "the placement")?;
                let (placement, size) = notation.read(text.trim_end(), Some(size))?;
                self.images(&placement, size, notation, out)
            }
            None => self.fundamental(size, notation, out),
        }
    }

    fn images(
        &self,
        placement: &Placement,
        size: Size,
        notation: Notation,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let write = |placement: &Placement| notation.write(placement, size);
        let images = (Symmetry::of_size(size).iter())
            .map(|s| Ok((s.to_string(), write(&s.image(placement, size))?)))
            .collect::<Result<Vec<_>, Failure>>()?;
        let orbit = Symmetry::orbit(placement, size);
        let stabiliser = names(&Symmetry::stabiliser(placement, size));
        let canonical = write(&Symmetry::canonical(placement, size))?;
        if self.json {
            let images: Map<String, Value> =
                images.into_iter().map(|(name, image)| (name, Value::String(image))).collect();
            out.json(&json!({
                "schema": "bezzel/symmetry/1",
                "images": images,
                "canonical": canonical,
                "orbit": orbit.iter().map(write).collect::<Result<Vec<_>, _>>()?,
                "stabiliser": stabiliser,
            }))?;
            return Ok(());
        }
        for (name, image) in images {
            let separator = if notation == Notation::Grid { "\n" } else { "          " };
            writeln!(out, "{name}{separator}{image}")?;
        }
        writeln!(out, "canonical   {canonical}")?;
        writeln!(out, "orbit       {} different placements", orbit.len())?;
        writeln!(out, "stabiliser  {}", stabiliser.join(" "))?;
        Ok(())
    }

    fn fundamental(&self, size: Size, notation: Notation, out: &mut Out) -> Result<(), Failure> {
        if size.columns() > LARGEST {
            return Err(Failure::Usage(format!(
                "the fundamental solutions of the {size} board are too many to show; \
                 this goes up to {LARGEST} columns"
            )));
        }
        let problem = Problem::new(size);
        let limits = Limits::none().with_stop(&interrupt::flag().into());
        let (found, report) = fundamental(size, &limits);
        let mut grid = Grid::new(&["fundamental", "orbit", "stabiliser"]);
        let mut documents = Vec::new();
        let mut sum = 0;
        for Fundamental { solution, stabiliser, orbit } in &found {
            sum += orbit;
            let text = notation.write(solution, size)?;
            if self.json {
                documents.push(json!({
                    "solution": text, "orbit": orbit, "stabiliser": names(stabiliser)
                }));
            } else {
                grid.row([text, orbit.to_string(), names(stabiliser).join(" ")]);
            }
        }
        if self.json {
            out.json(&json!({
                "schema": "bezzel/symmetry/1",
                "problem": problem,
                "fundamental": documents,
                "complete": matches!(report.outcome, Outcome::Exact { .. }),
            }))?;
        } else {
            grid.table(out)?;
        }
        output::note(&format!(
            "{problem}: {} fundamental solutions, {sum} in their orbits, total {}",
            found.len(),
            total_text(report.outcome)
        ));
        ending(report.outcome)
    }
}

fn names(symmetries: &[Symmetry]) -> Vec<String> {
    symmetries.iter().map(ToString::to_string).collect()
}
