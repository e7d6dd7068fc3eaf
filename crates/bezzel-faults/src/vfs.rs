//! The disk as a file system that SQLite can open databases on.
//!
//! SQLite calls the functions below with the `sqlite3_vfs` that was registered and with a
//! `sqlite3_file` of [`SimFile`]'s size that it has allocated itself. The safety argument is the
//! same for all of them: SQLite passes pointers that are valid for the call, calls file methods
//! only between a successful open and the close, and never calls methods of one file from two
//! threads at once (each connection is used by one thread at a time).

use crate::lock;
use crate::state::{Kind, State};
use rusqlite::ffi;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

static NUMBER: AtomicUsize = AtomicUsize::new(0);

/// A file system that is registered with SQLite for as long as this lives.
#[derive(Debug)]
pub(crate) struct Registered {
    name: String,
    vfs: *mut ffi::sqlite3_vfs,
}

// SAFETY: the pointer is only used to unregister and free the file system when it is dropped; SQLite
// guards its own list of file systems by a mutex.
unsafe impl Send for Registered {}
// SAFETY: a shared reference only allows reading the name.
unsafe impl Sync for Registered {}

/// What a registered file system refers to.
struct Context {
    state: Arc<Mutex<State>>,
    _name: CString,
}

impl Registered {
    pub(crate) fn new(state: &Arc<Mutex<State>>) -> Registered {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("bezzel-faults-{number}");
        let c_name = CString::new(name.as_str()).expect("the name has no zero in it");
        let z_name = c_name.as_ptr();
        let context = Box::new(Context { state: Arc::clone(state), _name: c_name });
        // SAFETY: with a null name SQLite returns its default file system, which lives forever.
        let default = unsafe { &*ffi::sqlite3_vfs_find(std::ptr::null()) };
        let vfs = Box::into_raw(Box::new(ffi::sqlite3_vfs {
            iVersion: 1,
            szOsFile: size_of::<SimFile>() as c_int,
            mxPathname: 512,
            pNext: std::ptr::null_mut(),
            zName: z_name,
            pAppData: Box::into_raw(context).cast(),
            xOpen: Some(open),
            xDelete: Some(delete),
            xAccess: Some(access),
            xFullPathname: Some(full_pathname),
            // Time, sleep and randomness are those of the machine.
            ..*default
        }));
        // SAFETY: the structure is complete, and lives until it is unregistered in `drop`.
        let code = unsafe { ffi::sqlite3_vfs_register(vfs, 0) };
        assert_eq!(code, ffi::SQLITE_OK, "a file system can be registered");
        Registered { name, vfs }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        // SAFETY: `vfs` came from `Box::into_raw` in `new`, as did its context; both are freed
        // once, after SQLite has unregistered them. Open files hold their own reference to the
        // state.
        unsafe {
            ffi::sqlite3_vfs_unregister(self.vfs);
            let vfs = Box::from_raw(self.vfs);
            drop(Box::from_raw(vfs.pAppData.cast::<Context>()));
        }
    }
}

/// An open file, as SQLite allocates it.
#[repr(C)]
struct SimFile {
    base: ffi::sqlite3_file,
    handle: *mut Handle,
}

/// The state of an open file.
struct Handle {
    state: Arc<Mutex<State>>,
    inode: usize,
    /// Whether its folder must be synced with it: true for a new journal.
    syncs_folder: bool,
    delete_on_close: Option<PathBuf>,
    lock: c_int,
    number: usize,
}

static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    iVersion: 1,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(take_lock),
    xUnlock: Some(release_lock),
    xCheckReservedLock: Some(check_reserved),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(characteristics),
    xShmMap: None,
    xShmLock: None,
    xShmBarrier: None,
    xShmUnmap: None,
    xFetch: None,
    xUnfetch: None,
};

/// # Safety
/// `vfs` is one of ours and registered.
unsafe fn state_of<'a>(vfs: *mut ffi::sqlite3_vfs) -> &'a Arc<Mutex<State>> {
    // SAFETY: `pAppData` is the context made in `Registered::new`.
    unsafe { &(*(*vfs).pAppData.cast::<Context>()).state }
}

/// # Safety
/// `file` was opened by [`open`] and is not closed.
unsafe fn handle_of<'a>(file: *mut ffi::sqlite3_file) -> &'a mut Handle {
    // SAFETY: `open` has put a handle there, and SQLite uses a file from one thread at a time.
    unsafe { &mut *(*file.cast::<SimFile>()).handle }
}

/// # Safety
/// `name` is a C string.
unsafe fn path_of(name: *const c_char) -> PathBuf {
    // SAFETY: by the condition above.
    let name = unsafe { CStr::from_ptr(name) };
    PathBuf::from(name.to_string_lossy().into_owned())
}

/// The error code for SQLite when an operation of this kind fails.
fn code(kind: Kind, otherwise: c_int) -> c_int {
    if kind == Kind::Full { ffi::SQLITE_FULL } else { otherwise }
}

unsafe extern "C" fn open(
    vfs: *mut ffi::sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: SQLite passes our file system and room for a file of the size we asked for; without
    // methods it is not closed if opening fails.
    let state = unsafe {
        (*file).pMethods = std::ptr::null();
        state_of(vfs)
    };
    let mut disk = lock(state);
    if let Err(kind) = disk.step() {
        return code(kind, ffi::SQLITE_CANTOPEN);
    }
    // SAFETY: a name that is not null is a C string.
    let path = (!name.is_null()).then(|| unsafe { path_of(name) });
    let may_create = flags & ffi::SQLITE_OPEN_CREATE != 0;
    let opened = match &path {
        None => Some((disk.nameless(), false)),
        Some(path) => disk.open(path, may_create),
    };
    let Some((inode, is_new)) = opened else {
        return ffi::SQLITE_CANTOPEN;
    };
    let is_journal = flags & (ffi::SQLITE_OPEN_MAIN_JOURNAL | ffi::SQLITE_OPEN_SUPER_JOURNAL) != 0;
    let deletes = flags & ffi::SQLITE_OPEN_DELETEONCLOSE != 0;
    let handle = Box::new(Handle {
        state: Arc::clone(state),
        inode,
        syncs_folder: is_new && is_journal,
        delete_on_close: path.filter(|_| deletes),
        lock: ffi::SQLITE_LOCK_NONE,
        number: NUMBER.fetch_add(1, Ordering::Relaxed),
    });
    // SAFETY: as above; `out_flags` may be null.
    unsafe {
        (*file.cast::<SimFile>()).handle = Box::into_raw(handle);
        (*file).pMethods = &METHODS;
        if !out_flags.is_null() {
            *out_flags = flags;
        }
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn delete(
    vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    sync_folder: c_int,
) -> c_int {
    // SAFETY: SQLite passes our file system and a C string.
    let (state, path) = unsafe { (state_of(vfs), path_of(name)) };
    let mut disk = lock(state);
    if let Err(kind) = disk.step() {
        return code(kind, ffi::SQLITE_IOERR_DELETE);
    }
    match disk.remove(&path, sync_folder != 0) {
        true => ffi::SQLITE_OK,
        false => ffi::SQLITE_IOERR_DELETE_NOENT,
    }
}

unsafe extern "C" fn access(
    vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    _: c_int,
    result: *mut c_int,
) -> c_int {
    // SAFETY: SQLite passes our file system, a C string and room for the answer.
    unsafe {
        let disk = lock(state_of(vfs));
        if disk.is_on().is_err() {
            return ffi::SQLITE_IOERR_ACCESS;
        }
        *result = c_int::from(disk.exists(&path_of(name)));
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn full_pathname(
    _: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    room: c_int,
    out: *mut c_char,
) -> c_int {
    // SAFETY: SQLite passes a C string and `room` bytes at `out`.
    unsafe {
        let bytes = CStr::from_ptr(name).to_bytes_with_nul();
        if bytes.len() > room as usize {
            return ffi::SQLITE_CANTOPEN;
        }
        std::ptr::copy_nonoverlapping(bytes.as_ptr().cast(), out, bytes.len());
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: the file is open; its handle came from `Box::into_raw` and is freed this once.
    let handle = unsafe { Box::from_raw((*file.cast::<SimFile>()).handle) };
    let mut disk = lock(&handle.state);
    set_lock(&mut disk, handle.inode, handle.number, handle.lock, ffi::SQLITE_LOCK_NONE);
    if let Some(path) = &handle.delete_on_close {
        disk.remove(path, false);
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn read(
    file: *mut ffi::sqlite3_file,
    buffer: *mut c_void,
    length: c_int,
    offset: ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: the file is open, and there are `length` bytes at `buffer`.
    let (handle, buffer) = unsafe {
        let buffer = std::slice::from_raw_parts_mut(buffer.cast::<u8>(), length as usize);
        (handle_of(file), buffer)
    };
    let mut disk = lock(&handle.state);
    if disk.step().is_err() {
        return ffi::SQLITE_IOERR_READ;
    }
    let content = &disk.inode(handle.inode).live;
    let there = content.get(offset as usize..).unwrap_or_default();
    let there = &there[..there.len().min(buffer.len())];
    buffer[..there.len()].copy_from_slice(there);
    // SQLite expects zeros after the end of the file.
    buffer[there.len()..].fill(0);
    if there.len() < buffer.len() { ffi::SQLITE_IOERR_SHORT_READ } else { ffi::SQLITE_OK }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    buffer: *const c_void,
    length: c_int,
    offset: ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: the file is open, and there are `length` bytes at `buffer`.
    let (handle, bytes) = unsafe {
        let bytes = std::slice::from_raw_parts(buffer.cast::<u8>(), length as usize);
        (handle_of(file), bytes)
    };
    let mut disk = lock(&handle.state);
    let failed = disk.step().err();
    let bytes = match failed {
        None => bytes,
        Some(Kind::Short) => &bytes[..bytes.len() / 2],
        Some(kind) => return code(kind, ffi::SQLITE_IOERR_WRITE),
    };
    disk.inode(handle.inode).write(offset as usize, bytes);
    if failed.is_some() { ffi::SQLITE_IOERR_WRITE } else { ffi::SQLITE_OK }
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: ffi::sqlite3_int64) -> c_int {
    // SAFETY: the file is open.
    let handle = unsafe { handle_of(file) };
    let mut disk = lock(&handle.state);
    if let Err(kind) = disk.step() {
        return code(kind, ffi::SQLITE_IOERR_TRUNCATE);
    }
    disk.inode(handle.inode).set_length(size as usize);
    ffi::SQLITE_OK
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    // SAFETY: the file is open.
    let handle = unsafe { handle_of(file) };
    let mut disk = lock(&handle.state);
    if let Err(kind) = disk.step() {
        return code(kind, ffi::SQLITE_IOERR_FSYNC);
    }
    disk.inode(handle.inode).sync();
    if std::mem::take(&mut handle.syncs_folder) {
        disk.sync_folder();
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn file_size(
    file: *mut ffi::sqlite3_file,
    size: *mut ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: the file is open, and there is room for the answer.
    unsafe {
        let handle = handle_of(file);
        let mut disk = lock(&handle.state);
        if disk.is_on().is_err() {
            return ffi::SQLITE_IOERR_FSTAT;
        }
        *size = disk.inode(handle.inode).live.len() as ffi::sqlite3_int64;
    }
    ffi::SQLITE_OK
}

/// Changes the lock of one connection; whether the others allow it.
fn set_lock(disk: &mut State, inode: usize, number: usize, old: c_int, new: c_int) -> bool {
    let locks = &mut disk.inode(inode).locks;
    let other = locks.writer.filter(|(writer, _)| *writer != number).map(|(_, lock)| lock);
    let others_read = locks.readers > usize::from(old >= ffi::SQLITE_LOCK_SHARED);
    let allowed = match new {
        ffi::SQLITE_LOCK_SHARED if old == ffi::SQLITE_LOCK_NONE => {
            other.is_none_or(|lock| lock < ffi::SQLITE_LOCK_PENDING)
        }
        ffi::SQLITE_LOCK_RESERVED | ffi::SQLITE_LOCK_PENDING => other.is_none(),
        ffi::SQLITE_LOCK_EXCLUSIVE => other.is_none() && !others_read,
        _ => true,
    };
    if !allowed {
        // While a writer waits for readers to finish, no new readers are admitted.
        if new == ffi::SQLITE_LOCK_EXCLUSIVE && other.is_none() {
            locks.writer = Some((number, ffi::SQLITE_LOCK_PENDING));
        }
        return false;
    }
    let reads = |lock: c_int| lock >= ffi::SQLITE_LOCK_SHARED;
    match (reads(old), reads(new)) {
        (false, true) => locks.readers += 1,
        (true, false) => locks.readers = locks.readers.saturating_sub(1),
        _ => {}
    }
    if new > ffi::SQLITE_LOCK_SHARED {
        locks.writer = Some((number, new));
    } else if locks.writer.is_some_and(|(writer, _)| writer == number) {
        locks.writer = None;
    }
    true
}

unsafe extern "C" fn take_lock(file: *mut ffi::sqlite3_file, wanted: c_int) -> c_int {
    // SAFETY: the file is open.
    let handle = unsafe { handle_of(file) };
    if handle.lock >= wanted {
        return ffi::SQLITE_OK;
    }
    let mut disk = lock(&handle.state);
    if !set_lock(&mut disk, handle.inode, handle.number, handle.lock, wanted) {
        return ffi::SQLITE_BUSY;
    }
    handle.lock = wanted;
    ffi::SQLITE_OK
}

unsafe extern "C" fn release_lock(file: *mut ffi::sqlite3_file, wanted: c_int) -> c_int {
    // SAFETY: the file is open.
    let handle = unsafe { handle_of(file) };
    let mut disk = lock(&handle.state);
    if handle.lock > wanted {
        set_lock(&mut disk, handle.inode, handle.number, handle.lock, wanted);
        handle.lock = wanted;
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn check_reserved(file: *mut ffi::sqlite3_file, result: *mut c_int) -> c_int {
    // SAFETY: the file is open, and there is room for the answer.
    unsafe {
        let handle = handle_of(file);
        let mut disk = lock(&handle.state);
        *result = c_int::from(disk.inode(handle.inode).locks.writer.is_some());
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn file_control(_: *mut ffi::sqlite3_file, _: c_int, _: *mut c_void) -> c_int {
    ffi::SQLITE_NOTFOUND
}

unsafe extern "C" fn sector_size(_: *mut ffi::sqlite3_file) -> c_int {
    512
}

unsafe extern "C" fn characteristics(_: *mut ffi::sqlite3_file) -> c_int {
    // Nothing is guaranteed: a power cut during a write may even damage neighbouring bytes.
    0
}
