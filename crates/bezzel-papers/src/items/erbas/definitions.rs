//! The six definitions of section 1, as printed and as corrected, and the sets P_ij of n = 4.

use crate::measure::listed;
use crate::report::Stopped;
use crate::work::{ItemRun, shown};
use bezzel::{
    CheckRequest, CheckedDefinition, Control, Placement, Problem, Square, catalogue, check,
};

/// As printed or not, in words.
const READINGS: [(bool, &str); 2] = [(true, "as printed"), (false, "as corrected")];

/// Whether the definition as printed accepts a solution.
fn accepts(definition: &str, n: u32, columns: &[u32]) -> bool {
    let mut request = CheckRequest::of(Placement::from_columns(columns), Problem::queens(n));
    (request.definition, request.printed) = (Some(definition.to_owned()), true);
    check(&request, &Control::new()).expect("the survey has this definition").solution
}

/// A definition put to a solution of n queens, and the command that does it.
fn put_to(
    work: &ItemRun<'_>,
    id: &str,
    solution: &str,
    printed: bool,
) -> Result<(CheckedDefinition, String), Stopped> {
    let mut request = CheckRequest::new(solution);
    (request.definition, request.printed) = (Some(id.to_owned()), printed);
    let answer = check(&request, work.control).map_err(|_| Stopped)?;
    let option = if printed { " --printed" } else { "" };
    let command = format!("bezzel check {solution} --definition {id}{option}");
    Ok((answer.definition.expect("it was asked for"), command))
}

pub(crate) fn definitions(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    for (n, solution) in [(4, "1,3,0,2"), (5, "0,2,4,1,3")] {
        work.by(format!("all sets of {n} squares tested with the definition's own conditions"));
        for definition in catalogue(&Control::new()).definitions {
            let id = definition.id;
            for (printed, name) in READINGS {
                let (checked, command) = put_to(work, id, solution, printed)?;
                let (Some(accepted), Some(sets)) = (checked.accepted, checked.sets) else {
                    unreachable!("the board is small")
                };
                let words = format!("accepts {accepted} of the {sets} sets of {n} squares");
                let what = format!("{id}, {name}: sets accepted, n = {n}");
                work.row(what, accepted, shown(command, [words]));
            }
        }
    }

    work.by("all solutions listed and tested with the printed conditions, which only forbid more");
    for (id, most) in [("modular", 13), ("csp", 10)] {
        let mut found = Vec::new();
        for n in 2..=most {
            let solutions = work.solutions("bitmask", &Problem::queens(n))?;
            let accepted = solutions.iter().filter(|one| accepts(id, n, one)).count();
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

/// Every set of four squares of the 4 × 4 board.
fn sets_of_four() -> Vec<Placement> {
    let square = |place: u32| Square::new(place / 4, place % 4);
    let sets = (0_u32..1 << 16).filter(|set| set.count_ones() == 4);
    sets.map(|set| (0..16).filter(|place| set >> place & 1 == 1).map(square).collect()).collect()
}

pub(crate) fn pij(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    for (printed, name) in READINGS {
        work.by(format!("every pair of values tested in the constraint problem, {name}"));
        let (checked, command) = put_to(work, "csp", "1,3,0,2", printed)?;
        for relation in checked.relations {
            let [i, j] = relation.rows;
            let pairs = relation.columns.iter().map(|[x, y]| format!("({x},{y})"));
            let text = listed(pairs, ", ");
            let what = match printed {
                false => format!("P{i}{j}"),
                true => format!("P{i}{j} by the printed formula"),
            };
            let words = format!("P{i},{j} = {{{text}}}");
            work.row(what, text, shown(&command, [words]));
        }
    }
    Ok(())
}
