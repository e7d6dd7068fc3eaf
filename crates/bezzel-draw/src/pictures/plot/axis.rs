//! Axes: the positions of values, and which values are marked.

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps.
    Linear,
    /// Equal factors; values of 0 and less cannot be shown.
    Log,
}

/// One axis from its lowest to its highest value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    pub scale: Scale,
    pub low: f64,
    pub high: f64,
}

/// A marked value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub value: f64,
    pub label: Label,
}

/// The label of a mark.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Label {
    /// A number.
    Plain(String),
    /// A power of ten.
    Power(i32),
    /// Nothing: a small mark.
    None,
}

impl Axis {
    /// An axis that covers these values; a linear axis measured from 0 starts there.
    pub(super) fn over(scale: Scale, values: impl Iterator<Item = f64>, from_zero: bool) -> Axis {
        let fits = |value: &f64| value.is_finite() && (scale == Scale::Linear || *value > 0.0);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(fits) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = if scale == Scale::Log { (1.0, 10.0) } else { (0.0, 1.0) };
        }
        match scale {
            Scale::Log => {
                let (floor, ceil) = (low.log10().floor(), high.log10().ceil());
                let ceil = if floor == ceil { ceil + 1.0 } else { ceil };
                Axis { scale, low: 10_f64.powf(floor), high: 10_f64.powf(ceil) }
            }
            Scale::Linear => {
                if from_zero && low > 0.0 {
                    low = 0.0;
                }
                if low == high {
                    (low, high) = (low - 0.5, high + 0.5);
                }
                if from_zero {
                    let step = nice((high - low) / 6.0);
                    high = (high / step - 1e-9).ceil() * step;
                    low = (low / step + 1e-9).floor() * step;
                }
                Axis { scale, low, high }
            }
        }
    }

    /// The position of a value, from 0 at the low end to 1; `None` if it cannot be shown.
    pub(super) fn share(self, value: f64) -> Option<f64> {
        match self.scale {
            Scale::Linear => Some((value - self.low) / (self.high - self.low)),
            Scale::Log if value > 0.0 => {
                Some((value.log10() - self.low.log10()) / (self.high.log10() - self.low.log10()))
            }
            Scale::Log => None,
        }
        .filter(|share| share.is_finite())
    }

    /// Marks, at most about `most` of them with labels.
    pub(super) fn ticks(self, most: f64, whole: bool) -> Vec<Tick> {
        match self.scale {
            Scale::Linear => {
                let mut step = nice((self.high - self.low) / most);
                if whole {
                    step = step.max(1.0);
                }
                let first = (self.low / step - 1e-9).ceil() as i64;
                let last = (self.high / step + 1e-9).floor() as i64;
                let decimals = (-step.log10().floor()).max(0.0) as usize;
                (first..=last)
                    .map(|k| {
                        let value = k as f64 * step;
                        Tick { value, label: Label::Plain(plain(value, decimals)) }
                    })
                    .collect()
            }
            Scale::Log => {
                let (first, last) =
                    (self.low.log10().round() as i32, self.high.log10().round() as i32);
                let step = (f64::from(last - first) / most).ceil().max(1.0) as i32;
                let mut ticks = Vec::new();
                for power in first..=last {
                    let label = match (power - first) % step {
                        0 if (0..=3).contains(&power) => Label::Plain(plain(10_f64.powi(power), 0)),
                        0 => Label::Power(power),
                        _ => Label::None,
                    };
                    ticks.push(Tick { value: 10_f64.powi(power), label });
                    // If there are few decades, the steps between them are marked too.
                    if last - first <= 4 && power < last {
                        ticks.extend((2..10).map(|k| Tick {
                            value: f64::from(k) * 10_f64.powi(power),
                            label: Label::None,
                        }));
                    }
                }
                ticks
            }
        }
    }
}

/// The next of 1, 2 and 5 times a power of ten.
fn nice(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let digit = [1.0, 2.0, 5.0, 10.0].into_iter().find(|digit| digit * power >= step * 0.999);
    digit.unwrap_or(10.0) * power
}

fn plain(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if value.abs() < 10_000.0 || decimals > 0 {
        return text;
    }
    let digits = text.trim_start_matches('-');
    let mut grouped = String::from(if value < 0.0 { "-" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_hold_their_values_and_marks_lie_on_them() {
        let cases: [(Scale, &[f64], bool); 5] = [
            (Scale::Linear, &[4.0, 14.0], false),
            (Scale::Linear, &[0.3, 8.31], true),
            (Scale::Log, &[2.0, 365_596.0], true),
            (Scale::Log, &[1.0], true),
            (Scale::Linear, &[7.0], false),
        ];
        for (scale, values, from_zero) in cases {
            let axis = Axis::over(scale, values.iter().copied(), from_zero);
            for &value in values {
                let share = axis.share(value).unwrap();
                assert!((-1e-9..=1.0 + 1e-9).contains(&share), "{axis:?} {value}");
            }
            let ticks = axis.ticks(8.0, false);
            assert!((2..=40).contains(&ticks.len()), "{axis:?}: {}", ticks.len());
            for tick in ticks {
                let share = axis.share(tick.value).unwrap();
                assert!((-1e-6..=1.0 + 1e-6).contains(&share), "{axis:?} {tick:?}");
            }
        }
        assert_eq!(Axis::over(Scale::Log, [5.0, 50.0].into_iter(), true).share(0.0), None);
    }

    #[test]
    fn steps_are_round() {
        for (step, expected) in [(0.13, 0.2), (1.0, 1.0), (1.1, 2.0), (37.0, 50.0), (0.9, 1.0)] {
            assert!((nice(step) - expected).abs() < 1e-9, "{step}");
        }
        assert_eq!(plain(1_234_567.0, 0), "1,234,567");
    }
}
