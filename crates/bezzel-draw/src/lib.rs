//! Pictures of the n-queens problem: boards, orbits, densities, level tables, stacks, trees, graphs,
//! plots.
//!
//! A [`Picture`] turns plain data into a [`Scene`], which every back-end writes in its own format.
//! Nothing here prints or touches files, and no installed font is needed.
//!
//! ```
//! use bezzel_board::{Placement, Problem};
//! use bezzel_draw::{Board, Format, Options, render};
//!
//! let queens = Placement::from_columns(&[1, 3, 0, 2]);
//! let board = Board::new(Problem::queens(4), queens);
//! let svg = render(&board, Format::Svg, &Options::default()).unwrap();
//! assert!(svg.starts_with(b"<svg"));
//! let text = render(&board, Format::Unicode, &Options::default()).unwrap();
//! assert_eq!(String::from_utf8(text).unwrap().lines().next(), Some("0  · ♛ · ·"));
//! ```

mod animation;
mod backends;
pub mod color;
mod contact;
mod error;
pub mod font;
mod format;
pub mod geometry;
pub mod hatch;
mod pictures;
mod pieces;
pub mod scene;

pub use animation::{Animation, Moment};
pub use backends::{raster, terminal};
pub use contact::contact_sheet;
pub use error::DrawError;
pub use format::Format;
pub use pictures::board::{Board, Numbers, Role};
pub use pictures::density::DensityTable;
pub use pictures::graph::Graph;
pub use pictures::levels::LevelTable;
pub use pictures::plot::{Plot, PlotPoint, Scale, Series};
pub use pictures::sheet::{Sheet, SheetEntry};
pub use pictures::stack::Stack;
pub use pictures::trace::{Trace, TraceOptions};
pub use pictures::tree::{Kind, Node, Tree, TreeBuilder};

use bezzel_board::Instead;
use scene::Scene;
use terminal::Pen;

/// Something that can be drawn.
pub trait Picture {
    /// The picture as a scene.
    fn scene(&self) -> Result<Scene, DrawError>;

    /// The picture as text; by default Braille dots and letters.
    fn text(&self, pen: Pen) -> Result<String, DrawError> {
        Ok(terminal::dots(&self.scene()?, pen))
    }

    /// The numbers behind it as comma-separated values, if it has any.
    fn csv(&self) -> Option<String> {
        None
    }

    /// Refuses pictures that are too large for the format, naming the limit.
    fn admits(&self, format: Format) -> Result<(), DrawError> {
        let _ = format;
        Ok(())
    }
}

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// Pixels per unit in raster formats.
    pub scale: f64,
    /// Columns of the terminal.
    pub columns: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { scale: 2.0, columns: 100 }
    }
}

impl Options {
    /// The same, with this scale.
    #[must_use]
    pub fn with_scale(mut self, scale: f64) -> Options {
        self.scale = scale;
        self
    }

    /// The same, for a terminal of this many columns.
    #[must_use]
    pub fn with_columns(mut self, columns: usize) -> Options {
        self.columns = columns;
        self
    }
}

/// The picture in a format.
pub fn render(
    picture: &dyn Picture,
    format: Format,
    options: &Options,
) -> Result<Vec<u8>, DrawError> {
    picture.admits(format)?;
    let scene = || -> Result<Scene, DrawError> {
        let scene = picture.scene()?;
        format.admits(&scene, options.scale)?;
        Ok(scene)
    };
    let pen = |color: bool| Pen { color, columns: options.columns };
    Ok(match format {
        Format::Svg => backends::svg::write(&scene()?).into_bytes(),
        Format::Png => backends::png::write(&scene()?, options.scale),
        Format::Pdf => backends::pdf::write(&scene()?),
        Format::Tikz => backends::tikz::write(&scene()?).into_bytes(),
        Format::Unicode => picture.text(pen(false))?.into_bytes(),
        Format::Ansi => picture.text(pen(true))?.into_bytes(),
        Format::Csv => match picture.csv() {
            Some(text) => text.into_bytes(),
            None => return no_form("this picture", format, "svg, png, pdf, tikz or unicode"),
        },
        Format::Gif | Format::Apng => {
            return no_form("a still picture", format, "png or svg, or draw a trace");
        }
    })
}

/// Maximum number of moments of an animation.
const MOMENTS: usize = 2_000;

/// The animation in a format: GIF, APNG or SVG.
pub fn animate(
    animation: &Animation,
    format: Format,
    options: &Options,
) -> Result<Vec<u8>, DrawError> {
    animate_until(animation, format, options, &|| false)
}

/// The same, but can be stopped: raster formats take time.
pub fn animate_until(
    animation: &Animation,
    format: Format,
    options: &Options,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<u8>, DrawError> {
    let moments = animation.moments.len();
    if moments > MOMENTS {
        return Err(DrawError::TooLarge {
            what: format!("an animation of {moments} moments"),
            medium: format.name(),
            limit: format!("{MOMENTS} moments"),
            instead: Instead::advice("use a smaller board or fewer steps"),
        });
    }
    if moments == 0 {
        return Err(DrawError::unfit(
            "the trace has no steps to show",
            "show more steps, or choose a board on which the algorithm does something",
        ));
    }
    format.admits(&animation.base, options.scale)?;
    Ok(match format {
        Format::Gif => backends::gif::write(animation, options.scale, stop)?,
        Format::Apng => backends::apng::write(animation, options.scale, stop)?,
        Format::Svg => backends::animated_svg::write(animation).into_bytes(),
        other => return no_form("an animation", other, "gif, apng or svg"),
    })
}

fn no_form<T>(what: &'static str, format: Format, instead: &'static str) -> Result<T, DrawError> {
    Err(DrawError::NoForm { what, format: format.name(), instead })
}
