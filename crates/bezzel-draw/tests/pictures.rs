//! The pictures show the right content.

use crate::common;
use bezzel_board::{Placement, Problem, Square};
use bezzel_draw::{
    Board, Format, Graph, Kind, LevelTable, Options, Picture, Role, Stack, TreeBuilder, render,
};
use bezzel_search::Step;

fn text(picture: &dyn Picture) -> String {
    String::from_utf8(render(picture, Format::Unicode, &Options::default()).unwrap()).unwrap()
}

#[test]
fn trees_have_the_tutorials_number_of_nodes() {
    let unpruned = [2, 5, 16, 65, 326, 1957];
    for (n, &nodes) in (1..).zip(&unpruned) {
        assert_eq!(common::tree("state-space", Some(("bounding", "off")), n, None).count(), nodes);
    }
    for (n, nodes, solutions) in [(4, 17, 2), (5, 54, 10), (6, 153, 4)] {
        let tree = common::tree("state-space", None, n, None);
        assert_eq!((tree.count(), tree.solutions()), (nodes, solutions), "{n}");
    }
}

#[test]
fn a_collapsed_tree_counts_what_it_hides() {
    for n in 4..=6 {
        let whole = common::tree("state-space", None, n, None);
        for depth in 0..=n as usize {
            let grown = common::tree("state-space", None, n, Some(depth));
            let folded = whole.collapsed(depth);
            for tree in [&grown, &folded] {
                assert_eq!(tree.count(), whole.count(), "{n} {depth}");
                assert_eq!(tree.solutions(), whole.solutions(), "{n} {depth}");
                assert!(tree.depth() <= depth);
            }
            let shape = |tree: &bezzel_draw::Tree| -> Vec<(Option<Square>, u64, u64)> {
                tree.nodes.iter().map(|n| (n.square, n.hidden, n.hidden_solutions)).collect()
            };
            assert_eq!(shape(&grown), shape(&folded), "{n} {depth}");
        }
        let fitting = whole.fitting(20);
        assert!(fitting.nodes.len() <= 20 && fitting.count() == whole.count());
    }
}

#[test]
fn leaves_of_the_unpruned_tree_are_solutions_or_dead_ends() {
    let tree = common::tree("state-space", Some(("bounding", "off")), 4, None);
    let leaves: Vec<_> = tree.nodes.iter().filter(|node| node.children.is_empty()).collect();
    assert_eq!(leaves.len(), 24);
    assert_eq!(leaves.iter().filter(|node| node.kind == Kind::Solution).count(), 2);
    assert_eq!(leaves.iter().filter(|node| node.kind == Kind::DeadEnd).count(), 22);
}

#[test]
fn a_queen_whose_lines_are_drawn_says_what_it_attacks() {
    let queen = Square::new(3, 3);
    let mut board = Board::new(Problem::queens(8), [queen].into_iter().collect());
    let described = |board: &Board| board.scene().unwrap().description;
    let plain = "A board of 8 by 8 squares with 1 queen, by row in columns -,-,-,3,-,-,-,-.";
    assert_eq!(described(&board), plain);
    board.lines = vec![queen];
    let text = described(&board);
    assert!(text.contains("The queen on (3, 3) attacks 27 squares: "), "{text}");
    for part in ["7 along row 3", "7 along column 3", "7 along diagonal row - column = 0"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(text.contains("6 along anti-diagonal row + column = 6"), "{text}");
}

#[test]
fn a_search_without_a_tree_is_refused() {
    let mut builder = TreeBuilder::new(&Problem::queens(4), None, false);
    let error = builder.step(&Step::Swap(0, 1)).unwrap_err();
    assert!(error.to_string().contains("no search tree"), "{error}");
}

#[test]
fn guldals_colours_are_those_of_the_paper() {
    // Figure 14: after cell 1, the second queen goes to cell 7.
    let queens: Placement = [Square::new(0, 0), Square::new(1, 2)].into_iter().collect();
    let mut board = Board::new(Problem::queens(4), queens);
    board.attacker = Some(Square::new(1, 2));
    let roles = board.roles().unwrap();
    let cells = |wanted: Role| -> Vec<usize> {
        (1..).zip(&roles).filter(|&(_, &role)| role == wanted).map(|(cell, _)| cell).collect()
    };
    assert_eq!(cells(Role::Attacker), [7]);
    assert_eq!(cells(Role::Occupied), [1]);
    // The threatened set of cell 1, printed in the paper, is what its queen has deleted.
    assert_eq!(cells(Role::Deleted), [2, 3, 4, 5, 6, 9, 11, 13, 16]);
    assert_eq!(cells(Role::Threatened), [8, 10, 12, 15]);
    assert_eq!(cells(Role::Free), [14]);
    assert_eq!(
        text(&board),
        "0  ♕ █ █ █\n1  █ █ ♛ x\n2  █ x █ x\n3  █ · x █\n   0 1 2 3\n\
         ♛ attacker  x threatened  ♕ occupied  █ deleted\n"
    );
}

#[test]
fn figure_five_is_the_table_of_its_floors() {
    let table = LevelTable::from_floors(&common::floors()).unwrap();
    let printed = "1 2 3 4 5\n4 5 1 2 3\n2 3 4 5 1\n5 1 2 3 4\n3 4 5 1 2\n";
    assert_eq!(table, LevelTable::read(printed).unwrap());
    assert_eq!(text(&table), printed.lines().map(|line| format!(" {line}\n")).collect::<String>());
    let stack = Stack::from_columns(&common::floors());
    assert_eq!(stack.floors, table.floors());
    let clash = LevelTable::from_floors(&[vec![1, 3, 0, 2], vec![2, 3, 0, 1]]).unwrap_err();
    assert!(clash.to_string().contains("both have a queen on (1, 3)"), "{clash}");
    for (bad, word) in [("1 2\n3", "row 2"), ("1 x\n2 1", "'x'"), ("", "at least one")] {
        let error = LevelTable::read(bad).unwrap_err();
        assert!(error.to_string().contains(word), "{error}");
    }
}

#[test]
fn graphs_have_the_right_edges() {
    // n(n−1)(5n−1)/3 edges in the queen graph.
    for n in 1_u32..=6 {
        let graph = |complement| Graph {
            problem: Problem::queens(n),
            complement,
            marked: Placement::default(),
        };
        let edges = (n * (n - 1) * (5 * n - 1) / 3) as usize;
        assert_eq!(graph(false).edges().len(), edges);
        let all = (n * n * (n * n - 1) / 2) as usize;
        assert_eq!(graph(true).edges().len(), all - edges);
    }
}

#[test]
fn the_table_behind_a_plot_keeps_every_digit() {
    let mut plot = bezzel_draw::Plot::new("Totals", "n", "solutions");
    let total = 234_907_967_154_122_528_u128; // n = 27, in more digits than a float has
    plot.series = vec![bezzel_draw::Series::counts("all, exactly", [(27, total)])];
    assert_eq!(
        plot.csv().unwrap(),
        format!("series,x,y,at_least\n\"all, exactly\",27,{total},no\n")
    );
    assert!(plot.scene().is_ok(), "one point is a plot too");
}

#[test]
fn a_plot_has_room_for_the_spread_of_its_values() {
    let mut plot = bezzel_draw::Plot::new("Visits", "n", "visits");
    plot.series = vec![bezzel_draw::Series::new("random", [(4.0, 10.0), (5.0, 20.0)])];
    let drawn = |plot: &bezzel_draw::Plot| {
        let svg = render(plot, Format::Svg, &Options::default()).unwrap();
        String::from_utf8(svg).unwrap()
    };
    let bare = drawn(&plot);
    plot.series[0].spread = vec![(4.0, 1.0, 900.0), (5.0, 20.0, 20.0)];
    let spread = drawn(&plot);
    // Three strokes for each spread, and an axis that covers its ends.
    let lines = |svg: &str| svg.matches("<line").count() + svg.matches("<path").count();
    assert!(lines(&spread) >= lines(&bare) + 6, "{spread}");
    assert!(!bare.contains(">800<") && spread.contains(">800<"), "{spread}");
}

/// Kings are not drawn as queens: each piece has an outline of its own, and so has a pawn.
#[test]
fn every_piece_is_drawn_as_itself() {
    let board = |rule: &str| {
        let problem: Problem = format!("5 {rule} queens=2").parse().unwrap();
        let problem = problem.with_pawns([Square::new(2, 2)]).unwrap();
        Board::new(problem, [Square::new(0, 0), Square::new(1, 3)].into_iter().collect())
    };
    let drawn = |rule: &str| {
        let svg = render(&board(rule), Format::Svg, &Options::default()).unwrap();
        String::from_utf8(svg).unwrap()
    };
    let queens = drawn("queen");
    assert!(
        queens.contains("href=\"#bezzel-queen\"") && queens.contains("with 2 queens"),
        "{queens}"
    );
    assert!(queens.contains("<title>pawn on (2, 2)</title>"), "{queens}");
    let mut outlines = std::collections::BTreeSet::new();
    for (piece, sign) in
        [("king", "♚"), ("rook", "♜"), ("bishop", "♝"), ("amazon", "A"), ("semi-queen", "S")]
    {
        let lines = text(&board(piece));
        assert!(lines.matches(sign).count() == 2 && lines.contains('♟'), "{lines}");
        let svg = drawn(piece);
        assert!(svg.contains(&format!("with 2 {piece}s")), "{svg}");
        assert!(!svg.contains("href=\"#bezzel-queen\""), "{piece}: {svg}");
        let title = format!("<title>{piece} on (0, 0)</title>");
        let (_, rest) = svg.split_once(&title).unwrap_or_else(|| panic!("{piece}: {svg}"));
        let outline = rest.split("</g>").next().unwrap().trim().to_owned();
        assert!(outline.starts_with("<path"), "{piece}: {outline}");
        assert!(outlines.insert(outline), "{piece} is drawn as another piece");
    }
}
