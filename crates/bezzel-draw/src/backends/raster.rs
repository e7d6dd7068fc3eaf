//! Pixels: the scene painted with tiny-skia, text as outlines of the embedded font.
//!
//! Painting the scene directly, instead of its SVG with resvg, avoids a parser and a text shaper:
//! five small crates instead of fifty, and no fonts are read from the machine.

use crate::color::{Color, PAPER};
use crate::font;
use crate::geometry::{self, QUEEN_RIM, QUEEN_SIDE};
use crate::scene::{Ink, Item, Path, Scene, Segment, Text};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

/// An opaque picture made of pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue and alpha of each pixel, row by row.
    pub rgba: Vec<u8>,
}

/// A scene being painted.
pub(super) struct Canvas {
    pixmap: Pixmap,
    scale: f32,
}

/// Paints a scene, with this many pixels per unit.
#[must_use]
pub fn paint(scene: &Scene, scale: f64) -> Raster {
    let mut canvas = Canvas::new(scene.width, scene.height, scale);
    canvas.items(&scene.items);
    canvas.raster()
}

impl Canvas {
    pub(super) fn new(width: f64, height: f64, scale: f64) -> Canvas {
        let pixels = |length: f64| ((length * scale).ceil() as u32).max(1);
        let mut pixmap =
            Pixmap::new(pixels(width), pixels(height)).expect("sizes were checked before painting");
        pixmap.fill(tiny_skia::Color::from_rgba8(PAPER.r, PAPER.g, PAPER.b, 255));
        Canvas { pixmap, scale: scale as f32 }
    }

    /// A copy to paint more on.
    pub(super) fn fork(&self) -> Canvas {
        Canvas { pixmap: self.pixmap.clone(), scale: self.scale }
    }

    /// Width and height in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.pixmap.width(), self.pixmap.height())
    }

    /// The pixels. The page is opaque, so nothing has to be divided by alpha.
    pub(super) fn raster(self) -> Raster {
        let (width, height) = (self.pixmap.width(), self.pixmap.height());
        Raster { width, height, rgba: self.pixmap.take() }
    }

    pub(super) fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Group { items, .. } => self.items(items),
                Item::Path { path, ink } => self.path(path, ink, Transform::identity()),
                Item::Rect { x, y, width, height, radius, ink } => {
                    let path = geometry::rounded(*x, *y, *width, *height, *radius);
                    self.path(&path, ink, Transform::identity());
                }
                Item::Circle { x, y, radius, ink } => {
                    let mut path = Path::default();
                    geometry::circle(&mut path, *x, *y, *radius);
                    self.path(&path, ink, Transform::identity());
                }
                Item::Queen { x, y, side, fill, rim } => {
                    let (queen, scale) = (geometry::queen(), side / QUEEN_SIDE);
                    let place = Transform::from_translate(*x as f32, *y as f32)
                        .pre_scale(scale as f32, scale as f32);
                    self.path(&queen, &Ink::stroke(*rim, QUEEN_RIM), place);
                    self.path(&queen, &Ink::fill(*fill), place);
                }
                Item::Text(text) => self.text(text),
            }
        }
    }

    fn text(&mut self, text: &Text) {
        let outline = font::outline(&text.text, text.size, text.bold);
        let mut place = Transform::from_translate(text.x as f32, text.y as f32);
        if text.upright {
            place = place.pre_rotate(-90.0);
        }
        let place = place.pre_translate(text.start_offset() as f32, 0.0);
        self.path(&outline, &Ink::fill(text.fill), place);
    }

    fn path(&mut self, path: &Path, ink: &Ink, place: Transform) {
        let mut builder = PathBuilder::with_capacity(path.parts.len(), path.parts.len() * 2);
        for part in &path.parts {
            match *part {
                Segment::Move(x, y) => builder.move_to(x as f32, y as f32),
                Segment::Line(x, y) => builder.line_to(x as f32, y as f32),
                Segment::Curve(a, b, c, d, x, y) => {
                    let [a, b, c, d, x, y] = [a, b, c, d, x, y].map(|part| part as f32);
                    builder.cubic_to(a, b, c, d, x, y);
                }
                Segment::Close => builder.close(),
            }
        }
        // An empty path, such as that of a space, paints nothing.
        let Some(path) = builder.finish() else { return };
        let place = place.post_scale(self.scale, self.scale);
        if let Some(color) = ink.fill {
            self.pixmap.fill_path(&path, &paint_of(color), FillRule::Winding, place, None);
        }
        if let Some(line) = &ink.stroke {
            let dash: Vec<f32> = line.dash.iter().map(|&length| length as f32).collect();
            let stroke = Stroke {
                width: line.width as f32,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                dash: StrokeDash::new(dash, 0.0),
                ..Stroke::default()
            };
            self.pixmap.stroke_path(&path, &paint_of(line.color), &stroke, place, None);
        }
    }
}

fn paint_of(color: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color.r, color.g, color.b, 255);
    paint
}
