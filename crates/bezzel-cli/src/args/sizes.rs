//! The N of the command line: one size or a range of sides.

use crate::failure::Failure;
use bezzel::Size;

/// Most sizes one command may name, so that a slip like `1..1e9` is caught before it runs.
const MOST: u64 = 10_000;

/// `8`, `5x8`, `4^3`, `1e6`, or an inclusive range of sides `4..12` or of rows `1..8x8`.
pub fn sizes(text: &str, dimension: Option<u32>) -> Result<Vec<Size>, Failure> {
    let Some((first, last)) = text.split_once("..") else {
        return Ok(vec![in_dimension(text.parse()?, dimension)?]);
    };
    let not_a_range = || {
        Failure::Usage(format!(
            "'{text}' is not a range of sides; write for example 4..12, 4..12:2 for every second one, 1..8x8 for the rows of 8 columns, or 4..6 with --dimension for cubes"
        ))
    };
    let side = |end: &str| -> Result<u32, Failure> {
        let end = end.strip_prefix('=').unwrap_or(end);
        if end.is_empty() {
            return Err(not_a_range());
        }
        let size: Size = end.parse()?;
        if !size.is_square() || size.dimension() != 2 {
            return Err(not_a_range());
        }
        Ok(size.rows())
    };
    let (last, step) = match last.split_once(':') {
        None => (last, 1),
        Some((last, step)) => match step.parse::<usize>() {
            Ok(step) if step > 0 => (last, step),
            _ => return Err(not_a_range()),
        },
    };
    let (last, columns) = match last.split_once('x') {
        None => (last, None),
        Some((last, columns)) => (last, Some(side(columns)?)),
    };
    let (first, last) = (side(first)?, side(last)?);
    if first > last {
        return Err(Failure::Usage(format!(
            "the range '{text}' is empty; write the smaller side first: {last}..{first}"
        )));
    }
    if u64::from(last - first) / step as u64 >= MOST {
        return Err(Failure::Usage(format!(
            "the range '{text}' has more than {MOST} sizes; ask for fewer"
        )));
    }
    let size = |rows| in_dimension(Size::rectangle(rows, columns.unwrap_or(rows))?, dimension);
    (first..=last).step_by(step).map(size).collect()
}

fn in_dimension(size: Size, dimension: Option<u32>) -> Result<Size, Failure> {
    let Some(dimension) = dimension else { return Ok(size) };
    if !size.is_square() || (size.dimension() != 2 && size.dimension() != dimension) {
        return Err(Failure::Usage(format!(
            "--dimension {dimension} does not fit the size {size}; write for example 4 --dimension 3"
        )));
    }
    Ok(Size::cube(size.rows(), dimension)?)
}
