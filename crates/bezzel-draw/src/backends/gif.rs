//! Animated GIF: one palette for all frames, and each frame contains only what has changed.

use super::raster::{Canvas, Raster};
use crate::animation::Animation;
use crate::error::DrawError;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::collections::HashMap;

/// Colours of a GIF, minus the one that means "unchanged".
const COLORS: usize = 255;

/// Moments used for the palette; the others hardly add new colours.
const SAMPLE: usize = 40;

/// The animation as a GIF file, with this many pixels per unit.
pub fn write(
    animation: &Animation,
    scale: f64,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<u8>, DrawError> {
    let painter = Painter::new(animation, scale, stop);
    let mut palette = Palette::of(&painter, animation.moments.len())?;
    let (width, height) = painter.size();
    let side = |pixels: u32| u16::try_from(pixels).expect("sizes were checked before painting");
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, side(width), side(height), &palette.colors())
        .expect("writing to memory cannot fail");
    encoder.set_repeat(Repeat::Infinite).expect("writing to memory cannot fail");
    let mut last: Option<Raster> = None;
    for (place, moment) in animation.moments.iter().enumerate() {
        let raster = painter.paint(place)?;
        let area = last.as_ref().map_or(Area::whole(&raster), |last| Area::changed(last, &raster));
        let pixels = area.news(last.as_ref(), &raster);
        // Unchanged pixels are left transparent, which compresses far better.
        let pixels: Vec<u8> = pixels
            .map(|pixel| pixel.map_or(palette.stay(), |pixel| palette.index(pixel)))
            .collect();
        let frame = Frame {
            delay: (moment.millis / 10).clamp(2, u32::from(u16::MAX)) as u16,
            dispose: DisposalMethod::Keep,
            transparent: Some(palette.stay()),
            left: side(area.x),
            top: side(area.y),
            width: side(area.width),
            height: side(area.height),
            buffer: Cow::Owned(pixels),
            ..Frame::default()
        };
        encoder.write_frame(&frame).expect("writing to memory cannot fail");
        last = Some(raster);
    }
    drop(encoder);
    Ok(bytes)
}

/// Paints moments one at a time, and the page behind them only once.
pub(super) struct Painter<'a> {
    animation: &'a Animation,
    base: Canvas,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Painter<'a> {
    pub(super) fn new(
        animation: &'a Animation,
        scale: f64,
        stop: &'a dyn Fn() -> bool,
    ) -> Painter<'a> {
        let mut base = Canvas::new(animation.base.width, animation.base.height, scale);
        base.items(&animation.base.items);
        Painter { animation, base, stop }
    }

    pub(super) fn size(&self) -> (u32, u32) {
        self.base.size()
    }

    pub(super) fn paint(&self, moment: usize) -> Result<Raster, DrawError> {
        if (self.stop)() {
            return Err(DrawError::Stopped);
        }
        let mut canvas = self.base.fork();
        canvas.items(&self.animation.moments[moment].items);
        Ok(canvas.raster())
    }
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

impl Area {
    pub(super) fn whole(raster: &Raster) -> Area {
        Area { x: 0, y: 0, width: raster.width, height: raster.height }
    }

    /// The smallest area outside which nothing differs; one pixel if nothing differs at all.
    pub(super) fn changed(before: &Raster, after: &Raster) -> Area {
        let stride = after.width as usize * 4;
        let rows = || before.rgba.chunks_exact(stride).zip(after.rgba.chunks_exact(stride));
        let Some(top) = rows().position(|(a, b)| a != b) else {
            return Area { x: 0, y: 0, width: 1, height: 1 };
        };
        let bottom = after.height as usize - rows().rev().position(|(a, b)| a != b).unwrap_or(0);
        let (mut left, mut right) = (after.width as usize, 0);
        for (a, b) in rows().skip(top).take(bottom - top) {
            let differs = |x: &usize| a[x * 4..x * 4 + 4] != b[x * 4..x * 4 + 4];
            if let Some(first) = (0..left).find(differs) {
                left = first;
            }
            if let Some(last) = (right..after.width as usize).rev().find(differs) {
                right = last + 1;
            }
        }
        Area {
            x: left as u32,
            y: top as u32,
            width: (right - left) as u32,
            height: (bottom - top) as u32,
        }
    }

    /// The pixels of the area; `None` for unchanged ones.
    pub(super) fn news<'a>(
        self,
        before: Option<&'a Raster>,
        after: &'a Raster,
    ) -> impl Iterator<Item = Option<[u8; 3]>> {
        let old = before.map(|before| self.pixels(before));
        let mut old = old.into_iter().flatten();
        self.pixels(after).map(move |pixel| (old.next() != Some(pixel)).then_some(pixel))
    }

    pub(super) fn pixels(self, raster: &Raster) -> impl Iterator<Item = [u8; 3]> {
        let stride = raster.width as usize;
        (self.y..self.y + self.height).flat_map(move |y| {
            (self.x..self.x + self.width).map(move |x| {
                let at = (y as usize * stride + x as usize) * 4;
                [raster.rgba[at], raster.rgba[at + 1], raster.rgba[at + 2]]
            })
        })
    }
}

/// At most 255 colours: the most frequent ones, and for every other colour the nearest of them.
struct Palette {
    chosen: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
}

/// The same picture in at most 255 colours.
pub(crate) fn reduced(mut raster: Raster) -> Raster {
    let mut uses = Uses::new();
    count(&mut uses, &raster);
    let mut palette = Palette::new(uses);
    for pixel in raster.rgba.chunks_exact_mut(4) {
        let index = palette.index([pixel[0], pixel[1], pixel[2]]);
        pixel[..3].copy_from_slice(&palette.chosen[usize::from(index)]);
    }
    raster
}

/// How often each colour is used.
type Uses = HashMap<[u8; 3], u64>;

fn count(uses: &mut Uses, raster: &Raster) {
    for pixel in Area::whole(raster).pixels(raster) {
        *uses.entry(pixel).or_default() += 1;
    }
}

impl Palette {
    fn of(painter: &Painter<'_>, moments: usize) -> Result<Palette, DrawError> {
        let stride = moments.div_ceil(SAMPLE).max(1);
        let places = (0..moments).step_by(stride).chain([moments - 1]);
        let mut uses = Uses::new();
        for place in places {
            count(&mut uses, &painter.paint(place)?);
        }
        Ok(Palette::new(uses))
    }

    fn new(uses: Uses) -> Palette {
        let mut ranked: Vec<([u8; 3], u64)> = uses.into_iter().collect();
        // Ties broken by colour, so that the same trace gives the same file.
        ranked.sort_unstable_by_key(|&(color, uses)| (std::cmp::Reverse(uses), color));
        let chosen = ranked.iter().take(COLORS).map(|&(color, _)| color).collect();
        Palette { chosen, known: HashMap::new() }
    }

    /// All colours, and one more for unchanged pixels.
    fn colors(&self) -> Vec<u8> {
        self.chosen.iter().chain([&[0, 0, 0]]).flatten().copied().collect()
    }

    /// The index that means "unchanged".
    fn stay(&self) -> u8 {
        self.chosen.len() as u8
    }

    fn index(&mut self, color: [u8; 3]) -> u8 {
        let chosen = &self.chosen;
        *self.known.entry(color).or_insert_with(|| {
            let distance = |other: &[u8; 3]| -> u32 {
                (color.iter().zip(other)).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            (0..chosen.len()).min_by_key(|&place| distance(&chosen[place])).unwrap_or(0) as u8
        })
    }
}
