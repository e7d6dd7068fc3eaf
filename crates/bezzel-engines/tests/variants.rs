//! Totals of other pieces, numbers and boards against the tables of the literature. With `BEZZEL_DEEP`
//! every case that takes up to a minute on one core.

use bezzel_board::{Problem, Size, Square, Stop, Symmetry};
use bezzel_engines::{BarrRao, Engine, SimdLevel, Torus, registry};
use bezzel_testkit::{engines, golden};

/// The total by the first engine that counts the problem.
fn total(problem: &Problem) -> u128 {
    let mut engines = registry::counters();
    let prepared = engines.find_map(|engine| engine.prepare(problem, &Stop::new()).ok()).unwrap();
    engines::total(&*prepared, SimdLevel::best())
}

fn of(text: &str) -> u128 {
    total(&text.parse().unwrap())
}

/// The last case of a table: one that takes a moment, or with `BEZZEL_DEEP` one that takes longer.
fn last(quick: u32, deep: u32) -> u32 {
    if std::env::var_os("BEZZEL_DEEP").is_some() { deep } else { quick }
}

#[test]
fn amazons_and_semi_queens_are_those_of_the_literature() {
    for n in 1..=last(14, 17) {
        assert_eq!(of(&format!("{n} amazon")), golden::sequence("A051223", n), "{n}");
    }
    for n in 0..=last(6, 7) {
        let side = 2 * n + 1;
        let known = golden::sequence("A006717", n);
        assert_eq!(of(&format!("{side} torus semi-queen")), known, "{side}");
        // Side 13 takes 4 s on the cylinder and a tenth of a second on the torus.
        if side <= 11 {
            assert_eq!(of(&format!("{side} cylinder semi-queen")), known, "{side}");
        }
    }
    for even in (2..=14).step_by(2) {
        assert_eq!(of(&format!("{even} torus semi-queen")), 0, "{even}");
    }
}

#[test]
fn queens_on_joined_boards_are_those_of_the_literature() {
    for n in 1..=last(13, 16) {
        let known = golden::sequence("A137279", n);
        assert_eq!(of(&format!("{n} mobius queens={}", n.div_ceil(2))), known, "{n}");
    }
    for n in 1..=10 {
        assert_eq!(of(&format!("{n} cylinder")), golden::torus_total(n), "{n}");
    }
}

/// On a cylinder with unequal sides a diagonal meets each row once, but not every diagonal has a
/// queen.
#[test]
fn cylinders_with_unequal_sides_have_one_total() {
    let by = |engine: &dyn Engine, problem: &Problem| {
        let prepared = engine.prepare(problem, &Stop::new()).unwrap();
        engines::total(&*prepared, SimdLevel::best())
    };
    for (rows, columns) in [(2, 4), (3, 5), (4, 6), (4, 7), (5, 6), (5, 7)] {
        let problem: Problem = format!("{rows}x{columns} cylinder").parse().unwrap();
        let expected = bezzel_testkit::oracle::solutions(&problem).len() as u128;
        assert_eq!(by(&Torus, &problem), expected, "{problem}");
    }
    for (rows, columns) in [(1, 9), (6, 10), (8, 11), (9, 12), (10, 12)] {
        let problem: Problem = format!("{rows}x{columns} cylinder").parse().unwrap();
        assert_eq!(by(&Torus, &problem), by(&BarrRao, &problem), "{problem}");
    }
}

/// Both triangles of the search tree: k queens anywhere, and k queens in the first k rows.
#[test]
fn any_number_of_queens_is_that_of_the_literature() {
    let row = |name: &str, n: u32| -> Vec<u128> {
        let numbers = golden::sequences()[name]["rows"][n as usize].as_array().unwrap();
        numbers.iter().map(|number| u128::from(number.as_u64().unwrap())).collect()
    };
    for n in 1..=8_u32 {
        let anywhere: Vec<u128> = (0..=n).map(|k| of(&format!("{n} queens={k}"))).collect();
        assert_eq!(anywhere, row("A348129", n), "{n}");
    }
    for n in 1..=12_u32 {
        let rows = |k: u32| total(&Problem::new(Size::rectangle(k, n).unwrap()));
        let in_rows: Vec<u128> = (1..=n).map(rows).collect();
        assert_eq!(in_rows, row("A319284", n)[1..], "{n}");
    }
}

/// Queens anywhere in space, under every rule, against every choice of squares.
#[test]
fn queens_anywhere_in_space_are_as_many_as_brute_force_finds() {
    for text in ["2^3 queens=1", "3^3 queens=2", "3^3 queens=3", "3^3 queens=4", "3^3 queens=5"] {
        for rule in ["", " hyperplane", " two-axis"] {
            let (size, queens) = text.split_once(' ').unwrap();
            let problem: Problem = format!("{size}{rule} {queens}").parse().unwrap();
            let squares: Vec<Square> = problem.size().iter().collect();
            // The next number with as many ones.
            let next = |set: &u32| {
                let (low, carried) = (set & set.wrapping_neg(), set + (set & set.wrapping_neg()));
                Some(carried | (((set ^ carried) >> 2) / low))
            };
            let choices = std::iter::successors(Some((1_u32 << problem.pieces()) - 1), next)
                .take_while(|set| *set < 1 << squares.len());
            let is_peaceful = |set: &u32| {
                let chosen: Vec<Square> =
                    (0..squares.len()).filter(|k| set >> k & 1 == 1).map(|k| squares[k]).collect();
                let pairs = chosen.iter().flat_map(|a| chosen.iter().map(move |b| (a, b)));
                pairs.filter(|(a, b)| a < b).all(|(a, b)| problem.attack(*a, *b).is_none())
            };
            let expected = choices.filter(is_peaceful).count() as u128;
            assert_eq!(total(&problem), expected, "{text}{rule}");
        }
    }
    // Computed by another program.
    assert_eq!((of("3^3 queens=3"), of("4^3 queens=4")), (152, 27_880));
    // One in each layer is another problem.
    assert_eq!((of("3^3"), of("4^3")), (72, 7196));
}

#[test]
fn kings_rooks_and_bishops_are_those_of_the_literature() {
    for n in 1..=4_u32 {
        let known = golden::sequence("A018807", n);
        assert_eq!(of(&format!("{} king queens={}", 2 * n, n * n)), known, "{n}");
    }
    for n in 1..=8_u32 {
        let permutations: u128 = (1..=u128::from(n)).product();
        assert_eq!(of(&format!("{n} rook")), permutations, "{n}");
        assert_eq!(of(&format!("{n} rook cylinder")), permutations, "{n}");
        // 2n − 2 bishops are the most, in 2^n ways.
        let bishops = if n == 1 { 1 } else { 1 << n };
        assert_eq!(of(&format!("{n} bishop queens={}", (2 * n - 2).max(1))), bishops, "{n}");
    }
}

/// One pawn anywhere and one queen more than rows. Squares that a symmetry of the board maps to each
/// other have as many solutions, so that each class is counted once.
#[test]
fn queens_with_a_pawn_are_those_of_the_literature() {
    for n in 1..=last(12, 15) {
        let board = Problem::queens(n);
        if n == 1 {
            continue; // two queens do not fit on one square
        }
        let queens = board.with_pieces(n + 1).unwrap();
        let size = queens.size();
        let mut sum = 0;
        for pawn in size.iter() {
            let images = || Symmetry::ALL.iter().map(|symmetry| symmetry.apply(pawn, size));
            if images().any(|image| image < pawn) {
                continue;
            }
            let mut different: Vec<Square> = images().collect();
            different.sort_unstable();
            different.dedup();
            sum += different.len() as u128 * total(&queens.clone().with_pawns([pawn]).unwrap());
        }
        assert_eq!(sum, golden::sequence("A103330", n), "{n}");
    }
}

/// The two long diagonals excluded: what is left of all solutions.
#[test]
fn excluded_diagonals_leave_the_other_solutions() {
    let problem: Problem = "6 exclude=d0,s5".parse().unwrap();
    let all = bezzel_testkit::oracle::solutions(&Problem::queens(6));
    let is_left = |columns: &&Vec<u32>| {
        (0..).zip(columns.iter()).all(|(row, &column): (u32, _)| row != column && row + column != 5)
    };
    assert_eq!(total(&problem), all.iter().filter(is_left).count() as u128);
}
