//! Who may try a unit that came back without a result.

use super::hand::Hand;
use super::queue::Waiting;
use super::state::FAILURES_OF_WORKER;

/// Workers, and a unit that some of them have given back.
pub(super) struct Tried<'a> {
    pub(super) hands: &'a [Hand],
    pub(super) unit: &'a Waiting,
}

impl Tried<'_> {
    fn at_work(&self) -> impl Iterator<Item = (usize, &Hand)> {
        let all = self.hands.iter().enumerate();
        all.filter(|(_, hand)| hand.is_at_work(FAILURES_OF_WORKER))
    }

    /// Whether none of those that failed works on the device of this one.
    fn left_device_of(&self, hand: &Hand) -> bool {
        !self.unit.failed_on.iter().any(|&worker| self.hands[worker].shares_device(hand))
    }

    pub(super) fn has_left_a_device(&self) -> bool {
        self.at_work().any(|(_, hand)| self.left_device_of(hand))
    }

    /// Which workers may try it again after failures. What one stream of a broken card cannot do, the others cannot do
    /// either: the unit goes to another device if there is one, else to another worker, and if all have tried it, to
    /// any.
    fn after_failures(&self) -> Vec<(usize, &Hand)> {
        let left = |&(worker, _): &(usize, &Hand)| !self.unit.failed_on.contains(&worker);
        match () {
            () if self.has_left_a_device() => {
                self.at_work().filter(|(_, hand)| self.left_device_of(hand)).collect()
            }
            () if self.at_work().any(|it| left(&it)) => self.at_work().filter(left).collect(),
            () => self.at_work().collect(),
        }
    }

    /// Whether this worker may try it, given the cost of the largest unit for it. Of those that may after failures, the
    /// ones on which it was overdue least often come first, so that one that hangs does not get it again and again. The
    /// fastest of them may always take it, the others if it does not hold up the end of the run.
    pub(super) fn may_be_tried_by(&self, me: usize, most: f64) -> bool {
        let Waiting { cost, failed_on, overdue_on, .. } = self.unit;
        let times = |worker: usize| overdue_on.iter().filter(|&&other| other == worker).count();
        let mut next = self.after_failures();
        let fewest = next.iter().map(|&(worker, _)| times(worker)).min();
        next.retain(|&(worker, _)| Some(times(worker)) == fewest);
        let fastest = next.iter().map(|(_, hand)| hand.rate()).fold(0.0, f64::max);
        let is_next = next.iter().any(|&(worker, _)| worker == me);
        is_next && (!failed_on.is_empty() || *cost <= most || self.hands[me].rate() >= fastest)
    }
}
