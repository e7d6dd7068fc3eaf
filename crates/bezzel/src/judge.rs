//! `judge`: runs a user's program for each side and says what is wrong with its answers.

use crate::count::total;
use crate::{Control, Error, ErrorKind, Schema};
use bezzel_board::{Notation, Problem};
use bezzel_models::judge::{Bounds, Cage, Input, Judge, JudgeError, Judged, Task, Verdict};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::Duration;

/// The largest board: its total takes the engines half a minute on two cores.
const LARGEST: u32 = 20;

/// What to judge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct JudgeRequest {
    /// Sides of the boards, one run each.
    pub sides: Vec<u32>,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Whether it reads the side from standard input instead of its last argument.
    #[serde(default)]
    pub stdin: bool,
    /// Whether it lists all solutions, one per line, instead of printing their number.
    #[serde(default)]
    pub solutions: bool,
    /// How it writes solutions; the default is the column of each row.
    #[serde(default)]
    pub notation: Option<Notation>,
    /// Most seconds of one run.
    #[serde(default = "seconds")]
    pub time: f64,
    /// Most bytes of memory.
    #[serde(default = "memory")]
    pub memory: u64,
    /// Most bytes of output.
    #[serde(default = "output")]
    pub output: u64,
}

fn seconds() -> f64 {
    10.0
}

fn memory() -> u64 {
    1_000_000_000
}

fn output() -> u64 {
    100_000_000
}

impl JudgeRequest {
    /// A program that prints the totals of these sides.
    #[must_use]
    pub fn new(sides: Vec<u32>, command: Vec<String>) -> JudgeRequest {
        JudgeRequest {
            sides,
            command,
            stdin: false,
            solutions: false,
            notation: None,
            time: seconds(),
            memory: memory(),
            output: output(),
        }
    }

    fn task(&self) -> Result<Task, Error> {
        match (self.solutions, self.notation) {
            (false, None) => Ok(Task::Total),
            (false, Some(_)) => Err(Error::bad("only listed solutions have a notation")
                .set("solutions", "true")
                .leave_out("notation")),
            (true, Some(Notation::Grid)) => Err(Error::bad(
                "grid notation takes several lines, but a listed solution takes one",
            )
            .set("notation", "one-line")),
            (true, notation) => Ok(Task::Solutions(notation.unwrap_or_default())),
        }
    }

    fn bounds(&self) -> Result<Bounds, Error> {
        let time = Duration::try_from_secs_f64(self.time);
        let time = time.map_err(|_| Error::bad(format!("{} is not a time", self.time)))?;
        let output = self.output.try_into().unwrap_or(usize::MAX);
        Ok(Bounds { time, memory: self.memory, output })
    }
}

/// The result of one run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct JudgedSide {
    /// The side.
    pub n: u32,
    /// The verdict.
    pub result: Verdict,
    /// The verdict as text.
    pub text: String,
    /// How long the program ran.
    pub seconds: f64,
    /// Peak memory observed; `None` if the program ended too soon to be measured.
    pub memory: Option<u64>,
    /// Processes that the program left running; they were killed.
    pub left_behind: usize,
}

impl JudgedSide {
    fn new(n: u32, judged: Judged) -> JudgedSide {
        JudgedSide {
            n,
            text: judged.verdict.to_string(),
            result: judged.verdict,
            seconds: judged.elapsed.as_secs_f64(),
            memory: (judged.memory > 0).then_some(judged.memory),
            left_behind: judged.left_behind,
        }
    }
}

/// The verdicts on a program.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct JudgeAnswer {
    /// `bezzel/judge/1`.
    pub schema: Schema,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Whether every verdict is that the program is right.
    pub right: bool,
    /// Whether it was stopped before all sides were judged.
    pub stopped: bool,
    /// A verdict for each side.
    pub verdicts: Vec<JudgedSide>,
}

/// Judges a program, handing over each verdict as soon as it is known.
///
/// ```
/// use bezzel::{Control, JudgeRequest, judge};
/// use std::ops::ControlFlow;
///
/// let command = ["sh", "-c", "echo 92"].map(str::to_owned).to_vec();
/// let answer = judge(&JudgeRequest::new(vec![8, 9], command), &Control::new(), &mut |side| {
///     println!("{} {}", side.n, side.text);
///     ControlFlow::Continue(())
/// })?;
/// assert!(answer.verdicts[0].result.is_right() && !answer.right);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn judge(
    request: &JudgeRequest,
    control: &Control,
    each: &mut dyn FnMut(&JudgedSide) -> ControlFlow<()>,
) -> Result<JudgeAnswer, Error> {
    if let Some(n) = request.sides.iter().find(|n| !(1..=LARGEST).contains(*n)) {
        let what = format!(
            "programs are judged on square boards with a side from 1 to {LARGEST}, not {n}"
        );
        return Err(Error::new(ErrorKind::TooLarge, what));
    }
    if request.command.is_empty() {
        return Err(Error::bad("there is no program to judge").advice("name one"));
    }
    let stop = control.stop();
    let totals = |problem: &Problem| match total(problem, stop) {
        Ok(Some(total)) => Ok(total),
        Ok(None) => Err("the count was stopped".to_owned()),
        Err(error) => Err(error.to_string()),
    };
    let judge = Judge {
        command: &request.command,
        input: if request.stdin { Input::Stdin } else { Input::Argument },
        task: request.task()?,
        bounds: request.bounds()?,
        cage: Cage::best(),
        totals: &totals,
        stop: stop.flag(),
    };
    let mut answer = JudgeAnswer {
        schema: Schema::new("bezzel/judge/1"),
        command: request.command.clone(),
        right: false,
        stopped: false,
        verdicts: Vec::new(),
    };
    for &n in &request.sides {
        let side = match judge.judge(n) {
            Ok(judged) => JudgedSide::new(n, judged),
            Err(_) if stop.is_asked() => {
                answer.stopped = true;
                return Ok(answer);
            }
            Err(error @ JudgeError::Start { .. }) => {
                return Err(Error::of(ErrorKind::Io, &error));
            }
            Err(error) => return Err(Error::of(ErrorKind::Failed, &error)),
        };
        let go_on = each(&side);
        answer.verdicts.push(side);
        if go_on.is_break() {
            answer.stopped = true;
            return Ok(answer);
        }
    }
    answer.right = answer.verdicts.iter().all(|side| side.result.is_right());
    Ok(answer)
}
