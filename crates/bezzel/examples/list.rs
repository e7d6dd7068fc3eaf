//! Lists solutions lazily: the search stops as soon as enough have been seen.

use bezzel::{Control, Error, ListRequest, Problem, list};
use std::ops::ControlFlow;

fn main() -> Result<(), Error> {
    let request = ListRequest::new(Problem::queens(20));
    let answer = list(&request, &Control::new(), &mut |found| {
        println!("{}: {}", found.number, found.solution);
        if found.number < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    println!("{} listed by {}", answer.listed, answer.by);
    Ok(())
}
