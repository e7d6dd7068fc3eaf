//! The embedded font: widths for layout, outlines for raster pictures.
//!
//! Arimo has the widths of Helvetica and Arial, so layouts measured here also fit in SVG and PDF
//! viewers that use their own font.

use crate::scene::{Path, Segment};
use std::sync::LazyLock;
use ttf_parser::{Face, OutlineBuilder};

static REGULAR: LazyLock<Face<'static>> = LazyLock::new(|| {
    Face::parse(include_bytes!("../fonts/Arimo-Regular.ttf"), 0).expect("the font is sound")
});
static BOLD: LazyLock<Face<'static>> = LazyLock::new(|| {
    Face::parse(include_bytes!("../fonts/Arimo-Bold.ttf"), 0).expect("the font is sound")
});

fn face(bold: bool) -> &'static Face<'static> {
    if bold { &BOLD } else { &REGULAR }
}

/// Width of a text.
#[must_use]
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    let face = face(bold);
    let units: u32 = text.chars().map(|char| advance(face, char)).sum();
    f64::from(units) * size / f64::from(face.units_per_em())
}

fn advance(face: &Face<'_>, char: char) -> u32 {
    let glyph = face.glyph_index(char).or_else(|| face.glyph_index('?'));
    glyph.and_then(|glyph| face.glyph_hor_advance(glyph)).map_or(0, u32::from)
}

/// The text truncated to a width, with an ellipsis if something is missing.
#[must_use]
pub fn fit(text: &str, size: f64, bold: bool, most: f64) -> String {
    if width(text, size, bold) <= most {
        return text.to_owned();
    }
    let mut cut = String::new();
    for char in text.chars() {
        let longer = format!("{cut}{char}…");
        if width(&longer, size, bold) > most {
            break;
        }
        cut.push(char);
    }
    cut.trim_end().to_owned() + "…"
}

/// Outlines of a text whose baseline starts at the origin, y downwards.
#[must_use]
pub fn outline(text: &str, size: f64, bold: bool) -> Path {
    let face = face(bold);
    let scale = size / f64::from(face.units_per_em());
    let mut pen = Pen { path: Path::default(), x: 0.0, scale, at: (0.0, 0.0) };
    for char in text.chars() {
        if let Some(glyph) = face.glyph_index(char).or_else(|| face.glyph_index('?')) {
            face.outline_glyph(glyph, &mut pen);
        }
        pen.x += f64::from(advance(face, char)) * scale;
    }
    pen.path
}

struct Pen {
    path: Path,
    x: f64,
    scale: f64,
    at: (f64, f64),
}

impl Pen {
    fn point(&self, x: f32, y: f32) -> (f64, f64) {
        (self.x + f64::from(x) * self.scale, -f64::from(y) * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.point(x, y);
        self.path.parts.push(Segment::Move(self.at.0, self.at.1));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = self.point(x, y);
        self.path.parts.push(Segment::Line(self.at.0, self.at.1));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        // A quadratic curve is the cubic one with its control points two thirds of the way.
        let (from, control, to) = (self.at, self.point(x1, y1), self.point(x, y));
        let toward = |end: (f64, f64)| {
            (end.0 + (control.0 - end.0) * 2.0 / 3.0, end.1 + (control.1 - end.1) * 2.0 / 3.0)
        };
        let (a, b) = (toward(from), toward(to));
        self.at = to;
        self.path.parts.push(Segment::Curve(a.0, a.1, b.0, b.1, to.0, to.1));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, to) = (self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.at = to;
        self.path.parts.push(Segment::Curve(a.0, a.1, b.0, b.1, to.0, to.1));
    }

    fn close(&mut self) {
        self.path.parts.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_helvetica() {
        // Helvetica's own metrics, in thousandths of the size: A 667, a 556, i 222, 0 556, W 944.
        for (char, expected) in [('A', 667.0), ('a', 556.0), ('i', 222.0), ('0', 556.0)] {
            let found = width(&char.to_string(), 1000.0, false);
            assert!((found - expected).abs() < 1.0, "{char}: {found}");
        }
        assert!((width("W", 1000.0, true) - 944.0).abs() < 1.0);
    }

    #[test]
    fn a_cut_text_fits_and_says_so() {
        let cut = fit("the state-space tree of four queens", 10.0, false, 80.0);
        assert!(cut.ends_with('…') && width(&cut, 10.0, false) <= 80.0, "{cut}");
        assert_eq!(fit("short", 10.0, false, 80.0), "short");
    }

    #[test]
    fn the_font_has_every_character_in_use() {
        for char in ('!'..='~').chain("×·–—…±²³éü".chars()) {
            assert!(face(false).glyph_index(char).is_some(), "{char} is missing");
            assert!(!outline(&char.to_string(), 10.0, true).is_empty(), "{char} has no outline");
        }
    }
}
