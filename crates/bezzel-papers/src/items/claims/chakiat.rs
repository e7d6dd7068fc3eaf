//! What Chakiat and others say in passing.

use crate::items::chakiat::{pairs_in_space, printed};
use crate::report::Stopped;
use crate::work::{ItemRun, shown};
use bezzel::{Goal, Placement, Problem};

pub(crate) fn claims(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    planes(work);
    modular(work)?;
    named(work)
}

/// Sections 1 and 5: what "vertical hyperplane" must mean.
fn planes(work: &mut ItemRun<'_>) {
    let (floors, pairs) = (printed().floors(), pairs_in_space());
    work.by("pairs of queens of figure 5 on different floors that share their row or their column");
    let planes = pairs.iter().filter(|(a, b)| a.0 != b.0 && (a.1 == b.1 || a.2 == b.2)).count();
    let lines = pairs.iter().filter(|(a, b)| (a.1, a.2) == (b.1, b.2)).count();
    let text = format!("{planes} pairs in a vertical plane, {lines} on a vertical line");
    work.row("queens of figure 5 on a common vertical hyperplane", text, work.own());
    work.by("every floor of figure 5 tested");
    let attacks: usize = (floors.iter())
        .map(|floor| Problem::queens(5).conflicts(&Placement::from_columns(floor)).len())
        .sum();
    work.row("attacks within a level of figure 5", attacks, work.own());
}

/// Section 2, on Nudelman: sides without a prime below 2^d.
fn modular(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("queens on the line with slopes 1, 2, 4, …, all pairs tested for every n up to 60");
    for d in 2..=4_u32 {
        work.go_on()?;
        let has_prime = |n: u32| (2..1 << d).any(|p| n.is_multiple_of(p));
        let sides: Vec<u32> = (2..=60).filter(|&n| !has_prime(n)).collect();
        let right = sides.iter().filter(|&&n| is_modular(n, d)).count();
        let text = format!("{right} of {} sides", sides.len());
        let what = format!("no prime below 2^d divides n: a solution, d = {d}");
        work.judged(what, text, right == sides.len(), work.own());
    }
    Ok(())
}

/// Whether no two of the queens t·(1, 2, 4, …) attack each other by Nudelman's rule.
fn is_modular(n: u32, d: u32) -> bool {
    let slopes: Vec<i64> = (0..d).map(|k| 1 << k).collect();
    (1..i64::from(n)).all(|t| {
        (1..3_i64.pow(d)).all(|code| {
            let sign = |k: usize| code / 3_i64.pow(k as u32) % 3 - 1;
            let signs: Vec<i64> = (0..slopes.len()).map(sign).collect();
            let sum: i64 = signs.iter().zip(&slopes).map(|(sign, slope)| sign * slope * t).sum();
            signs.iter().all(|&sign| sign == 0) || sum.rem_euclid(i64::from(n)) != 0
        })
    })
}

/// Sections 1 and 7: the methods that the paper names.
fn named(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("the determinant expanded, its terms without a letter twice");
    let found = work.found("gunther", &Problem::queens(6))?;
    let is_all = found == work.queens(6)?;
    let text = format!("all {found} solutions of N = 6");
    let by = shown("bezzel count 6 --algorithm gunther", [found]);
    work.judged("determinants find solutions", text, is_all, by);
    work.by("the algorithm run until it has a solution");
    for (id, what) in [
        ("ant-colony", "ant colonies solve 8 queens"),
        ("quantum-differential-evolution", "quantum-inspired evolution solves 8 queens"),
    ] {
        let run = work.run(id, 8, Goal::First)?;
        let text = if run.solutions.0 > 0 { "solved" } else { "not solved" };
        let words = format!("found by {id}");
        let by = shown(format!("bezzel solve 8 --algorithm {id}"), [words]);
        work.judged(what, text, run.solutions.0 > 0, by);
    }
    Ok(())
}
