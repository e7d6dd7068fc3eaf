//! How a job is run: which units, how long, how often.

use crate::Share;
use bezzel_board::Stop;
use std::time::Duration;

/// How to run a job.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunOptions {
    /// Count only this share of the units. A ledger made for a share implies it.
    pub share: Option<Share>,
    /// Ends the run soon after it is asked; unfinished units are counted again next time.
    pub stop: Stop,
    /// Begin at most this many units.
    pub max_units: Option<usize>,
    /// End the run after this time.
    pub time_limit: Option<Duration>,
    /// When everything is counted, count every unit once more by the second method.
    pub recount: bool,
    /// How long a unit may take at least before its worker is asked to stop it; this happens only
    /// to units that take far longer than expected.
    pub patience: Duration,
}

impl Default for RunOptions {
    /// Everything, without limits.
    fn default() -> Self {
        RunOptions {
            share: None,
            stop: Stop::new(),
            max_units: None,
            time_limit: None,
            recount: false,
            patience: Duration::from_secs(60),
        }
    }
}

impl RunOptions {
    /// The same, for one share.
    #[must_use]
    pub fn with_share(mut self, share: Option<Share>) -> RunOptions {
        self.share = share;
        self
    }

    /// The same, stopped by this flag.
    #[must_use]
    pub fn with_stop(mut self, stop: &Stop) -> RunOptions {
        self.stop = stop.clone();
        self
    }

    /// The same, for at most this many units.
    #[must_use]
    pub fn with_max_units(mut self, units: Option<usize>) -> RunOptions {
        self.max_units = units;
        self
    }

    /// The same, with this time limit.
    #[must_use]
    pub fn with_time_limit(mut self, time: Option<Duration>) -> RunOptions {
        self.time_limit = time;
        self
    }

    /// The same, with every unit recounted or not.
    #[must_use]
    pub fn with_recount(mut self, recount: bool) -> RunOptions {
        self.recount = recount;
        self
    }

    /// The same, with this patience.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> RunOptions {
        self.patience = patience;
        self
    }
}
