//! Golden tables from `data/`, each with its source there.
//!
//! ```
//! assert_eq!(bezzel_data::total(8), 92);
//! assert_eq!(bezzel_data::torus_total(7), 28);
//! assert_eq!(bezzel_data::sequences()["A000170"]["offset"], 0);
//! ```

use serde_json::Value;
use std::sync::LazyLock;

static SEQUENCES: LazyLock<Value> =
    LazyLock::new(|| read(include_str!("../data/known-sequences.json")));
static PAPERS: LazyLock<Value> = LazyLock::new(|| read(include_str!("../data/papers.json")));

static SPACE: LazyLock<Value> =
    LazyLock::new(|| read(include_str!("../data/higher-dimensions.json")));

/// What the papers print and what is expected, as JSON; `bezzel-papers` describes its format.
pub const REPRODUCE: &str = include_str!("../data/reproduce.json");

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("golden data is JSON")
}

/// Every known sequence by its number in the OEIS, with its offset, terms and source.
#[must_use]
pub fn sequences() -> &'static Value {
    &SEQUENCES
}

/// The term of an OEIS sequence at this index; panics if the table does not go that far.
#[must_use]
pub fn sequence(name: &str, n: u32) -> u128 {
    let table = &SEQUENCES[name];
    let offset = table["offset"].as_u64().expect("the sequence has an offset") as usize;
    let term = &table["terms"][n as usize - offset];
    u128::from(term.as_u64().unwrap_or_else(|| panic!("{name} has no term {n}")))
}

/// The total on the plane.
#[must_use]
pub fn total(n: u32) -> u128 {
    sequence("A000170", n)
}

/// The total on the torus of side n: 0 for even n.
#[must_use]
pub fn torus_total(n: u32) -> u128 {
    if n == 0 {
        return 1;
    }
    if n.is_multiple_of(2) { 0 } else { sequence("A007705", n / 2) }
}

/// The total for n queens in d dimensions (Barr and Rao's rule), where the table has it.
#[must_use]
pub fn space(n: u32, d: u32) -> Option<&'static str> {
    SPACE["Q"][n.to_string()][d.to_string()].as_str()
}

/// The numbers that Barr and Rao print in Table 1, as (n, d, value).
#[must_use]
pub fn barr_rao() -> Vec<(u32, u32, u64)> {
    let entries = PAPERS["barr/table1"]["entries"].as_array().expect("the table has entries");
    let number = |entry: &Value, place: usize| entry[place].as_u64().expect("entries are numbers");
    let read = |entry| (number(entry, 0) as u32, number(entry, 1) as u32, number(entry, 2));
    entries.iter().map(read).collect()
}

/// A row of a table of the papers as (n, value) pairs.
#[must_use]
pub fn paper(item: &str, row: &str) -> Vec<(u32, u64)> {
    let table = &PAPERS[item];
    let numbers = |key: &str| -> Option<Vec<u64>> {
        table[key].as_array().map(|list| list.iter().filter_map(Value::as_u64).collect())
    };
    let values = numbers(row).unwrap_or_else(|| panic!("no row {row} in {item}"));
    let sides: Vec<u64> = numbers("n").unwrap_or_else(|| {
        let first = table["first_n"].as_u64().expect("a table has n or first_n");
        (first..).take(values.len()).collect()
    });
    sides.into_iter().map(|n| n as u32).zip(values).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_with_their_offsets() {
        assert_eq!((total(0), total(8), total(13)), (1, 92, 73_712));
        assert_eq!(sequence("A002562", 8), 12);
        assert_eq!((torus_total(5), torus_total(6), torus_total(13)), (10, 0, 4524));
        assert_eq!(paper("erbas/table2", "wirth")[0], (8, 15_720));
    }
}
