//! `bezzel draw` as its users see it: formats, files, limits, exit codes.

use crate::common::words;
use assert_cmd::Command;
use std::fs;
use std::path::Path;

const FIGURE: &str = "2,4,1,7,0,6,3,5";

/// Runs `bezzel draw` in a folder; exit code, standard output and error.
fn draw(folder: &Path, arguments: &[&str]) -> (i32, Vec<u8>, String) {
    let mut command = Command::cargo_bin("bezzel").expect("the program is built");
    let output = command.arg("draw").args(arguments).current_dir(folder).output().expect("it runs");
    let errors = String::from_utf8(output.stderr).expect("notes are text");
    (output.status.code().expect("it ends by itself"), output.stdout, errors)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

#[test]
fn every_picture_is_drawn_and_the_extension_gives_the_format() {
    let folder = folder();
    let table = "1 2 3 4 5/4 5 1 2 3/2 3 4 5 1/5 1 2 3 4/3 4 5 1 2";
    let pictures: [&[&str]; 14] = [
        &["board", "8", FIGURE, "--lines"],
        &["board", "4", "0,2,-,-", "--threatened", "--numbers", "cells"],
        &["board", "5x8", "0,2,4,1,7", "--blocked", "0,7"],
        &["board", "3^3", "0,5,7"],
        &["orbit", "8", FIGURE],
        &["orbit", "5", "0,2,4,1,3", "--torus"],
        &["gallery", "6"],
        &["levels", table],
        &["stack", table],
        &["stack", "0,2,4,1,3/1,3,0,2,4", "--floors"],
        &["tree", "4", "--algorithm", "state-space", "--bounding", "off"],
        &["graph", "4", "1,3,0,2", "--complement"],
        &["plot", "solutions", "4..8"],
        &["plot", "algorithms", "4..6", "--algorithms", "wirth,bitmask"],
    ];
    let endings: [(&str, &[u8]); 5] = [
        ("svg", b"<svg "),
        ("png", b"\x89PNG\r\n"),
        ("pdf", b"%PDF-"),
        ("tex", b"% "),
        ("txt", b""),
    ];
    for (number, picture) in pictures.iter().enumerate() {
        for (ending, start) in endings {
            let name = format!("{number}.{ending}");
            let (code, out, errors) = draw(folder.path(), &[picture, &["-o", &name][..]].concat());
            assert_eq!((code, out), (0, Vec::new()), "{picture:?} {ending}: {errors}");
            let bytes = fs::read(folder.path().join(&name)).expect("the file is there");
            assert!(bytes.starts_with(start) && bytes.len() > 50, "{picture:?} {ending}");
            assert!(errors.contains(&name), "{errors}");
        }
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), pictures.len() * endings.len(), "no part files are left");
}

#[test]
fn traces_are_animations() {
    let folder = folder();
    let trace = ["trace", "4", "--algorithm", "backtracking", "-o"];
    for (name, start) in [("t.gif", &b"GIF89a"[..]), ("t.apng", b"\x89PNG"), ("t.svg", b"<svg")] {
        let (code, _, errors) = draw(folder.path(), &[&trace[..], &[name]].concat());
        assert_eq!(code, 0, "{errors}");
        assert!(fs::read(folder.path().join(name)).unwrap().starts_with(start), "{name}");
    }
    let (code, _, errors) = draw(folder.path(), &[&trace[..], &["t.pdf"]].concat());
    assert_eq!(code, 2);
    assert!(errors.contains("gif, apng or svg"), "{errors}");
}

#[test]
fn a_pipe_gets_svg_and_a_note_says_so() {
    let (code, out, errors) = draw(folder().path(), &["board", "4", "1,3,0,2"]);
    assert_eq!(code, 0);
    assert!(out.starts_with(b"<svg "), "SVG is the format of a pipe");
    assert!(errors.contains("format svg"), "{errors}");
    let (_, out, errors) = draw(folder().path(), &["board", "4", "1,3,0,2", "--format", "unicode"]);
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "0  · ♛ · ·\n1  · · · ♛\n2  ♛ · · ·\n3  · · ♛ ·\n   0 1 2 3\n"
    );
    assert!(errors.is_empty(), "a chosen format needs no remark: {errors}");
}

#[test]
fn standard_input_is_read() {
    let mut command = Command::cargo_bin("bezzel").unwrap();
    let run = command.args(["draw", "board", "4", "-", "--format", "unicode", "--numbers", "none"]);
    let output = run.write_stdin("1,3,0,2\n").assert().success().get_output().stdout.clone();
    assert!(String::from_utf8(output).unwrap().starts_with(" · ♛ · ·\n"));
    let mut command = Command::cargo_bin("bezzel").unwrap();
    let run = command.args(["draw", "plot", "csv", "-", "--format", "csv"]);
    let output = run.write_stdin("n,rate\n4,0.5\n5,0.76\n").assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert_eq!(text, "series,x,y,at_least\nrate,4,0.5,no\nrate,5,0.76,no\n");
}

#[test]
fn an_existing_file_is_not_overwritten_without_force() {
    let folder = folder();
    let file = folder.path().join("board.svg");
    fs::write(&file, "precious").unwrap();
    let (code, _, errors) = draw(folder.path(), &["board", "4", "-o", "board.svg"]);
    assert_eq!(code, 2);
    assert!(errors.contains("--force"), "{errors}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    let (code, _, _) = draw(folder.path(), &["board", "4", "-o", "board.svg", "--force"]);
    assert_eq!(code, 0);
    assert!(fs::read_to_string(&file).unwrap().starts_with("<svg"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn a_picture_that_cannot_be_written_is_an_input_output_failure() {
    let folder = folder();
    let (code, _, errors) = draw(folder.path(), &["board", "4", "-o", "missing/board.svg"]);
    assert_eq!(code, 3, "{errors}");
    assert!(errors.contains("missing/board.svg"), "{errors}");
    let (code, _, errors) = draw(folder.path(), &["plot", "csv", "nowhere.csv", "-o", "a.svg"]);
    assert_eq!(code, 3, "{errors}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_thousand_queens_are_drawn() {
    let folder = folder();
    let columns: Vec<String> = (0..1000).map(|row| (row * 387 % 1000).to_string()).collect();
    for name in ["k.svg", "k.png", "k.pdf"] {
        let mut command = Command::cargo_bin("bezzel").unwrap();
        command.args(["draw", "board", "1000", "-", "-o", name]).current_dir(folder.path());
        command.write_stdin(columns.join(",")).assert().success();
        assert!(fs::metadata(folder.path().join(name)).unwrap().len() > 10_000, "{name}");
    }
}

#[test]
fn wrong_requests_say_what_would_be_right() {
    let folder = folder();
    let cases: [(&[&str], &str); 18] = [
        (&["board", "101", "--format", "unicode"], "the limit is side 100"),
        (&["board", "5000", "--format", "svg"], "the limit is side 4000"),
        (&["board", "8", "--format", "gif"], "draw a trace"),
        (&["board", "8", "--format", "bmp"], "there are svg, png"),
        (&["board", "8", "-o", "board.bmp"], "--format"),
        (&["board", "8", "--threatened"], "needs a queen"),
        (&["board", "4", "1,3,0,2", "--attacker", "0,0"], "one of the queens"),
        (&["board", "4", "1,3,0,2", "--lines=9,9"], "9"),
        (&["board", "8", "--scale", "0"], "from 0.05 to 20"),
        (&["gallery", "12"], "up to 11"),
        (&["gallery", "3"], "no solution"),
        (&["graph", "13"], "the limit is side 12"),
        (&["levels", "1 2/3"], "row 2"),
        (&["tree", "4"], "--algorithm"),
        (&["tree", "9", "--algorithm", "state-space", "--bounding", "off"], "--depth 3"),
        (&["board", "2^4"], "boards of dimension 3 as floors"),
        (&["trace", "40", "--algorithm", "bitmask", "-o", "t.gif"], "side 32"),
        (&["plot", "success", "4..5", "--algorithms", "wirth"], "not randomised"),
    ];
    for (arguments, word) in cases {
        let (code, out, errors) = draw(folder.path(), arguments);
        assert_eq!((code, out.len()), (2, 0), "{arguments:?}: {errors}");
        assert!(errors.contains(word), "{arguments:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn large_trees_are_folded_and_limits_are_reported() {
    let folder = folder();
    let tree = ["tree", "7", "--algorithm", "state-space", "--bounding", "off", "-o", "seven.svg"];
    let (code, _, errors) = draw(folder.path(), &tree);
    assert_eq!(code, 0, "{errors}");
    assert!(errors.contains("13700 nodes: shown to depth 3"), "{errors}");
    let svg = fs::read_to_string(folder.path().join("seven.svg")).unwrap();
    assert!(svg.contains("13,700 nodes, 40 solutions"), "the counts are in the picture");
    let limited = ["tree", "8", "--algorithm", "wirth", "--visits", "20", "-o", "cut.svg"];
    let (code, _, errors) = draw(folder.path(), &limited);
    assert_eq!(code, 4, "a limit was reached: {errors}");
    assert!(fs::read_to_string(folder.path().join("cut.svg")).unwrap().contains("limit on visits"));
    let first = ["tree", "4", "--algorithm", "wirth", "--first", "--format", "unicode"];
    assert_eq!(draw(folder.path(), &first).0, 0, "the first solution was asked for");
}

#[test]
fn the_numbers_behind_a_plot_are_written_too() {
    let folder = folder();
    let plot = ["plot", "solutions", "4..8", "-o", "plot.svg", "--data", "plot.csv"];
    assert_eq!(draw(folder.path(), &plot).0, 0);
    let text = fs::read_to_string(folder.path().join("plot.csv")).unwrap();
    assert!(text.contains("all,8,92,no\n") && text.contains("fundamental,8,12,no\n"), "{text}");
    let other = ["plot", "solutions", "4..8", "-o", "other.svg", "--data", "plot.csv"];
    let (code, _, errors) = draw(folder.path(), &other);
    assert_eq!(code, 2, "the table is not overwritten: {errors}");
    assert!(!folder.path().join("other.svg").exists(), "nothing is written");
    let (code, _, errors) = draw(folder.path(), &[&other[..], &["--force"]].concat());
    assert_eq!(code, 0, "unless that is asked for: {errors}");
}

/// The pictures of the documentation are what the commands beside them draw.
///
/// `BEZZEL_UPDATE=1` redraws them; look at them before keeping them.
#[test]
fn the_pictures_of_the_documentation_are_drawn_by_the_commands_shown() {
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    let text = fs::read_to_string(pictures.join("README.md")).expect("the page can be read");
    let folder = folder();
    let mut compared = 0;
    for command in text.lines().filter_map(|line| line.strip_prefix("$ bezzel draw ")) {
        let words = words(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let name = words.iter().skip_while(|word| **word != "-o").nth(1);
        let Some(name) = name.filter(|name| pictures.join(name).exists()) else { continue };
        let (code, _, errors) = draw(folder.path(), &words);
        assert_eq!(code, 0, "{command}: {errors}");
        let drawn = fs::read(folder.path().join(name)).expect("the file is there");
        if std::env::var_os("BEZZEL_UPDATE").is_some() {
            fs::write(pictures.join(name), drawn).expect("the picture can be written");
        } else {
            let kept = fs::read(pictures.join(name)).expect("the picture can be read");
            assert!(kept == drawn, "{name} has changed; renew it with BEZZEL_UPDATE=1");
        }
        compared += 1;
    }
    assert!(compared >= 7, "only {compared} pictures were found");
}
