//! The scene: shapes and text on a page, which every back-end writes in its own format.
//!
//! Lengths are CSS pixels, the origin is the upper left corner. Hatches are shapes like any other
//! (see [`hatch`](crate::hatch)), so that no back-end needs patterns.

use crate::color::Color;

/// A picture: its page, its name, and its items, back to front.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width of the page.
    pub width: f64,
    /// Height of the page.
    pub height: f64,
    /// The accessible name, in a few words.
    pub title: String,
    /// One or two sentences for people who cannot see it.
    pub description: String,
    /// Back to front.
    pub items: Vec<Item>,
}

/// An item of a scene.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A group of items with a title that is shown on hover.
    Group {
        /// Its title.
        title: String,
        /// Back to front.
        items: Vec<Item>,
    },
    /// Any outline.
    Path {
        /// The outline.
        path: Path,
        /// How it is painted.
        ink: Ink,
    },
    /// An axis-parallel rectangle.
    Rect {
        /// Left edge.
        x: f64,
        /// Upper edge.
        y: f64,
        /// Width.
        width: f64,
        /// Height.
        height: f64,
        /// Radius of the corners.
        radius: f64,
        /// How it is painted.
        ink: Ink,
    },
    /// A circle.
    Circle {
        /// Centre.
        x: f64,
        /// Centre.
        y: f64,
        /// Radius.
        radius: f64,
        /// How it is painted.
        ink: Ink,
    },
    /// A chess queen in a square, filling most of it.
    Queen {
        /// Centre of the square.
        x: f64,
        /// Centre of the square.
        y: f64,
        /// Side of the square.
        side: f64,
        /// Body.
        fill: Color,
        /// Rim.
        rim: Color,
    },
    /// A line of text.
    Text(Text),
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Where it is anchored.
    pub x: f64,
    /// Its baseline.
    pub y: f64,
    /// Size of the font.
    pub size: f64,
    /// Which end is at `x`.
    pub anchor: Anchor,
    /// Bold or regular.
    pub bold: bool,
    /// Rotated by 90° counterclockwise, as along a vertical axis.
    pub upright: bool,
    /// Colour.
    pub fill: Color,
    /// The words.
    pub text: String,
}

/// Which part of a text is at its anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// How a shape is painted: inside, outline, or both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ink {
    /// Inside.
    pub fill: Option<Color>,
    /// Outline.
    pub stroke: Option<Stroke>,
}

/// An outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub color: Color,
    /// Width.
    pub width: f64,
    /// Lengths of dashes and gaps in turn; none for a solid line.
    pub dash: Vec<f64>,
}

/// An outline made of lines and curves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Its parts, in order.
    pub parts: Vec<Segment>,
}

/// A part of a path; coordinates are absolute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Start here.
    Move(f64, f64),
    /// A line to here.
    Line(f64, f64),
    /// A cubic curve with two control points to the last point.
    Curve(f64, f64, f64, f64, f64, f64),
    /// Back to the start of this piece.
    Close,
}

impl Scene {
    /// An empty page.
    #[must_use]
    pub fn new(width: f64, height: f64, title: impl Into<String>) -> Scene {
        Scene { width, height, title: title.into(), description: String::new(), items: Vec::new() }
    }

    /// Adds an item in front of the others.
    pub fn add(&mut self, item: impl Into<Item>) {
        self.items.push(item.into());
    }

    /// The number of shapes and texts, a measure of the viewer's work.
    #[must_use]
    pub fn elements(&self) -> usize {
        fn count(items: &[Item]) -> usize {
            items
                .iter()
                .map(|item| match item {
                    Item::Group { items, .. } => count(items),
                    Item::Path { path, .. } => 1 + path.parts.len() / 8,
                    _ => 1,
                })
                .sum()
        }
        count(&self.items)
    }
}

impl Ink {
    /// Filled.
    #[must_use]
    pub fn fill(color: Color) -> Ink {
        Ink { fill: Some(color), stroke: None }
    }

    /// Outlined.
    #[must_use]
    pub fn stroke(color: Color, width: f64) -> Ink {
        Ink { fill: None, stroke: Some(Stroke { color, width, dash: Vec::new() }) }
    }

    /// Outlined with dashes.
    #[must_use]
    pub fn dashed(color: Color, width: f64, dash: &[f64]) -> Ink {
        Ink { fill: None, stroke: Some(Stroke { color, width, dash: dash.to_vec() }) }
    }

    /// The same with an outline as well.
    #[must_use]
    pub fn and_stroke(mut self, color: Color, width: f64) -> Ink {
        self.stroke = Some(Stroke { color, width, dash: Vec::new() });
        self
    }
}

impl Item {
    /// An axis-parallel rectangle with sharp corners.
    #[must_use]
    pub fn rect(x: f64, y: f64, width: f64, height: f64, ink: Ink) -> Item {
        Item::Rect { x, y, width, height, radius: 0.0, ink }
    }

    /// A straight line.
    #[must_use]
    pub fn line(from: (f64, f64), to: (f64, f64), ink: Ink) -> Item {
        Item::Path { path: Path::open(&[from, to]), ink }
    }

    /// A circle.
    #[must_use]
    pub fn circle(center: (f64, f64), radius: f64, ink: Ink) -> Item {
        Item::Circle { x: center.0, y: center.1, radius, ink }
    }

    /// A polygon.
    #[must_use]
    pub fn polygon(points: &[(f64, f64)], ink: Ink) -> Item {
        Item::Path { path: Path::closed(points), ink }
    }
}

impl From<Text> for Item {
    fn from(text: Text) -> Item {
        Item::Text(text)
    }
}

impl Text {
    /// Dark regular text that starts at a point.
    #[must_use]
    pub fn new(x: f64, y: f64, size: f64, text: impl Into<String>) -> Text {
        Text {
            x,
            y,
            size,
            anchor: Anchor::Start,
            bold: false,
            upright: false,
            fill: crate::color::INK,
            text: text.into(),
        }
    }

    /// The same, centred horizontally on its point.
    #[must_use]
    pub fn middle(mut self) -> Text {
        self.anchor = Anchor::Middle;
        self
    }

    /// The same, ending at its point.
    #[must_use]
    pub fn end(mut self) -> Text {
        self.anchor = Anchor::End;
        self
    }

    /// The same in bold.
    #[must_use]
    pub fn bold(mut self) -> Text {
        self.bold = true;
        self
    }

    /// The same in another colour.
    #[must_use]
    pub fn fill(mut self, color: Color) -> Text {
        self.fill = color;
        self
    }

    /// The same, reading upwards.
    #[must_use]
    pub fn upright(mut self) -> Text {
        self.upright = true;
        self
    }

    /// Where the text starts along its own direction, whatever its anchor.
    #[must_use]
    pub fn start_offset(&self) -> f64 {
        let width = crate::font::width(&self.text, self.size, self.bold);
        match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -width / 2.0,
            Anchor::End => -width,
        }
    }
}

impl Path {
    /// Lines through these points.
    #[must_use]
    pub fn open(points: &[(f64, f64)]) -> Path {
        let mut path = Path::default();
        path.line_through(points);
        path
    }

    /// The polygon with these corners.
    #[must_use]
    pub fn closed(points: &[(f64, f64)]) -> Path {
        let mut path = Path::open(points);
        path.parts.push(Segment::Close);
        path
    }

    /// Adds lines through these points as a separate piece.
    pub fn line_through(&mut self, points: &[(f64, f64)]) {
        for (place, &(x, y)) in points.iter().enumerate() {
            self.parts.push(if place == 0 { Segment::Move(x, y) } else { Segment::Line(x, y) });
        }
    }

    /// Adds an axis-parallel rectangle.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64) {
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        self.line_through(&corners);
        self.parts.push(Segment::Close);
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}
