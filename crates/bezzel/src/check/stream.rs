//! `check` of a stream of columns of any size, up to its first fault.

use super::nothing;
use crate::stoppable::StoppableReader;
use crate::{Control, Error, ErrorKind, Schema};
use bezzel_search::construct::{Check, CheckError, CheckResult, Columns, Format, Method};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// How a stream is checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CheckStreamRequest {
    /// How the columns are written.
    pub stream: Format,
    /// The number of rows, if it is known in advance.
    #[serde(default)]
    pub size: Option<u64>,
    /// Maximum memory for bitmaps, if they are needed.
    #[serde(default = "memory")]
    pub memory: u64,
}

fn memory() -> u64 {
    1_000_000_000
}

impl CheckStreamRequest {
    /// A stream in this format, of unknown length.
    #[must_use]
    pub fn new(stream: Format) -> CheckStreamRequest {
        CheckStreamRequest { stream, size: None, memory: memory() }
    }
}

/// Where the columns come from.
pub enum ColumnSource<'a> {
    /// Something that can be read once.
    Once(&'a mut dyn Read),
    /// A file, which is read several times if necessary.
    File(&'a Path),
}

/// Whether a stream is a solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CheckStreamAnswer {
    /// `bezzel/check-stream/2`.
    pub schema: Schema,
    /// Side of the board.
    pub n: u64,
    /// Whether the columns are a solution.
    pub solution: bool,
    /// The first fault.
    pub fault: Option<String>,
    /// How it was checked.
    pub method: String,
}

/// Checks a stream of columns.
pub fn check_stream(
    request: &CheckStreamRequest,
    source: ColumnSource<'_>,
    control: &Control,
) -> Result<CheckStreamAnswer, Error> {
    let check = Check { n: request.size, memory: request.memory, ..Check::default() };
    let (checked, name) = match source {
        ColumnSource::Once(stream) => {
            let columns = Columns::new(StoppableReader::new(stream, control), request.stream);
            (check.stream(columns), "the stream".to_owned())
        }
        ColumnSource::File(file) => (
            check.passes(|| {
                let file = StoppableReader::new(File::open(file)?, control);
                Ok(Columns::new(file, request.stream))
            }),
            file.display().to_string(),
        ),
    };
    if control.stop().is_asked() {
        return Err(Error::stopped());
    }
    let CheckResult { n, fault, method } = checked.map_err(|error| refused(&error, &name))?;
    // A failed command before a pipe gives empty input, which must not count as a solution.
    if n == 0 && check.n != Some(0) {
        return Err(nothing());
    }
    Ok(CheckStreamAnswer {
        schema: Schema::new("bezzel/check-stream/2"),
        n,
        solution: fault.is_none(),
        fault: fault.as_ref().map(ToString::to_string),
        method: words(method),
    })
}

fn refused(error: &CheckError, name: &str) -> Error {
    match error {
        CheckError::Read(fault) => {
            let error = Error::of(ErrorKind::Io, fault);
            Error { what: format!("{name}: {}", error.what), ..error }
        }
        CheckError::Memory { .. } | CheckError::TooManyPasses { .. } => {
            Error::of(ErrorKind::TooLarge, error)
        }
        _ => Error::of(ErrorKind::BadRequest, error),
    }
}

fn words(method: Method) -> String {
    match method {
        Method::Runs(runs) => format!("by proof from {runs} runs in arithmetic progression"),
        Method::Bitmaps(bytes) => format!("with {bytes} bytes of bitmaps"),
        Method::Passes(passes, bytes) => {
            format!("in {passes} passes with {bytes} bytes of bitmaps")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn once(request: &CheckStreamRequest, text: &str) -> Result<CheckStreamAnswer, Error> {
        check_stream(request, ColumnSource::Once(&mut text.as_bytes()), &Control::new())
    }

    #[test]
    fn streams_are_checked_and_refused() {
        let request = CheckStreamRequest::new(Format::Commas);
        assert!(once(&request, "1,3,0,2").unwrap().solution);
        let wrong = once(&request, "0,1").unwrap();
        assert!(!wrong.solution && wrong.fault.is_some());
        assert!(once(&request, "").unwrap_err().what.contains("no placement"));
        assert_eq!(once(&request, "a").unwrap_err().kind, ErrorKind::Io);
        let missing = ColumnSource::File(Path::new("no such file"));
        let missing = check_stream(&request, missing, &Control::new());
        assert!(missing.unwrap_err().what.starts_with("no such file: "));
    }
}
