//! Animated PNG: all colours are kept, and each frame contains only what has changed.

use super::gif::{Area, Painter};
use super::raster::Raster;
use crate::animation::Animation;
use crate::error::DrawError;
use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder};

/// The animation as an APNG file, with this many pixels per unit.
pub fn write(
    animation: &Animation,
    scale: f64,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<u8>, DrawError> {
    let painter = Painter::new(animation, scale, stop);
    let (width, height) = painter.size();
    let frames =
        u32::try_from(animation.moments.len()).expect("moments were counted before painting");
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_animated(frames, 0).expect("there is at least one moment");
    encoder.set_blend_op(BlendOp::Over).expect("the picture is animated");
    encoder.set_dispose_op(DisposeOp::None).expect("the picture is animated");
    let mut writer = encoder.write_header().expect("writing to memory cannot fail");
    let mut last: Option<Raster> = None;
    for (place, moment) in animation.moments.iter().enumerate() {
        let raster = painter.paint(place)?;
        let area = last.as_ref().map_or(Area::whole(&raster), |last| Area::changed(last, &raster));
        if place > 0 {
            // The old frame may not fit at the new offset: reset it to the corner.
            writer.set_frame_position(0, 0).expect("the corner is inside");
            writer.set_frame_dimension(area.width, area.height).expect("the area is inside");
            writer.set_frame_position(area.x, area.y).expect("the area is inside");
        }
        let millis = moment.millis.min(u32::from(u16::MAX)) as u16;
        writer.set_frame_delay(millis, 1000).expect("the picture is animated");
        // Unchanged pixels are left transparent, which compresses far better.
        let pixels: Vec<u8> = area
            .news(last.as_ref(), &raster)
            .flat_map(|pixel| pixel.map_or([0; 4], |[r, g, b]| [r, g, b, 255]))
            .collect();
        writer.write_image_data(&pixels).expect("the pixels fill the area");
        last = Some(raster);
    }
    writer.finish().expect("writing to memory cannot fail");
    Ok(bytes)
}
