//! `bezzel symmetry`: the images of a placement, or the fundamental solutions of a problem.

use crate::args::{ProblemArgs, stdin_or};
use crate::failure::Failure;
use crate::output::{self, Grid, Out};
use crate::signals;
use bezzel::{FundamentalList, Motion, Notation, PlacementClass, SymmetryAnswer, SymmetryRequest};
use clap::Args;
use std::io::Write;

/// Show symmetries of a placement, or the fundamental solutions of a board
#[derive(Args)]
pub struct SymmetryVerb {
    #[command(flatten)]
    problem: ProblemArgs,
    /// A placement: its images, orbit, canonical form and stabiliser are shown ("-" reads standard
    /// input). Without it, the fundamental solutions of the board. R1+2,3 is a shift across joined
    /// edges by 2 rows and 3 columns, followed by R1
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    placement: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl SymmetryVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut request = SymmetryRequest::new(self.problem.one()?);
        request.notation = self.problem.notation.chosen()?;
        let placement = self.placement.as_deref();
        request.placement = placement.map(|text| stdin_or(text, "the placement")).transpose()?;
        let answer = bezzel::symmetry(&request, &signals::control())?;
        if self.json {
            out.json(&answer)?;
        }
        if let (Some(class), false) = (&answer.class, self.json) {
            images(class, answer.notation, out)?;
        }
        match &answer.fundamental {
            Some(list) => {
                if !self.json {
                    table(list, out)?;
                }
                summary(&answer, list);
                Failure::unless_finished(list.stopped)
            }
            None => Ok(()),
        }
    }
}

fn images(class: &PlacementClass, notation: Notation, out: &mut Out) -> Result<(), Failure> {
    for image in &class.images {
        let name = image.symmetry.to_string();
        match notation {
            Notation::Grid => writeln!(out, "{name}\n{}", image.placement)?,
            _ => writeln!(out, "{name:<12}{}", image.placement)?,
        }
    }
    writeln!(out, "canonical   {}", class.canonical)?;
    writeln!(out, "orbit       {} different placements", class.orbit.len())?;
    writeln!(out, "stabiliser  {}", names(&class.stabiliser))?;
    Ok(())
}

fn table(list: &FundamentalList, out: &mut Out) -> Result<(), Failure> {
    let mut grid = Grid::new(&["fundamental", "orbit", "stabiliser"]);
    for entry in &list.solutions {
        grid.row([entry.solution.clone(), entry.orbit.to_string(), names(&entry.stabiliser)]);
    }
    Ok(grid.table(out)?)
}

fn summary(answer: &SymmetryAnswer, list: &FundamentalList) {
    let (problem, number, sum) = (&answer.problem, list.solutions.len(), list.in_orbits());
    let total = match (list.total, list.stopped) {
        (Some(total), _) => format!("total {total}"),
        (None, Some(because)) => format!("there may be more: {because}"),
        (None, None) => "there may be more".to_owned(),
    };
    output::note(&format!(
        "{problem}: {number} fundamental solutions, {sum} in their orbits, {total}"
    ));
}

fn names(symmetries: &[Motion]) -> String {
    let names: Vec<String> = symmetries.iter().map(ToString::to_string).collect();
    names.join(" ")
}
