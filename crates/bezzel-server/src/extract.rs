//! Reading requests: JSON bodies within limits of size and time, queries and paths, with clear
//! errors.

use crate::app::App;
use crate::config::Limits;
use crate::error::ApiError;
use axum::body::Body;
use axum::extract::path::{ErrorKind, FailedToDeserializePathParams};
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use bezzel::misread;
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;

/// Bytes of a body that is parsed without a thread of its own.
const SMALL: usize = 32 << 10;

/// Bytes read from a body that is too long, so that the client can see the error.
const DRAINED: usize = 16 << 20;

/// A JSON body.
pub struct Input<T>(pub T);

impl<T: DeserializeOwned + Send + 'static> FromRequest<Arc<App>> for Input<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        // A form of another site may send text, but for this type the browser asks for permission
        // first.
        let is_json = kind.and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
            kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json")
        });
        if !is_json {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not-json",
                "the content type is not JSON",
                "send the header content-type: application/json",
            ));
        }
        let bytes = read(request, &app.limits).await?;
        // A problem is checked while it is parsed, which takes a while for a large one.
        if bytes.len() > SMALL {
            return Ok(Input(app.quick.run(move |_| bezzel::read_json(&bytes)).await??));
        }
        Ok(Input(bezzel::read_json(&bytes)?))
    }
}

/// The whole body, unless it is too long or too slow.
async fn read(request: Request, limits: &Limits) -> Result<Vec<u8>, ApiError> {
    let mut body = request.into_body();
    let patience = Duration::from_secs(limits.body_seconds);
    match tokio::time::timeout(patience, collect(&mut body, limits.body_bytes)).await {
        Ok(Ok(Some(bytes))) => Ok(bytes),
        Ok(Ok(None)) => {
            // A client that is still sending does not read: accept some more before answering.
            let rest = collect(&mut body, DRAINED);
            let _ = tokio::time::timeout(Duration::from_secs(1), rest).await;
            Err(ApiError::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "body-too-large",
                "the body is too long",
                format!("send at most {} bytes", limits.body_bytes),
            ))
        }
        Ok(Err(error)) => {
            let hint = "send all of it";
            Err(ApiError::new(StatusCode::BAD_REQUEST, "broken-body", error.to_string(), hint))
        }
        Err(_) => Err(ApiError::new(
            StatusCode::REQUEST_TIMEOUT,
            "slow-body",
            "the body did not arrive in time",
            format!("send it within {} seconds", limits.body_seconds),
        )),
    }
}

/// The rest of a body; `None` as soon as it has more bytes than this.
async fn collect(body: &mut Body, most: usize) -> Result<Option<Vec<u8>>, axum::Error> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await.transpose()? {
        if let Ok(data) = frame.into_data() {
            if bytes.len() + data.len() > most {
                return Ok(None);
            }
            bytes.extend_from_slice(&data);
        }
    }
    Ok(Some(bytes))
}

/// The query of a request; unknown names are refused.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(query)| Asked(query)).map_err(|rejection| {
            let text = rejection.body_text();
            let text = text.strip_prefix(OPENING).unwrap_or(&text);
            // The reader puts the name of the parameter first, unless it is unknown itself.
            let (field, complaint) = match text.split_once(": ") {
                Some((field, complaint)) if !field.contains(' ') => (field, complaint),
                _ => ("", text),
            };
            ApiError::from(misread(field, complaint)).of("bad-query")
        })
    }
}

/// The variable parts of a path.
pub struct At<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for At<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(path)| At(path)).map_err(|rejection| match rejection {
            PathRejection::FailedToDeserializePathParams(fault) => refused_part(fault),
            other => ApiError::from(misread("", &other.body_text())).of("bad-path"),
        })
    }
}

/// What is wrong with a part of a path, and what would be right.
fn refused_part(fault: FailedToDeserializePathParams) -> ApiError {
    let error = match fault.into_kind() {
        ErrorKind::ParseErrorAtKey { value, .. }
        | ErrorKind::ParseErrorAtIndex { value, .. }
        | ErrorKind::ParseError { value, .. } => {
            bezzel::Error::bad(format!("'{value}' is not a number"))
                .advice("write a whole number from 0")
        }
        other => misread("", &other.to_string()),
    };
    ApiError::from(error).of("bad-path")
}

/// How the messages of the query parser begin.
const OPENING: &str = "Failed to deserialize query string: ";
