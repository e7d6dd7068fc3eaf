//! The reports as one self-contained HTML page, with style, pictures and tables.

use crate::{Agreement, Figure, PaperReports, Report, ReproduceAnswer, Row};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bezzel_draw::contact_sheet;
use std::fmt::Write;

/// Pictures side by side on the contact sheet.
const ACROSS: usize = 4;

/// The page for these papers and the items of each that were computed.
#[must_use]
pub fn html(answer: &ReproduceAnswer) -> String {
    let papers = &answer.papers;
    let reports: Vec<&Report> = papers.iter().flat_map(|paper| &paper.items).collect();
    let mut page = String::new();
    let style = include_str!("report.css");
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>The papers on n queens, recomputed</title>\n<style>\n{style}</style>\n</head>\n\
         <body>\n"
    );
    head(papers, &reports, &mut page);
    errata(&reports, &mut page);
    sheet(&reports, &mut page);
    let mut pictures = 0;
    for paper in papers {
        let (id, title) = (paper.id, escape(paper.title));
        let year = paper.year.map_or(String::new(), |year| format!(" {year}"));
        let (authors, published) = (escape(paper.authors), escape(paper.published));
        let _ = write!(
            page,
            "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{title}</h2>\n\
             <p class=\"muted\">{authors}{year}. {published}.</p>\n"
        );
        for report in &paper.items {
            item(report, &mut pictures, &mut page);
        }
        page.push_str("</section>\n");
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn head(papers: &[PaperReports], reports: &[&Report], page: &mut String) {
    let rows: usize = reports.iter().map(|report| report.rows.len()).sum();
    let wrong = reports.iter().flat_map(|report| &report.rows).filter(|row| !row.as_expected);
    let end = match wrong.count() {
        0 => "Everything computed matches the golden tables.".to_owned(),
        number => format!("{number} rows differ from the golden tables."),
    };
    let _ = write!(
        page,
        "<header>\n<h1>The papers on n queens, recomputed</h1>\n\
         <p>{} tables, figures and claims, {rows} values: each beside what is printed, with how it \
         was computed and a command that shows it. Nothing was copied from a table: it was \
         computed for this report, by Bezzel {}. {end}</p>\n<ul class=\"figures-of-all\">\n",
        reports.len(),
        env!("CARGO_PKG_VERSION"),
    );
    for agreement in Agreement::ALL {
        let number: usize = reports.iter().map(|report| report.count(agreement)).sum();
        let (class, mark) = (class(agreement), mark(agreement));
        let count = agreement.counted(number);
        let _ = writeln!(page, "<li class=\"{class}\">{mark} {count}</li>");
    }
    page.push_str("</ul>\n</header>\n<nav aria-label=\"Items\">\n<h2>Contents</h2>\n<ul>\n");
    page.push_str("<li><a href=\"#errata\">Errors in the papers</a></li>\n");
    page.push_str("<li><a href=\"#pictures\">All pictures</a></li>\n");
    for report in papers.iter().flat_map(|paper| &paper.items) {
        let (anchor, id, title) = (anchor(report), &report.id, escape(&report.title));
        let _ = writeln!(page, "<li><a href=\"#{anchor}\">{id}</a>: {title}</li>");
    }
    page.push_str("</ul>\n</nav>\n");
}

/// All misprints and wrong claims.
fn errata(reports: &[&Report], page: &mut String) {
    page.push_str(
        "<section aria-labelledby=\"errata\">\n<h2 id=\"errata\">Errors in the papers</h2>\n\
         <div class=\"scroll\"><table>\n<caption>Misprints and wrong claims</caption>\n<thead><tr>\
         <th scope=\"col\">item</th><th scope=\"col\">what</th><th scope=\"col\">printed</th>\
         <th scope=\"col\">computed</th><th scope=\"col\">agreement</th></tr></thead>\n<tbody>\n",
    );
    for report in reports {
        for row in report.rows.iter().filter(|row| is_erratum(row)) {
            let _ = writeln!(
                page,
                "<tr><td><a href=\"#{}\">{}</a></td><th scope=\"row\">{}{}</th>{}</tr>",
                anchor(report),
                report.id,
                escape(&row.what),
                note(row),
                values(row)
            );
        }
    }
    page.push_str("</tbody>\n</table></div>\n</section>\n");
}

fn is_erratum(row: &Row) -> bool {
    matches!(row.agreement, Agreement::Misprint | Agreement::WrongClaim)
}

/// One picture of all pictures, for an overview.
fn sheet(reports: &[&Report], page: &mut String) {
    let scenes: Vec<_> = (reports.iter())
        .flat_map(|report| report.figures.iter().map(move |figure| (report, figure)))
        .map(|(report, figure)| (format!("{}: {}", report.id, figure.name), figure.scene.clone()))
        .collect();
    if scenes.is_empty() {
        return;
    }
    let png = BASE64_STANDARD.encode(contact_sheet(&scenes, ACROSS));
    let number = scenes.len();
    let _ = write!(
        page,
        "<section aria-labelledby=\"pictures\">\n<h2 id=\"pictures\">All pictures</h2>\n\
         <figure><img alt=\"A contact sheet of the {number} pictures of this report, each shown in \
         full with its item below.\" src=\"data:image/png;base64,{png}\">\n\
         <figcaption>Contact sheet; each picture follows in full with its item.</figcaption></figure>\n\
         </section>\n"
    );
}

fn item(report: &Report, pictures: &mut usize, page: &mut String) {
    let (anchor, id) = (anchor(report), &report.id);
    let (title, source) = (escape(&report.title), escape(&report.source));
    let (summary, seconds) = (report.summary(), report.seconds);
    let _ = write!(
        page,
        "<article aria-labelledby=\"{anchor}\">\n<h3 id=\"{anchor}\">{id}: {title}</h3>\n\
         <p class=\"muted\">{source}. {summary}; computed in {seconds:.1} s.</p>\n\
         <div class=\"scroll\"><table>\n<caption>{title}: printed and computed</caption>\n\
         <thead><tr><th scope=\"col\">what</th><th scope=\"col\">printed</th>\
         <th scope=\"col\">computed</th><th scope=\"col\">agreement</th>\
         <th scope=\"col\">shown by</th></tr></thead>\n"
    );
    for rows in report.rows.chunk_by(|a, b| a.how == b.how) {
        let how = escape(&rows[0].how);
        let _ = writeln!(
            page,
            "<tbody>\n<tr class=\"how\"><th colspan=\"5\" scope=\"rowgroup\">{how}</th></tr>"
        );
        for row in rows {
            let class = if row.as_expected { "" } else { " class=\"unexpected\"" };
            let (what, note, values) = (escape(&row.what), note(row), values(row));
            let as_words = if row.shown.is_empty() { "" } else { " as " };
            let command = code(&row.command) + as_words + &escape(&row.shown.join(" … "));
            let _ = writeln!(
                page,
                "<tr{class}><th scope=\"row\">{what}{note}</th>{values}<td>{command}</td></tr>"
            );
        }
        page.push_str("</tbody>\n");
    }
    page.push_str("</table></div>\n");
    if !report.figures.is_empty() {
        page.push_str("<div class=\"pictures\">\n");
        for one in &report.figures {
            *pictures += 1;
            figure(one, *pictures, page);
        }
        page.push_str("</div>\n");
    }
    page.push_str("</article>\n");
}

fn figure(figure: &Figure, number: usize, page: &mut String) {
    // Ids must be unique in the page, so each picture gets its own.
    let svg = figure.svg.replace("bezzel-queen", &format!("queen-{number}"));
    let title = escape(&figure.title);
    let (about, command) =
        (escape(figure.description.trim_end_matches('.')), code(&figure.command));
    let _ = write!(
        page,
        "<figure>\n{svg}\n<figcaption><strong>{title}.</strong> {about}.<br>{command}"
    );
    if let Some(csv) = &figure.csv {
        let csv = escape(csv);
        let _ = write!(
            page,
            "<details><summary>The numbers, as CSV</summary><pre>{csv}</pre></details>"
        );
    }
    page.push_str("</figcaption>\n</figure>\n");
}

/// The cells for printed, computed and agreement.
fn values(row: &Row) -> String {
    let cell = |value: &Option<String>| value.as_deref().map_or("–".to_owned(), escape);
    let (class, mark, agreement) = (class(row.agreement), mark(row.agreement), row.agreement);
    let expected = match (&row.expected, row.as_expected) {
        (Some(expected), false) => format!("<small>expected {}</small>", escape(expected)),
        _ => String::new(),
    };
    format!(
        "<td class=\"value\">{}</td><td class=\"value\">{}{expected}</td>\
         <td class=\"agreement {class}\">{mark} {agreement}</td>",
        cell(&row.printed),
        cell(&row.computed)
    )
}

fn note(row: &Row) -> String {
    row.note.as_deref().map_or(String::new(), |note| format!("<small>{}</small>", escape(note)))
}

/// A command; a short one stays on its line.
fn code(command: &str) -> String {
    let class = if command.len() > 46 { "" } else { " class=\"short\"" };
    format!("<code{class}>{}</code>", escape(command))
}

fn anchor(report: &Report) -> String {
    report.id.replace(['/', '.'], "-")
}

fn class(agreement: Agreement) -> String {
    agreement.name().replace(' ', "-")
}

/// A sign for each case, so that colour is not needed to distinguish them.
fn mark(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Agrees => "✓",
        Agreement::Misprint => "✎",
        Agreement::WrongClaim => "✗",
        Agreement::NotReproducible => "○",
        Agreement::NotPrinted => "·",
    }
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Depth, ReproduceRequest, reproduce};
    use bezzel::Control;

    #[test]
    fn the_page_has_rows_and_pictures_and_loads_nothing() {
        let of = |item: &str| {
            let mut request = ReproduceRequest::new();
            (request.paper, request.item) = (Some("chakiat".to_owned()), Some(item.to_owned()));
            request.depth = Depth::Quick;
            reproduce(&request, &Control::new(), &mut |_, _| ()).unwrap()
        };
        let mut answer = of("fig1");
        answer.papers[0].items.append(&mut of("fig5").papers[0].items);
        let page = html(&answer);
        assert_eq!(page.matches("<svg ").count(), 2);
        assert_eq!(page.matches("data:image/png;base64,").count(), 1);
        assert_eq!(page.matches("id=\"queen-1\"").count(), 1);
        assert!(page.contains("1 2 3 4 5 / 4 5 1 2 3 / 2 3 4 5 1"));
        for from_elsewhere in ["src=\"http", "href=\"http", "<script", "@import", "url("] {
            assert!(!page.contains(from_elsewhere), "{from_elsewhere}");
        }
        for (open, close) in [("<table", "</table>"), ("<figure", "</figure>"), ("<tr", "</tr>")] {
            assert_eq!(page.matches(open).count(), page.matches(close).count(), "{open}");
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("C <= B & \"x\""), "C &lt;= B &amp; &quot;x&quot;");
    }
}
