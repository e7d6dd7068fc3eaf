//! Counts all solutions, and those up to symmetry.

use bezzel::{Control, CountRequest, Error, Problem, count};

pub(crate) fn main() -> Result<(), Error> {
    let mut request = CountRequest::all((4..=10).map(Problem::queens).collect());
    request.fundamental = true;
    for counted in count(&request, &Control::new())?.totals {
        if let (Some(total), Some(fundamental)) = (counted.total, counted.fundamental) {
            println!("{}: {total}, {fundamental} up to symmetry", counted.problem);
        }
    }
    Ok(())
}
