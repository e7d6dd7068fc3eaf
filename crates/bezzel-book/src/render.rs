//! Markdown to HTML, with an anchor on every heading and links between the pages.

use crate::escape;
use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};
use std::collections::HashMap;

/// Where the page of a source file goes: `a/b.md` to `a/b.html`, a README to the folder's index.
pub fn target(path: &str) -> String {
    let stem = path.strip_suffix(".md").unwrap_or(path);
    match stem.strip_suffix("README") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => format!("{folder}index.html"),
        _ => format!("{stem}.html"),
    }
}

/// The Markdown as the body of a page.
pub fn html(text: &str) -> String {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    let mut events: Vec<Event> = Vec::new();
    let mut taken = HashMap::new();
    // The events of the heading that is open, from its start on.
    let mut heading: Option<usize> = None;
    for event in parser {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                heading = Some(events.len());
                events.push(event);
            }
            Event::End(TagEnd::Heading(level)) => {
                let start = heading.take().expect("a heading starts before it ends");
                let words: String = events[start..].iter().filter_map(words).collect();
                let anchor = unique(&mut taken, &anchor(&words));
                events[start] = Event::Html(open(level, &anchor).into());
                events.push(Event::Html(close(level, &anchor).into()));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = page_link(link_type, dest_url);
                events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            // Wide tables scroll on their own, so that the page does not scroll sideways on a
            // phone.
            Event::Start(Tag::Table(_)) => {
                events.push(Event::Html(
                    "<div class=\"wide\" role=\"region\" aria-label=\"table\" tabindex=\"0\">"
                        .into(),
                ));
                events.push(event);
            }
            Event::End(TagEnd::Table) => {
                events.push(event);
                events.push(Event::Html("</div>\n".into()));
            }
            other => events.push(other),
        }
    }
    let mut page = String::new();
    html::push_html(&mut page, events.into_iter());
    page
}

fn words<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        _ => None,
    }
}

fn open(level: HeadingLevel, anchor: &str) -> String {
    format!("<{level} id=\"{anchor}\">")
}

/// The sign that shows the link to a heading; the title of the page needs none.
fn close(level: HeadingLevel, anchor: &str) -> String {
    match level {
        HeadingLevel::H1 => "</h1>\n".to_owned(),
        _ => format!(
            " <a class=\"anchor\" href=\"#{anchor}\" aria-label=\"link to this section\">#</a></{level}>\n"
        ),
    }
}

/// The anchor of a heading, formed as by mdBook and most hosts.
pub fn anchor(words: &str) -> String {
    (words.trim().to_lowercase().chars())
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
            _ => None,
        })
        .collect()
}

/// The anchor, with a number if another heading of the page has it.
pub fn unique(taken: &mut HashMap<String, u32>, anchor: &str) -> String {
    let times = taken.entry(anchor.to_owned()).or_insert(0);
    *times += 1;
    if *times == 1 { escape(anchor) } else { format!("{}-{}", escape(anchor), *times - 1) }
}

/// A link to a source file becomes one to its page.
fn page_link(kind: LinkType, link: CowStr<'_>) -> CowStr<'_> {
    if kind == LinkType::Email || link.contains("://") {
        return link;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
    if !file.ends_with(".md") {
        return link;
    }
    let page = target(file);
    if anchor.is_empty() { page.into() } else { format!("{page}#{anchor}").into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_their_links() {
        assert_eq!(target("a/b.md"), "a/b.html");
        assert_eq!(target("README.md"), "index.html");
        assert_eq!(target("pictures/README.md"), "pictures/index.html");
        let page =
            html("# A b\n\n## C `d`!\n\n## C d\n\n[x](../y/README.md#z) [w](https://a.b/c.md)");
        assert!(page.contains("<h1 id=\"a-b\">A b</h1>"), "{page}");
        assert!(page.contains("<h2 id=\"c-d\">C <code>d</code>!"), "{page}");
        assert!(page.contains("<h2 id=\"c-d-1\">"), "{page}");
        assert!(page.contains("href=\"../y/index.html#z\""), "{page}");
        assert!(page.contains("href=\"https://a.b/c.md\""), "{page}");
    }
}
