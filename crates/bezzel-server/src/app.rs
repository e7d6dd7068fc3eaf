//! What all requests share.

use crate::config::{Config, Limits};
use crate::guard::Guard;
use crate::jobs::Keeper;
use crate::lane::{Lane, Room};
use crate::paused::PausedRuns;
use crate::server::ServeError;
use crate::store::Store;
use bezzel::{Backends, Memory};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};

/// Time between two checks of the memory of the process.
const LOOK: Duration = Duration::from_millis(100);

/// What all requests share.
pub struct App {
    pub limits: Limits,
    pub guard: Guard,
    pub traces: Store,
    /// Runs whose traces were cut.
    pub paused: PausedRuns,
    /// Computations that users wait for: traces, solutions, pictures.
    pub quick: Lane,
    /// Computations that stream their results: comparisons, papers, solvers.
    pub long: Lane,
    /// Planning jobs, which other requests never wait for.
    pub plans: Lane,
    /// Reading ledgers, which never waits for a computation.
    pub files: Lane,
    pub jobs: Keeper,
    /// The built-in solvers.
    pub backends: Backends,
    /// Room for connections: one permit for each that may still be opened.
    pub room: Arc<Semaphore>,
    /// True once the server is shutting down.
    pub ending: watch::Sender<bool>,
}

impl App {
    pub fn new(config: &Config, guard: Guard) -> Result<Arc<App>, ServeError> {
        let limits = config.limits.clone();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (waiting, memory) = (limits.waiting, Memory::bytes(limits.memory_bytes));
        let lane = |threads, late, nice| Lane::new(Room { threads, late, waiting }, nice, memory);
        Ok(Arc::new(App {
            guard,
            traces: Store::new(limits.store_bytes),
            paused: PausedRuns::default(),
            quick: lane(2 * cores.max(2), 4 * cores.max(2), 5),
            long: lane(cores.max(2), 0, 10),
            plans: lane(2, 0, 10),
            files: lane(2, 0, 0),
            jobs: Keeper::open(config)?,
            backends: config.backends.clone(),
            room: Arc::new(Semaphore::new(limits.connections)),
            ending: watch::Sender::new(false),
            limits,
        }))
    }

    /// Connections that are open.
    pub fn connections(&self) -> usize {
        self.limits.connections - self.room.available_permits()
    }

    fn lanes(&self) -> [&Lane; 4] {
        [&self.quick, &self.long, &self.plans, &self.files]
    }

    /// Computations that are running, except reading of ledgers.
    pub fn computing(&self) -> usize {
        [&self.quick, &self.long, &self.plans].map(Lane::running).iter().sum()
    }

    /// Stops computations while the server uses too much memory; never completes.
    pub async fn watch_memory(&self) {
        loop {
            self.lanes().into_iter().for_each(Lane::stop_if_out_of_memory);
            self.jobs.stop_if_out_of_memory(Memory::bytes(self.limits.memory_bytes));
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Completes when the server is shutting down.
    pub async fn ended(&self) {
        // The sender lives as long as the app, so this ends only when the flag is set.
        let _ = self.ending.subscribe().wait_for(|ending| *ending).await;
    }
}
