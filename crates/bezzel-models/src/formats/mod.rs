//! Formats of external solvers: one file for each family, one line in the registry for each format.
//! A format writes a model for a solver and reads the solver's answer.

mod answer;
mod asp;
mod cnf;
mod graph;
mod linear;
mod minizinc;
mod names;
mod opb;
mod qubo;
mod smt2;
mod xcc;
mod xcsp3;

pub use answer::{ReadError, SolverAnswer};
pub use graph::GraphKind;

use crate::{Asked, ColourTable, Colouring, Encoding, Model, ModelError};
use answer::Claim;
use bezzel_board::Placement;
use std::io::{self, Write};

/// The option of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatOption {
    /// Nothing.
    None,
    /// How "at most one" is expressed in clauses.
    Encoding,
    /// Which of the two graphs; this one by default.
    Graph(GraphKind),
}

/// The options; each format uses its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// For formats made of clauses.
    pub encoding: Encoding,
    /// For graphs; `None` means the format's default.
    pub graph: Option<GraphKind>,
}

impl Options {
    /// The same, with this encoding.
    #[must_use]
    pub fn with_encoding(mut self, encoding: Encoding) -> Options {
        self.encoding = encoding;
        self
    }

    /// The same, for this graph.
    #[must_use]
    pub fn with_graph(mut self, graph: Option<GraphKind>) -> Options {
        self.graph = graph;
        self
    }
}

type Writer = fn(&Model, Options, &mut dyn Write) -> io::Result<()>;
type Reader = fn(&Model, Options, &str) -> Result<Claim, ReadError>;

/// A file format that some solver reads.
pub struct Format {
    /// Name on the command line.
    pub id: &'static str,
    /// Extension of its files.
    pub extension: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Programs that read it; those before the semicolon are run in the tests.
    pub solvers: &'static str,
    /// Its option.
    pub option: FormatOption,
    write: Writer,
    read: Reader,
}

impl Format {
    /// The format with this name.
    pub fn find(id: &str) -> Result<&'static Format, ModelError> {
        FORMATS.iter().find(|format| format.id == id).ok_or_else(|| ModelError::UnknownName {
            text: id.to_owned(),
            what: "format",
            known: FORMATS.iter().map(|format| format.id).collect::<Vec<_>>().join(", "),
        })
    }

    /// Whether the format can express this model, or which part it cannot.
    pub fn supports(&self, model: &Model) -> Result<(), ModelError> {
        let problem = model.problem();
        let has_rows = ["mzn", "fzn", "xcsp3", "asp"].contains(&self.id);
        let what = match problem.variant() {
            Some(variant) if has_rows => variant,
            Some(variant) if self.id == "xcc" && model.total().is_some() => variant,
            _ => return Ok(()),
        };
        Err(ModelError::NoFormat { format: self.id, what })
    }

    /// Writes the model as a stream: memory does not grow with the file.
    pub fn write(&self, model: &Model, options: Options, out: &mut dyn Write) -> io::Result<()> {
        let own = match self.option {
            FormatOption::Graph(kind) => Some(kind),
            FormatOption::None | FormatOption::Encoding => None,
        };
        (self.write)(model, Options { graph: options.graph.or(own), ..options }, out)
    }

    /// Reads a solver's answer to the model written with the same options. A placement is verified
    /// by the rules of the board before it is returned.
    pub fn read(
        &self,
        model: &Model,
        options: Options,
        text: &str,
    ) -> Result<SolverAnswer<Placement>, ReadError> {
        Ok(match (self.read)(model, options, &answer::plain(text))? {
            Claim::Queens(queens) => {
                let placement = model.decode(queens).map_err(ReadError::wrong)?;
                SolverAnswer::Found(model.verify(placement).map_err(ReadError::wrong)?)
            }
            Claim::None => SolverAnswer::None,
            Claim::Unknown(why) => SolverAnswer::Unknown(why),
        })
    }

    /// The number of answers in a solver's output; [`read`](Self::read) uses one.
    #[must_use]
    pub fn answers(&self, model: &Model, text: &str) -> usize {
        let lines = |is_one: fn(&str) -> bool| text.lines().filter(|l| is_one(l.trim())).count();
        let found = match self.id {
            "asp" => lines(asp::announces),
            "mzn" | "fzn" => lines(|line| line == minizinc::END),
            "xcc" => lines(xcc::is_option) / (model.queens() as usize).max(1),
            _ => 1,
        };
        found.max(1)
    }

    /// Whether the format can express a colouring of the queen graph: only clauses can.
    #[must_use]
    pub fn writes_colourings(&self) -> bool {
        self.id == "cnf"
    }

    /// Whether there are answers in this format that are colourings.
    #[must_use]
    pub fn reads_colourings(&self) -> bool {
        self.id == "cnf" || self.id == "col"
    }

    /// Writes a colouring question as clauses.
    pub fn write_colouring(colouring: &Colouring, out: &mut dyn Write) -> io::Result<()> {
        cnf::write_colouring(colouring, out)
    }

    /// Writes a question about an extreme as clauses.
    pub fn write_question(asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
        cnf::write_question(asked, out)
    }

    /// Reads a colouring: an assignment for `cnf`, vertices with their colours for `col`. It is
    /// verified before it is returned.
    pub fn read_colouring(
        &self,
        colouring: &Colouring,
        text: &str,
    ) -> Result<SolverAnswer<ColourTable>, ReadError> {
        let text = answer::plain(text);
        match self.id {
            "col" => graph::read_colouring(colouring, &text),
            _ => cnf::read_colouring(colouring, &text),
        }
    }
}

/// Every format.
pub static FORMATS: &[Format] = &[
    Format {
        id: "cnf",
        extension: "cnf",
        about: "DIMACS CNF: clauses for SAT solvers",
        solvers: "CaDiCaL, Kissat, MiniSat, clasp; every SAT solver",
        option: FormatOption::Encoding,
        write: cnf::write,
        read: cnf::read,
    },
    Format {
        id: "opb",
        extension: "opb",
        about: "OPB: pseudo-Boolean constraints, one for each line",
        solvers: "MiniSat+, clasp; Sat4j, RoundingSat",
        option: FormatOption::None,
        write: opb::write,
        read: opb::read,
    },
    Format {
        id: "lp",
        extension: "lp",
        about: "CPLEX LP: the survey's integer program",
        solvers: "HiGHS, GLPK, CBC; SCIP, Gurobi, CPLEX",
        option: FormatOption::None,
        write: linear::write_lp,
        read: linear::read,
    },
    Format {
        id: "mps",
        extension: "mps",
        about: "MPS: the same integer program, valid as fixed and as free MPS",
        solvers: "HiGHS, GLPK, CBC; SCIP, Gurobi, CPLEX",
        option: FormatOption::None,
        write: linear::write_mps,
        read: linear::read,
    },
    Format {
        id: "mzn",
        extension: "mzn",
        about: "MiniZinc: the column of each row, three all-different constraints",
        solvers: "MiniZinc with Gecode; its other back ends",
        option: FormatOption::None,
        write: minizinc::write_mzn,
        read: minizinc::read,
    },
    Format {
        id: "fzn",
        extension: "fzn",
        about: "FlatZinc: the same in the standard's own constraints, three for each pair of rows",
        solvers: "Gecode; Chuffed, OR-Tools, Pumpkin",
        option: FormatOption::None,
        write: minizinc::write_fzn,
        read: minizinc::read,
    },
    Format {
        id: "xcsp3",
        extension: "xml",
        about: "XCSP3: the column of each row, three all-different constraints",
        solvers: "ACE; Choco, Picat",
        option: FormatOption::None,
        write: xcsp3::write,
        read: xcsp3::read,
    },
    Format {
        id: "smt2",
        extension: "smt2",
        about: "SMT-LIB 2: the clauses over named Booleans, logic QF_UF",
        solvers: "Z3; cvc5, Yices, MathSAT",
        option: FormatOption::Encoding,
        write: smt2::write,
        read: smt2::read,
    },
    Format {
        id: "asp",
        extension: "lp",
        about: "answer set programming: rules over queen(Row,Column)",
        solvers: "clingo; gringo with another solver",
        option: FormatOption::None,
        write: asp::write,
        read: asp::read,
    },
    Format {
        id: "xcc",
        extension: "xcc",
        about: "Knuth's exact cover: an option for each square",
        solvers: "miniexact; Knuth's DLX1 and DLX2",
        option: FormatOption::None,
        write: xcc::write,
        read: xcc::read,
    },
    Format {
        id: "col",
        extension: "col",
        about: "DIMACS edges of the queen graph: stable sets, colourings",
        solvers: "bliss, cliquer; colouring programs",
        option: FormatOption::Graph(GraphKind::Queen),
        write: graph::write_dimacs,
        read: graph::read_numbers,
    },
    Format {
        id: "clq",
        extension: "clq",
        about: "DIMACS edges of the complement: a clique of n is a solution",
        solvers: "cliquer; every clique program",
        option: FormatOption::Graph(GraphKind::Complement),
        write: graph::write_dimacs,
        read: graph::read_numbers,
    },
    Format {
        id: "graph6",
        extension: "g6",
        about: "graph6: the adjacency matrix, six bits per byte, one line",
        solvers: "nauty, networkx; SageMath",
        option: FormatOption::Graph(GraphKind::Queen),
        write: graph::write_graph6,
        read: graph::read_indices,
    },
    Format {
        id: "dot",
        extension: "dot",
        about: "Graphviz: vertices named and placed as on the board",
        solvers: "Graphviz; networkx, Gephi",
        option: FormatOption::Graph(GraphKind::Queen),
        write: graph::write_dot,
        read: graph::read_names,
    },
    Format {
        id: "graphml",
        extension: "graphml",
        about: "GraphML: vertices with row and column",
        solvers: "networkx; igraph, Gephi",
        option: FormatOption::Graph(GraphKind::Queen),
        write: graph::write_graphml,
        read: graph::read_names,
    },
    Format {
        id: "qubo",
        extension: "qubo",
        about: "QUBO in coordinate form: minimise a quadratic function of bits",
        solvers: "dimod with D-Wave's samplers; annealers",
        option: FormatOption::None,
        write: qubo::write,
        read: qubo::read,
    },
];
