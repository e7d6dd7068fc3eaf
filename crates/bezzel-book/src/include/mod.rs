//! Generated content: lines `{{name words…}}` in the sources are replaced when the book is built.
//!
//! | line | is replaced by |
//! |---|---|
//! | `{{card ID}}` | the algorithm's card; the page's title must be the algorithm's |
//! | `{{pseudocode ID}}` | its pseudocode with the numbers of the lines |
//! | `{{measured ID SIZES [first] [NAME=VALUE…]}}` | its counters, by size |
//! | `{{compare SIZES MEASURE [first] ID[:NAME=VALUE]…}}` | one counter of several algorithms |
//! | `{{removed SIZES}}` | the symmetries that Naur's algorithm removes, beside the other two |
//! | `{{runs ID SIZES}}` | how many runs a construction takes, with its first columns |
//! | `{{algorithms CATEGORY}}` | the algorithms of a category, with links |
//! | `{{totals ENGINE SIZES [torus] [d=3]}}` | totals of an engine, counted and recounted |
//! | `{{tree ID N [first] …}}`, `{{trace ID N …}}`, `{{moments ID N …}}`, `{{boards ID SIZES …}}` | pictures of a run |
//! | `{{placement N COLUMNS words…}}`, `{{levels ROWS words…}}` | a drawn board, a drawn table |
//!
//! SIZES are `4..8` or `8,20,50`.

mod card;
mod measure;
mod picture;
mod totals;

use anyhow::{Context, Result, anyhow, bail, ensure};
use bezzel::{AlgorithmsRequest, Card, Instead, SettingValue, SettingValues, algorithms};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A source with all generated content.
pub struct Included {
    /// The Markdown.
    pub text: String,
    /// The pictures drawn for it, by their paths in the book.
    pub pictures: BTreeMap<String, Vec<u8>>,
}

/// Inserts the generated content into a source. `path` is its path in `docs/`.
pub fn expand(path: &str, text: &str) -> Result<Included> {
    let root = "../".repeat(path.matches('/').count());
    let mut included = Included { text: String::new(), pictures: BTreeMap::new() };
    let mut in_code = false;
    for (number, line) in (1..).zip(text.lines()) {
        in_code ^= line.starts_with("```");
        match line.strip_prefix("{{").and_then(|line| line.strip_suffix("}}")) {
            Some(words) if !in_code => {
                let page = Page { root: &root, text, pictures: &mut included.pictures };
                let block = page.block(words).with_context(|| format!("line {number}: {line}"))?;
                // A blank line on either side makes it a separate block.
                included.text.push_str(&format!("\n{block}\n\n"));
            }
            _ => {
                included.text.push_str(line);
                included.text.push('\n');
            }
        }
    }
    Ok(included)
}

/// The paths of the pictures that a source draws, known without drawing them.
pub fn drawn(text: &str) -> impl Iterator<Item = String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("{{")?.strip_suffix("}}"));
    lines.filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (kind, words) = words.split_first()?;
        picture::path(kind, words)
    })
}

/// The page that receives the content.
struct Page<'a> {
    /// The relative path to the book's folder.
    root: &'a str,
    text: &'a str,
    pictures: &'a mut BTreeMap<String, Vec<u8>>,
}

impl Page<'_> {
    fn block(mut self, words: &str) -> Result<String> {
        let (name, rest) = words.split_once(' ').unwrap_or((words, ""));
        let words: Vec<&str> = rest.split_whitespace().collect();
        match name {
            "card" => card::card(self.root, self.text, &words),
            "pseudocode" => card::pseudocode(&words),
            "algorithms" => card::list(self.root, &words),
            "measured" => measure::measured(&words),
            "compare" => measure::compare(self.root, &words),
            "removed" => measure::removed(&words),
            "runs" => measure::runs(&words),
            "totals" => totals::totals(&words),
            "tree" => picture::tree(&mut self, &words),
            "trace" => picture::trace(&mut self, &words),
            "moments" => picture::moments(&mut self, &words),
            "boards" => picture::boards(&mut self, &words),
            "placement" => picture::placement(&mut self, &words),
            "levels" => picture::levels(&mut self, &words),
            _ => bail!(
                "'{name}' cannot be included; there are card, pseudocode, algorithms, measured, \
                 compare, removed, runs, totals, tree, trace, moments, boards, placement and levels"
            ),
        }
    }
}

/// The cards of all algorithms. Finding out which sizes a construction works for takes a moment, so
/// they are made once.
pub(crate) fn cards() -> &'static [Card] {
    static CARDS: OnceLock<Vec<Card>> = OnceLock::new();
    CARDS.get_or_init(|| {
        let all = algorithms(&AlgorithmsRequest::default());
        all.expect("every algorithm has a card").algorithms
    })
}

/// The card of an algorithm.
fn find(id: &str) -> Result<&'static Card> {
    if let Some(card) = cards().iter().find(|card| card.id == id) {
        return Ok(card);
    }
    let mut request = AlgorithmsRequest::default();
    request.id = Some(id.to_owned());
    match algorithms(&request) {
        Err(error) => Err(refused(&error)),
        Ok(_) => bail!("'{id}' is not an algorithm's id"),
    }
}

/// An error of the library, with what to do instead.
fn refused(error: &bezzel::Error) -> anyhow::Error {
    anyhow!(error.render(|instead| match instead {
        Instead::Set { option, value: Some(value) } => format!("set {option} to {value}"),
        Instead::Set { option, .. } => format!("set {option}"),
        Instead::LeaveOut { option } => format!("leave {option} out"),
        Instead::Ask { verb, purpose } => format!("'bezzel {verb}' {purpose}"),
        Instead::Advice(advice) => advice.clone(),
        _ => "CONTRIBUTING.md says how pages are written".to_owned(),
    }))
}

/// An algorithm, settings and other words: `ID word… NAME=VALUE…`.
struct AlgorithmWords<'a> {
    card: &'static Card,
    settings: Vec<(&'a str, &'a str)>,
    words: Vec<&'a str>,
}

impl<'a> AlgorithmWords<'a> {
    fn read(words: &[&'a str]) -> Result<AlgorithmWords<'a>> {
        let (id, rest) = words.split_first().context("an algorithm's id is missing")?;
        let mut choice =
            AlgorithmWords { card: find(id)?, settings: Vec::new(), words: Vec::new() };
        for word in rest {
            match word.split_once('=') {
                Some(setting) => choice.settings.push(setting),
                None => choice.words.push(word),
            }
        }
        Ok(choice)
    }

    /// The algorithm with its settings, in one word.
    fn name(&self) -> String {
        format!("{}{}", self.card.id, self.chosen(":"))
    }

    /// The settings, for a request.
    fn values(&self) -> SettingValues {
        let value = |value: &str| SettingValue::from(value);
        self.settings.iter().map(|(name, text)| ((*name).to_owned(), value(text))).collect()
    }

    /// Whether the word is present; if so, it is removed.
    fn take(&mut self, word: &str) -> bool {
        let before = self.words.len();
        self.words.retain(|found| *found != word);
        self.words.len() < before
    }

    /// The only remaining word.
    fn only(&self, what: &str) -> Result<&'a str> {
        ensure!(
            self.words.len() == 1,
            "it takes {what} after the id, not '{}'",
            self.words.join(" ")
        );
        Ok(self.words[0])
    }

    /// The settings in words, after a prefix.
    fn chosen(&self, before: &str) -> String {
        let settings: Vec<String> =
            self.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if settings.is_empty() { String::new() } else { format!("{before}{}", settings.join(",")) }
    }
}

/// `4..8`, `8,20,50` or one number.
fn sizes(text: &str) -> Result<Vec<u64>> {
    let number = |text: &str| {
        text.parse::<u64>()
            .with_context(|| format!("'{text}' is not a size; write 4..8 or 8,20,50"))
    };
    match text.split_once("..") {
        Some((first, last)) => Ok((number(first)?..=number(last)?).collect()),
        None => text.split(',').map(number).collect(),
    }
}

/// A size that an ordinary board can have.
fn side(text: &str) -> Result<u32> {
    let sides = sizes(text)?;
    ensure!(sides.len() == 1, "'{text}' is not one size");
    Ok(u32::try_from(sides[0])?)
}

/// A number with its digits in groups of three.
fn grouped(number: impl ToString + Copy) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A table of numbers with a caption below it.
fn number_table(headings: &[String], rows: &[Vec<String>], caption: &str) -> String {
    let cells = |tag: &str, cells: &[String]| -> String {
        cells.iter().map(|cell| format!("<{tag}>{cell}</{}>", &tag[..2])).collect()
    };
    let mut html = String::from(
        "<div class=\"wide\" role=\"region\" aria-label=\"table\" tabindex=\"0\"><table class=\"numbers\">\n",
    );
    html.push_str(&format!("<caption>{caption}</caption>\n"));
    html.push_str(&format!(
        "<thead><tr>{}</tr></thead>\n<tbody>\n",
        cells("th scope=\"col\"", headings)
    ));
    for row in rows {
        html.push_str(&format!("<tr>{}</tr>\n", cells("td", row)));
    }
    html.push_str("</tbody></table></div>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_numbers() {
        assert_eq!(sizes("4..7").unwrap(), [4, 5, 6, 7]);
        assert_eq!(sizes("8,20").unwrap(), [8, 20]);
        assert!(sizes("x").unwrap_err().to_string().contains("4..8"));
        assert_eq!([7, 1000, 1_234_567].map(grouped), ["7", "1,000", "1,234,567"]);
    }

    #[test]
    fn generated_content_is_inserted_and_code_is_left_alone() {
        let page = "# Wirth's recursive algorithm\n{{card wirth}}\n{{measured wirth 8..8}}\n```\n{{card x}}\n```\n";
        let included = expand("algorithms/wirth.md", page).unwrap();
        assert!(included.text.contains("<dl class=\"card\">"));
        assert!(included.text.contains("<td>15,720</td>"), "{}", included.text);
        assert!(included.text.contains("```\n{{card x}}\n```"));
    }

    #[test]
    fn faults_name_the_line_and_what_would_be_right() {
        let fault = |text: &str| {
            let Err(error) = expand("a.md", text) else { panic!("'{text}' is wrong") };
            format!("{error:#}")
        };
        assert!(fault("\n{{cards wirth}}").contains("line 2"));
        assert!(fault("{{cards wirth}}").contains("there are card"));
        assert!(fault("{{card wirht}}").contains("wirth"));
        assert!(fault("# Wrong\n{{card wirth}}").contains("# Wirth's recursive algorithm"));
        assert!(fault("{{measured wirth x}}").contains("4..8"));
    }
}
