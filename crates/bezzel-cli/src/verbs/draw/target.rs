//! Where a picture goes and in which format; files are written completely or not at all.

use crate::args::{Names, ProgressMode};
use crate::failure::Failure;
use crate::file::{refuse_existing, replace};
use crate::notes;
use crate::output::{self, Out};
use bezzel::{DrawAnswer, DrawRequest, PictureFormat, PictureRequest, draw};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where a picture goes.
#[derive(Args)]
pub struct TargetArgs {
    /// File to write; its extension gives the format ("-" writes to standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[arg(long, value_name = "NAME", help = Names::pictures().help("Format, for traces svg, gif or apng"),
          value_parser = Names::pictures(), hide_possible_values = true)]
    format: Option<String>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Pixels per unit in bitmap formats (default: 2; for animations 1)
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    scale: Option<String>,
}

impl TargetArgs {
    /// The file to write, if it is not standard output.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|file| *file != Path::new("-"))
    }

    /// The format, and whether the user chose it.
    fn format(&self, out: &Out, animated: bool) -> Result<(PictureFormat, bool), Failure> {
        if let Some(name) = &self.format {
            return Ok((name.parse().map_err(bezzel::Error::from)?, true));
        }
        if let Some(file) = self.file() {
            let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            let known = PictureFormat::of_ending(ending).ok_or_else(|| {
                Failure::Usage(format!(
                    "'{}' does not give the format; end it in .svg, .png, .pdf, .tex, .txt, .gif, \
                     .apng or .csv, or say --format",
                    file.display()
                ))
            })?;
            return Ok((known, true));
        }
        if !out.is_terminal {
            return Ok((PictureFormat::Svg, false));
        }
        if animated {
            return Err(Failure::Usage(
                "an animation needs a file; name one, for example -o trace.gif".to_owned(),
            ));
        }
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let format =
            if set("NO_COLOR") || dumb { PictureFormat::Unicode } else { PictureFormat::Ansi };
        Ok((format, false))
    }

    fn scale(&self) -> Result<Option<f64>, Failure> {
        let Some(text) = &self.scale else { return Ok(None) };
        let scale = text.parse().ok().filter(|scale| (0.05..=20.0).contains(scale));
        let scale = scale.ok_or_else(|| {
            Failure::Usage(format!("--scale '{text}' is not a number from 0.05 to 20"))
        })?;
        Ok(Some(scale))
    }

    /// Rejects, before any work is done, a target that could not be written.
    pub fn check(&self, out: &Out, animated: bool) -> Result<(), Failure> {
        let (format, _) = self.format(out, animated)?;
        self.scale()?;
        match self.file() {
            Some(file) => self.check_file(file),
            None if out.is_terminal && !format.is_text() => Err(Failure::Usage(format!(
                "{format} is not for a terminal; name a file, for example -o picture.{format}"
            ))),
            _ => Ok(()),
        }
    }

    /// Rejects an existing file, unless it may be overwritten.
    pub fn check_file(&self, file: &Path) -> Result<(), Failure> {
        refuse_existing(file, self.force)
    }

    /// Writes a file; an existing one is overwritten only if allowed.
    pub fn replace(&self, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
        replace(file, bytes, self.force)
    }

    /// Draws a picture and writes it, if there is one.
    pub fn draw(&self, picture: PictureRequest, out: &mut Out) -> Result<DrawAnswer, Failure> {
        let animated = matches!(picture, PictureRequest::Trace(_));
        self.check(out, animated)?;
        let (format, chosen) = self.format(out, animated)?;
        let mut request = DrawRequest::new(picture);
        request.format = format.to_string();
        request.scale = self.scale()?;
        request.columns = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        let answer = draw(&request, &notes::control(ProgressMode::Auto))?;
        if !answer.picture.is_empty() {
            self.write(&answer.picture, format, chosen, out)?;
        }
        Ok(answer)
    }

    fn write(
        &self,
        bytes: &[u8],
        format: PictureFormat,
        chosen: bool,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let Some(file) = self.file() else {
            if !chosen {
                output::note(&format!("format {format}; --format and -o FILE choose another"));
            }
            out.write_all(bytes)?;
            return Ok(());
        };
        self.replace(file, bytes)?;
        output::note(&format!("{}: {format}, {} bytes", file.display(), bytes.len()));
        Ok(())
    }
}
