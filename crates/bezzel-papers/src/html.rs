//! The reports as one HTML page.
use crate::{Paper, Report};
/// The page.
#[must_use]
pub fn html(_reports: &[(&Paper, Vec<Report>)]) -> String {
    String::new()
}
