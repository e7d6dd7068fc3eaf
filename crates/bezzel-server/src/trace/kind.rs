//! What sort of step it is, in one byte: enough to find steps and to draw a timeline.

use bezzel_search::{Production, Stacking, Step};

/// The sort of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A queen, or a floor, is put down.
    Place,
    /// A queen, or a floor, is taken back.
    Remove,
    /// A candidate is refused.
    Reject,
    /// Nothing fits any more.
    DeadEnd,
    /// A solution.
    Solution,
    /// A search starts again.
    Restart,
    /// Anything else.
    Other,
}

impl Kind {
    pub fn of(step: &Step<'_>) -> Kind {
        match step {
            Step::Place(_)
            | Step::Move(..)
            | Step::Swap(..)
            | Step::Board(_)
            | Step::Stacking(Stacking::Put { .. }) => Kind::Place,
            Step::Remove(_) | Step::Stacking(Stacking::TakeOff { .. }) => Kind::Remove,
            Step::Reject(..) | Step::Discard(_) | Step::Stacking(Stacking::Above { .. }) => {
                Kind::Reject
            }
            Step::DeadEnd(_) | Step::Production(Production::Fail | Production::Deadend(true)) => {
                Kind::DeadEnd
            }
            Step::Solution => Kind::Solution,
            Step::Restart(_) => Kind::Restart,
            _ => Kind::Other,
        }
    }

    /// The sort with this name in a search: a backtrack is a queen taken back.
    pub fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "place" => Kind::Place,
            "backtrack" => Kind::Remove,
            "reject" => Kind::Reject,
            "dead-end" => Kind::DeadEnd,
            "solution" => Kind::Solution,
            "restart" => Kind::Restart,
            _ => return None,
        })
    }
}
