//! Every table, figure and worked number of the five source papers, recomputed on request.
//!
//! A [`Paper`] has [`Item`]s: a table, a figure, a claim. Computing one runs the real algorithms,
//! engines and checkers and gives a [`Report`]: what the paper prints, the recomputed value, and
//! how they agree ([`Agreement`]). Printed and expected values are in `data/`; computed values
//! never come from there.
//!
//! ```
//! use bezzel_papers::{Depth, Agreement, find};
//! use bezzel::Control;
//!
//! let table = find("tutorial", "nodes").unwrap();
//! let report = table.compute(Depth::Quick, &Control::new()).unwrap();
//! assert_eq!(report.rows[3].computed.as_deref(), Some("65"));
//! assert_eq!(report.rows[3].agreement, Agreement::Agrees);
//! assert!(report.is_as_expected());
//! ```
//!
//! Adding an item is a function in `items/`, a line in its registry and an entry in
//! `data/reproduce.json`. Nothing here prints or touches files.

mod data;
mod html;
mod items;
mod measure;
mod paper;
mod report;
mod reproduce;
mod work;

pub use html::html;
pub use paper::{Item, Paper, PapersError, find, find_paper, papers};
pub use report::{Agreement, Figure, Report, Row, Stopped};
pub use reproduce::{
    ItemCard, PaperCard, PaperReports, PapersAnswer, ReproduceAnswer, ReproduceRequest, list,
    reproduce,
};
pub use work::Depth;

/// The example of the README, which is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
