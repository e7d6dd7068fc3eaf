//! Figure 5, Topor's selections, and what the survey says without a table.

use crate::items::claims::growth;
use crate::measure::listed;
use crate::report::Stopped;
use crate::work::{ItemRun, shown};
use bezzel::{Goal, Placement, Problem, Square, Step};
use bezzel_draw::{Board, Plot, Scale, Series};

/// The selections of the first row of four queens, from the trace: each orbit, the symmetries it
/// was made with, and the queens placed in it.
pub(crate) fn fig5(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let command = "bezzel trace 4 --algorithm topor --all";
    work.by("Topor's algorithm traced to its end");
    let steps = work.steps("topor", 4, Goal::All)?;
    let (mut orbit, mut selection) = (0, Vec::new());
    let mut distinct: Vec<Vec<Square>> = Vec::new();
    for traced in &steps {
        let queens = traced.frame.queens.len();
        match &traced.step {
            // Only the first row: no queen is on the board yet.
            Step::Orbit { squares, group } if queens == 0 => {
                orbit += 1;
                let text = listed(squares.iter(), " ");
                work.row(format!("orbit {orbit} of the first row"), text, command);
                let names = listed(group.iter(), " ");
                work.row(format!("symmetries left at orbit {orbit}"), names, command);
            }
            Step::Place(square) => selection.push(*square),
            // The queens before the first orbit of the second level are the selection.
            Step::Orbit { .. } | Step::DeadEnd(_) | Step::Solution
                if !selection.is_empty() && selection.len() == queens =>
            {
                distinct.push(std::mem::take(&mut selection));
            }
            Step::Remove(_) => selection.clear(),
            _ => {}
        }
    }
    let solutions = steps.iter().filter(|traced| traced.step == Step::Solution).count();
    let texts = distinct.iter().map(|queens| listed(queens.iter(), " "));
    let placed = distinct.iter().flatten().map(|queen| format!("place {queen}"));
    let by = shown(command, placed.collect::<Vec<_>>());
    work.row("selections of the first row", listed(texts, "; "), by);
    work.row("solutions found", solutions, "bezzel list 4 --algorithm topor");
    for (number, queens) in (1..).zip(&distinct) {
        let placement: Placement = queens.iter().copied().collect();
        let board = Board::new(Problem::queens(4), placement);
        let squares = listed(queens.iter().map(|q| format!("{},{}", q.row, q.column)), " ");
        let command = format!("bezzel draw board 4 \"{squares}\" --notation squares");
        work.picture(&format!("Figure 5 {number}: a distinct selection"), &board, &command);
    }
    Ok(())
}

/// Section 5.2: run times to the first solution "increase exponentially".
pub(crate) fn first_solution(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("backtracking run to its first solution, queens placed");
    let mut points = Vec::new();
    for n in 8..=20 {
        let visits = work.run("backtracking", n, Goal::First)?.work.visits;
        points.push((n, u128::from(visits)));
        let command = format!("bezzel compare {n} --goal first --algorithms backtracking");
        work.row(format!("visits to the first solution, n = {n}"), visits, command);
    }
    work.by("the logarithms of these visits fitted to a straight line over n");
    let base = growth(&points);
    let command = "bezzel draw plot algorithms 8..20 --first --algorithms backtracking";
    let text = format!("times {base:.2} for each queen");
    let by = shown(
        "bezzel compare 8..20 --goal first --algorithms backtracking --fit",
        [format!("visits {base:.2}^n")],
    );
    work.judged("run times to the first solution", text, base > 1.5, by);
    let mut plot = Plot::new("Backtracking to its first solution", "n", "queens placed");
    plot.y_scale = Scale::Log;
    plot.series = vec![Series::counts("backtracking", points)];
    work.picture("First solution: queens placed by backtracking", &plot, command);
    Ok(())
}
