//! The verifiers agree with each other and with a plain double loop.

use bezzel_board::Explain;
use bezzel_search::algorithms::find;
use bezzel_search::algorithms::magic_square::{BREAK_MOVE, STEP};
use bezzel_search::construct::{
    Along, Check, CheckError, CheckResult, Columns, Fault, Format, Method, ReadError, Runs,
    bitmap_bytes, prove, write,
};
use bezzel_search::{Kind, Limits, MagicSquare, Settings, StepProbe};
use bezzel_testkit::{golden, oracle};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// Keeps the solutions.
#[derive(Default)]
struct Recorder {
    solutions: Vec<Vec<u32>>,
}

impl StepProbe for Recorder {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        self.solutions.push(columns.to_vec());
        ControlFlow::Continue(())
    }
}

/// The first fault by comparing each row with every earlier one.
fn first_fault(columns: &[u64], n: u64) -> Option<Fault> {
    for (row, &column) in (0..).zip(columns) {
        if row == n {
            return Some(Fault::TooManyRows { n });
        }
        if column >= n {
            return Some(Fault::OffBoard { row, column, n });
        }
        for along in Along::ALL {
            let same = |&(other, &their): &(u64, &u64)| {
                along.through(other, their) == along.through(row, column)
            };
            if let Some((other, _)) = (0..row).zip(columns).find(same) {
                return Some(Fault::Clash { row, column, along, earlier: Some(other) });
            }
        }
    }
    let rows = columns.len() as u64;
    (rows < n).then_some(Fault::TooFewRows { rows, n })
}

fn stream(columns: &[u64]) -> impl Iterator<Item = Result<u64, ReadError>> {
    columns.iter().copied().map(Ok)
}

fn without_row(fault: Option<Fault>) -> Option<Fault> {
    fault.map(|fault| match fault {
        Fault::Clash { row, column, along, .. } => {
            Fault::Clash { row, column, along, earlier: None }
        }
        other => other,
    })
}

/// All methods of checking, on the same columns.
fn all_ways(columns: &[u64], n: u64) {
    let expected = first_fault(columns, n);
    let known = Check { n: Some(n), ..Check::default() };

    let runs = known.stream(stream(columns)).unwrap();
    assert_eq!(runs.fault, expected, "runs, {columns:?}");
    assert!(matches!(runs.method, Method::Runs(_)));

    let bitmaps = Check { runs: 0, ..known }.stream(stream(columns)).unwrap();
    if !columns.is_empty() {
        assert_eq!(bitmaps.method, Method::Bitmaps(bitmap_bytes(n)));
        assert_eq!(bitmaps.fault, without_row(expected.clone()), "bitmaps, {columns:?}");
    }
    for memory in [0, 8, 16, 1000] {
        let narrow = Check { runs: 0, memory, ..known };
        let result = narrow.passes(|| Ok(stream(columns))).unwrap();
        assert_eq!(result.fault, expected, "{memory} bytes, {columns:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    /// Random columns, most of them with a fault early on.
    #[test]
    fn random_columns(n in 1_u64..40, columns in prop::collection::vec(0_u64..42, 0..42)) {
        all_ways(&columns, n);
    }

    /// Solutions with one column changed, two rows exchanged, or rows missing at the end.
    #[test]
    fn nearly_solutions(n in 4_u64..200, row in 0_usize..200, other in 0_usize..200, change in 0..4) {
        let runs = find("reichling").unwrap().construct(n, &Settings::default()).unwrap().unwrap();
        let mut columns: Vec<u64> = runs.columns().collect();
        let (row, other) = (row % n as usize, other % n as usize);
        match change {
            0 => columns[row] = other as u64,
            1 => columns.swap(row, other),
            2 => columns.truncate(row),
            _ => columns.push(other as u64),
        }
        all_ways(&columns, n);
    }

    /// Random runs: steps of any sign and size, meeting anywhere.
    #[test]
    fn random_runs(runs in prop::collection::vec((1_u64..12, 0_u64..60, -7_i64..8), 0..6), n in 0_u64..60) {
        let mut list = Runs::new();
        for (count, column, step) in runs {
            let last = column as i64 + step * (count as i64 - 1);
            if last >= 0 {
                list = list.run(1, count, column, step);
            }
        }
        let columns: Vec<u64> = list.columns().collect();
        prop_assert_eq!(prove(&list, n).err(), first_fault(&columns, n));
    }
}

/// Every solution of small boards passes every method.
#[test]
fn solutions_pass() {
    for n in 0..=6 {
        let solutions = oracle::solutions(&bezzel_board::Problem::queens(n));
        assert_eq!(solutions.len() as u128, golden::total(n));
        for columns in solutions {
            let columns: Vec<u64> = columns.into_iter().map(u64::from).collect();
            assert_eq!(first_fault(&columns, u64::from(n)), None);
            all_ways(&columns, u64::from(n));
        }
    }
}

#[test]
fn a_written_construction_is_checked_in_constant_memory() {
    let runs = find("pauls").unwrap().construct(300_000, &Settings::default()).unwrap().unwrap();
    for (format, name) in Format::ALL {
        let mut bytes = Vec::new();
        write(&runs, format, &mut bytes).unwrap();
        let result = Check { memory: 0, ..Check::default() }
            .stream(Columns::new(&bytes[..], format))
            .unwrap();
        assert_eq!(
            result,
            CheckResult { n: 300_000, fault: None, method: Method::Runs(2) },
            "{name}"
        );
    }
}

#[test]
fn what_a_check_needs_is_reported_in_advance() {
    assert_eq!(bitmap_bytes(1_000_000_000), 625_000_000);
    let shuffled: Vec<u64> = (0..5000).map(|row| (row * 2357 % 5000) ^ 1).collect();
    let check = Check { n: Some(5000), memory: 100, runs: 10 };
    let error = check.stream(stream(&shuffled)).unwrap_err().to_string();
    assert!(error.starts_with("checking n = 5000 in one pass takes 3128 bytes"), "{error}");
    let blind = Check { n: None, ..check };
    assert!(matches!(blind.stream(stream(&shuffled)), Err(CheckError::SideUnknown)));
    let result = blind.passes(|| Ok(stream(&shuffled))).unwrap();
    assert_eq!(result.n, 5000);
    assert!(matches!(result.method, Method::Passes(33, 96)), "{:?}", result.method);
    assert_eq!(result.fault, first_fault(&shuffled, 5000));
}

#[test]
fn a_fault_is_named_exactly() {
    let text = |columns: &[u64], n| first_fault(columns, n).unwrap().to_string();
    assert_eq!(
        text(&[1, 3, 0, 1], 4),
        "the queens on (0, 1) and (3, 1) attack each other along column 1"
    );
    assert_eq!(
        text(&[0, 2, 3, 1], 4),
        "the queens on (1, 2) and (2, 3) attack each other along diagonal row - column = -1"
    );
    assert_eq!(
        text(&[3, 1, 2], 4),
        "the queens on (1, 1) and (2, 2) attack each other along diagonal row - column = 0"
    );
    assert_eq!(
        text(&[1, 3, 2], 4),
        "the queens on (1, 3) and (2, 2) attack each other along anti-diagonal row + column = 4"
    );
    assert_eq!(text(&[4], 4), "the queen of row 0 is in column 4; columns go from 0 to 3");
    assert_eq!(text(&[1, 3], 4), "there are only 2 of 4 rows");
    assert_eq!(
        without_row(first_fault(&[1, 3, 0, 1], 4)).unwrap().to_string(),
        "the queen on (3, 1) attacks an earlier one along column 1"
    );
}

/// Magic squares from steps, solutions from squares, squares from solutions.
#[test]
fn magic_squares_and_solutions() {
    for n in [1, 5, 7, 11, 13, 25, 35] {
        let square = MagicSquare::uniform_step(n, (0, 0), STEP, BREAK_MOVE).unwrap();
        assert_eq!(square.kind(), Kind::Pandiagonal, "n = {n}");
        let solutions = square.solutions();
        assert_eq!(solutions.len(), 2 * n as usize, "n = {n}");
        let magic = find("magic-square").unwrap();
        for block in 0..n {
            let settings =
                Settings::default().choose(magic.info(), "block", &block.to_string()).unwrap();
            let runs = magic.construct(u64::from(n), &settings).unwrap().unwrap();
            let columns: Vec<u32> = runs.columns().map(|column| column as u32).collect();
            assert_eq!(columns, solutions[block as usize], "n = {n}, block {block}");
        }
        for solution in &solutions {
            let back = MagicSquare::from_solution(solution).unwrap();
            assert_eq!(back.constant(), square.constant());
            assert!(back.solutions().contains(solution), "n = {n}");
        }
    }
}

/// All solutions on small tori give magic squares, at n = 13 including those that are not straight
/// walks; solutions of the plane do not.
#[test]
fn every_solution_on_the_torus_makes_a_magic_square() {
    for n in [1, 5, 7, 11, 13] {
        let torus = bezzel_board::Problem::queens(n).on_torus().unwrap();
        let mut recorder = Recorder::default();
        let bitmask = find("bitmask").unwrap();
        bitmask.run(&torus, &Settings::default(), &Limits::none(), &mut recorder);
        assert_eq!(recorder.solutions.len() as u128, golden::torus_total(n));
        for solution in &recorder.solutions {
            MagicSquare::from_solution(solution).unwrap();
        }
    }
    let error = MagicSquare::from_solution(&[1, 3, 0, 2]).unwrap_err().to_string();
    assert!(error.starts_with("rows 1 and 2 attack each other on the torus"), "{error}");
    let error = MagicSquare::uniform_step(9, (0, 0), STEP, BREAK_MOVE).unwrap_err().explain();
    assert!(error.contains("twice; a·d - b·c and n = 9 must have no common divisor"), "{error}");
}

/// The siamese square contains n solutions, its classes mod n, if n is not divisible by 3.
#[test]
fn the_siamese_square_hides_solutions() {
    for n in [3_u32, 5, 7, 9, 11, 15, 25] {
        let square = MagicSquare::uniform_step(n, (0, n / 2), (n - 1, 1), (2, n - 1)).unwrap();
        let expected = if n % 3 == 0 { 0 } else { n as usize };
        assert_eq!(square.solutions().len(), expected, "n = {n}");
    }
}
