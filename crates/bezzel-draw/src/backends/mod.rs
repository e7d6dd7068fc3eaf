//! The back-ends, one language each.

pub mod animated_svg;
pub mod apng;
pub mod gif;
pub mod pdf;
pub mod png;
pub mod raster;
pub mod svg;
pub mod terminal;
pub mod tikz;

/// A number with at most two decimals and no superfluous zeros: stable and short.
pub(crate) fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Adding 0 turns −0 into 0.
    format!("{}", rounded + 0.0)
}
