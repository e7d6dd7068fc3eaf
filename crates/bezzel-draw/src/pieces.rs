//! The outlines of the pieces other than queens, in the square the queen is drawn in.

use crate::color::{Color, PAPER};
use crate::geometry::{QUEEN_RIM, QUEEN_SIDE, circle, foot, placed};
use crate::scene::{Ink, Item, Path, Segment};
use bezzel_board::{Rule, Square};

/// The piece of a rule on a square, drawn around this point; `None` for queens, which every format
/// draws in its own way.
pub(crate) fn piece(
    rule: Rule,
    square: Square,
    at: (f64, f64),
    side: f64,
    fill: Color,
) -> Option<Item> {
    let outline = match rule {
        Rule::King => king(),
        Rule::Rook => rook(),
        Rule::Bishop => bishop(),
        Rule::Amazon => amazon(),
        Rule::SemiQueen => semi_queen(),
        _ => return None,
    };
    Some(item(&outline, format!("{} on {square}", rule.piece()), at, side, fill))
}

/// A pawn on a square.
pub(crate) fn pawn(square: Square, at: (f64, f64), side: f64, fill: Color) -> Item {
    let mut path = Path::default();
    path.parts.extend([
        Segment::Move(-14.0, 18.0),
        Segment::Curve(-6.0, 8.0, -6.0, 0.0, -5.0, -6.0),
        Segment::Line(5.0, -6.0),
        Segment::Curve(6.0, 0.0, 6.0, 8.0, 14.0, 18.0),
        Segment::Close,
    ]);
    circle(&mut path, 0.0, -16.0, 11.0);
    foot(&mut path);
    item(&path, format!("pawn on {square}"), at, side, fill)
}

fn item(outline: &Path, title: String, (x, y): (f64, f64), side: f64, fill: Color) -> Item {
    let scale = side / QUEEN_SIDE;
    let ink = Ink::fill(fill).and_stroke(PAPER, QUEEN_RIM / 2.0 * scale);
    Item::Group { title, items: vec![Item::Path { path: placed(outline, x, y, scale), ink }] }
}

/// A crown of two leaves under a cross.
fn king() -> Path {
    let mut path = Path::default();
    path.parts.extend([
        Segment::Move(-20.0, 18.0),
        Segment::Curve(-44.0, -8.0, -22.0, -26.0, 0.0, -14.0),
        Segment::Curve(22.0, -26.0, 44.0, -8.0, 20.0, 18.0),
        Segment::Close,
    ]);
    closed(
        &mut path,
        &[
            (-3.0, -42.0),
            (3.0, -42.0),
            (3.0, -36.0),
            (9.0, -36.0),
            (9.0, -30.0),
            (3.0, -30.0),
            (3.0, -20.0),
            (-3.0, -20.0),
            (-3.0, -30.0),
            (-9.0, -30.0),
            (-9.0, -36.0),
            (-3.0, -36.0),
        ],
    );
    foot(&mut path);
    path
}

/// A tower with battlements.
fn rook() -> Path {
    let mut path = Path::default();
    let right = [(5.0, -22.0), (5.0, -30.0), (15.0, -30.0), (15.0, -22.0), (26.0, -22.0)];
    let wall = [(26.0, -12.0), (18.0, -6.0), (16.0, 18.0)];
    let half: Vec<(f64, f64)> = right.into_iter().chain(wall).collect();
    let left = half.iter().rev().map(|&(x, y)| (-x, y));
    let tower: Vec<(f64, f64)> = half.iter().copied().chain(left).collect();
    closed(&mut path, &tower);
    foot(&mut path);
    path
}

/// A mitre with a ball on top.
fn bishop() -> Path {
    let mut path = Path::default();
    path.parts.extend([
        Segment::Move(0.0, -34.0),
        Segment::Curve(16.0, -22.0, 24.0, -4.0, 14.0, 18.0),
        Segment::Line(-14.0, 18.0),
        Segment::Curve(-24.0, -4.0, -16.0, -22.0, 0.0, -34.0),
        Segment::Close,
    ]);
    circle(&mut path, 0.0, -38.0, 4.5);
    foot(&mut path);
    path
}

/// A knight's head with pearls of the queen's crown as its mane.
fn amazon() -> Path {
    let mut path = Path::default();
    closed(
        &mut path,
        &[
            (-18.0, 18.0),
            (-12.0, -2.0),
            (-26.0, 6.0),
            (-32.0, -3.0),
            (-14.0, -24.0),
            (-11.0, -34.0),
            (-4.0, -26.0),
            (14.0, -19.0),
            (22.0, 0.0),
            (20.0, 18.0),
        ],
    );
    for (x, y) in [(5.0, -31.0), (16.0, -26.0), (25.0, -16.0), (30.0, -4.0)] {
        circle(&mut path, x, y, 5.0);
    }
    foot(&mut path);
    path
}

/// The left half of the queen's crown.
fn semi_queen() -> Path {
    let mut path = Path::default();
    closed(
        &mut path,
        &[
            (-25.0, 17.0),
            (-34.0, -14.0),
            (-18.0, 3.0),
            (-17.0, -25.0),
            (-5.5, 0.0),
            (0.0, -30.0),
            (0.0, 14.0),
        ],
    );
    for (x, y) in [(-35.0, -17.5), (-17.5, -28.0), (0.0, -33.5)] {
        circle(&mut path, x, y, 5.2);
    }
    foot(&mut path);
    path
}

fn closed(path: &mut Path, points: &[(f64, f64)]) {
    path.line_through(points);
    path.parts.push(Segment::Close);
}
