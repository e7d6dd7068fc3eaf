//! Full-text search over sections of the book and whatever else is given to the index.
//!
//! A few hundred sections are few enough to be read through for every question; an index on disk
//! would only be something to keep up to date.

use crate::render::{anchor, target, unique};
use crate::{Docs, summary};
use anyhow::Result;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::collections::HashMap;

/// Something that can be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What it belongs to: `book`, `algorithm`, `paper`.
    pub kind: &'static str,
    /// The title of the page, algorithm or paper.
    pub title: String,
    /// The heading of the section, empty for the start of a page.
    pub heading: String,
    /// Where it is.
    pub address: String,
    /// Its words.
    pub text: String,
}

/// A section that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit<'a> {
    /// The section.
    pub section: &'a Section,
    /// Its text around the first of the words.
    pub excerpt: String,
}

/// Sections with their words ready to be compared.
pub struct Index {
    sections: Vec<(Section, Words)>,
}

/// Words without capitals and accents.
struct Words {
    title: Vec<String>,
    heading: Vec<String>,
    text: Vec<String>,
}

/// How much a word counts in the title and in the heading; in the text it counts once for each time
/// it occurs, up to as often as this.
const TITLE: usize = 20;
const HEADING: usize = 8;
const OFTEN: usize = 5;

/// An algorithm or a paper comes before the sections about it, which name it more often.
const ITSELF: usize = TITLE + 2 * OFTEN;

/// Characters of an excerpt.
const EXCERPT: usize = 160;

impl Index {
    /// An index of these sections.
    #[must_use]
    pub fn new(sections: Vec<Section>) -> Index {
        let words = |section: &Section| Words {
            title: split(&section.title).collect(),
            heading: split(&section.heading).collect(),
            text: split(&section.text).collect(),
        };
        let ready = |section| {
            let words = words(&section);
            (section, words)
        };
        Index { sections: sections.into_iter().map(ready).collect() }
    }

    /// The sections that have every word of the question, or a longer word that begins with it; the
    /// best first.
    #[must_use]
    pub fn find(&self, question: &str, most: usize) -> Vec<Hit<'_>> {
        let asked: Vec<String> = split(question).collect();
        if asked.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (place, (section, words)) in self.sections.iter().enumerate() {
            let each: Option<Vec<usize>> = asked.iter().map(|word| words.weight(word)).collect();
            if let Some(each) = each {
                let is_itself = section.kind != "book" && section.heading.is_empty();
                let bonus = if is_itself { ITSELF } else { 0 };
                found.push((bonus + each.iter().sum::<usize>(), place));
            }
        }
        found.sort_by_key(|&(weight, place)| (std::cmp::Reverse(weight), place));
        found.truncate(most);
        let hit = |(_, place): (usize, usize)| {
            let section = &self.sections[place].0;
            Hit { section, excerpt: excerpt(&section.text, &asked) }
        };
        found.into_iter().map(hit).collect()
    }
}

impl Words {
    /// How well a word fits; `None` if it occurs nowhere.
    fn weight(&self, word: &str) -> Option<usize> {
        let times = |words: &[String]| words.iter().filter(|known| known.starts_with(word)).count();
        let is_whole = |words: &[String]| words.iter().any(|known| known == word);
        let weight = TITLE * times(&self.title).min(1)
            + HEADING * times(&self.heading).min(1)
            + times(&self.text).min(OFTEN)
            + usize::from(is_whole(&self.title)) * TITLE;
        (weight > 0).then_some(weight)
    }
}

/// The words of a text, without capitals and accents.
fn split(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word.chars().flat_map(char::to_lowercase).map(plain).collect())
}

/// The letter without its accent, for the names in the references.
fn plain(letter: char) -> char {
    match letter {
        'à'..='å' => 'a',
        'ç' | 'č' | 'ć' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' | 'ı' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ş' | 'š' => 's',
        'ù'..='ü' => 'u',
        'ž' => 'z',
        other => other,
    }
}

/// The text around the first of the words, from word to word.
fn excerpt(text: &str, asked: &[String]) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let fits = |word: &str| split(word).any(|part| asked.iter().any(|one| part.starts_with(one)));
    let first = words.iter().position(|word| fits(word)).unwrap_or(0).saturating_sub(6);
    let mut shown = String::from(if first > 0 { "… " } else { "" });
    for (place, word) in words.iter().enumerate().skip(first) {
        if shown.chars().count() + word.chars().count() > EXCERPT {
            shown.push('…');
            break;
        }
        shown.push_str(word);
        if place + 1 < words.len() {
            shown.push(' ');
        }
    }
    shown.trim_end().to_owned()
}

/// The sections of the book: one for each heading, with an address below `root`.
pub fn sections(docs: &Docs, root: &str) -> Result<Vec<Section>> {
    let mut sections = Vec::new();
    for chapter in summary::chapters(&docs.summary) {
        let page = format!("{root}{}", target(&chapter.path));
        sections.extend(of_page(&chapter.title, &page, docs.text(&chapter.path)?));
    }
    Ok(sections)
}

fn of_page(title: &str, page: &str, text: &str) -> Vec<Section> {
    // What the book inserts is about the algorithm's card, which is found as such.
    let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with("{{")).collect();
    let section = |heading: String, address: String| Section {
        kind: "book",
        title: title.to_owned(),
        heading,
        address,
        text: String::new(),
    };
    let mut found = vec![section(String::new(), page.to_owned())];
    let mut taken = HashMap::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(&kept.join("\n"), Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(level)) => {
                let words = heading.take().unwrap_or_default();
                let anchor = unique(&mut taken, &anchor(&words));
                // The title of the page is not a section of it.
                if level != HeadingLevel::H1 {
                    found.push(section(words, format!("{page}#{anchor}")));
                }
            }
            Event::Text(words) | Event::Code(words) => match &mut heading {
                Some(heading) => heading.push_str(&words),
                None => found.last_mut().expect("there is a section").text.push_str(&words),
            },
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell)
            | Event::SoftBreak
            | Event::HardBreak => {
                let into = found.last_mut().expect("there is a section");
                into.text.push(' ');
            }
            _ => {}
        }
    }
    found.retain(|section| !section.text.trim().is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> Index {
        let page = "# Wirth\n\nStepwise refinement by Güldal.\n\n{{card wirth}}\n\n## Cost\n\n\
                    All `n` rows are tested.\n\n## Cost\n\n| a | queens |\n|---|---|\n| 1 | 2 |\n";
        Index::new(of_page("Wirth", "book/wirth.html", page))
    }

    #[test]
    fn sections_have_the_addresses_of_their_headings() {
        let index = index();
        let found = index.find("rows tested", 10);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].section.address, "book/wirth.html#cost");
        assert_eq!(found[0].section.heading, "Cost");
        assert_eq!(found[0].excerpt, "All n rows are tested.");
        assert_eq!(index.find("queens", 10)[0].section.address, "book/wirth.html#cost-1");
    }

    #[test]
    fn every_word_must_occur_whatever_its_capitals_and_accents() {
        let index = index();
        assert_eq!(index.find("GULDAL refine", 10).len(), 1);
        assert_eq!(index.find("guldal cost", 10).len(), 0);
        assert_eq!(index.find("card", 10).len(), 0, "what is inserted is not searched");
        assert_eq!(index.find(" ", 10).len(), 0);
    }

    #[test]
    fn titles_come_first() {
        let section = |title: &str, text: &str| Section {
            kind: "book",
            title: title.to_owned(),
            heading: String::new(),
            address: title.to_owned(),
            text: text.to_owned(),
        };
        let often = "torus ".repeat(40);
        let index = Index::new(vec![section("Other", &often), section("The torus", "one torus")]);
        let found: Vec<&str> =
            index.find("torus", 5).iter().map(|hit| hit.section.title.as_str()).collect();
        assert_eq!(found, ["The torus", "Other"]);
        assert!(index.find("torus", 5)[1].excerpt.ends_with('…'));
    }
}
