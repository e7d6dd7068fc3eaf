//! The algorithm as typed, with its settings; the options come from the registry.

use crate::failure::Failure;
use bezzel_search::{Algorithm, Settings, Values, algorithms};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

/// An algorithm with its settings.
#[derive(Clone)]
pub struct Choice {
    pub algorithm: &'static dyn Algorithm,
    pub settings: Settings,
}

impl Choice {
    /// An algorithm with all its defaults.
    pub fn plain(algorithm: &'static dyn Algorithm) -> Choice {
        Choice { algorithm, settings: Settings::default() }
    }

    /// `id`, `id:value` or `id:name=value,name=value`.
    pub fn read(text: &str) -> Result<Choice, Failure> {
        let (id, values) = text.split_once(':').unwrap_or((text, ""));
        let algorithm = algorithms::find(id)?;
        let info = algorithm.info();
        let mut settings = Settings::default();
        for part in values.split(',').filter(|part| !part.is_empty()) {
            let (name, value) = match part.split_once('=') {
                Some(pair) => pair,
                None => (setting_of(algorithm, part)?, part),
            };
            settings = settings.choose(info, name, value)?;
        }
        Ok(Choice { algorithm, settings })
    }

    /// The name that [`read`](Self::read) takes.
    pub fn name(&self) -> String {
        let settings = self.settings.to_string();
        let colon = if settings.is_empty() { "" } else { ":" };
        format!("{}{colon}{settings}", self.algorithm.info().id)
    }
}

/// The setting of an algorithm that has this word among its values.
fn setting_of(algorithm: &dyn Algorithm, word: &str) -> Result<&'static str, Failure> {
    let has = |values: Values| matches!(values, Values::Words(words) if words.contains(&word));
    let info = algorithm.info();
    match info.settings.iter().find(|setting| has(setting.values)) {
        Some(setting) => Ok(setting.name),
        None => Err(Failure::Usage(format!(
            "'{word}' is not a setting of {0}; 'bezzel algorithms {0}' shows what it has",
            info.id
        ))),
    }
}

/// `--algorithm ID` and one option for each setting any algorithm has.
pub struct AlgorithmArgs {
    algorithm: Option<String>,
    settings: Vec<(String, String)>,
}

impl AlgorithmArgs {
    /// The algorithm chosen, or nothing where the choice is left to the verb.
    pub fn choice(&self) -> Result<Option<Choice>, Failure> {
        let Some(text) = &self.algorithm else {
            return match self.settings.first() {
                Some((name, _)) => Err(Failure::Usage(format!(
                    "--{name} belongs to an algorithm; say which with --algorithm"
                ))),
                None => Ok(None),
            };
        };
        let mut choice = Choice::read(text)?;
        for (name, value) in &self.settings {
            choice.settings = choice.settings.choose(choice.algorithm.info(), name, value)?;
        }
        Ok(Some(choice))
    }
}

/// Every setting of the registry once, with the algorithms that have it.
fn all_settings() -> Vec<(&'static str, String)> {
    let mut all: Vec<(&'static str, &'static str, Vec<&'static str>)> = Vec::new();
    for algorithm in algorithms::ALL {
        for setting in algorithm.info().settings {
            match all.iter_mut().find(|(name, ..)| *name == setting.name) {
                Some((_, _, ids)) => ids.push(algorithm.info().id),
                None => all.push((setting.name, setting.about, vec![algorithm.info().id])),
            }
        }
    }
    all.into_iter()
        .map(|(name, about, ids)| (name, format!("{}: {about}", ids.join(", "))))
        .collect()
}

impl Args for AlgorithmArgs {
    fn augment_args(mut command: Command) -> Command {
        command = command.arg(
            Arg::new("algorithm")
                .long("algorithm")
                .value_name("ID")
                .help("Algorithm to use ('bezzel algorithms' lists them)"),
        );
        for (name, help) in all_settings() {
            command = command.arg(Arg::new(name).long(name).value_name("VALUE").help(help));
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for AlgorithmArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<AlgorithmArgs, clap::Error> {
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let settings = all_settings()
            .into_iter()
            .filter_map(|(name, _)| Some((name.to_owned(), text(name)?)))
            .collect();
        Ok(AlgorithmArgs { algorithm: text("algorithm"), settings })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
