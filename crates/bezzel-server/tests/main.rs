//! Every test of this crate in one program: linking takes longer than compiling one more file.

mod absurd;
mod answers;
mod book;
mod common;
mod faults;
mod hostile;
mod jobs;
mod kept_out;
mod nonsense;
mod openapi;
mod page;
mod stalled;
mod traces;
mod typescript;
