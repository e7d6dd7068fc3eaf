//! The reports as one HTML page.
use crate::Report;
/// The page.
#[must_use]
pub fn html(_reports: &[Report]) -> String {
    String::new()
}
