//! Table 1 and the two conjectures of Barr and Rao, beside what the transform says.

use super::Spectrum;
use num_bigint::BigInt;
use std::fmt;

/// The entries printed in the table, as (n, d, number of solutions); all others are dashes.
pub const PRINTED: [(u32, u32, u64); 17] = [
    (3, 2, 0),
    (4, 2, 2),
    (5, 2, 10),
    (6, 2, 4),
    (7, 2, 40),
    (8, 2, 92),
    (3, 3, 72),
    (4, 3, 7196),
    (5, 3, 98_106),
    (6, 3, 205_444_488),
    (7, 3, 60_754_055_080),
    (3, 4, 4632),
    (4, 4, 5_313_008),
    (5, 4, 11_353_276_978),
    (3, 5, 198_096),
    (4, 5, 2_268_218_096),
    (3, 6, 14_348_907),
];

/// One place of the table n × d.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Side.
    pub n: u32,
    /// Dimension.
    pub dimension: u32,
    /// All solutions.
    pub total: BigInt,
    /// Those with no constant coordinate.
    pub nontrivial: BigInt,
    /// What the paper's table has there, if it is not a dash and not outside.
    pub printed: Option<u64>,
}

/// What becomes of a printed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// The paper has none.
    New,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Right => "right",
            Verdict::Wrong => "wrong",
            Verdict::New => "new",
        })
    }
}

impl Entry {
    /// The entry of a side in a dimension.
    #[must_use]
    pub fn of(spectrum: &Spectrum, dimension: u32) -> Entry {
        let n = spectrum.side();
        let place = PRINTED.iter().find(|(side, d, _)| (*side, *d) == (n, dimension));
        Entry {
            n,
            dimension,
            total: spectrum.total(dimension),
            nontrivial: spectrum.nontrivial(dimension),
            printed: place.map(|(.., printed)| *printed),
        }
    }

    /// Whether the printed number is right.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.printed {
            None => Verdict::New,
            Some(printed) if BigInt::from(printed) == self.total => Verdict::Right,
            Some(_) => Verdict::Wrong,
        }
    }
}

/// A conjecture checked on some cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjecture {
    /// Its number in the paper.
    pub number: &'static str,
    /// What it says.
    pub claim: &'static str,
    /// How many cases were looked at.
    pub cases: usize,
    /// Where it fails.
    pub counterexamples: Vec<Counterexample>,
}

/// Two numbers of solutions of which the first is not the larger one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Side and dimension of the one that should be larger, and its number.
    pub larger: (u32, u32, BigInt),
    /// Side and dimension of the one that should be smaller, and its number.
    pub smaller: (u32, u32, BigInt),
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((n, d, larger), (m, e, smaller)) = (&self.larger, &self.smaller);
        write!(f, "Q({n},{d}) = {larger} is not more than Q({m},{e}) = {smaller}")
    }
}

/// Conjecture 5.2 for all pairs of these sides and dimensions from 3 up to `most`.
#[must_use]
pub fn conjecture_5_2(spectra: &[Spectrum], most: u32) -> Conjecture {
    let claim = "Q(n,d) > Q(m,d) for all n > m, d > 2";
    check("5.2", claim, spectra, |larger, smaller| {
        (3..=most).map(|d| ((larger, d), (smaller, d))).collect()
    })
}

/// Conjecture 5.3 for all pairs n > d of these sides, the smaller one also as a dimension.
#[must_use]
pub fn conjecture_5_3(spectra: &[Spectrum]) -> Conjecture {
    check("5.3", "Q(n,d) > Q(d,n) for all n > d", spectra, |larger, smaller| {
        let (n, d) = (larger.side(), smaller.side());
        if d < 2 { Vec::new() } else { vec![((larger, d), (smaller, n))] }
    })
}

/// A side and a dimension.
type Case<'a> = (&'a Spectrum, u32);

fn check<'a>(
    number: &'static str,
    claim: &'static str,
    spectra: &'a [Spectrum],
    cases_of: impl Fn(&'a Spectrum, &'a Spectrum) -> Vec<(Case<'a>, Case<'a>)>,
) -> Conjecture {
    let mut cases = 0;
    let mut counterexamples = Vec::new();
    for smaller in spectra {
        for larger in spectra.iter().filter(|larger| larger.side() > smaller.side()) {
            for ((more, d), (less, e)) in cases_of(larger, smaller) {
                cases += 1;
                let (large, small) = (more.total(d), less.total(e));
                if large <= small {
                    counterexamples.push(Counterexample {
                        larger: (more.side(), d, large),
                        smaller: (less.side(), e, small),
                    });
                }
            }
        }
    }
    Conjecture { number, claim, cases, counterexamples }
}
