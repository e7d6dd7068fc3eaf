//! The model of an export or import as typed: problem, format and what the format leaves open.

use super::{Names, ProblemArgs, number_to};
use crate::failure::Failure;
use bezzel_models::{Choice, Colouring, Encoding, FORMATS, Format, Model, Options};
use clap::Args;

/// A problem in a format.
#[derive(Args)]
pub struct ModelArgs {
    #[command(flatten)]
    pub problem: ProblemArgs,
    /// Format: cnf, opb, lp, mps, mzn, fzn, xcsp3, smt2, asp, xcc, col, clq, graph6, dot, graphml, qubo
    #[arg(long, value_name = "NAME", value_parser = Names::models(), hide_possible_values = true)]
    pub format: String,
    /// How "at most one" is said in cnf and smt2: pairwise, sequential or product (default: sequential)
    #[arg(long, value_name = "NAME", value_parser = Names::encodings(), hide_possible_values = true)]
    encoding: Option<String>,
    /// Which graph, for formats of graphs: queen or complement (default: complement for clq)
    #[arg(long, value_name = "NAME", value_parser = Names::graphs(), hide_possible_values = true)]
    graph: Option<String>,
    /// The board split among so many colours, each a set of queens that do not attack each other
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    colours: Option<String>,
}

impl ModelArgs {
    /// The format.
    pub fn format(&self) -> Result<&'static Format, Failure> {
        Ok(Format::find(&self.format)?)
    }

    /// The model of the problem.
    pub fn model(&self) -> Result<Model, Failure> {
        Ok(Model::new(self.problem.one()?)?)
    }

    /// What the format leaves open; an option that means nothing to it is refused.
    pub fn options(&self) -> Result<Options, Failure> {
        let format = self.format()?;
        let refuse = |option: &str, what: &str, has: fn(&Format) -> bool| {
            let takers: Vec<&str> = FORMATS.iter().filter(|f| has(f)).map(|f| f.id).collect();
            let id = format.id;
            Failure::Usage(format!("{id} has no {what}; {option} is for {}", takers.join(", ")))
        };
        let has_encoding = |format: &Format| format.choice == Choice::Encoding;
        let is_graph = |format: &Format| matches!(format.choice, Choice::Graph(_));
        if self.encoding.is_some() && !has_encoding(format) {
            return Err(refuse("--encoding", "encoding", has_encoding));
        }
        if self.graph.is_some() && !is_graph(format) {
            return Err(refuse("--graph", "graph", is_graph));
        }
        let encoding = self.encoding.as_deref().map_or(Ok(Encoding::default()), str::parse)?;
        let graph = self.graph.as_deref().map(str::parse).transpose()?;
        Ok(Options { encoding, graph })
    }

    /// Whether a colouring is asked for instead of a solution.
    pub fn asks_colouring(&self) -> bool {
        self.colours.is_some()
    }

    /// The colouring asked for, if one is.
    pub fn colouring<'m>(&self, model: &'m Model) -> Result<Option<Colouring<'m>>, Failure> {
        let Some(text) = &self.colours else { return Ok(None) };
        let colours = number_to(u32::MAX.into(), "--colours", text)? as u32;
        Ok(Some(Colouring::new(model, colours, self.options()?.encoding)?))
    }
}
