//! `known`: published totals, each with its source.

use crate::{Error, Schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Which sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct KnownRequest {
    /// Its number in the OEIS, for example A000170; all by default.
    #[serde(default)]
    pub sequence: Option<String>,
}

/// Known sequences.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct KnownAnswer {
    /// `bezzel/known/1`.
    pub schema: Schema,
    /// The sequences.
    pub sequences: Vec<KnownSequence>,
}

/// A known sequence.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct KnownSequence {
    /// Its number in the OEIS.
    pub id: String,
    /// What it counts.
    pub name: String,
    /// Where the terms come from.
    pub source: String,
    /// The terms.
    pub terms: Vec<KnownTerm>,
}

/// A term.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct KnownTerm {
    /// Its index.
    pub n: u64,
    /// The side of its board: the index, or for example 2n + 1 where a sequence has only the odd sides.
    pub side: u64,
    /// Its value, as a string.
    pub value: String,
}

/// Published totals.
///
/// ```
/// use bezzel::{KnownRequest, known};
///
/// let all = known(&KnownRequest::default())?;
/// let queens = all.sequences.iter().find(|one| one.id == "A000170").unwrap();
/// assert!(queens.terms.iter().any(|term| term.n == 8 && term.value == "92"));
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn known(request: &KnownRequest) -> Result<KnownAnswer, Error> {
    let all = bezzel_data::sequences().as_object().into_iter().flatten();
    // The table's remarks are entries beside the sequences, without terms.
    let sequences: Vec<KnownSequence> = all
        .filter(|(id, _)| request.sequence.as_ref().is_none_or(|asked| asked == *id))
        .filter_map(|(id, table)| read(id, table))
        .collect();
    if sequences.is_empty() {
        let name = request.sequence.as_deref().unwrap_or_default();
        return Err(
            Error::unknown(format!("no table has the sequence '{name}'")).leave_out("sequence")
        );
    }
    Ok(KnownAnswer { schema: Schema::new("bezzel/known/1"), sequences })
}

fn read(id: &str, table: &Value) -> Option<KnownSequence> {
    let terms = table["terms"].as_array()?;
    let offset = table["offset"].as_u64().unwrap_or(0);
    // "side": [2, 1] is a sequence whose term n is about the board of side 2n + 1.
    let number = |place: usize, default: u64| table["side"][place].as_u64().unwrap_or(default);
    let (times, plus) = (number(0, 1), number(1, 0));
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Some(KnownSequence {
        id: id.to_owned(),
        name: table["name"].as_str().unwrap_or_default().to_owned(),
        source: table["source"].as_str().map_or_else(|| format!("OEIS {id}"), str::to_owned),
        terms: (offset..)
            .zip(terms)
            .map(|(n, value)| KnownTerm { n, side: times * n + plus, value: text(value) })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_know_the_side_of_their_board() {
        let term = |id: &str, value: &str| {
            let request = KnownRequest { sequence: Some(id.to_owned()) };
            let sequence = known(&request).unwrap().sequences.remove(0);
            let term = sequence.terms.into_iter().rfind(|term| term.value == value).unwrap();
            (term.n, term.side)
        };
        assert_eq!(term("A007705", "4524"), (6, 13));
        assert_eq!(term("A006717", "133"), (3, 7));
        assert_eq!(term("A018807", "3600"), (3, 6));
        assert_eq!(term("A000170", "92"), (8, 8));
        assert_eq!(term("A002562", "12"), (8, 8));
    }
}
