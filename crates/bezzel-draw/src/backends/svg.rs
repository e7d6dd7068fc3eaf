//! SVG: plain attributes, no style sheets, the same bytes for the same scene.

use super::{number, printable};
use crate::geometry::{self, QUEEN_RIM, QUEEN_SIDE};
use crate::scene::{Anchor, Ink, Item, Path, Scene, Segment, Text};
use std::fmt::Write;

/// Fonts with the widths used for the layout, then any sans-serif font.
const FAMILY: &str = "Arimo, 'Liberation Sans', Helvetica, Arial, sans-serif";

/// The scene as an SVG document.
#[must_use]
pub fn write(scene: &Scene) -> String {
    let mut body = String::new();
    items(&mut body, &scene.items, 0);
    document(scene, &body)
}

/// A document around the markup of a scene's items.
pub(super) fn document(scene: &Scene, body: &str) -> String {
    let (width, height) = (number(scene.width), number(scene.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FAMILY}\">\n"
    );
    let _ = writeln!(out, "<title>{}</title>", escape(&scene.title));
    if !scene.description.is_empty() {
        let _ = writeln!(out, "<desc>{}</desc>", escape(&scene.description));
    }
    if body.contains("#bezzel-queen") {
        // The same id for the same queen in every picture: pictures may share a page.
        let _ = writeln!(
            out,
            "<defs><path id=\"bezzel-queen\" d=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" \
             paint-order=\"stroke\"/></defs>",
            data(&geometry::queen()),
            number(QUEEN_RIM)
        );
    }
    let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
    out.push_str(body);
    out.push_str("</svg>\n");
    out
}

pub(super) fn items(out: &mut String, list: &[Item], depth: usize) {
    for item in list {
        for _ in 0..depth {
            out.push(' ');
        }
        // Writing to a string cannot fail.
        match item {
            Item::Group { title, items: inner } => {
                out.push_str("<g>");
                if !title.is_empty() {
                    let _ = write!(out, "<title>{}</title>", escape(title));
                }
                out.push('\n');
                items(out, inner, depth + 1);
                for _ in 0..depth {
                    out.push(' ');
                }
                out.push_str("</g>\n");
            }
            Item::Path { path, ink } => {
                let _ = writeln!(out, "<path d=\"{}\"{}/>", data(path), attributes(ink));
            }
            Item::Rect { x, y, width, height, radius, ink } => {
                let round = match *radius {
                    0.0 => String::new(),
                    radius => format!(" rx=\"{}\"", number(radius)),
                };
                let _ = writeln!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{round}{}/>",
                    number(*x),
                    number(*y),
                    number(*width),
                    number(*height),
                    attributes(ink)
                );
            }
            Item::Circle { x, y, radius, ink } => {
                let _ = writeln!(
                    out,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
                    number(*x),
                    number(*y),
                    number(*radius),
                    attributes(ink)
                );
            }
            Item::Queen { x, y, side, fill, rim } => {
                let scale = (side / QUEEN_SIDE * 10_000.0).round() / 10_000.0;
                let _ = writeln!(
                    out,
                    "<use href=\"#bezzel-queen\" transform=\"translate({} {}) scale({scale})\" \
                     fill=\"{}\" stroke=\"{}\"/>",
                    number(*x),
                    number(*y),
                    fill.css(),
                    rim.css()
                );
            }
            Item::Text(words) => text(out, words),
        }
    }
}

fn text(out: &mut String, words: &Text) {
    let place = if words.upright {
        format!("transform=\"translate({} {}) rotate(-90)\"", number(words.x), number(words.y))
    } else {
        format!("x=\"{}\" y=\"{}\"", number(words.x), number(words.y))
    };
    let anchor = match words.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let bold = if words.bold { " font-weight=\"bold\"" } else { "" };
    let _ = writeln!(
        out,
        "<text {place} font-size=\"{}\"{anchor}{bold} fill=\"{}\">{}</text>",
        number(words.size),
        words.fill.css(),
        escape(&words.text)
    );
}

fn attributes(ink: &Ink) -> String {
    let mut text = match ink.fill {
        Some(color) => format!(" fill=\"{}\"", color.css()),
        None => " fill=\"none\"".to_owned(),
    };
    if let Some(stroke) = &ink.stroke {
        let _ = write!(
            text,
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
            stroke.color.css(),
            number(stroke.width)
        );
        if !stroke.dash.is_empty() {
            let dash: Vec<String> = stroke.dash.iter().map(|&length| number(length)).collect();
            let _ = write!(text, " stroke-dasharray=\"{}\"", dash.join(" "));
        }
    }
    text
}

/// The `d` attribute of a path; vertical and horizontal lines in their short form.
fn data(path: &Path) -> String {
    let mut text = String::new();
    let mut at = (String::new(), String::new());
    for part in &path.parts {
        match *part {
            Segment::Move(x, y) => {
                at = (number(x), number(y));
                let _ = write!(text, "M{} {}", at.0, at.1);
            }
            Segment::Line(x, y) => {
                let to = (number(x), number(y));
                let _ = match (to.0 == at.0, to.1 == at.1) {
                    (true, _) => write!(text, "V{}", to.1),
                    (_, true) => write!(text, "H{}", to.0),
                    _ => write!(text, "L{} {}", to.0, to.1),
                };
                at = to;
            }
            Segment::Curve(a, b, c, d, x, y) => {
                at = (number(x), number(y));
                let [a, b, c, d] = [a, b, c, d].map(number);
                let _ = write!(text, "C{a} {b} {c} {d} {} {}", at.0, at.1);
            }
            Segment::Close => text.push('Z'),
        }
    }
    text
}

pub(super) fn escape(text: &str) -> String {
    printable(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
