//! Counting by colour: the engine for large boards, whose work grows slower than the total.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod block;
mod kernel;
mod leads;
mod partners;
mod plan;
mod simd;
mod slice;
mod symmetry;

pub use plan::{ColourPlan, ColourUnit, LARGEST_SIDE};
pub use simd::SimdLevel;

#[cfg(test)]
mod tests {
    use super::*;

    const TOTALS: [u128; 19] = [
        1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512,
        95815104, 666090624,
    ];

    fn total(plan: &ColourPlan) -> u128 {
        plan.units()
            .iter()
            .map(|unit| plan.count(unit))
            .sum::<u128>()
            / plan.divisor()
    }

    #[test]
    fn full_boards_have_the_known_totals() {
        for level in SimdLevel::ALL {
            for n in 0..=13 {
                let plan = ColourPlan::new(&vec![(1 << n) - 1; n]).with_level(level);
                assert_eq!(total(&plan), TOTALS[n], "n = {n}, {level:?}");
            }
        }
    }
}
