//! When to restart and when to forget, from the levels of the clauses learned.

/// Conflicts before a restart is considered.
const BEFORE_RESTART: u64 = 10;

/// Learned clauses must have this many times the usual number of levels for a restart.
const WORSE: f64 = 1.1;

/// Conflicts before clauses are forgotten for the first time, and how many more each time.
const BEFORE_FORGETTING: u64 = 4000;
const MORE_EACH_TIME: u64 = 1000;

/// See the [module](self).
#[derive(Default)]
pub struct Pace {
    /// Averages over a few and over many conflicts.
    recent: f64,
    usual: f64,
    since_restart: u64,
    since_forgetting: u64,
    forgotten: u64,
}

impl Pace {
    /// A clause with literals of this many levels was learned.
    pub fn conflict(&mut self, levels: u32) {
        let levels = f64::from(levels);
        if self.usual == 0.0 {
            (self.recent, self.usual) = (levels, levels);
        }
        self.recent += (levels - self.recent) / 32.0;
        self.usual += (levels - self.usual) / 4096.0;
        self.since_restart += 1;
        self.since_forgetting += 1;
    }

    pub fn is_time_to_restart(&mut self) -> bool {
        let is_time = self.since_restart >= BEFORE_RESTART && self.recent > WORSE * self.usual;
        if is_time {
            self.since_restart = 0;
            self.recent = self.usual;
        }
        is_time
    }

    pub fn is_time_to_forget(&mut self) -> bool {
        let is_time = self.since_forgetting >= BEFORE_FORGETTING + MORE_EACH_TIME * self.forgotten;
        if is_time {
            self.since_forgetting = 0;
            self.forgotten += 1;
        }
        is_time
    }
}
