//! Lists solutions lazily: the search stops as soon as enough have been seen.

use bezzel::{Control, Error, ListRequest, Problem, list};
use std::ops::ControlFlow;

pub(crate) fn main() -> Result<(), Error> {
    let request = ListRequest::new(Problem::queens(20));
    let answer = list(&request, &Control::new(), &mut |found| {
        println!("{}: {}", found.number, found.solution);
        if found.number < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    println!("{} listed by {}", answer.listed, answer.by);
    Ok(())
}
