//! Every kind of picture as SVG, compared byte by byte with the file in `golden/`.
//!
//! `BEZZEL_UPDATE=1` writes the files instead; look at them before keeping them.

use crate::common;
use bezzel_draw::{Format, Options, animate, render};
use std::fs;
use std::path::Path;

fn compare(name: &str, svg: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.svg"));
    if std::env::var_os("BEZZEL_UPDATE").is_some() {
        fs::write(&path, svg).expect("the golden file can be written");
        return;
    }
    let golden = fs::read(&path).unwrap_or_default();
    assert!(golden == svg, "{name} has changed; look at it and renew it with BEZZEL_UPDATE=1");
}

#[test]
fn every_picture_is_drawn_as_before() {
    for (name, picture) in common::pictures() {
        let svg = render(picture.as_ref(), Format::Svg, &Options::default()).expect(name);
        compare(name, &svg);
        let again = render(picture.as_ref(), Format::Svg, &Options::default()).expect(name);
        assert_eq!(svg, again, "{name} is drawn the same each time");
    }
}

#[test]
fn a_trace_is_drawn_as_before() {
    let svg = animate(&common::animation("nilsson", 4), Format::Svg, &Options::default()).unwrap();
    compare("trace", &svg);
}

#[test]
fn every_golden_file_belongs_to_a_picture() {
    let names: Vec<&str> =
        common::pictures().iter().map(|(name, _)| *name).chain(["trace"]).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        assert!(names.contains(&stem), "{stem} is drawn by no test");
    }
}
