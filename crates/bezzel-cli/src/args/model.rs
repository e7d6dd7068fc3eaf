//! The model of an export or import as typed: problem, format and what the format leaves open.

use super::{Names, ProblemArgs, number_to};
use crate::failure::Failure;
use bezzel::registry::{FORMATS, FormatOption};
use bezzel::{ExportRequest, ImportRequest};
use clap::Args;

/// A problem in a format.
#[derive(Args)]
pub struct ModelArgs {
    #[command(flatten)]
    pub problem: ProblemArgs,
    #[arg(long, value_name = "NAME", help = Names::models().help("Format"),
          value_parser = Names::models(), hide_possible_values = true)]
    pub format: String,
    #[arg(long, value_name = "NAME", help = encodings(),
          value_parser = Names::encodings(), hide_possible_values = true)]
    encoding: Option<String>,
    #[arg(long, value_name = "NAME", help = graphs(),
          value_parser = Names::graphs(), hide_possible_values = true)]
    graph: Option<String>,
    /// Colour the squares with this many colours, each a set of queens that do not attack each
    /// other
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    colours: Option<String>,
}

/// The formats whose option this is.
fn having(is: fn(FormatOption) -> bool) -> String {
    let formats = FORMATS.iter().filter(|format| is(format.option));
    formats.map(|format| format.id).collect::<Vec<_>>().join(", ")
}

fn encodings() -> String {
    let formats = having(|option| option == FormatOption::Encoding);
    Names::encodings().help(&format!("Encoding of \"at most one\" in {formats}"))
}

fn graphs() -> String {
    let formats = having(|option| matches!(option, FormatOption::Graph(_)));
    Names::graphs().help(&format!("Which graph, in {formats}"))
}

impl ModelArgs {
    /// The request to export the problem.
    pub fn export(&self) -> Result<ExportRequest, Failure> {
        let mut request = ExportRequest::new(self.problem.one()?, &*self.format);
        request.encoding.clone_from(&self.encoding);
        request.graph.clone_from(&self.graph);
        request.colours = self.colours()?;
        Ok(request)
    }

    /// The request to import an answer to it.
    pub fn import(&self, answer: String) -> Result<ImportRequest, Failure> {
        let mut request = ImportRequest::new(self.problem.one()?, &*self.format, answer);
        request.encoding.clone_from(&self.encoding);
        request.graph.clone_from(&self.graph);
        request.colours = self.colours()?;
        request.notation = self.problem.notation.chosen()?;
        Ok(request)
    }

    fn colours(&self) -> Result<Option<u32>, Failure> {
        let number = |text: &String| number_to(u32::MAX.into(), "--colours", text);
        Ok(self.colours.as_ref().map(number).transpose()?.map(|colours| colours as u32))
    }
}
