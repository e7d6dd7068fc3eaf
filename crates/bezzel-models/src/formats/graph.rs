//! The queen graph and its complement: DIMACS, graph6, DOT and GraphML, and lists of vertices.
//!
//! Vertices are the open squares. In the queen graph attacking squares are joined, and a solution
//! is a stable set with a vertex for each row; in the complement the others are, and it is a
//! clique. Squares that given queens attack are not vertices, so every such set contains the given
//! queens.

use super::Options;
use super::answer::{Claim, ReadError, SolverAnswer, Word, lines, nothing};
use super::names::{Name, variable};
use crate::{ColourTable, Colouring, Model, ModelError, Variable};
use bezzel_board::Square;
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

/// Which squares are joined by an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphKind {
    /// Those that attack each other.
    Queen,
    /// Those that do not.
    Complement,
}

impl GraphKind {
    /// Every kind with its name.
    pub const ALL: [(GraphKind, &'static str); 2] =
        [(GraphKind::Queen, "queen"), (GraphKind::Complement, "complement")];
}

impl fmt::Display for GraphKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = GraphKind::ALL.iter().find(|(kind, _)| kind == self);
        f.write_str(found.expect("ALL lists every kind").1)
    }
}

impl FromStr for GraphKind {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<GraphKind, ModelError> {
        let found = GraphKind::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(kind, _)| *kind).ok_or_else(|| ModelError::UnknownName {
            text: text.to_owned(),
            what: "graph",
            known: GraphKind::ALL.map(|(_, name)| name).join(", "),
        })
    }
}

/// A graph of the open squares.
struct Graph<'m> {
    model: &'m Model,
    kind: GraphKind,
}

impl<'m> Graph<'m> {
    fn new(model: &'m Model, options: Options) -> Graph<'m> {
        Graph { model, kind: options.graph.unwrap_or(GraphKind::Queen) }
    }

    /// `queen graph of 8 queens`.
    fn title(&self) -> String {
        let graph = match self.kind {
            GraphKind::Queen => "queen graph",
            GraphKind::Complement => "complement of the queen graph",
        };
        format!("{graph} of {}", self.model.problem())
    }

    fn has_edge(&self, a: Square, b: Square) -> bool {
        self.model.problem().attack(a, b).is_some() == (self.kind == GraphKind::Queen)
    }

    /// Calls `edge` with both ends of every edge, the earlier square first.
    fn each_edge(
        &self,
        mut edge: impl FnMut((Variable, Square), (Variable, Square)) -> io::Result<()>,
    ) -> io::Result<()> {
        for (first, a) in self.model.squares() {
            if self.kind == GraphKind::Queen {
                for (second, b) in self.model.attacked_after(first, a) {
                    edge((first, a), (second, b))?;
                }
                continue;
            }
            for (second, b) in self.model.squares().skip(first.number() as usize) {
                if self.has_edge(a, b) {
                    edge((first, a), (second, b))?;
                }
            }
        }
        Ok(())
    }

    /// Number of edges: the pairs on every line, without enumerating them where lines share at most
    /// one square.
    fn edges(&self) -> u64 {
        let pairs = |k: u64| k * k.saturating_sub(1) / 2;
        let attacking = if self.model.problem().is_flat() {
            let on_line = |line| pairs(self.model.on_line(&line).count() as u64);
            self.model.lines().map(on_line).sum::<u64>() - self.twice()
        } else {
            self.model.attacks().count() as u64
        };
        match self.kind {
            GraphKind::Queen => attacking,
            GraphKind::Complement => pairs(u64::from(self.model.variables())) - attacking,
        }
    }

    /// Pairs that share two lines: on a torus of even side, squares half a side apart in both
    /// directions.
    fn twice(&self) -> u64 {
        let size = self.model.problem().size();
        let half = size.rows() / 2;
        if !self.model.problem().wraps() || size.rows() % 2 == 1 {
            return 0;
        }
        let partner = |s: Square| Square::new(s.row + half, (s.column + half) % size.columns());
        let squares = self.model.squares().filter(|(_, s)| s.row < half);
        squares.filter(|&(_, s)| self.model.is_open(partner(s))).count() as u64
    }
}

pub(super) fn write_dimacs(model: &Model, options: Options, out: &mut dyn Write) -> io::Result<()> {
    let graph = Graph::new(model, options);
    writeln!(out, "c {}", graph.title())?;
    for (variable, square) in model.squares() {
        writeln!(out, "c {} is square {},{}", variable.number(), square.row, square.column)?;
    }
    writeln!(out, "p edge {} {}", model.variables(), graph.edges())?;
    graph.each_edge(|(a, _), (b, _)| writeln!(out, "e {} {}", a.number(), b.number()))
}

/// Six bits per byte, the upper triangle column by column. The format has no comments: the vertices
/// are the open squares row by row.
pub(super) fn write_graph6(model: &Model, options: Options, out: &mut dyn Write) -> io::Result<()> {
    let graph = Graph::new(model, options);
    let vertices = u64::from(model.variables());
    let digits = match vertices {
        0..=62 => 1,
        63..=258_047 => 3,
        _ => 6,
    };
    out.write_all([&b""[..], b"~", b"~~"][digits / 3])?;
    for digit in (0..digits).rev() {
        out.write_all(&[(vertices >> (6 * digit) & 63) as u8 + 63])?;
    }
    let (mut bits, mut held) = (0_u8, 0);
    for (second, b) in model.squares() {
        for (_, a) in model.squares().take(second.index() as usize) {
            bits = bits << 1 | u8::from(graph.has_edge(a, b));
            held += 1;
            if held == 6 {
                out.write_all(&[bits + 63])?;
                (bits, held) = (0, 0);
            }
        }
    }
    if held > 0 {
        out.write_all(&[(bits << (6 - held)) + 63])?;
    }
    writeln!(out)
}

pub(super) fn write_dot(model: &Model, options: Options, out: &mut dyn Write) -> io::Result<()> {
    let graph = Graph::new(model, options);
    writeln!(out, "// {}; xR_C is the square on row R, column C", graph.title())?;
    writeln!(out, "graph queens {{\n  node [shape=circle];")?;
    let top = model.problem().size().rows() - 1;
    for (_, square) in model.squares() {
        let Square { row, column } = square;
        writeln!(
            out,
            "  {} [label=\"{row},{column}\", pos=\"{column},{}!\"];",
            Name(square),
            top - row
        )?;
    }
    graph.each_edge(|(_, a), (_, b)| writeln!(out, "  {} -- {};", Name(a), Name(b)))?;
    writeln!(out, "}}")
}

pub(super) fn write_graphml(
    model: &Model,
    options: Options,
    out: &mut dyn Write,
) -> io::Result<()> {
    let graph = Graph::new(model, options);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<!-- {}; xR_C is the square on row R, column C -->", graph.title())?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    for key in ["row", "column"] {
        writeln!(out, "  <key id=\"{key}\" for=\"node\" attr.name=\"{key}\" attr.type=\"int\"/>")?;
    }
    writeln!(out, "  <graph id=\"queens\" edgedefault=\"undirected\">")?;
    for (_, square) in model.squares() {
        let (row, column) = (square.row, square.column);
        writeln!(
            out,
            "    <node id=\"{}\"><data key=\"row\">{row}</data><data key=\"column\">{column}</data></node>",
            Name(square)
        )?;
    }
    graph.each_edge(|(_, a), (_, b)| {
        writeln!(out, "    <edge source=\"{}\" target=\"{}\"/>", Name(a), Name(b))
    })?;
    writeln!(out, "  </graph>\n</graphml>")
}

/// Vertices by their number from 1, as in DIMACS.
pub(super) fn read_numbers(model: &Model, _: Options, text: &str) -> Result<Claim, ReadError> {
    vertices(text, |word| numbered(model, word, 1))
}

/// Vertices by their number from 0, as in graph6.
pub(super) fn read_indices(model: &Model, _: Options, text: &str) -> Result<Claim, ReadError> {
    vertices(text, |word| numbered(model, word, 0))
}

/// Vertices by their name.
pub(super) fn read_names(model: &Model, _: Options, text: &str) -> Result<Claim, ReadError> {
    vertices(text, |word| variable(model, word))
}

fn numbered(model: &Model, word: &Word, first: u32) -> Result<Variable, ReadError> {
    let number: u32 = word.number("the number of a vertex")?;
    let vertex = number.checked_sub(first).filter(|&vertex| vertex < model.variables());
    vertex.map(Variable::from_index).ok_or_else(|| {
        word.fault(format!("vertices go from {first} to {}", model.variables() - 1 + first))
    })
}

/// A stable set or clique: vertices between spaces, commas or brackets. Comment lines (`c`, `#`),
/// the letter of DIMACS (`v`) and everything before a colon (`size=8, weight=8:`) are skipped.
fn vertices(
    text: &str,
    vertex: impl Fn(&Word) -> Result<Variable, ReadError>,
) -> Result<Claim, ReadError> {
    let mut found = Vec::new();
    for line in lines(text) {
        let Some((first, rest)) = line.split_first() else { continue };
        let list = match (first.text, line.text.rfind(':')) {
            ("c" | "s", _) => continue,
            (comment, _) if comment.starts_with('#') => continue,
            ("v", _) => rest,
            (_, Some(colon)) => line.from(colon + 1),
            (_, None) => line,
        };
        let words = list.split(|c| c.is_whitespace() || ",;[](){}'\"".contains(c));
        for word in words {
            found.push(vertex(&word)?);
        }
    }
    if found.is_empty() {
        return Err(nothing(text, "a list of vertices"));
    }
    Ok(Claim::Queens(found))
}

/// `l VERTEX COLOUR` for every vertex, both from 1, as in the DIMACS challenge.
pub(super) fn read_colouring(
    colouring: &Colouring,
    text: &str,
) -> Result<SolverAnswer<ColourTable>, ReadError> {
    let model = colouring.model();
    let mut colours = vec![None; model.variables() as usize];
    for line in lines(text).filter(|line| line.text.starts_with("l ")) {
        let words: Vec<Word> = line.words().collect();
        let [_, vertex, colour] = words[..] else {
            return Err(line.fault("expected 'l VERTEX COLOUR'"));
        };
        let variable = numbered(model, &vertex, 1)?;
        let number: u32 = colour.number("a colour")?;
        let Some(number) = number.checked_sub(1) else {
            return Err(colour.fault("colours start at 1"));
        };
        colours[variable.index() as usize] = Some(number);
    }
    let colours: Option<Vec<u32>> = colours.into_iter().collect();
    let Some(colours) = colours else {
        return Err(nothing(text, "a line 'l VERTEX COLOUR' for every vertex"));
    };
    colouring.table(&colours).map(SolverAnswer::Found).map_err(ReadError::wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::{Problem, Size};

    #[test]
    fn edges_are_counted_as_they_are_written() {
        let mut problems: Vec<Problem> = (1..=6)
            .map(Problem::queens)
            .chain([Problem::new(Size::rectangle(3, 5).unwrap())])
            .collect();
        problems.extend((1..=6).map(|n| Problem::queens(n).on_torus().unwrap()));
        problems.push(Problem::queens(6).with_given([Square::new(1, 3)]).unwrap());
        problems.push(
            Problem::queens(6).on_torus().unwrap().with_blocked([Square::new(0, 0)]).unwrap(),
        );
        for problem in problems {
            let model = Model::new(problem).unwrap();
            for (kind, _) in GraphKind::ALL {
                let graph = Graph { model: &model, kind };
                let mut walked = 0;
                graph
                    .each_edge(|(a, s), (b, t)| {
                        assert!(a < b && graph.has_edge(s, t));
                        walked += 1;
                        Ok(())
                    })
                    .unwrap();
                assert_eq!(graph.edges(), walked, "{} {kind}", model.problem());
            }
        }
    }
}
