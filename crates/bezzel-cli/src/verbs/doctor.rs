//! `bezzel doctor`: what this machine has, and whether everything gives correct answers on it.

use crate::failure::{Failure, with_hint};
use crate::output::{Grid, Out};
use crate::signals;
use bezzel::{DoctorRequest, Finding, doctor};
use clap::Args;

/// Check that everything works on this machine
#[derive(Args)]
pub struct Doctor {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Doctor {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let answer = doctor(&DoctorRequest::default(), &signals::control())?;
        if self.json {
            out.json(&answer)?;
        } else {
            let mut grid = Grid::new(&["", "what", "found"]);
            for Finding { what, value, well, instead, .. } in answer.findings {
                let mark = if well { "ok" } else { "WRONG" };
                grid.row([mark.to_owned(), what, with_hint(&value, &instead)]);
            }
            grid.table(out)?;
        }
        if answer.well { Ok(()) } else { Err(Failure::Negative) }
    }
}
