//! What went wrong with the workers of a count that went on without them.

use crate::{Control, Note};
use bezzel_jobs::printable;
use serde::Serialize;

/// Work that a worker did not do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Trouble {
    /// What the worker runs on.
    pub device: String,
    /// Why it did not do it.
    pub why: String,
    /// The unit; none if the worker can count nothing at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// Each trouble that these are about once: the streams of a card have the same ones.
pub(crate) fn distinct(troubles: &[bezzel_jobs::Trouble]) -> Vec<Trouble> {
    let mut distinct: Vec<Trouble> = Vec::new();
    for bezzel_jobs::Trouble { unit, device, why } in troubles {
        let (device, why) = (printable(device), printable(why));
        if !distinct.iter().any(|known| known.device == device && known.why == why) {
            distinct.push(Trouble { device, why, unit: unit.as_deref().map(printable) });
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
            why: why.to_owned(),
        };
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = Arc::clone(&heard);
        let control = Control::new().with_progress(move |progress| match progress {
            Progress::Note(Note::Trouble(Trouble { device, why, unit })) => {
                let unit = unit.as_deref().unwrap_or("nothing");
                ear.lock().unwrap().push(format!("{device}, {unit}: {why}"));
            }
            other => panic!("{other:?}"),
        });
        let mut told = Told::default();
        let mut all = vec![trouble("u1", "card", "lost"), trouble("u2", "card", "lost")];
        told.tell(&[], &control);
        told.tell(&all, &control);
        told.tell(&all, &control);
        all.extend([trouble("u2", "core", "lost"), trouble("u3", "card", "hot\u{7}")]);
        all.push(bezzel_jobs::Trouble { unit: None, ..trouble("", "closed", "no memory") });
        told.tell(&all, &control);
        assert_eq!(
            *heard.lock().unwrap(),
            [
                "card, u1: lost",
                "core, u2: lost",
                "card, u3: hot\\u{7}",
                "closed, nothing: no memory"
            ]
        );
    }
}
