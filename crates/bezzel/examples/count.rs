//! Counts all solutions, with their symmetry classes, and says how.

use bezzel::{Control, CountRequest, Error, Problem, count};

fn main() -> Result<(), Error> {
    let mut request = CountRequest::all((4..=12).map(Problem::queens).collect());
    request.fundamental = true;
    let answer = count(&request, &Control::new())?;
    for counted in &answer.totals {
        println!("{}: {:?} up to symmetry", counted.problem, counted.fundamental);
    }
    Ok(())
}
