//! Superqueens, the decomposition of figure 6, and solutions without search.

use crate::measure::{is_coprime_to_6, line, listed, solves};
use crate::report::Stopped;
use crate::work::{ItemRun, shown};
use bezzel::{ConstructRequest, Placement, Problem, SettingValue, StreamFormat, construct};
use bezzel_draw::Board;

pub(crate) fn superqueens(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let torus = |n: u32| Problem::queens(n).on_torus().expect("a square board can be joined");
    work.by("counted on the torus by engine torus");
    let (mut solvable, mut lines) = (Vec::new(), Vec::new());
    for n in 4..=13 {
        let total = work.total(&torus(n))?;
        lines.push(format!("{n} {total}"));
        if total > 0 {
            solvable.push(n);
        }
        let command = format!("bezzel count {n} --torus");
        work.row(format!("solutions on the torus, n = {n}"), total, command);
    }
    work.by("the sides from 4 to 13 with a solution on the torus");
    let by = shown("bezzel count 4..13 --torus", lines);
    work.row("solvable", listed(&solvable, ", "), by);
    work.by("the sides from 4 to 13 without a divisor 2 or 3");
    let coprime = (4..=13).filter(|&n| is_coprime_to_6(n));
    // The sides of a construction that needs the same.
    work.row("gcd(n, 6) = 1", listed(coprime, ", "), "bezzel algorithms magic-square");
    Ok(())
}

/// The columns of a construction for n queens; `None` if it has none.
fn written(work: &ItemRun<'_>, mut request: ConstructRequest) -> Option<Vec<u32>> {
    request.format = Some(StreamFormat::Lines);
    let mut text = Vec::new();
    construct(&request, work.control, &mut text).ok()?;
    let lines = String::from_utf8(text).expect("columns are written in digits");
    let columns: Vec<u32> = lines.lines().map_while(|line| line.parse().ok()).collect();
    (!columns.is_empty()).then_some(columns)
}

fn columns_of(work: &ItemRun<'_>, id: &str, n: u64) -> Option<Vec<u32>> {
    let mut request = ConstructRequest::new(n);
    request.algorithm = Some(id.to_owned());
    written(work, request)
}

/// A part of Abramson and Yung's divide and conquer.
fn part(work: &ItemRun<'_>, n: u64, name: &str) -> Vec<u32> {
    let mut request = ConstructRequest::new(n);
    request.algorithm = Some("abramson-yung".to_owned());
    request.settings.insert("part".to_owned(), SettingValue::from(name));
    written(work, request).expect("n has no divisor 2 or 3")
}

pub(crate) fn fig6(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let (walk, columns) = (part(work, 5, "knight-walk"), part(work, 25, "superqueens"));
    let torus = |n: u32| Problem::queens(n).on_torus().expect("a square board can be joined");
    let answer = |columns: &[u32]| {
        let n = columns.len() as u32;
        if solves(&torus(n), columns) { "a solution on the torus" } else { "no solution" }
    };
    work.by("checked on the torus");
    let by = |columns: &[u32]| {
        let words = format!("a solution of {} queens on the torus", columns.len());
        shown(format!("bezzel check {} --torus", line(columns)), [words])
    };
    work.row("the knight-walk of side 5", answer(&walk), by(&walk));
    work.by("a knight-walk of side 5 in each tile where a knight-walk of side 5 has a queen; checked on the torus");
    work.row("25 = 5 x 5 superqueens", answer(&columns), by(&columns));
    let mut board = Board::new(torus(25), Placement::from_columns(&columns));
    board.caption = Some("25 = 5 x 5".to_owned());
    let command = format!("bezzel draw board 25 {} --torus", line(&columns));
    work.picture("Figure 6: 25 superqueens as 5 x 5", &board, &command);
    Ok(())
}

/// The largest side for each construction.
const LARGEST: u64 = 300;

pub(crate) fn constructions(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("constructed for every n from 4 to 300, each solution checked queen by queen");
    for id in [
        "pauls",
        "hoffman-loessi-moore",
        "falkowski-schmitz",
        "reichling",
        "erbas-tanik",
        "magic-square",
    ] {
        let mut done = Vec::new();
        for n in 4..=LARGEST {
            work.go_on()?;
            let columns = columns_of(work, id, n);
            if columns.is_some_and(|columns| solves(&Problem::queens(n as u32), &columns)) {
                done.push(n);
            }
        }
        let text = if done.len() as u64 == LARGEST - 3 {
            "every n".to_owned()
        } else if done == (4..=LARGEST).filter(|&n| is_coprime_to_6(n)).collect::<Vec<_>>() {
            "every n with gcd(n, 6) = 1".to_owned()
        } else {
            format!("{} of {} sides", done.len(), LARGEST - 3)
        };
        // The card of an algorithm names the sides up to 1000 for which it has a solution.
        let words = match text.as_str() {
            "every n" => "works for every n up to 1000 but 2, 3".to_owned(),
            _ => format!("1, {}, …", listed(done.iter().take(19), ", ")),
        };
        work.row(id, text, shown(format!("bezzel algorithms {id}"), [words]));
    }

    work.by("the square of side 7 walked by uniform steps, its lines summed, its blocks checked on the torus");
    let mut request = ConstructRequest::new(7);
    request.magic = Some(String::new());
    let square = construct(&request, work.control, &mut std::io::sink());
    let square = square.expect("7 has no divisor 2 or 3").magic.expect("it was asked for");
    let command = "bezzel construct 7 --magic";
    work.row("magic constant, n = 7, numbers from 0", square.constant, command);
    work.row("solutions hidden in the square of side 7", square.solutions, command);

    let magic = columns_of(work, "magic-square", 7).expect("7 has no divisor 2 or 3");
    let mut board = Board::new(Problem::queens(7), Placement::from_columns(&magic));
    board.caption = Some("From a magic square".to_owned());
    let command = format!("bezzel draw board 7 {}", line(&magic));
    work.picture("Magic square: the solution in its first block", &board, &command);
    Ok(())
}
