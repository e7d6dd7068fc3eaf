//! TikZ: a `tikzpicture` for LaTeX that needs `\usepackage{tikz}` and nothing else.

use super::{number, printable};
use crate::color::Color;
use crate::geometry::{self, QUEEN_RIM, QUEEN_SIDE};
use crate::scene::{Anchor, Ink, Item, Path, Scene, Segment, Text};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Points per pixel.
const POINT: f64 = 0.75;

/// The scene as a `tikzpicture`.
#[must_use]
pub fn write(scene: &Scene) -> String {
    let mut tikz = Tikz { body: String::new(), colors: BTreeSet::new(), queens: false };
    tikz.items(&scene.items);
    let mut out = format!("% {}\n% \\usepackage{{tikz}}\n", printable(&scene.title));
    for color in &tikz.colors {
        let _ = writeln!(out, "\\definecolor{{bz{color}}}{{HTML}}{{{}}}", color.to_uppercase());
    }
    if tikz.queens {
        let outline = data(&geometry::queen());
        let rim = number(QUEEN_RIM * POINT);
        let _ = writeln!(
            out,
            "\\tikzset{{bezzel queen/.pic={{\\path[pic actions,line width={rim}pt*#1,\
             line join=round] {outline};\\path[pic actions,draw=none] {outline};}}}}"
        );
    }
    let _ = writeln!(
        out,
        "\\begin{{tikzpicture}}[x={POINT}pt,y=-{POINT}pt,line cap=round,line join=round]"
    );
    let _ = writeln!(
        out,
        "\\useasboundingbox (0,0) rectangle ({},{});",
        number(scene.width),
        number(scene.height)
    );
    out.push_str(&tikz.body);
    out.push_str("\\end{tikzpicture}\n");
    out
}

struct Tikz {
    body: String,
    colors: BTreeSet<String>,
    queens: bool,
}

impl Tikz {
    fn color(&mut self, color: Color) -> String {
        let hex = color.css()[1..].to_owned();
        let name = format!("bz{hex}");
        self.colors.insert(hex);
        name
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Group { items, .. } => self.items(items),
                Item::Path { path, ink } => self.paint(ink, &data(path)),
                Item::Rect { x, y, width, height, radius, ink } => {
                    self.paint(ink, &data(&geometry::rounded(*x, *y, *width, *height, *radius)));
                }
                Item::Circle { x, y, radius, ink } => {
                    let circle = format!(
                        "({},{}) circle[radius={}pt]",
                        number(*x),
                        number(*y),
                        number(radius * POINT)
                    );
                    self.paint(ink, &circle);
                }
                Item::Queen { x, y, side, fill, rim } => {
                    self.queens = true;
                    let (fill, rim) = (self.color(*fill), self.color(*rim));
                    let scale = (side / QUEEN_SIDE * 10_000.0).round() / 10_000.0;
                    let _ = writeln!(
                        self.body,
                        "\\pic[fill={fill},draw={rim},scale={scale}] at ({},{}) {{bezzel queen={scale}}};",
                        number(*x),
                        number(*y)
                    );
                }
                Item::Text(text) => self.text(text),
            }
        }
    }

    fn paint(&mut self, ink: &Ink, data: &str) {
        let mut options = Vec::new();
        if let Some(fill) = ink.fill {
            options.push(format!("fill={}", self.color(fill)));
        }
        if let Some(stroke) = &ink.stroke {
            options.push(format!("draw={}", self.color(stroke.color)));
            options.push(format!("line width={}pt", number(stroke.width * POINT)));
            if !stroke.dash.is_empty() {
                let dash: Vec<String> = (stroke.dash.iter().enumerate())
                    .map(|(place, length)| {
                        let word = if place % 2 == 0 { "on" } else { "off" };
                        format!("{word} {}pt", number(length * POINT))
                    })
                    .collect();
                options.push(format!("dash pattern={}", dash.join(" ")));
            }
        }
        let _ = writeln!(self.body, "\\path[{}] {data};", options.join(","));
    }

    fn text(&mut self, text: &Text) {
        let color = self.color(text.fill);
        let anchor = match text.anchor {
            Anchor::Start => "base west",
            Anchor::Middle => "base",
            Anchor::End => "base east",
        };
        let size = number(text.size * POINT);
        let bold = if text.bold { "\\bfseries" } else { "" };
        let turned = if text.upright { ",rotate=90" } else { "" };
        let _ = writeln!(
            self.body,
            "\\node[anchor={anchor},inner sep=0pt,text={color}{turned},\
             font=\\sffamily{bold}\\fontsize{{{size}}}{{{size}}}\\selectfont] at ({},{}) {{{}}};",
            number(text.x),
            number(text.y),
            escape(&text.text)
        );
    }
}

fn data(path: &Path) -> String {
    let mut out = String::new();
    for part in &path.parts {
        let _ = match *part {
            Segment::Move(x, y) => {
                let space = if out.is_empty() { "" } else { " " };
                write!(out, "{space}({},{})", number(x), number(y))
            }
            Segment::Line(x, y) => write!(out, " -- ({},{})", number(x), number(y)),
            Segment::Curve(a, b, c, d, x, y) => {
                let [a, b, c, d, x, y] = [a, b, c, d, x, y].map(number);
                write!(out, " .. controls ({a},{b}) and ({c},{d}) .. ({x},{y})")
            }
            Segment::Close => write!(out, " -- cycle"),
        };
    }
    out
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for char in printable(text).chars() {
        match char {
            '\\' => out.push_str("\\textbackslash{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(char);
            }
            '…' => out.push_str("\\dots{}"),
            '–' | '−' => out.push_str("--"),
            '×' => out.push_str("$\\times$"),
            '·' => out.push_str("$\\cdot$"),
            _ => out.push(char),
        }
    }
    out
}
