//! How often a start counts, for the second count: by moving its queen along the axes of its layer.
//!
//! On joined edges the first queen can be moved to any position of its layer, so the images are
//! those of the second; otherwise they are those of the first. An image is reached by exchanging
//! two neighbouring axes or by reversing one; repeating this reaches all of them.

use bezzel_board::{Problem, Rule, Square, Topology};
use std::collections::HashSet;

/// The number of starts that the units of these queens stand for.
pub(super) fn images(problem: &Problem, queens: &[usize]) -> u128 {
    if !problem.is_plain() {
        return 1;
    }
    let joined = problem.topology() == Topology::Torus || problem.rule() == Rule::Hyperplane;
    let width = u128::from(problem.size().width());
    let has_sides = problem.rule() == Rule::SemiQueen;
    match *queens {
        [] => 1,
        [..] if has_sides && !joined => 1,
        [_, _, ..] if has_sides => width,
        [first, ..] if !joined => reached(problem, first, false),
        [_] => width,
        [_, second, ..] => width * reached(problem, second, true),
    }
}

/// How many positions of a layer this one is moved to. On joined edges position 0 stays in place.
fn reached(problem: &Problem, position: usize, joined: bool) -> u128 {
    let n = problem.size().columns();
    let mut start = problem.size().coordinates(Square::new(0, position as u32));
    start.pop();
    let mut known = HashSet::from([start.clone()]);
    let mut waiting = vec![start];
    while let Some(at) = waiting.pop() {
        let reversed = (0..at.len()).map(|axis| {
            let mut at = at.clone();
            at[axis] = if joined { (n - at[axis]) % n } else { n - 1 - at[axis] };
            at
        });
        let exchanged = (1..at.len()).map(|axis| {
            let mut at = at.clone();
            at.swap(axis - 1, axis);
            at
        });
        for image in reversed.chain(exchanged) {
            if known.insert(image.clone()) {
                waiting.push(image);
            }
        }
    }
    known.len() as u128
}

#[cfg(test)]
mod tests {
    use super::super::{Planned, Ready};
    use super::*;
    use crate::engine::units_that_differ;
    use bezzel_board::{Size, Stop};
    use std::sync::Arc;

    fn ready(n: u32, dimension: u32, rule: Rule) -> Ready {
        let problem = Problem::new(Size::cube(n, dimension).unwrap()).with_rule(rule).unwrap();
        Ready::new(&problem, &Stop::new()).unwrap()
    }

    #[test]
    fn both_counts_find_the_same_weights() {
        let boards = [(4, 3), (5, 3), (7, 3), (3, 4), (4, 4), (2, 6), (9, 2), (1, 3)];
        for (n, dimension) in boards {
            for rule in [Rule::Queen, Rule::TwoAxis, Rule::Hyperplane] {
                let Ready { plan, starts, .. } = ready(n, dimension, rule);
                for start in starts {
                    let images = images(&plan.problem, &start.queens);
                    assert_eq!(images, start.weight, "{:?} of {}", start.queens, plan.problem);
                }
            }
        }
    }

    #[test]
    fn the_second_count_finds_a_wrong_weight() {
        let mut ready = ready(4, 3, Rule::Queen);
        ready.starts[1].weight = 4;
        let wrong = ready.plan.units[1].label().to_owned();
        assert_eq!(units_that_differ(&Planned(Arc::new(ready))), [wrong]);
    }
}
