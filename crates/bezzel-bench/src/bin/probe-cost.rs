//! Counts n queens by hand or through the generic algorithm, for `bench/probe-cost`.

use bezzel_board::Problem;
use bezzel_search::{Settings, algorithms};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let way = arguments.next().expect("the first argument is hand or generic");
    let n: u32 = arguments.next().and_then(|n| n.parse().ok()).expect("the second is a side");
    let total = match way.as_str() {
        "hand" => by_hand((1 << n) - 1, 0, 0, 0),
        "generic" => {
            let bitmask = algorithms::find("bitmask").expect("it is in the registry");
            bitmask.count(&Problem::queens(n), &Settings::default())
        }
        other => panic!("{other} is neither hand nor generic"),
    };
    let known = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14_200];
    assert_eq!(total, known[n as usize], "a benchmark of a wrong answer is worth nothing");
}

/// The usual hand-written loop.
fn by_hand(full: u64, columns: u64, falling: u64, rising: u64) -> u64 {
    if columns == full {
        return 1;
    }
    let mut total = 0;
    let mut free = full & !(columns | falling | rising);
    while free != 0 {
        let bit = free & free.wrapping_neg();
        free ^= bit;
        total += by_hand(full, columns | bit, (falling | bit) << 1, (rising | bit) >> 1);
    }
    total
}
