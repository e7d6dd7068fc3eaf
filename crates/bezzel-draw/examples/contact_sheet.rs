//! Writes the contact sheet of `docs/pictures`: every kind of picture the tests draw.
//!
//! `cargo run -p bezzel-draw --example contact_sheet -- docs/pictures/contact-sheet.png`

#[path = "../tests/common/mod.rs"]
mod common;

use bezzel_draw::contact_sheet;

fn main() {
    let file = std::env::args().nth(1).expect("say which file to write");
    let mut pictures: Vec<_> = (common::pictures().into_iter())
        .map(|(name, picture)| (name.to_owned(), picture.scene().expect("it can be drawn")))
        .collect();
    pictures.push(("trace".to_owned(), common::animation("guldal", 4).still(9)));
    std::fs::write(file, contact_sheet(&pictures, 4)).expect("the file can be written");
}
