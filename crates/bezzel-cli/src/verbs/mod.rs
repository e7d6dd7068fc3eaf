//! The verbs, one file each.

mod algorithms;
mod check;
mod compare;
mod completions;
mod construct;
mod count;
mod doctor;
mod draw;
mod estimate;
mod export;
mod import;
mod job;
#[cfg(unix)]
mod judge;
mod list;
mod man;
mod puzzle;
mod reproduce;
mod sample;
mod serve;
mod solve;
mod stack;
mod symmetry;
mod trace;

use crate::failure::Failure;
use crate::output::{self, Out};
use bezzel::{Placement, Problem};
use clap::Subcommand;
use std::io::Write;

/// The verbs.
#[derive(Subcommand)]
pub enum Verb {
    /// Find one solution
    Solve(solve::Solve),
    /// Count all solutions
    Count(count::Count),
    /// Count in units kept in a ledger file, and resume after a crash
    Job(job::JobVerb),
    /// List solutions
    List(list::List),
    /// Draw random solutions, all equally likely
    Sample(sample::SampleVerb),
    /// Estimate the work and the number of solutions, without counting
    Estimate(estimate::EstimateVerb),
    /// Show every step of an algorithm
    Trace(trace::Trace),
    /// Compare the work of several algorithms
    Compare(compare::Compare),
    /// Show symmetries of a solution, or the fundamental solutions of a board
    Symmetry(symmetry::SymmetryVerb),
    /// Find, count and list stacks: n solutions that cover the board
    Stack(stack::StackVerb),
    /// Check whether a placement is a solution, and if not, say why
    Check(check::Check),
    /// Write the problem as a model for external solvers
    Export(export::Export),
    /// Read and verify the answer of an external solver
    Import(import::Import),
    /// Run your own program for each size and judge its answers
    #[cfg(unix)]
    Judge(judge::JudgeVerb),
    /// Construct a solution of any size without search
    Construct(construct::Construct),
    /// Draw boards, orbits, trees, graphs, stacks, traces, densities and plots
    Draw(draw::Draw),
    /// Make a puzzle with exactly one solution
    Puzzle(puzzle::PuzzleVerb),
    /// Recompute every table, figure and claim of the papers and compare with what they print
    Reproduce(reproduce::Reproduce),
    /// List the algorithms, or show the card of one
    Algorithms(algorithms::Algorithms),
    /// Open the workstation in the browser
    Serve(serve::Serve),
    /// Check that everything works on this machine
    Doctor(doctor::Doctor),
    /// Print a completion script for a shell
    Completions(completions::Completions),
    /// Print the manual page
    Man(man::Man),
}

/// Runs one verb.
pub fn run(verb: Verb, out: &mut Out) -> Result<(), Failure> {
    match verb {
        Verb::Solve(verb) => verb.run(out),
        Verb::Count(verb) => verb.run(out),
        Verb::Job(verb) => verb.run(out),
        Verb::List(verb) => verb.run(out),
        Verb::Sample(verb) => verb.run(out),
        Verb::Estimate(verb) => verb.run(out),
        Verb::Trace(verb) => verb.run(out),
        Verb::Compare(verb) => verb.run(out),
        Verb::Symmetry(verb) => verb.run(out),
        Verb::Stack(verb) => verb.run(out),
        Verb::Check(verb) => verb.run(out),
        Verb::Export(verb) => verb.run(out),
        Verb::Import(verb) => verb.run(out),
        #[cfg(unix)]
        Verb::Judge(verb) => verb.run(out),
        Verb::Construct(verb) => verb.run(out),
        Verb::Draw(verb) => verb.run(out),
        Verb::Puzzle(verb) => verb.run(out),
        Verb::Reproduce(verb) => verb.run(out),
        Verb::Algorithms(verb) => verb.run(out),
        Verb::Serve(verb) => verb.run(out),
        Verb::Doctor(verb) => verb.run(out),
        Verb::Completions(verb) => verb.run(out),
        Verb::Man(verb) => verb.run(out),
    }
}

/// What `bezzel` alone prints: a solved board, and commands to try next.
pub fn welcome(out: &mut Out) -> Result<(), Failure> {
    let problem = Problem::queens(8);
    // The survey's figure 1.
    let figure = Placement::from_columns(&[2, 4, 1, 7, 0, 6, 3, 5]);
    write!(
        out,
        "Bezzel, the N-Queens workstation\n\n{}\n\
         Eight queens, none attacking another: one of 92 ways.\n\n\
         bezzel solve 8                        find a solution\n\
         bezzel count 4..14                    count them all\n\
         bezzel trace 4 --algorithm guldal     step through an algorithm\n\
         bezzel compare 4..8                   compare algorithms\n\
         bezzel algorithms                     list the algorithms\n\
         bezzel help                           everything else\n",
        output::drawing(&figure, problem.size())
    )?;
    Ok(())
}
