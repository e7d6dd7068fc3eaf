//! The exponential function, the same to the last digit on every machine.

/// e^x for x ≤ 0 from additions, multiplications and divisions alone, so that a seed gives the same
/// run on every machine.
pub(crate) fn exponential(x: f64) -> f64 {
    // e^x = (e^(x/64))^64, and sixteen terms of the series give all digits of e^(x/64).
    if x < -40.0 {
        return 0.0;
    }
    let small = x / 64.0;
    let mut sum = 1.0;
    for k in (1..=16).rev() {
        sum = 1.0 + sum * small / f64::from(k);
    }
    (0..6).fold(sum, |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_right() {
        for thousandths in 0..40_000 {
            let x = -f64::from(thousandths) / 1000.0;
            let (ours, exact) = (exponential(x), x.exp());
            assert!((ours - exact).abs() <= 1e-11 * exact, "{x}: {ours}, {exact}");
        }
        assert_eq!(exponential(-41.0), 0.0);
    }
}
