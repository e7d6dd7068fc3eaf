//! `bezzel man`: the manual page, generated from the same definition as the help.

use crate::Cli;
use crate::failure::Failure;
use crate::output::Out;
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man as Page;
use std::io::{self, Write};

/// Print the manual page
#[derive(Args)]
pub struct Man {}

impl Man {
    #[allow(clippy::unused_self)] // Every verb runs the same way.
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut command = Cli::command();
        command.build();
        let page = Page::new(command.clone());
        // The page has no date. The title that is generated leaves its place out instead of empty, so that the
        // version would be taken for it.
        let version = command.get_version().unwrap_or_default();
        writeln!(out, ".TH bezzel 1 \"\" \"bezzel {version}\"")?;
        page.render_name_section(out)?;
        page.render_synopsis_section(out)?;
        page.render_description_section(out)?;
        page.render_options_section(out)?;
        writeln!(out, ".SH VERBS")?;
        list(&command, out)?;
        extra(".SH", &command, out)?;
        // Everything is on one page, so references to other pages are removed.
        for verb in verbs(&command) {
            section(verb, out)?;
        }
        page.render_version_section(out)?;
        Ok(())
    }
}

/// The verbs of a command, without `help`, which every command has.
fn verbs(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|verb| verb.get_name() != "help")
}

/// The verbs of a command with their descriptions.
fn list(command: &Command, out: &mut Out) -> io::Result<()> {
    for verb in verbs(command) {
        let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
        writeln!(out, ".TP\n\\fB{}\\fR\n{}", verb.get_name(), verbatim(&about))?;
    }
    Ok(())
}

/// Everything about a verb, then about its own verbs.
fn section(verb: &Command, out: &mut Out) -> io::Result<()> {
    let name = verb.get_bin_name().unwrap_or(verb.get_name());
    writeln!(out, ".SH \"{}\"", name.to_uppercase())?;
    let page = Page::new(verb.clone());
    let mut text = Vec::new();
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    for line in String::from_utf8_lossy(&text).lines() {
        match line.strip_prefix(".SH ") {
            Some(heading) => writeln!(out, ".SS {heading}")?,
            None => writeln!(out, "{line}")?,
        }
    }
    if let Some(name) = verb.get_subcommand_value_name() {
        writeln!(out, ".SS {name}S")?;
        list(verb, out)?;
    }
    extra(".SS", verb, out)?;
    verbs(verb).try_for_each(|verb| section(verb, out))
}

/// The text below the help, line by line unchanged; its first line is the heading.
fn extra(macro_: &str, command: &Command, out: &mut Out) -> io::Result<()> {
    let Some(text) = command.get_after_help().map(ToString::to_string) else { return Ok(()) };
    let (heading, lines) = text.split_once(":\n").unwrap_or(("Notes", &text));
    writeln!(out, "{macro_} {}\n.nf", heading.to_uppercase())?;
    for line in lines.lines() {
        writeln!(out, "{}", verbatim(line))?;
    }
    writeln!(out, ".fi")
}

/// Text that the formatter prints unchanged.
fn verbatim(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    if text.starts_with('.') { format!("\\&{text}") } else { text }
}
