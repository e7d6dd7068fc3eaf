//! What the papers say in passing, outside their tables, figures and algorithms: one file for each
//! paper that has more of it than fits elsewhere.

pub(crate) mod barr;
pub(crate) mod chakiat;
pub(crate) mod erbas;

/// The factor by which values grow with n, by least squares on their logarithms.
pub(crate) fn growth(points: &[(u32, u128)]) -> f64 {
    let count = points.len() as f64;
    let x = |&(n, _): &(u32, u128)| f64::from(n);
    let y = |&(_, value): &(u32, u128)| (value as f64).ln();
    let mean = |of: &dyn Fn(&(u32, u128)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (mx, my) = (mean(&x), mean(&y));
    let cross: f64 = points.iter().map(|p| (x(p) - mx) * (y(p) - my)).sum();
    let square: f64 = points.iter().map(|p| (x(p) - mx).powi(2)).sum();
    (cross / square).exp()
}
