//! `bezzel export`: the problem as a model that other people's solvers read.

use crate::args::ModelArgs;
use crate::failure::Failure;
use crate::file::write_whole;
use crate::interrupt::{self, Stoppable};
use crate::output::{self, Out};
use bezzel_models::{FORMATS, Format};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// Write the problem for SAT, IP, CP, SMT, ASP, exact-cover, graph and QUBO solvers
#[derive(Args)]
#[command(after_help = formats())]
pub struct Export {
    #[command(flatten)]
    model: ModelArgs,
    /// File to write; standard output if there is none
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite the file if it is there
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
        // Whatever is wrong with the request is said before a file is touched.
        let model = self.model.model()?;
        let (format, options) = (self.model.format()?, self.model.options()?);
        let colouring = self.model.colouring(&model)?;
        if colouring.is_some() && !format.writes_colourings() {
            return Err(Failure::Usage(format!(
                "{} does not say colourings; use --format cnf, or give col to a colouring program",
                format.id
            )));
        }
        let write = |out: &mut dyn Write| match &colouring {
            Some(colouring) => Format::write_colouring(colouring, out),
            None => format.write(&model, options, out),
        };
        let Some(path) = &self.output else { return until_stopped(write, out) };
        write_whole(path, self.force, |out| until_stopped(write, out))?;
        output::note(&format!("{} is for {}", path.display(), format.solvers));
        Ok(())
    }
}

fn until_stopped(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let stop = interrupt::flag();
    let mut out = Stoppable::new(out, &stop);
    write(&mut out).and_then(|()| out.flush()).map_err(|error| {
        if stop.load(Ordering::Relaxed) { Failure::Interrupted } else { error.into() }
    })
}
