//! What the papers print and what is expected, from `data/reproduce.json`.
//!
//! An item has rows of its own and series over n. The expected values of a series are listed, or
//! they are those of another golden table, so that no number is kept twice:
//!
//! ```text
//!   "expected": ["26", "15", …]                      listed
//!   "expected": { "sequence": "A000170" }            a sequence of data/known-sequences.json
//!   "expected": { "paper": ["erbas/table2", "wirth"] }   a row of data/papers.json
//!   "expected": { "dimension": 3 }                   a column of data/higher-dimensions.json
//! ```

use crate::Agreement;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The whole file.
#[derive(Deserialize)]
pub(crate) struct Data {
    /// The papers in order, each with the list of its items.
    pub(crate) papers: Vec<PaperData>,
    items: BTreeMap<String, ItemFile>,
    #[serde(skip)]
    pub(crate) read: BTreeMap<String, ItemData>,
}

/// A paper.
#[derive(Deserialize)]
pub(crate) struct PaperData {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) authors: String,
    pub(crate) year: Option<u32>,
    pub(crate) published: String,
    pub(crate) items: Vec<String>,
}

/// An item as written.
#[derive(Deserialize)]
struct ItemFile {
    title: String,
    source: String,
    #[serde(default)]
    series: Vec<Series>,
    #[serde(default)]
    rows: Vec<Entry>,
}

/// Rows that differ only in n.
#[derive(Deserialize)]
struct Series {
    /// The name of each row, with `{n}` in it.
    what: String,
    first_n: Option<u32>,
    n: Option<Vec<u32>>,
    printed: Option<Vec<Option<String>>>,
    expected: Expected,
    differs: Option<Agreement>,
    /// A remark on the rows that differ from what is printed.
    note: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Expected {
    Listed(Vec<String>),
    Sequence { sequence: String },
    Paper { paper: (String, String) },
    Dimension { dimension: u32 },
}

/// One row: what is printed, what is expected.
#[derive(Clone, Deserialize)]
pub(crate) struct Entry {
    pub(crate) what: String,
    pub(crate) printed: Option<String>,
    pub(crate) expected: Option<String>,
    /// How it is classified if the result differs from what is printed.
    pub(crate) differs: Option<Agreement>,
    pub(crate) note: Option<String>,
}

/// An item with all its rows.
pub(crate) struct ItemData {
    pub(crate) title: String,
    pub(crate) source: String,
    pub(crate) entries: Vec<Entry>,
}

impl ItemData {
    /// The row of this name.
    pub(crate) fn entry(&self, what: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.what == what)
    }
}

/// The file, read once.
pub(crate) static DATA: LazyLock<Data> = LazyLock::new(|| {
    let mut data: Data =
        serde_json::from_str(bezzel_data::REPRODUCE).expect("golden data is JSON of this form");
    data.read = std::mem::take(&mut data.items)
        .into_iter()
        .map(|(id, item)| {
            let series = item.series.iter().flat_map(Series::entries);
            let entries = item.rows.iter().cloned().chain(series).collect();
            (id, ItemData { title: item.title, source: item.source, entries })
        })
        .collect();
    data
});

impl Series {
    fn entries(&self) -> Vec<Entry> {
        let sides = self.sides();
        let entry = |(place, &n): (usize, &u32)| {
            let printed = self.printed.as_ref().and_then(|list| list.get(place).cloned());
            let printed = printed.flatten();
            let expected = self.expected.at(place, n);
            let differs = printed.is_some() && printed != expected;
            Entry {
                what: self.what.replace("{n}", &n.to_string()),
                note: self.note.clone().filter(|_| differs || printed.is_none()),
                printed,
                expected,
                differs: self.differs,
            }
        };
        sides.iter().enumerate().map(entry).collect()
    }

    fn sides(&self) -> Vec<u32> {
        if let Some(sides) = &self.n {
            return sides.clone();
        }
        let first = self.first_n.expect("a series has n or first_n");
        let length = match (&self.printed, &self.expected) {
            (Some(printed), _) => printed.len(),
            (None, Expected::Listed(list)) => list.len(),
            (None, Expected::Paper { paper: (item, row) }) => bezzel_data::paper(item, row).len(),
            (None, _) => panic!("{}: a series of nothing printed needs its n", self.what),
        };
        (first..).take(length).collect()
    }
}

impl Expected {
    fn at(&self, place: usize, n: u32) -> Option<String> {
        match self {
            Expected::Listed(list) => list.get(place).cloned(),
            Expected::Sequence { sequence } => Some(bezzel_data::sequence(sequence, n).to_string()),
            Expected::Paper { paper: (item, row) } => (bezzel_data::paper(item, row).iter())
                .find(|(side, _)| *side == n)
                .map(|(_, value)| value.to_string()),
            Expected::Dimension { dimension } => {
                bezzel_data::space(n, *dimension).map(str::to_owned)
            }
        }
    }
}

/// What the paper prints for a row of an item.
pub(crate) fn printed(item: &str, what: &str) -> &'static str {
    let entry = DATA.read.get(item).and_then(|data| data.entry(what));
    let printed = entry.and_then(|entry| entry.printed.as_deref());
    printed.unwrap_or_else(|| panic!("data/reproduce.json has nothing printed for {item}, {what}"))
}
