// Bit masks: counts all solutions of N queens. Usage: rustc -O bitmask.rs && ./bitmask 8

fn row(left: u32, all: u64, columns: u64, falling: u64, rising: u64) -> u64 {
    if left == 0 {
        return 1;
    }
    let mut total = 0;
    let mut free = all & !(columns | falling | rising);
    while free != 0 {
        let bit = free & free.wrapping_neg(); // the lowest bit
        free ^= bit;
        total += row(left - 1, all, columns | bit, (falling | bit) << 1, (rising | bit) >> 1);
    }
    total
}

fn main() {
    let n: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    assert!(n < 64, "a row of at most 63 squares fits into a word");
    println!("{}", row(n, (1 << n) - 1, 0, 0, 0));
}
