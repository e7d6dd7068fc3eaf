//! The one place that decides what may be shown as a total.
//!
//! A ledger is a file, and a file can be wrong: altered together with its checksums, written by a
//! broken machine, made by a program with different units. So a sum of subtotals is shown as a
//! total only if
//!
//! 1. the plan is the one that this program's engine produces for the problem now,
//! 2. every split is the one that this engine produces,
//! 3. every unit is done, and no recount or second count disagrees with a subtotal,
//! 4. the sum is a multiple of the plan's divisor and not more than is possible on the board,
//! 5. on a full board the solutions fall into whole symmetry classes: by Burnside's lemma
//!    total + half-turn + 2 · quarter-turn solutions is a multiple of 8,
//! 6. it is the published value, if there is one.
//!
//! Anything else is an [`Alarm`] with the contradicting numbers. If the units of a number that
//! passes were never recounted, this is reported:
//! [`Provenance::results_recounted`](crate::Provenance) is 0.

use crate::known;
use crate::names::printable;
use crate::subtotals::Subtotals;
use crate::{Check, Header, JobError, JobOutcome, plan_digest};
use bezzel_engines::{Classes, ClassesError, Counted, Plan, Prepared, Subtotal, Unit};
use bezzel_search::{Outcome, StopReason};
use std::path::Path;
use thiserror::Error;

/// Why the subtotals of a job cannot all be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Alarm {
    /// Two counts of one unit differ.
    #[error(
        "unit {} is disputed: recorded as {recorded}, counted again as {recount}",
        printable(label)
    )]
    Disputed {
        /// The unit.
        label: String,
        /// The subtotal in the ledger.
        recorded: String,
        /// The result of the other count.
        recount: String,
    },
    /// A unit was split differently from how the engine does it.
    #[error(
        "unit {} is not split as engine {engine} splits it, so its parts may not add up to it",
        printable(label)
    )]
    WrongSplit {
        /// The unit.
        label: String,
        /// The engine.
        engine: &'static str,
    },
    /// The sum is not a multiple of the divisor.
    #[error(
        "the subtotals add up to {sum}, which is not a multiple of {divisor}: \
         some subtotal is wrong"
    )]
    NotDivisible {
        /// Sum of all subtotals.
        sum: u128,
        /// The plan's divisor.
        divisor: u128,
    },
    /// The sum is more than is possible on the board.
    #[error("the subtotals add up to more than is possible on the board")]
    TooLarge,
    /// The solutions do not fall into whole symmetry classes.
    #[error(transparent)]
    Asymmetric(ClassesError),
    /// The published value is different.
    #[error("counted {counted}, but {source_line} gives {known}")]
    Contradicted {
        /// What was counted.
        counted: String,
        /// The known value.
        known: String,
        /// Its source.
        source_line: String,
    },
}

/// What is added up, and according to which plan.
pub(crate) struct Case<'a> {
    pub(crate) file: &'a Path,
    pub(crate) header: &'a Header,
    pub(crate) subtotals: &'a Subtotals,
    pub(crate) checks: &'a [Check],
}

/// What may be shown of a job: its total, or the lower bound of its finished units and why it is
/// not finished.
pub(crate) fn outcome(
    case: &Case<'_>,
    today: &dyn Prepared,
    because: StopReason,
) -> Result<JobOutcome, JobError> {
    let plan = today.plan();
    if plan_digest(plan) != case.header.digest {
        return Err(JobError::UnknownPlan {
            file: case.file.to_path_buf(),
            plan: case.header.summary(),
            why: "the current plan is different".to_string(),
        });
    }
    refuse_disputes(case)?;
    refuse_wrong_splits(case.subtotals, today)?;
    let sum = case.subtotals.sum().ok_or(Alarm::TooLarge)?;
    if case.subtotals.is_too_large(&sum) {
        return Err(Alarm::TooLarge.into());
    }
    let is_complete = case.subtotals.is_complete();
    match sum {
        Subtotal::Count(sum) if is_complete => {
            Ok(JobOutcome::Count(Outcome::Exact { total: whole(plan, sum)? }))
        }
        Subtotal::Count(sum) => {
            let total = sum / plan.divisor;
            match known::total(plan) {
                Some(known) if total > known.value => Err(known.contradicts(total).into()),
                _ => Ok(JobOutcome::Count(Outcome::AtLeast { total, because })),
            }
        }
        Subtotal::Spectrum(_) if !is_complete => Ok(JobOutcome::Spectrum(Err(because))),
        Subtotal::Spectrum(spectrum) => {
            known::agrees(&spectrum)?;
            Ok(JobOutcome::Spectrum(Ok(spectrum)))
        }
    }
}

/// The total of all units, checked.
fn whole(plan: &Plan, sum: u128) -> Result<u128, Alarm> {
    if !sum.is_multiple_of(plan.divisor) {
        return Err(Alarm::NotDivisible { sum, divisor: plan.divisor });
    }
    let total = sum / plan.divisor;
    if let Some(known) = known::total(plan)
        && known.value != total
    {
        return Err(known.contradicts(total));
    }
    let n = plan.problem.size().rows();
    if plan.counted == Counted::Solutions
        && Classes::fit(&plan.problem)
        && let Some((half_turn, quarter_turn)) = known::symmetric(n)
    {
        Classes::new(n, total, half_turn, quarter_turn).map_err(Alarm::Asymmetric)?;
    }
    Ok(total)
}

/// Refuses subtotals that another count contradicts.
pub(crate) fn refuse_disputes(case: &Case<'_>) -> Result<(), Alarm> {
    let disputed = |label: &str, recorded: &Subtotal, recount: &Subtotal| Alarm::Disputed {
        label: label.to_owned(),
        recorded: recorded.to_string(),
        recount: recount.to_string(),
    };
    for check in case.checks {
        let place = case.subtotals.place(&check.label);
        if let Some(recorded) = place.and_then(|place| case.subtotals.value(place))
            && recorded != check.recount
        {
            return Err(disputed(&check.label, &recorded, &check.recount));
        }
    }
    match case.subtotals.contradiction() {
        None => Ok(()),
        Some((label, own, sum)) => Err(disputed(label, &own, &sum)),
    }
}

fn refuse_wrong_splits(subtotals: &Subtotals, today: &dyn Prepared) -> Result<(), Alarm> {
    for (place, below) in subtotals.splits() {
        let label = subtotals.label(place);
        let parts = today.split(&Unit::new(label));
        let same = parts.iter().map(Unit::label).eq(below.iter().map(|&it| subtotals.label(it)));
        if !same {
            return Err(Alarm::WrongSplit { label: label.to_owned(), engine: today.plan().engine });
        }
    }
    Ok(())
}
