//! A disk in memory that fails on command, for tests of what survives a crash.
//!
//! [`FaultyDisk`] is a [`Disk`] whose ledgers are opened through a SQLite file system of its own
//! (`vfs.rs`). It counts every operation that touches a file, and makes the one that a [`Fault`]
//! names fail: with an error, because the disk is full, half-way, or by a power cut. After a power
//! cut nothing works until [`FaultyDisk::restart`], and what was not synced may be gone: all of it,
//! none of it, or any part of it.
//!
//! Data counts as synced when Linux guarantees it: the content of a file after `fsync` of the file,
//! names in a folder after `fsync` of the folder. SQLite asks for the latter when it deletes a
//! journal, and also when it first syncs a new journal.

mod state;
mod vfs;

pub use state::{Cut, Fault, Kind};

use bezzel_jobs::{Disk, Entry, Links, Place};
use state::State;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use vfs::Registered;

/// A disk in memory.
#[derive(Debug)]
pub struct FaultyDisk {
    state: Arc<Mutex<State>>,
    vfs: Registered,
}

impl FaultyDisk {
    /// An empty disk on which nothing fails.
    #[must_use]
    pub fn new() -> Arc<FaultyDisk> {
        let state = Arc::<Mutex<State>>::default();
        let vfs = Registered::new(&state);
        Arc::new(FaultyDisk { state, vfs })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// A ledger on this disk.
    #[must_use]
    pub fn place(self: &Arc<Self>, name: &str) -> Place {
        let disk: Arc<dyn Disk> = Arc::clone(self) as Arc<dyn Disk>;
        Place::on(&disk, PathBuf::from("/").join(name))
    }

    /// Operations so far.
    #[must_use]
    pub fn operations(&self) -> usize {
        self.state().operations
    }

    /// Makes the operation with this number fail, counted from now on.
    pub fn fail(&self, fault: Fault) {
        let mut state = self.state();
        state.fault = Some(Fault { at: fault.at + state.operations, ..fault });
    }

    /// Whether the fault has happened.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.state().has_failed
    }

    /// Ends the fault. After a power cut the disk has what was synced, and what the cut kept.
    /// Connections must be closed.
    pub fn restart(&self) {
        self.state().restart();
    }

    /// The files there are.
    #[must_use]
    pub fn names(&self) -> BTreeSet<PathBuf> {
        self.state().names()
    }
}

impl Disk for FaultyDisk {
    fn vfs(&self) -> Option<&str> {
        Some(self.vfs.name())
    }

    fn look(&self, path: &Path, _: Links) -> io::Result<Option<Entry>> {
        self.state().look(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let state = self.state();
        state.is_on()?;
        Ok(state.names().into_iter().filter(|name| name.parent() == Some(folder)).collect())
    }

    fn make_folder(&self, folder: &Path, _: bool) -> io::Result<()> {
        let mut state = self.state();
        state.operate()?;
        state.make_folder(folder);
        Ok(())
    }

    fn make_private_file(&self, file: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.operate()?;
        state.open(file, true);
        Ok(())
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.operate()?;
        if state.remove(file, false) { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
