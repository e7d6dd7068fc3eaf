//! The proof as it is written: every clause learned or forgotten, in DRAT or LRAT.

use super::ProofFormat;
use super::literal::Literal;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// A proof file. A write that fails is reported when the proof is closed.
pub struct Proof {
    out: BufWriter<File>,
    format: ProofFormat,
    failed: Option<io::Error>,
}

impl Proof {
    pub fn new(out: BufWriter<File>, format: ProofFormat) -> Proof {
        Proof { out, format, failed: None }
    }

    /// A clause that follows from those with these numbers, in the order in which they propagate.
    pub fn learn(&mut self, id: u64, literals: &[Literal], from: &[u64]) {
        let literals = words(literals.iter().map(|literal| literal.dimacs()));
        let written = match self.format {
            ProofFormat::Drat => writeln!(self.out, "{literals}0"),
            ProofFormat::Lrat => writeln!(self.out, "{id} {literals}0 {}0", words(from)),
        };
        self.keep(written);
    }

    /// A clause that is not needed any more; the last one used was `last`.
    pub fn forget(&mut self, id: u64, literals: &[Literal], last: u64) {
        let written = match self.format {
            ProofFormat::Drat => {
                let literals = words(literals.iter().map(|literal| literal.dimacs()));
                writeln!(self.out, "d {literals}0")
            }
            ProofFormat::Lrat => writeln!(self.out, "{last} d {id} 0"),
        };
        self.keep(written);
    }

    fn keep(&mut self, written: io::Result<()>) {
        if let (Err(error), None) = (written, &self.failed) {
            self.failed = Some(error);
        }
    }

    /// Ends the file.
    pub fn close(mut self) -> io::Result<()> {
        match self.failed {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}

/// Numbers, each with a space after it.
fn words<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    numbers.into_iter().map(|number| number.to_string() + " ").collect()
}
