//! The papers: what they print beside recomputed values.

use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel_papers::{Depth, PapersAnswer, ReproduceAnswer, ReproduceRequest};
use std::sync::Arc;

/// The papers and their items
#[utoipa::path(get, path = "/papers", responses((status = 200, body = PapersAnswer)))]
pub async fn papers() -> Result<Json<PapersAnswer>, ApiError> {
    Ok(Json(bezzel_papers::list(&ReproduceRequest::new())?))
}

/// What the papers print beside recomputed values
///
/// One item at a time, because each takes seconds to minutes.
#[utoipa::path(
    post, path = "/reproduce", request_body = ReproduceRequest,
    responses(
        (status = 200, body = ReproduceAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn reproduce(
    State(app): State<Arc<App>>,
    Input(request): Input<ReproduceRequest>,
) -> Result<Json<ReproduceAnswer>, ApiError> {
    if request.depth == Depth::Deep {
        let hint = "set depth to quick or report; the command line goes deeper";
        return Err(ApiError::bad_value("this takes longer than the server allows", hint));
    }
    let items: usize = request.chosen()?.iter().map(|(_, items)| items.len()).sum();
    if items > 1 {
        return Err(ApiError::too_large("the number of items", items, 1));
    }
    // It is stopped only when the client has gone, so the missing answer does not matter.
    let done =
        app.long.run(move |control| bezzel_papers::reproduce(&request, control, &mut |_, _| ()));
    Ok(Json(done.await??))
}
