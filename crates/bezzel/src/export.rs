//! `export`: the problem as a model that external solvers read.

use crate::model::Modelled;
use crate::stoppable::until_stopped;
use crate::{Control, Decimal, Error, ErrorKind, Schema};
use bezzel_board::Problem;
use bezzel_models::Format;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// What to export.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ExportRequest {
    /// The problem.
    pub problem: Problem,
    /// The format.
    pub format: String,
    /// Encoding of "at most one" in clauses: pairwise, sequential or product.
    #[serde(default)]
    pub encoding: Option<String>,
    /// Which graph: queen or complement.
    #[serde(default)]
    pub graph: Option<String>,
    /// Asks for a colouring with this many colours instead, each a set of queens that do not attack
    /// each other.
    #[serde(default)]
    pub colours: Option<u32>,
}

/// What was exported.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ExportAnswer {
    /// `bezzel/export/1`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
    /// The format.
    pub format: &'static str,
    /// The usual file extension.
    pub extension: &'static str,
    /// Programs that read it.
    pub solvers: &'static str,
    /// Bytes written.
    pub bytes: Decimal,
    /// Whether everything was written.
    pub complete: bool,
}

impl ExportRequest {
    /// A problem in a format, with the format's own choices.
    #[must_use]
    pub fn new(problem: Problem, format: impl Into<String>) -> ExportRequest {
        let format = format.into();
        ExportRequest { problem, format, encoding: None, graph: None, colours: None }
    }
}

/// Writes the problem in a format. Errors in the request are reported before anything is written,
/// and memory does not grow with the file.
///
/// ```
/// use bezzel::{Control, ExportRequest, Problem, export};
///
/// let mut cnf = Vec::new();
/// let answer = export(&ExportRequest::new(Problem::queens(8), "cnf"), &Control::new(), &mut cnf)?;
/// assert!(cnf.starts_with(b"c "));
/// assert!(answer.complete);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn export(
    request: &ExportRequest,
    control: &Control,
    out: &mut dyn Write,
) -> Result<ExportAnswer, Error> {
    let ExportRequest { problem, format, colours, .. } = request;
    let (encoding, graph) = (request.encoding.as_deref(), request.graph.as_deref());
    let modelled = Modelled::new(problem, format, encoding, graph, *colours)?;
    let Modelled { model, format, options, .. } = &modelled;
    let colouring = modelled.colouring()?;
    if colouring.is_some() && !format.writes_colourings() {
        let what = format!("{} cannot express colourings", format.id);
        return Err(Error::new(ErrorKind::Unsupported, what)
            .set("format", "cnf")
            .advice("use col with a colouring program"));
    }
    let written = until_stopped(out, control, |out| match &colouring {
        Some(colouring) => Format::write_colouring(colouring, out),
        None => format.write(model, *options, out),
    })?;
    Ok(ExportAnswer {
        schema: Schema::new("bezzel/export/1"),
        problem: problem.clone(),
        format: format.id,
        extension: format.extension,
        solvers: format.solvers,
        bytes: written.bytes.into(),
        complete: written.complete,
    })
}

/// The usual file extension of a format.
pub fn extension(format: &str) -> Result<&'static str, Error> {
    Ok(Format::find(format)?.extension)
}
