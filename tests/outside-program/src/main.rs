//! Counts, lists, traces, draws and resumes a job with the library `bezzel` alone.

use bezzel::{
    BoardPicture, Control, CountRequest, DrawRequest, Error, JobRunRequest, JobStartRequest,
    ListRequest, PictureRequest, Problem, TraceItem, TraceRequest, count, draw, job_run, job_start,
    list, trace,
};
use std::ops::ControlFlow;

fn main() -> Result<(), Error> {
    let (problem, control) = (Problem::queens(8), Control::new());

    let counted = count(&CountRequest::new(problem.clone()), &control)?;
    println!("count {}", counted.totals[0].exact().unwrap_or_default());

    let mut last = String::new();
    let listed = list(&ListRequest::new(problem.clone()), &control, &mut |found| {
        found.solution.clone_into(&mut last);
        ControlFlow::Continue(())
    })?;
    println!("list {} {last}", listed.listed);

    let mut queens = 0;
    let traced = trace(&TraceRequest::new(problem.clone(), "wirth"), &control, &mut |item| {
        if let TraceItem::Step(step) = item {
            queens = step.frame.queens.len();
        }
        ControlFlow::Continue(())
    })?;
    println!("trace {} {queens} {}", traced.steps, traced.complete);

    let mut board = BoardPicture::new(problem.clone());
    board.placement = Some(last);
    let drawn = draw(&DrawRequest::new(PictureRequest::Board(board)), &control)?;
    println!("draw {}", String::from_utf8_lossy(&drawn.picture[..4]));

    let ledger = std::env::args().nth(1).unwrap_or_else(|| "8.ledger".to_owned());
    job_start(&JobStartRequest::new(problem), &ledger, &control)?;
    let mut one = JobRunRequest::default();
    one.units = Some(1);
    let begun = job_run(&one, &ledger, &control)?;
    println!("job {} of {}, total {:?}", begun.units.done, begun.units.total, begun.total);
    let resumed = job_run(&JobRunRequest::default(), &ledger, &control)?;
    println!("job resumed {}", resumed.total.map_or_else(String::new, |total| total.to_string()));
    Ok(())
}
