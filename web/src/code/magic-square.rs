// A solution from a magic square: one solution of N queens without search, by the column of each row. Usage: rustc -O magic-square.rs && ./magic-square 7 [block]

/// Number k of the square stands in row k + 2 (k / n) and column 2 k + k / n, modulo n. The numbers of a
/// block of n, those with k / n = block, are a solution: column 2 i - 3 block in row i.
fn solve(n: i64, block: i64) -> Vec<i64> {
    (0..n).map(|row| (2 * row - 3 * block).rem_euclid(n)).collect()
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<i64>().unwrap_or(0));
    let (n, block) = (arguments.next().unwrap_or(7), arguments.next().unwrap_or(0));
    if n % 2 == 0 || n % 3 == 0 {
        return println!("no solution of this kind");
    }
    let words: Vec<String> = solve(n, block).iter().map(i64::to_string).collect();
    println!("{}", words.join(" "));
}
