//! The output protocol, and the exact position where an output violates it.

use bezzel_board::{Notation, Placement, Size};

/// The position in the output where it violates the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Line, from 1.
    pub line: usize,
    /// Character in the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: String,
    /// What would be right, where that does not follow from what is wrong.
    pub instead: Option<&'static str>,
}

/// Reads the output of a counting program: one line with one number; whitespace around it is
/// allowed.
pub fn total(output: &[u8]) -> Result<u128, Violation> {
    let text = text(output)?;
    let after = text.trim_start();
    let at = |rest: &str| {
        let before = &text[..text.len() - rest.len()];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        move |what: String, instead| Violation { line, column, what, instead }
    };
    let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
    let (number, rest) = after.split_at(digits);
    if number.is_empty() {
        let found = after.chars().next().map_or("the end".to_owned(), |c| format!("{c:?}"));
        let what = format!("{found} where the total should be");
        return Err(at(after)(what, Some("print a number, such as 92")));
    }
    let more = rest.trim_start();
    if let Some(char) = more.chars().next() {
        let what = format!("{char:?} after the total");
        return Err(at(more)(what, Some("print the number and nothing else")));
    }
    number.parse().map_err(|_| at(after)("the number has more than 38 digits".to_owned(), None))
}

/// A listed placement and its line, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Line, from 1.
    pub line: usize,
    /// The placement.
    pub placement: Placement,
}

/// Reads the output of a listing program: one placement on each line, and no other line.
pub fn solutions(output: &[u8], size: Size, notation: Notation) -> Result<Vec<Listed>, Violation> {
    let text = text(output)?;
    (1..)
        .zip(text.lines())
        .map(|(line, text)| {
            if text.trim().is_empty() {
                let instead = Some("print one solution on each line");
                return Err(Violation {
                    line,
                    column: 1,
                    what: "an empty line".to_owned(),
                    instead,
                });
            }
            match notation.read(text.trim_end(), Some(size)) {
                Ok((placement, found)) if found == size => Ok(Listed { line, placement }),
                Ok((_, found)) => {
                    let what = format!("a placement on a {found} board, not the {size} board");
                    Err(Violation { line, column: 1, what, instead: None })
                }
                Err(error) => {
                    let what = format!("not {} notation: {}", notation.name(), error.problem);
                    Err(Violation { line, column: error.at, what, instead: None })
                }
            }
        })
        .collect()
}

/// The output as text, or the position of the first byte that is not.
fn text(output: &[u8]) -> Result<&str, Violation> {
    std::str::from_utf8(output).map_err(|error| {
        let good = String::from_utf8_lossy(&output[..error.valid_up_to()]);
        let line = good.matches('\n').count() + 1;
        let column = good.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let byte = output[error.valid_up_to()];
        let what = format!("byte {byte:#04x} is not text (UTF-8)");
        Violation { line, column, what, instead: None }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_is_one_number_and_anything_else_is_placed() {
        assert_eq!(total(b"92"), Ok(92));
        assert_eq!(total(b"  92 \r\n\n"), Ok(92));
        let place = |output: &[u8]| total(output).map_err(|v| (v.line, v.column));
        assert_eq!(place(b""), Err((1, 1)));
        assert_eq!(place(b"\n\n"), Err((3, 1)));
        assert_eq!(place(b"total: 92"), Err((1, 1)));
        assert_eq!(place(b"92 solutions"), Err((1, 4)));
        assert_eq!(place(b"92\n93\n"), Err((2, 1)));
        assert_eq!(place(b"-1"), Err((1, 1)));
        assert_eq!(place("9²".as_bytes()), Err((1, 2)));
        assert_eq!(place(b"ab\n\xff"), Err((2, 1)));
        assert_eq!(place(&[b'9'; 60]), Err((1, 1)));
    }

    #[test]
    fn solutions_are_read_line_by_line() {
        let size = Size::square(4).unwrap();
        let read = |text: &str| solutions(text.as_bytes(), size, Notation::OneLine);
        let place = |text: &str| read(text).map(|l| l.len()).map_err(|v| (v.line, v.column));
        assert_eq!(place(""), Ok(0));
        assert_eq!(place("1,3,0,2\n2,0,3,1\n"), Ok(2));
        assert_eq!(place("1,3,0,2\n\n2,0,3,1\n"), Err((2, 1)));
        assert_eq!(place("1,3,0,2\n2,0,x,1\n"), Err((2, 5)));
        assert_eq!(read("1,3,0,2\n").unwrap()[0].placement, Placement::from_columns(&[1, 3, 0, 2]));
        let fen = solutions(b"1Q2/3Q/Q3/2Q1\n4Q/5/5/5/5\n", size, Notation::Fen);
        assert_eq!(fen.unwrap_err().line, 2);
    }
}
