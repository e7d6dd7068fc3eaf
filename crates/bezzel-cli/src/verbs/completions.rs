//! `bezzel completions`: a completion script for a shell.

use crate::Cli;
use crate::failure::Failure;
use crate::output::Out;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        // The generator cannot report a failed write, so it writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "bezzel", &mut script);
        Ok(std::io::Write::write_all(out, &script)?)
    }
}
