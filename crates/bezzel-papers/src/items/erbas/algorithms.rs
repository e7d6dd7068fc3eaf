//! The eight algorithms, as printed and as corrected, and those the survey only names.

use crate::measure::{factorial, is_coprime_to_6, line, listed};
use crate::report::Stopped;
use crate::work::{ItemRun, shown};
use bezzel::{ConstructRequest, Goal, Placement, Problem, Size, construct};
use bezzel_draw::{Plot, Series};
use std::io;

pub(crate) fn algorithms(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    exhaustive(work)?;
    corrected(work)?;
    fundamental(work)?;
    nondeterministic(work)?;
    las_vegas(work)?;
    gradient(work)?;
    divide_and_conquer(work)
}

/// Brute force and permutations, whose cost the survey gives as a formula.
fn exhaustive(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("the algorithm run to its end, complete vectors counted");
    for (id, what, count) in [
        ("trial-and-error", "vectors tested by trial and error, n = 6", 6_u64.pow(6)),
        ("permutations", "permutations tested, n = 8", factorial(8) as u64),
    ] {
        let n = if id == "permutations" { 8 } else { 6 };
        let tests = work.run(id, n, Goal::All)?.work.tests;
        let command = format!("bezzel compare {n} --goal all --algorithms {id}");
        work.judged(what, tests, tests == count, command);
    }
    Ok(())
}

/// Algorithms 1 to 3.
fn corrected(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("the corrected algorithm run to its end");
    let problem = Problem::queens(8);
    for (number, id) in [(1, "wirth"), (2, "rohl-1"), (3, "rohl-2")] {
        let total = work.found(id, &problem)?;
        let text = format!("{total} solutions of n = 8, once corrected");
        let by = shown(format!("bezzel count 8 --algorithm {id}"), [total]);
        work.row(format!("algorithm {number}"), text, by);
    }
    work.by("the solutions in the order in which the algorithm prints them");
    work.see("bezzel list 8 --algorithm rohl-1");
    for (number, id) in [(2, "rohl-1"), (3, "rohl-2")] {
        let solutions = work.solutions(id, &problem)?;
        let in_order = if solutions.is_sorted() { "yes" } else { "no" };
        let what = format!("algorithm {number}: lexicographical order");
        work.row(what, in_order, work.own());
    }
    work.by("the list of free columns followed from F[-1] until h < 0");
    let as_printed = free_columns(8, |k| k - 1);
    work.row("algorithm 3: columns on the list, F[k-1] := k-1", as_printed, work.own());
    let as_mended = free_columns(8, |k| k);
    work.row("algorithm 3: columns on the list, F[k-1] := k", as_mended, work.own());
    work.by("algorithm 2 followed line by line, with the pk that is never set as 0");
    work.see("bezzel algorithms rohl-1");
    for n in 1..=8 {
        let what = format!("algorithm 2 as printed: solutions of n = {n}");
        work.row(what, rohl_1_as_printed(n), work.own());
    }
    work.by("algorithm 3 followed line by line for 1000 rounds of its loop");
    work.see("bezzel algorithms rohl-2");
    let ending = |inside: bool| match rohl_2_rounds(2, inside) {
        Some(rounds) => format!("ends after {rounds} rounds"),
        None => "does not end".to_owned(),
    };
    let what = "algorithm 3 with l := h and h := F[h] inside the if, n = 2";
    work.row(what, ending(true), work.own());
    work.row("algorithm 3 with both after the if, n = 2", ending(false), work.own());
    work.by("a row m of its own in each call, set to 0 and raised once before the next call");
    let largest = (1..=8).map(|n| local_row(n, 0)).max().unwrap_or_default();
    let text = format!("m reaches {largest}: only n = {largest} would be printed");
    work.row("algorithm 3 with m declared in searchrow", text, work.own());
    Ok(())
}

/// What algorithm 2 prints line by line: `p[k] := p[i]`, and later `p[k] := pk` with pk never set.
fn rohl_1_as_printed(n: usize) -> usize {
    fn choose(p: &mut [i64], k: usize, printed: &mut usize) {
        let (n, temp, pk) = (p.len() - 1, p[k], 0);
        for i in k..=n {
            p[k] = p[i];
            let is_safe = (1..=k).all(|a| {
                (a + 1..=k).all(|b| p[a] != p[b] && (p[a] - p[b]).unsigned_abs() as usize != b - a)
            });
            if is_safe {
                p[k] = pk;
                p[i] = temp;
                if k < n {
                    choose(p, k + 1, printed);
                } else {
                    *printed += 1;
                }
                p[i] = p[k];
                p[k] = temp;
            }
        }
    }
    let (mut p, mut printed) = ((0..=n as i64).collect::<Vec<i64>>(), 0);
    choose(&mut p, 1, &mut printed);
    printed
}

/// The rounds of the loop of algorithm 3 with m global and the list filled rightly, with the two last
/// assignments inside the if or after it; `None` if there are more than 1000.
fn rohl_2_rounds(n: i64, inside: bool) -> Option<u32> {
    /// The list with F[-1] first, the queens, the rounds so far.
    struct State(Vec<i64>, Vec<i64>, u32);
    fn search_row(state: &mut State, n: i64, inside: bool) -> Option<()> {
        let (mut l, mut h) = (-1, state.0[0]);
        loop {
            state.2 += 1;
            if state.2 > 1000 {
                return None;
            }
            let m = state.1.len() as i64;
            let is_safe = (0..)
                .zip(&state.1)
                .all(|(row, &column)| column != h && (column - h).abs() != m - row);
            if is_safe {
                state.1.push(h);
                state.0[(l + 1) as usize] = state.0[(h + 1) as usize];
                if m + 1 < n {
                    search_row(state, n, inside)?;
                }
                state.1.pop();
                state.0[(l + 1) as usize] = h;
            }
            if is_safe || !inside {
                (l, h) = (h, state.0[(h + 1) as usize]);
            }
            if h < 0 {
                return Some(());
            }
        }
    }
    let mut state = State((0..n).chain([-1]).collect(), Vec::new(), 0);
    search_row(&mut state, n, inside)?;
    Some(state.2)
}

/// The largest m of algorithm 3 if every call has its own: it is raised from 0 once, then the next
/// call begins at 0 again.
fn local_row(n: u32, calls: u32) -> u32 {
    let m = 1;
    if m == n || calls == n { m } else { m.max(local_row(n, calls + 1)) }
}

/// The free columns in Rohl's list at the start, for a way of filling it: F[k − 1] := the given
/// value for k = 0 … n − 1, then F[n − 1] := −1.
fn free_columns(n: i64, filled: impl Fn(i64) -> i64) -> usize {
    let mut list: Vec<i64> = (0..n).map(filled).collect();
    list.push(-1);
    let mut free = 0;
    let mut column = list[0];
    while column >= 0 && free <= n as usize {
        free += 1;
        column = list[(column + 1) as usize];
    }
    free
}

/// Algorithm 4, and the two before it.
fn fundamental(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("Topor's algorithm with orbits of the current group, those tried at a node excluded");
    for n in 1..=9 {
        let total = work.found("topor", &Problem::queens(n))?;
        let command = format!("bezzel list {n} --algorithm topor");
        work.row(format!("algorithm 4, n = {n}"), total, command);
    }
    work.by("the algorithm run to its end");
    for id in ["generate-and-test", "naur"] {
        let total = work.found(id, &Problem::queens(8))?;
        work.row(format!("{id}, n = 8"), total, format!("bezzel list 8 --algorithm {id}"));
    }
    Ok(())
}

/// Algorithm 5.
fn nondeterministic(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("safe placements of the first N - 1 rows, where the printed loop ends");
    let mut last = 0;
    for n in 2..=8 {
        let short = Problem::new(Size::rectangle(n - 1, n).expect("both sides are positive"));
        last = work.found("bitmask", &short)?;
        let what = format!("algorithm 5: accepted with N - 1 queens, n = {n}");
        work.row(what, last, format!("bezzel count {}x{n}", n - 1));
    }
    let text = format!("accepts {last} incomplete placements of n = 8");
    work.row("algorithm 5", text, shown("bezzel count 7x8", [last]));
    Ok(())
}

/// Algorithm 6.
fn las_vegas(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("every sequence of choices a run can make, its probability summed exactly");
    let command = |n: u32| format!("bezzel compare {n} --algorithms las-vegas --exact");
    let mut points = Vec::new();
    for n in 4..=8 {
        let share = work.success("las-vegas", n)?;
        points.push((f64::from(n), share.probability));
        let what = format!("algorithm 6: success of one run, n = {n}");
        work.row(what, format!("{}/{}", share.over, share.under), command(n));
    }
    work.by("the same: a run that is stuck with rows left, where the printed loop continues");
    let share = work.success("las-vegas", 6)?;
    let solved = format!("{}/{}", share.over, share.under);
    let text = format!("all but {solved} of the runs of n = 6 must choose from no square");
    work.row("algorithm 6", text, shown(command(6), [solved]));
    let mut plot = Plot::new("Success of one run", "n", "probability");
    plot.subtitle = "Las Vegas algorithm, exact".to_owned();
    plot.series = vec![Series::new("las-vegas", points)];
    work.picture(
        "Las Vegas: success of one run",
        &plot,
        "bezzel compare 4..8 --algorithms las-vegas --exact",
    );
    Ok(())
}

/// Algorithm 7.
fn gradient(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("the search started from each of the n! permutations, collisions as attacking pairs");
    for n in 4..=8 {
        let share = work.success("qs1", n)?;
        let command = format!("bezzel compare {n} --algorithms qs1 --exact");
        let what = format!("algorithm 7: share of the starts that succeed, n = {n}");
        work.row(what, format!("{}/{}", share.over, share.under), command);
    }
    work.by("permutations after the first until one leads to a solution, the mean over the seeds 1 to 20");
    for n in [8, 20, 50, 100] {
        let mean = format!("{:.1}", work.mean_restarts("qs1", n, 20)?);
        let what = format!("\"usually very small\": further permutations needed, n = {n}");
        let is_small = mean.parse::<f64>().is_ok_and(|mean| mean < 10.0);
        let command = format!("bezzel compare {n} --algorithms qs1 --seeds 20");
        work.judged(what, &mean, is_small, shown(command, [format!("restarts {mean}")]));
    }
    Ok(())
}

/// Algorithm 8.
fn divide_and_conquer(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    const MOST: u64 = 1000;
    work.by(
        "the n from 4 to 1000 for which no A, B and C exist; the solutions of all others verified",
    );
    let has_none = |n: &u64| {
        let mut request = ConstructRequest::new(*n);
        request.algorithm = Some("abramson-yung".to_owned());
        let answer = construct(&request, work.control, &mut io::sink());
        !answer.is_ok_and(|answer| answer.runs.is_some())
    };
    let none: Vec<u64> = (4..=MOST).filter(has_none).collect();
    let command = "bezzel algorithms abramson-yung";
    work.row("algorithm 8: no solution for", listed(&none, ", "), command);
    work.by("the n from 4 to 1000 that are not of the form 4B + C when C may be larger than B");
    let has_walk = is_coprime_to_6;
    let reached =
        |n: u64| has_walk(n) || (1..=(n - 1) / 4).any(|b| has_walk(b) && has_walk(n - 4 * b));
    let none = (4..=MOST).filter(|&n| !reached(n | 1)).count();
    let text = format!("{none} sides without B and C");
    work.row("algorithm 8: without C <= B", text, work.own());
    work.by("9 = 4 · 1 + 5 with tiles of side B = 1 and a corner of side C = 5, all pairs tested");
    let walk = |side: u32| (0..side).map(move |row| 2 * row % side);
    let tiles = (1..5_u32).map(|i| 5 + (2 * i) % 5 - 1);
    let columns: Vec<u32> = walk(5).chain(tiles).collect();
    let attacks = Problem::queens(9).conflicts(&Placement::from_columns(&columns)).len();
    let text = format!("{attacks} pairs attack each other");
    let command = format!("bezzel check {} --json", line(&columns));
    let by = shown(command, [format!("\"faults_in_all\": {attacks}")]);
    work.row("algorithm 8: n = 9 with C > B", text, by);
    Ok(())
}
