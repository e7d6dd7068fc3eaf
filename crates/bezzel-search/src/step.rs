//! What an algorithm does, one step at a time.

use bezzel_board::{Line, Square, Symmetry};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// One step of a search.
///
/// Lists are borrowed from the algorithm's state, so that reporting a step copies nothing unless
/// the step is kept ([`into_owned`](Step::into_owned)).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Step<'a> {
    /// A queen is placed.
    Place(Square),
    /// A queen is removed.
    Remove(Square),
    /// A square is tried and refused.
    Reject(Square, Reason),
    /// No square of this row or column can hold a queen.
    DeadEnd(Line),
    /// The queens on the board are a solution.
    Solution,
    /// Fundamental solutions: the queens on the board are a solution, but this symmetry takes them
    /// to one that is reported instead.
    Discard(Symmetry),
    /// Local search: a queen moves.
    Move(Square, Square),
    /// Local search: the queens of these two rows exchange their columns.
    Swap(u32, u32),
    /// Local search: the number of collisions on the board.
    Collisions(u64),
    /// A randomised search starts again, with the number of restarts so far; the board is empty.
    Restart(u64),
    /// A search with many candidates shows another one: the board holds these queens and no others.
    Board(Cow<'a, [Square]>),
    /// A search that weighs squares has weighed some again: the trails of ants in thousandths, the
    /// potentials of neurons.
    Weights {
        /// Position of the first square, row by row from 0.
        first: u32,
        /// The weights of that square and the following ones.
        values: Cow<'a, [i64]>,
    },
    /// A step of building a stack.
    Stacking(Stacking<'a>),
    /// Topor: a free square and its images under the symmetries that are left.
    Orbit {
        /// The images, in order.
        squares: Cow<'a, [Square]>,
        /// The symmetries.
        group: Cow<'a, [Symmetry]>,
    },
    /// These squares can hold no queen below this node: a queen threatens them (Güldal, forward
    /// checking), they have no support (arc consistency), or their orbit is tried (Topor).
    Eliminate(Cow<'a, [Square]>),
    /// These squares are restored.
    Restore(Cow<'a, [Square]>),
    /// A step of Nilsson's procedure BACKTRACK.
    Production(Production<'a>),
}

/// Building a stack, floor by floor; floors and solutions count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Stacking<'a> {
    /// A solution of one board is added to the candidates for floors.
    Collect {
        /// Its number.
        number: u32,
        /// The column of each row.
        columns: Cow<'a, [u32]>,
    },
    /// A solution becomes the next floor.
    Put {
        /// The floor.
        height: u32,
        /// The solution's number.
        number: u32,
        /// The column of each row.
        columns: Cow<'a, [u32]>,
    },
    /// A solution cannot be the next floor: one of its queens would stand above another.
    Above {
        /// The floor.
        height: u32,
        /// The solution's number.
        number: u32,
        /// Where.
        square: Square,
        /// The floor of the queen below.
        below: u32,
    },
    /// The highest floor is removed.
    TakeOff {
        /// The floor.
        height: u32,
        /// The solution's number.
        number: u32,
    },
}

/// The parts of procedure BACKTRACK that are not the placing and removing of a queen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Production<'a> {
    /// TERM(DATA): are all queens placed?
    Term(bool),
    /// DEADEND(DATA): does the last queen attack another?
    Deadend(bool),
    /// RULES ← APPRULES(DATA), in the order of the heuristic.
    Apprules(Cow<'a, [Square]>),
    /// NULL(RULES): is no rule left?
    Null(bool),
    /// R ← FIRST(RULES).
    First(Square),
    /// RULES ← TAIL(RULES).
    Tail(Cow<'a, [Square]>),
    /// return FAIL.
    Fail,
    /// return NIL: the empty path of a terminal database.
    Nil,
    /// return CONS(R, PATH).
    Cons(Cow<'a, [Square]>),
}

/// Why a square was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// A queen attacks it.
    Attacked {
        /// The queen.
        by: Square,
        /// The line both stand on.
        along: Line,
    },
    /// The problem blocks the square.
    Blocked,
    /// Another square of the row is given.
    GivenElsewhere(Square),
}

/// A numbered step: a line of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Event {
    /// Position in the trace, from 1.
    pub number: u64,
    /// Line of the algorithm's pseudocode, from 1.
    pub line: u8,
    /// What happened.
    pub step: Step<'static>,
}

impl Step<'_> {
    /// Queens that this step places: the visits it counts for. Moving a queen counts as placing it,
    /// and a swap moves two.
    #[inline]
    #[must_use]
    pub fn queens_placed(&self) -> u64 {
        match self {
            Step::Place(_) | Step::Move(..) => 1,
            Step::Swap(..) => 2,
            Step::Board(queens) => queens.len() as u64,
            Step::Stacking(Stacking::Put { columns, .. }) => columns.len() as u64,
            _ => 0,
        }
    }

    /// Whether only searches that move queens, restart or place many at once make such a step.
    /// These variants are adjacent, so that this is one comparison.
    #[inline]
    #[must_use]
    pub fn is_uncommon(&self) -> bool {
        matches!(
            self,
            Step::Move(..)
                | Step::Swap(..)
                | Step::Collisions(_)
                | Step::Restart(_)
                | Step::Board(_)
                | Step::Weights { .. }
                | Step::Stacking(_)
        )
    }

    /// The same step, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Step<'static> {
        let own = |list: Cow<'_, [Square]>| Cow::Owned(list.into_owned());
        match self {
            Step::Place(square) => Step::Place(square),
            Step::Remove(square) => Step::Remove(square),
            Step::Reject(square, reason) => Step::Reject(square, reason),
            Step::DeadEnd(line) => Step::DeadEnd(line),
            Step::Solution => Step::Solution,
            Step::Discard(symmetry) => Step::Discard(symmetry),
            Step::Move(from, to) => Step::Move(from, to),
            Step::Swap(row, other) => Step::Swap(row, other),
            Step::Collisions(number) => Step::Collisions(number),
            Step::Restart(number) => Step::Restart(number),
            Step::Board(list) => Step::Board(own(list)),
            Step::Weights { first, values } => {
                Step::Weights { first, values: Cow::Owned(values.into_owned()) }
            }
            Step::Orbit { squares, group } => {
                Step::Orbit { squares: own(squares), group: Cow::Owned(group.into_owned()) }
            }
            Step::Eliminate(list) => Step::Eliminate(own(list)),
            Step::Restore(list) => Step::Restore(own(list)),
            Step::Production(step) => Step::Production(match step {
                Production::Term(answer) => Production::Term(answer),
                Production::Deadend(answer) => Production::Deadend(answer),
                Production::Apprules(list) => Production::Apprules(own(list)),
                Production::Null(answer) => Production::Null(answer),
                Production::First(rule) => Production::First(rule),
                Production::Tail(list) => Production::Tail(own(list)),
                Production::Fail => Production::Fail,
                Production::Nil => Production::Nil,
                Production::Cons(list) => Production::Cons(own(list)),
            }),
            Step::Stacking(step) => Step::Stacking(step.into_owned()),
        }
    }
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Place(square) => write!(f, "place {square}"),
            Step::Remove(square) => write!(f, "remove {square}"),
            Step::Reject(square, reason) => write!(f, "reject {square}: {reason}"),
            Step::DeadEnd(line) => write!(f, "dead end: no square of {line} is free"),
            Step::Solution => f.write_str("solution"),
            Step::Discard(symmetry) => write!(f, "discard: {symmetry} gives one that is reported"),
            Step::Move(from, to) => write!(f, "move {from} to {to}"),
            Step::Swap(row, other) => write!(f, "swap the columns of rows {row} and {other}"),
            Step::Collisions(number) => write!(f, "{number} collisions"),
            Step::Restart(number) => write!(f, "restart {number}"),
            Step::Board(list) => write!(f, "a board with {} queens", list.len()),
            Step::Weights { values, .. } => write!(f, "weigh {} squares", values.len()),
            Step::Orbit { squares, group } => {
                let group: Vec<String> = group.iter().map(ToString::to_string).collect();
                write!(f, "orbit under {}: {}", group.join(" "), Squares(squares))
            }
            Step::Eliminate(list) => write!(f, "eliminate {}", Squares(list)),
            Step::Restore(list) => write!(f, "restore {}", Squares(list)),
            Step::Production(step) => step.fmt(f),
            Step::Stacking(step) => step.fmt(f),
        }
    }
}

impl Stacking<'_> {
    /// The same step, borrowing nothing.
    fn into_owned(self) -> Stacking<'static> {
        let own = |list: Cow<'_, [u32]>| Cow::Owned(list.into_owned());
        match self {
            Stacking::Collect { number, columns } => {
                Stacking::Collect { number, columns: own(columns) }
            }
            Stacking::Put { height, number, columns } => {
                Stacking::Put { height, number, columns: own(columns) }
            }
            Stacking::Above { height, number, square, below } => {
                Stacking::Above { height, number, square, below }
            }
            Stacking::TakeOff { height, number } => Stacking::TakeOff { height, number },
        }
    }
}

impl fmt::Display for Stacking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line =
            |columns: &[u32]| columns.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        match self {
            Stacking::Collect { number, columns } => {
                write!(f, "solution {number}: {}", line(columns))
            }
            Stacking::Put { height, number, columns } => {
                write!(f, "floor {height}: solution {number}, {}", line(columns))
            }
            Stacking::Above { height, number, square, below } => write!(
                f,
                "not floor {height}: solution {number} has a queen above floor {below} on {square}"
            ),
            Stacking::TakeOff { height, number } => {
                write!(f, "take floor {height} off: solution {number}")
            }
        }
    }
}

impl fmt::Display for Production<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let yes = |answer: &bool| if *answer { "yes" } else { "no" };
        match self {
            Production::Term(answer) => write!(f, "TERM(DATA): {}", yes(answer)),
            Production::Deadend(answer) => write!(f, "DEADEND(DATA): {}", yes(answer)),
            Production::Apprules(list) => write!(f, "RULES <- APPRULES(DATA) = {}", Rules(list)),
            Production::Null(answer) => write!(f, "NULL(RULES): {}", yes(answer)),
            Production::First(rule) => write!(f, "R <- FIRST(RULES) = {}", Rule(*rule)),
            Production::Tail(list) => write!(f, "RULES <- TAIL(RULES) = {}", Rules(list)),
            Production::Fail => f.write_str("return FAIL"),
            Production::Nil => f.write_str("return NIL"),
            Production::Cons(list) => write!(f, "return CONS(R, PATH) = {}", Rules(list)),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Attacked { by, along } => write!(f, "attacked from {by} along {along}"),
            Reason::Blocked => f.write_str("the square is blocked"),
            Reason::GivenElsewhere(square) => {
                write!(f, "the queen of this row is given on {square}")
            }
        }
    }
}

/// `R1,13`, or the shorter `R13` where both numbers are digits. Rules count from 0 like the squares of
/// every other step; the tutorial counts them from 1.
struct Rule(Square);

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Square { row, column } = self.0;
        let comma = if row > 9 || column > 9 { "," } else { "" };
        write!(f, "R{row}{comma}{column}")
    }
}

/// `2 squares: (0, 1) (2, 3)`; of many squares only the first.
struct Squares<'a>(&'a [Square]);

impl fmt::Display for Squares<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// More would not be read.
        const SHOWN: usize = 24;
        let plural = if self.0.len() == 1 { "" } else { "s" };
        write!(f, "{} square{plural}", self.0.len())?;
        for (place, square) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{} {square}", if place == 0 { ":" } else { "" })?;
        }
        f.write_str(if self.0.len() > SHOWN { " …" } else { "" })
    }
}

struct Rules<'a>(&'a [Square]);

impl fmt::Display for Rules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules: Vec<String> = self.0.iter().map(|&rule| Rule(rule).to_string()).collect();
        write!(f, "({})", rules.join(" "))
    }
}

/// One step of a search: a word, or an object with one key.
// The JSON form of a step for descriptions. Pairs are tuples here, because the macro cannot describe
// variants of two fields.
#[cfg(feature = "schema")]
#[derive(utoipa::ToSchema)]
#[schema(rename_all = "kebab-case")]
#[expect(dead_code, reason = "only its description is used")]
enum StepForm {
    Place(Square),
    Remove(Square),
    Reject((Square, Reason)),
    DeadEnd(Line),
    Solution,
    Discard(Symmetry),
    Move((Square, Square)),
    Swap((u32, u32)),
    Collisions(u64),
    Restart(u64),
    Board(Vec<Square>),
    Weights { first: u32, values: Vec<i64> },
    Stacking(Stacking<'static>),
    Orbit { squares: Vec<Square>, group: Vec<Symmetry> },
    Eliminate(Vec<Square>),
    Restore(Vec<Square>),
    Production(Production<'static>),
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Step<'_> {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        StepForm::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Step<'_> {
    fn schemas(
        schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>,
    ) {
        StepForm::schemas(schemas);
    }
}
