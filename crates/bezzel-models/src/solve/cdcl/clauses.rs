//! The clauses in one block of memory, with their numbers in the proof.

use super::literal::Literal;

/// A clause.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    start: usize,
    length: usize,
    /// Its number in the proof.
    pub id: u64,
    /// For a learned clause, how many levels of decisions its literals came from: the fewer, the
    /// more it is worth.
    pub levels: Option<u32>,
}

/// All clauses of two and more literals.
#[derive(Default)]
pub struct Clauses {
    literals: Vec<Literal>,
    headers: Vec<Header>,
}

impl Clauses {
    pub fn push(&mut self, id: u64, literals: &[Literal], levels: Option<u32>) -> usize {
        let (start, length) = (self.literals.len(), literals.len());
        self.literals.extend_from_slice(literals);
        self.headers.push(Header { start, length, id, levels });
        self.headers.len() - 1
    }

    pub fn of(&self, clause: usize) -> &[Literal] {
        let Header { start, length, .. } = self.headers[clause];
        &self.literals[start..start + length]
    }

    pub fn of_mut(&mut self, clause: usize) -> &mut [Literal] {
        let Header { start, length, .. } = self.headers[clause];
        &mut self.literals[start..start + length]
    }

    pub fn header(&self, clause: usize) -> &Header {
        &self.headers[clause]
    }

    pub fn len(&self) -> usize {
        self.headers.len()
    }

    /// Removes the clauses marked, in order; returns the new number of each, `None` for those
    /// removed.
    pub fn remove(&mut self, marked: &[bool]) -> Vec<Option<usize>> {
        let mut kept = Clauses::default();
        let renumbered = (0..self.len()).map(|clause| {
            let header = self.headers[clause];
            (!marked[clause]).then(|| kept.push(header.id, self.of(clause), header.levels))
        });
        let renumbered = renumbered.collect();
        *self = kept;
        renumbered
    }
}
