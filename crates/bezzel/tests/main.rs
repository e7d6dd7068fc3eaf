//! Every test of this crate in one program: linking takes longer than compiling one more file.

mod examples;
mod growing;
mod outside_program;
mod space;
mod verbs;
mod words;
