//! A wrong total narrowed down to the first square of the first row that is counted wrong.
//!
//! The program is asked again for each column of the first row. Whether it understands the question
//! is not asked but seen: a program that gives its whole total for every column does not.

use super::process::End;
use super::verdict::text;
use super::{Judge, JudgeError, Verdict, protocol};
use bezzel_board::{Problem, Square};
use serde::Serialize;

/// Where a wrong total comes from, as far as the program lets itself be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "found", rename_all = "kebab-case")]
pub enum Narrowing {
    /// The first column of the first row whose subtotal is wrong.
    Square {
        /// The column of the first row.
        column: u32,
        /// What the program says.
        #[serde(serialize_with = "text")]
        said: u128,
        /// What is right.
        #[serde(serialize_with = "text")]
        right: u128,
    },
    /// Every column on its own is right, only their sum is not.
    SumOnly,
    /// The program answers each column with its whole total, so it does not know the question.
    IgnoresColumn,
    /// The program gives no answer for a column.
    NoAnswer {
        /// The column of the first row.
        column: u32,
        /// What happened instead.
        because: String,
    },
}

/// Asks the program for each column of the first row and compares.
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
    // A whole total of 0, or a board of one column, is the same everywhere for good reason.
    if n > 1 && whole > 0 && answers.iter().all(|&said| said == whole) {
        return Ok(Narrowing::IgnoresColumn);
    }
    for (column, said) in (0..n).zip(answers) {
        let queen = [Square::new(0, column)];
        let problem = Problem::queens(n).with_given(queen).expect("one queen attacks nobody");
        let right = judge.total(&problem)?;
        if said != right {
            return Ok(Narrowing::Square { column, said, right });
        }
    }
    Ok(Narrowing::SumOnly)
}
