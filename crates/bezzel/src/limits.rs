//! When a run stops, as set in a request.

use crate::{Control, Error};
use bezzel_search::Limits;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Bounds on a run; without any, it runs to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct RunLimits {
    /// Most seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Most queens placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// Most solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// Most bytes of memory in use by the whole process; half of the machine's by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

impl RunLimits {
    /// The limits of a search that this control can stop.
    pub(crate) fn with(&self, control: &Control) -> Result<Limits, Error> {
        Ok(Limits {
            time: self.duration()?,
            visits: self.visits,
            solutions: self.solutions,
            memory: control.memory(self.memory),
            stop: control.stop().clone(),
        })
    }

    /// The longest time, if there is one.
    pub(crate) fn duration(&self) -> Result<Option<Duration>, Error> {
        self.time.map(seconds).transpose()
    }

    /// Refuses limits on visits and solutions, which only algorithms have.
    pub(crate) fn only_time(&self) -> Result<(), Error> {
        let given = [("visits", self.visits), ("solutions", self.solutions)];
        match given.into_iter().find(|(_, limit)| limit.is_some()) {
            None => Ok(()),
            Some((option, _)) => Err(Error::bad(format!("this has no limit on {option}"))
                .advice("limit the time instead")),
        }
    }
}

/// A time from 0; a time too long for the clock counts as none.
pub(crate) fn seconds(number: f64) -> Result<Duration, Error> {
    if number.is_nan() || number < 0.0 {
        return Err(Error::bad(format!("time is {number}")).advice("write seconds from 0"));
    }
    Ok(Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_search::Memory;

    #[test]
    fn a_front_can_override_the_memory_limit() {
        let most = |asked: Option<u64>, control: &Control| {
            let limits = RunLimits { memory: asked, ..RunLimits::default() };
            limits.with(control).unwrap().memory.most()
        };
        let own = Memory::of_machine().most();
        assert_eq!(most(None, &Control::new()), own);
        assert_eq!(most(Some(own - 1), &Control::new()), own - 1);
        assert_eq!(most(Some(u64::MAX), &Control::new()), u64::MAX);
        let strict = Control::new().with_memory(Memory::bytes(1000));
        assert_eq!((most(None, &strict), most(Some(u64::MAX), &strict)), (1000, 1000));
        assert_eq!(most(Some(5), &strict), 5);
    }
}
