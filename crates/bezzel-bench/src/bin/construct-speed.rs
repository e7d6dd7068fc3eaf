//! Measures how fast a construction is written, compared with writing the same number of bytes from
//! a buffer.
//!
//! `construct-speed [N [FOLDER]]` writes N queens (default 1e8) into a file in the folder, in every
//! format, and each time a plain copy of one buffer into a file of the same length. It takes the
//! best of three runs, in alternating order. The output is checked afterwards.

use bezzel_search::construct::{Check, Columns, Format, Runs, write};
use bezzel_search::{Settings, algorithms};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// As much as the writer writes at a time.
const CHUNK: usize = 1 << 17;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let Some(n) = arguments.next().map_or(Some(100_000_000), |text| number(&text)) else {
        eprintln!("construct-speed: write the number of queens as 100000000 or 1e8");
        std::process::exit(2);
    };
    let folder = arguments.next().map_or_else(std::env::temp_dir, Into::into);
    let folder = tempfile::tempdir_in(folder)?;
    let path = folder.path().join("queens");
    let algorithm = algorithms::find("bernhardsson").expect("it is in the registry");
    let runs = algorithm.construct(n, &Settings::default()).expect("a construction");
    let runs = runs.expect("it works for every n from 4 on");
    println!("format        bytes  plain s  construct s  plain/construct  check s");
    for (format, name) in Format::ALL {
        let line = measure(&runs, n, format, &path)?;
        println!("{name:<8} {line}");
    }
    folder.close()
}

/// `100000000` or `1e8`, from 4 on.
fn number(text: &str) -> Option<u64> {
    let (digits, zeros) = text.split_once('e').unwrap_or((text, "0"));
    let factor = 10_u64.checked_pow(zeros.parse().ok()?)?;
    digits.parse::<u64>().ok()?.checked_mul(factor).filter(|&n| n >= 4)
}

fn measure(runs: &Runs, n: u64, format: Format, path: &Path) -> io::Result<String> {
    let mut bytes = write(runs, format, &mut io::sink())?;
    let (mut plain, mut construct) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..3 {
        plain = plain.min(seconds(path, |file| copy(bytes, file))?);
        construct = construct.min(seconds(path, |file| {
            bytes = write(runs, format, file)?;
            Ok(())
        })?);
    }
    let started = Instant::now();
    let columns = Columns::new(File::open(path)?, format);
    let result = Check::default().stream(columns).expect("the file can be read");
    assert_eq!((result.n, result.fault), (n, None), "{format}");
    let check = started.elapsed().as_secs_f64();
    let ratio = plain / construct;
    Ok(format!("{bytes:>10}  {plain:>7.3}  {construct:>11.3}  {ratio:>15.2}  {check:>7.3}"))
}

/// Seconds to write a new file.
fn seconds(path: &Path, work: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<f64> {
    // A new file each time, so that no run reuses the cached pages of an earlier one.
    if path.exists() {
        fs::remove_file(path)?;
    }
    let mut file = File::create(path)?;
    let started = Instant::now();
    work(&mut file)?;
    Ok(started.elapsed().as_secs_f64())
}

fn copy(bytes: u64, file: &mut File) -> io::Result<()> {
    let buffer = vec![b'7'; CHUNK];
    let mut left = bytes;
    while left > 0 {
        let here = left.min(CHUNK as u64);
        file.write_all(&buffer[..here as usize])?;
        left -= here;
    }
    Ok(())
}
