//! `bezzel export`: the problem as a model for external solvers.

use crate::args::ModelArgs;
use crate::failure::Failure;
use crate::file::write_whole;
use crate::output::{self, Out};
use crate::signals;
use bezzel::export;
use bezzel::registry::FORMATS;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Write the problem for SAT, IP, CP, SMT, ASP, exact-cover, graph and QUBO solvers
#[derive(Args)]
#[command(after_help = formats())]
pub struct Export {
    #[command(flatten)]
    model: ModelArgs,
    /// File to write (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite the file if it exists
    #[arg(long, requires = "output")]
    force: bool,
}

/// The registry as a list.
fn formats() -> String {
    let lines = FORMATS.iter().map(|format| {
        format!("  {:<8} {}\n  {:<8} read by {}", format.id, format.about, "", format.solvers)
    });
    format!("Formats:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

impl Export {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let request = self.model.export()?;
        let control = signals::control();
        let written = |out: &mut dyn Write| {
            let answer = export(&request, &control, out)?;
            match answer.complete {
                true => Ok(answer),
                false if control.stop().is_asked() => Err(Failure::Stopped),
                false => Err(Failure::ClosedPipe),
            }
        };
        let Some(path) = &self.output else { return written(out).map(|_| ()) };
        let answer = write_whole(path, self.force, |out| written(out))?;
        output::note(&format!("{} is for {}", path.display(), answer.solvers));
        Ok(())
    }
}
