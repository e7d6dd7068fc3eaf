//! `algorithms`: the cards of the algorithms in the registry.

use crate::{Error, Schema};
use bezzel_search::{Card, Choice, algorithms as registry, stacks};
use serde::{Deserialize, Serialize};

/// Which algorithms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct AlgorithmsRequest {
    /// Only this one.
    pub id: Option<String>,
}

/// The cards.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AlgorithmsAnswer {
    /// `bezzel/algorithms/2`.
    pub schema: Schema,
    /// The cards in teaching order; the last ones build stacks.
    pub algorithms: Vec<Card>,
}

/// The cards of all algorithms, or of one.
pub fn algorithms(request: &AlgorithmsRequest) -> Result<AlgorithmsAnswer, Error> {
    let algorithms = match &request.id {
        Some(id) => match stacks::find(id) {
            Some(builder) => vec![builder.info().card()],
            None => vec![Choice::read(id)?.algorithm.info().card()],
        },
        None => {
            let all = registry::ALL.iter().chain(stacks::ALL);
            all.map(|algorithm| algorithm.info().card()).collect()
        }
    };
    Ok(AlgorithmsAnswer { schema: Schema::new("bezzel/algorithms/2"), algorithms })
}
