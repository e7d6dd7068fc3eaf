//! What Barr and Rao say in passing.

use crate::measure::{factorial, listed, solves};
use crate::report::Stopped;
use crate::work::{ItemRun, shown};
use bezzel::{
    ConstructRequest, Goal, ModularRequest, Placement, Problem, Size, Square, StreamFormat,
    construct, modular,
};
use std::collections::BTreeSet;

fn cube(n: u32, d: u32) -> Problem {
    Problem::new(Size::cube(n, d).expect("the boards of the paper are small"))
}

pub(crate) fn claims(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    on_the_torus(work)?;
    methods(work)?;
    equations(work);
    traversal(work)?;
    lists(work)?;
    existence(work)?;
    cost(work)
}

/// Section 2: the modular problem.
fn on_the_torus(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("both totals counted for n = 4 to 13");
    let mut as_many = Vec::new();
    for n in 4..=13 {
        let plane = work.queens(n)?;
        let torus = work.total(&Problem::queens(n).on_torus().expect("a square board"))?;
        if torus >= plane {
            as_many.push((n, torus));
        }
    }
    let text = listed(as_many.iter().map(|(n, all)| format!("as many at n = {n}: {all}")), ", ");
    let words = as_many.iter().map(|(n, torus)| format!("{n} {torus}"));
    let by = shown("bezzel count 4..13 --torus", words);
    work.judged("fewer solutions on the torus", text, as_many.is_empty(), by);
    work.by("branch and bound for the largest number of queens on the torus, run to its end");
    for n in 4..=9 {
        let torus = Problem::queens(n).on_torus().expect("a square board");
        let mut request = ModularRequest::new(vec![torus]);
        (request.maximum, request.visits) = (true, Some(u64::MAX));
        let answer = modular(&request, work.control).expect("small boards fit");
        let most = answer.answers.first().and_then(|one| one.maximum).ok_or(Stopped)?;
        let what = format!("queens of a partial solution on the torus, n = {n}");
        work.row(what, most, format!("bezzel count {n} --torus --maximum"));
    }
    Ok(())
}

/// Section 2: Bernhardsson's solutions, and backtracking.
fn methods(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("constructed for every n from 4 to 300, each solution checked queen by queen");
    let mut missing = 0;
    for n in 4..=300 {
        work.go_on()?;
        let mut request = ConstructRequest::new(n);
        request.algorithm = Some("bernhardsson".to_owned());
        request.format = Some(StreamFormat::Lines);
        let mut text = Vec::new();
        let made = construct(&request, work.control, &mut text).is_ok();
        let columns: Vec<u32> =
            String::from_utf8_lossy(&text).lines().map_while(|line| line.parse().ok()).collect();
        missing += u32::from(!made || !solves(&Problem::queens(n as u32), &columns));
    }
    let text = if missing == 0 { "every n".to_owned() } else { format!("{missing} missing") };
    // The card of an algorithm names the sides up to 1000 for which it has a solution.
    let words = "works for every n up to 1000 but 2, 3";
    let by = shown("bezzel algorithms bernhardsson", [words]);
    work.judged("Bernhardsson's three cases", text, missing == 0, by);
    work.by("Günther's determinant (1874) expanded: its terms without a letter twice");
    let found = work.found("gunther", &Problem::queens(7))?;
    let is_all = found == work.queens(7)?;
    let text = format!("all {found} solutions of n = 7 by a determinant");
    let what = "backtracking is the only known way to find every solution";
    work.judged(what, text, !is_all, shown("bezzel count 7 --algorithm gunther", [found]));
    Ok(())
}

/// Sections 3.3 and 3.5: the lines given by equations, as the signs of their terms.
fn equations(work: &mut ItemRun<'_>) {
    let lines = |equations: &[&[i32]]| {
        let line = |signs: &&[i32]| signs.iter().map(|sign| sign * signs[0]).collect::<Vec<i32>>();
        equations.iter().map(line).collect::<BTreeSet<_>>().len()
    };
    work.by("the signs of each equation, up to changing all of them");
    let four: [&[i32]; 8] = [
        &[1, 1, 1, 1],
        &[1, 1, 1, -1],
        &[1, 1, -1, 1],
        &[1, -1, 1, 1],
        &[-1, 1, 1, 1],
        &[-1, 1, 1, -1],
        &[-1, 1, -1, 1],
        &[-1, -1, 1, 1],
    ];
    work.row("section 3.3: different lines of its eight equations", lines(&four), work.own());
    let three: [&[i32]; 3] = [&[1, 1, 1], &[1, 1, -1], &[-1, -1, 1]];
    let what = "section 3.5: different lines of its three equations, d = 3";
    work.row(what, lines(&three), work.own());
}

/// Sections 4 and 7: the order of the board does not matter.
fn traversal(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("all solutions of n = 8 with rows and columns exchanged, compared with all solutions");
    let all: BTreeSet<Vec<u32>> =
        work.solutions("bitmask", &Problem::queens(8))?.into_iter().collect();
    let exchanged = |columns: &Vec<u32>| {
        let mut rows = vec![0; columns.len()];
        (0..).zip(columns).for_each(|(row, &column)| rows[column as usize] = row);
        rows
    };
    let is_same = all.iter().map(exchanged).collect::<BTreeSet<_>>() == all;
    let text = if is_same { format!("the same {}", all.len()) } else { "others".to_owned() };
    let by = shown("bezzel count 8", [all.len()]);
    work.judged("queens placed column by column, n = 8", text, is_same, by);
    work.by("the coordinate that remark 6.1 multiplies by 1: p of row 0, column 1");
    let is_column = Problem::queens(8).size().position(Square::new(0, 1)) == 1;
    let text = if is_column { "column" } else { "row" };
    work.row("depth 1, by remark 6.1", text, work.own());
    work.by("the solutions with the first queen on each square of its layer, counted and added up");
    let (mut calls, mut sum) = (0, 0);
    for column in 0..16 {
        let given = cube(4, 3).with_given([Square::new(0, column)]).expect("one queen");
        sum += work.total_by("barr-rao", &given)?;
        calls += 1;
    }
    let is_all = sum == work.total(&cube(4, 3))?;
    let text = format!("{calls} calls, {sum} solutions");
    let words = [format!("column {}:", calls - 1), format!("total {sum}")];
    let by = shown("bezzel count 4^3 --divide", words);
    work.judged("one call for each first queen, n = 4, d = 3", text, is_all, by);
    Ok(())
}

/// Sections 6.4 and 6.6: the attack lists.
fn lists(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("the printed test of section 6.4 for every position and itself, n = 3");
    let is_listed = |(row1, col1): (i32, i32), (row2, col2): (i32, i32)| {
        row1 == row2 || col2 == col1 || (row1 - row2).abs() == (col1 - col2).abs()
    };
    let own = (0..9).map(|p| (p / 3, p % 3)).filter(|&p| is_listed(p, p)).count();
    work.row("positions in their own attack list, n = 3", own, work.own());
    work.by("the positions that each position of 4^3 attacks, with and without its own layer");
    let problem = cube(4, 3);
    let (mut kept, mut dropped) = (0, 0);
    for square in problem.size().iter() {
        for other in problem.attack_list(square) {
            kept += 1;
            dropped += usize::from(other.row != square.row);
        }
    }
    let text = format!("{dropped} of {kept} positions are left");
    work.judged("the list shrinks, n = 4, d = 3", text, dropped < kept, work.own());
    Ok(())
}

/// Section 8.
fn existence(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("a solution of four queens with all other coordinates 0, checked in d dimensions");
    for d in 3..=6 {
        let is_solution = cube(4, d).is_solution(&Placement::from_columns(&[1, 3, 0, 2]));
        let text = if is_solution { "a solution" } else { "not a solution" };
        let what = format!("a solution in two dimensions is one in more, n = 4, d = {d}");
        let command = format!("bezzel check 1,3,0,2 --size 4^{d}");
        let by = shown(command, [format!("{text} of 4 queens on 4^{d}")]);
        work.judged(what, text, is_solution, by);
    }
    work.by("classes counted by Burnside's lemma");
    let (_, unique) = work.queens_by_symmetry(8)?;
    work.row("unique solutions, n = 8", unique, "bezzel count 8 --fundamental");
    Ok(())
}

/// Section 8: the cost of all solutions in two dimensions.
fn cost(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("queens placed by backtracking for all solutions, divided by n!");
    work.see("bezzel compare 4..12 --goal all --algorithms backtracking");
    let mut shares = Vec::new();
    for n in [4, 8, 12] {
        let visits = work.run("backtracking", n, Goal::All)?.work.visits;
        shares.push(visits as f64 / factorial(n) as f64);
    }
    let falls = shares.windows(2).all(|pair| pair[1] < pair[0]);
    let text = listed(shares.iter().map(|share| format!("{share:.4}")), ", ");
    let what = "all solutions in O(n!): queens placed / n!, n = 4, 8, 12";
    work.judged(what, text, falls, work.own());
    Ok(())
}
