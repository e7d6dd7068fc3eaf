//! The state of an item being computed: its rows, its pictures, its depth and when to stop.

use crate::data::{Entry, ItemData};
use crate::report::{Agreement, Figure, Row, Stopped};
use bezzel::Control;
use bezzel_draw::scene::Scene;
use bezzel_draw::{DrawError, Format, Options, Picture, render};
use serde::{Deserialize, Serialize};

/// How much is computed. Values that are left out are listed with the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaperDepth))]
#[serde(rename_all = "kebab-case")]
pub enum Depth {
    /// Everything takes seconds: for tests and for a page that waits.
    Quick,
    /// Everything that takes less than three minutes in total.
    #[default]
    Report,
    /// Also totals that take minutes.
    Deep,
}

/// A command that shows a value, and the words that show it if they are not the value itself.
pub(crate) struct ShownBy {
    command: String,
    words: Vec<String>,
}

impl<T: Into<String>> From<T> for ShownBy {
    fn from(command: T) -> ShownBy {
        ShownBy { command: command.into(), words: Vec::new() }
    }
}

/// A command whose output shows the value in these words.
pub(crate) fn shown<W: ToString>(
    command: impl Into<String>,
    words: impl IntoIterator<Item = W>,
) -> ShownBy {
    let words = words.into_iter().map(|word| word.to_string()).collect();
    ShownBy { command: command.into(), words }
}

/// An item being computed.
pub(crate) struct ItemRun<'a> {
    /// `bezzel reproduce PAPER ITEM`, which shows every row.
    own: String,
    data: &'static ItemData,
    pub(crate) depth: Depth,
    pub(crate) control: &'a Control,
    how: String,
    pub(crate) rows: Vec<Row>,
    pub(crate) figures: Vec<Figure>,
}

// Numbers and texts are passed by value as they are computed; a `&` before each would be noise.
#[expect(clippy::needless_pass_by_value)]
impl<'a> ItemRun<'a> {
    /// The item with this id, `paper/item`.
    pub(crate) fn new(
        id: &str,
        data: &'static ItemData,
        depth: Depth,
        control: &'a Control,
    ) -> ItemRun<'a> {
        let own = format!("bezzel reproduce {}", id.replace('/', " "));
        let (how, rows, figures) = (String::new(), Vec::new(), Vec::new());
        ItemRun { own, data, depth, control, how, rows, figures }
    }

    /// The command for rows that no other command shows: the item itself. These are judgements in
    /// words, what an algorithm or a definition would do as printed, and numbers that come from
    /// printed ones.
    pub(crate) fn own(&self) -> String {
        self.own.clone()
    }

    /// A command that shows more of what the following rows are about, but not their values.
    pub(crate) fn see(&mut self, command: &str) {
        self.how = format!("{}; see `{command}`", self.how);
    }

    /// How the following rows are computed.
    pub(crate) fn by(&mut self, how: impl Into<String>) {
        self.how = how.into();
    }

    /// An error if a stop was asked for.
    pub(crate) fn go_on(&self) -> Result<(), Stopped> {
        if self.control.stop().is_asked() { Err(Stopped) } else { Ok(()) }
    }

    /// A value: it agrees if it is exactly what is printed.
    pub(crate) fn row(
        &mut self,
        what: impl Into<String>,
        computed: impl ToString,
        by: impl Into<ShownBy>,
    ) {
        let (what, computed) = (what.into(), computed.to_string());
        let printed = self.entry(&what).and_then(|entry| entry.printed.as_deref());
        let agrees = printed.is_some_and(|printed| printed == computed);
        self.judged(what, computed, agrees, by);
    }

    /// A value that is not compared as text: a measured time, a claim in words.
    pub(crate) fn judged(
        &mut self,
        what: impl Into<String>,
        computed: impl ToString,
        agrees: bool,
        by: impl Into<ShownBy>,
    ) {
        let (what, computed) = (what.into(), computed.to_string());
        let ShownBy { command, words } = by.into();
        let entry = self.entry(&what);
        let printed = entry.and_then(|entry| entry.printed.clone());
        let agreement = match (&printed, agrees) {
            (None, _) => Agreement::NotPrinted,
            (_, true) => Agreement::Agrees,
            (_, false) => entry.and_then(|entry| entry.differs).unwrap_or(Agreement::WrongClaim),
        };
        let expected = entry.and_then(|entry| entry.expected.clone());
        self.rows.push(Row {
            what,
            printed,
            as_expected: expected.as_deref() == Some(&computed),
            computed: Some(computed),
            agreement,
            expected,
            how: self.how.clone(),
            command,
            shown: words,
            note: entry.and_then(|entry| entry.note.clone()),
        });
    }

    /// A value that is not computed, and why.
    pub(crate) fn left_out(&mut self, what: impl Into<String>, why: &str, command: &str) {
        let what = what.into();
        let entry = self.entry(&what);
        self.rows.push(Row {
            what,
            printed: entry.and_then(|entry| entry.printed.clone()),
            computed: None,
            agreement: Agreement::NotReproducible,
            expected: entry.and_then(|entry| entry.expected.clone()),
            as_expected: true,
            how: "not computed now".to_owned(),
            command: command.to_owned(),
            shown: Vec::new(),
            note: Some(why.to_owned()),
        });
    }

    /// A picture. Its name is the part of its title before the colon.
    pub(crate) fn picture(&mut self, title: &str, picture: &dyn Picture, command: &str) {
        let svg = render(picture, Format::Svg, &Options::default());
        let (Ok(svg), Ok(scene)) = (svg, picture.scene()) else {
            unreachable!("the pictures of the papers are small and flat")
        };
        let name = title.split_once(':').map_or(title, |(name, _)| name);
        self.figures.push(Figure {
            name: name.to_lowercase().replace(' ', "-"),
            title: title.to_owned(),
            description: scene.description.clone(),
            svg: String::from_utf8_lossy(&svg).into_owned(),
            csv: picture.csv(),
            command: command.to_owned(),
            scene,
        });
    }

    fn entry(&self, what: &str) -> Option<&'static Entry> {
        self.data.entry(what)
    }

    /// What the paper prints for a row, if the computation starts from it.
    pub(crate) fn printed(&self, what: &str) -> &'static str {
        let entry = self.entry(what).and_then(|entry| entry.printed.as_deref());
        entry.unwrap_or_else(|| panic!("data/reproduce.json has no printed value for {what}"))
    }
}

/// A hand-made scene as a picture.
pub(crate) struct Ready(pub(crate) Scene);

impl Picture for Ready {
    fn scene(&self) -> Result<Scene, DrawError> {
        Ok(self.0.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(computed: &[(&str, &str)]) -> Vec<Row> {
        let entry = |what: &str, printed: Option<&str>, expected: &str, differs| Entry {
            what: what.to_owned(),
            printed: printed.map(str::to_owned),
            expected: Some(expected.to_owned()),
            differs,
            note: None,
        };
        let data = Box::leak(Box::new(ItemData {
            title: String::new(),
            source: String::new(),
            entries: vec![
                entry("right", Some("2"), "2", None),
                entry("slip", Some("73732"), "73712", Some(Agreement::Misprint)),
                entry("claim", Some("holds"), "fails", Some(Agreement::WrongClaim)),
                entry("ours", None, "7", None),
            ],
        }));
        let never = Control::new();
        let mut work = ItemRun::new("paper/item", data, Depth::Quick, &never);
        computed.iter().for_each(|(what, value)| work.row(*what, value, ""));
        work.rows
    }

    #[test]
    fn agreement_follows_from_what_is_printed_and_computed() {
        let rows = rows(&[("right", "2"), ("slip", "73712"), ("claim", "fails"), ("ours", "7")]);
        let cases: Vec<Agreement> = rows.iter().map(|row| row.agreement).collect();
        use Agreement::{Agrees, Misprint, NotPrinted, WrongClaim};
        assert_eq!(cases, [Agrees, Misprint, WrongClaim, NotPrinted]);
        assert!(rows.iter().all(|row| row.as_expected));
    }

    /// A wrong program must not pass because the paper is also wrong, or because data/ has no row.
    #[test]
    fn unexpected_values_are_noticed() {
        let rows = rows(&[("right", "3"), ("slip", "73732"), ("ours", "8"), ("unknown", "1")]);
        assert!(rows.iter().all(|row| !row.as_expected));
        assert_eq!(rows[1].agreement, Agreement::Agrees);
    }

    #[test]
    fn values_left_out_say_so() {
        let never = Control::new();
        let data = Box::leak(Box::new(ItemData {
            title: String::new(),
            source: String::new(),
            entries: Vec::new(),
        }));
        let mut work = ItemRun::new("paper/item", data, Depth::Quick, &never);
        work.left_out("n = 27", "years", "bezzel count 27");
        assert_eq!(work.rows[0].agreement, Agreement::NotReproducible);
        assert_eq!(
            (work.rows[0].computed.as_deref(), work.rows[0].note.as_deref()),
            (None, Some("years"))
        );
    }
}
