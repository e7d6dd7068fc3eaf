//! Solvers that are not written in Rust, used only by the program: CaDiCaL linked in, HiGHS loaded
//! at run time if it is found.
//!
//! Everything else receives a list of back-ends, so that only the program needs a C++ compiler.
//!
//! ```
//! let backends = bezzel_solvers::backends();
//! let ids: Vec<&str> = backends.iter().map(|backend| backend.info().id).collect();
//! assert!(ids.contains(&"exact-cover") && ids.ends_with(&["highs"]));
//! ```

#[cfg(feature = "cadical")]
mod cadical;
mod highs;

pub use highs::{Found, found, package_folder};

use bezzel_models::solve::{Backend, Backends, OWN};

/// Every back-end of the program: SAT first if it is built in, HiGHS last.
#[must_use]
pub fn backends() -> Backends {
    let sat: &[&dyn Backend] = &[
        #[cfg(feature = "cadical")]
        &cadical::SAT,
    ];
    sat.iter().chain(OWN).copied().chain([&highs::Highs as &dyn Backend]).collect()
}
