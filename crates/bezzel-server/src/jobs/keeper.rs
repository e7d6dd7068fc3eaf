//! All jobs in the data folder, of which only a few are counted at a time.
//!
//! A job is the ledger `jobs/ID.ledger`; whatever happens to the server, the ledger has every
//! finished unit. On start, jobs that are neither done nor paused are resumed. A ledger that the
//! command line puts into the folder is found at the next scan, and one that it pauses stops here
//! too.

use super::job::KeptJob;
use crate::app::App;
use crate::config::Config;
use crate::error::ApiError;
use crate::server::ServeError;
use axum::http::StatusCode;
use bezzel::{
    Control, Disk, Entry, Error, ErrorKind, JobAnswer, JobPauseRequest, JobPlan, JobState,
    JobStatusRequest, JobUnitsAnswer, JobUnpauseRequest, Links, Memory, Place, Workers, job_open,
    job_pause, job_status, job_units, job_unpause,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long a run may take to stop.
const PATIENCE: Duration = Duration::from_secs(10);

/// The jobs.
pub struct Keeper {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    jobs: Mutex<BTreeMap<String, Arc<KeptJob>>>,
    slots: Arc<Semaphore>,
    running: Arc<AtomicUsize>,
    stopping: AtomicBool,
    most: usize,
    threads: usize,
}

impl Keeper {
    /// Opens the folder, creating it if necessary. Folders and ledgers are readable by their owner
    /// only.
    pub fn open(config: &Config) -> Result<Keeper, ServeError> {
        let (data, limits) = (&config.data, &config.limits);
        let folder = data.join("jobs");
        let refused = |error| ServeError::Data { folder: data.clone(), error };
        config.disk.make_folder(data, true).map_err(refused)?;
        config.disk.make_folder(&folder, true).map_err(refused)?;
        Ok(Keeper {
            disk: Arc::clone(&config.disk),
            folder,
            jobs: Mutex::default(),
            slots: Arc::new(Semaphore::new(limits.jobs_at_once)),
            running: Arc::default(),
            stopping: AtomicBool::new(false),
            most: limits.jobs,
            threads: limits.count_threads,
        })
    }

    fn jobs(&self) -> MutexGuard<'_, BTreeMap<String, Arc<KeptJob>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Jobs that are being counted.
    pub fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// The job with this id. Ids are looked up, never turned into paths.
    pub fn find(&self, id: &str) -> Result<Arc<KeptJob>, ApiError> {
        let found = self.jobs().get(id).cloned();
        found.ok_or_else(|| {
            ApiError::missing("unknown-job", "there is no such job", "GET /api/v1/jobs lists them")
        })
    }

    /// All jobs, oldest first.
    pub fn list(&self) -> Vec<JobAnswer> {
        let mut views: Vec<JobAnswer> =
            self.jobs().values().map(|job| job.view.borrow().clone()).collect();
        views.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
        views
    }

    /// Finds ledgers that are new, removed or changed; returns those to be counted.
    fn look(&self, control: &Control) -> std::io::Result<Vec<Arc<KeptJob>>> {
        let mut there = BTreeMap::new();
        for path in self.disk.list(&self.folder)? {
            // Links may point outside the folder, so only regular files are ledgers.
            let entry = self.disk.look(&path, Links::Keep).ok().flatten();
            let real = entry.is_some_and(Entry::has_content);
            let is_ledger = path.extension().is_some_and(|ending| ending == "ledger");
            let name = path.file_stem().and_then(|name| name.to_str()).filter(|name| is_name(name));
            if let (true, true, Some(name)) = (real, is_ledger, name) {
                there.insert(name.to_owned(), path.clone());
            }
        }
        self.jobs().retain(|id, job| there.contains_key(id) || *job.active.borrow());
        for (id, file) in there {
            let known = self.jobs().get(&id).cloned();
            let read = match known {
                Some(job) => job.refresh(control),
                None => {
                    let place = self.place(&file);
                    let mut request = JobStatusRequest::new(place.clone());
                    request.workers = Some(self.threads);
                    job_status(&request, control).map(|view| drop(self.admit(&id, place, view)))
                }
            };
            if let Err(error) = read {
                tracing::warn!(id, %error, "a ledger cannot be read");
            }
        }
        let open = |job: &Arc<KeptJob>| job.view.borrow().state == JobState::Waiting;
        Ok(self.jobs().values().filter(|job| open(job)).cloned().collect())
    }

    fn place(&self, file: &Path) -> Place {
        Place::on(&self.disk, file).private()
    }

    /// Adds a job, unless another scan at the same time has added it.
    fn admit(&self, id: &str, place: Place, view: JobAnswer) -> Arc<KeptJob> {
        let job = || Arc::new(KeptJob::new(place, view, self.threads));
        Arc::clone(self.jobs().entry(id.to_owned()).or_insert_with(job))
    }

    /// Scans the folder and queues jobs that are neither done nor paused.
    pub fn look_and_queue(&self, app: &Arc<App>, control: &Control) {
        match self.look(control) {
            Ok(open) => open.iter().for_each(|job| self.queue(app, job)),
            Err(error) => tracing::error!(%error, "the folder of the jobs cannot be read"),
        }
    }

    /// Puts a job into the queue, unless it is already there.
    fn queue(&self, app: &Arc<App>, job: &Arc<KeptJob>) {
        if self.stopping.load(Ordering::Relaxed) || job.active.send_replace(true) {
            return;
        }
        job.arm();
        job.view.send_modify(|view| view.rest(JobState::Waiting));
        let (app, job) = (Arc::clone(app), Arc::clone(job));
        tokio::spawn(async move {
            let keeper = &app.jobs;
            let mut view = job.view.subscribe();
            let permit = tokio::select! {
                permit = Arc::clone(&keeper.slots).acquire_owned() => permit.ok(),
                // Paused or removed before its turn came.
                _ = view.wait_for(|view| view.state != JobState::Waiting) => None,
            };
            let waits = job.view.borrow().state == JobState::Waiting;
            if permit.is_some() && waits && !keeper.stopping.load(Ordering::Relaxed) {
                keeper.running.fetch_add(1, Ordering::Relaxed);
                let counted = Arc::clone(&job);
                let thread = std::thread::Builder::new().name("count".to_owned());
                let (sender, ended) = tokio::sync::oneshot::channel::<()>();
                let started = thread.spawn(move || {
                    counted.count();
                    drop(sender);
                });
                match started {
                    // The sender is dropped at the end of the thread, even after a panic.
                    Ok(_) => {
                        let _ = ended.await;
                        if job.view.borrow().state == JobState::Running {
                            job.view.send_modify(|view| {
                                view.fail(&Error::new(ErrorKind::Failed, "the count failed"));
                            });
                        }
                    }
                    Err(error) => {
                        let error = Error::new(ErrorKind::Failed, error.to_string());
                        job.view.send_modify(|view| view.fail(&error));
                    }
                }
                keeper.running.fetch_sub(1, Ordering::Relaxed);
            }
            job.active.send_replace(false);
        });
    }

    /// The job of a plan, and whether it is new; it is counted unless it is done or paused.
    pub fn create(
        &self,
        app: &Arc<App>,
        plan: &JobPlan,
        workers: Workers,
        control: &Control,
    ) -> Result<(Arc<KeptJob>, bool), ApiError> {
        let id = plan.name();
        let known = self.find(&id).ok();
        let is_new = known.is_none();
        let job = match known {
            Some(job) => job,
            None => {
                if self.jobs().len() >= self.most {
                    let hint = "DELETE jobs that are no longer needed";
                    let message = format!("there are {} jobs already", self.most);
                    return Err(ApiError::new(
                        StatusCode::CONFLICT,
                        "too-many-jobs",
                        message,
                        hint,
                    ));
                }
                let place = self.place(&self.folder.join(format!("{id}.ledger")));
                let view = job_open(plan, place.clone(), control)?;
                self.admit(&id, place, view)
            }
        };
        job.count_on(workers);
        if job.view.borrow().state == JobState::Waiting {
            self.queue(app, &job);
        }
        Ok((job, is_new))
    }

    /// Pauses a job, here and wherever else it is counted.
    pub fn pause(job: &KeptJob, control: &Control) -> Result<(), ApiError> {
        job_pause(&JobPauseRequest::new(job.place.clone()), control)?;
        job.stop();
        job.show_paused();
        Ok(())
    }

    /// Ends a pause and resumes the count. A failed job is tried again.
    pub async fn resume(&self, app: &Arc<App>, job: &Arc<KeptJob>) -> Result<(), ApiError> {
        if job.is_ending() {
            idle(job).await?;
        }
        let ledger = Arc::clone(job);
        let read = app.files.run(move |control| -> Result<(), Error> {
            let view = job_unpause(&JobUnpauseRequest::new(ledger.place.clone()), control)?;
            // A running job publishes its own progress.
            if !*ledger.active.borrow() {
                ledger.view.send_replace(view);
            }
            Ok(())
        });
        read.await??;
        let state = job.view.borrow().state;
        if matches!(state, JobState::Waiting | JobState::Failed) {
            self.queue(app, job);
        }
        Ok(())
    }

    /// Stops a job and removes its ledger.
    pub async fn delete(&self, id: &str) -> Result<(), ApiError> {
        let job = self.find(id)?;
        job.view.send_modify(|view| view.rest(JobState::Paused));
        job.stop();
        idle(&job).await?;
        self.jobs().remove(id);
        let file = job.place.path();
        let removed = match self.disk.remove(file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(ApiError::internal(format!("the ledger could not be removed: {error}")))
            }
            _ => Ok(()),
        };
        // A journal exists only after a kill in the middle of a commit. It is removed last: a
        // ledger without its journal would be damaged, a journal without its ledger is harmless.
        let _ = self.disk.remove(&file.with_extension("ledger-journal"));
        removed
    }

    /// The units of a job.
    pub fn units(job: &KeptJob) -> Result<JobUnitsAnswer, ApiError> {
        Ok(job_units(job.place.clone())?)
    }

    /// Stops all runs if the process uses too much memory; finished units are in the ledgers.
    pub fn stop_if_out_of_memory(&self, memory: Memory) {
        if self.running() > 0 && memory.is_exceeded() {
            let jobs = self.jobs();
            let running = jobs.values().filter(|job| job.view.borrow().state == JobState::Running);
            running.for_each(|job| job.stop_out_of_memory());
        }
    }

    /// Stops all runs and waits for them; finished units are in the ledgers.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        let jobs: Vec<Arc<KeptJob>> = self.jobs().values().cloned().collect();
        self.slots.close();
        for job in &jobs {
            job.stop();
        }
        for job in &jobs {
            // The finished units of a run that does not stop in time are in its ledger anyway.
            let _ = idle(job).await;
        }
    }
}

/// Waits until a job that was asked to stop is no longer counted.
async fn idle(job: &KeptJob) -> Result<(), ApiError> {
    let mut active = job.active.subscribe();
    match tokio::time::timeout(PATIENCE, active.wait_for(|active| !active)).await {
        Ok(_) => Ok(()),
        Err(_) => Err(ApiError::busy("the job is still ending")),
    }
}

/// Valid names of ledgers: they cannot contain a path.
fn is_name(name: &str) -> bool {
    let good = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (1..=64).contains(&name.len()) && name.bytes().all(good) && !name.starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel::{JobStartRequest, Problem, job_plan};

    #[test]
    fn a_running_job_fails_when_memory_runs_out_and_keeps_its_units() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(&Config::local(folder.path().to_owned())).unwrap();
        let plan = job_plan(&JobStartRequest::new(Problem::queens(20)), &Control::new()).unwrap();
        let place = keeper.place(&keeper.folder.join("20.ledger"));
        let view = job_open(&plan, place.clone(), &Control::new()).unwrap();
        let job = keeper.admit("20", place, view);
        job.arm();
        // What the queue does before it starts a run.
        keeper.running.fetch_add(1, Ordering::Relaxed);
        job.view.send_modify(|view| view.state = JobState::Running);
        keeper.stop_if_out_of_memory(Memory::bytes(u64::MAX));
        assert!(!job.is_ending());
        keeper.stop_if_out_of_memory(Memory::bytes(1));
        job.count();
        let view = job.view.borrow();
        assert_eq!(view.state, JobState::Failed);
        assert!(view.error.as_ref().unwrap().contains("short of memory"), "{view:?}");
        assert_eq!(view.total, None);
    }
}
