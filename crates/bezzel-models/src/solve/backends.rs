//! The back-ends of a program: those of this crate, and its own.

use super::{Backend, OWN, Sat, SolveError};

/// A list of back-ends. This crate has [`OWN`], all in Rust; a program that links other solvers
/// adds them and passes the list to the code that looks up back-ends.
#[derive(Clone)]
pub struct Backends(Vec<&'static dyn Backend>);

impl Backends {
    /// Those of this crate.
    #[must_use]
    pub fn own() -> Backends {
        OWN.iter().copied().collect()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn Backend> {
        self.0.iter().copied()
    }

    /// The back-end of this name.
    pub fn find(&self, id: &str) -> Result<&'static dyn Backend, SolveError> {
        let found = self.iter().find(|backend| backend.info().id == id);
        found.ok_or_else(|| SolveError::UnknownBackend {
            text: id.to_owned(),
            known: self.iter().map(|backend| backend.info().id).collect::<Vec<_>>().join(", "),
        })
    }

    /// The SAT solver, which also writes proofs and colours.
    pub fn sat(&self) -> Result<&'static Sat, SolveError> {
        self.iter().find_map(Backend::sat).ok_or(SolveError::NoSat)
    }
}

impl FromIterator<&'static dyn Backend> for Backends {
    fn from_iter<I: IntoIterator<Item = &'static dyn Backend>>(backends: I) -> Backends {
        Backends(backends.into_iter().collect())
    }
}
