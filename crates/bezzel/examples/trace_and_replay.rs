//! Records every step of an algorithm, then looks at any of them, forwards and backwards.

use bezzel::{Control, Error, Problem, TraceRequest, record};

pub(crate) fn main() -> Result<(), Error> {
    let request = TraceRequest::new(Problem::queens(6), "backtracking");
    let recording = record(&request, 1 << 20, &Control::new())?;
    for step in [recording.steps(), recording.steps() / 2, 1] {
        let moment = recording.moment(step)?;
        let text = moment.event.map_or(String::new(), |event| event.text);
        println!("step {step}: {text}; queens at {}", moment.frame.queens);
    }
    Ok(())
}
