//! Mutated input for every reader of the program, and random problems for everything that solves.
//!
//! A [`Target`] takes any bytes and panics if something is wrong: a reader that fails by a panic, an
//! answer that is not what was written, two methods that disagree. Its corpus, good and once bad
//! input, is the folder `corpus/NAME`; [`Fuzzer`] mutates it. The same seed gives the same input.
//! `make fuzz` runs every target for a minute, `make test` all of them together for some seconds.

mod targets;

pub use targets::TARGETS;

use bezzel_testkit::mutate::Mutator;
use std::fs;
use std::path::PathBuf;

/// Something that reads.
pub struct Target {
    /// Its name, which is also that of the folder of its corpus.
    pub name: &'static str,
    /// What it reads.
    pub about: &'static str,
    /// How many mutants it gets in `make test`: about a second of them.
    pub share: usize,
    /// Reads, and panics if something is wrong.
    pub run: fn(&[u8]),
}

impl Target {
    /// The target with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// The files of its corpus, by name.
    #[must_use]
    pub fn corpus(&self) -> Vec<Vec<u8>> {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus").join(self.name);
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.sort();
        files.iter().map(|file| fs::read(file).expect("a file of the corpus")).collect()
    }
}

/// Makes input for a target.
pub struct Fuzzer {
    corpus: Vec<Vec<u8>>,
    next: usize,
    mutator: Mutator,
}

impl Fuzzer {
    /// The input for a target that this seed gives.
    #[must_use]
    pub fn new(target: &Target, seed: u64) -> Fuzzer {
        Fuzzer { corpus: target.corpus(), next: 0, mutator: Mutator::seeded(seed) }
    }
}

/// The corpus first, as it is, then mutants of it without end.
impl Iterator for Fuzzer {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        self.next += 1;
        if let Some(file) = self.corpus.get(self.next - 1) {
            return Some(file.clone());
        }
        let [one, other] = [(); 2].map(|()| self.mutator.below(self.corpus.len()));
        Some(self.mutator.bytes(&self.corpus[one], &self.corpus[other]))
    }
}
