//! The content of the disk: what programs see, and what would be left after a power cut.

use bezzel_jobs::Entry;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

/// An operation that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the operation, from 0.
    pub at: usize,
    /// How it fails.
    pub kind: Kind,
}

/// How an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The system reports an error; nothing is done.
    Error,
    /// There is no space left; nothing is done.
    Full,
    /// Half of the data is written, then the system reports an error.
    Short,
    /// The power goes off before the operation.
    PowerCut(Cut),
}

/// How much unsynced data survives a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Nothing.
    Nothing,
    /// Everything.
    Everything,
    /// Each change with probability one half.
    Some(u64),
}

/// Files that still have a name, and what was done to them.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// Names as programs see them, and as they would be after a power cut.
    live: BTreeMap<PathBuf, usize>,
    durable: BTreeMap<PathBuf, usize>,
    /// Folders that were made; they survive a power cut, because the code that needs one makes it again.
    folders: BTreeSet<PathBuf>,
    inodes: Vec<Inode>,
    pub(crate) operations: usize,
    pub(crate) fault: Option<Fault>,
    pub(crate) has_failed: bool,
    is_off: bool,
}

/// The content of a file.
#[derive(Debug, Default)]
pub(crate) struct Inode {
    pub(crate) live: Vec<u8>,
    durable: Vec<u8>,
    pending: Vec<Change>,
    pub(crate) locks: Locks,
}

/// SQLite's locks on a file: how many connections read, and the one that is about to write.
#[derive(Debug, Default)]
pub(crate) struct Locks {
    pub(crate) readers: usize,
    /// The connection that holds more than a shared lock, and which lock.
    pub(crate) writer: Option<(usize, i32)>,
}

#[derive(Clone, Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Length(usize),
}

impl Change {
    fn apply(&self, content: &mut Vec<u8>) {
        match self {
            Change::Write(at, bytes) => {
                if content.len() < at + bytes.len() {
                    content.resize(at + bytes.len(), 0);
                }
                content[*at..at + bytes.len()].copy_from_slice(bytes);
            }
            Change::Length(length) => content.resize(*length, 0),
        }
    }
}

impl State {
    /// Counts an operation, and makes it fail if it is the chosen one.
    pub(crate) fn step(&mut self) -> Result<(), Kind> {
        if self.is_off {
            return Err(Kind::Error);
        }
        let number = self.operations;
        self.operations += 1;
        match self.fault.filter(|fault| fault.at == number) {
            None => Ok(()),
            Some(fault) => {
                self.has_failed = true;
                self.is_off = matches!(fault.kind, Kind::PowerCut(_));
                Err(fault.kind)
            }
        }
    }

    /// The same for operations outside SQLite.
    pub(crate) fn operate(&mut self) -> io::Result<()> {
        self.step().map_err(|kind| match kind {
            Kind::Full => io::ErrorKind::StorageFull.into(),
            _ => io::Error::other("the disk failed"),
        })
    }

    pub(crate) fn is_on(&self) -> io::Result<()> {
        if self.is_off { Err(io::Error::other("the power is off")) } else { Ok(()) }
    }

    pub(crate) fn restart(&mut self) {
        let cut = match self.fault.take() {
            Some(Fault { kind: Kind::PowerCut(cut), .. }) if self.is_off => Some(cut),
            _ => None,
        };
        self.is_off = false;
        self.has_failed = false;
        let Some(cut) = cut else {
            return;
        };
        let mut chance = Chance::new(if let Cut::Some(seed) = cut { seed } else { 0 });
        let mut keep = || match cut {
            Cut::Nothing => false,
            Cut::Everything => true,
            Cut::Some(_) => chance.toss(),
        };
        let names: BTreeSet<PathBuf> =
            self.live.keys().chain(self.durable.keys()).cloned().collect();
        for name in names {
            let (live, durable) = (self.live.get(&name).copied(), self.durable.get(&name).copied());
            if live != durable && keep() {
                match live {
                    Some(inode) => self.durable.insert(name, inode),
                    None => self.durable.remove(&name),
                };
            }
        }
        self.live = self.durable.clone();
        for inode in &mut self.inodes {
            for change in std::mem::take(&mut inode.pending) {
                if keep() {
                    change.apply(&mut inode.durable);
                }
            }
            inode.live = inode.durable.clone();
            inode.locks = Locks::default();
        }
    }

    pub(crate) fn names(&self) -> BTreeSet<PathBuf> {
        self.live.keys().cloned().collect()
    }

    pub(crate) fn look(&self, path: &Path) -> io::Result<Option<Entry>> {
        self.is_on()?;
        if path == Path::new("/") || self.folders.contains(path) {
            return Ok(Some(Entry::Folder));
        }
        let length = |inode: &usize| self.inodes[*inode].live.len() as u64;
        Ok(self.live.get(path).map(|inode| Entry::File { length: length(inode), changed: None }))
    }

    pub(crate) fn make_folder(&mut self, folder: &Path) {
        self.folders.extend(folder.ancestors().map(Path::to_path_buf));
    }

    pub(crate) fn exists(&self, path: &Path) -> bool {
        self.live.contains_key(path)
    }

    /// The file with this name, created if necessary and allowed; and whether it was created.
    pub(crate) fn open(&mut self, path: &Path, create: bool) -> Option<(usize, bool)> {
        if let Some(&inode) = self.live.get(path) {
            return Some((inode, false));
        }
        if !create {
            return None;
        }
        let inode = self.nameless();
        self.live.insert(path.to_path_buf(), inode);
        Some((inode, true))
    }

    /// A file without a name, removed when it is closed.
    pub(crate) fn nameless(&mut self) -> usize {
        self.inodes.push(Inode::default());
        self.inodes.len() - 1
    }

    /// Removes a name; returns whether it existed.
    pub(crate) fn remove(&mut self, path: &Path, and_sync: bool) -> bool {
        let was_there = self.live.remove(path).is_some();
        if and_sync {
            self.sync_folder();
        }
        was_there
    }

    /// What `fsync` of the folder does: all names in it become durable.
    pub(crate) fn sync_folder(&mut self) {
        self.durable = self.live.clone();
    }

    pub(crate) fn inode(&mut self, inode: usize) -> &mut Inode {
        &mut self.inodes[inode]
    }
}

impl Inode {
    pub(crate) fn write(&mut self, at: usize, bytes: &[u8]) {
        self.change(Change::Write(at, bytes.to_vec()));
    }

    pub(crate) fn set_length(&mut self, length: usize) {
        self.change(Change::Length(length));
    }

    fn change(&mut self, change: Change) {
        change.apply(&mut self.live);
        self.pending.push(change);
    }

    pub(crate) fn sync(&mut self) {
        self.pending.clear();
        self.durable = self.live.clone();
    }
}

/// Coin flips that are the same for the same seed.
struct Chance(SplitMix64);

impl Chance {
    fn new(seed: u64) -> Chance {
        Chance(SplitMix64::seed_from_u64(seed))
    }

    fn toss(&mut self) -> bool {
        self.0.next_u64() & 1 == 0
    }
}
