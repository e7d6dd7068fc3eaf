//! Every notation reads what it writes, and reports where a text is wrong.

use super::*;
use crate::{Explain, Square};
use proptest::prelude::*;

fn write_all(columns: &[u32]) -> Vec<String> {
    let placement = Placement::from_columns(columns);
    let size = Size::square(columns.len() as u32).unwrap();
    Notation::ALL.map(|(notation, _)| notation.write(&placement, size).unwrap()).into()
}

#[test]
fn the_table_of_this_module_is_correct() {
    assert_eq!(
        write_all(&[1, 3, 0, 2]),
        [
            "1,3,0,2",
            "2,4,1,3",
            "0,1 1,3 2,0 3,2",
            "1,7,8,14",
            "b4,d3,a2,c1",
            "1Q2/3Q/Q3/2Q1",
            ".Q..\n...Q\nQ...\n..Q.",
            r#"[".Q..","...Q","Q...","..Q."]"#,
        ]
    );
}

#[test]
fn mistakes_are_named_with_their_place() {
    let eight = Some(Size::square(8).unwrap());
    for (notation, text, size, at, words) in [
        (
            Notation::OneLine,
            "0,4,x,5",
            None,
            5,
            "expected a column or - for an empty row, found 'x'",
        ),
        (Notation::OneLine, "0,9,1", None, 3, "columns go from 0 to 2"),
        (Notation::OneLine, "0,1,2", eight, 6, "8 rows but 3 entries"),
        (Notation::OneLine, "[0,1", None, 5, "the closing bracket, the text ends"),
        (Notation::OneBased, "1,0", None, 3, "columns go from 1 to 2"),
        (Notation::Squares, "0,1", None, 1, "determine the board's size; set size"),
        (Notation::Squares, "0,1 3;4", eight, 6, "a comma between row and column"),
        (Notation::Squares, "0,8", eight, 4, "not on the 8 board"),
        (Notation::Linear, "63,64", eight, 6, "64 squares"),
        (Notation::Algebraic, "a1,9", eight, 4, "a file letter, found '9'"),
        (Notation::Algebraic, "a9", eight, 3, "ranks go from 1 to 8"),
        (Notation::Algebraic, "a1b2", eight, 3, "a space or comma"),
        (Notation::Fen, "1Q2/3Q/Q3/2X1", None, 12, "found 'X'"),
        (Notation::Fen, "1Q2/3Q/Q3/2Q2", None, 14, "row 3 has 5 squares where 4"),
        (Notation::Fen, "4294967295Q", None, 12, "the row is too long"),
        (Notation::Grid, ".Q..\n...Q\nQ..\n..Q.", None, 14, "row 2 has 3 squares where 4"),
        (Notation::Grid, "Q\n.\n.", None, 6, "write 1x3"),
        (Notation::Grid, ".Q\n..", eight, 3, "row 0 has 2 squares where 8"),
        (Notation::LeetCode, "[\".Q\",\"Q]", None, 9, "expected Q or ., found ']'"),
        (Notation::LeetCode, ".Q", None, 1, "the opening bracket"),
    ] {
        let error = notation.read(text, size).expect_err(text);
        assert!(error.explain().contains(words), "{text:?}: {error}");
        assert_eq!(error.at, at, "{text:?}: {error}");
    }
}

#[test]
fn placements_a_notation_cannot_express_are_refused() {
    let crowded: Placement = [Square::new(0, 0), Square::new(0, 1)].into_iter().collect();
    let size = Size::square(2).unwrap();
    assert!(Notation::OneLine.write(&crowded, size).is_err());
    assert_eq!(Notation::Grid.write(&crowded, size).unwrap(), "QQ\n..");
    let cube = Size::cube(3, 3).unwrap();
    assert!(Notation::Fen.write(&Placement::default(), cube).is_err());
    assert!(Notation::Fen.read("3/3/3", Some(cube)).is_err());
    assert_eq!(Notation::Linear.read("26", Some(cube)).unwrap().0.squares(), [Square::new(2, 8)]);
}

#[test]
fn the_empty_board_has_a_text_in_every_notation() {
    let none = Size::square(0).unwrap();
    for (notation, name) in Notation::ALL {
        let text = notation.write(&Placement::default(), none).unwrap();
        let (placement, size) = notation.read(&text, Some(none)).unwrap();
        assert_eq!((placement, size), (Placement::default(), none), "{name}");
    }
}

fn any_board() -> impl Strategy<Value = (Size, Placement)> {
    (1_u32..40, 0_u32..10).prop_flat_map(|(rows, more)| {
        let size = Size::rectangle(rows, rows + more).unwrap();
        let square = (0..rows, 0..rows + more).prop_map(Square::from);
        (Just(size), prop::collection::vec(square, 0..50).prop_map(Placement::from))
    })
}

proptest! {
    #[test]
    fn every_notation_reads_what_it_writes((size, placement) in any_board()) {
        for (notation, name) in Notation::ALL {
            let Ok(text) = notation.write(&placement, size) else {
                prop_assert!(placement.columns(size).is_none(), "{name}");
                continue;
            };
            let (read, read_size) = notation.read(&text, Some(size)).unwrap();
            prop_assert_eq!((&read, read_size), (&placement, size), "{}: {}", name, text);
        }
    }

    #[test]
    fn no_text_makes_a_reader_fail_badly(text in ".{0,40}") {
        let size = Size::square(5).unwrap();
        for (notation, _) in Notation::ALL {
            for size in [None, Some(size)] {
                if let Err(error) = notation.read(&text, size) {
                    prop_assert!(error.at <= text.chars().count() + 1, "{error}");
                }
            }
        }
    }
}
