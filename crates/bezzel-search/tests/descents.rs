//! Estimates by random descents are as good as they say. They compute for long: unit tests are not
//! optimised.

use bezzel_board::{Problem, Square};
use bezzel_search::{Descents, Limits, Outcome, Settings, algorithms};

#[test]
fn estimates_are_right_within_their_error() {
    let given = |n: u32, queens: &[(u32, u32)]| {
        let queens = queens.iter().map(|&(row, column)| Square::new(row, column));
        Problem::queens(n).with_given(queens).unwrap()
    };
    let blocked = Problem::queens(7).with_blocked([Square::new(0, 3), Square::new(4, 4)]);
    let mut problems: Vec<Problem> = (0..=8).map(Problem::queens).collect();
    problems.extend([given(8, &[(3, 2)]), given(6, &[(0, 1), (5, 4)]), blocked.unwrap()]);
    problems.push(Problem::queens(7).on_torus().unwrap());
    problems.push(Problem::new("5x8".parse().unwrap()));
    for other in ["3^3", "6 touching", "5 touching regions=AAABB/ACBBB/CCDBE/CDDEE/DDDEE"] {
        problems.push(other.parse().unwrap());
    }
    let backtracking = algorithms::find("backtracking").unwrap();
    for problem in &problems {
        let run = backtracking.run(problem, &Settings::default(), &Limits::none(), &mut ());
        let Outcome::Exact { total } = run.outcome else { panic!("no limit was set") };
        let mut descents = Descents::new(problem, 7);
        (0..20_000).for_each(|_| descents.descend());
        let estimate = descents.estimate();
        for (mean, truth) in
            [(estimate.visits, run.work.visits as f64), (estimate.solutions, total as f64)]
        {
            // Four standard errors: one estimate in 16,000 is further off, whatever the seed.
            let off = (mean.value - truth).abs();
            assert!(off <= 4.0 * mean.error + 1e-6, "{problem}: {mean:?}, not {truth}");
            assert!(mean.error <= 0.1 * truth + 1e-6, "{problem}: {mean:?} says little");
        }
    }
}

/// Of estimates with few descents, how many give a wrong interval, and how many give one at
/// all.
fn claims(n: u32, total: f64, descents: u32) -> (f64, f64) {
    const ESTIMATES: u64 = 500;
    let problem = Problem::queens(n);
    let (mut claimed, mut wrong) = (0.0, 0.0);
    for seed in 0..ESTIMATES {
        let mut made = Descents::new(&problem, seed);
        (0..descents).for_each(|_| made.descend());
        if let Some((low, high)) = made.estimate().solutions.interval {
            claimed += 1.0;
            wrong += f64::from(u8::from(!(low..=high).contains(&total)));
        }
    }
    (wrong / ESTIMATES as f64, claimed / ESTIMATES as f64)
}

/// Two standard errors alone are wrong in 6, 13, 12 and 10 of 100 of these.
#[test]
fn intervals_cover_what_they_claim() {
    let cases = [
        (8, 92.0, 200, 0.99),
        (12, 14_200.0, 200, 0.4),
        (16, 14_772_512.0, 1000, 0.99),
        (20, 39_029_188_884.0, 1000, 0.95),
    ];
    for (n, total, descents, least) in cases {
        let (wrong, claimed) = claims(n, total, descents);
        // Two standard errors of a share of 5 among 100 in 500 estimates.
        assert!(wrong <= 0.05 + 0.02, "n = {n}: {wrong}");
        assert!(claimed >= least, "n = {n}: {claimed}");
    }
    // With too few of them no interval is given.
    assert!(claims(20, 39_029_188_884.0, 100).1 < 0.02);
}
