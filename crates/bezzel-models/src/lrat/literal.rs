//! A literal: a variable of the formula, or its negation.

use std::num::NonZeroU32;

/// Maximum number of variables of a formula: what solvers store in 32 bits.
const MOST: u32 = i32::MAX.unsigned_abs();

/// A variable from 1 and whether it is negated. Stored separately, so that every literal has a
/// negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Literal {
    variable: NonZeroU32,
    is_negated: bool,
}

impl Literal {
    /// The literal that is true when this one is false.
    pub fn negated(self) -> Literal {
        Literal { is_negated: !self.is_negated, ..self }
    }
}

/// The variables of a formula: those from 1 to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Variables(u32);

impl Variables {
    /// The number of variables, from a word of the header.
    pub fn read(word: &str) -> Result<Variables, String> {
        match word.parse() {
            Ok(number) if number <= MOST => Ok(Variables(number)),
            _ => Err(format!("'{word}' is not a number of variables from 0 to {MOST}")),
        }
    }

    /// The literal that a word denotes; `None` for the 0 that ends a clause.
    pub fn literal(self, word: &str) -> Result<Option<Literal>, String> {
        let (is_negated, digits) = match word.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, word),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("'{word}' is not a literal"));
        }
        if word == "0" {
            return Ok(None);
        }
        // A number too large for the type is out of range like any other.
        let variable = digits.parse().ok().filter(|number| (1..=self.0).contains(number));
        match variable.and_then(NonZeroU32::new) {
            Some(variable) => Ok(Some(Literal { variable, is_negated })),
            None => Err(format!(
                "literal {word} is out of range: the formula has variables 1 to {}",
                self.0
            )),
        }
    }
}
