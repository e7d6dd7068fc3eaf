//! Formulations and formats: the problem for other people's solvers, and their answers.

use super::ask::{self, ProblemForm};
use super::download::file;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use crate::lane::StopGuard;
use crate::stream::{Answering, send};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use bezzel_board::{Notation, Problem};
use bezzel_models::{
    Answer, Choice, DEFINITIONS, Encoding, FORMATS, Format, GraphKind, Model, Options,
};
use bezzel_search::{Existence, Limits, existence};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

/// How long each search of ours looks for what a solver says there is not.
const CONFIRM: Duration = Duration::from_secs(1);

/// Bytes that are sent at a time.
const CHUNK: usize = 64 << 10;

/// What there is.
#[derive(Serialize, ToSchema)]
pub struct Models {
    /// Formats of solvers.
    formats: Vec<FormatCard>,
    /// The survey's definitions.
    definitions: Vec<DefinitionCard>,
    /// Solvers inside.
    backends: Vec<super::solvers::BackendCard>,
}

/// A format.
#[derive(Serialize, ToSchema)]
pub struct FormatCard {
    /// Its name.
    id: &'static str,
    /// Ending of its files.
    extension: &'static str,
    /// What it is.
    about: &'static str,
    /// Programs that read it.
    solvers: &'static str,
    /// Ways of saying "at most one", where it leaves them open; the default is `sequential`.
    encodings: Vec<&'static str>,
    /// Which graphs, where it is one.
    graphs: Vec<&'static str>,
}

/// A definition.
#[derive(Serialize, ToSchema)]
pub struct DefinitionCard {
    /// Its name.
    id: &'static str,
    /// The survey's heading and section.
    title: &'static str,
    /// What is wrong in print, or that nothing is.
    correction: &'static str,
}

/// Formats, definitions and solvers
#[utoipa::path(get, path = "/models", responses((status = 200, body = Models)))]
pub async fn models() -> Json<Models> {
    let formats = FORMATS.iter().map(|format| FormatCard {
        id: format.id,
        extension: format.extension,
        about: format.about,
        solvers: format.solvers,
        encodings: match format.choice {
            Choice::Encoding => Encoding::ALL.iter().map(|(_, name)| *name).collect(),
            _ => Vec::new(),
        },
        graphs: match format.choice {
            Choice::Graph(_) => GraphKind::ALL.iter().map(|(_, name)| *name).collect(),
            _ => Vec::new(),
        },
    });
    let definitions = DEFINITIONS.iter().map(|definition| DefinitionCard {
        id: definition.id,
        title: definition.title,
        correction: definition.correction,
    });
    Json(Models {
        formats: formats.collect(),
        definitions: definitions.collect(),
        backends: super::solvers::backends(),
    })
}

/// A problem in a format.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// The problem.
    #[schema(value_type = ProblemForm)]
    problem: Problem,
    /// The format.
    format: String,
    /// How "at most one" is said in clauses.
    encoding: Option<String>,
    /// Which graph.
    graph: Option<String>,
}

/// An answer in a format.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DecodeRequest {
    /// The problem.
    #[schema(value_type = ProblemForm)]
    problem: Problem,
    /// The format the model was written in.
    format: String,
    /// How "at most one" was said in clauses.
    encoding: Option<String>,
    /// Which graph it was.
    graph: Option<String>,
    /// What the solver wrote.
    text: String,
}

/// A model in a format.
struct Written {
    model: Model,
    format: &'static Format,
    options: Options,
}

impl Written {
    fn new(
        app: &App,
        problem: Problem,
        format: &str,
        encoding: Option<&str>,
        graph: Option<&str>,
    ) -> Result<Written, ApiError> {
        ask::within(&problem, app.limits.model_rows)?;
        if problem.size().width() > app.limits.model_rows {
            let width = problem.size().width();
            return Err(ApiError::too_large("the number of columns", width, app.limits.model_rows));
        }
        let format = Format::find(format)?;
        let refuse = |what: &str| {
            ApiError::bad_value(format!("{} leaves no {what} open", format.id), "leave it out")
        };
        if encoding.is_some() && format.choice != Choice::Encoding {
            return Err(refuse("encoding"));
        }
        if graph.is_some() && !matches!(format.choice, Choice::Graph(_)) {
            return Err(refuse("graph"));
        }
        let options = Options {
            encoding: encoding.map_or(Ok(Encoding::default()), str::parse)?,
            graph: graph.map(str::parse).transpose()?,
        };
        Ok(Written { model: Model::new(problem)?, format, options })
    }
}

/// The problem for a solver, as text
#[utoipa::path(
    post, path = "/export", request_body = ExportRequest,
    responses(
        (status = 200, description = "the model", content_type = "text/plain"),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn export(
    State(app): State<Arc<App>>,
    Input(asked): Input<ExportRequest>,
) -> Result<Response, ApiError> {
    let name = format!("queens-{}", asked.problem.size());
    let (encoding, graph) = (asked.encoding.as_deref(), asked.graph.as_deref());
    let written = Written::new(&app, asked.problem, &asked.format, encoding, graph)?;
    let extension = written.format.extension;
    let (sender, chunks) = mpsc::channel(4);
    let guard = StopGuard(Arc::default());
    let work = move |stop: &Arc<AtomicBool>| {
        let mut out = BufWriter::with_capacity(CHUNK, Sending(sender, Arc::clone(stop)));
        // It fails only if the reader has gone.
        let _ = written.format.write(&written.model, written.options, &mut out);
        let _ = out.flush();
    };
    app.long.start(Arc::clone(&guard.0), work).await?;
    let body = Answering::new(&app, ReceiverStream::new(chunks), guard, |_| false);
    let body = Body::from_stream(body.map(Ok::<_, Infallible>));
    Ok(file(&name, extension, "text/plain; charset=utf-8", body))
}

/// Writes into a channel, and fails when nobody reads it any more.
struct Sending(mpsc::Sender<Bytes>, Arc<AtomicBool>);

impl Write for Sending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match send(&self.0, Bytes::copy_from_slice(bytes), &self.1) {
            true => Ok(bytes.len()),
            false => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a solver said.
#[derive(Serialize, ToSchema)]
pub struct Decoded {
    /// `solution` (verified), `none` (the solver's word) or `unknown`.
    answer: &'static str,
    /// The solution in one-line notation.
    solution: Option<String>,
    /// What the solver said where it gave up, or what its word is worth.
    why: Option<String>,
}

/// Read and verify what a solver wrote
#[utoipa::path(
    post, path = "/decode", request_body = DecodeRequest,
    responses((status = 200, body = Decoded), (status = "4XX", body = ErrorBody))
)]
pub async fn decode(
    State(app): State<Arc<App>>,
    Input(asked): Input<DecodeRequest>,
) -> Result<Json<Decoded>, ApiError> {
    let (encoding, graph) = (asked.encoding.as_deref(), asked.graph.as_deref());
    let size = asked.problem.size();
    let written = Written::new(&app, asked.problem, &asked.format, encoding, graph)?;
    let refuse = |why: String| {
        let hint = "paste what the solver wrote, unchanged";
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-answer", why, hint)
    };
    let read = app.quick.run(move |stop| {
        let answer = written.format.read(&written.model, written.options, &asked.text);
        let limits =
            Limits { time: Some(CONFIRM), stop: Arc::clone(stop).into(), ..Limits::none() };
        let known = match &answer {
            Ok(Answer::None) => existence(written.model.problem(), &limits),
            _ => Existence::Open,
        };
        (answer, known)
    });
    let (answer, known) = read.await?;
    let answer = answer.map_err(|error| refuse(error.to_string()))?;
    if let Existence::Found(one) = &known {
        let one = Notation::OneLine.write(one, size)?;
        return Err(refuse(format!("the solver says that there is none, but this is one: {one}")));
    }
    Ok(Json(match answer {
        Answer::Found(placement) => Decoded {
            answer: "solution",
            solution: Some(Notation::OneLine.write(&placement, size)?),
            why: None,
        },
        Answer::None => Decoded {
            answer: "none",
            solution: None,
            why: Some(match known {
                Existence::None => "the solver says that there is no solution, and it is so".into(),
                _ => "the solver says that there is no solution; nothing here confirms it".into(),
            }),
        },
        Answer::Unknown(why) => Decoded { answer: "unknown", solution: None, why: Some(why) },
    }))
}
