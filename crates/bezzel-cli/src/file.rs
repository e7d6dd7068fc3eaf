//! Files the program writes: completely or not at all, and never over an existing one unless asked
//! to.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Rejects a file that already exists, before any work is done.
///
/// Anything that is not a regular file, such as a pipe or `/dev/null`, is written to, not replaced.
pub fn refuse_existing(file: &Path, force: bool) -> Result<(), Failure> {
    if file.is_dir() {
        return Err(Failure::Usage(format!("{} is a folder; name a file", file.display())));
    }
    let taken = file.symlink_metadata().is_ok() && !is_stream(file);
    if taken && !force { Err(exists(file)) } else { Ok(()) }
}

/// Writes a temporary file beside the target and renames it when it is complete.
pub fn replace(file: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    write_whole(file, force, |out| Ok(out.write_all(bytes)?))
}

/// The same for content written as it is produced; on failure nothing is left behind.
///
/// The file is not synced to disk: everything written this way can be recomputed, and syncing ten
/// gigabytes of queens would take minutes.
pub fn write_whole<T>(
    file: &Path,
    force: bool,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    refuse_existing(file, force)?;
    if is_stream(file) {
        let opened = fs::OpenOptions::new().write(true).open(file);
        return fill(opened.map_err(|error| named(file, &error))?, file, write);
    }
    let (opened, part) = part_of(file)?.into_parts();
    let value = fill(opened, file, write)?;
    if force {
        return part.persist(file).map(|()| value).map_err(|moved| named(file, &moved.error));
    }
    match part.persist_noclobber(file) {
        Ok(()) => Ok(value),
        // It was created in the meantime.
        Err(moved) if moved.error.kind() == io::ErrorKind::AlreadyExists => Err(exists(file)),
        // Some file systems cannot refuse to overwrite.
        Err(moved) => match moved.path.persist(file) {
            Ok(()) => Ok(value),
            Err(moved) => Err(named(file, &moved.error)),
        },
    }
}

fn fill<T>(
    opened: File,
    file: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut out = BufWriter::new(opened);
    let written = write(&mut out).and_then(|value| {
        out.flush()?;
        Ok(value)
    });
    written.map_err(|failure| match failure {
        Failure::Io(why) => Failure::Io(format!("{}: {why}", file.display())),
        other => other,
    })
}

fn is_stream(file: &Path) -> bool {
    file.metadata().is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
}

/// A file beside this one, which disappears unless it is given its name.
fn part_of(file: &Path) -> Result<NamedTempFile, Failure> {
    let Some(name) = file.file_name() else {
        return Err(Failure::Usage(format!("'{}' is not a file name", file.display())));
    };
    let mut prefix = name.to_owned();
    prefix.push(".");
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let part = tempfile::Builder::new()
        .prefix(&prefix)
        .suffix(".part")
        .make_in(folder.unwrap_or(Path::new(".")), |path| File::create_new(path));
    part.map_err(|error| named(file, &error))
}

fn named(file: &Path, error: &io::Error) -> Failure {
    Failure::Io(format!("{}: {error}", file.display()))
}

fn exists(file: &Path) -> Failure {
    Failure::Usage(format!("{} already exists; --force overwrites it", file.display()))
}
