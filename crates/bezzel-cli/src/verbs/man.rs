//! `bezzel man`: the manual page, made from the same definition as the help.

use crate::Cli;
use crate::failure::Failure;
use crate::output::Out;
use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;
use std::io::Write;

/// Print the manual page
#[derive(Args)]
pub struct Man {}

impl Man {
    #[allow(clippy::unused_self)] // Every verb runs the same way.
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut command = Cli::command();
        command.build();
        Page::new(command.clone()).render(out)?;
        for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
            writeln!(out, ".SH \"VERB {}\"", verb.get_name().to_uppercase())?;
            let page = Page::new(verb.clone());
            page.render_synopsis_section(out)?;
            page.render_description_section(out)?;
            page.render_options_section(out)?;
        }
        Ok(())
    }
}
