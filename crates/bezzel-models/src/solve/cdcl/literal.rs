//! A literal as an index: twice its variable, and one more if it is negated.

/// See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Literal(u32);

impl Literal {
    /// The literal with this number in DIMACS.
    pub fn of_dimacs(number: i64) -> Literal {
        let variable = u32::try_from(number.unsigned_abs() - 1).expect("models stay below 2^31");
        Literal(2 * variable + u32::from(number < 0))
    }

    /// Its number in DIMACS.
    pub fn dimacs(self) -> i64 {
        let number = i64::from(self.0 / 2) + 1;
        if self.0 % 2 == 1 { -number } else { number }
    }

    /// The literal of a variable that is true with this value.
    pub fn of(variable: usize, value: bool) -> Literal {
        Literal(2 * variable as u32 + u32::from(!value))
    }

    /// The literal that is true when this one is false.
    pub fn negated(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    pub fn variable(self) -> usize {
        (self.0 / 2) as usize
    }

    pub fn is_positive(self) -> bool {
        self.0.is_multiple_of(2)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}
