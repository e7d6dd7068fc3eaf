//! Hatches: lines and dots inside a shape, so that meaning survives without colour.

use crate::scene::Path;

/// How a shape is hatched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hatch {
    /// Lines rising to the right.
    Rising,
    /// Lines falling to the right.
    Falling,
    /// Both.
    Cross,
    /// Vertical lines.
    Upright,
    /// Horizontal lines.
    Level,
    /// Horizontal and vertical lines.
    Grid,
}

impl Hatch {
    /// Hatches without a meaning, only for distinction; the first is no hatch.
    #[must_use]
    pub fn series(number: usize) -> Option<Hatch> {
        use Hatch::{Cross, Falling, Grid, Level, Rising, Upright};
        [None, Some(Rising), Some(Level), Some(Falling), Some(Upright), Some(Cross), Some(Grid)]
            [number % 7]
    }

    fn normals(self) -> &'static [(f64, f64)] {
        match self {
            Hatch::Rising => &[(1.0, 1.0)],
            Hatch::Falling => &[(1.0, -1.0)],
            Hatch::Cross => &[(1.0, 1.0), (1.0, -1.0)],
            Hatch::Upright => &[(1.0, 0.0)],
            Hatch::Level => &[(0.0, 1.0)],
            Hatch::Grid => &[(1.0, 0.0), (0.0, 1.0)],
        }
    }

    /// Adds the lines of the hatch inside a convex polygon to `path`, this far apart.
    ///
    /// Lines of neighbouring polygons are aligned, because all are measured from the origin.
    pub fn fill(self, corners: &[(f64, f64)], spacing: f64, path: &mut Path) {
        for &(a, b) in self.normals() {
            let length = f64::hypot(a, b);
            let (a, b) = (a / length, b / length);
            let value = |(x, y): (f64, f64)| a * x + b * y;
            let values = || corners.iter().map(|&corner| value(corner));
            let low = values().fold(f64::INFINITY, f64::min);
            let high = values().fold(f64::NEG_INFINITY, f64::max);
            let mut number = (low / spacing).floor() + 0.5;
            while number * spacing < high {
                if number * spacing > low
                    && let Some((from, to)) = chord(corners, &value, number * spacing)
                {
                    path.line_through(&[from, to]);
                }
                number += 1.0;
            }
        }
    }
}

type Point = (f64, f64);

/// Where the line `value = level` enters and leaves the polygon.
fn chord(corners: &[Point], value: &impl Fn(Point) -> f64, level: f64) -> Option<(Point, Point)> {
    let mut crossings = Vec::with_capacity(2);
    for (place, &from) in corners.iter().enumerate() {
        let to = corners[(place + 1) % corners.len()];
        let (u, v) = (value(from) - level, value(to) - level);
        if (u < 0.0) != (v < 0.0) {
            let share = u / (u - v);
            crossings.push((from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share));
        }
    }
    match crossings[..] {
        [from, to] => Some((from, to)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Segment;

    #[test]
    fn hatches_stay_inside_their_shape() {
        let square = [(10.0, 20.0), (50.0, 20.0), (50.0, 60.0), (10.0, 60.0)];
        for number in 1..7 {
            let mut path = Path::default();
            Hatch::series(number).unwrap().fill(&square, 7.0, &mut path);
            assert!(path.parts.len() >= 10, "{number}: {}", path.parts.len());
            for part in &path.parts {
                let (Segment::Move(x, y) | Segment::Line(x, y)) = *part else { panic!("{part:?}") };
                assert!((9.99..50.01).contains(&x) && (19.99..60.01).contains(&y), "{x} {y}");
            }
        }
    }
}
