//! The tree as a scene: a circle for each node, a triangle for hidden nodes.

use super::layout::layout;
use super::{Kind, Node, Tree, outline};
use crate::color::{FAINT, GREEN, INK, LIGHT, MUTED, PAPER, VERMILION};
use crate::scene::{Ink, Item, Path, Scene, Text};
use crate::terminal::Pen;
use crate::{DrawError, Format, Picture, font};
use bezzel_board::Instead;

/// Radius of a node.
const RADIUS: f64 = 12.0;
/// Height of a level.
const LEVEL: f64 = 60.0;
/// Maximum number of nodes of a readable picture.
const MOST: usize = 4_000;

impl Node {
    fn label(&self) -> String {
        self.square.map_or_else(String::new, |square| square.column.to_string())
    }

    fn radius(&self) -> f64 {
        match self.kind {
            Kind::Rejected => RADIUS * 0.72,
            _ if self.square.is_none() => RADIUS * 0.6,
            _ => RADIUS,
        }
    }

    /// The label under a node that hides others: how many, and how many solutions if any.
    fn summary(&self) -> Option<Vec<String>> {
        if self.hidden == 0 {
            return None;
        }
        let mut lines = vec![format!("+{}", grouped(self.hidden))];
        if self.hidden_solutions > 0 {
            lines.push(format!("{} sol.", grouped(self.hidden_solutions)));
        }
        Some(lines)
    }

    /// Half its width.
    fn half(&self) -> f64 {
        let words = self.summary().map_or(0.0, |lines| {
            lines.iter().map(|line| font::width(line, 10.0, false)).fold(0.0, f64::max)
        });
        let ring = if self.kind == Kind::Solution { 4.0 } else { 0.0 };
        (self.radius() + ring).max(words / 2.0)
    }
}

/// `1,234,567`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl Tree {
    /// Nodes on the path to a solution, shown or hidden.
    fn fruitful(&self) -> Vec<bool> {
        let mut fruitful: Vec<bool> = (self.nodes.iter())
            .map(|node| node.kind == Kind::Solution || node.hidden_solutions > 0)
            .collect();
        for number in (0..self.nodes.len()).rev() {
            let below = self.nodes[number].children.iter().any(|&child| fruitful[child]);
            fruitful[number] |= below;
        }
        fruitful
    }

    pub(super) fn subtitle(&self) -> String {
        let (nodes, solutions) = (self.count(), self.solutions());
        let noun = |number: u64, noun: &str| {
            format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
        };
        let mut text = format!("{}, {}", noun(nodes, "node"), noun(solutions, "solution"));
        let hidden: u64 = self.nodes.iter().map(|node| node.hidden).sum();
        if hidden > 0 {
            text.push_str(&format!("; {} below depth {} not shown", grouped(hidden), self.depth()));
        }
        text
    }

    fn legend(&self) -> Vec<(&'static str, Kind)> {
        let used = |kind: Kind| self.nodes.iter().any(|node| node.kind == kind);
        [("solution", Kind::Solution), ("dead end", Kind::DeadEnd), ("refused", Kind::Rejected)]
            .into_iter()
            .filter(|&(_, kind)| used(kind))
            .collect()
    }
}

/// A node of a kind at a position, with its label.
fn circle(kind: Kind, at: (f64, f64), radius: f64, label: &str) -> Vec<Item> {
    let ink = match kind {
        Kind::Inner if label.is_empty() => Ink::fill(INK),
        Kind::Inner => Ink::fill(LIGHT).and_stroke(INK, 1.3),
        Kind::DeadEnd => Ink::fill(VERMILION.tint(0.25)).and_stroke(VERMILION, 1.5),
        Kind::Solution => Ink::fill(GREEN).and_stroke(INK, 1.5),
        Kind::Rejected => Ink::fill(PAPER).and_stroke(MUTED.tint(0.6), 1.0),
    };
    let mut items = vec![Item::circle(at, radius, ink)];
    if kind == Kind::Rejected {
        // Struck through, behind the number.
        let arm = radius * 0.7;
        let (from, to) = ((at.0 - arm, at.1 + arm), (at.0 + arm, at.1 - arm));
        items.push(Item::line(from, to, Ink::stroke(MUTED.tint(0.45), 1.2)));
    }
    let color = match kind {
        Kind::Solution => PAPER,
        Kind::Rejected => MUTED,
        _ => INK,
    };
    let font = if label.len() > 2 { radius * 0.85 } else { radius * 1.05 };
    if !label.is_empty() {
        let text = Text::new(at.0, at.1 + font * 0.36, font, label).middle().fill(color);
        items.push(if kind == Kind::Solution { text.bold() } else { text }.into());
    }
    // A second mark in addition to the colour: a ring around solutions, a cross under dead ends.
    match kind {
        Kind::Solution => items.push(Item::circle(at, radius + 3.5, Ink::stroke(GREEN, 1.6))),
        Kind::DeadEnd => {
            let (x, y, arm) = (at.0, at.1 + radius + 6.5, 3.0);
            let mut path = Path::open(&[(x - arm, y - arm), (x + arm, y + arm)]);
            path.line_through(&[(x - arm, y + arm), (x + arm, y - arm)]);
            items.push(Item::Path { path, ink: Ink::stroke(VERMILION, 1.6) });
        }
        Kind::Rejected | Kind::Inner => {}
    }
    items
}

impl Picture for Tree {
    fn scene(&self) -> Result<Scene, DrawError> {
        let half: Vec<f64> = self.nodes.iter().map(Node::half).collect();
        let (x, width) = layout(self, &half);
        let (margin, side) = (18.0, 44.0);
        let top = margin + 66.0;
        let summary = self.nodes.iter().any(|node| node.hidden > 0);
        let depth = self.depth() as f64;
        let bottom = top + depth * LEVEL + RADIUS + if summary { 42.0 } else { 22.0 };
        let subtitle = self.subtitle();
        let words = font::width(&self.title, 16.0, true).max(font::width(&subtitle, 12.0, false));
        let page = (margin * 2.0 + side + width).max(words + 2.0 * margin);
        let mut scene = Scene::new(page, bottom + 36.0, self.title.clone());
        scene.description = format!(
            "{}: {subtitle}. The label of a node is the column of the queen placed.",
            self.title
        );
        scene.add(Text::new(margin, margin + 13.0, 16.0, self.title.clone()).bold());
        scene.add(Text::new(margin, margin + 32.0, 12.0, subtitle).fill(MUTED));
        let left = (page - side - width) / 2.0 + side;
        let left = left.max(margin + side);
        let at = |number: usize| (left + x[number], top + self.nodes[number].depth as f64 * LEVEL);
        for depth in 1..=self.depth() {
            let y = top + depth as f64 * LEVEL;
            scene.add(Item::line(
                (margin + side - 6.0, y),
                (left + width, y),
                Ink::stroke(FAINT.tint(0.55), 1.0),
            ));
            let label = format!("row {}", depth - 1);
            scene.add(Text::new(margin, y + 4.0, 11.0, label).fill(MUTED));
        }
        let fruitful = self.fruitful();
        let (mut plain, mut green, mut refused) =
            (Path::default(), Path::default(), Path::default());
        for (number, node) in self.nodes.iter().enumerate() {
            for &child in &node.children {
                let path = match self.nodes[child].kind {
                    Kind::Rejected => &mut refused,
                    _ if fruitful[child] => &mut green,
                    _ => &mut plain,
                };
                path.line_through(&[at(number), at(child)]);
            }
        }
        for (path, ink) in [
            (refused, Ink::dashed(MUTED.tint(0.6), 0.9, &[2.0, 3.0])),
            (plain, Ink::stroke(MUTED, 1.0)),
            (green, Ink::stroke(GREEN, 2.4)),
        ] {
            if !path.is_empty() {
                scene.add(Item::Path { path, ink });
            }
        }
        for (number, node) in self.nodes.iter().enumerate() {
            let mut items = Vec::new();
            let center = at(number);
            if let Some(lines) = node.summary() {
                items.extend(hidden(center, &lines, node.hidden_solutions > 0));
            }
            items.extend(circle(node.kind, center, node.radius(), &node.label()));
            let title = match node.square {
                Some(square) => format!("queen on {square}"),
                None => "root".to_owned(),
            };
            scene.add(Item::Group { title, items });
        }
        let (mut x, y) = (margin, bottom + 10.0);
        for (name, kind) in self.legend() {
            scene.items.extend(circle(kind, (x + 8.0, y), 6.5, " "));
            scene.add(Text::new(x + 24.0, y + 4.0, 12.0, name));
            x += 24.0 + font::width(name, 12.0, false) + 18.0;
        }
        Ok(scene)
    }

    fn text(&self, _: Pen) -> Result<String, DrawError> {
        Ok(outline::text(self))
    }

    fn admits(&self, format: Format) -> Result<(), DrawError> {
        let most = if format == Format::Tikz { 600 } else { MOST };
        if self.nodes.len() <= most {
            return Ok(());
        }
        Err(DrawError::TooLarge {
            what: format!("a tree of {} nodes", grouped(self.nodes.len() as u64)),
            medium: format.name(),
            limit: format!("{most} nodes"),
            instead: Instead::set("depth", "3"),
        })
    }
}

/// The triangle for hidden nodes, with their counts.
fn hidden(center: (f64, f64), lines: &[String], fruitful: bool) -> Vec<Item> {
    let (x, y) = center;
    let foot = y + RADIUS + 11.0;
    let color = if fruitful { GREEN } else { MUTED };
    let triangle = [(x, y), (x - 13.0, foot), (x + 13.0, foot)];
    let ink = Ink::fill(color.tint(0.2)).and_stroke(color, 1.0);
    let mut items = vec![Item::polygon(&triangle, ink)];
    for (line, text) in lines.iter().enumerate() {
        let y = foot + 11.0 + 11.0 * line as f64;
        items.push(Text::new(x, y, 10.0, text.clone()).middle().fill(INK).into());
    }
    items
}
