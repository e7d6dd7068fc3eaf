//! The constant of very large boards, from estimates of several sides.

use super::Estimated;
use serde::Serialize;

/// Sides from which the fit is meant to hold.
const SMALLEST: u32 = 50;

/// Sides that a fit of three numbers needs to say anything.
const FEWEST: usize = 4;

/// The constant as computed by Nobel, Agrawal and Boyd (2021): between 1.944000752 and 1.944001082.
const PUBLISHED: f64 = 1.944_001;

/// The constant α of Q(n) = ((1 + o(1)) · n · e^(−α))^n.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EstimateLimit {
    /// The estimate: α + (b · ln n + c) / n fitted to the constants of the sides, weighted by their
    /// errors.
    pub about: f64,
    /// Its standard error, if the fit has the right form.
    pub standard_error: f64,
    /// Sides in the fit.
    pub sides: usize,
    /// The constant in the literature: between 1.944000752 and 1.944001082 (Nobel, Agrawal and Boyd
    /// 2021; Simkin 2021 has 1.942 ± 0.003).
    pub published: f64,
}

impl EstimateLimit {
    /// The limit from estimates of four sides or more; `None` if there are fewer.
    pub(super) fn of(estimates: &[Estimated]) -> Option<EstimateLimit> {
        let points: Vec<(f64, f64, f64)> = (estimates.iter())
            .filter(|one| one.problem.size().rows() >= SMALLEST)
            .filter_map(|one| Some((f64::from(one.problem.size().rows()), one.constant?)))
            .filter(|(_, constant)| constant.standard_error > 0.0)
            .map(|(n, constant)| (n, constant.about, constant.standard_error))
            .collect();
        if points.len() < FEWEST {
            return None;
        }
        let (about, standard_error) = fit(&points)?;
        Some(EstimateLimit { about, standard_error, sides: points.len(), published: PUBLISHED })
    }
}

/// The first number of the weighted least squares fit of α + b · ln n / n + c / n, and its standard
/// error; `None` if the sides do not determine it.
fn fit(points: &[(f64, f64, f64)]) -> Option<(f64, f64)> {
    // Normal equations, with the unit vector beside them: its solution is the first column of the
    // inverse.
    let mut rows = [[0.0; 5]; 3];
    for &(n, value, error) in points {
        let terms = [1.0, n.ln() / n, 1.0 / n];
        for (i, row) in rows.iter_mut().enumerate() {
            for (j, term) in terms.iter().enumerate() {
                row[j] += terms[i] * term / (error * error);
            }
            row[3] += terms[i] * value / (error * error);
        }
    }
    rows[0][4] = 1.0;
    let sizes = [rows[0][0], rows[1][1], rows[2][2]];
    for pivot in 0..3 {
        let best =
            (pivot..3).max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()))?;
        rows.swap(pivot, best);
        let lead = rows[pivot];
        if lead[pivot].abs() < 1e-12 * sizes[pivot] {
            return None;
        }
        for (place, row) in rows.iter_mut().enumerate() {
            if place != pivot {
                let by = row[pivot] / lead[pivot];
                row.iter_mut().zip(lead).for_each(|(to, from)| *to -= by * from);
            }
        }
    }
    let (value, variance) = (rows[0][3] / rows[0][0], rows[0][4] / rows[0][0]);
    (variance > 0.0).then(|| (value, variance.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn the_fit_finds_what_was_put_in() {
        let points: Vec<(f64, f64, f64)> = [50.0, 100.0, 200.0, 500.0, 1000.0_f64]
            .map(|n| (n, 1.944 - 0.5 * n.ln() / n + 2.0 / n, 1e-4))
            .to_vec();
        let (value, error) = fit(&points).unwrap();
        assert!((value - 1.944).abs() < 1e-6 && error > 1e-5, "{value} +- {error}");
        assert_eq!(fit(&[(50.0, 1.9, 1e-3); 5]), None);
    }
}
