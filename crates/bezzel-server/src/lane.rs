//! Threads for computations: few at a time, "busy" if too many wait, stopped when the client has
//! gone.
//!
//! Each computation has a thread of its own, at a lower priority than the threads that answer, so
//! that a step of a trace never waits for a comparison. Its stop flag is set as soon as the future
//! that waits for it is dropped: when the client has gone, or the server ends. It is also set when
//! the server uses too much memory; the client is then told to try again.

use crate::error::ApiError;
use bezzel::{Control, Memory, Stop};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// How long a computation may wait for its thread before the answer is "busy".
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a computation may take before another one may start next to it.
const QUICK: Duration = Duration::from_millis(100);

/// How many computations a lane can have.
#[derive(Clone, Copy)]
pub struct Room {
    /// Threads for computations that have just started.
    pub threads: usize,
    /// Additional threads for computations that take longer than [`QUICK`], so that new ones need
    /// not wait for them.
    pub late: usize,
    /// Computations that may wait.
    pub waiting: usize,
}

/// A number of threads with a queue.
pub struct Lane {
    room: Room,
    permits: Arc<Semaphore>,
    late: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    nice: i32,
    memory: Memory,
    running: Mutex<Vec<Weak<Computation>>>,
}

/// Sets a flag when it is dropped.
#[derive(Default)]
pub struct StopGuard(pub Stop);

impl Drop for StopGuard {
    fn drop(&mut self) {
        self.0.ask();
    }
}

/// Counts one waiting computation until it is dropped.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A computation that runs.
pub struct Computation {
    /// Stops it, and bounds its memory.
    pub control: Control,
    /// Whether it was stopped because of the memory limit.
    out_of_memory: AtomicBool,
    /// Its place in the lane.
    permit: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Computation {
    /// Its result, unless it was stopped because of the memory limit.
    pub fn settle<T>(&self, value: T) -> Result<T, ApiError> {
        match self.out_of_memory.load(Ordering::Relaxed) {
            true => Err(ApiError::busy("the server is short of memory")),
            false => Ok(value),
        }
    }
}

impl Lane {
    /// A lane with this priority, whose computations are stopped when the process uses more than this
    /// much memory.
    pub fn new(room: Room, nice: i32, memory: Memory) -> Lane {
        Lane {
            room,
            permits: Arc::new(Semaphore::new(room.threads)),
            late: Arc::new(Semaphore::new(room.late)),
            waiting: Arc::default(),
            nice,
            memory,
            running: Mutex::default(),
        }
    }

    /// Whether a new computation would have to wait.
    pub fn is_full(&self) -> bool {
        self.permits.available_permits() == 0
    }

    /// Computations that run now.
    pub fn running(&self) -> usize {
        let free = self.permits.available_permits() + self.late.available_permits();
        self.room.threads + self.room.late - free
    }

    /// Stops everything in this lane if the process uses too much memory.
    pub fn stop_if_out_of_memory(&self) {
        if self.running() == 0 || !self.memory.is_exceeded() {
            return;
        }
        for computation in self.list().iter().filter_map(Weak::upgrade) {
            computation.out_of_memory.store(true, Ordering::Relaxed);
            computation.control.stop().ask();
        }
    }

    fn list(&self) -> MutexGuard<'_, Vec<Weak<Computation>>> {
        lock(&self.running)
    }

    async fn enter(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let waiting = Waiting(Arc::clone(&self.waiting));
        if waiting.0.fetch_add(1, Ordering::Relaxed) >= self.room.waiting {
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
        stop: &Stop,
        work: impl FnOnce(&Computation) -> T + Send + 'static,
    ) -> Result<(oneshot::Receiver<T>, Weak<Computation>), ApiError> {
        let permit = self.enter().await?;
        let computation = Arc::new(Computation {
            control: Control::new().with_stop(stop.clone()).with_memory(self.memory),
            out_of_memory: AtomicBool::new(false),
            permit: Mutex::new(Some(permit)),
        });
        let weak = Arc::downgrade(&computation);
        let mut running = self.list();
        running.retain(|one| one.strong_count() > 0);
        running.push(Weak::clone(&weak));
        drop(running);
        let nice = self.nice;
        let (sender, receiver) = oneshot::channel();
        let thread = std::thread::Builder::new().name("compute".to_owned());
        let started = thread.spawn(move || {
            lower_priority(nice);
            // A panic fails one request, not the server; the panic hook has reported it.
            if let Ok(value) = catch_unwind(AssertUnwindSafe(|| work(&computation))) {
                let _ = sender.send(value);
            }
        });
        match started {
            Ok(_) => Ok((receiver, weak)),
            Err(error) => Err(ApiError::busy(&format!("no thread could be started: {error}"))),
        }
    }

    /// Runs a computation to its end, or stops it when the caller has gone.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Control) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let guard = StopGuard::default();
        let work = move |computation: &Computation| computation.settle(work(&computation.control));
        let (mut receiver, computation) = self.start(&guard.0, work).await?;
        let ended = match tokio::time::timeout(QUICK, &mut receiver).await {
            Ok(ended) => ended,
            Err(_) => {
                self.make_room(&computation);
                receiver.await
            }
        };
        ended.map_err(|_| ApiError::internal("the computation failed"))?
    }

    /// Lets another computation start next to one that takes a long time, if there is a thread for it.
    fn make_room(&self, computation: &Weak<Computation>) {
        if let (Some(computation), Ok(late)) =
            (computation.upgrade(), Arc::clone(&self.late).try_acquire_owned())
        {
            *lock(&computation.permit) = Some(late);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn lane(threads: usize, late: usize, waiting: usize) -> Lane {
        Lane::new(Room { threads, late, waiting }, 0, Memory::bytes(u64::MAX))
    }

    /// A computation that ends only when it is stopped, and a channel that reports its start.
    fn endless() -> (impl FnOnce(&Control) + Send + 'static, oneshot::Receiver<()>) {
        let (sender, begun) = oneshot::channel();
        let work = move |control: &Control| {
            let _ = sender.send(());
            while !control.stop().is_asked() {
                std::thread::sleep(Duration::from_millis(1));
            }
        };
        (work, begun)
    }

    #[tokio::test]
    async fn a_dropped_caller_stops_the_work() {
        let lane = lane(1, 0, 4);
        let (work, begun) = endless();
        tokio::select! {
            _ = lane.run(work) => panic!("it was not stopped"),
            begun = begun => begun.unwrap(),
        }
        // Its place is free once it has seen the flag.
        while lane.running() > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    #[tokio::test]
    async fn too_many_requests_get_busy_and_a_panic_is_contained() {
        let none = lane(1, 0, 0);
        let error = none.run(|_| ()).await.unwrap_err();
        assert_eq!(error.status, axum::http::StatusCode::SERVICE_UNAVAILABLE);
        let lane = lane(1, 0, 1);
        let error = lane.run(|_| panic!("on purpose")).await.unwrap_err();
        assert_eq!(error.status, axum::http::StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(lane.run(|_| 92).await.unwrap(), 92);
    }

    #[tokio::test]
    async fn a_long_computation_makes_room_for_others() {
        let lane = lane(1, 1, 4);
        let (work, _) = endless();
        tokio::select! {
            _ = lane.run(work) => panic!("it was not stopped"),
            answer = async {
                while lane.running() == 0 {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                lane.run(|_| 92).await
            } => assert_eq!(answer.unwrap(), 92),
        }
    }

    #[tokio::test]
    async fn computations_are_stopped_when_memory_runs_out() {
        let lane = Lane::new(Room { threads: 1, late: 0, waiting: 1 }, 0, Memory::bytes(1));
        let (work, begun) = endless();
        let stop = async {
            begun.await.unwrap();
            lane.stop_if_out_of_memory();
        };
        let (answer, ()) = tokio::join!(lane.run(work), stop);
        let error = answer.unwrap_err();
        assert_eq!(error.status, axum::http::StatusCode::SERVICE_UNAVAILABLE);
    }
}
