//! `bezzel construct`: a solution of any size, written as fast as it can be stored.

use crate::args::{AlgorithmArgs, Names, constructions_only, number_to};
use crate::failure::Failure;
use crate::file::{refuse_existing, write_whole};
use crate::output::{self, Out};
use crate::signals;
use bezzel::{
    Conclusion, ConstructAnswer, ConstructRequest, MOST_QUEENS, Magic, StreamFormat, construct,
};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// Construct a solution of any size without search
#[derive(Args)]
#[command(mut_args(constructions_only))]
pub struct Construct {
    /// Number of queens: 8, 1e9, up to 1e18
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    #[arg(long, value_name = "NAME", default_value = "commas",
          help = Names::streams().help("How columns are written, row by row; numbers in binary are little-endian"),
          value_parser = Names::streams(), hide_possible_values = true)]
    format: String,
    /// File to write (default: standard output)
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite the file if it exists
    #[arg(long, requires = "output")]
    force: bool,
    /// Print the runs of queens in arithmetic progression as one JSON document instead
    #[arg(long, conflicts_with_all = ["format", "output"])]
    json: bool,
    /// Print the magic square made from a solution on the torus: this one, or the construction's
    #[arg(long, value_name = "PLACEMENT", num_args = 0..=1, default_missing_value = "",
          conflicts_with_all = ["format", "output"])]
    magic: Option<String>,
}

impl Construct {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let request = self.request()?;
        let control = signals::control();
        let answer = match &self.output {
            None if request.format.is_some() => construct(&request, &control, out)?,
            None => construct(&request, &control, &mut io::sink())?,
            Some(file) => {
                refuse_existing(file, self.force)?;
                write_whole(file, self.force, |file| {
                    let answer = construct(&request, &control, file)?;
                    // If there is no solution or it is incomplete, no file is left behind.
                    ending(&answer, control.stop().is_asked())
                        .or_else(|failure| print(&answer, out).and(Err(failure)))?;
                    Ok(answer)
                })?
            }
        };
        if self.json {
            out.json(&answer)?;
        } else {
            print(&answer, out)?;
        }
        ending(&answer, control.stop().is_asked())
    }

    fn request(&self) -> Result<ConstructRequest, Failure> {
        let mut request = ConstructRequest::new(number_to(MOST_QUEENS, "N", &self.n)?);
        (request.algorithm, request.settings) = self.algorithm.typed();
        request.magic.clone_from(&self.magic);
        if !self.json && self.magic.is_none() {
            let format: StreamFormat = self.format.parse().map_err(bezzel::Error::from)?;
            request.format = Some(format);
        }
        Ok(request)
    }
}

/// Everything but the stream of columns.
fn print(answer: &ConstructAnswer, out: &mut Out) -> Result<(), Failure> {
    if let Some(magic) = &answer.magic {
        return print_magic(magic, out);
    }
    if let Some(why) = &answer.why {
        writeln!(out, "no solution")?;
        output::note(why);
    }
    if let (Some(runs), true) = (&answer.runs, answer.complete) {
        output::note(&format!(
            "{} queens by {}: {} runs, proved right; {} bytes in {:.3} s",
            answer.n,
            answer.by,
            runs.len(),
            answer.bytes,
            answer.seconds
        ));
    }
    Ok(())
}

fn print_magic(magic: &Magic, out: &mut Out) -> Result<(), Failure> {
    let largest = magic.rows.iter().flatten().max().copied().unwrap_or_default();
    let width = largest.to_string().len();
    for row in &magic.rows {
        let numbers: Vec<String> = row.iter().map(|number| format!("{number:>width$}")).collect();
        writeln!(out, "{}", numbers.join(" "))?;
    }
    output::note(&format!("rows, columns and both diagonals sum to {}", magic.constant));
    Ok(())
}

fn ending(answer: &ConstructAnswer, stopped: bool) -> Result<(), Failure> {
    match answer {
        answer if answer.conclusion == Conclusion::None => Err(Failure::Negative),
        answer if answer.complete => Ok(()),
        _ if stopped => Err(Failure::Stopped),
        _ => Err(Failure::ClosedPipe),
    }
}
