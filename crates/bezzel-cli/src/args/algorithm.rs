//! The algorithm as typed, with its settings; the options come from the registry.

use super::{Names, within};
use crate::failure::Failure;
use bezzel::registry::{Category, Info, Setting, algorithms};
use bezzel::{SettingValue, SettingValues};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use std::sync::LazyLock;

/// `--algorithm ID` and one option for each setting any algorithm has.
pub struct AlgorithmArgs {
    algorithm: Option<String>,
    settings: Vec<(String, String)>,
}

impl AlgorithmArgs {
    /// What was typed, as the library's requests take it.
    pub fn typed(&self) -> (Option<String>, SettingValues) {
        let value = |text: &String| SettingValue::from(text.as_str());
        let settings = self.settings.iter().map(|(name, text)| (name.clone(), value(text)));
        (self.algorithm.clone(), settings.collect())
    }

    /// The seed, for an option that draws at random without an algorithm and has no other setting.
    pub fn only_seed(&self, option: &str) -> Result<Option<u64>, Failure> {
        let mut seed = None;
        for (name, text) in &self.settings {
            if name != "seed" {
                return Err(Failure::Usage(format!(
                    "--{name} is a setting of algorithms, and {option} uses none; leave it out"
                )));
            }
            let whole = within(0..=u64::MAX)(text);
            seed = Some(whole.map_err(|why| Failure::Usage(format!("--seed '{text}': {why}")))?);
        }
        Ok(seed)
    }
}

/// `--algorithm` of a verb that requires it.
pub fn needed(algorithm: Arg) -> Arg {
    algorithm.required(true)
}

/// Hides the settings that no construction has.
pub fn constructions_only(arg: Arg) -> Arg {
    let name = arg.get_id().as_str();
    let mut infos = algorithms::ALL.iter().map(|algorithm| algorithm.info());
    let has = infos.any(|info| {
        info.category == Category::Constructive && info.settings.iter().any(|s| s.name == name)
    });
    match name {
        "algorithm" => arg
            .help("Construction to use ('bezzel algorithms' lists them)")
            .value_parser(Names::constructions()),
        name if all_settings().iter().any(|(setting, _)| *setting == name) => arg.hide(!has),
        _ => arg,
    }
}

/// Every setting in the registry once, with what it does and for which algorithms.
///
/// Made once: every verb with an algorithm asks for it, and a short count spends most of its time on
/// the arguments.
fn all_settings() -> &'static [(&'static str, String)] {
    static ALL: LazyLock<Vec<(&'static str, String)>> = LazyLock::new(settings);
    &ALL
}

fn settings() -> Vec<(&'static str, String)> {
    let of = |info: &'static Info| info.settings.iter().map(|setting| (info.id, setting));
    let settings = || algorithms::ALL.iter().flat_map(move |algorithm| of(algorithm.info()));
    let mut all: Vec<(&'static str, String)> = Vec::new();
    for (_, Setting { name, about, .. }) in settings() {
        let known = all.iter().position(|(known, _)| known == name);
        let same = settings().filter(|(_, other)| other.name == *name && other.about == *about);
        let ids: Vec<&str> = same.map(|(id, _)| id).collect();
        let meaning = format!("{}: {about}", ids.join(", "));
        match known.map(|place| &mut all[place].1) {
            None => all.push((name, meaning)),
            Some(help) if help.contains(&meaning) => {}
            Some(help) => help.push_str(&format!("; {meaning}")),
        }
    }
    all
}

impl Args for AlgorithmArgs {
    fn augment_args(mut command: Command) -> Command {
        command = command.arg(
            Arg::new("algorithm")
                .long("algorithm")
                .value_name("ID")
                .help("Algorithm to use ('bezzel algorithms' lists them)")
                .value_parser(Names::algorithms())
                .hide_possible_values(true),
        );
        for (name, help) in all_settings() {
            command = command.arg(
                Arg::new(*name)
                    .long(*name)
                    .value_name("VALUE")
                    .help(help.as_str())
                    .value_parser(Names::words(name))
                    .hide_possible_values(true)
                    // The setting itself rejects a wrong value and says what it accepts.
                    .allow_negative_numbers(true),
            );
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
            .iter()
            .filter_map(|(name, _)| Some(((*name).to_owned(), text(name)?)))
            .collect();
        Ok(AlgorithmArgs { algorithm: text("algorithm"), settings })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
