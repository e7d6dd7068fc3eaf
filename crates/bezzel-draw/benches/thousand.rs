//! Measures drawing a thousand queens in each still format; run with `cargo bench -p bezzel-draw`.

use bezzel_board::{Placement, Problem};
use bezzel_draw::{Board, Format, Options, render};
use std::time::Instant;

fn main() {
    // One queen in each row and column; whether they attack makes no difference to drawing.
    let columns: Vec<u32> = (0..1000).map(|row| row * 387 % 1000).collect();
    let mut board = Board::new(Problem::queens(1000), Placement::from_columns(&columns));
    for colors in [false, true] {
        board.attacker = board.placement.squares().last().copied().filter(|_| colors);
        for format in [Format::Svg, Format::Pdf, Format::Png] {
            let start = Instant::now();
            let bytes = render(&board, format, &Options::default()).expect("it can be drawn");
            let seconds = start.elapsed().as_secs_f64();
            assert!(bytes.len() > 10_000 && seconds < 1.0, "{format} took {seconds:.3} s");
            println!(
                "1000 queens, {format}, colours {colors}: {seconds:.3} s, {} bytes",
                bytes.len()
            );
        }
    }
}
