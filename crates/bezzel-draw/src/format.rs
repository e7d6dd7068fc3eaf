//! The formats, their names and file extensions, and their limits.

use crate::DrawError;
use crate::scene::Scene;
use bezzel_board::Instead;
use std::fmt;
use std::str::FromStr;

/// A picture format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Scalable Vector Graphics; animated for a trace.
    Svg,
    /// Portable Network Graphics.
    Png,
    /// Portable Document Format.
    Pdf,
    /// A `tikzpicture` for LaTeX.
    Tikz,
    /// Text with Unicode characters.
    Unicode,
    /// The same with the terminal's colours.
    Ansi,
    /// Animated GIF.
    Gif,
    /// Animated PNG.
    Apng,
    /// The numbers behind the picture.
    Csv,
}

use Format::{Ansi, Apng, Csv, Gif, Pdf, Png, Svg, Tikz, Unicode};

impl Format {
    /// Every format with its name.
    pub const ALL: [(Format, &'static str); 9] = [
        (Svg, "svg"),
        (Png, "png"),
        (Pdf, "pdf"),
        (Tikz, "tikz"),
        (Unicode, "unicode"),
        (Ansi, "ansi"),
        (Gif, "gif"),
        (Apng, "apng"),
        (Csv, "csv"),
    ];

    /// The format's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Format::ALL.iter().find(|(format, _)| *format == self).expect("ALL lists every format").1
    }

    /// The format of a file with this extension (without the dot).
    #[must_use]
    pub fn of_ending(ending: &str) -> Option<Format> {
        match ending.to_ascii_lowercase().as_str() {
            "tex" => Some(Tikz),
            "txt" => Some(Unicode),
            "ans" => Some(Ansi),
            other => other.parse().ok(),
        }
    }

    /// Whether a terminal can show it.
    #[must_use]
    pub fn is_text(self) -> bool {
        !matches!(self, Png | Pdf | Gif | Apng)
    }

    /// Refuses scenes that are too large for viewers of the format.
    pub(crate) fn admits(self, scene: &Scene, scale: f64) -> Result<(), DrawError> {
        let (width, height) = (scene.width, scene.height);
        let refuse = |what: String, limit: String, instead: Instead| {
            Err(DrawError::TooLarge { what, medium: self.name(), limit, instead })
        };
        let elements = scene.elements();
        let most = match self {
            Tikz => 6_000,
            Svg | Pdf => 400_000,
            _ => 4_000_000,
        };
        if elements > most {
            let what = format!("a picture of {elements} shapes");
            let instead = Instead::set("format", if self == Tikz { "pdf" } else { "png" });
            return refuse(what, format!("{most} shapes"), instead);
        }
        let side = (width.max(height) * scale).ceil();
        if matches!(self, Png | Gif | Apng)
            && (side > 16_384.0 || width * height * scale * scale > 1e8)
        {
            let what = format!("a picture of {:.0} x {:.0} pixels", width * scale, height * scale);
            return refuse(
                what,
                "16384 pixels per side and 1e8 in total".to_owned(),
                Instead::advice("lower the scale or write svg"),
            );
        }
        Ok(())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = DrawError;

    fn from_str(text: &str) -> Result<Format, DrawError> {
        let found = Format::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(format, _)| *format).ok_or_else(|| {
            let known = Format::ALL.map(|(_, name)| name).join(", ");
            DrawError::unfit(format!("'{text}' is not a format"), format!("there are {known}"))
        })
    }
}
