//! `draw`: boards, orbits, galleries, stacks, trees, animations, graphs, densities and plots.

mod board;
mod density;
mod floors;
mod numbers;
mod plot;
mod search;
mod table;

pub use bezzel_draw::Format as PictureFormat;
pub use board::{BoardNumbers, BoardPicture, GalleryPicture, GraphPicture, OrbitPicture};
pub use density::DensityPicture;
pub use floors::FloorsPicture;
pub use plot::{PlotLine, PlotMeasure, PlotNumbers, PlotPicture};
pub use search::{TracePicture, TreePicture, TreeShown};

use crate::{Control, Error, ErrorKind, Schema};
use bezzel_draw::{Animation, DrawError, Format, Options, Picture, animate_until, render};
use bezzel_search::StopReason;
use serde::{Deserialize, Serialize};

/// What to draw and how it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DrawRequest {
    /// The picture.
    pub picture: PictureRequest,
    /// `svg`, `png`, `pdf`, `tikz`, `unicode` or `ansi`; for plots also `csv`; for traces `svg`,
    /// `gif` or `apng`.
    #[serde(default = "svg")]
    pub format: String,
    /// Pixels per unit in bitmap formats, from 0.05 to 20; 2 by default, 1 for animations.
    #[serde(default)]
    pub scale: Option<f64>,
    /// Characters per line in text formats.
    #[serde(default)]
    pub columns: Option<usize>,
}

fn svg() -> String {
    "svg".to_owned()
}

impl DrawRequest {
    /// The picture as SVG.
    #[must_use]
    pub fn new(picture: PictureRequest) -> DrawRequest {
        DrawRequest { picture, format: svg(), scale: None, columns: None }
    }

    /// Refuses, before anything is computed, a picture that could not be written; returns the
    /// format.
    pub fn validate(&self) -> Result<PictureFormat, Error> {
        let format: Format = self.format.parse()?;
        if self.scale.is_some_and(|scale| !(0.05..=20.0).contains(&scale)) {
            let error = Error::bad(format!("scale is {}", self.scale.unwrap_or_default()));
            return Err(error.advice("write a number from 0.05 to 20"));
        }
        Ok(format)
    }

    fn options(&self, default_scale: f64) -> Options {
        let default = Options::default();
        default
            .with_scale(self.scale.unwrap_or(default_scale))
            .with_columns(self.columns.unwrap_or(default.columns))
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PictureRequest {
    /// A board with its queens, attack lines, threatened squares and numbers.
    Board(BoardPicture),
    /// The images of a placement under the symmetries of the board, on one sheet.
    Orbit(OrbitPicture),
    /// The fundamental solutions of a board, on one sheet.
    Gallery(GalleryPicture),
    /// A table of floor numbers, coloured.
    Levels(FloorsPicture),
    /// Floors above one another, in isometric projection.
    Stack(FloorsPicture),
    /// The search tree of an algorithm.
    Tree(TreePicture),
    /// The steps of an algorithm as an animation.
    Trace(TracePicture),
    /// The queen graph of a small board, or its complement.
    Graph(GraphPicture),
    /// Where queens stand in random solutions, beside the limit of very large boards.
    Density(DensityPicture),
    /// Numbers against n.
    Plot(PlotPicture),
}

/// A picture, written.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DrawAnswer {
    /// `bezzel/draw/1`.
    pub schema: Schema,
    /// The format.
    pub format: String,
    /// Bytes of the picture.
    pub bytes: usize,
    /// Why the computation of the picture ended early, if it did.
    pub stopped: Option<StopReason>,
    /// How much of a search tree is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeShown>,
    /// The picture; empty if the computation ended before there was anything to draw.
    #[serde(skip)]
    pub picture: Vec<u8>,
    /// The numbers behind a plot, as comma-separated values.
    #[serde(skip)]
    pub data: Option<String>,
}

/// What to draw.
enum Drawing {
    Still(Box<dyn Picture>),
    Moving(Animation),
    /// Nothing: the computation was stopped before.
    Nothing,
}

/// A drawing, and how the computation behind it ended.
struct Drawn {
    drawing: Drawing,
    stopped: Option<StopReason>,
    tree: Option<TreeShown>,
}

impl Drawn {
    fn still(picture: impl Picture + 'static) -> Drawn {
        Drawn { drawing: Drawing::Still(Box::new(picture)), stopped: None, tree: None }
    }

    fn nothing(stopped: StopReason) -> Drawn {
        Drawn { drawing: Drawing::Nothing, stopped: Some(stopped), tree: None }
    }
}

/// Draws a picture.
///
/// ```
/// use bezzel::{BoardPicture, Control, DrawRequest, PictureRequest, Problem, draw};
///
/// let mut board = BoardPicture::new(Problem::queens(4));
/// board.placement = Some("1,3,0,2".to_owned());
/// let mut request = DrawRequest::new(PictureRequest::Board(board));
/// request.format = "unicode".to_owned();
/// let answer = draw(&request, &Control::new())?;
/// assert!(answer.picture.starts_with("0  · ♛ · ·".as_bytes()));
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn draw(request: &DrawRequest, control: &Control) -> Result<DrawAnswer, Error> {
    let format = request.validate()?;
    let Drawn { drawing, stopped, tree } = match &request.picture {
        PictureRequest::Board(picture) => picture.drawn()?,
        PictureRequest::Orbit(picture) => picture.drawn()?,
        PictureRequest::Gallery(picture) => picture.drawn(control)?,
        PictureRequest::Levels(picture) => Drawn::still(picture.table()?),
        PictureRequest::Stack(picture) => Drawn::still(picture.stack()?),
        PictureRequest::Tree(picture) => picture.drawn(control)?,
        PictureRequest::Trace(picture) => picture.drawn(control)?,
        PictureRequest::Graph(picture) => picture.drawn()?,
        PictureRequest::Density(picture) => picture.drawn(control)?,
        PictureRequest::Plot(picture) => picture.drawn(control)?,
    };
    let (picture, data) = match &drawing {
        Drawing::Still(picture) => {
            (render(picture.as_ref(), format, &request.options(2.0))?, picture.csv())
        }
        Drawing::Moving(animation) => {
            let stop = || control.stop().is_asked();
            (animate_until(animation, format, &request.options(1.0), &stop)?, None)
        }
        Drawing::Nothing => (Vec::new(), None),
    };
    Ok(DrawAnswer {
        schema: Schema::new("bezzel/draw/1"),
        format: format.to_string(),
        bytes: picture.len(),
        stopped,
        tree,
        picture,
        data,
    })
}

impl From<DrawError> for Error {
    fn from(error: DrawError) -> Error {
        let kind = match error {
            DrawError::TooLarge { .. } => ErrorKind::TooLarge,
            DrawError::NoForm { .. } => ErrorKind::Unsupported,
            _ => ErrorKind::BadRequest,
        };
        Error::of(kind, &error)
    }
}
