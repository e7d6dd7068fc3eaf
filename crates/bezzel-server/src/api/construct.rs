//! Solutions constructed without search.

use super::download::file;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use crate::stream;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bezzel::{ConstructAnswer, ConstructRequest, StreamFormat};
use std::sync::Arc;

/// Construct a solution without search
///
/// Without a format the answer is a document with the runs of queens; with one it is the stream of
/// columns itself.
#[utoipa::path(
    post, path = "/construct", request_body = ConstructRequest,
    responses(
        (status = 200, description = "the runs, or the columns row by row", content(
            (ConstructAnswer = "application/json"),
            (String = "text/plain"),
            (Vec<u8> = "application/octet-stream")
        )),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn construct(
    State(app): State<Arc<App>>,
    Input(request): Input<ConstructRequest>,
) -> Result<Response, ApiError> {
    let Some(format) = request.format else {
        let answer = app
            .quick
            .run(move |control| bezzel::construct(&request, control, &mut std::io::sink()));
        return Ok(Json(answer.await??).into_response());
    };
    let (n, most) = (request.n.0, app.limits.construct_queens);
    if n > most.into() {
        return Err(ApiError::too_large("n", n, most));
    }
    let body = stream::body(&app, move |control, out| {
        let answer = bezzel::construct(&request, control, out)?;
        match answer.why {
            Some(why) => Err(ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "no-solution",
                why,
                "leave out the format, or choose another n",
            )),
            None => Ok(()),
        }
    });
    let (ending, kind) = match format {
        StreamFormat::Commas | StreamFormat::Lines => ("txt", "text/plain; charset=utf-8"),
        _ => ("bin", "application/octet-stream"),
    };
    Ok(file(&format!("queens-{n}"), ending, kind, body.await?))
}
