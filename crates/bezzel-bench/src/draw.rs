//! Units drawn by their expected cost, and what such a sample says about the whole.

use bezzel_engines::{Prepared, Unit};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::Rng;

/// One of these units, by cost.
pub fn draw(prepared: &dyn Prepared, units: &[Unit], random: &mut SplitMix64) -> Unit {
    let costs: Vec<f64> = units.iter().map(|unit| prepared.cost(unit)).collect();
    units[place(&costs, random)].clone()
}

/// One of these units, by cost, or one of its parts.
pub fn draw_part(
    prepared: &dyn Prepared,
    units: &[Unit],
    most: f64,
    random: &mut SplitMix64,
) -> Unit {
    part_of(prepared, draw(prepared, units, random), most, random)
}

/// This unit, or one of its parts, by cost, that is expected to take at most so many seconds or cannot be split.
pub fn part_of(prepared: &dyn Prepared, unit: Unit, most: f64, random: &mut SplitMix64) -> Unit {
    let mut part = unit;
    while prepared.cost(&part) > most {
        let parts = prepared.split(&part);
        if parts.is_empty() {
            break;
        }
        part = draw(prepared, &parts, random);
    }
    part
}

/// How many queens a unit of the engine colour has in block EE.
pub fn stage_of(unit: &Unit) -> &str {
    unit.label().split(' ').next().unwrap_or_default()
}

/// The place of a cost, drawn by cost.
pub fn place(costs: &[f64], random: &mut SplitMix64) -> usize {
    let mut left = uniform(random) * costs.iter().sum::<f64>();
    for (place, cost) in costs.iter().enumerate() {
        if left < *cost {
            return place;
        }
        left -= cost;
    }
    costs.len() - 1
}

/// The mean of a sample and its standard error.
pub fn mean_and_error(sample: &[f64]) -> (f64, f64) {
    let count = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / count;
    let squares = sample.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

/// A number from 0 to 1, by SplitMix64.
fn uniform(random: &mut SplitMix64) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
