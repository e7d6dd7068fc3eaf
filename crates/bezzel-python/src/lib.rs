//! `bezzel._core`: the library's requests and answers for the Python package in `python/bezzel`.
//!
//! Nothing is computed here. The package turns keyword arguments into a dictionary with the fields
//! of a request; this crate reads it, calls the library with the interpreter released, and returns
//! the answer. `call.rs` does what every call has in common.

// PyO3 converts arguments and hands them over by value.
#![expect(clippy::needless_pass_by_value)]

mod argument;
mod call;
mod cluster;
mod document;
mod error;
mod job;
mod placement;
mod problem;
mod recording;
mod request;
mod signals;
mod solutions;
mod verbs;

/// The compiled part of the package `bezzel`.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::cluster::{Desk, UnitCounter, cluster_run, cluster_verify};
    #[pymodule_export]
    use crate::document::Document;
    #[pymodule_export]
    use crate::job::{
        job_create, job_discard, job_export, job_import, job_merge, job_open, job_pause, job_run,
        job_salvage, job_split, job_status, job_units, job_unpause, job_verify,
    };
    #[pymodule_export]
    use crate::placement::Placement;
    #[pymodule_export]
    use crate::problem::Problem;
    #[pymodule_export]
    use crate::recording::{Recording, record};
    #[pymodule_export]
    use crate::solutions::{Solutions, solutions};
    #[pymodule_export]
    use crate::verbs::{ask, check, compare, construct, count, draw, export, sample, solve};
}
