//! Nilsson's production system: a database, rules R(i, j) and procedure BACKTRACK.
//!
//! ```text
//!   database      the board and its marks
//!   rule R(i, j)  if row i − 1 has a mark (or i = 1 and there is none), put one on (i, j)
//!   control       which of the applicable rules comes first:
//!                   index     by j
//!                   diagonal  by the length of the longest diagonal through (i, j), ties by j
//! ```
//!
//! For N = 4 by diagonal: R01, R10 (dead end), R13, R20, R31 (dead end), R32 (goal). The tutorial
//! counts rows and columns from 1 and writes R12, R21, R24, R31, R42, R43.
//!
//! Cost: exponential. A rule is applied before it is known to be safe, so visits include unsafe
//! queens. A trial is a rule applied, a test is a database examined for attacks, a backtrack is a
//! call of BACKTRACK that returns FAIL. To find more solutions, a goal is treated as if the call
//! had failed. Use it to see a control strategy at work: `heuristic = index` or `diagonal`.

use crate::lines::{Lines, Open};
use crate::{
    Boards, Category, Effort, Info, Probe, Production, Search, Setting, Settings, Step, Values,
};
use bezzel_board::{Problem, Square};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Nilsson;

const HEURISTIC: Setting = Setting {
    name: "heuristic",
    values: Values::Words(&["diagonal", "index"]),
    about: "how the control strategy orders the rules",
};

impl Search for Nilsson {
    const INFO: Info = Info {
        id: "nilsson",
        title: "Nilsson's production system",
        category: Category::AllSolutions,
        reference: "tutorial, methodology 2; Nilsson 1982",
        guarantee: "every solution once, in the order of the heuristic; the path of rules for one",
        counts: "trial: a rule applied; test: a database examined; backtrack: a call that returns FAIL",
        corrections: "the path of the worked example is (R12 R24 R31 R43); it is printed with a wrong rule and in reverse",
        pseudocode: &[
            "BACKTRACK(DATA): if TERM(DATA) return NIL",
            "if DEADEND(DATA) return FAIL",
            "RULES <- APPRULES(DATA)",
            "LOOP: if NULL(RULES) return FAIL",
            "R <- FIRST(RULES)",
            "RULES <- TAIL(RULES)",
            "RDATA <- R(DATA)",
            "PATH <- BACKTRACK(RDATA)",
            "if PATH = FAIL go LOOP",
            "return CONS(R, PATH)",
        ],
        settings: &[HEURISTIC],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            rows: 1000,
            width: 1000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let mut system = System {
            rules: rules(problem, settings.word(&HEURISTIC) == "diagonal"),
            lines: Lines::new(problem),
            columns: Vec::new(),
            safe: true,
            probe,
        };
        match system.backtrack() {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(End::Path(_, stop) | End::Stopped(stop)) => ControlFlow::Break(stop),
        }
    }
}

/// Ends of the procedure other than FAIL.
enum End<S> {
    /// Success: the rules from here on, and the probe's reply to the solution.
    Path(Vec<Square>, S),
    /// The probe asked to stop.
    Stopped(S),
}

struct System<'a, P> {
    /// The rules of each row in the order of the control strategy.
    rules: Vec<Vec<Square>>,
    lines: Lines<'a>,
    columns: Vec<u32>,
    /// Whether no mark attacks another.
    safe: bool,
    probe: &'a mut P,
}

impl<P: Probe> System<'_, P> {
    /// Continues for FAIL, breaks with the path for success.
    fn backtrack(&mut self) -> ControlFlow<End<P::Stop>> {
        let row = self.columns.len();
        let term = row == self.rules.len() && self.safe;
        self.say(1, Production::Term(term))?;
        if term {
            return match self.probe.solution(1, &self.columns) {
                ControlFlow::Continue(()) => ControlFlow::Continue(()),
                ControlFlow::Break(stop) => {
                    // The caller has enough solutions; the path is returned all the same.
                    let _ = self.probe.step(1, Step::Production(Production::Nil));
                    ControlFlow::Break(End::Path(Vec::new(), stop))
                }
            };
        }
        let deadend = !self.safe;
        self.say(2, Production::Deadend(deadend))?;
        if deadend {
            return self.fail(2);
        }
        let rules = std::mem::take(&mut self.rules[row]);
        let end = self.apply_all(&rules);
        self.rules[row] = rules;
        end
    }

    fn apply_all(&mut self, rules: &[Square]) -> ControlFlow<End<P::Stop>> {
        self.say(3, Production::Apprules(Cow::Borrowed(rules)))?;
        let mut rest = rules;
        loop {
            self.say(4, Production::Null(rest.is_empty()))?;
            let Some((&rule, tail)) = rest.split_first() else { return self.fail(4) };
            self.say(5, Production::First(rule))?;
            self.say(6, Production::Tail(Cow::Borrowed(tail)))?;
            rest = tail;
            match self.apply(rule) {
                ControlFlow::Break(End::Path(mut path, stop)) => {
                    path.insert(0, rule);
                    let cons = Production::Cons(Cow::Borrowed(&path));
                    let _ = self.probe.step(10, Step::Production(cons));
                    return ControlFlow::Break(End::Path(path, stop));
                }
                stopped @ ControlFlow::Break(_) => return stopped,
                ControlFlow::Continue(()) => {}
            }
        }
    }

    /// RDATA ← R(DATA); PATH ← BACKTRACK(RDATA); the mark is removed if that fails.
    fn apply(&mut self, rule: Square) -> ControlFlow<End<P::Stop>> {
        self.probe.work(Effort::Trial);
        self.probe.step(7, Step::Place(rule)).map_break(End::Stopped)?;
        self.probe.work(Effort::Test);
        self.safe = self.lines.is_safe(rule);
        // An unsafe mark must not hide the mark whose line it shares.
        let marked = self.safe;
        if marked {
            self.lines.place(rule);
        }
        self.columns.push(rule.column);
        self.backtrack()?;
        self.columns.pop();
        if marked {
            self.lines.remove(rule);
        }
        self.safe = true;
        self.probe.step(9, Step::Remove(rule)).map_break(End::Stopped)
    }

    fn fail(&mut self, line: u8) -> ControlFlow<End<P::Stop>> {
        self.probe.work(Effort::Backtrack);
        self.say(line, Production::Fail)
    }

    fn say(&mut self, line: u8, step: Production<'_>) -> ControlFlow<End<P::Stop>> {
        self.probe.step(line, Step::Production(step)).map_break(End::Stopped)
    }
}

/// The applicable rules of every row, ordered.
fn rules(problem: &Problem, by_diagonal: bool) -> Vec<Vec<Square>> {
    let open = Open::new(problem);
    let size = problem.size();
    (0..size.rows())
        .map(|row| {
            let mut rules: Vec<Square> = (0..size.columns())
                .map(|column| Square::new(row, column))
                .filter(|&square| open.forbids(square).is_none())
                .collect();
            if by_diagonal {
                rules.sort_by_key(|&square| diagonal(problem, square));
            }
            rules
        })
        .collect()
}

/// The length of the longest diagonal through a square.
fn diagonal(problem: &Problem, square: Square) -> u32 {
    let (rows, columns) = (problem.size().rows(), problem.size().columns());
    if problem.wraps() {
        return rows;
    }
    let (above, below) = (square.row, rows - 1 - square.row);
    let (left, right) = (square.column, columns - 1 - square.column);
    let falling = above.min(left) + 1 + below.min(right);
    let rising = above.min(right) + 1 + below.min(left);
    falling.max(rising)
}
