//! What the survey says in passing.

use super::growth;
use crate::measure::{listed, solves};
use crate::report::Stopped;
use crate::work::{ItemRun, shown};
use bezzel::{Goal, Placement, Problem, Square, Symmetry};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) fn claims(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    constraints(work);
    growths(work)?;
    orbits(work)?;
    first_solutions(work)?;
    chance(work)?;
    products(work);
    Ok(())
}

/// Section 1.3.
fn constraints(work: &mut ItemRun<'_>) {
    let problem = Problem::queens(4);
    work.by("every pair of queens tested against the rules of attack");
    let text = if solves(&problem, &[1, 3, 0, 2]) { "a solution" } else { "no solution" };
    let by = shown("bezzel check 1,3,0,2 --definition csp", ["a solution of 4 queens"]);
    work.row("the set A = {1, 3, 0, 2}", text, by);
    work.by(
        "the pairs of values allowed in rows i and j, compared with those in rows j and i, n = 4",
    );
    let allowed = |i: u32, j: u32| {
        let pairs = (0..16_u32).map(|code| (code / 4, code % 4));
        let is_allowed =
            |&(x, y): &(u32, u32)| problem.attack(Square::new(i, x), Square::new(j, y)).is_none();
        pairs.filter(is_allowed).collect::<Vec<_>>()
    };
    let pairs: Vec<(u32, u32)> = (0..4).flat_map(|i| (i + 1..4).map(move |j| (i, j))).collect();
    let same = pairs.iter().filter(|&&(i, j)| allowed(i, j) == allowed(j, i)).count();
    let text = format!("{same} of {}", pairs.len());
    work.judged("P_ij = P_ji", text, same == pairs.len(), work.own());
}

/// Sections 3 to 4.
fn growths(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("the logarithms of the totals of n = 8 to 16 fitted to a straight line");
    let (mut all, mut classes) = (Vec::new(), Vec::new());
    for n in 8..=16 {
        let (total, fundamental) = work.queens_by_symmetry(n)?;
        all.push((n, total));
        classes.push((n, fundamental));
    }
    for (what, points) in [
        ("the number of solutions increases exponentially", all),
        ("the number of fundamental solutions increases exponentially", classes),
    ] {
        let base = growth(&points);
        let text = format!("times {base:.2} for each queen");
        work.judged(what, text, base > 2.0, work.own());
    }
    work.by("the vectors of 8 rows with two given elements, counted one by one");
    let number = (0..8_u64.pow(8)).step_by(64).count() as u64;
    work.judged(
        "configurations discarded with two elements, n = 8",
        number,
        number == 8_u64.pow(6),
        work.own(),
    );
    Ok(())
}

/// Section 4.3: a queen on any square of an orbit.
fn orbits(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("the classes of the solutions through each square, compared within each orbit, n = 8");
    let problem = Problem::queens(8);
    let size = problem.size();
    let mut through: BTreeMap<Square, BTreeSet<Placement>> = BTreeMap::new();
    for columns in work.solutions("bitmask", &problem)? {
        let solution = Placement::from_columns(&columns);
        let class = Symmetry::orbit(&solution, size).into_iter().min().unwrap_or_default();
        for &queen in solution.squares() {
            through.entry(queen).or_default().insert(class.clone());
        }
    }
    let orbit = |square: Square| {
        Symmetry::ALL.map(|symmetry| symmetry.apply(square, size)).into_iter().collect()
    };
    let orbits: BTreeSet<BTreeSet<Square>> = size.iter().map(orbit).collect();
    let is_one = |orbit: &&BTreeSet<Square>| {
        let classes: BTreeSet<_> = orbit.iter().map(|square| through.get(square)).collect();
        classes.len() == 1
    };
    let same = orbits.iter().filter(is_one).count();
    let text = format!("the same classes in {same} of {} orbits", orbits.len());
    let what = "a queen on any square of an orbit leads to an equivalent solution";
    work.judged(what, text, same == orbits.len(), work.own());

    work.by("each of the 92 solutions compared with its images");
    let all = work.solutions("bitmask", &problem)?;
    let symmetric = all
        .iter()
        .filter(|columns| Symmetry::stabiliser(&Placement::from_columns(columns), size).len() > 1);
    let symmetric = symmetric.count();
    let text = format!("{symmetric} of {} have a symmetry", all.len());
    let what = "most solutions follow no general pattern, n = 8";
    // One class, unchanged by a half-turn.
    let words = [format!("total: {}", all.len()), format!("1 ({symmetric} solutions each)")];
    let by = shown("bezzel count 8 --classes", words);
    work.judged(what, text, 2 * symmetric < all.len(), by);
    Ok(())
}

/// Section 5.2.
fn first_solutions(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("the first solution of backtracking compared with the smallest of all, n = 4 to 10");
    let mut wrong = Vec::new();
    for n in 4..=10 {
        let problem = Problem::queens(n);
        let first = work.steps("backtracking", n, Goal::First)?;
        let first = first.last().map(|traced| traced.frame.queens.clone()).unwrap_or_default();
        let all = work.solutions("bitmask", &problem)?;
        if all.iter().min().map(|columns| Placement::from_columns(columns)) != Some(first) {
            wrong.push(n);
        }
    }
    let text = match wrong.is_empty() {
        true => "for every n".to_owned(),
        false => format!("not for n = {}", listed(&wrong, ", ")),
    };
    let what = "backtracking finds the lexicographically first solution";
    work.judged(what, text, wrong.is_empty(), work.own());
    Ok(())
}

/// Section 5.3.
fn chance(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("queens placed until there is a solution of n = 8, the mean over the seeds 1 to 200");
    let alone = work.mean_visits("las-vegas", 8, 200)?;
    let combined = work.mean_visits("las-vegas-backtracking", 8, 200)?;
    let [combined_text, alone_text] = [combined, alone].map(|mean| format!("{mean:.1}"));
    let text = format!("{combined_text} queens placed instead of {alone_text}");
    let what = "Las Vegas combined with backtracking is more efficient";
    let command = "bezzel compare 8 --algorithms las-vegas,las-vegas-backtracking --seeds 200";
    // A comparison writes 27 for 27.0.
    let words = [combined_text, alone_text]
        .map(|mean| format!("visits {}", mean.strip_suffix(".0").unwrap_or(&mean)));
    work.judged(what, text, combined < alone, shown(command, words));
    work.by("algorithm 7 run until it has a solution");
    let visits = work.run("qs1", 2000, Goal::First)?;
    let text = format!("{} solution of 2000 queens", visits.solutions.0);
    let what = "algorithm 7 generates a solution for extremely large N";
    let words = format!("first 2000 qs1 {} {}", visits.solutions, visits.work.visits);
    let by = shown("bezzel compare 2000 --goal first --algorithms qs1", [words]);
    work.judged(what, text, visits.solutions.0 == 1, by);
    Ok(())
}

/// Section 5.4: the two theorems on products.
fn products(work: &mut ItemRun<'_>) {
    const SIDES: [u32; 4] = [5, 7, 11, 13];
    let pairs = SIDES.into_iter().flat_map(|a| SIDES.into_iter().map(move |b| (a, b)));
    let is_solution = |columns: &[u32]| solves(&Problem::queens(columns.len() as u32), columns);
    work.by("D-solutions of knight-walks with sides 5, 7, 11 and 13, their first tile taken away; every pair tested");
    let without: Vec<bool> = pairs.clone().map(|(a, b)| is_solution(&product(a, b, 0))).collect();
    let right = without.iter().filter(|is| **is).count();
    let text = format!("{right} of {}", without.len());
    let what = "B(A - 1) queens from N = A B";
    work.judged(what, text, right == without.len(), work.own());
    work.by("the same with a knight-walk of side C from 1 to B in the corner");
    let corners = |b: u32| (1..=b).filter(|c| c % 2 == 1 && c % 3 != 0);
    let with: Vec<bool> = pairs
        .flat_map(|(a, b)| corners(b).map(move |c| (a, b, c)))
        .map(|(a, b, c)| is_solution(&product(a, b, c)))
        .collect();
    let right = with.iter().filter(|is| **is).count();
    let text = format!("{right} of {}", with.len());
    work.judged("B(A - 1) + C queens from N = A B", text, right == with.len(), work.own());
}

/// The columns of a knight-walk of side b in every tile of a knight-walk of side a but the first,
/// and one of side c in the corner.
fn product(a: u32, b: u32, c: u32) -> Vec<u32> {
    let walk = |side: u32| (0..side).map(move |row| 2 * row % side);
    let tiles =
        walk(a).skip(1).flat_map(|tile| walk(b).map(move |column| (tile - 1) * b + column + c));
    walk(c).chain(tiles).collect()
}
