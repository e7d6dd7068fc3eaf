//! Criseno and Vizconde on Güldal's hybrid of sets and backtracking.

use crate::items::claims::growth;
use crate::measure::{Traced, choose, factorial, listed};
use crate::report::Stopped;
use crate::work::{Depth, ItemRun, ShownBy, shown};
use bezzel::{
    ConstructRequest, Frame, Goal, MatrixEntry, Placement, Problem, Square, Step, construct,
    guldal_matrix,
};
use bezzel_draw::{Board, Numbers, Plot, Role, Scale, Series};
use std::collections::BTreeSet;
use std::io;

/// The largest totals of a normal and of a deep report: at 19 colour takes 3.5 s of one core, at 20
/// 8 s; 21 takes a minute.
const COUNTED: u32 = 18;
const COUNTED_DEEP: u32 = 20;

pub(crate) fn table1(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("counted by the fastest engine (enumerate; colour from 16)");
    let most = if work.depth == Depth::Deep { COUNTED_DEEP } else { COUNTED };
    for n in 0..=27 {
        let command = format!("bezzel count {n}");
        if n <= most {
            let total = work.queens(n)?;
            work.row(format!("n = {n}"), total, command);
        } else if n <= COUNTED_DEEP {
            let why = "seconds to minutes: computed at depth deep";
            work.left_out(format!("n = {n}"), why, &command);
        } else {
            let why = "minutes to years of processor time: a job with a ledger, not a report; the \
                       value in data/ is that of OEIS A000170";
            let command = format!("bezzel job start {n} --ledger {n}.ledger");
            work.left_out(format!("n = {n}"), why, &command);
        }
    }
    Ok(())
}

pub(crate) fn bruteforce(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("C(n², n), exactly");
    let command = "bezzel draw plot spaces 1..12 --format csv";
    work.row("arrangements of 8 queens on 64 squares", choose(64, 8), command);
    work.by("all permutations of 8 columns generated and tested");
    let tests = work.run("permutations", 8, Goal::All)?.work.tests;
    work.row("permutations, n = 8", tests, "bezzel compare 8 --goal all --algorithms permutations");
    work.by("the permutations whose sums and differences of row and column are distinct, n = 8");
    let distinct = permutations_with_distinct_diagonals(8);
    let is_all = distinct == work.queens(8)?;
    let what = "permutations with distinct sums and differences, n = 8";
    work.judged(what, distinct, is_all, "bezzel count 8");
    work.by("C(n², n) and n! compared with 2^n, exactly; the smallest n from which each is larger");
    type Space = fn(u32) -> u128;
    let spaces: [(&str, Space); 3] = [
        ("C(n², n)", |n| choose(u128::from(n * n), u128::from(n))),
        ("n!", factorial),
        ("2^n", |n| 1 << n),
    ];
    for (name, size) in &spaces[..2] {
        let smaller = (1..=20).filter(|&n| size(n) <= 1 << n).max();
        let text = format!("from n = {} on", smaller.map_or(1, |n| n + 1));
        work.judged(
            format!("{name} steeper than 2^n"),
            text,
            smaller.is_none_or(|n| n < 20),
            work.own(),
        );
    }
    let mut plot = Plot::new("How large the search spaces are", "n", "candidates");
    plot.subtitle = "Figure 6: choices of squares, permutations, and 2^n to compare".to_owned();
    plot.y_scale = Scale::Log;
    for (name, size) in spaces {
        plot.series.push(Series::counts(name, (1..=12).map(|n| (n, size(n)))));
    }
    work.picture(
        "Figure 6: how large the search spaces are",
        &plot,
        "bezzel draw plot spaces 1..12",
    );
    Ok(())
}

/// Permutations of n columns in which no two rows have the same sum or difference.
fn permutations_with_distinct_diagonals(n: u32) -> u128 {
    fn extend(columns: &mut Vec<u32>, n: u32) -> u128 {
        let row = columns.len() as u32;
        if row == n {
            let is_distinct = |value: &dyn Fn(u32, u32) -> u32| {
                let values = (0..).zip(&*columns).map(|(row, &column)| value(row, column));
                values.collect::<BTreeSet<u32>>().len() == columns.len()
            };
            let distinct = is_distinct(&|r, c| r + c) && is_distinct(&|r, c| r + n - c);
            return u128::from(distinct);
        }
        let free: Vec<u32> = (0..n).filter(|column| !columns.contains(column)).collect();
        let mut found = 0;
        for column in free {
            columns.push(column);
            found += extend(columns, n);
            columns.pop();
        }
        found
    }
    extend(&mut Vec::new(), n)
}

/// The threatened cells, from 1 as printed.
fn set(entry: &MatrixEntry) -> String {
    format!("{{{}}}", listed(entry.threatened.iter().map(|cell| cell + 1), ","))
}

/// An entry of the matrix as a trace shows it, where everything counts from 0.
fn as_traced(entry: &MatrixEntry) -> String {
    format!("{{{}, {}}} {{{}}}", entry.cell, entry.row, listed(&entry.threatened, ","))
}

pub(crate) fn matrix(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let problem = Problem::queens(4);
    let command = "bezzel trace 4 --algorithm guldal --rows skip";
    let steps = work.steps("guldal:rows=skip", 4, Goal::First)?;

    work.by("the squares a queen on the cell attacks, numbered 1 to 16");
    let start = guldal_matrix(&problem, &Frame::default());
    for entry in &start {
        let what = format!("cell {}, row {}", entry.cell + 1, entry.row + 1);
        work.row(what, set(entry), shown(command, [as_traced(entry)]));
    }

    let cells = listed(start.iter().map(|entry| entry.cell + 1), ", ");
    let by = shown(command, [listed(start.iter().map(as_traced), " ")]);
    work.row("figure 10: cells in the matrix", cells, by);
    colours(work, &problem);

    work.by("Güldal's algorithm traced to its first solution, skipping rows without cells");
    let position = |square: Square| problem.size().position(square) + 1;
    // The trace names squares, the paper cells.
    let walk = |steps: &[Traced], command: &str| -> (String, ShownBy) {
        let placed: Vec<Square> = (steps.iter())
            .filter_map(|traced| match traced.step {
                Step::Place(square) => Some(square),
                _ => None,
            })
            .collect();
        let words = placed.iter().map(|square| format!("place {square}"));
        (listed(placed.iter().copied().map(position), ", "), shown(command, words))
    };
    let (cells, by) = walk(&steps, command);
    work.row("cells in the order of the walk", cells, by);
    let left = |traced: Option<&Traced>| -> (String, ShownBy) {
        let matrix = traced.map_or(Vec::new(), |traced| guldal_matrix(&problem, &traced.frame));
        let cells = listed(matrix.iter().map(|entry| entry.cell + 1), ", ");
        (cells, shown(command, [listed(matrix.iter().map(as_traced), " ")]))
    };
    let after = |queens: usize| {
        let mut placed = 0;
        // The cells struck out by the queen belong to its step.
        let until = steps.iter().take_while(|traced| {
            let is_over = placed == queens && !matches!(traced.step, Step::Eliminate(_));
            placed += usize::from(matches!(traced.step, Step::Place(_)));
            !is_over
        });
        until.last()
    };
    // A board shows the free cells alone; the matrix also has those of the queens.
    for (queens, figure) in [(1, "12"), (2, "15"), (3, "17")] {
        let placed: Vec<Square> =
            after(queens).map_or(Vec::new(), |traced| traced.frame.queens.squares().to_vec());
        let free: Vec<u64> = (problem.size().iter())
            .filter(|square| {
                placed
                    .iter()
                    .all(|queen| queen != square && problem.attack(*queen, *square).is_none())
            })
            .map(position)
            .collect();
        let text = if free.is_empty() { "none".to_owned() } else { listed(&free, ", ") };
        let (_, by) = left(after(queens));
        work.row(format!("figure {figure}: cells free on the board"), text, by);
    }
    for (queens, figure) in [(1, "13"), (2, "16"), (3, "18"), (4, "20")] {
        let (cells, by) = left(after(queens));
        work.row(format!("figure {figure}: cells left in the matrix"), cells, by);
    }
    let next = next_cell(&problem, &[0, 3]);
    let by = shown(command, next.map(|square| format!("place {square}")));
    work.row("figure 19: the next available cell", next.map_or(0, position), by);
    let (cells, by) = left(steps.last());
    work.row("figure 21: the solution's cells", cells, by);

    work.by("the same with the rule that a row without free cells ends the branch");
    let strict = work.steps("guldal:rows=strict", 4, Goal::First)?;
    let (cells, by) = walk(&strict, "bezzel trace 4 --algorithm guldal --rows strict");
    work.row("cells in the order of the strict walk", cells, by);

    for (title, columns, attacker) in [
        ("Figure 11: the first queen on cell 1", &[0][..], Square::new(0, 0)),
        ("Figure 14: the second queen on cell 7", &[0, 2], Square::new(1, 2)),
        ("Figure 19: the second queen on cell 8 instead", &[0, 3], Square::new(1, 3)),
        ("Figure 22: the solution on cells 2, 8, 9, 15", &[1, 3, 0, 2], Square::new(3, 2)),
    ] {
        let mut board = Board::new(problem.clone(), Placement::from_columns(columns));
        board.numbers = Numbers::Cells;
        board.attacker = Some(attacker);
        let mut cells: Vec<String> = columns.iter().map(ToString::to_string).collect();
        cells.resize(4, "-".to_owned());
        let cells = cells.join(",");
        let command = format!("bezzel draw board 4 {cells} --threatened --numbers cells");
        work.picture(title, &board, &command);
    }
    Ok(())
}

/// The first cell that no queen in these columns of the first rows attacks.
fn next_cell(problem: &Problem, columns: &[u32]) -> Option<Square> {
    let queens = Placement::from_columns(columns);
    let is_free = |square: &Square| {
        let queens = queens.squares();
        queens.iter().all(|queen| queen != square && problem.attack(*queen, *square).is_none())
    };
    problem.size().iter().find(is_free)
}

/// Figures 8 and 9: the numbers of the cells, and Güldal's colours on the board of figure 14.
fn colours(work: &mut ItemRun<'_>, problem: &Problem) {
    let mut board = Board::new(problem.clone(), Placement::from_columns(&[0, 2]));
    board.attacker = Some(Square::new(1, 2));
    work.by("the squares numbered row by row from 1");
    let size = problem.size();
    let row = |row| listed((0..4).map(|column| size.position(Square::new(row, column)) + 1), " ");
    work.row("figure 9: cells of the board", listed((0..4).map(row), " / "), work.own());
    work.by("the role of every square as the picture of the board colours it");
    let roles = board.roles().expect("there is an attacker");
    let cells = |(role, colour): &(Role, &str)| {
        let cells = (1..).zip(&roles).filter(|(_, other)| *other == role).map(|(cell, _)| cell);
        format!("{colour} {}", listed(cells.collect::<Vec<u32>>(), ", "))
    };
    let colours = [
        (Role::Attacker, "green"),
        (Role::Threatened, "red"),
        (Role::Occupied, "blue"),
        (Role::Deleted, "black"),
    ];
    let text = listed(colours.iter().map(cells), "; ");
    work.row("figure 8: cells of each colour, queens on 1 and 7", text, work.own());
}

/// The three kinds of trials of Table 2, each with the algorithm that makes them.
const TRIALS: [(&str, &str); 3] = [
    ("backtracking", "backtracking"),
    ("hybrid, strict", "guldal"),
    ("hybrid, skipping rows", "guldal:rows=skip"),
];

const SIDES: [u32; 8] = [4, 5, 6, 7, 8, 9, 10, 12];

pub(crate) fn table2(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("columns tested row by row to the first solution, which needs no step back");
    // The steps of each row, as the trace shows them: one for each trial.
    let mut trials = vec![Vec::new(); 5];
    for traced in work.steps("backtracking", 5, Goal::First)? {
        if let Step::Place(square) | Step::Reject(square, _) = &traced.step {
            trials[square.row as usize].push(traced.step.to_string());
        }
    }
    for (queen, steps) in (1..).zip(&trials) {
        let by = shown("bezzel trace 5 --algorithm backtracking", steps);
        work.row(format!("queen {queen}, backtracking"), steps.len(), by);
    }
    work.by("queens placed row by row by the hybrid to the first solution");
    let mut trials = vec![Vec::new(); 5];
    for traced in work.steps("guldal", 5, Goal::First)? {
        if let Step::Place(square) = &traced.step {
            trials[square.row as usize].push(traced.step.to_string());
        }
    }
    for (queen, steps) in (1..).zip(&trials) {
        let by = shown("bezzel trace 5 --algorithm guldal", steps);
        work.row(format!("queen {queen}, hybrid"), steps.len(), by);
    }
    for (name, id) in TRIALS {
        work.by(format!("{id} run to the first solution, trials counted"));
        for n in SIDES {
            let number = work.run(id, n, Goal::First)?.work.trials;
            let command = format!("bezzel compare {n} --goal first --algorithms {id}");
            work.row(format!("trials, {name}, n = {n}"), number, command);
        }
    }
    Ok(())
}

pub(crate) fn fig25(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let mut plot = Plot::new("Trials to the first solution", "n", "trials");
    plot.subtitle = "Figure 25 recomputed: a column tested against a queen placed".to_owned();
    plot.y_scale = Scale::Log;
    let mut trials = Vec::new();
    for (name, id) in TRIALS {
        let mut points = Vec::new();
        for n in 4..=12 {
            points.push((n, u128::from(work.run(id, n, Goal::First)?.work.trials)));
        }
        trials.push(points.clone());
        plot.series.push(Series::counts(name, points));
    }
    work.by("trials of both algorithms to the first solution, n = 4 to 12");
    let fewer = trials[0].iter().zip(&trials[1]).all(|(classic, hybrid)| hybrid.1 < classic.1);
    let text = if fewer { "fewer for every n" } else { "not for every n" };
    work.judged("the hybrid needs fewer trials", text, fewer, work.own());
    work.by("least squares of the logarithm of the trials, n = 4 to 12");
    let factor = growth(&trials[1]);
    let text = format!("grows by {factor:.2} for each queen");
    let by = shown(
        "bezzel compare 4..12 --goal first --algorithms guldal --fit",
        [format!("visits {factor:.2}^n")],
    );
    work.judged("the hybrid still follows an exponential trend", text, factor > 1.1, by);
    work.picture(
        "Figure 25: trials to the first solution",
        &plot,
        "bezzel draw plot algorithms 4..12 --first --measure trials \
         --algorithms backtracking,guldal,guldal:rows=skip",
    );
    Ok(())
}

pub(crate) fn claims(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("Q(18) / Q(17), both counted");
    let (before, after) = (work.queens(17)?, work.queens(18)?);
    let exact = after as f64 / before as f64;
    let what = "each step after n = 17 gives ten times the solutions: Q(18) / Q(17)";
    let by = shown("bezzel draw plot ratios 17..18 --format csv", [exact]);
    work.judged(what, format!("{exact:.2}"), after >= 10 * before, by);

    work.by("ratios of neighbours in the paper's own Table 1");
    let totals: Vec<u128> = (17..=27)
        .map(|n| crate::data::printed("criseno/table1", &format!("n = {n}")))
        .map(|text| text.parse().expect("a printed total is a number"))
        .collect();
    let first = (18..).zip(totals.windows(2)).find(|(_, pair)| pair[1] >= 10 * pair[0]);
    let text = first.map_or("never".to_owned(), |(n, _)| format!("n = {n}"));
    work.judged("the first n with ten times as many as before", text, false, work.own());

    work.by("one solution for n = 1000000 constructed without search and verified");
    let mut request = ConstructRequest::new(1_000_000);
    request.algorithm = Some("pauls".to_owned());
    let answer = construct(&request, work.control, &mut io::sink());
    let (queens, runs) = (answer.ok().and_then(|answer| Some((answer.n, answer.runs?))))
        .expect("Pauls' solution exists for every n from 4 on");
    let text = format!("{queens} queens in {} runs", runs.len());
    let what = "n queens is NP-hard because its count cannot be verified efficiently";
    let first_rows = runs.iter().map(|run| format!("\"row\": \"{}\"", run.row));
    let words = [format!("\"n\": \"{queens}\"")].into_iter().chain(first_rows);
    let by = shown("bezzel construct 1e6 --algorithm pauls --json", words);
    work.judged(what, text, false, by);

    work.by("subsets of ten numbers, counted one by one");
    let subsets = (0..1_u32 << 10).count() as u64;
    let what = "subsets checked for a subset sum of 10 numbers";
    work.judged(what, subsets, subsets == 1 << 10, work.own());
    work.by("sequences of the three vertices of a complete graph, until one is a cycle");
    let sequences = (0..27_u32).map(|code| [code / 9, code / 3 % 3, code % 3]);
    let sequences = sequences.filter(|[a, b, c]| a != b && b != c && a != c);
    let sequences: Vec<[u32; 3]> = sequences.collect();
    // Every two vertices of a complete graph are joined.
    let is_cycle = |[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
    let checked = sequences.iter().position(is_cycle).map_or(sequences.len(), |place| place + 1);
    let text = format!("{checked} of {}", sequences.len());
    let what = "sequences of vertices checked in a complete graph, n = 3";
    work.judged(what, text, checked == sequences.len(), work.own());

    work.by("divisions by 2 … √n for the largest prime of 8, 16, 24 and 32 bits");
    let steps = [251_u64, 65_521, 16_777_213, 4_294_967_291].map(trial_divisions);
    let text = listed(steps, ", ");
    let what = "primality is in P because trial division takes Θ(√n) steps";
    work.judged(what, text, false, work.own());
    Ok(())
}

/// Divisions that trial division makes to show that a number is prime.
fn trial_divisions(number: u64) -> u64 {
    let mut divisions = 0;
    let mut divisor = 2;
    while divisor * divisor <= number {
        divisions += 1;
        assert!(!number.is_multiple_of(divisor), "the number is a prime");
        divisor += 1;
    }
    divisions
}
