//! Table 1 and the two conjectures of Barr and Rao, beside the results of the transform.

use crate::count::whole;
use crate::{Decimal, Whole};
use bezzel_engines::Spectrum;
use num_bigint::BigInt;
use serde::{Serialize, Serializer};
use std::fmt;

/// One place of the table n × d.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TableEntry {
    /// Side.
    pub n: u32,
    /// Dimension.
    pub d: u32,
    /// All solutions.
    pub total: Whole,
    /// Those with no constant coordinate except the layer.
    pub nontrivial: Whole,
    /// The value in the paper's table, if it has one.
    pub printed: Option<Decimal>,
    /// Whether that is right.
    pub agreement: TableAgreement,
}

/// How a printed number agrees with the computed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TableAgreement {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// The paper has none.
    New,
}

impl fmt::Display for TableAgreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TableAgreement::Right => "right",
            TableAgreement::Wrong => "wrong",
            TableAgreement::New => "new",
        })
    }
}

impl TableEntry {
    /// The entry of a side in a dimension.
    pub(super) fn of(spectrum: &Spectrum, d: u32, printed: &[(u32, u32, u64)]) -> TableEntry {
        let n = spectrum.side();
        let total = spectrum.total(d);
        let place = printed.iter().find(|(side, dimension, _)| (*side, *dimension) == (n, d));
        let agreement = match place {
            None => TableAgreement::New,
            Some((.., printed)) if BigInt::from(*printed) == total => TableAgreement::Right,
            Some(_) => TableAgreement::Wrong,
        };
        TableEntry {
            n,
            d,
            total: whole(&total),
            nontrivial: whole(&spectrum.nontrivial(d)),
            printed: place.map(|(.., printed)| Decimal(u128::from(*printed))),
            agreement,
        }
    }
}

/// A conjecture checked on some cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Conjecture {
    /// Its number in the paper.
    pub number: &'static str,
    /// What it says.
    pub claim: &'static str,
    /// How many cases were checked.
    pub cases: usize,
    /// Where it fails.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub counterexamples: Vec<Counterexample>,
}

/// Two numbers of solutions where the first should be larger but is not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counterexample {
    /// Side and dimension of the one that should be larger, and its number.
    pub larger: (u32, u32, BigInt),
    /// Side and dimension of the one that should be smaller, and its number.
    pub smaller: (u32, u32, BigInt),
}

impl Serialize for Counterexample {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
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
