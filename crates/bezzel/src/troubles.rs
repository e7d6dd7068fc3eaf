//! What went wrong with the workers of a count.

use crate::{Control, Note};
use bezzel_jobs::printable;
use serde::Serialize;
use std::fmt;

/// Work that a worker did not do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Trouble {
    /// What failed.
    pub device: String,
    /// Its machine, if the unit was passed on to another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Why it did not do it.
    pub why: String,
    /// The unit; none if the worker can count nothing at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trouble { device, host, why, unit } = self;
        match (unit, host) {
            (Some(unit), Some(host)) => {
                write!(f, "{device} on {host} failed on unit {unit}: {why}")
            }
            (Some(unit), None) => write!(f, "{device} failed on unit {unit}: {why}"),
            // This names the device itself: several may have the same name.
            (None, _) => f.write_str(why),
        }
    }
}

/// Each trouble once: the streams of a card report the same ones.
pub(crate) fn distinct(troubles: &[bezzel_jobs::Trouble]) -> Vec<Trouble> {
    let mut distinct: Vec<Trouble> = Vec::new();
    for bezzel_jobs::Trouble { unit, device, host, why } in troubles {
        let (unit, host) = (unit.as_deref().map(printable), host.as_deref().map(printable));
        let trouble = Trouble { device: printable(device), host, why: printable(why), unit };
        let is_known = |known: &Trouble| {
            known.device == trouble.device && known.host == trouble.host && known.why == trouble.why
        };
        if !distinct.iter().any(is_known) {
            distinct.push(trouble);
        }
    }
    distinct
}

/// How many distinct troubles of a run have been told.
#[derive(Default)]
pub(crate) struct Told(usize);

impl Told {
    /// Tells the new ones of all troubles so far.
    pub(crate) fn tell(&mut self, troubles: &[bezzel_jobs::Trouble], control: &Control) {
        let distinct = distinct(troubles);
        for trouble in distinct.iter().skip(self.0) {
            control.note(Note::Trouble(trouble.clone()));
        }
        self.0 = distinct.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Progress;
    use std::sync::{Arc, Mutex};

    #[test]
    fn a_trouble_is_told_once_and_at_once() {
        let trouble = |unit: &str, device: &str, why: &str| bezzel_jobs::Trouble {
            unit: Some(unit.to_owned()),
            device: device.to_owned(),
            host: None,
            why: why.to_owned(),
        };
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = Arc::clone(&heard);
        let control = Control::new().with_progress(move |progress| match progress {
            Progress::Note(Note::Trouble(trouble)) => {
                ear.lock().unwrap().push(trouble.to_string());
            }
            other => panic!("{other:?}"),
        });
        let mut told = Told::default();
        let mut all = vec![trouble("u1", "card", "lost"), trouble("u2", "card", "lost")];
        told.tell(&[], &control);
        told.tell(&all, &control);
        told.tell(&all, &control);
        all.extend([trouble("u2", "core", "lost"), trouble("u3", "card", "hot\u{7}")]);
        let closed = trouble("", "card", "card 1 (card) cannot be used: no memory");
        all.push(bezzel_jobs::Trouble { unit: None, ..closed });
        let host = Some("there".to_owned());
        all.push(bezzel_jobs::Trouble { host, ..trouble("u4", "card", "lost") });
        told.tell(&all, &control);
        assert_eq!(
            *heard.lock().unwrap(),
            [
                "card failed on unit u1: lost",
                "core failed on unit u2: lost",
                "card failed on unit u3: hot\\u{7}",
                "card 1 (card) cannot be used: no memory",
                "card on there failed on unit u4: lost",
            ]
        );
    }
}
