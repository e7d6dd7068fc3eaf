//! A list of solutions compared with the right one, by the square of the first row.
//!
//! The first wrong square is the leftmost one for which a line is not a solution, is a duplicate,
//! or a solution is missing. The counting engines give the right number; only if some are missing
//! are the right ones listed, to name one.

use super::protocol::Listed;
use super::verdict::ListingFault;
use super::{Judge, JudgeError};
use bezzel_board::{Notation, Placement, Problem, Square};
use bezzel_search::{Limits, Settings, StepProbe, algorithms};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The leftmost wrong square of the first row (`None` for a line without a queen there) and what
/// is wrong with it.
pub fn first_fault(
    judge: &Judge<'_>,
    problem: &Problem,
    listed: &[Listed],
) -> Result<Option<(Option<u32>, ListingFault)>, JudgeError> {
    let mut under: Vec<HashMap<&Placement, usize>> =
        vec![HashMap::new(); problem.size().columns() as usize];
    let mut faults: Vec<(Option<u32>, ListingFault)> = Vec::new();
    for Listed { line, placement } in listed {
        let column = placement.squares().iter().find(|queen| queen.row == 0).map(|q| q.column);
        let line = *line;
        let reasons = problem.faults(placement);
        if let (true, Some(column)) = (reasons.is_empty(), column) {
            if let Some(first_line) = under[column as usize].insert(placement, line) {
                let fault = ListingFault::Repeated { line, first_line };
                faults.push((Some(column), fault));
            }
        } else {
            faults.push((column, ListingFault::NotASolution { line, reasons }));
        }
    }
    // Lines were read in order, so the first minimum is the earliest.
    let first = faults.into_iter().min_by_key(|(column, _)| *column);
    let before = first.as_ref().map_or(u32::MAX, |(column, _)| column.unwrap_or(0));
    for (column, listed) in (0..).zip(&under).take_while(|(column, _)| *column < before) {
        let queen = [Square::new(0, column)];
        let part = problem.clone().with_given(queen).expect("one queen has no conflict");
        let right = judge.total(&part)?;
        if (listed.len() as u128) < right {
            let fault = ListingFault::Missing {
                listed: listed.len() as u128,
                right,
                example: missing(&part, listed).ok_or_else(|| {
                    JudgeError::Unknown(format!("{part}: the total {right} and the list disagree"))
                })?,
            };
            return Ok(Some((Some(column), fault)));
        }
    }
    Ok(first)
}

/// The first solution that is not in the list, in one-line notation.
fn missing(problem: &Problem, listed: &HashMap<&Placement, usize>) -> Option<String> {
    struct Missing<'a>(&'a HashMap<&'a Placement, usize>, Option<Placement>);
    impl StepProbe for Missing<'_> {
        fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
            let placement = Placement::from_columns(columns);
            if self.0.contains_key(&placement) {
                return ControlFlow::Continue(());
            }
            self.1 = Some(placement);
            ControlFlow::Break(())
        }
    }
    let bitmask = algorithms::find("bitmask").expect("the registry has it");
    let mut missing = Missing(listed, None);
    bitmask.run(problem, &Settings::default(), &Limits::none(), &mut missing);
    let placement = missing.1?;
    Notation::OneLine.write(&placement, problem.size()).ok()
}
