//! A board as text: queens, dots and shades, with the terminal's colours if available.

use super::board::{Board, Numbers, Role};
use super::board_edges::file;
use crate::backends::printable;
use crate::color::{
    ATTACKER, BLUE, Color, DARK, DELETED, LIGHT, MUTED, OCCUPIED, THREATENED, VERMILION,
};
use crate::terminal::Pen;
use bezzel_board::{Rule, Square};
use std::collections::HashSet;
use std::fmt::Write;

/// The board with its edges; a square is two characters wide (more if cells are numbered).
pub(super) fn board(board: &Board, pen: Pen) -> String {
    let size = board.problem.size();
    let mut out = String::new();
    if let Some(caption) = &board.caption {
        let _ = writeln!(out, "{}", printable(caption));
    }
    let (edges, algebraic) = match board.numbers {
        Numbers::Edges => (true, false),
        Numbers::Algebraic => (true, true),
        Numbers::Cells | Numbers::None => (false, false),
    };
    let cells = board.numbers == Numbers::Cells;
    let column_label = |column: u32| if algebraic { file(column) } else { column.to_string() };
    let last = size.columns().saturating_sub(1);
    let wide = match (edges, cells) {
        (_, true) => size.squares().to_string().len() + 1,
        (true, _) => column_label(last).len().max(1) + 1,
        _ => 2,
    };
    let left = if edges { size.rows().to_string().len() + 1 } else { 0 };
    let squares = rows(board, pen, wide);
    for (row, line) in (0..).zip(squares) {
        if edges {
            let label = if algebraic { size.rows() - row } else { row };
            let label = format!("{label:>width$} ", width = left - 1);
            out.push_str(&pen.ink(MUTED, &label));
        }
        out.push_str(&line);
        out.push('\n');
    }
    if edges {
        let labels: String =
            (0..size.columns()).map(|column| format!("{:>wide$}", column_label(column))).collect();
        let _ = writeln!(out, "{:left$}{}", "", pen.ink(MUTED, labels.trim_end()));
    }
    if board.attacker.is_some() {
        let mut legend = String::new();
        for (role, name) in [
            (Role::Attacker, "attacker"),
            (Role::Threatened, "threatened"),
            (Role::Occupied, "occupied"),
            (Role::Deleted, "deleted"),
        ] {
            let (symbol, color) = look(role);
            let _ = write!(legend, "{} {name}  ", pen.on(color, symbol));
        }
        let _ = writeln!(out, "{}", legend.trim_end());
    }
    out
}

/// Each row of the board as text.
pub(super) fn rows(board: &Board, pen: Pen, wide: usize) -> Vec<String> {
    let size = board.problem.size();
    let roles = board.roles();
    let bad: HashSet<Square> = if board.conflicts {
        let conflicts = board.problem.conflicts(&board.placement);
        conflicts.iter().flat_map(|conflict| [conflict.first, conflict.second]).collect()
    } else {
        HashSet::new()
    };
    let cells = board.numbers == Numbers::Cells;
    // Chess fonts have no signs for the last two.
    let piece = match board.problem.rule() {
        Rule::King => "♚",
        Rule::Rook => "♜",
        Rule::Bishop => "♝",
        Rule::Amazon => "A",
        Rule::SemiQueen => "S",
        _ => "♛",
    };
    let draw = |square: Square| {
        let ground = if (square.row + square.column) % 2 == 1 { DARK } else { LIGHT };
        let role = roles.as_ref().map(|roles| roles[size.position(square) as usize]);
        let queen = board.placement.contains(square);
        let (symbol, color) = match role {
            Some(role) if role != Role::Free => look(role),
            _ if bad.contains(&square) => (piece, VERMILION),
            _ if board.problem.given().contains(square) && queen => (piece, BLUE.tint(0.5)),
            _ if queen => (piece, ground),
            _ if board.problem.pawns().contains(square) => ("♟", MUTED),
            _ if board.problem.blocked().contains(square) => ("▒", MUTED),
            _ if !board.problem.regions().is_empty() => ("", ground),
            // Colours show the squares; without them a dot does.
            _ if pen.color => (" ", ground),
            _ => ("·", ground),
        };
        let region = board.problem.regions().of(square).filter(|_| symbol.is_empty());
        let symbol = match cells && (symbol == "·" || symbol == " ") {
            true => (size.position(square) + 1).to_string(),
            false => region.map_or(symbol.to_owned(), String::from),
        };
        let padded =
            if pen.color && wide == 2 { format!("{symbol} ") } else { format!("{symbol:>wide$}") };
        pen.on(color, &padded)
    };
    (0..size.rows())
        .map(|row| (0..size.columns()).map(|column| draw(Square::new(row, column))).collect())
        .collect()
}

fn look(role: Role) -> (&'static str, Color) {
    match role {
        Role::Attacker => ("♛", ATTACKER),
        Role::Threatened => ("x", THREATENED),
        Role::Occupied => ("♕", OCCUPIED),
        Role::Deleted => ("█", DELETED),
        Role::Free => ("·", LIGHT),
    }
}
