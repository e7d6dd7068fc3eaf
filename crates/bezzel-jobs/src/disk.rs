//! Every file operation of jobs and of the server, behind one interface that tests can make fail.
//!
//! Ledgers are SQLite files, so reading and writing them goes through SQLite's own interface to a
//! file system (a "VFS"), which a [`Disk`] names. Little else is needed: look up, list, create,
//! remove. Nothing is ever renamed, so that no rename can be lost.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A plain file.
    File {
        /// Its length in bytes.
        length: u64,
        /// When it was last changed, if known.
        changed: Option<SystemTime>,
    },
    /// A folder.
    Folder,
    /// Something else: a link, a device.
    Other,
}

impl Entry {
    /// Whether it is a file that is not empty.
    #[must_use]
    pub fn has_content(self) -> bool {
        matches!(self, Entry::File { length, .. } if length > 0)
    }
}

/// Whether a link at a path is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// The target of the link is meant.
    Follow,
    /// The link itself is meant.
    Keep,
}

/// A file system, as far as jobs and the server need one.
pub trait Disk: Send + Sync + fmt::Debug {
    /// The SQLite file system that ledgers are opened on; the default one if there is no name.
    fn vfs(&self) -> Option<&str>;

    /// What is at this path, if anything.
    fn look(&self, path: &Path, links: Links) -> io::Result<Option<Entry>>;

    /// The paths in a folder.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Creates a folder and those above it. A private one is accessible by its owner only, even if
    /// it existed before.
    fn make_folder(&self, folder: &Path, private: bool) -> io::Result<()>;

    /// Creates an empty file, accessible by its owner only, unless the file exists.
    fn make_private_file(&self, file: &Path) -> io::Result<()>;

    /// Removes a file.
    fn remove(&self, file: &Path) -> io::Result<()>;
}

/// The disk of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn vfs(&self) -> Option<&str> {
        None
    }

    fn look(&self, path: &Path, links: Links) -> io::Result<Option<Entry>> {
        let data = match links {
            Links::Follow => fs::metadata(path),
            Links::Keep => fs::symlink_metadata(path),
        };
        match data {
            Ok(data) if data.is_dir() => Ok(Some(Entry::Folder)),
            Ok(data) if data.is_file() => {
                Ok(Some(Entry::File { length: data.len(), changed: data.modified().ok() }))
            }
            Ok(_) => Ok(Some(Entry::Other)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
    }

    #[cfg(unix)]
    fn make_folder(&self, folder: &Path, private: bool) -> io::Result<()> {
        use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        if !private {
            return builder.create(folder);
        }
        builder.mode(0o700).create(folder)?;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
    }

    #[cfg(not(unix))]
    fn make_folder(&self, folder: &Path, _private: bool) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    fn make_private_file(&self, file: &Path) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(file) {
            Ok(_) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        fs::remove_file(file)
    }
}

/// Where a ledger is: a path on a disk. A plain path is one on the disk of this machine.
#[derive(Clone, Debug)]
pub struct Place {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    is_private: bool,
}

impl Place {
    /// This path on this disk.
    pub fn on(disk: &Arc<dyn Disk>, path: impl Into<PathBuf>) -> Place {
        Place { disk: Arc::clone(disk), path: path.into(), is_private: false }
    }

    /// The same place; a ledger created there is accessible by its owner only.
    #[must_use]
    pub fn private(self) -> Place {
        Place { is_private: true, ..self }
    }

    /// Whether a ledger created there is accessible by its owner only.
    pub(crate) fn is_private(&self) -> bool {
        self.is_private
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The disk.
    #[must_use]
    pub fn disk(&self) -> &Arc<dyn Disk> {
        &self.disk
    }

    /// What is there.
    pub fn look(&self) -> io::Result<Option<Entry>> {
        self.disk.look(&self.path, Links::Follow)
    }

    /// What is at the folder that the path is in.
    pub(crate) fn look_at_folder(&self) -> Option<(PathBuf, io::Result<Option<Entry>>)> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty())?;
        Some((folder.to_path_buf(), self.disk.look(folder, Links::Follow)))
    }
}

impl<P: AsRef<Path>> From<P> for Place {
    fn from(path: P) -> Place {
        let disk: Arc<dyn Disk> = Arc::new(RealDisk);
        Place::on(&disk, path.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn private_files_are_accessible_by_their_owner_only() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let open = folder.path().join("open");
        RealDisk.make_folder(&open, false).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(0o755)).unwrap();
        RealDisk.make_folder(&open, true).unwrap();
        assert_eq!(mode(&open), 0o700);
        let deep = open.join("a/b");
        RealDisk.make_folder(&deep, true).unwrap();
        assert_eq!(mode(&deep), 0o700);
        let file = deep.join("x.ledger");
        RealDisk.make_private_file(&file).unwrap();
        RealDisk.make_private_file(&file).unwrap();
        assert_eq!(mode(&file), 0o600);
        assert_eq!(RealDisk.list(&deep).unwrap(), std::slice::from_ref(&file));
        let entry = RealDisk.look(&file, Links::Keep).unwrap().unwrap();
        assert!(matches!(entry, Entry::File { length: 0, .. }) && !entry.has_content());
        RealDisk.remove(&file).unwrap();
        assert_eq!(RealDisk.look(&file, Links::Follow).unwrap(), None);
    }
}
