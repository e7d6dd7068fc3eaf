//! The page around the text: title, contents, links to the previous and next page.

use crate::escape;
use crate::include::cards;
use crate::render::target;
use crate::summary::{Chapter, Entry};

/// One page of the book.
pub struct Page<'a> {
    /// Its place in the table of contents.
    pub chapter: &'a Chapter,
    /// The page before it.
    pub before: Option<&'a Chapter>,
    /// The page after it.
    pub after: Option<&'a Chapter>,
    /// The address of the workstation that serves the book, if one does.
    pub workstation: Option<&'a str>,
    /// Its text as HTML.
    pub body: &'a str,
}

impl Page<'_> {
    /// The complete page.
    ///
    /// The contents come after the text, so that a reader on a phone or with a screen reader gets
    /// the text first; a wide screen shows them on the left.
    pub fn html(&self, summary: &[Entry]) -> String {
        let root = self.root();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title} · Bezzel</title>\n\
             <link rel=\"icon\" href=\"data:,\">\n\
             <link rel=\"stylesheet\" href=\"{root}book.css\">\n</head>\n<body>\n\
             <header><a class=\"name\" href=\"{root}index.html\"><span aria-hidden=\"true\">♛</span> Bezzel</a>\
             {workstation}<a class=\"jump\" href=\"#contents\">Contents</a></header>\n\
             <main>\n{body}{around}</main>\n\
             <nav id=\"contents\" aria-label=\"Contents\">\n{contents}</nav>\n\
             </body>\n</html>\n",
            title = escape(&self.chapter.title),
            workstation = self.to_workstation(),
            body = self.body,
            around = self.around(),
            contents = self.contents(summary),
        )
    }

    /// A link to what the page is about in the workstation.
    fn to_workstation(&self) -> String {
        let Some(address) = self.workstation else {
            return String::new();
        };
        let (place, words) = match self.algorithm() {
            Some(id) => (format!("#learn?algorithm={id}"), "Step it"),
            None if self.chapter.path.starts_with("papers/") => {
                ("#papers".to_owned(), "Compute its tables")
            }
            None => (String::new(), "Workstation"),
        };
        format!("<a class=\"station\" href=\"{address}{place}\">{words}</a>")
    }

    /// The algorithm this page is about.
    fn algorithm(&self) -> Option<&str> {
        let id = self.chapter.path.strip_prefix("algorithms/")?.strip_suffix(".md")?;
        cards().iter().any(|card| card.id == id).then_some(id)
    }

    /// The relative path from this page to the folder of the book.
    fn root(&self) -> String {
        "../".repeat(self.chapter.path.matches('/').count())
    }

    fn link(&self, chapter: &Chapter) -> String {
        format!("{}{}", self.root(), target(&chapter.path))
    }

    fn around(&self) -> String {
        let one = |chapter: Option<&Chapter>, rel: &str, sign: [&str; 2]| {
            chapter.map_or(String::from("<span></span>"), |chapter| {
                let (link, title) = (self.link(chapter), escape(&chapter.title));
                format!("<a rel=\"{rel}\" href=\"{link}\">{}{title}{}</a>", sign[0], sign[1])
            })
        };
        format!(
            "<nav class=\"around\" aria-label=\"Neighbouring pages\">{}{}</nav>\n",
            one(self.before, "prev", ["← ", ""]),
            one(self.after, "next", ["", " →"])
        )
    }

    /// The table of contents: an entry with subpages can be folded, and is open if it contains this
    /// page.
    fn contents(&self, summary: &[Entry]) -> String {
        let mut html = String::new();
        let mut listing = false;
        let mut place = 0;
        while place < summary.len() {
            match &summary[place] {
                Entry::Part(title) => {
                    html.push_str(if listing { "</ul>\n" } else { "" });
                    listing = false;
                    html.push_str(&format!("<h2>{}</h2>\n", escape(title)));
                    place += 1;
                }
                Entry::Chapter(chapter) => {
                    html.push_str(if listing { "" } else { "<ul>\n" });
                    listing = true;
                    let below: Vec<&Chapter> = (summary[place + 1..].iter())
                        .map_while(|entry| match entry {
                            Entry::Chapter(chapter) if chapter.depth == 1 => Some(chapter),
                            _ => None,
                        })
                        .collect();
                    html.push_str(&self.group(chapter, &below));
                    place += 1 + below.len();
                }
            }
        }
        html.push_str(if listing { "</ul>\n" } else { "" });
        html
    }

    fn group(&self, chapter: &Chapter, below: &[&Chapter]) -> String {
        let item = |chapter: &Chapter| {
            let here =
                if chapter.path == self.chapter.path { " aria-current=\"page\"" } else { "" };
            format!("<a href=\"{}\"{here}>{}</a>", self.link(chapter), escape(&chapter.title))
        };
        if below.is_empty() {
            return format!("<li>{}</li>\n", item(chapter));
        }
        let is_here = |chapter: &&Chapter| chapter.path == self.chapter.path;
        let open = if below.iter().any(is_here) || is_here(&chapter) { " open" } else { "" };
        let list: String =
            below.iter().map(|chapter| format!("<li>{}</li>\n", item(chapter))).collect();
        format!(
            "<li><details{open}><summary>{}</summary>\n<ul>\n<li>{}</li>\n{list}</ul></details></li>\n",
            escape(&chapter.title),
            item(&Chapter { title: "Overview".to_owned(), ..chapter.clone() }),
        )
    }
}
