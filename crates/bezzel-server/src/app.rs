//! What all requests share.

use crate::config::{Config, Limits};
use crate::guard::Guard;
use crate::jobs::Keeper;
use crate::lane::Lane;
use crate::server::ServeError;
use crate::store::Store;
use bezzel_models::solve::Backends;
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// What all requests share.
pub struct App {
    pub limits: Limits,
    pub guard: Guard,
    pub traces: Store,
    /// Computations that users wait for: traces, solutions, pictures.
    pub quick: Lane,
    /// Computations that stream their results: comparisons, papers, solvers.
    pub long: Lane,
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
        Ok(Arc::new(App {
            guard,
            traces: Store::new(limits.store_bytes),
            quick: Lane::new(cores.max(2), limits.waiting, 5),
            long: Lane::new(cores.max(2), limits.waiting, 10),
            files: Lane::new(2, limits.waiting, 0),
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

    /// Completes when the server is shutting down.
    pub async fn ended(&self) {
        // The sender lives as long as the app, so this ends only when the flag is set.
        let _ = self.ending.subscribe().wait_for(|ending| *ending).await;
    }
}
