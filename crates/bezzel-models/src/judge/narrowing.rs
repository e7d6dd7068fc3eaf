//! Narrows a wrong total down to the first square of the first row with a wrong count.
//!
//! The program is run again for each column of the first row. A program that prints its full total
//! for every column does not support this.

use super::process::End;
use super::verdict::text;
use super::{Judge, JudgeError, Verdict, protocol};
use bezzel_board::{Problem, Square};
use serde::Serialize;

/// The source of a wrong total, as far as it can be determined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "found", rename_all = "kebab-case")]
pub enum Narrowing {
    /// The first column of the first row whose subtotal is wrong.
    Square {
        /// The column of the first row.
        column: u32,
        /// The program's answer.
        #[serde(serialize_with = "text")]
        said: u128,
        /// The right answer.
        #[serde(serialize_with = "text")]
        right: u128,
    },
    /// Every column is right, only the sum is wrong.
    SumOnly,
    /// The program prints its full total for each column, so it does not support columns.
    IgnoresColumn,
    /// The program gives no answer for a column.
    NoAnswer {
        /// The column of the first row.
        column: u32,
        /// What happened instead.
        because: String,
    },
}

/// Runs the program for each column of the first row and compares.
pub fn narrow(judge: &Judge<'_>, n: u32, whole: u128) -> Result<Narrowing, JudgeError> {
    let mut answers = Vec::new();
    for column in 0..n {
        let run = judge.run(&[n, column])?;
        let answer = match run.end {
            End::Exit(0) => protocol::total(&run.output).map_err(Verdict::from),
            _ => Err(Verdict::of_end(&run, &judge.bounds)),
        };
        match answer {
            Ok(said) => answers.push(said),
            Err(verdict) => {
                return Ok(Narrowing::NoAnswer { column, because: verdict.to_string() });
            }
        }
    }
    // With a total of 0, or on a board of one column, equal answers are correct.
    if n > 1 && whole > 0 && answers.iter().all(|&said| said == whole) {
        return Ok(Narrowing::IgnoresColumn);
    }
    for (column, said) in (0..n).zip(answers) {
        let queen = [Square::new(0, column)];
        let problem = Problem::queens(n).with_given(queen).expect("one queen has no conflict");
        let right = judge.total(&problem)?;
        if said != right {
            return Ok(Narrowing::Square { column, said, right });
        }
    }
    Ok(Narrowing::SumOnly)
}
