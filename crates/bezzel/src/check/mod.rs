//! `check`: whether a placement is a solution and, if not, why not.

mod proof;
mod stream;

pub use proof::{CheckProofAnswer, CheckProofRequest, check_proof};
pub use stream::{CheckStreamAnswer, CheckStreamRequest, ColumnSource, check_stream};

use crate::{Control, Error, ErrorKind, Instead, Schema};
use bezzel_board::{Notation, Placement, Problem, Rule, Size};
use bezzel_models::{Definition, EVERY_SET, Faults, Reading, Relation};
use serde::{Deserialize, Serialize};

/// A placement to check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CheckRequest {
    /// The placement as text.
    #[serde(default)]
    pub placement: Option<String>,
    /// The placement as squares, instead.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<bezzel_board::Square>>))]
    pub squares: Option<Placement>,
    /// How the text is written.
    #[serde(default)]
    pub notation: Notation,
    /// The problem it should solve; by default the plain board that the text shows.
    #[serde(default)]
    pub problem: Option<Problem>,
    /// On the board that the text shows: join opposite edges.
    #[serde(default)]
    pub torus: bool,
    /// On the board that the text shows: the attack rule.
    #[serde(default)]
    pub rule: Rule,
    /// One of the survey's definitions, to check by it instead of by the rules.
    #[serde(default)]
    pub definition: Option<String>,
    /// With a definition: as the survey prints it, with its errors.
    #[serde(default)]
    pub printed: bool,
    /// Maximum number of faults to name.
    #[serde(default = "faults")]
    pub faults: usize,
}

fn faults() -> usize {
    20
}

impl CheckRequest {
    fn empty() -> CheckRequest {
        CheckRequest {
            placement: None,
            squares: None,
            notation: Notation::default(),
            problem: None,
            torus: false,
            rule: Rule::default(),
            definition: None,
            printed: false,
            faults: faults(),
        }
    }

    /// Checks a text in one-line notation on the board it shows.
    #[must_use]
    pub fn new(placement: impl Into<String>) -> CheckRequest {
        CheckRequest { placement: Some(placement.into()), ..CheckRequest::empty() }
    }

    /// Checks a placement on a problem.
    #[must_use]
    pub fn of(placement: Placement, problem: Problem) -> CheckRequest {
        let (squares, problem) = (Some(placement), Some(problem));
        CheckRequest { squares, problem, ..CheckRequest::empty() }
    }

    /// The most queens that it can name, found without reading it: what a limit is compared with.
    #[must_use]
    pub fn most_queens(&self) -> usize {
        match (&self.squares, &self.placement) {
            (Some(squares), _) => squares.len(),
            // Every notation separates queens or rows by one of these.
            (None, Some(text)) => text.split([',', ' ', '\n', '/']).count(),
            (None, None) => 0,
        }
    }

    /// Whether the check looks at each pair of queens and not only at each queen: off the flat
    /// board, and by a definition.
    #[must_use]
    pub fn looks_at_pairs(&self) -> bool {
        let is_flat = self.problem.as_ref().map_or(!self.torus, Problem::is_flat);
        !is_flat || self.definition.is_some()
    }
}

/// Whether it is a solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CheckAnswer {
    /// `bezzel/check/2`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
    /// Whether the placement is a solution.
    pub solution: bool,
    /// The first faults, in words.
    pub faults: Vec<String>,
    /// How many faults there are.
    pub faults_in_all: usize,
    /// The queens as they were read.
    pub squares: Placement,
    /// The definition it was checked by, if one was named.
    pub definition: Option<CheckedDefinition>,
}

/// A definition of the survey.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CheckedDefinition {
    /// Its name.
    pub id: &'static str,
    /// Its heading and section.
    pub title: &'static str,
    /// What is wrong in print, or that nothing is.
    pub correction: &'static str,
    /// Whether it was used as printed.
    pub printed: bool,
    /// How many sets of n squares there are, up to five queens.
    pub sets: Option<u64>,
    /// How many of these sets the definition accepts.
    pub accepted: Option<u64>,
    /// The relations of the constraint problem, up to five queens.
    pub relations: Vec<DefinitionRelation>,
}

/// The pairs of columns that the constraint problem allows in two rows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DefinitionRelation {
    /// The two rows, the smaller first.
    pub rows: [u32; 2],
    /// The pairs of columns.
    pub columns: Vec<[u32; 2]>,
}

/// Checks a placement.
///
/// ```
/// use bezzel::{CheckRequest, Control, check};
///
/// assert!(check(&CheckRequest::new("1,3,0,2"), &Control::new())?.solution);
/// let wrong = check(&CheckRequest::new("0,1,2,3"), &Control::new())?;
/// assert_eq!(wrong.faults_in_all, 3, "each queen attacks the next");
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn check(request: &CheckRequest, control: &Control) -> Result<CheckAnswer, Error> {
    if request.problem.is_some() {
        let given = [("torus", request.torus), ("rule", request.rule != Rule::default())];
        if let Some((option, _)) = given.into_iter().find(|(_, given)| *given) {
            return Err(
                Error::bad(format!("the problem already has its own {option}")).leave_out(option)
            );
        }
    }
    let (placement, problem) = read(request)?;
    let (faults, definition) = match &request.definition {
        None if request.printed => {
            let error = Error::bad("only a definition can be used as printed");
            return Err(error.or(Instead::choose("definition")));
        }
        None => {
            let faults = problem.faults_until(&placement, control.stop());
            (Faults::all(faults.ok_or_else(Error::stopped)?), None)
        }
        Some(name) => by_definition(name, request.printed, &placement, &problem, control)?,
    };
    Ok(CheckAnswer {
        schema: Schema::new("bezzel/check/2"),
        problem,
        solution: faults.is_empty(),
        faults_in_all: usize::try_from(faults.total).unwrap_or(usize::MAX),
        faults: faults.first.into_iter().take(request.faults).collect(),
        squares: placement,
        definition,
    })
}

/// The placement and the problem it belongs to.
fn read(request: &CheckRequest) -> Result<(Placement, Problem), Error> {
    let size = request.problem.as_ref().map(Problem::size);
    match (&request.placement, &request.squares, &request.problem) {
        (Some(text), None, _) => {
            let (placement, read) = read_text(text, request.notation, size)?;
            let problem = match &request.problem {
                Some(problem) if problem.size() != read => {
                    return Err(Error::bad(format!(
                        "the placement is on the {read} board, the problem on the {} board",
                        problem.size()
                    ))
                    .advice("name the same size"));
                }
                Some(problem) => problem.clone(),
                None => on_board(read, request)?,
            };
            Ok((placement, problem))
        }
        (None, Some(squares), Some(problem)) => Ok((squares.clone(), problem.clone())),
        (None, Some(_), None) => {
            Err(Error::bad("squares alone do not determine the board")
                .or(Instead::choose("problem")))
        }
        _ => Err(Error::bad("one placement is checked").advice("give either text or squares")),
    }
}

fn read_text(
    text: &str,
    notation: Notation,
    size: Option<Size>,
) -> Result<(Placement, Size), Error> {
    // A failed command before a pipe gives empty input, which must not count as a solution.
    if text.trim().is_empty() && size.is_none_or(|size| size.rows() > 0) {
        return Err(nothing());
    }
    if let (None, Some(queens)) = (size, queens_alone(notation, text)) {
        return Err(Error::bad(format!("{notation} notation does not give the board's size"))
            .set("size", queens.to_string()));
    }
    Ok(notation.read(text.trim_end(), size)?)
}

/// The error for an empty text.
fn nothing() -> Error {
    Error::bad("there is no placement to check (the board without rows has size 0)")
        .set("size", "0")
}

/// The number of queens in a notation that shows only them and not the board.
fn queens_alone(notation: Notation, text: &str) -> Option<usize> {
    let words = text.split([',', ';', ' ', '\n']).filter(|word| !word.is_empty()).count();
    match notation {
        Notation::Squares => Some(words / 2),
        Notation::Linear | Notation::Algebraic => Some(words),
        _ => None,
    }
}

fn on_board(size: Size, request: &CheckRequest) -> Result<Problem, Error> {
    let problem = Problem::new(size).with_rule(request.rule)?;
    Ok(if request.torus { problem.on_torus()? } else { problem })
}

fn by_definition(
    name: &str,
    printed: bool,
    placement: &Placement,
    problem: &Problem,
    control: &Control,
) -> Result<(Faults, Option<CheckedDefinition>), Error> {
    let definition = Definition::find(name)?;
    let size = problem.size();
    if !size.is_square() || *problem != Problem::queens(size.rows()) {
        return Err(Error::new(
            ErrorKind::Unsupported,
            format!("the definitions are of plain n x n boards, not of {problem}"),
        )
        .leave_out("definition"));
    }
    let reading = if printed { Reading::Printed } else { Reading::Corrected };
    let n = size.rows();
    let faults = definition.faults(n, placement, reading)?;
    let (sets, accepted, relations) = if n <= EVERY_SET {
        let found = definition.accepted(n, reading, control.stop());
        let (accepted, sets) = found.ok_or_else(Error::stopped)?;
        (Some(sets), Some(accepted), definition.relations(n, reading))
    } else {
        (None, None, Vec::new())
    };
    let relation = |one: Relation| DefinitionRelation {
        rows: [one.i, one.j],
        columns: one.pairs.into_iter().map(|(x, y)| [x, y]).collect(),
    };
    let relations = relations.into_iter().map(relation).collect();
    let Definition { id, title, correction, .. } = definition;
    let checked = CheckedDefinition { id, title, correction, printed, sets, accepted, relations };
    Ok((faults, Some(checked)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_stops_when_asked() {
        let control = Control::new();
        control.stop().ask();
        let mut kinds = vec![check(&CheckRequest::new("1,3,0,2"), &control).unwrap_err().kind];
        let request = CheckStreamRequest::new(bezzel_search::construct::Format::Commas);
        let source = ColumnSource::Once(&mut "1,3,0,2".as_bytes());
        kinds.push(check_stream(&request, source, &control).unwrap_err().kind);
        let (mut formula, mut proof) =
            ("p cnf 1 2\n1 0\n-1 0\n".as_bytes(), "3 0 1 2 0\n".as_bytes());
        let request = CheckProofRequest::new(&mut formula, &mut proof);
        kinds.push(check_proof(request, &control).unwrap_err().kind);
        assert_eq!(kinds, [ErrorKind::Stopped; 3]);
    }

    /// Counted by hand of the 1820 sets of 4 squares: two are solutions.
    #[test]
    fn a_definition_says_what_it_accepts() {
        let checked = |placement: &str, id: &str, printed: bool| {
            let mut request = CheckRequest::new(placement);
            (request.definition, request.printed) = (Some(id.to_owned()), printed);
            check(&request, &Control::new()).unwrap().definition.unwrap()
        };
        let accepts = |placement: &str, id: &str, printed: bool| {
            let checked = checked(placement, id, printed);
            (checked.accepted, checked.sets)
        };
        assert_eq!(accepts("1,3,0,2", "csp", false), (Some(2), Some(1820)));
        assert_eq!(accepts("1,3,0,2", "csp", true), (Some(0), Some(1820)));
        assert_eq!(accepts("0,1,2,3,4", "modular", true), (Some(4), Some(53_130)));
        assert_eq!(accepts("0,1,2,3,4,5", "modular", true), (None, None));
        let relations = checked("1,3,0,2", "csp", false).relations;
        assert_eq!((relations.len(), relations[0].rows), (6, [0, 1]));
        assert_eq!(relations[0].columns, [[0, 2], [0, 3], [1, 3], [2, 0], [3, 0], [3, 1]]);
        assert!(checked("1,3,0,2", "clique", false).relations.is_empty());
    }

    #[test]
    fn conflicting_options_are_refused() {
        let refused = |request: CheckRequest| check(&request, &Control::new()).unwrap_err();
        let squares = CheckRequest { squares: Some(Placement::default()), ..CheckRequest::empty() };
        assert!(refused(squares.clone()).what.contains("do not determine"));
        assert!(refused(CheckRequest::empty()).what.contains("one placement"));
        assert!(refused(CheckRequest::new(" ")).what.contains("no placement"));
        let mut request = CheckRequest::new("1,3,0,2");
        request.problem = Some(Problem::queens(5));
        assert!(refused(request.clone()).what.contains("5 rows but 4 entries"));
        request.torus = true;
        assert_eq!(refused(request).instead, [Instead::LeaveOut { option: "torus" }]);
        let mut request = CheckRequest::new("1,3,0,2");
        request.printed = true;
        assert!(refused(request.clone()).what.contains("printed"));
        (request.definition, request.torus) = (Some("csp".to_owned()), true);
        assert_eq!(refused(request.clone()).kind, ErrorKind::Unsupported);
        request.definition = Some("poetic".to_owned());
        assert_eq!(refused(request).kind, ErrorKind::UnknownName);
        let mut request = CheckRequest::new("b4,d3,a2,c1");
        request.notation = Notation::Algebraic;
        let size = Instead::Set { option: "size", value: Some("4".to_owned()) };
        assert_eq!(refused(request).instead, [size]);
    }
}
