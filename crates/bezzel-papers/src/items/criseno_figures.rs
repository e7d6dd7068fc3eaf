//! The figures of Criseno and Vizconde that are not the walk through the matrix.

use crate::measure::{choose, listed};
use crate::report::Stopped;
use crate::work::{ItemRun, shown};
use bezzel::{Goal, Placement, Problem, Size, Square, Step};
use bezzel_draw::Board;
use std::collections::BTreeSet;

pub(crate) fn introduction(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("the squares on a common line with the queen, counted");
    let eight = Problem::queens(8);
    let queen = Square::new(3, 3);
    let field = eight.size().iter().filter(|&s| s != queen && eight.attack(queen, s).is_some());
    let attacked = field.count();
    let command = "bezzel draw board 8 -,-,-,3,-,-,-,- --lines=3,3";
    let by = shown(command, [format!("attacks {attacked} squares")]);
    work.row("figure 1: squares attacked from (3, 3)", attacked, by);

    work.by("counted by the fastest engine");
    for n in 0..=3 {
        let total = work.queens(n)?;
        work.row(format!("figure 2: arrangements, n = {n}"), total, format!("bezzel count {n}"));
    }

    work.by("every choice of four squares tested");
    let tests = work.run("brute-force", 4, Goal::All)?.work.tests;
    let command = "bezzel compare 4 --goal all --algorithms brute-force";
    work.judged(
        "figure 3: arrangements tried, n = 4",
        tests,
        u128::from(tests) == choose(16, 4),
        command,
    );

    work.by("rows and columns of the queens removed, the squares left counted");
    for queens in 0..4_u32 {
        let is_left = |s: &Square| s.row >= queens && s.column >= queens;
        let left = Problem::queens(4).size().iter().filter(is_left).count();
        let what = format!("figure 4: squares left after {queens} queens, n = 4");
        // One rook more than those that stand where the queens do: one way for each square left.
        let corner = listed((0..queens).map(|k| format!("{k},{k}")), " ");
        let given = if queens == 0 { String::new() } else { format!(" --given \"{corner}\"") };
        let command = format!("bezzel count 4 --rule rook --queens {}{given}", queens + 1);
        work.row(what, left, command);
    }

    work.by("the different sums and differences of row and column");
    let size = Size::square(4).expect("a small board");
    let sums: BTreeSet<u32> = size.iter().map(|s| s.row + s.column).collect();
    let differences: BTreeSet<i64> =
        size.iter().map(|s| i64::from(s.row) - i64::from(s.column)).collect();
    work.row("figure 5: positive diagonals, n = 4", sums.len(), work.own());
    work.row("figure 5: negative diagonals, n = 4", differences.len(), work.own());
    Ok(())
}

pub(crate) fn fig7(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let command = "bezzel draw tree 4 --algorithm backtracking";
    work.by("backtracking traced to its end, the safe placements counted with the root");
    let steps = work.steps("backtracking", 4, Goal::All)?;
    let count = |is: &dyn Fn(&Step<'_>) -> bool| steps.iter().filter(|t| is(&t.step)).count();
    let nodes = 1 + count(&|step| matches!(step, Step::Place(_)));
    let solutions = count(&|step| matches!(step, Step::Solution));
    let dead_ends: Vec<String> = (steps.iter())
        .filter(|traced| matches!(traced.step, Step::DeadEnd(_)))
        .map(|traced| traced.step.to_string())
        .collect();
    work.row("nodes of the tree", nodes, shown(command, [format!("{nodes} nodes")]));
    let by = shown(command, [format!("{solutions} solutions")]);
    work.row("leaves that are solutions", solutions, by);
    let by = shown("bezzel trace 4 --algorithm backtracking --all", &dead_ends);
    work.row("leaves that are dead ends", dead_ends.len(), by);
    Ok(())
}

pub(crate) fn fig23_fig24(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let problem = Problem::queens(5);
    let cell = |square: &Square| problem.size().position(*square) + 1;
    for (name, id) in [("backtracking", "backtracking"), ("the hybrid", "guldal")] {
        work.by(format!("{name} traced to its first solution"));
        let steps = work.steps(id, 5, Goal::First)?;
        let placed = steps.iter().filter_map(|traced| match &traced.step {
            Step::Place(square) => Some(*square),
            _ => None,
        });
        let placed: Vec<Square> = placed.collect();
        // The trace names squares, the paper cells.
        let by = |squares: &[Square]| {
            let command = format!("bezzel trace 5 --algorithm {id}");
            shown(command, squares.iter().map(|square| format!("place {square}")))
        };
        let first = listed(placed.iter().take(2).map(cell), ", ");
        let what = format!("figure 23: first two cells, {name}");
        work.row(what, first, by(&placed[..2]));
        let last = steps.last().map(|traced| traced.frame.queens.clone()).unwrap_or_default();
        let cells = listed(last.squares().iter().map(cell), ", ");
        let what = format!("figure 24: the solution's cells, {name}");
        work.row(what, cells, by(last.squares()));
    }
    work.by("the cells of row 2 that a queen on cell 1 attacks");
    let first = Square::new(0, 0);
    let removed: Vec<Square> = (problem.size().iter())
        .filter(|s| s.row == 1 && problem.attack(first, *s).is_some())
        .collect();
    let by = shown("bezzel trace 5 --algorithm guldal", [listed(&removed, " ")]);
    let removed = listed(removed.iter().map(cell), ", ");
    work.row("cells of row 2 removed by a queen on cell 1, n = 5", removed, by);
    let board = Board::new(problem.clone(), Placement::from_columns(&[0, 2, 4, 1, 3]));
    work.picture("Figure 24: a solution of five queens", &board, "bezzel draw board 5 0,2,4,1,3");
    Ok(())
}
