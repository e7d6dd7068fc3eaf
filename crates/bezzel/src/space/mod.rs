//! Boards of more than two dimensions: closed forms, the table n × d, and modular queens.

mod barr;
mod modular;

pub use barr::{
    Conjecture, Counterexample, TableAgreement, TableEntry, conjecture_5_2, conjecture_5_3,
};
pub use modular::{Exists, ModularAnswer, ModularFinding, ModularRequest, modular};

use crate::count::Spectra;
use crate::{Control, Decimal, Error, Provenance, RunLimits, Schema, Workers};
use bezzel_engines::Spectrum;
use bezzel_search::StopReason;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Largest dimension of a total by the transform: a number of several thousand digits.
pub const MOST_DIMENSIONS: u32 = 1000;

/// Which closed forms to compute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ClosedFormRequest {
    /// The sides.
    pub sides: Vec<u32>,
    /// What counts.
    #[serde(default)]
    pub workers: Workers,
    /// When it stops; only the time limit applies here.
    #[serde(default)]
    pub limits: RunLimits,
    /// Keeps every finished unit in this file and resumes from it. Not part of the JSON form.
    #[serde(skip)]
    pub ledger: Option<PathBuf>,
}

impl ClosedFormRequest {
    /// The closed forms of these sides.
    #[must_use]
    pub fn new(sides: Vec<u32>) -> ClosedFormRequest {
        let (workers, limits) = (Workers::default(), RunLimits::default());
        ClosedFormRequest { sides, workers, limits, ledger: None }
    }
}

/// Totals in every dimension, as one sum for each side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ClosedFormAnswer {
    /// `bezzel/closed-form/2`.
    pub schema: Schema,
    /// The closed forms of the sides, up to the first that was stopped.
    pub sides: Vec<ClosedForm>,
    /// Why some sides are missing.
    pub stopped: Option<StopReason>,
}

/// Q(n,d) = sum of multiplicity · value^(d-1), for every dimension d.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ClosedForm {
    /// The side.
    pub n: u32,
    /// The sum, with m = d - 1.
    pub formula: String,
    /// Its terms, the largest value first.
    pub terms: Vec<ClosedFormTerm>,
    /// How it was computed.
    pub provenance: Provenance,
    /// The closed form itself.
    #[serde(skip)]
    pub spectrum: Spectrum,
}

/// A term of a closed form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ClosedFormTerm {
    /// What is raised to the power d - 1.
    pub value: Decimal,
    /// Its multiplicity, with its sign.
    pub multiplicity: String,
}

/// Computes the closed forms of the totals in all dimensions.
pub fn closed_form(
    request: &ClosedFormRequest,
    control: &Control,
) -> Result<ClosedFormAnswer, Error> {
    let ClosedFormRequest { sides, workers, limits, ledger } = request;
    if ledger.is_some() && sides.len() > 1 {
        return Err(Error::bad("a ledger keeps one count, and there are several sides")
            .advice("give one side"));
    }
    let mut answer = ClosedFormAnswer {
        schema: Schema::new("bezzel/closed-form/2"),
        sides: Vec::new(),
        stopped: None,
    };
    let mut spectra = Spectra::new(workers, limits, ledger.as_deref());
    for &n in sides {
        let summed = spectra.side(n, control)?;
        answer.stopped = summed.because;
        let Some(spectrum) = summed.spectrum else { break };
        let term = |&(value, multiplicity): &(u64, i128)| ClosedFormTerm {
            value: Decimal(u128::from(value)),
            multiplicity: multiplicity.to_string(),
        };
        answer.sides.push(ClosedForm {
            n,
            formula: spectrum.to_string(),
            terms: spectrum.terms().iter().map(term).collect(),
            provenance: summed.provenance,
            spectrum,
        });
    }
    Ok(answer)
}

/// Which places of the table n × d to compute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SpaceTableRequest {
    /// The sides.
    pub sides: Vec<u32>,
    /// The dimensions, each at least 2; by default 2 to 8, those of Barr and Rao's table.
    #[serde(default = "dimensions")]
    pub dimensions: Vec<u32>,
    /// What counts.
    #[serde(default)]
    pub workers: Workers,
    /// When it stops; only the time limit applies here.
    #[serde(default)]
    pub limits: RunLimits,
}

impl SpaceTableRequest {
    /// The table of these sides.
    #[must_use]
    pub fn new(sides: Vec<u32>) -> SpaceTableRequest {
        let (workers, limits) = (Workers::default(), RunLimits::default());
        SpaceTableRequest { sides, dimensions: dimensions(), workers, limits }
    }
}

fn dimensions() -> Vec<u32> {
    (2..=8).collect()
}

/// The table n × d beside Barr and Rao's, and their conjectures checked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SpaceTableAnswer {
    /// `bezzel/space-table/2`.
    pub schema: Schema,
    /// The places, dimension by dimension; of the sides up to the first that was stopped.
    pub entries: Vec<TableEntry>,
    /// Conjectures 5.2 and 5.3, checked on these sides and dimensions.
    pub conjectures: Vec<Conjecture>,
    /// Why some sides are missing.
    pub stopped: Option<StopReason>,
}

/// Computes the table n × d.
pub fn space_table(
    request: &SpaceTableRequest,
    control: &Control,
) -> Result<SpaceTableAnswer, Error> {
    let SpaceTableRequest { sides, dimensions, workers, limits } = request;
    if let Some(d) = dimensions.iter().find(|d| !(2..=MOST_DIMENSIONS).contains(*d)) {
        return Err(Error::bad(format!("the table has no dimension {d}"))
            .advice(format!("choose dimensions from 2 to {MOST_DIMENSIONS}")));
    }
    let mut request = ClosedFormRequest::new(sides.clone());
    (request.workers, request.limits) = (workers.clone(), *limits);
    let forms = closed_form(&request, control)?;
    let spectra: Vec<Spectrum> = forms.sides.into_iter().map(|form| form.spectrum).collect();
    let printed = bezzel_data::barr_rao();
    let entries = (dimensions.iter())
        .flat_map(|&d| spectra.iter().map(move |spectrum| (spectrum, d)))
        .map(|(spectrum, d)| TableEntry::of(spectrum, d, &printed))
        .collect();
    let most = dimensions.iter().copied().max().unwrap_or(2).max(3);
    Ok(SpaceTableAnswer {
        schema: Schema::new("bezzel/space-table/2"),
        entries,
        conjectures: vec![conjecture_5_2(&spectra, most), conjecture_5_3(&spectra)],
        stopped: forms.stopped,
    })
}
