//! One text file that remembers the spectrum of each finished unit of a transform.
//!
//! ```text
//! bezzel spectra 1
//! side 9, 136 units
//! digest 6c0f…
//! 0<TAB>path 00000000<TAB>387420489^m - 47829690^m …<TAB>checksum
//! ```
//!
//! A line per unit, in the order they were finished, each on the disk before the next begins. A
//! checksum covers the digest of the plan and the line, so that a line fits one plan only. A kill
//! or a power cut can only tear the last line: it is dropped on opening, and its unit is counted
//! again. Anything else that does not fit is refused. While a process has the ledger open, the
//! file is locked.
//!
//! Ledgers of the same side merge by putting the lines of one behind the other.

use crate::JobError;
use crate::digest::Seal;
use bezzel_engines::{Plan, Spectrum};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The ledger of a transform.
#[derive(Debug)]
pub struct SpectrumLedger {
    path: PathBuf,
    file: File,
    labels: Vec<String>,
    digest: String,
    side: u32,
    done: BTreeMap<usize, Spectrum>,
}

impl SpectrumLedger {
    /// Opens the ledger of a transform and checks all of it, or makes it if there is none.
    pub fn open_or_create(path: &Path, plan: &Plan) -> Result<SpectrumLedger, JobError> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(JobError::NoFolder { folder: folder.to_path_buf() });
        }
        let cannot_write = |error: std::io::Error| not_writable(path, &error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(cannot_write)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => JobError::Busy { file: path.to_path_buf() },
            TryLockError::Error(error) => cannot_write(error),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(cannot_write)?;
        let labels: Vec<String> = plan.units.iter().map(|u| u.label().to_owned()).collect();
        let mut seal = Seal::new("bezzel spectra 1").number(plan.problem.size().rows());
        for label in &labels {
            seal = seal.text(label);
        }
        let mut ledger = SpectrumLedger {
            path: path.to_path_buf(),
            file,
            labels,
            digest: seal.hex(),
            side: plan.problem.size().rows(),
            done: BTreeMap::new(),
        };
        let keep = ledger.read(&bytes)?;
        ledger.file.set_len(keep).map_err(cannot_write)?;
        ledger.file.seek(SeekFrom::End(0)).map_err(cannot_write)?;
        if keep == 0 {
            ledger.write(&ledger.heading())?;
        }
        Ok(ledger)
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.path
    }

    /// Number of finished units.
    #[must_use]
    pub fn units_done(&self) -> usize {
        self.done.len()
    }

    /// The spectrum of a unit, if it is finished.
    #[must_use]
    pub fn spectrum_of(&self, unit: usize) -> Option<&Spectrum> {
        self.done.get(&unit)
    }

    /// Adds a finished unit; it is on the disk when this returns.
    pub fn record(&mut self, unit: usize, spectrum: &Spectrum) -> Result<(), JobError> {
        let text = spectrum.to_string();
        let label = &self.labels[unit];
        let checksum = self.checksum(unit, label, &text);
        self.write(&format!("{unit}\t{label}\t{text}\t{checksum}\n"))?;
        self.done.insert(unit, spectrum.clone());
        Ok(())
    }

    fn heading(&self) -> String {
        let units = self.labels.len();
        format!("bezzel spectra 1\nside {}, {units} units\ndigest {}\n", self.side, self.digest)
    }

    fn write(&mut self, text: &str) -> Result<(), JobError> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| not_writable(&self.path, &error))
    }

    fn checksum(&self, unit: usize, label: &str, text: &str) -> String {
        Seal::new(&self.digest).number(unit).text(label).text(text).hex()
    }

    /// Takes in the lines of a file; how many of its bytes are sound.
    fn read(&mut self, bytes: &[u8]) -> Result<u64, JobError> {
        let heading = self.heading();
        if heading.as_bytes().starts_with(bytes) {
            // Empty, or killed while the heading was written: begin again.
            let whole = bytes.len() == heading.len();
            return Ok(if whole { heading.len() as u64 } else { 0 });
        }
        let file = self.path.clone();
        if !bytes.starts_with(b"bezzel spectra ") {
            return Err(JobError::NotALedger { file });
        }
        let Some(body) = bytes.strip_prefix(heading.as_bytes()) else {
            let first_lines = String::from_utf8_lossy(&bytes[..bytes.len().min(heading.len())]);
            let theirs = first_lines.lines().skip(1).collect::<Vec<_>>().join(", ");
            let ours = heading.lines().skip(1).collect::<Vec<_>>().join(", ");
            return Err(JobError::OtherPlan { file, theirs, ours });
        };
        let mut sound = heading.len();
        for line in body.split_inclusive(|&byte| byte == b'\n') {
            let is_last = sound + line.len() == bytes.len();
            match self.read_line(line) {
                Ok(()) => sound += line.len(),
                Err(_) if is_last => break,
                Err(what) => {
                    let what = format!("line {}: {what}", 4 + self.done.len());
                    return Err(JobError::Damaged { file, what });
                }
            }
        }
        Ok(sound as u64)
    }

    fn read_line(&mut self, line: &[u8]) -> Result<(), String> {
        let line = line.strip_suffix(b"\n").ok_or("the line does not end")?;
        let line = str::from_utf8(line).map_err(|_| "it is not text")?;
        let fields: Vec<&str> = line.split('\t').collect();
        let [unit, label, text, checksum] = fields[..] else {
            return Err(format!("{} fields where 4 belong", fields.len()));
        };
        let unit: usize = unit.parse().map_err(|_| "the unit is not a number")?;
        if self.labels.get(unit).is_none_or(|own| own != label) {
            return Err(format!("the plan has no unit {unit} '{label}'"));
        }
        if checksum != self.checksum(unit, label, text) {
            return Err("the checksum does not fit".to_owned());
        }
        let spectrum = Spectrum::read(self.side, text).map_err(|error| error.to_string())?;
        match self.done.insert(unit, spectrum.clone()) {
            Some(other) if other != spectrum => Err(format!("unit {unit} has two results")),
            _ => Ok(()),
        }
    }
}

fn not_writable(path: &Path, error: &std::io::Error) -> JobError {
    JobError::NotWritable { file: path.to_path_buf(), why: error.to_string() }
}
