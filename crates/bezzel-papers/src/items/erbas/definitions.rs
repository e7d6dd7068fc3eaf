//! The six definitions of section 1, as printed and as corrected, and the sets P_ij of n = 4.

use crate::measure::listed;
use crate::report::Stopped;
use crate::work::ItemRun;
use bezzel::{CheckRequest, Control, Placement, Problem, Square, catalogue, check};

/// As printed or not, in words.
const READINGS: [(bool, &str); 2] = [(true, "as printed"), (false, "as corrected")];

/// The faults of some squares by a definition.
fn faults(definition: &str, n: u32, squares: &Placement, printed: bool) -> Vec<String> {
    let mut request = CheckRequest::of(squares.clone(), Problem::queens(n));
    request.definition = Some(definition.to_owned());
    (request.printed, request.faults) = (printed, usize::MAX);
    check(&request, &Control::new()).expect("the survey has this definition").faults
}

pub(crate) fn definitions(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    put_to_all(
        work,
        4,
        &sets_of_four(),
        "sets accepted",
        "all 1820 sets of 4 of the 16 squares tested with the definition's own conditions",
    )?;
    put_to_all(
        work,
        5,
        &vectors_of_five(),
        "vectors accepted",
        "all 3125 choices of a square in each row tested with the definition's own conditions",
    )?;

    work.by("all solutions listed and tested with the printed conditions, which only forbid more");
    for (id, most) in [("modular", 13), ("csp", 10)] {
        let mut found = Vec::new();
        for n in 2..=most {
            let solutions = work.solutions("bitmask", &Problem::queens(n))?;
            let solutions = solutions.iter().map(|columns| Placement::from_columns(columns));
            let accepted = solutions.filter(|one| faults(id, n, one, true).is_empty()).count();
            if accepted > 0 {
                found.push(format!("{accepted} at n = {n}"));
            }
        }
        let text = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
        let what = format!("{id}, as printed: solutions, n = 2 to {most}");
        work.row(what, text, work.own());
    }
    work.by("the sets of 4 with one queen in each row and column, tested on the diagonals listed");
    let accepted = sets_of_four().into_iter().filter(|set| by_listed_diagonals(4, set)).count();
    let what = "integer-program, condition 3 for k = 1, 2, 2N-3 alone, n = 4";
    work.row(what, accepted, work.own());
    Ok(())
}

/// The integer program with condition 3 for the three sums that are printed, read as a list.
fn by_listed_diagonals(n: u32, set: &Placement) -> bool {
    let queens = set.squares();
    let on = |test: &dyn Fn(&Square) -> bool| queens.iter().filter(|queen| test(queen)).count();
    let inner = n as i64 - 2;
    let difference = |queen: &Square| i64::from(queen.row) - i64::from(queen.column);
    (0..n).all(|k| on(&|queen| queen.row == k) == 1 && on(&|queen| queen.column == k) == 1)
        && [1, 2, 2 * n - 3].iter().all(|&k| on(&|queen| queen.row + queen.column == k) <= 1)
        && (-inner..=inner).all(|k| on(&|queen| difference(queen) == k) <= 1)
}

/// Counts the candidates that each definition accepts, as printed and as corrected.
fn put_to_all(
    work: &mut ItemRun<'_>,
    n: u32,
    candidates: &[Placement],
    unit: &str,
    how: &str,
) -> Result<(), Stopped> {
    work.by(how);
    let example = if n == 4 { "1,3,0,2" } else { "0,2,4,1,3" };
    work.see(&format!("bezzel check {example} --definition modular --printed"));
    for definition in catalogue(&Control::new()).definitions {
        let id = definition.id;
        for (printed, name) in READINGS {
            work.go_on()?;
            let accepted = candidates.iter();
            let accepted = accepted.filter(|set| faults(id, n, set, printed).is_empty());
            work.row(format!("{id}, {name}: {unit}, n = {n}"), accepted.count(), work.own());
        }
    }
    Ok(())
}

/// Every set of four squares of the 4 × 4 board.
fn sets_of_four() -> Vec<Placement> {
    let square = |place: u32| Square::new(place / 4, place % 4);
    let sets = (0_u32..1 << 16).filter(|set| set.count_ones() == 4);
    sets.map(|set| (0..16).filter(|place| set >> place & 1 == 1).map(square).collect()).collect()
}

/// A square in each row of the 5 × 5 board, in every way.
fn vectors_of_five() -> Vec<Placement> {
    let columns = |code: u32| (0..5).map(|row| code / 5_u32.pow(row) % 5).collect::<Vec<u32>>();
    (0..5_u32.pow(5)).map(|code| Placement::from_columns(&columns(code))).collect()
}

pub(crate) fn pij(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    for (printed, name) in READINGS {
        work.by(format!("every pair of values tested in the constraint problem, {name}"));
        let option = if printed { " --printed" } else { "" };
        work.see(&format!("bezzel check 1,3,0,2 --definition csp{option}"));
        for i in 0..4_usize {
            for j in i + 1..4 {
                let pairs = (0..16_u32).map(|code| (code / 4, code % 4));
                let allowed = pairs.filter(|&(x, y)| {
                    let mut columns = [0; 4];
                    (columns[i], columns[j]) = (x, y);
                    let faults = faults("csp", 4, &Placement::from_columns(&columns), printed);
                    let relation = format!("is not in P{i},{j}:");
                    !faults.iter().any(|fault| fault.contains(&relation))
                });
                let text = listed(allowed.map(|(x, y)| format!("({x},{y})")), ", ");
                let what = match printed {
                    false => format!("P{i}{j}"),
                    true => format!("P{i}{j} by the printed formula"),
                };
                work.row(what, text, work.own());
            }
        }
    }
    Ok(())
}
