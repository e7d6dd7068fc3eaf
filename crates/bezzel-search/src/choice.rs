//! An algorithm together with its settings, written as `nilsson:heuristic=index`.

use crate::{Algorithm, SEED, SearchError, Settings, Values, algorithms};

/// An algorithm with its settings.
#[derive(Clone)]
pub struct Choice {
    /// The algorithm.
    pub algorithm: &'static dyn Algorithm,
    /// Its settings.
    pub settings: Settings,
}

impl Choice {
    /// An algorithm with all its defaults.
    #[must_use]
    pub fn plain(algorithm: &'static dyn Algorithm) -> Choice {
        Choice { algorithm, settings: Settings::default() }
    }

    /// `id`, `id:value` or `id:name=value,name=value`.
    ///
    /// ```
    /// # use bezzel_search::Choice;
    /// assert_eq!(Choice::read("nilsson:index").unwrap().name(), "nilsson:heuristic=index");
    /// assert!(Choice::read("nilsson:backwards").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Choice, SearchError> {
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

    /// The name that [`read`](Self::read) accepts.
    #[must_use]
    pub fn name(&self) -> String {
        let settings = self.settings.to_string();
        let colon = if settings.is_empty() { "" } else { ":" };
        format!("{}{colon}{settings}", self.algorithm.info().id)
    }

    /// The name with the seed, explicit or default: it is enough to repeat the run.
    ///
    /// ```
    /// # use bezzel_search::Choice;
    /// assert_eq!(Choice::read("qs1").unwrap().name_with_seed(), "qs1:seed=1");
    /// assert_eq!(Choice::read("wirth").unwrap().name_with_seed(), "wirth");
    /// ```
    #[must_use]
    pub fn name_with_seed(&self) -> String {
        if !self.is_random() {
            return self.name();
        }
        let seed = self.settings.number(&SEED).to_string();
        let settings = self.settings.clone().choose(self.algorithm.info(), SEED.name, &seed);
        let settings = settings.expect("the setting has this value");
        Choice { algorithm: self.algorithm, settings }.name()
    }

    /// Whether the algorithm is randomised, that is, has a seed.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.algorithm.info().settings.iter().any(|setting| setting.name == SEED.name)
    }

    /// The choice once for each seed from 1 on, or once unchanged if it is not randomised.
    pub fn seeded(&self, seeds: u64) -> Result<Vec<Choice>, SearchError> {
        if !self.is_random() {
            return Ok(vec![self.clone()]);
        }
        let info = self.algorithm.info();
        (1..=seeds)
            .map(|seed| {
                let settings = self.settings.clone().choose(info, SEED.name, &seed.to_string())?;
                Ok(Choice { algorithm: self.algorithm, settings })
            })
            .collect()
    }

    /// An algorithm once for each word of its settings.
    #[must_use]
    pub fn variants(algorithm: &'static dyn Algorithm) -> Vec<Choice> {
        let words = algorithm.info().settings.iter().filter_map(|setting| match setting.values {
            Values::Words(words) => Some((setting.name, words)),
            Values::Number { .. } => None,
        });
        let mut variants = vec![Settings::default()];
        for (name, words) in words {
            variants = (variants.iter())
                .flat_map(|chosen| words.iter().map(|word| (chosen.clone(), *word)))
                .filter_map(|(chosen, word)| chosen.choose(algorithm.info(), name, word).ok())
                .collect();
        }
        variants.into_iter().map(|settings| Choice { algorithm, settings }).collect()
    }
}

/// The setting of an algorithm that has this word among its values.
fn setting_of(algorithm: &dyn Algorithm, word: &str) -> Result<&'static str, SearchError> {
    let has = |values: Values| matches!(values, Values::Words(words) if words.contains(&word));
    let info = algorithm.info();
    match info.settings.iter().find(|setting| has(setting.values)) {
        Some(setting) => Ok(setting.name),
        None => Err(SearchError::UnknownWord { algorithm: info.id, word: word.to_owned() }),
    }
}
