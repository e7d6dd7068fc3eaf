//! `bezzel construct`: a solution of any size, written down as fast as it can be stored.

use crate::args::{AlgorithmArgs, Names, constructions_only, number_to};
use crate::failure::Failure;
use crate::file::{refuse_existing, write_whole};
use crate::interrupt::{self, Stoppable};
use crate::output::{self, Out};
use bezzel_board::{Notation, Size};
use bezzel_search::construct::{Format, MOST_QUEENS, Runs, write};
use bezzel_search::{Category, Choice, MagicSquare, SearchError, Settings, algorithms};
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Write down a solution of any size without search
#[derive(Args)]
#[command(mut_args(constructions_only))]
pub struct Construct {
    /// Number of queens: 8, 1e9, up to 1e18
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    /// How columns are written, row by row: commas, lines, u32 or u64 (binary, little-endian)
    #[arg(long, value_name = "NAME", default_value = "commas",
          value_parser = Names::streams(), hide_possible_values = true)]
    format: String,
    /// File to write; standard output if there is none
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long, requires = "output")]
    force: bool,
    /// Print the runs of queens in arithmetic progression as one JSON document instead
    #[arg(long, conflicts_with_all = ["format", "output"])]
    json: bool,
    /// Print the magic square that a solution on the torus makes: this one, or the construction's
    #[arg(long, value_name = "PLACEMENT", num_args = 0..=1, default_missing_value = "",
          conflicts_with_all = ["format", "output", "json"])]
    magic: Option<String>,
}

/// Largest side of a magic square that is printed.
const LARGEST_MAGIC: u64 = 1000;

impl Construct {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let n = number_to(MOST_QUEENS, "N", &self.n)?;
        if let Some(text) = &self.magic {
            return self.print_magic(n, text, out);
        }
        let format: Format = self.format.parse().map_err(Failure::Usage)?;
        if format == Format::U32 && n > 1 << 32 {
            return Err(Failure::Usage(format!("{n} columns do not fit u32; use --format u64")));
        }
        if let Some(file) = &self.output {
            refuse_existing(file, self.force)?;
        }
        let choice = match self.algorithm.choice()? {
            Some(choice) => choice,
            None => Choice::plain(algorithms::find("bernhardsson")?),
        };
        let Some(runs) = choice.algorithm.construct(n, &choice.settings) else {
            return Err(Failure::Usage(format!(
                "{} searches; constructions are {}",
                choice.name(),
                constructions().join(", ")
            )));
        };
        let runs = match runs {
            Err(error @ SearchError::NoSolution { .. }) => {
                return self.no_solution(n, &choice, &error, out);
            }
            runs => runs?,
        };
        if self.json {
            return self.print_runs(&runs, n, &choice, out);
        }
        let started = Instant::now();
        let bytes = match &self.output {
            None => write_until_stopped(&runs, format, &mut *out)?,
            Some(file) => {
                write_whole(file, self.force, |out| write_until_stopped(&runs, format, out))?
            }
        };
        output::note(&format!(
            "{n} queens by {}: {} runs, proved right; {bytes} bytes in {:.3} s",
            choice.name(),
            runs.list().len(),
            started.elapsed().as_secs_f64()
        ));
        Ok(())
    }

    /// A magic square of the numbers 0 to n² − 1, checked line by line before it is printed.
    fn print_magic(&self, n: u64, text: &str, out: &mut Out) -> Result<(), Failure> {
        let side = u32::try_from(n).ok().filter(|_| n <= LARGEST_MAGIC).ok_or_else(|| {
            Failure::Usage(format!("magic squares are printed up to side {LARGEST_MAGIC}"))
        })?;
        let columns: Vec<u32> = if text.is_empty() {
            let construction = algorithms::find("magic-square")?;
            let Some(runs) = construction.construct(n, &Settings::default()) else {
                return Err(Failure::Usage("magic-square is not a construction".to_owned()));
            };
            runs?.columns().map(|column| column as u32).collect()
        } else {
            let (placement, _) = Notation::OneLine.read(text, Some(Size::square(side)?))?;
            placement.squares().iter().map(|queen| queen.column).collect()
        };
        let square = MagicSquare::from_solution(&columns)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let width = (n * n - 1).to_string().len();
        for row in 0..side {
            let numbers: Vec<String> =
                (0..side).map(|column| format!("{:>width$}", square.number(row, column))).collect();
            writeln!(out, "{}", numbers.join(" "))?;
        }
        let constant = square.constant();
        output::note(&format!("rows, columns and both diagonals sum to {constant}"));
        Ok(())
    }

    /// That there is none is an answer, as it is for `solve`.
    fn no_solution(
        &self,
        n: u64,
        choice: &Choice,
        why: &SearchError,
        out: &mut Out,
    ) -> Result<(), Failure> {
        if self.json {
            out.json(&json!({
                "schema": "bezzel/construct/1",
                "n": n,
                "algorithm": choice.name(),
                "runs": null,
                "proved": true,
            }))?;
        } else {
            writeln!(out, "no solution")?;
        }
        output::note(&why.to_string());
        Err(Failure::Negative)
    }

    fn print_runs(
        &self,
        runs: &Runs,
        n: u64,
        choice: &Choice,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let mut row = 0;
        let list: Vec<_> = (runs.list().iter())
            .map(|run| {
                let first = row;
                row += run.count;
                json!({ "row": first, "count": run.count, "column": run.column, "step": run.step })
            })
            .collect();
        out.json(&json!({
            "schema": "bezzel/construct/1",
            "n": n,
            "algorithm": choice.name(),
            "runs": list,
            "proved": true,
        }))?;
        Ok(())
    }
}

fn constructions() -> Vec<&'static str> {
    (algorithms::ALL.iter().map(|algorithm| algorithm.info()))
        .filter(|info| info.category == Category::Constructive)
        .map(|info| info.id)
        .collect()
}

fn write_until_stopped(runs: &Runs, format: Format, out: &mut impl Write) -> Result<u64, Failure> {
    let stop = interrupt::flag();
    let mut stoppable = Stoppable::new(out, &stop);
    let written = write(runs, format, &mut stoppable).and_then(|bytes| {
        stoppable.flush()?;
        Ok(bytes)
    });
    written.map_err(|error| match error.kind() {
        _ if stop.load(Ordering::Relaxed) => Failure::Interrupted,
        io::ErrorKind::InvalidInput => Failure::Usage(error.to_string()),
        _ => error.into(),
    })
}
