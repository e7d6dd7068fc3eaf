//! `bezzel symmetry`: the eight images of a solution, or the fundamental solutions of a board.

use crate::args::{Names, NotationArgs, stdin_or};
use crate::failure::Failure;
use crate::output::{self, Grid, Out};
use crate::signals;
use bezzel::{
    FundamentalList, Notation, PlacementClass, Problem, Symmetry, SymmetryAnswer, SymmetryRequest,
};
use clap::Args;
use std::io::Write;

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
    #[arg(long, value_name = "NAME", default_value = "queen", help = Names::rules().help("Attack rule"),
          value_parser = Names::rules(), hide_possible_values = true)]
    rule: String,
    /// Regions that hold one queen each: a letter for each square, / between rows (AAB/ACB/CCB)
    #[arg(long, value_name = "LETTERS", allow_hyphen_values = true)]
    regions: Option<String>,
    #[command(flatten)]
    notation: NotationArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl SymmetryVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut request = SymmetryRequest::new(self.n.parse()?);
        request.rule = Some(self.rule.clone());
        request.regions.clone_from(&self.regions);
        request.notation = self.notation.or(Notation::OneLine)?;
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
        let separator = if notation == Notation::Grid { "\n" } else { "          " };
        writeln!(out, "{}{separator}{}", image.symmetry, image.placement)?;
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
    let (problem, number, sum) =
        (Problem::new(answer.size), list.solutions.len(), list.in_orbits());
    let total = match (list.total, list.stopped) {
        (Some(total), _) => format!("total {total}"),
        (None, Some(because)) => format!("there may be more: {because}"),
        (None, None) => "there may be more".to_owned(),
    };
    output::note(&format!(
        "{problem}: {number} fundamental solutions, {sum} in their orbits, {total}"
    ));
}

fn names(symmetries: &[Symmetry]) -> String {
    let names: Vec<String> = symmetries.iter().map(ToString::to_string).collect();
    names.join(" ")
}
