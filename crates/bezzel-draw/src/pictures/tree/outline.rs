//! The tree as indented lines of text.

use super::draw::grouped;
use super::{Kind, Tree};
use crate::backends::printable;
use std::fmt::Write;

pub(super) fn text(tree: &Tree) -> String {
    let mut out = format!("{}\n{}\n\n·\n", printable(&tree.title), tree.subtitle());
    // The stack holds nodes still to be written, with their indentation.
    let mut stack: Vec<(usize, String, bool)> = Vec::new();
    let push = |stack: &mut Vec<(usize, String, bool)>, children: &[usize], before: &str| {
        for (place, &child) in children.iter().enumerate().rev() {
            stack.push((child, before.to_owned(), place + 1 == children.len()));
        }
    };
    push(&mut stack, &tree.nodes[0].children, "");
    while let Some((number, before, last)) = stack.pop() {
        let node = &tree.nodes[number];
        let sign = match node.kind {
            Kind::Inner => "",
            Kind::DeadEnd => "  ×",
            Kind::Solution => "  ♛ solution",
            Kind::Rejected => "  refused",
        };
        let column = node.square.map_or_else(String::new, |square| square.column.to_string());
        let hidden = match node.hidden {
            0 => String::new(),
            many => format!("  +{} ({} solutions)", grouped(many), grouped(node.hidden_solutions)),
        };
        let (branch, trunk) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let _ = writeln!(out, "{before}{branch}{column}{sign}{hidden}");
        push(&mut stack, &node.children, &format!("{before}{trunk}"));
    }
    out
}
