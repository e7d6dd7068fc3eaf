//! `bezzel draw`: pictures, one file for each kind.

mod board;
mod density;
mod floors;
mod graph;
mod plot;
mod search;
mod sheet;
pub(super) mod target;

use crate::failure::Failure;
use crate::output::Out;
use clap::{Args, Subcommand};

/// Draw boards, orbits, trees, graphs, stacks, traces, densities and plots
///
/// The format comes from the file extension (.tex is tikz, .txt is unicode) or from --format. Without
/// a file the picture goes to the terminal as text, or as SVG into a pipe.
#[derive(Args)]
#[command(subcommand_value_name = "PICTURE")]
pub struct Draw {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// A board with its queens, attack lines, threatened squares and numbers
    Board(board::BoardVerb),
    /// The images of a placement under the symmetries of the board, on one sheet
    Orbit(sheet::Orbit),
    /// The fundamental solutions of a board, on one sheet
    Gallery(sheet::Gallery),
    /// A table of floor numbers, coloured
    Levels(floors::Levels),
    /// Floors above one another, in isometric projection
    Stack(floors::StackVerb),
    /// The search tree of an algorithm
    Tree(search::TreeVerb),
    /// The steps of an algorithm as an animation
    Trace(search::TraceVerb),
    /// The queen graph of a small board, or its complement
    Graph(graph::GraphVerb),
    /// Where queens stand in random solutions, beside Simkin's limit
    Density(density::DensityVerb),
    /// Numbers against n
    Plot(plot::PlotVerb),
}

impl Draw {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        match &self.what {
            What::Board(verb) => verb.run(out),
            What::Orbit(verb) => verb.run(out),
            What::Gallery(verb) => verb.run(out),
            What::Levels(verb) => verb.run(out),
            What::Stack(verb) => verb.run(out),
            What::Tree(verb) => verb.run(out),
            What::Trace(verb) => verb.run(out),
            What::Graph(verb) => verb.run(out),
            What::Density(verb) => verb.run(out),
            What::Plot(verb) => verb.run(out),
        }
    }
}
