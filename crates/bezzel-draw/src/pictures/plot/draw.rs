//! The plot as a scene: grid, axes, lines, markers, legend.

use super::axis::{Axis, Label, Scale};
use super::{Plot, PlotPoint, Series};
use crate::backends::comma::table;
use crate::color::{Color, FAINT, INK, MUTED, PAPER, SERIES};
use crate::scene::{Ink, Item, Path, Scene, Text};
use crate::{DrawError, Format, Picture, font};
use bezzel_board::Instead;

/// Size of the plotting area.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 340.0;
/// Maximum number of lines in one plot: colours, dashes and markers repeat together after this.
const MOST: usize = 28;

fn color(number: usize) -> Color {
    SERIES[number % SERIES.len()]
}

fn dash(number: usize) -> &'static [f64] {
    const DASHES: [&[f64]; 4] = [&[], &[7.0, 4.0], &[1.5, 4.0], &[9.0, 3.0, 1.5, 3.0]];
    // Seven colours and four dashes have no common factor: all pairs occur before one repeats.
    DASHES[number % DASHES.len()]
}

/// A marker with a distinct shape; hollow if the value is only a bound.
fn marker(number: usize, at: (f64, f64), hollow: bool) -> Item {
    let (x, y) = at;
    let ink = if hollow {
        Ink::fill(PAPER).and_stroke(color(number), 1.6)
    } else {
        Ink::fill(color(number)).and_stroke(PAPER, 0.8)
    };
    let r = 4.6;
    match number % 5 {
        0 => Item::circle(at, r, ink),
        1 => Item::rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, ink),
        2 => Item::polygon(
            &[(x, y - r * 1.2), (x + r * 1.15, y + r * 0.85), (x - r * 1.15, y + r * 0.85)],
            ink,
        ),
        3 => Item::polygon(
            &[(x, y - r * 1.3), (x + r * 1.3, y), (x, y + r * 1.3), (x - r * 1.3, y)],
            ink,
        ),
        _ => Item::polygon(
            &[(x, y + r * 1.2), (x + r * 1.15, y - r * 0.85), (x - r * 1.15, y - r * 0.85)],
            ink,
        ),
    }
}

impl Plot {
    fn points(&self) -> impl Iterator<Item = &PlotPoint> {
        self.series.iter().flat_map(|series| &series.points)
    }

    /// All values that the vertical axis must cover.
    fn heights(&self) -> impl Iterator<Item = f64> {
        let spread = self.series.iter().flat_map(|series| &series.spread);
        self.points().map(|point| point.y).chain(spread.flat_map(|&(_, least, most)| [least, most]))
    }

    /// The legend lists lines by their last value, the highest first.
    fn order(&self) -> Vec<usize> {
        let end =
            |series: &Series| series.points.last().map_or((f64::MIN, f64::MIN), |p| (p.x, p.y));
        let mut order: Vec<usize> = (0..self.series.len()).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (end(&self.series[a]), end(&self.series[b]));
            b.1.total_cmp(&a.1).then(b.0.total_cmp(&a.0))
        });
        order
    }

    /// The name in the legend, with a note that the lines cannot show: that another line covers it,
    /// or that it has no points.
    fn name(&self, number: usize) -> String {
        let series = &self.series[number];
        let same = |other: &&Series| {
            let pairs = || other.points.iter().zip(&series.points);
            other.points.len() == series.points.len()
                && pairs().all(|(a, b)| (a.x, a.y) == (b.x, b.y))
        };
        let shown = |point: &PlotPoint| self.y_scale == Scale::Linear || point.y > 0.0;
        if !series.points.iter().any(shown) {
            let why = if series.points.is_empty() { "no value" } else { "0" };
            return format!("{} ({why})", series.name);
        }
        match self.series[..number].iter().find(same) {
            Some(other) => format!("{} (as {})", series.name, other.name),
            None => series.name.clone(),
        }
    }

    fn label(label: &Label, x: f64, y: f64) -> Vec<Item> {
        match label {
            Label::None => Vec::new(),
            Label::Plain(text) => {
                vec![Text::new(x, y + 4.0, 11.5, text.clone()).end().fill(MUTED).into()]
            }
            Label::Power(power) => {
                let power = Text::new(x, y - 1.0, 8.5, power.to_string()).end().fill(MUTED);
                let base = x + power.start_offset() - 0.5;
                vec![Text::new(base, y + 4.0, 11.5, "10").end().fill(MUTED).into(), power.into()]
            }
        }
    }
}

impl Picture for Plot {
    fn scene(&self) -> Result<Scene, DrawError> {
        if self.points().next().is_none() {
            return Err(DrawError::unfit(
                "there are no points to plot",
                "give a table with at least one number, or compare on a larger range",
            ));
        }
        let x_axis = Axis::over(Scale::Linear, self.points().map(|point| point.x), false);
        let y_axis = Axis::over(self.y_scale, self.heights(), true);
        let y_ticks = y_axis.ticks(8.0, false);
        let widest = y_ticks
            .iter()
            .map(|tick| match &tick.label {
                Label::Plain(text) => font::width(text, 11.5, false),
                Label::Power(_) => 24.0,
                Label::None => 0.0,
            })
            .fold(0.0, f64::max);
        let margin = 18.0;
        let (left, top) = (margin + 22.0 + widest + 8.0, margin + 58.0);
        let names =
            || (0..self.series.len()).map(|number| font::width(&self.name(number), 12.0, false));
        let has_legend = self.series.len() > 1;
        let legend = if has_legend { 56.0 + names().fold(0.0, f64::max) } else { 0.0 };
        let page = left + WIDTH + margin + 8.0 + legend;
        let legend_height = if has_legend { self.series.len() as f64 * 20.0 } else { 0.0 };
        let height = HEIGHT.max(legend_height);
        let mut scene = Scene::new(page, top + height + 58.0, self.title.clone());
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        scene.description = format!(
            "{} against {}: {}. {}",
            self.y_label,
            self.x_label,
            names.join(", "),
            self.subtitle
        );
        scene.add(Text::new(margin, margin + 13.0, 16.0, self.title.clone()).bold());
        scene.add(Text::new(margin, margin + 32.0, 12.0, self.subtitle.clone()).fill(MUTED));

        // Inside the frame, with room for markers at both ends.
        let inset = 14.0;
        let across = |value: f64| {
            x_axis.share(value).map(|share| left + inset + share * (WIDTH - 2.0 * inset))
        };
        let up = |value: f64| y_axis.share(value).map(|share| top + height - share * height);
        for tick in &y_ticks {
            let Some(y) = up(tick.value) else { continue };
            let strong = tick.label != Label::None;
            let ink =
                if strong { Ink::stroke(FAINT, 1.0) } else { Ink::stroke(FAINT.tint(0.5), 0.7) };
            scene.add(Item::line((left, y), (left + WIDTH, y), ink));
            scene.items.extend(Plot::label(&tick.label, left - 8.0, y));
        }
        for tick in x_axis.ticks(14.0, true) {
            let Some(x) = across(tick.value) else { continue };
            let (from, to) = ((x, top + height), (x, top + height + 5.0));
            scene.add(Item::line(from, to, Ink::stroke(INK, 1.0)));
            if let Label::Plain(text) = tick.label {
                scene.add(Text::new(x, top + height + 19.0, 11.5, text).middle().fill(MUTED));
            }
        }
        let corner = [(left, top), (left, top + height), (left + WIDTH, top + height)];
        scene.add(Item::Path { path: Path::open(&corner), ink: Ink::stroke(INK, 1.2) });
        let middle = left + WIDTH / 2.0;
        scene.add(Text::new(middle, top + height + 40.0, 13.0, self.x_label.clone()).middle());
        let y_label = Text::new(margin + 8.0, top + height / 2.0, 13.0, self.y_label.clone());
        scene.add(y_label.middle().upright());

        for (number, series) in self.series.iter().enumerate() {
            let mut items = Vec::new();
            // Side by side, so that several at one position can be distinguished.
            let aside = (number as f64 - (self.series.len() - 1) as f64 / 2.0) * 5.0;
            for &(x, least, most) in &series.spread {
                let Some(((x, low), high)) = across(x).zip(up(least)).zip(up(most)) else {
                    continue;
                };
                let (x, ink) = (x + aside, || Ink::stroke(color(number), 1.0));
                items.push(Item::line((x, low), (x, high), ink()));
                items.push(Item::line((x - 2.0, low), (x + 2.0, low), ink()));
                items.push(Item::line((x - 2.0, high), (x + 2.0, high), ink()));
            }
            // A value that cannot be shown, such as 0 on a logarithmic axis, breaks the line.
            let mut path = Path::default();
            let mut piece = Vec::new();
            let mut marks = Vec::new();
            for point in &series.points {
                match across(point.x).zip(up(point.y)) {
                    Some(at) => {
                        piece.push(at);
                        marks.push(marker(number, at, point.at_least));
                    }
                    None => path.line_through(&std::mem::take(&mut piece)),
                }
            }
            path.line_through(&piece);
            items.push(Item::Path { path, ink: Ink::dashed(color(number), 2.0, dash(number)) });
            items.extend(marks);
            scene.add(Item::Group { title: series.name.clone(), items });
        }
        if has_legend {
            let x = left + WIDTH + 22.0;
            for (line, number) in self.order().into_iter().enumerate() {
                let y = top + 10.0 + line as f64 * 20.0;
                let ink = Ink::dashed(color(number), 2.0, dash(number));
                scene.add(Item::line((x, y), (x + 28.0, y), ink));
                scene.add(marker(number, (x + 14.0, y), false));
                scene.add(Text::new(x + 35.0, y + 4.0, 12.0, self.name(number)));
            }
        }
        Ok(scene)
    }

    fn csv(&self) -> Option<String> {
        let mut lines = vec![Plot::COLUMNS.map(ToOwned::to_owned)];
        for series in &self.series {
            lines.extend(series.points.iter().map(|point| {
                let bound = if point.at_least { "yes" } else { "no" };
                [series.name.clone(), point.x.to_string(), point.exact.clone(), bound.into()]
            }));
        }
        table(lines)
    }

    fn admits(&self, format: Format) -> Result<(), DrawError> {
        if self.series.len() <= MOST {
            return Ok(());
        }
        Err(DrawError::TooLarge {
            what: format!("a plot of {} lines", self.series.len()),
            medium: format.name(),
            limit: format!("{MOST} lines"),
            instead: Instead::advice("choose fewer"),
        })
    }
}
