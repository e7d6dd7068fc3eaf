//! Every way a request can fail, as one JSON object that says what would be right.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bezzel::{ErrorKind, Instead};
use serde::Serialize;
use std::fmt::Display;
use utoipa::ToSchema;

/// Why a request failed.
#[derive(Debug)]
pub struct ApiError {
    pub status: StatusCode,
    code: &'static str,
    message: String,
    hint: String,
    field: Option<String>,
}

/// The body of every error answer.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    error: ErrorText,
}

/// What is wrong and what would be right.
#[derive(Serialize, ToSchema)]
pub struct ErrorText {
    /// A code for programs.
    code: &'static str,
    /// What is wrong.
    message: String,
    /// What would be right.
    hint: String,
    /// The field of the request that is wrong, such as `problems[0].size`.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
}

/// The hint when there is nothing more specific to say.
const CORRECT: &str = "correct it and send the request again";

/// Seconds after which a client may try again.
const RETRY: HeaderValue = HeaderValue::from_static("1");

impl ApiError {
    pub fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> ApiError {
        ApiError { status, code, message: message.into(), hint: hint.into(), field: None }
    }

    /// The same as an error of the address, with this code.
    pub fn of(self, code: &'static str) -> ApiError {
        ApiError { code, status: StatusCode::BAD_REQUEST, ..self }
    }

    /// The same with another status.
    pub fn with_status(mut self, status: StatusCode) -> ApiError {
        self.status = status;
        self
    }

    /// The body of the answer.
    pub fn into_body(self) -> ErrorBody {
        let ApiError { code, message, hint, field, .. } = self;
        ErrorBody { error: ErrorText { code, message, hint, field } }
    }

    /// A wrong value.
    pub fn bad_value(message: impl Into<String>, hint: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-value", message, hint)
    }

    /// A value beyond a limit.
    pub fn too_large(
        what: &str,
        value: impl Display + Copy,
        most: impl Display + Copy,
    ) -> ApiError {
        ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "too-large",
            format!("{what} is {value}"),
            format!("this server accepts at most {most}"),
        )
    }

    /// Something that does not exist.
    pub fn missing(code: &'static str, message: impl Into<String>, hint: &str) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, code, message, hint)
    }

    /// Too much to do at the moment.
    pub fn busy(what: &str) -> ApiError {
        let hint = "try again in a second";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", what, hint)
    }

    /// A bug in this program.
    pub fn internal(message: impl Into<String>) -> ApiError {
        let hint = "please report this with the request that caused it";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message, hint)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if self.status.is_server_error() && self.code != "busy" {
            tracing::error!(code = self.code, message = self.message, "a request failed");
        }
        let (status, busy) = (self.status, self.code == "busy");
        let mut response = (status, Json(self.into_body())).into_response();
        if busy {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY);
        }
        response
    }
}

impl From<bezzel::Error> for ApiError {
    fn from(error: bezzel::Error) -> ApiError {
        let (status, code) = match error.kind {
            ErrorKind::NotJson => (StatusCode::BAD_REQUEST, "bad-json"),
            ErrorKind::UnknownName => (StatusCode::UNPROCESSABLE_ENTITY, "unknown-name"),
            ErrorKind::Unsupported => (StatusCode::UNPROCESSABLE_ENTITY, "unsupported"),
            ErrorKind::TooLarge => (StatusCode::UNPROCESSABLE_ENTITY, "too-large"),
            ErrorKind::NotThere => (StatusCode::UNPROCESSABLE_ENTITY, "not-there"),
            ErrorKind::Exists => (StatusCode::CONFLICT, "exists"),
            ErrorKind::Io => (StatusCode::INTERNAL_SERVER_ERROR, "io"),
            ErrorKind::Damaged => (StatusCode::INTERNAL_SERVER_ERROR, "damaged"),
            ErrorKind::Busy | ErrorKind::Stopped => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            ErrorKind::Failed => (StatusCode::INTERNAL_SERVER_ERROR, "failed"),
            ErrorKind::Alarm => (StatusCode::INTERNAL_SERVER_ERROR, "alarm"),
            _ => (StatusCode::UNPROCESSABLE_ENTITY, "bad-value"),
        };
        let hint = error.hint(Instead::to_string).unwrap_or_else(|| CORRECT.to_owned());
        ApiError { field: error.field, ..ApiError::new(status, code, error.what, hint) }
    }
}
