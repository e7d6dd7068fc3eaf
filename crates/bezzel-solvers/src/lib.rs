//! Solvers that are not written in Rust, for the program alone: CaDiCaL linked in, HiGHS loaded at
//! run time where it is found.
//!
//! Everything else takes a list of back-ends and asks no further, so that nothing but the program
//! waits for a C++ compiler.

#[cfg(feature = "cadical")]
mod cadical;
mod highs;

pub use highs::{Found, found};

use bezzel_models::solve::{Backend, Backends, OWN};

/// Every back-end of the program: SAT first where it is built in, HiGHS last.
#[must_use]
pub fn backends() -> Backends {
    let sat: &[&dyn Backend] = &[
        #[cfg(feature = "cadical")]
        &cadical::SAT,
    ];
    sat.iter().chain(OWN).copied().chain([&highs::Highs as &dyn Backend]).collect()
}
