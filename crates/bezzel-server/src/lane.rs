//! Threads for computations: few at a time, "busy" if too many wait, stopped when the client has
//! gone.
//!
//! Each computation has a thread of its own, at a lower priority than the threads that answer, so
//! that a step of a trace never waits for a comparison. Its stop flag is set as soon as the future
//! that waits for it is dropped: when the client has gone, or the server ends.

use crate::error::ApiError;
use bezzel::{Control, Memory, Stop};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// How long a computation may wait for its thread before the answer is "busy".
const PATIENCE: Duration = Duration::from_secs(10);

/// A number of threads with a queue.
pub struct Lane {
    permits: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    threads: usize,
    most_waiting: usize,
    nice: i32,
}

/// Sets a flag when it is dropped.
pub struct StopGuard(pub Arc<AtomicBool>);

impl Drop for StopGuard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Counts one waiting computation until it is dropped.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Lane {
    pub fn new(threads: usize, most_waiting: usize, nice: i32) -> Lane {
        Lane {
            permits: Arc::new(Semaphore::new(threads)),
            waiting: Arc::default(),
            threads,
            most_waiting,
            nice,
        }
    }

    /// Whether a new computation would have to wait.
    pub fn is_full(&self) -> bool {
        self.permits.available_permits() == 0
    }

    /// Computations that run now.
    pub fn running(&self) -> usize {
        self.threads - self.permits.available_permits()
    }

    async fn enter(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let waiting = Waiting(Arc::clone(&self.waiting));
        if waiting.0.fetch_add(1, Ordering::Relaxed) >= self.most_waiting {
            return Err(ApiError::busy("too many computations are waiting"));
        }
        let permit = Arc::clone(&self.permits).acquire_owned();
        match tokio::time::timeout(PATIENCE, permit).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(ApiError::busy("all threads are computing")),
        }
    }

    /// Starts a computation on a thread of its own; it holds its place until it has really ended.
    pub async fn start<T: Send + 'static>(
        &self,
        stop: Arc<AtomicBool>,
        work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<oneshot::Receiver<T>, ApiError> {
        let permit = self.enter().await?;
        let nice = self.nice;
        let (sender, receiver) = oneshot::channel();
        let thread = std::thread::Builder::new().name("compute".to_owned());
        let started = thread.spawn(move || {
            lower_priority(nice);
            // A panic fails one request, not the server; the panic hook has reported it.
            if let Ok(value) = catch_unwind(AssertUnwindSafe(|| work(&stop))) {
                let _ = sender.send(value);
            }
            drop(permit);
        });
        match started {
            Ok(_) => Ok(receiver),
            Err(error) => Err(ApiError::busy(&format!("no thread could be started: {error}"))),
        }
    }

    /// Runs a computation to its end, or stops it when the caller has gone.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let guard = StopGuard(Arc::default());
        let receiver = self.start(Arc::clone(&guard.0), work).await?;
        receiver.await.map_err(|_| ApiError::internal("the computation failed"))
    }
}

/// A control that this flag stops.
pub fn control(stop: &Arc<AtomicBool>) -> Control {
    // No request may use more memory than the server's share.
    let stop = Stop::from(Arc::clone(stop));
    Control::new().with_stop(stop).with_memory(Memory::of_machine())
}

/// Lowers the priority of this thread and all it starts.
pub fn lower_priority(nice: i32) {
    #[cfg(target_os = "linux")]
    {
        // On Linux this affects the thread, not the process. Without permission everything still
        // works, only less smoothly.
        let _ = rustix::process::nice(nice);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = nice;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_dropped_caller_stops_the_work() {
        let lane = Lane::new(1, 4, 0);
        let (sender, receiver) = std::sync::mpsc::channel();
        let run = lane.run(move |stop| {
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            sender.send(()).unwrap();
        });
        assert!(tokio::time::timeout(Duration::from_millis(50), run).await.is_err());
        receiver.recv_timeout(Duration::from_secs(300)).expect("the work has seen the flag");
    }

    #[tokio::test]
    async fn too_many_requests_get_busy_and_a_panic_is_contained() {
        let lane = Lane::new(1, 0, 0);
        let error = lane.run(|_| ()).await.unwrap_err();
        assert_eq!(error.status, axum::http::StatusCode::SERVICE_UNAVAILABLE);
        let lane = Lane::new(1, 1, 0);
        let error = lane.run(|_| panic!("on purpose")).await.unwrap_err();
        assert_eq!(error.status, axum::http::StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(lane.run(|_| 92).await.unwrap(), 92);
    }
}
