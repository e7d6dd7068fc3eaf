//! Every picture can be opened in every format.

use crate::common;
use bezzel_board::{Placement, Problem};
use bezzel_draw::{
    Board, DrawError, Format, LevelTable, Options, Picture, Plot, Series, Stack, animate,
    animate_until, render,
};
use std::cell::Cell;

fn drawn(format: Format) -> Vec<(&'static str, Vec<u8>)> {
    let options = Options::default().with_scale(1.0);
    (common::pictures().into_iter())
        .map(|(name, picture)| (name, render(picture.as_ref(), format, &options).expect(name)))
        .collect()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("it is text")
}

#[test]
fn svg_is_well_formed_and_says_what_it_shows() {
    for (name, bytes) in drawn(Format::Svg) {
        let svg = text(bytes);
        let document = roxmltree::Document::parse(&svg).expect(name);
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "svg", "{name}");
        for part in ["title", "desc"] {
            let found = root
                .children()
                .find(|child| child.has_tag_name(("http://www.w3.org/2000/svg", part)));
            let words = found.and_then(|child| child.text()).unwrap_or_default();
            assert!(words.len() > 8, "{name} has no {part}");
        }
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            assert!(!node.has_attribute("style") && !node.has_attribute("class"), "{name}");
        }
    }
}

/// Text comes from users and from files: none of it may break a document or control a terminal.
#[test]
fn control_characters_in_text_do_no_harm() {
    let words = "a\u{1}b\u{1b}[31mc\u{7}\nd\u{ffff}<&>\u{9b}";
    let mut board = Board::new(Problem::queens(4), Placement::from_columns(&[1, 3, 0, 2]));
    board.caption = Some(words.to_owned());
    let mut levels = LevelTable::from_floors(&common::floors()).unwrap();
    levels.caption = Some(words.to_owned());
    let mut stack = Stack::from_columns(&common::floors());
    stack.caption = Some(words.to_owned());
    let mut plot = Plot::new(words, words, words);
    plot.series = vec![Series::new(words, [(1.0, 2.0), (2.0, 3.0)])];
    let mut tree = common::tree("state-space", None, 4, None);
    tree.title = words.to_owned();
    let pictures: [&dyn Picture; 5] = [&board, &levels, &stack, &plot, &tree];
    for picture in pictures {
        let svg = text(render(picture, Format::Svg, &Options::default()).unwrap());
        let document = roxmltree::Document::parse(&svg).expect("well formed");
        let mut said = document.descendants().filter_map(|node| node.text());
        assert!(said.any(|words| words.contains("b\u{fffd}[")), "{svg}");
        for format in [Format::Unicode, Format::Tikz] {
            let drawn = text(render(picture, format, &Options::default()).unwrap());
            let steers = drawn.chars().find(|&c| c.is_control() && c != '\n');
            assert_eq!(steers, None, "{drawn:?}");
        }
        for format in [Format::Png, Format::Pdf] {
            assert!(render(picture, format, &Options::default()).is_ok());
        }
    }
}

#[test]
fn png_decodes_and_is_not_blank() {
    for (name, bytes) in drawn(Format::Png) {
        let decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
        let mut reader = decoder.read_info().expect(name);
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).expect(name);
        assert!(info.width > 100 && info.height > 100, "{name}");
        assert!(pixels.iter().any(|&byte| byte != pixels[0]), "{name} is blank");
    }
}

/// The offsets in the table of a PDF point to its objects, and the streams can be decompressed.
#[test]
fn pdf_has_a_valid_table_of_objects() {
    for (name, bytes) in drawn(Format::Pdf) {
        assert!(bytes.starts_with(b"%PDF-1.4"), "{name}");
        let find = |needle: &[u8], from: usize| {
            bytes[from..].windows(needle.len()).position(|part| part == needle).map(|at| at + from)
        };
        let start = find(b"startxref\n", 0).expect(name) + 10;
        let digits: String = bytes[start..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .map(|&b| char::from(b))
            .collect();
        let table = digits.parse::<usize>().unwrap();
        assert!(bytes[table..].starts_with(b"xref\n0 9\n"), "{name}");
        for number in 1..9 {
            // Each line of the table is 20 bytes, after two lines of 5 and 4.
            let line = &bytes[table + 9 + number * 20..][..20];
            let place: usize = std::str::from_utf8(&line[..10]).unwrap().parse().unwrap();
            assert!(bytes[place..].starts_with(format!("{number} 0 obj\n").as_bytes()), "{name}");
        }
        let mut at = 0;
        let mut streams = 0;
        while let Some(start) = find(b">>\nstream\n", at) {
            let end = find(b"\nendstream", start).expect(name);
            let content = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes[start + 10..end]);
            assert!(content.expect(name).len() > 20, "{name}");
            (at, streams) = (end, streams + 1);
        }
        assert_eq!(streams, 2, "{name}: the page and the queen");
    }
}

#[test]
fn tikz_is_balanced() {
    for (name, bytes) in drawn(Format::Tikz) {
        let tikz = text(bytes);
        let mut open = 0_i32;
        let mut escaped = false;
        for char in tikz.chars() {
            match char {
                '{' if !escaped => open += 1,
                '}' if !escaped => open -= 1,
                _ => {}
            }
            escaped = char == '\\' && !escaped;
            assert!(open >= 0, "{name}");
        }
        assert_eq!(open, 0, "{name}");
        assert_eq!(tikz.matches("\\begin{tikzpicture}").count(), 1, "{name}");
        assert!(tikz.trim_end().ends_with("\\end{tikzpicture}"), "{name}");
        let body = tikz.split("\\begin{tikzpicture}").nth(1).unwrap();
        for line in body.lines().skip(1).filter(|line| !line.starts_with("\\end")) {
            assert!(line.ends_with(';'), "{name}: {line}");
        }
    }
}

#[test]
fn text_is_plain_without_colour_and_fits_the_terminal() {
    for (name, bytes) in drawn(Format::Unicode) {
        let plain = text(bytes);
        assert!(!plain.contains('\x1b'), "{name}");
        assert!(plain.lines().count() >= 4, "{name}");
        let longest = plain.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= 110, "{name}: {longest}");
    }
    for (name, bytes) in drawn(Format::Ansi) {
        let colored = text(bytes);
        assert_eq!(
            colored.matches("\x1b[0m").count() * 2,
            colored.matches('\x1b').count(),
            "{name}"
        );
    }
}

#[test]
fn animations_open_with_all_their_frames() {
    let animation = common::animation("backtracking", 4);
    let moments = animation.moments.len();
    assert!(moments > 30, "{moments}");
    let options = Options::default().with_scale(1.0);
    let bytes = animate(&animation, Format::Gif, &options).unwrap();
    let mut reader = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
    let mut frames = 0;
    while reader.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    assert_eq!(frames, moments);

    let bytes = animate(&animation, Format::Apng, &options).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    assert_eq!(reader.info().animation_control().unwrap().num_frames as usize, moments);
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    for _ in 0..moments {
        reader.next_frame(&mut pixels).unwrap();
    }

    let svg = text(animate(&animation, Format::Svg, &options).unwrap());
    assert!(roxmltree::Document::parse(&svg).is_ok());
    assert_eq!(svg.matches("<animate ").count(), moments);
}

#[test]
fn an_animation_stops_between_two_moments() {
    let animation = common::animation("backtracking", 4);
    let options = Options::default().with_scale(1.0);
    for format in [Format::Gif, Format::Apng] {
        let asked = Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) == 5;
        let given_up = animate_until(&animation, format, &options, &stop);
        assert_eq!((given_up, asked.get()), (Err(DrawError::Stopped), 6), "{format}");
    }
}

#[test]
fn a_thousand_queens_are_drawn_in_every_still_format_but_text() {
    // Not a solution, but one queen per row and column, which is enough for drawing.
    let columns: Vec<u32> = (0..1000).map(|row| row * 387 % 1000).collect();
    let mut board = Board::new(Problem::queens(1000), Placement::from_columns(&columns));
    board.attacker = board.placement.squares().last().copied();
    for format in [Format::Svg, Format::Png, Format::Pdf] {
        let bytes = render(&board, format, &Options::default().with_scale(1.0)).unwrap();
        assert!(bytes.len() > 10_000, "{format}");
    }
}

#[test]
fn pictures_that_are_too_large_are_refused_with_the_limit() {
    let board = |n: u32| Board::new(Problem::queens(n), Placement::default());
    for (n, format, limit) in [
        (101, Format::Unicode, "side 100"),
        (101, Format::Ansi, "side 100"),
        (101, Format::Tikz, "side 100"),
        (4001, Format::Svg, "side 4000"),
        (4001, Format::Pdf, "side 4000"),
        (8001, Format::Png, "side 8000"),
    ] {
        let error = render(&board(n), format, &Options::default()).unwrap_err();
        assert!(matches!(error, DrawError::TooLarge { .. }), "{error}");
        assert!(error.to_string().contains(limit), "{error}");
    }
    let mut crowded = board(200);
    crowded.lines = (0..101).map(|row| bezzel_board::Square::new(row, 0)).collect();
    let error = render(&crowded, Format::Svg, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("100 queens"), "{error}");
    let error = render(&board(8), Format::Gif, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("cannot be written as gif"), "{error}");
    let error = render(&board(8), Format::Png, &Options::default().with_scale(60.0));
    assert!(error.unwrap_err().to_string().contains("16384 pixels"), "pixels");
}
