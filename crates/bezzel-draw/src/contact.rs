//! A contact sheet: many small pictures in one raster image, each with its name.

use crate::backends::raster::{Raster, paint};
use crate::backends::{gif, png};
use crate::color::FAINT;
use crate::scene::{Ink, Item, Scene, Text};

/// Width and height of the cell for one picture, and height of the strip for its name.
const TILE: (f64, f64) = (300.0, 210.0);
const STRIP: f64 = 22.0;
const MARGIN: f64 = 12.0;

/// The pictures as one PNG file with a palette, this many per row.
#[must_use]
pub fn contact_sheet(pictures: &[(String, Scene)], columns: usize) -> Vec<u8> {
    let columns = columns.max(1);
    let rows = pictures.len().div_ceil(columns);
    let width = MARGIN + columns as f64 * (TILE.0 + MARGIN);
    let height = MARGIN + rows as f64 * (TILE.1 + STRIP + MARGIN);
    let place = |number: usize| {
        let (column, row) = ((number % columns) as f64, (number / columns) as f64);
        (MARGIN + column * (TILE.0 + MARGIN), MARGIN + row * (TILE.1 + STRIP + MARGIN))
    };
    let mut page = Scene::new(width, height, "Contact sheet");
    for (number, (name, _)) in pictures.iter().enumerate() {
        let (x, y) = place(number);
        page.add(Item::rect(x, y, TILE.0, TILE.1, Ink::stroke(FAINT, 1.0)));
        page.add(Text::new(x, y + TILE.1 + 15.0, 12.0, name.clone()));
    }
    let mut sheet = paint(&page, 1.0);
    for (number, (_, scene)) in pictures.iter().enumerate() {
        let room = (TILE.0 - 8.0, TILE.1 - 8.0);
        let scale = (room.0 / scene.width).min(room.1 / scene.height).min(1.0);
        let picture = paint(scene, scale);
        let (x, y) = place(number);
        let left = x + (TILE.0 - f64::from(picture.width)) / 2.0;
        let top = y + (TILE.1 - f64::from(picture.height)) / 2.0;
        copy(&picture, &mut sheet, left.max(0.0) as usize, top.max(0.0) as usize);
    }
    png::encode(&gif::reduced(sheet))
}

fn copy(from: &Raster, to: &mut Raster, left: usize, top: usize) {
    let (width, stride) = (from.width as usize * 4, to.width as usize * 4);
    for (row, pixels) in from.rgba.chunks_exact(width).enumerate() {
        let at = (top + row) * stride + left * 4;
        if let Some(place) = to.rgba.get_mut(at..at + width) {
            place.copy_from_slice(pixels);
        }
    }
}
