//! The algorithm a request names, with its settings.

use crate::{Error, Instead};
use bezzel_search::{Choice, stacks};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The value of a setting: a word or a number; numbers may be strings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged, expecting = "expected a text or a whole number")]
pub enum SettingValue {
    /// A word, or a number of up to 64 bits.
    Word(String),
    /// A number.
    Number(u64),
}

impl SettingValue {
    fn text(&self) -> String {
        match self {
            SettingValue::Word(word) => word.clone(),
            SettingValue::Number(number) => number.to_string(),
        }
    }
}

impl From<&str> for SettingValue {
    fn from(word: &str) -> SettingValue {
        SettingValue::Word(word.to_owned())
    }
}

/// Values of settings by name.
pub type SettingValues = BTreeMap<String, SettingValue>;

/// An algorithm by name, `wirth` or `nilsson:heuristic=index`, or one that builds stacks.
pub(crate) fn named(text: &str) -> Result<Choice, Error> {
    let id = text.split(':').next().unwrap_or_default();
    match stacks::find(id) {
        Some(algorithm) => Ok(Choice::plain(algorithm)),
        None => Ok(Choice::read(text)?),
    }
}

/// The algorithm of a request, `wirth` or `nilsson:heuristic=index`, with further settings by name;
/// none if none is named.
pub(crate) fn choice(
    algorithm: Option<&str>,
    values: &SettingValues,
) -> Result<Option<Choice>, Error> {
    let Some(text) = algorithm else {
        if values.is_empty() {
            return Ok(None);
        }
        let error = Error::bad("settings belong to an algorithm, and none is named");
        return Err(error.or(Instead::choose("algorithm")));
    };
    let mut choice = named(text)?;
    // In the registry's order, so that the same choice always has the same name.
    let info = choice.algorithm.info();
    let known = info.settings.iter().map(|setting| setting.name);
    let known = known.filter(|name| values.contains_key(*name));
    let is_known = |name: &&str| info.settings.iter().any(|setting| setting.name == *name);
    let unknown = values.keys().map(String::as_str).filter(|name| !is_known(name));
    for name in known.chain(unknown) {
        choice.settings = choice.settings.choose(info, name, &values[name].text())?;
    }
    Ok(Some(choice))
}
