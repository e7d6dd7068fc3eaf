//! Compiled kernels kept in the user's cache folder: compiling takes more than a second.
//!
//! A file is named by the digest of everything the code depends on and begins with the digest of the
//! code. Whatever is wrong with the folder or a file only costs the time to compile again.

use sha2::{Digest as _, Sha256};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Bytes of a digest.
const DIGEST: usize = 32;

/// The folder for compiled kernels, if the user has a cache folder.
pub(super) fn folder() -> Option<PathBuf> {
    let place = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let cache = place("XDG_CACHE_HOME")
        .or_else(|| place("HOME").map(|home| home.join(".cache")))
        .or_else(|| place("LOCALAPPDATA"))?;
    Some(cache.join("bezzel").join("kernels"))
}

/// The code kept under these words, or what `make` makes, which is kept from now on.
pub(super) fn kept_or(
    folder: Option<&Path>,
    words: &[&str],
    make: impl FnOnce() -> Result<Vec<u8>, String>,
) -> Result<Vec<u8>, String> {
    let mut key = Sha256::new();
    for word in words {
        key.update((word.len() as u64).to_le_bytes());
        key.update(word);
    }
    let name: String = key.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let file = folder.map(|folder| folder.join(name));
    if let Some(code) = file.as_deref().and_then(read) {
        return Ok(code);
    }
    let code = make()?;
    if let Some(file) = file {
        // Failing to keep it is not an error.
        let _ = write(&file, &code);
    }
    Ok(code)
}

fn read(file: &Path) -> Option<Vec<u8>> {
    let mut bytes = std::fs::read(file).ok()?;
    let code = bytes.split_off(DIGEST.min(bytes.len()));
    (Sha256::digest(&code).as_slice() == bytes).then_some(code)
}

fn write(file: &Path, code: &[u8]) -> std::io::Result<()> {
    let folder = file.parent().expect("a file in a folder");
    std::fs::create_dir_all(folder)?;
    // Another process may read while this one writes: the file appears at once and whole.
    let new = |path: &Path| std::fs::File::create_new(path);
    let mut part = tempfile::Builder::new().prefix("part-").make_in(folder, new)?;
    part.write_all(&[Sha256::digest(code).as_slice(), code].concat())?;
    part.persist(file)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_compiled_once_for_each_card_and_source() {
        let home = tempfile::tempdir().expect("a folder");
        // This one is made when it is needed.
        let folder = home.path().join("kernels");
        let kept = |words: &[&str], code: &[u8]| {
            let mut made = false;
            let got = kept_or(Some(&folder), words, || {
                made = true;
                Ok(code.to_vec())
            });
            (made, got.expect("code"))
        };
        assert_eq!(kept(&["source", "sm_90"], b"one"), (true, b"one".to_vec()));
        assert_eq!(kept(&["source", "sm_90"], b"two"), (false, b"one".to_vec()));
        assert_eq!(kept(&["source", "sm_80"], b"two"), (true, b"two".to_vec()));
        assert_eq!(kept(&["sources", "m_90"], b"six"), (true, b"six".to_vec()));
        // Damaged files are replaced.
        for file in std::fs::read_dir(&folder).expect("a folder") {
            std::fs::write(file.expect("a file").path(), b"damaged").expect("written");
        }
        assert_eq!(kept(&["source", "sm_90"], b"new"), (true, b"new".to_vec()));
        assert_eq!(kept(&["source", "sm_90"], b"two"), (false, b"new".to_vec()));
    }

    #[test]
    fn without_a_folder_code_is_compiled_each_time() {
        assert_eq!(kept_or(None, &["source"], || Ok(vec![1])), Ok(vec![1]));
        let failed = kept_or(None, &["source"], || Err("line 1".to_owned()));
        assert_eq!(failed, Err("line 1".to_owned()));
    }
}
