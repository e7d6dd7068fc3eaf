//! Compiles kernels for a card with NVRTC, which is loaded when it is first needed.

use cudarc::nvrtc::{result, sys};
use std::ffi::{CString, c_char};

/// Is the compiler's library there?
pub(super) fn has_compiler() -> bool {
    // SAFETY: looks for the library and loads it, which runs its initialisers only.
    unsafe { sys::is_culib_present() }
}

/// The compiler's version.
pub(super) fn version() -> Option<(i32, i32)> {
    let (mut major, mut minor) = (0, 0);
    // SAFETY: the library is there; two integers are written.
    let said = has_compiler().then(|| unsafe { sys::nvrtcVersion(&raw mut major, &raw mut minor) });
    said.filter(|said| said.result().is_ok()).map(|_| (major, minor))
}

/// What the compiler is told for cards of this compute capability.
pub(super) fn options((major, minor): (i32, i32)) -> [String; 2] {
    [format!("--gpu-architecture=sm_{major}{minor}"), "--std=c++17".to_owned()]
}

/// Machine code for cards of this compute capability.
pub(super) fn compile(source: &str, capability: (i32, i32)) -> Result<Vec<u8>, String> {
    if !has_compiler() {
        return Err("the library libnvrtc, which compiles for the card, is not here".to_owned());
    }
    let source = CString::new(source).expect("sources have no zero");
    let program = result::create_program(&source, None).map_err(|error| error.to_string())?;
    // SAFETY: the program was just made and is destroyed below; the buffer has the size asked for.
    unsafe {
        let compiled = result::compile_program(program, &options(capability)).and_then(|()| {
            let mut size = 0;
            sys::nvrtcGetCUBINSize(program, &raw mut size).result()?;
            let mut code = vec![0u8; size];
            sys::nvrtcGetCUBIN(program, code.as_mut_ptr().cast()).result()?;
            Ok(code)
        });
        let log = || {
            let log = result::get_program_log(program).unwrap_or_default();
            // Characters of C are signed on some processors only.
            #[allow(clippy::unnecessary_cast)]
            let letter = |&c: &c_char| c as u8 as char;
            log.iter().map(letter).filter(|&c| c != '\0').collect::<String>()
        };
        let compiled = compiled.map_err(|error| format!("{error}: {}", log().trim()));
        let _ = result::destroy_program(program);
        compiled
    }
}
