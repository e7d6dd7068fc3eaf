//! Every test of this crate in one program: linking takes longer than compiling one more file.

mod common;
mod damage;
mod engine;
mod export;
mod faults;
mod kill;
mod list;
mod merge;
mod plans;
mod records;
mod refuse;
mod run;
mod share;
mod totals;
mod trust;
mod workers;
