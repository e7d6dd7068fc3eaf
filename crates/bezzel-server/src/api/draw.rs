//! Pictures of boards, orbits, stacks, trees, graphs and plots, as files.

use super::ask::ProblemForm;
use super::download::file;
use super::traces::kept;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use bezzel::Recording;
use bezzel_board::{Notation, Placement, Problem, Size, Square};
use bezzel_draw::{
    Board, Format, Graph, LevelTable, Numbers, Options, Picture, Plot, Scale, Series, Sheet, Stack,
    TreeBuilder, render,
};
use bezzel_search::{Limits, fundamental};
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use utoipa::ToSchema;

/// Largest side of a board that is drawn.
const SIDE: u32 = 1_000;

/// Above this side the fundamental solutions are more than a sheet can hold.
const GALLERY: u32 = 11;

/// Most nodes of a tree where no depth is asked for.
const FITTING: usize = 700;

/// Events of a trace read at a time.
const CHUNK: u32 = 1_000;

/// What to draw.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawRequest {
    /// The picture.
    picture: PictureRequest,
    /// svg, png, pdf, tikz or csv.
    format: String,
    /// Pixels to the unit in formats made of pixels.
    scale: Option<f64>,
}

/// A picture. Placements are in one-line notation.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PictureRequest {
    /// A board with its queens.
    Board {
        /// The problem.
        #[schema(value_type = ProblemForm)]
        problem: Problem,
        /// The queens; the given ones if nothing is said.
        placement: Option<String>,
        /// The queens as squares, instead.
        #[schema(value_type = Option<Vec<[u32; 2]>>)]
        squares: Option<Placement>,
        /// Queens whose lines of attack are drawn.
        #[serde(default)]
        #[schema(value_type = Vec<[u32; 2]>)]
        lines: Vec<Square>,
        /// The queen whose threats are coloured as Güldal does.
        #[schema(value_type = Option<[u32; 2]>)]
        attacker: Option<Square>,
        /// none, edges, cells or algebraic.
        numbers: Option<String>,
        /// Words above the board.
        caption: Option<String>,
    },
    /// The images of a placement.
    Orbit {
        /// Size of the board.
        size: String,
        /// The placement.
        placement: String,
    },
    /// The fundamental solutions of a board.
    Gallery {
        /// Size of the board.
        size: String,
    },
    /// A table of floor numbers.
    Levels {
        /// The floors, each by the column of its rows.
        floors: Vec<Vec<u32>>,
        /// Words above the table.
        caption: Option<String>,
    },
    /// Floors above one another.
    Stack {
        /// The floors, each by the column of its rows.
        floors: Vec<Vec<u32>>,
        /// Words above the picture.
        caption: Option<String>,
    },
    /// The search tree of a trace.
    Tree {
        /// The trace's id.
        trace: String,
        /// After which step; the last if nothing is said.
        at: Option<u32>,
        /// To which depth.
        depth: Option<usize>,
        /// Whether refused squares are shown.
        #[serde(default)]
        refused: bool,
    },
    /// The queen graph.
    Graph {
        /// The problem.
        #[schema(value_type = ProblemForm)]
        problem: Problem,
        /// Join squares that share no line instead.
        #[serde(default)]
        complement: bool,
        /// Vertices to mark.
        placement: Option<String>,
    },
    /// Numbers against numbers.
    Plot {
        /// Words above the plot.
        title: String,
        /// A sentence under them.
        #[serde(default)]
        subtitle: String,
        /// Words along the horizontal axis.
        x: String,
        /// Words along the vertical axis.
        y: String,
        /// Whether the vertical axis is divided by equal factors.
        #[serde(default)]
        log: bool,
        /// The lines.
        series: Vec<SeriesRequest>,
    },
}

/// A line of a plot.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeriesRequest {
    /// Its name.
    name: String,
    /// Its points.
    #[schema(value_type = Vec<[f64; 2]>)]
    points: Vec<(f64, f64)>,
    /// Where its values scatter: place across, least and greatest value.
    #[serde(default)]
    #[schema(value_type = Vec<[f64; 3]>)]
    spread: Vec<(f64, f64, f64)>,
}

/// Draw a picture
#[utoipa::path(
    post, path = "/draw", request_body = DrawRequest,
    responses(
        (status = 200, description = "the picture", content_type = "application/octet-stream"),
        (status = "4XX", body = ErrorBody)
    )
)]
pub async fn draw(
    State(app): State<Arc<App>>,
    Input(asked): Input<DrawRequest>,
) -> Result<Response, ApiError> {
    let format: Format = asked.format.parse()?;
    let kind = match format {
        Format::Svg => "image/svg+xml",
        Format::Png => "image/png",
        Format::Pdf => "application/pdf",
        Format::Tikz => "application/x-tex",
        Format::Csv => "text/csv; charset=utf-8",
        _ => {
            let hint = "there are svg, png, pdf, tikz and csv";
            return Err(ApiError::bad_value(format!("{format} is not drawn here"), hint));
        }
    };
    let scale = asked.scale.unwrap_or(2.0);
    if !(0.05..=20.0).contains(&scale) {
        return Err(ApiError::bad_value(format!("scale is {scale}"), "it goes from 0.05 to 20"));
    }
    let trace = match &asked.picture {
        PictureRequest::Tree { trace, .. } => Some(kept(&app, trace)?),
        _ => None,
    };
    let bytes = app.quick.run(move |stop| -> Result<Vec<u8>, ApiError> {
        let picture = asked.picture.picture(trace.as_deref(), stop)?;
        Ok(render(picture.as_ref(), format, &Options { scale, ..Options::default() })?)
    });
    let bytes = bytes.await??;
    let ending = if format == Format::Tikz { "tex" } else { format.name() };
    Ok(file("bezzel", ending, kind, Body::from(bytes)))
}

impl PictureRequest {
    fn picture(
        self,
        trace: Option<&Recording>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Box<dyn Picture>, ApiError> {
        Ok(match self {
            PictureRequest::Board {
                problem,
                placement,
                squares,
                lines,
                attacker,
                numbers,
                caption,
            } => {
                let size = small(problem.size())?;
                let placement = match (placement, squares) {
                    (Some(text), None) => read(&text, size)?,
                    (None, Some(squares)) => squares,
                    (None, None) => problem.given().clone(),
                    _ => return Err(ApiError::bad_value("two placements", "send one of them")),
                };
                on_board(placement.squares().iter().chain(&lines).chain(&attacker), size)?;
                let mut board = Board::new(problem, placement);
                (board.lines, board.attacker, board.caption) = (lines, attacker, caption);
                board.numbers = match numbers.as_deref() {
                    None | Some("edges") => Numbers::Edges,
                    Some("none") => Numbers::None,
                    Some("cells") => Numbers::Cells,
                    Some("algebraic") => Numbers::Algebraic,
                    Some(other) => {
                        let hint = "there are none, edges, cells and algebraic";
                        return Err(ApiError::bad_value(format!("'{other}' as numbers"), hint));
                    }
                };
                Box::new(board)
            }
            PictureRequest::Orbit { size, placement } => {
                let size = small(size.parse()?)?;
                let placement = read(&placement, size)?;
                on_board(placement.squares(), size)?;
                Box::new(Sheet::orbit(size, &placement))
            }
            PictureRequest::Gallery { size } => {
                let size = small(size.parse()?)?;
                if size.columns() > GALLERY {
                    return Err(ApiError::too_large("the side", size.columns(), GALLERY));
                }
                let limits = Limits::none().with_stop(&Arc::clone(stop).into());
                let found = fundamental(size, &limits).0;
                let found: Vec<Placement> = found.into_iter().map(|one| one.solution).collect();
                if found.is_empty() {
                    let message = format!("the {size} board has no solution to draw");
                    return Err(ApiError::bad_value(message, "take another size"));
                }
                Box::new(Sheet::gallery(size, &found))
            }
            PictureRequest::Levels { floors, caption } => {
                floors_fit(&floors)?;
                Box::new(LevelTable { caption, ..LevelTable::from_floors(&floors)? })
            }
            PictureRequest::Stack { floors, caption } => {
                floors_fit(&floors)?;
                Box::new(Stack { caption, ..Stack::from_columns(&floors) })
            }
            PictureRequest::Tree { at, depth, refused, .. } => {
                let trace = trace.ok_or_else(|| ApiError::internal("the trace was not kept"))?;
                tree(trace, at, depth, refused)?
            }
            PictureRequest::Graph { problem, complement, placement } => {
                let size = small(problem.size())?;
                let marked = placement.map(|text| read(&text, size)).transpose()?;
                let marked = marked.unwrap_or_default();
                on_board(marked.squares(), size)?;
                Box::new(Graph { problem, complement, marked })
            }
            PictureRequest::Plot { title, subtitle, x, y, log, series } => {
                let mut plot = Plot { subtitle, ..Plot::new(title, x, y) };
                plot.y_scale = if log { Scale::Log } else { plot.y_scale };
                let line = |one: SeriesRequest| Series {
                    spread: one.spread,
                    ..Series::new(one.name, one.points)
                };
                plot.series = series.into_iter().map(line).collect();
                Box::new(plot)
            }
        })
    }
}

fn tree(
    trace: &Recording,
    at: Option<u32>,
    depth: Option<usize>,
    refused: bool,
) -> Result<Box<dyn Picture>, ApiError> {
    let (recording, summary) = (trace, trace.summary());
    let last = at.unwrap_or(u32::MAX).min(recording.steps());
    let mut builder = TreeBuilder::new(&summary.problem, depth, refused);
    for first in (1..=last).step_by(CHUNK as usize) {
        for event in recording.page(first, CHUNK.min(last - first + 1))?.events {
            builder.step(&event.step)?;
        }
    }
    let title = recording.start().title;
    let mut title = format!("{title}, {}", summary.problem);
    if last < recording.steps() {
        title.push_str(&format!(", after {last} steps"));
    }
    let whole = builder.finish(title);
    Ok(Box::new(if depth.is_some() { whole } else { whole.fitting(FITTING) }))
}

fn small(size: Size) -> Result<Size, ApiError> {
    match size.dimension() == 2 && size.columns() <= SIDE {
        true => Ok(size),
        false => Err(ApiError::bad_value(
            format!("the {size} board cannot be drawn"),
            format!("flat boards are drawn up to side {SIDE}"),
        )),
    }
}

fn read(text: &str, size: Size) -> Result<Placement, ApiError> {
    Ok(Notation::OneLine.read(text.trim_end(), Some(size))?.0)
}

fn on_board<'a>(squares: impl IntoIterator<Item = &'a Square>, size: Size) -> Result<(), ApiError> {
    match squares.into_iter().find(|&&square| !size.contains(square)) {
        Some(off) => {
            Err(ApiError::bad_value(format!("{off} is not on the {size} board"), "leave it out"))
        }
        None => Ok(()),
    }
}

fn floors_fit(floors: &[Vec<u32>]) -> Result<(), ApiError> {
    let side = floors.first().map_or(0, Vec::len);
    let fits = side > 0
        && floors.len() <= SIDE as usize
        && side <= SIDE as usize
        && floors.iter().all(|floor| floor.len() == side)
        && floors.iter().flatten().all(|&column| (column as usize) < side);
    if fits {
        return Ok(());
    }
    let hint = "every floor has one column for each of its rows, like [0,2,4,1,3]";
    Err(ApiError::bad_value("these are not floors of one stack", hint))
}
