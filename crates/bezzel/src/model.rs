//! A problem in a format of external solvers, as exports and imports name it.

use crate::Error;
use bezzel_board::Problem;
use bezzel_models::{Colouring, Encoding, FORMATS, Format, FormatOption, Model, Options};

/// A model with the chosen options of its format.
pub(crate) struct Modelled {
    pub model: Model,
    pub format: &'static Format,
    pub options: Options,
    colours: Option<u32>,
}

impl Modelled {
    /// The model; options that its format does not have are refused.
    pub fn new(
        problem: &Problem,
        format: &str,
        encoding: Option<&str>,
        graph: Option<&str>,
        colours: Option<u32>,
    ) -> Result<Modelled, Error> {
        let format = Format::find(format)?;
        let has_encoding = |format: &Format| format.option == FormatOption::Encoding;
        let is_graph = |format: &Format| matches!(format.option, FormatOption::Graph(_));
        if encoding.is_some() && !has_encoding(format) {
            return Err(refused("encoding", format, has_encoding));
        }
        if graph.is_some() && !is_graph(format) {
            return Err(refused("graph", format, is_graph));
        }
        if colours == Some(0) {
            return Err(Error::bad("a board cannot be split among 0 colours").set("colours", "1"));
        }
        let options = Options::default()
            .with_encoding(encoding.map_or(Ok(Encoding::default()), str::parse)?)
            .with_graph(graph.map(str::parse).transpose()?);
        let model = Model::new(problem.clone())?;
        if colours.is_none() {
            format.supports(&model)?;
        }
        Ok(Modelled { model, format, options, colours })
    }

    /// The requested colouring, if any.
    pub fn colouring(&self) -> Result<Option<Colouring<'_>>, Error> {
        let colouring = |colours| Colouring::new(&self.model, colours, self.options.encoding);
        Ok(self.colours.map(colouring).transpose()?)
    }
}

fn refused(option: &'static str, format: &Format, has: impl Fn(&Format) -> bool) -> Error {
    let takers: Vec<&str> = FORMATS.iter().filter(|f| has(f)).map(|f| f.id).collect();
    let error = Error::bad(format!("{} has no {option}", format.id)).leave_out(option);
    error.advice(format!("choose one of the formats {}", takers.join(", ")))
}
