//! Pictures as files.

use super::download::file;
use super::{ask, squares};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use bezzel::{Control, DrawRequest, PictureFormat, PictureRequest, PlotNumbers, RunLimits};
use std::sync::Arc;
use std::time::Duration;

/// Most rows of a board that is drawn.
const ROWS: u32 = 1_000;

/// Most runs behind a point of a plot.
const RUNS: u64 = 1_000;

/// Draw a picture
#[utoipa::path(
    post, path = "/draw", request_body = DrawRequest,
    responses(
        (status = 200, description = "the picture", content_type = "application/octet-stream"),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn draw(
    State(app): State<Arc<App>>,
    Input(mut request): Input<DrawRequest>,
) -> Result<Response, ApiError> {
    let format = request.validate()?;
    limit(&app, &mut request.picture)?;
    let answer = in_time(&app, move |control| bezzel::draw(&request, control)).await?;
    if let (true, Some(because)) = (answer.picture.is_empty(), answer.stopped) {
        let message = format!("there is nothing to draw, because {because}");
        return Err(ApiError::bad_value(message, "choose smaller boards"));
    }
    let (kind, ending) = kind(format);
    Ok(file("bezzel", ending, kind, Body::from(answer.picture)))
}

/// Draws, within the time limits of a search and a picture.
pub async fn in_time<T: Send + 'static>(
    app: &App,
    work: impl FnOnce(&Control) -> Result<T, bezzel::Error> + Send + 'static,
) -> Result<T, ApiError> {
    let most = 2 * app.limits.solve_seconds;
    let drawn = app.quick.run(move |control| work(control));
    match tokio::time::timeout(Duration::from_secs(most), drawn).await {
        Ok(drawn) => Ok(drawn??),
        Err(_) => Err(ApiError::bad_value(
            format!("the picture takes longer than {most} seconds"),
            "choose fewer steps, a smaller board or svg",
        )),
    }
}

/// The media type of a format and its file extension.
pub fn kind(format: PictureFormat) -> (&'static str, &'static str) {
    match format {
        PictureFormat::Svg => ("image/svg+xml", "svg"),
        PictureFormat::Png => ("image/png", "png"),
        PictureFormat::Pdf => ("application/pdf", "pdf"),
        PictureFormat::Tikz => ("application/x-tex", "tex"),
        PictureFormat::Gif => ("image/gif", "gif"),
        PictureFormat::Apng => ("image/apng", "apng"),
        PictureFormat::Csv => ("text/csv; charset=utf-8", "csv"),
        PictureFormat::Unicode | PictureFormat::Ansi => ("text/plain; charset=utf-8", "txt"),
        _ => ("application/octet-stream", "bin"),
    }
}

/// Refuses what is too large for this server and sets the time limit of the rest.
fn limit(app: &App, picture: &mut PictureRequest) -> Result<(), ApiError> {
    let most_seconds = app.limits.solve_seconds as f64;
    let in_time = |limits: &mut RunLimits| -> Result<(), ApiError> {
        limits.time = Some(ask::time(limits.time, most_seconds)?);
        Ok(())
    };
    match picture {
        PictureRequest::Board(board) => ask::within(&board.problem, ROWS),
        PictureRequest::Graph(graph) => ask::within(&graph.problem, ROWS),
        PictureRequest::Density(density) => {
            squares::within(app, &density.problem, density.number, density.approximate)
        }
        PictureRequest::Orbit(orbit) => ask::within(&orbit.problem, ROWS),
        PictureRequest::Tree(tree) => {
            ask::within(&tree.problem, app.limits.trace_rows)?;
            in_time(&mut tree.limits)
        }
        PictureRequest::Trace(trace) => {
            ask::within(&trace.problem, app.limits.trace_rows)?;
            in_time(&mut trace.limits)
        }
        PictureRequest::Plot(plot) => {
            if let PlotNumbers::Success { runs, .. } = plot.numbers
                && runs > RUNS
            {
                return Err(ApiError::too_large("the number of runs", runs, RUNS));
            }
            in_time(&mut plot.limits)
        }
        _ => Ok(()),
    }
}
