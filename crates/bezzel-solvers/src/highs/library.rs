//! The library HiGHS: where it is searched for, and the functions of its C interface that are used.

use libloading::{Library, Symbol};
use std::env;
use std::error::Error;
use std::ffi::{CStr, OsStr, c_char, c_double, c_int, c_void};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// One solver of the library.
pub type Handle = *mut c_void;

/// What HiGHS calls to ask whether to continue: kind of call, message, its state, the reply, and
/// the data passed with the callback.
pub type Callback =
    unsafe extern "C" fn(c_int, *const c_char, *const c_void, *mut Reply, *mut c_void);

/// The head of the struct that a callback fills in. The library guarantees that these fields stay
/// first; only the library creates such structs, so the fields after them do not matter here.
#[repr(C)]
pub struct Reply {
    /// Not 0: stop.
    pub user_interrupt: c_int,
}

/// The functions used, as `highs_c_api.h` declares them with 32-bit integers.
pub struct Api {
    pub create: unsafe extern "C" fn() -> Handle,
    pub destroy: unsafe extern "C" fn(Handle),
    pub set_bool: unsafe extern "C" fn(Handle, *const c_char, c_int) -> c_int,
    pub set_double: unsafe extern "C" fn(Handle, *const c_char, c_double) -> c_int,
    #[allow(clippy::type_complexity, reason = "the interface passes a whole program in one call")]
    pub pass_mip: unsafe extern "C" fn(
        Handle,
        c_int,
        c_int,
        c_int,
        c_int,
        c_int,
        c_double,
        *const c_double,
        *const c_double,
        *const c_double,
        *const c_double,
        *const c_double,
        *const c_int,
        *const c_int,
        *const c_double,
        *const c_int,
    ) -> c_int,
    pub add_row: unsafe extern "C" fn(
        Handle,
        c_double,
        c_double,
        c_int,
        *const c_int,
        *const c_double,
    ) -> c_int,
    pub set_callback: unsafe extern "C" fn(Handle, Option<Callback>, *mut c_void) -> c_int,
    pub start_callback: unsafe extern "C" fn(Handle, c_int) -> c_int,
    pub run: unsafe extern "C" fn(Handle) -> c_int,
    pub run_time: unsafe extern "C" fn(Handle) -> c_double,
    pub model_status: unsafe extern "C" fn(Handle) -> c_int,
    pub solution: unsafe extern "C" fn(
        Handle,
        *mut c_double,
        *mut c_double,
        *mut c_double,
        *mut c_double,
    ) -> c_int,
    found: Found,
    // Keeps the code of the functions above in memory; never dropped, since the only `Api` is kept
    // in a static.
    _library: Library,
}

/// A library that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where: a path, or a name for the system's loader.
    pub place: PathBuf,
    /// Its version, as it reports it.
    pub version: String,
}

/// The variable that names a library; if it is empty, none is used.
pub const VARIABLE: &str = "BEZZEL_HIGHS";

/// The library, loaded at first use, or why there is none.
pub fn api() -> Result<&'static Api, &'static str> {
    static API: OnceLock<Result<Api, String>> = OnceLock::new();
    let loaded = API.get_or_init(|| {
        if let Some(named) = env::var_os(VARIABLE) {
            if named.is_empty() {
                return Err(format!("{VARIABLE} is empty, so no HiGHS is used"));
            }
            let loaded = load(&named);
            return loaded.map_err(|why| format!("{VARIABLE} names no HiGHS: {why}"));
        }
        let beside = env::current_exe().map(|program| beside(&program)).unwrap_or_default();
        let system = ["libhighs.so.1", "libhighs.dylib"].map(PathBuf::from);
        let mut places = beside.into_iter().chain(system);
        let loaded = places.find_map(|place| load(place.as_os_str()).ok());
        loaded.ok_or_else(|| "no HiGHS was found".to_owned())
    });
    loaded.as_ref().map_err(String::as_str)
}

/// The library that was found, or why there is none.
pub fn found() -> Result<Found, &'static str> {
    api().map(|api| api.found.clone())
}

/// The folder in which an installed program looks for the PyPI package with the library: `lib/bezzel`
/// beside its own folder. A program in a clone has none: `make solvers` puts the library where it
/// looks.
#[must_use]
pub fn package_folder() -> Option<PathBuf> {
    lib(&env::current_exe().ok()?)
}

/// Where the library may have been put for this program.
fn beside(program: &Path) -> Vec<PathBuf> {
    let built = target(program).map(|target| target.join("outside/libhighs"));
    let packed = lib(program).into_iter().flat_map(|lib| {
        ["libhighs.so.1", "libhighs.1.dylib"].map(|name| lib.join("highspy").join(name))
    });
    built.into_iter().chain(packed).collect()
}

/// The folder `target` that the program was built in, if it is still there.
fn target(program: &Path) -> Option<&Path> {
    program.ancestors().find(|folder| folder.file_name() == Some(OsStr::new("target")))
}

fn lib(program: &Path) -> Option<PathBuf> {
    if target(program).is_some() {
        return None;
    }
    let bin = program.parent()?;
    Some(bin.parent().unwrap_or(bin).join("lib/bezzel"))
}

fn load(place: &OsStr) -> Result<Api, String> {
    // SAFETY: loading runs the library's initialisers. Those of HiGHS only set up C++ objects; for
    // any other library, the user who names it is responsible.
    let library = unsafe { Library::new(place) }.map_err(|error| why(&error))?;
    // SAFETY: these two have no arguments and are declared like this in every version of the
    // interface.
    let (integer, version) = unsafe {
        let size: unsafe extern "C" fn() -> c_int = symbol(&library, "Highs_getSizeofHighsInt")?;
        let version: unsafe extern "C" fn() -> *const c_char = symbol(&library, "Highs_version")?;
        (size(), CStr::from_ptr(version()).to_string_lossy().into_owned())
    };
    if integer as usize != size_of::<c_int>() {
        return Err(format!("{} was built with {integer}-byte integers", place.display()));
    }
    // SAFETY: each type is that of the declaration of this name in the library's header, which does
    // not change its functions; the size of its integers was checked above.
    unsafe {
        Ok(Api {
            create: symbol(&library, "Highs_create")?,
            destroy: symbol(&library, "Highs_destroy")?,
            set_bool: symbol(&library, "Highs_setBoolOptionValue")?,
            set_double: symbol(&library, "Highs_setDoubleOptionValue")?,
            pass_mip: symbol(&library, "Highs_passMip")?,
            add_row: symbol(&library, "Highs_addRow")?,
            set_callback: symbol(&library, "Highs_setCallback")?,
            start_callback: symbol(&library, "Highs_startCallback")?,
            run: symbol(&library, "Highs_run")?,
            run_time: symbol(&library, "Highs_getRunTime")?,
            model_status: symbol(&library, "Highs_getModelStatus")?,
            solution: symbol(&library, "Highs_getSolution")?,
            found: Found { place: place.into(), version },
            _library: library,
        })
    }
}

/// A function of the library.
///
/// # Safety
///
/// `F` must be the type of the function, and the function must not be called after the library is
/// dropped.
unsafe fn symbol<F: Copy>(library: &Library, name: &str) -> Result<F, String> {
    // SAFETY: the caller guarantees the type.
    let symbol: Result<Symbol<'_, F>, _> = unsafe { library.get(name) };
    symbol.map(|symbol| *symbol).map_err(|error| why(&error))
}

/// The error of the system's loader.
fn why(error: &libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::{beside, lib};
    use std::path::{Path, PathBuf};

    #[test]
    fn a_program_in_a_clone_and_an_installed_one_look_in_different_places() {
        let clone = Path::new("/clone/target/release/bezzel");
        assert_eq!(beside(clone), [PathBuf::from("/clone/target/outside/libhighs")]);
        assert_eq!(lib(clone), None);
        let installed = Path::new("/home/me/.local/bin/bezzel");
        let folder = PathBuf::from("/home/me/.local/lib/bezzel");
        assert!(beside(installed).contains(&folder.join("highspy/libhighs.so.1")));
        assert_eq!(lib(installed), Some(folder));
        assert_eq!(lib(Path::new("/bezzel")), Some(PathBuf::from("/lib/bezzel")));
    }
}
