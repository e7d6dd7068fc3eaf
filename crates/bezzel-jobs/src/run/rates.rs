//! How fast workers are assumed to be before they are measured.

use super::queue::sound_cost;
use crate::subtotals::Subtotals;
use bezzel_engines::{DeviceKind, Prepared, Unit};
use std::collections::HashMap;

/// Cost and seconds of records.
#[derive(Clone, Copy, Default)]
struct Measured {
    cost: f64,
    seconds: f64,
}

/// Cost per second of a worker on each of these kinds of device, from the records of its kind. Those of
/// other kinds say nothing about it: a card is hundreds of times as fast as a core. Without records it
/// is 1, because costs are roughly the seconds of a core.
pub(super) fn assumed(
    subtotals: &Subtotals,
    prepared: &dyn Prepared,
    kinds: impl Iterator<Item = DeviceKind>,
) -> Vec<f64> {
    let mut by_kind: HashMap<&str, Measured> = HashMap::new();
    for (place, done) in subtotals.counting() {
        // The text of a device begins with its kind.
        let kind = done.device.split(' ').next().unwrap_or_default();
        let measured = by_kind.entry(kind).or_default();
        measured.cost += sound_cost(prepared, &Unit::new(subtotals.label(place)));
        measured.seconds += done.micros as f64 / 1e6;
    }
    let rate = |kind: DeviceKind| match by_kind.get(kind.name()) {
        Some(it) if it.seconds > 0.0 => it.cost / it.seconds,
        _ => 1.0,
    };
    kinds.map(rate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Row;
    use bezzel_board::{Problem, Stop};
    use bezzel_engines::{Engine, Enumerate, Subtotal};

    #[test]
    fn a_core_is_not_judged_by_what_a_card_did() {
        let prepared = Enumerate.prepare(&Problem::queens(10), &Stop::new()).unwrap();
        let plan = prepared.plan();
        let labels = plan.units.iter().map(Unit::label);
        let mut subtotals =
            Subtotals::new(labels, &plan.problem, plan.divisor, plan.nothing(), plan.counted)
                .unwrap();
        let mut record = |unit: usize, device: &str, micros| {
            let row = Row {
                label: plan.units[unit].label().to_owned(),
                subtotal: Subtotal::Count(0),
                program: "0".to_owned(),
                revision: 1,
                device: device.to_owned(),
                host: "here".to_owned(),
                micros,
                processor_micros: micros,
                attempt: 1,
                finished: 0,
            };
            subtotals.add(&row).unwrap();
        };
        record(0, "gpu NVIDIA H200, sm_90", 1_000);
        record(1, "cpu AMD EPYC, avx512", 4_000_000);
        record(2, "cpu Xeon, avx2", 1_000_000);
        let cost = |unit: usize| sound_cost(&*prepared, &plan.units[unit]);
        let kinds = [DeviceKind::Cpu, DeviceKind::Gpu, DeviceKind::Test].into_iter();
        let rates = assumed(&subtotals, &*prepared, kinds);
        assert_eq!(rates, [(cost(1) + cost(2)) / 5.0, cost(0) / 0.001, 1.0]);
    }
}
