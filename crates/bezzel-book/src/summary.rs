//! The table of contents, `SUMMARY.md`, in a format that mdBook can also read.

use anyhow::{Result, bail};

/// One line of the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The title of a part.
    Part(String),
    /// A page.
    Chapter(Chapter),
}

/// A page in the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Its name in the table.
    pub title: String,
    /// Its file, relative to `docs/`.
    pub path: String,
    /// Its depth below other pages: 0 or 1.
    pub depth: usize,
}

/// Reads the table: `# Part`, `- [Title](file.md)`, indented by two more spaces for a subpage.
pub fn read(text: &str) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line == "# Summary" {
            continue;
        }
        if let Some(title) = line.strip_prefix("# ") {
            entries.push(Entry::Part(title.to_owned()));
            continue;
        }
        let (depth, rest) = match line.strip_prefix("  - ") {
            Some(rest) => (1, rest),
            None => (0, line.strip_prefix("- ").unwrap_or(line)),
        };
        let link = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(')'));
        let Some((title, path)) = link.and_then(|link| link.split_once("](")) else {
            bail!(
                "SUMMARY.md, line {number}: '{line}' is neither '# Part' nor '- [Title](file.md)'"
            );
        };
        if depth == 1 && !matches!(entries.last(), Some(Entry::Chapter(_))) {
            bail!("SUMMARY.md, line {number}: '{title}' is not below a page");
        }
        entries.push(Entry::Chapter(Chapter {
            title: title.to_owned(),
            path: path.to_owned(),
            depth,
        }));
    }
    Ok(entries)
}

/// The pages of the table, in order.
pub fn chapters(entries: &[Entry]) -> impl Iterator<Item = &Chapter> {
    entries.iter().filter_map(|entry| match entry {
        Entry::Chapter(chapter) => Some(chapter),
        Entry::Part(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_pages_and_pages_below_them() {
        let text = "# Summary\n\n[Start](README.md)\n\n# Part\n\n- [A](a.md)\n  - [B](b/c.md)\n";
        let read = read(text).unwrap();
        let chapter = |title: &str, path: &str, depth| {
            Entry::Chapter(Chapter { title: title.to_owned(), path: path.to_owned(), depth })
        };
        let part = Entry::Part("Part".to_owned());
        let expected = [
            chapter("Start", "README.md", 0),
            part,
            chapter("A", "a.md", 0),
            chapter("B", "b/c.md", 1),
        ];
        assert_eq!(read, expected);
        assert_eq!(chapters(&read).count(), 3);
    }

    #[test]
    fn a_wrong_line_of_the_table_is_named() {
        let error = read("- [A](a.md)\nwords\n").unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("words"), "{error}");
        assert!(read("# Part\n  - [B](b.md)").is_err());
    }
}
