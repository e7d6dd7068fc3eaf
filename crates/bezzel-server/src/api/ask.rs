//! Parts of requests that several resources share.

use crate::error::ApiError;
use bezzel_board::Problem;
use bezzel_search::{Choice, SearchError, Settings, algorithms, stacks};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::Duration;
use utoipa::ToSchema;

/// A problem as Bezzel writes it everywhere; read by `bezzel_board`, here for the document.
#[derive(ToSchema)]
#[schema(as = Problem)]
#[expect(dead_code, reason = "only its description is used")]
pub struct ProblemForm {
    /// 1.
    version: u32,
    /// `8`, `5x8` (rows x columns) or `4^3` (side^dimension).
    #[schema(example = "8")]
    size: String,
    /// plane or torus.
    topology: Option<String>,
    /// queen, two-axis or hyperplane.
    rule: Option<String>,
    /// Queens already there, as row and column from 0.
    given: Option<Vec<[u32; 2]>>,
    /// Squares no queen may take.
    blocked: Option<Vec<[u32; 2]>>,
}

/// The value of a setting: a word or a number, numbers also as strings.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(untagged)]
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

/// Values of settings by name.
pub type SettingValues = BTreeMap<String, SettingValue>;

/// An algorithm (of boards or of stacks) with its settings.
pub fn choice(id: &str, values: &SettingValues) -> Result<Choice, SearchError> {
    let algorithm = match stacks::find(id) {
        Some(builder) => builder,
        None => algorithms::find(id)?,
    };
    let mut settings = Settings::default();
    // In the registry's order, so that the same choice always has the same name.
    let info = algorithm.info();
    for setting in info.settings {
        if let Some(value) = values.get(setting.name) {
            settings = settings.choose(info, setting.name, &value.text())?;
        }
    }
    for (name, value) in values {
        settings = settings.choose(info, name, &value.text())?;
    }
    Ok(Choice { algorithm, settings })
}

/// Most squares of a row, or of a layer in space: what searches keep tables of.
const WIDTH: u32 = 100_000;

/// Most dimensions. With two squares a side there cannot be as many; with one there is no end.
const DIMENSIONS: u32 = 32;

/// Refuses boards with more rows than a limit, with rows that are too long, or in too many
/// dimensions.
pub fn within(problem: &Problem, most: u32) -> Result<(), ApiError> {
    let size = problem.size();
    for (what, number, most) in [
        ("the number of rows", size.rows(), most),
        ("the number of squares of a row", size.width(), WIDTH),
        ("the number of dimensions", size.dimension(), DIMENSIONS),
    ] {
        if number > most {
            return Err(ApiError::too_large(what, number, most));
        }
    }
    Ok(())
}

/// The time that was asked for, or all there may be.
pub fn seconds(asked: Option<f64>, most: f64) -> Result<Duration, ApiError> {
    match asked.unwrap_or(most) {
        seconds if seconds > 0.0 && seconds <= most => Ok(Duration::from_secs_f64(seconds)),
        seconds if seconds > most => Err(ApiError::too_large("seconds", seconds, most)),
        seconds => Err(ApiError::bad_value(format!("seconds is {seconds}"), "ask for more than 0")),
    }
}

/// The same in seconds, as requests of the library have it.
pub fn time(asked: Option<f64>, most: f64) -> Result<f64, ApiError> {
    match asked {
        None => Ok(most),
        Some(time) if time > most => Err(ApiError::too_large("time", time, most)),
        Some(time) => Ok(time),
    }
}
