//! The eight rotations, the classes of solutions under them, and Naur's symmetric squares.

use crate::measure::listed;
use crate::report::Stopped;
use crate::work::{ItemRun, Ready, shown};
use bezzel::{Motion, Placement, Problem, Size, Square, Symmetry};
use bezzel_draw::geometry::moved;
use bezzel_draw::scene::{Item, Scene, Text};
use bezzel_draw::{Board, Sheet};
use std::collections::BTreeSet;

pub(crate) fn symmetries(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let figure = Placement::from_columns(&[2, 4, 1, 7, 0, 6, 3, 5]);
    let problem = Problem::queens(8);
    let size = problem.size();

    work.by("each rotation applied to the squares of an 8 x 8 board");
    let image =
        |symmetry: Symmetry| size.iter().map(|s| symmetry.apply(s, size)).collect::<Vec<Square>>();
    let different: BTreeSet<Vec<Square>> = Symmetry::ALL.into_iter().map(image).collect();
    let words = format!("{} different placements", different.len());
    let command = "bezzel symmetry 8 0,4,7,5,2,6,1,3";
    work.row("different rotations", different.len(), shown(command, [words]));
    let closed = Symmetry::ALL.iter().all(|&first| {
        Symmetry::ALL.iter().all(|&second| {
            let both = size.iter().map(|s| second.apply(first.apply(s, size), size)).collect();
            different.contains::<Vec<Square>>(&both)
        })
    });
    let answer = if closed { "yes" } else { "no" };
    work.row("one rotation after another is one of the eight", answer, work.own());

    work.by("each rotation applied to each of the 92 solutions, and checked");
    let all = work.solutions("bitmask", &problem)?;
    let images = all.iter().flat_map(|columns| {
        let one = Placement::from_columns(columns);
        Symmetry::ALL.map(|symmetry| symmetry.image(&one, size))
    });
    let good = images.filter(|image| problem.is_solution(image)).count();
    work.row("images of the 92 solutions that are solutions", good, work.own());

    work.by("solutions composed as permutations and checked");
    let identity: Vec<u32> = (0..8).collect();
    let has_identity = all.contains(&identity);
    let pairs = all.iter().flat_map(|a| all.iter().map(move |b| (a, b)));
    let composed = pairs.map(|(a, b)| a.iter().map(|&k| b[k as usize]).collect::<Vec<u32>>());
    let inside = composed.filter(|columns| all.contains(columns)).count();
    let text = format!(
        "no: {inside} of 8464 products are solutions, the identity {}",
        if has_identity { "is one" } else { "is none" }
    );
    let is_group = has_identity && inside == all.len() * all.len();
    work.judged("the solutions form a group", text, is_group, work.own());

    work.by("orbits of all solutions under the eight rotations");
    let orbits: BTreeSet<Vec<Placement>> =
        all.iter().map(|c| Symmetry::orbit(&Placement::from_columns(c), size)).collect();
    let sizes: BTreeSet<usize> = orbits.iter().map(Vec::len).collect();
    let classes: Vec<(usize, usize)> = (sizes.iter().rev())
        .map(|&size| (orbits.iter().filter(|orbit| orbit.len() == size).count(), size))
        .collect();
    let text = listed(classes.iter().map(|(number, size)| format!("{number} of {size}")), ", ");
    let words = classes.iter().map(|(number, size)| format!("{number} ({size} solutions each)"));
    let by = shown("bezzel count 8 --classes", words);
    work.row("equivalence classes of n = 8, by size", text, by);

    work.by("total and symmetric solutions counted, then Burnside's lemma");
    let (_, fundamental) = work.queens_by_symmetry(8)?;
    work.row("fundamental solutions, n = 8", fundamental, "bezzel count 8 --fundamental");

    let command = "bezzel draw orbit 8 2,4,1,7,0,6,3,5";
    let sheet = Sheet::orbit(&problem, &Motion::of_problem(&problem), &figure);
    work.picture("Rotations: the eight images of figure 1", &sheet, command);
    let gallery = Sheet::gallery(size, &work.fundamental(8)?);
    work.picture(
        "Fundamental: the twelve solutions of 8 queens",
        &gallery,
        "bezzel draw gallery 8",
    );
    Ok(())
}

/// The squares of the central rows and columns of an 8 × 8 board, by orbits, as figure 4 has them.
fn letters(size: Size) -> Vec<(char, Vec<Square>)> {
    let orbit = |square: Square| {
        let images = Symmetry::ALL.map(|symmetry| symmetry.apply(square, size));
        images.into_iter().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    ('A'..='D').zip((0..4).map(|column| orbit(Square::new(3, column)))).collect()
}

pub(crate) fn fig4(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let problem = Problem::queens(8);
    let letters = letters(problem.size());
    work.by("orbits of the squares of row 3 under the eight rotations");
    let what = "symmetric squares besides row 3, column 0 (A)";
    work.row(what, letters[0].1.len() - 1, work.own());
    for (column, (letter, squares)) in letters.iter().enumerate() {
        let command = format!("bezzel symmetry 8 -,-,-,{column},-,-,-,-");
        let words = format!("{} different placements", squares.len());
        work.row(format!("squares marked {letter}"), squares.len(), shown(command, [words]));
    }
    let central = |square: &Square| matches!(square.row, 3 | 4) || matches!(square.column, 3 | 4);
    let marked: BTreeSet<Square> = letters.iter().flat_map(|(_, s)| s.iter().copied()).collect();
    let all: BTreeSet<Square> = problem.size().iter().filter(central).collect();
    let answer = if marked == all { "exactly" } else { "not" };
    work.row("the letters fill the central rows and columns", answer, work.own());

    work.by("Naur's algorithm run to its end; a test is a solution it generates");
    for n in 4..=12 {
        let naur = work.run("naur", n, bezzel::Goal::All)?;
        let command = format!("bezzel compare {n} --goal all --algorithms naur");
        let words = format!("naur {} {} {}", naur.solutions, naur.work.visits, naur.work.tests);
        let what = format!("solutions generated for the fundamental ones, n = {n}");
        work.row(what, naur.work.tests, shown(command, [words]));
    }

    let mut board = Board::new(problem, Placement::default());
    board.caption = None;
    let (cell, margin) = (46.0, 14.0);
    let side = 8.0 * cell + 2.0 * margin;
    let mut scene = Scene::new(side, side, "Symmetric squares of central columns and rows");
    scene.description = "An 8 by 8 board. The squares of rows and columns 3 and 4 carry the \
                         letters A to D; squares with the same letter go to each other under \
                         the rotations of the board."
        .to_owned();
    let mut items = board.items(cell);
    for (letter, squares) in &letters {
        for square in squares {
            let x = (f64::from(square.column) + 0.5) * cell;
            let y = (f64::from(square.row) + 0.5) * cell + 7.5;
            items.push(Item::Text(Text::new(x, y, 21.0, letter.to_string()).middle().bold()));
        }
    }
    scene.items = moved(items, margin, margin);
    work.picture(
        "Figure 4: symmetric squares of central columns and rows",
        &Ready(scene),
        "bezzel reproduce erbas fig4 --json",
    );
    Ok(())
}
