//! PNG: a compressed raster, with a palette if few colours are used.

use super::raster::{Raster, paint};
use crate::scene::Scene;
use png::{BitDepth, ColorType, Compression, Encoder};
use std::collections::HashMap;

/// The scene as a PNG file, with this many pixels per unit.
#[must_use]
pub fn write(scene: &Scene, scale: f64) -> Vec<u8> {
    encode(&paint(scene, scale))
}

/// A raster as a PNG file.
#[must_use]
pub fn encode(raster: &Raster) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, raster.width, raster.height);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    let pixels = match indexed(raster) {
        Some((palette, indices)) => {
            encoder.set_color(ColorType::Indexed);
            encoder.set_palette(palette);
            encoder.set_filter(png::Filter::NoFilter);
            indices
        }
        None => {
            encoder.set_color(ColorType::Rgb);
            rgb(raster)
        }
    };
    let mut writer = encoder.write_header().expect("writing to memory cannot fail");
    writer.write_image_data(&pixels).expect("the pixels fill the picture");
    writer.finish().expect("writing to memory cannot fail");
    bytes
}

/// The pixels without alpha.
pub(super) fn rgb(raster: &Raster) -> Vec<u8> {
    raster.rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// Palette and indices, if 256 colours are enough.
fn indexed(raster: &Raster) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut palette = Vec::new();
    let mut known: HashMap<[u8; 3], u8> = HashMap::new();
    let mut indices = Vec::with_capacity(raster.rgba.len() / 4);
    let mut last = ([0_u8; 3], None);
    for pixel in raster.rgba.chunks_exact(4) {
        let color = [pixel[0], pixel[1], pixel[2]];
        // Neighbours are mostly equal: only the others are looked up.
        let index = match last {
            (same, Some(index)) if same == color => index,
            _ => match known.get(&color) {
                Some(&index) => index,
                None => {
                    let index = u8::try_from(known.len()).ok()?;
                    known.insert(color, index);
                    palette.extend(color);
                    index
                }
            },
        };
        last = (color, Some(index));
        indices.push(index);
    }
    Some((palette, indices))
}
