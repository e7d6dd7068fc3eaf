//! Shapes as paths, for back-ends that support only paths: circles, rectangles, the queen.

use crate::scene::{Item, Path, Segment};

/// The distance of a cubic curve's control points for a quarter of a circle.
const QUARTER: f64 = 0.552_284_75;

/// Adds a circle.
pub fn circle(path: &mut Path, x: f64, y: f64, r: f64) {
    let k = r * QUARTER;
    path.parts.push(Segment::Move(x + r, y));
    path.parts.push(Segment::Curve(x + r, y + k, x + k, y + r, x, y + r));
    path.parts.push(Segment::Curve(x - k, y + r, x - r, y + k, x - r, y));
    path.parts.push(Segment::Curve(x - r, y - k, x - k, y - r, x, y - r));
    path.parts.push(Segment::Curve(x + k, y - r, x + r, y - k, x + r, y));
    path.parts.push(Segment::Close);
}

/// A rectangle with round corners.
#[must_use]
pub fn rounded(x: f64, y: f64, width: f64, height: f64, radius: f64) -> Path {
    let mut path = Path::default();
    let r = radius.min(width / 2.0).min(height / 2.0);
    if r <= 0.0 {
        path.rect(x, y, width, height);
        return path;
    }
    let (right, lower, k) = (x + width, y + height, r * (1.0 - QUARTER));
    path.parts.extend([
        Segment::Move(x + r, y),
        Segment::Line(right - r, y),
        Segment::Curve(right - k, y, right, y + k, right, y + r),
        Segment::Line(right, lower - r),
        Segment::Curve(right, lower - k, right - k, lower, right - r, lower),
        Segment::Line(x + r, lower),
        Segment::Curve(x + k, lower, x, lower - k, x, lower - r),
        Segment::Line(x, y + r),
        Segment::Curve(x, y + k, x + k, y, x + r, y),
        Segment::Close,
    ]);
    path
}

/// Side of the square the queen is drawn in.
pub const QUEEN_SIDE: f64 = 100.0;
/// Width of the queen's rim in that square.
pub const QUEEN_RIM: f64 = 5.0;

/// A queen in a square of [`QUEEN_SIDE`] around the origin: a crown with five pearls on a foot.
#[must_use]
pub fn queen() -> Path {
    let mut path = Path::default();
    let crown = [
        (-25.0, 17.0),
        (-34.0, -14.0),
        (-18.0, 3.0),
        (-17.0, -25.0),
        (-5.5, 0.0),
        (0.0, -30.0),
        (5.5, 0.0),
        (17.0, -25.0),
        (18.0, 3.0),
        (34.0, -14.0),
        (25.0, 17.0),
    ];
    path.line_through(&crown);
    path.parts.push(Segment::Curve(12.0, 12.0, -12.0, 12.0, -25.0, 17.0));
    path.parts.push(Segment::Close);
    foot(&mut path);
    for (x, y) in [(-35.0, -17.5), (-17.5, -28.0), (0.0, -33.5), (17.5, -28.0), (35.0, -17.5)] {
        circle(&mut path, x, y, 5.2);
    }
    path
}

/// Adds the foot that all pieces have.
pub(crate) fn foot(path: &mut Path) {
    path.parts.extend([
        Segment::Move(-24.0, 22.0),
        Segment::Curve(-12.0, 17.0, 12.0, 17.0, 24.0, 22.0),
        Segment::Line(27.0, 34.0),
        Segment::Curve(14.0, 38.0, -14.0, 38.0, -27.0, 34.0),
        Segment::Close,
    ]);
}

/// A path moved and scaled.
#[must_use]
pub fn placed(path: &Path, x: f64, y: f64, scale: f64) -> Path {
    let at = |a: f64, b: f64| (x + a * scale, y + b * scale);
    let parts = path.parts.iter().map(|part| match *part {
        Segment::Move(a, b) => {
            let (a, b) = at(a, b);
            Segment::Move(a, b)
        }
        Segment::Line(a, b) => {
            let (a, b) = at(a, b);
            Segment::Line(a, b)
        }
        Segment::Curve(a, b, c, d, e, f) => {
            let ((a, b), (c, d), (e, f)) = (at(a, b), at(c, d), at(e, f));
            Segment::Curve(a, b, c, d, e, f)
        }
        Segment::Close => Segment::Close,
    });
    Path { parts: parts.collect() }
}

/// Moves items to another position.
#[must_use]
pub fn moved(items: Vec<Item>, dx: f64, dy: f64) -> Vec<Item> {
    items.into_iter().map(|item| shift(item, dx, dy)).collect()
}

fn shift(item: Item, dx: f64, dy: f64) -> Item {
    match item {
        Item::Group { title, items } => Item::Group { title, items: moved(items, dx, dy) },
        Item::Path { path, ink } => Item::Path { path: placed(&path, dx, dy, 1.0), ink },
        Item::Rect { x, y, width, height, radius, ink } => {
            Item::Rect { x: x + dx, y: y + dy, width, height, radius, ink }
        }
        Item::Circle { x, y, radius, ink } => Item::Circle { x: x + dx, y: y + dy, radius, ink },
        Item::Queen { x, y, side, fill, rim } => {
            Item::Queen { x: x + dx, y: y + dy, side, fill, rim }
        }
        Item::Text(mut text) => {
            text.x += dx;
            text.y += dy;
            Item::Text(text)
        }
    }
}
