//! A counted total, its symmetry classes, and how both are printed.

use super::Count;
use crate::counting::{self, Bounds};
use crate::failure::Failure;
use crate::output::{self, Out};
use crate::verbs;
use bezzel_board::Problem;
use bezzel_engines::{Classes, LARGEST_TURNED};
use bezzel_models::solve::Info;
use bezzel_search::{Category, Choice, SearchResult};
use serde_json::{Value, json};
use std::io::Write;

/// Sides up to which every total is put to the symmetry check, which then takes under a second.
const CHECKED: u32 = 24;

/// What a count found.
pub struct Answer {
    problem: Problem,
    /// The total, or the lower bound where the count was stopped.
    number: u128,
    end: Result<(), Failure>,
    is_exact: bool,
    /// Whether the number counts solutions up to symmetry.
    is_fundamental: bool,
    provenance: Value,
}

impl Answer {
    /// From an engine's run; an exact total of the full board must pass the symmetry check.
    pub fn of_report(
        problem: &Problem,
        report: &bezzel_jobs::Report,
        bounds: &Bounds,
    ) -> Result<Answer, Failure> {
        let (number, is_exact) = match report.outcome {
            bezzel_jobs::Outcome::Exact { total } => (total, true),
            bezzel_jobs::Outcome::AtLeast { total, .. } => (total, false),
        };
        let answer = Answer {
            problem: problem.clone(),
            number,
            is_exact,
            is_fundamental: false,
            end: counting::ending(&report.outcome, bounds),
            provenance: json!({ "how": provenance_word(report), "engine": report.provenance }),
        };
        if is_exact && has_classes(problem).is_ok() && problem.size().rows() <= CHECKED {
            answer.classes()?;
        }
        Ok(answer)
    }

    /// From a readable algorithm's run.
    pub fn of_algorithm(problem: &Problem, choice: &Choice, report: &SearchResult) -> Answer {
        let mut answer = Answer::of_search(problem, report);
        answer.is_fundamental = choice.algorithm.info().category == Category::Fundamental;
        answer.provenance["algorithm"] = choice.name_with_seed().into();
        answer.provenance["work"] = json!(report.work);
        answer
    }

    /// From a back-end's run.
    pub fn of_backend(problem: &Problem, info: &Info, report: &SearchResult) -> Answer {
        let mut answer = Answer::of_search(problem, report);
        answer.provenance["backend"] = info.id.into();
        answer.provenance["guarantee"] = info.guarantee.into();
        answer.provenance["visits"] = json!(info.visit.map(|_| report.work.visits));
        answer
    }

    /// What both have in common.
    fn of_search(problem: &Problem, report: &SearchResult) -> Answer {
        let (number, is_exact) = match report.outcome {
            bezzel_search::Outcome::Exact { total } => (total, true),
            bezzel_search::Outcome::AtLeast { total, because } => {
                output::note(&format!("{problem}: at least, because {because}"));
                (total, false)
            }
        };
        Answer {
            problem: problem.clone(),
            number,
            is_exact,
            is_fundamental: false,
            end: verbs::ending(report.outcome),
            provenance: json!({ "how": "computed", "seconds": report.elapsed.as_secs_f64() }),
        }
    }

    pub fn ending(&self) -> Result<(), Failure> {
        match self.end {
            Ok(()) => Ok(()),
            Err(Failure::Interrupted) => Err(Failure::Interrupted),
            Err(_) => Err(Failure::Limit),
        }
    }

    /// How the number was obtained.
    pub fn provenance(&self) -> &Value {
        &self.provenance
    }

    /// The total if it is one.
    pub fn exact(&self) -> Option<u128> {
        self.is_exact.then_some(self.number)
    }

    /// The lower bound of what was asked for: a class has at most eight solutions.
    fn bound(&self, asked: &Count) -> u128 {
        let by_class = asked.fundamental && !self.is_fundamental;
        if by_class { self.number.div_ceil(8) } else { self.number }
    }

    fn classes(&self) -> Result<Classes, Failure> {
        // A total that fails the check is wrong, whatever computed it: say so and print nothing.
        Classes::of_total(self.problem.size().rows(), self.number)
            .map_err(|error| Failure::Io(error.to_string()))
    }

    /// `92`, `8 92` in a range, `at least 35` where it was stopped.
    pub fn print(&self, asked: &Count, in_range: bool, out: &mut Out) -> Result<(), Failure> {
        let prefix = match in_range || asked.oeis {
            true => format!("{} ", self.problem.size()),
            false => String::new(),
        };
        if !self.is_exact {
            // A b-file has no way of saying "at least", so it ends before.
            if !asked.oeis {
                let total = if asked.classes { "total: " } else { "" };
                writeln!(out, "{prefix}{total}at least {}", self.bound(asked))?;
            }
        } else if asked.classes {
            let classes = self.classes()?;
            let words =
                if in_range { format!(", {} queens", self.problem.size()) } else { String::new() };
            writeln!(out, "total{words}: {}", self.number)?;
            writeln!(out, "  fundamental   {}", classes.fundamental())?;
            writeln!(out, "  asymmetric    {} (8 solutions each)", classes.asymmetric)?;
            writeln!(out, "  half-turn     {} (4 solutions each)", classes.half_turn)?;
            writeln!(out, "  quarter-turn  {} (2 solutions each)", classes.quarter_turn)?;
            if classes.fully_symmetric > 0 {
                writeln!(out, "  all symmetries  {}", classes.fully_symmetric)?;
            }
        } else if asked.fundamental && !self.is_fundamental {
            writeln!(out, "{prefix}{}", self.classes()?.fundamental())?;
        } else {
            writeln!(out, "{prefix}{}", self.number)?;
        }
        Ok(())
    }

    fn document(&self, asked: &Count) -> Result<Value, Failure> {
        let key = match (self.is_exact, self.is_fundamental) {
            (true, false) => "total",
            (true, true) => "fundamental",
            (false, false) => "at_least",
            (false, true) => "fundamental_at_least",
        };
        let mut document = json!({
            "problem": self.problem,
            key: self.number.to_string(),
            "provenance": self.provenance,
        });
        if self.is_exact && !self.is_fundamental && (asked.fundamental || asked.classes) {
            let classes = self.classes()?;
            document["fundamental"] = json!(classes.fundamental().to_string());
            document["classes"] = json!({
                "asymmetric": classes.asymmetric.to_string(),
                "half_turn": classes.half_turn.to_string(),
                "quarter_turn": classes.quarter_turn.to_string(),
                "all_symmetries": classes.fully_symmetric.to_string(),
            });
        }
        if !self.is_exact && !self.is_fundamental && asked.fundamental {
            document["fundamental_at_least"] = json!(self.bound(asked).to_string());
        }
        Ok(document)
    }
}

/// One document for all answers.
pub fn document(answers: &[Answer], asked: &Count) -> Result<Value, Failure> {
    let totals: Result<Vec<Value>, Failure> =
        answers.iter().map(|answer| answer.document(asked)).collect();
    Ok(json!({ "schema": "bezzel/count/1", "totals": totals? }))
}

/// Whether the symmetric solutions of a problem are known how to count, or what to do instead.
pub fn has_classes(problem: &Problem) -> Result<(), Failure> {
    if Classes::fit(problem) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "classes are counted for full square boards up to {LARGEST_TURNED}; \
         'bezzel list N --fundamental' lists them on others"
    )))
}

fn provenance_word(report: &bezzel_jobs::Report) -> &'static str {
    if report.provenance.units_resumed > 0 { "resumed" } else { "computed" }
}
