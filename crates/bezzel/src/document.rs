//! What all documents have in common: a versioned name, and totals written as strings.

use crate::Error;
use bezzel_board::Refused;
use num_bigint::BigUint;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The name and version of a document, for example `bezzel/solve/2`. The version is raised when a
/// field changes its meaning or disappears; new fields do not raise it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Schema(&'static str);

impl Schema {
    /// A schema of this name.
    #[must_use]
    pub const fn new(name: &'static str) -> Schema {
        Schema(name)
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A whole number that JSON carries as a string: counts exceed what its numbers hold exactly. In a
/// request it may be a number as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String))]
pub struct Decimal(pub u128);

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Decimal, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a whole number from 0")]
        enum Form {
            Number(u64),
            Text(String),
        }
        match Form::deserialize(from)? {
            Form::Number(number) => Ok(Decimal(number.into())),
            Form::Text(text) => text.parse().map(Decimal).map_err(|_| {
                let error = Error::bad(format!("'{text}' is not a number"));
                Refused::error(&error.advice("write a whole number from 0"))
            }),
        }
    }
}

impl From<u64> for Decimal {
    fn from(number: u64) -> Decimal {
        Decimal(number.into())
    }
}

impl From<u128> for Decimal {
    fn from(number: u128) -> Decimal {
        Decimal(number)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A whole number of any size, which JSON carries as a string.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String))]
pub struct Whole(pub BigUint);

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl From<u128> for Whole {
    fn from(number: u128) -> Whole {
        Whole(number.into())
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
