//! Every test of this crate in one program: linking takes longer than compiling one more file.

mod common;
mod formats;
mod golden;
mod pictures;
