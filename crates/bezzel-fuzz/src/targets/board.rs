//! Placements and problems as people write them.

use bezzel_board::{Notation, Placement, Problem, Size};

/// Largest side that is written out again: some notations draw every square.
const WRITTEN: u32 = 200;

/// What is read can be written, and is then read as the same.
pub fn notations(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let _ = text.parse::<Placement>();
    let sizes = [None, "4".parse().ok(), "3x5".parse().ok(), "3^3".parse().ok()];
    for (notation, name) in Notation::ALL {
        for size in sizes {
            let Ok((placement, size)) = notation.read(&text, size) else { continue };
            if size.rows() > WRITTEN || size.width() > WRITTEN {
                continue;
            }
            let Ok(written) = notation.write(&placement, size) else { continue };
            let again = notation.read(&written, Some(size));
            assert_eq!(again, Ok((placement, size)), "{name}: {text:?} is written {written:?}");
        }
    }
}

/// The same for problems, in words and in JSON.
pub fn problems(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Ok(size) = text.trim().parse::<Size>() {
        assert_eq!(size.to_string().parse(), Ok(size), "{text:?}");
    }
    let read = [text.parse::<Problem>().ok(), serde_json::from_slice::<Problem>(input).ok()];
    for problem in read.into_iter().flatten() {
        let json = serde_json::to_string(&problem).expect("a problem is plain data");
        let again: Problem = serde_json::from_str(&json).expect("what is written is read");
        assert_eq!(again, problem, "{text:?} is written {json}");
    }
}
