//! Digests that tie a ledger to its plan and each row to its ledger.

use bezzel_board::Problem;
use bezzel_engines::Plan;
use sha2::{Digest, Sha256};

/// The plan's identity: engine, its revision, problem, divisor and the labels of all units in
/// order. The expected cost of units is not part of it.
#[must_use]
pub fn plan_digest(plan: &Plan) -> String {
    let labels = plan.units.iter().map(bezzel_engines::Unit::label);
    let problem = problem_json(&plan.problem);
    digest_of(plan.engine, plan.revision, &problem, plan.divisor, labels)
}

/// The problem in the form that is stored and digested.
pub(crate) fn problem_json(problem: &Problem) -> String {
    serde_json::to_string(problem).expect("a problem always has a JSON form")
}

/// The digest of a plan that is known only by its stored fields.
pub(crate) fn digest_of<'a>(
    engine: &str,
    revision: u32,
    problem: &str,
    divisor: u128,
    labels: impl ExactSizeIterator<Item = &'a str>,
) -> String {
    let mut seal = Seal::new("bezzel plan 2")
        .text(engine)
        .number(revision)
        .text(problem)
        .number(divisor)
        .number(labels.len());
    for label in labels {
        seal = seal.text(label);
    }
    seal.hex()
}

/// SHA-256 over a list of fields, each with its length in front (eight bytes, the lowest first), so
/// that different lists never give the same bytes. Numbers are written in decimal.
pub(crate) struct Seal(Sha256);

impl Seal {
    /// Starts a list of this kind; the kind distinguishes equal lists of different meaning.
    pub(crate) fn new(kind: &str) -> Seal {
        Seal(Sha256::new()).text(kind)
    }

    pub(crate) fn text(mut self, text: &str) -> Seal {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
        self
    }

    pub(crate) fn number(self, number: impl ToString + Copy) -> Seal {
        self.text(&number.to_string())
    }

    pub(crate) fn hex(self) -> String {
        hex(self.0)
    }
}

/// The digest of what a hash has taken in so far.
pub(crate) fn hex(hash: Sha256) -> String {
    use std::fmt::Write as _;
    let mut hex = String::with_capacity(64);
    for byte in hash.finalize() {
        write!(hex, "{byte:02x}").expect("a string takes any text");
    }
    hex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_depends_on_every_part_of_the_plan() {
        let digest = |engine, revision, problem, divisor, labels: &[&str]| {
            digest_of(engine, revision, problem, divisor, labels.iter().copied())
        };
        let plan = digest("colour", 1, "{}", 8, &["ab", "c"]);
        assert_eq!(plan.len(), 64);
        assert_eq!(plan, digest("colour", 1, "{}", 8, &["ab", "c"]));
        for other in [
            digest("plain", 1, "{}", 8, &["ab", "c"]),
            digest("colour", 2, "{}", 8, &["ab", "c"]),
            digest("colour", 1, "{1}", 8, &["ab", "c"]),
            digest("colour", 1, "{}", 4, &["ab", "c"]),
            digest("colour", 1, "{}", 8, &["a", "bc"]),
            digest("colour", 1, "{}", 8, &["c", "ab"]),
            digest("colour", 1, "{}", 8, &["ab", "c", ""]),
        ] {
            assert_ne!(plan, other);
        }
    }

    /// Ledgers outlive programs: this value must not change while the format is 2.
    #[test]
    fn the_digest_of_a_known_plan_stays_the_same() {
        // Computed with Python's hashlib from the same fields.
        assert_eq!(
            digest_of("colour", 1, r#"{"version":1,"size":"8"}"#, 8, ["a", "b"].into_iter()),
            "31a22212f352f4f9d9d108f0f47a7f8529d794730329b5e18217de1c389a57a0"
        );
    }
}
