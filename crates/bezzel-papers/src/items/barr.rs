//! Barr and Rao: n queens in d dimensions.

use crate::measure::listed;
use crate::report::Stopped;
use crate::work::{ItemRun, shown};
use bezzel::{
    Conjecture, Exists, ModularRequest, Placement, Problem, Rule, Size, Spectrum, Square,
};
use bezzel_draw::{Board, Plot, Scale, Series, Stack};
use num_bigint::BigInt;
use std::collections::BTreeSet;

fn board(n: u32, d: u32) -> Problem {
    Problem::new(Size::cube(n, d).expect("the boards of the paper are small"))
}

/// The board on which queens of a common hyperplane attack each other.
fn by_hyperplanes(n: u32, d: u32) -> Problem {
    board(n, d).with_rule(Rule::Hyperplane).expect("the rule fits every board")
}

pub(crate) fn table1(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let spectra = work.spectra(3..=8)?;
    work.by("engine transform: one sum over sets of pairs of layers gives every dimension");
    for d in 2..=6 {
        for spectrum in &spectra {
            let n = spectrum.side();
            let command = format!("bezzel count {n}^{d}");
            let command = if d == 2 { format!("bezzel count {n}") } else { command };
            work.row(format!("n = {n}, d = {d}"), spectrum.total(d), command);
        }
    }
    work.by("a second method: Barr and Rao's attack lists layer by layer, threads by first queen");
    for (n, d) in [(3, 3), (3, 4), (3, 5), (3, 6), (4, 3), (4, 4), (5, 3)] {
        let total = work.total_by("barr-rao", &board(n, d))?;
        let command = format!("bezzel count {n}^{d} --engine barr-rao");
        work.row(format!("by attack lists, n = {n}, d = {d}"), total, command);
    }
    work.by("section 6.6: attack lists with and without the positions of the queen's own layer");
    for kept in ["dropped", "kept"] {
        let total = work.found(&format!("barr-rao:same-layer={kept}"), &board(4, 3))?;
        let command = format!("bezzel count 4^3 --algorithm barr-rao --same-layer {kept}");
        work.row(format!("same-layer positions {kept}, n = 4, d = 3"), total, command);
    }
    work.by(
        "the rule as worded in the introduction: queens on a common hyperplane attack each other",
    );
    for n in [4, 5] {
        let total = work.total(&by_hyperplanes(n, 3))?;
        let command = format!("bezzel count {n}^3 --rule hyperplane");
        work.row(format!("attack on a common hyperplane, n = {n}, d = 3"), total, command);
    }
    work.by("one queen anywhere in each layer, without tests: (n^(d-1))^n");
    work.row("unconstrained placements, n = 3, d = 6", 3_u64.pow(5).pow(3), work.own());
    work.by("the total of n = 7, d = 3 modulo 2^32");
    let seven = spectra.iter().find(|spectrum| spectrum.side() == 7);
    let wrapped = seven.map(|spectrum| spectrum.total(3) % (BigInt::from(1) << 32));
    let what = "what a 32-bit counter shows, n = 7, d = 3";
    work.row(what, wrapped.unwrap_or_default(), work.own());
    work.by("the total of n = 5, d = 4 modulo 2^32");
    let five = spectra.iter().find(|spectrum| spectrum.side() == 5);
    let wrapped = five.map(|spectrum| spectrum.total(4) % (BigInt::from(1) << 32));
    let what = "what a 32-bit counter shows, n = 5, d = 4";
    work.row(what, wrapped.unwrap_or_default(), work.own());

    let mut plot = Plot::new("Solutions of n queens in d dimensions", "d", "solutions");
    plot.subtitle = "Table 1 with its dashes filled".to_owned();
    plot.y_scale = Scale::Log;
    for spectrum in &spectra {
        let points = (2..=6).map(|d| (d, u128::try_from(spectrum.total(d)).unwrap_or(u128::MAX)));
        plot.series.push(Series::counts(format!("n = {}", spectrum.side()), points));
    }
    work.picture(
        "Table 1: solutions against the dimension, dashes filled",
        &plot,
        "bezzel count 3..8 --dimension 2..6 --table --csv",
    );
    space_picture(work)
}

/// A solution of four queens in a cube.
fn space_picture(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let problem = board(4, 3);
    let solutions = work.solutions("barr-rao", &problem)?;
    let columns = &solutions[0];
    let placement = Placement::from_columns(columns);
    let mut floors = vec![Vec::new(); 4];
    for &queen in placement.squares() {
        let coordinates = problem.size().coordinates(queen);
        floors[queen.row as usize].push(Square::new(coordinates[1], coordinates[0]));
    }
    let caption = Some("Four queens in a cube: one in each layer".to_owned());
    let stack = Stack { side: 4, floors, caption };
    let command = format!("bezzel draw board 4^3 {}", listed(columns, ","));
    work.picture("Cube: four queens in three dimensions, one in each layer", &stack, &command);
    Ok(())
}

/// Figure 1: the four lines of a queen and their equations.
pub(crate) fn fig1(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("the equations evaluated for every pair of squares of the 8 x 8 board");
    let problem = Problem::queens(8);
    let pairs = || problem.size().iter().flat_map(|a| problem.size().iter().map(move |b| (a, b)));
    let different = || pairs().filter(|(a, b)| a != b);
    let point = |s: Square| (i64::from(s.column), i64::from(s.row));
    let on_a_line = |a: Square, b: Square| {
        let ((i, j), (x, y)) = (point(a), point(b));
        [x == i, y == j, x - i == y - j, x - i == j - y]
    };
    let names = ["x = i", "y = j", "x - i = y - j", "x - i = j - y"];
    let queen = Square::new(3, 3);
    let command = "bezzel draw board 8 -,-,-,3,-,-,-,- --lines=3,3";
    let lines =
        ["column 3", "row 3", "diagonal row - column = 0", "anti-diagonal row + column = 6"];
    for (place, (name, line)) in names.into_iter().zip(lines).enumerate() {
        let others = problem.size().iter().filter(|&s| s != queen);
        let on = others.filter(|&s| on_a_line(queen, s)[place]).count();
        let by = shown(command, [format!("{on} along {line}")]);
        work.row(format!("squares attacked from (3, 3) along {name}"), on, by);
    }
    let wrong = different()
        .filter(|&(a, b)| on_a_line(a, b).contains(&true) != problem.attack(a, b).is_some());
    work.row("pairs of squares where equations and rules differ", wrong.count(), work.own());
    let mut board = Board::new(problem.clone(), [queen].into_iter().collect());
    board.lines = vec![queen];
    work.picture("Figure 1: the directions of attack", &board, command);
    Ok(())
}

pub(crate) fn attack_lines(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("directions with components -1, 0, 1 up to sign, listed");
    for d in 2..=5 {
        let directions = Rule::Queen.directions(d);
        let full = directions.iter().filter(|line| line.iter().all(|&part| part != 0)).count();
        work.row(format!("d-dimensional attack lines, d = {d}"), full, work.own());
        let what = format!("attack lines of all dimensions, d = {d}");
        work.row(what, directions.len(), work.own());
    }
    work.by("p = sum of i_j n^(j-1) for every square of 3^4, compared with its place in the list");
    let size = board(3, 4).size();
    let position = |square: Square| {
        let parts = size.coordinates(square).into_iter().rev();
        parts.fold(0, |sum, part| sum * 3 + u64::from(part))
    };
    let right = size.iter().filter(|&s| position(s) == size.position(s)).count();
    work.row("squares of 3^4 whose position is p", right, work.own());
    Ok(())
}

pub(crate) fn closed_form(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let spectra = work.spectra(3..=3)?;
    work.by("engine transform: the terms of its sum, collected");
    work.row("Q(3,d), m = d - 1", &spectra[0], "bezzel count 3 --closed-form");
    work.by("the closed form evaluated");
    for d in 2..=8 {
        let command = format!("bezzel count 3 --dimension {d}");
        work.row(format!("Q(3,{d})"), spectra[0].total(d), command);
    }
    Ok(())
}

/// How often a conjecture fails, and the first case in which it does.
fn failures(conjecture: &Conjecture) -> Vec<String> {
    let Conjecture { cases, counterexamples, .. } = conjecture;
    let number = format!("fails in {} of {cases} cases", counterexamples.len());
    [number].into_iter().chain(counterexamples.first().map(ToString::to_string)).collect()
}

pub(crate) fn conjecture_5_2(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let spectra = work.spectra(1..=8)?;
    work.by("all pairs of sides 1 to 8 in every dimension from 3 to 40, by engine transform");
    let all = bezzel::conjecture_5_2(&spectra, 40);
    let what = "Q(n,d) > Q(m,d) for all n > m, d > 2";
    let by = shown("bezzel count 1..8 --dimension 2..40 --table", failures(&all));
    work.judged(what, failures(&all).join(", first "), all.counterexamples.is_empty(), by);
    work.by("the same from side 2");
    let rest = bezzel::conjecture_5_2(&spectra[1..], 40);
    let what = format!("{what}, m > 1");
    let by = shown("bezzel count 2..8 --dimension 2..40 --table", failures(&rest));
    work.judged(what, failures(&rest).join(", first "), rest.counterexamples.is_empty(), by);
    Ok(())
}

pub(crate) fn conjecture_5_3(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let spectra = work.spectra(2..=8)?;
    work.by("all pairs 2 <= d < n <= 8, by engine transform");
    let all = bezzel::conjecture_5_3(&spectra);
    let what = "Q(n,d) > Q(d,n) for all n > d";
    let by = shown("bezzel count 2..8 --dimension 2..8 --table", failures(&all));
    work.judged(what, failures(&all).join(", first "), all.counterexamples.is_empty(), by);
    work.by("with the misprint of Table 1 as Q(5,3)");
    let misprint: BigInt =
        crate::data::printed("barr/table1", "n = 5, d = 3").parse().unwrap_or_default();
    let other = spectra.iter().find(|spectrum| spectrum.side() == 3);
    let other = other.map_or_else(BigInt::default, |spectrum| spectrum.total(5));
    let text = if misprint > other { "holds" } else { "refuted" };
    work.row("with the printed 98106 for Q(5,3), against Q(3,5)", text, work.own());
    work.by("d = 1 is not excluded: n queens on a line of n squares, by the closed form");
    let two = spectra.iter().find(|spectrum| spectrum.side() == 2);
    let line = two.map_or_else(BigInt::default, |spectrum| spectrum.total(1));
    let one = work.queens(1)?;
    let text = format!("Q(2,1) = {line}, Q(1,2) = {one}");
    let agrees = line > BigInt::from(one);
    work.judged("Q(n,d) > Q(d,n) at n = 2, d = 1", text, agrees, work.own());
    Ok(())
}

pub(crate) fn nontrivial(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let spectra = work.spectra(3..=5)?;
    work.by("sum over k of (-1)^k C(d-1,k) n^k Q(n,d-k), by engine transform");
    for (n, d) in [(3, 3), (4, 3), (5, 3), (4, 4)] {
        let spectrum: &Spectrum = &spectra[n - 3];
        let command = format!("bezzel count {n}^{d} --nontrivial");
        work.row(
            format!("no constant coordinate, n = {n}, d = {d}"),
            spectrum.nontrivial(d),
            command,
        );
    }
    work.by("every solution listed, its coordinates checked");
    for (n, d) in [(3, 3), (4, 3)] {
        let size = board(n, d).size();
        let solutions = work.solutions("barr-rao", &board(n, d))?;
        let varied = |columns: &&Vec<u32>| {
            let points = coordinates(size, columns);
            (0..d as usize - 1)
                .all(|axis| points.iter().any(|point| point[axis] != points[0][axis]))
        };
        let number = solutions.iter().filter(varied).count();
        let command = format!("bezzel count {n}^{d} --nontrivial");
        work.row(format!("the same, listed, n = {n}, d = {d}"), number, command);
    }
    work.by(
        "every solution listed, each coordinate except the layer dropped in turn and the rest checked",
    );
    for d in 3..=5 {
        let solutions = work.solutions("barr-rao", &board(3, d))?;
        let (size, lower) = (board(3, d).size(), board(3, d - 1));
        let stays = |columns: &&Vec<u32>| {
            let points = coordinates(size, columns);
            (0..d as usize - 1).all(|axis| !is_solution_without(&points, axis, &lower))
        };
        let number = solutions.iter().filter(stays).count();
        let what = format!("no coordinate can be dropped, n = 3, d = {d}");
        work.row(what, number, work.own());
    }
    work.by(
        "each coordinate but the layer must separate a pair of queens that no other coordinate \
         separates: every family of sets of pairs tried",
    );
    let separated = separated_pairs(4);
    let exists = |d: usize| can_choose(&separated, d - 1, &mut Vec::new(), 0);
    let first = (2..).find(|&d| !exists(d)).unwrap_or_default();
    let text = format!("they exist for n = 4, d = 2 to {}, none for d = {first}", first - 1);
    let what = "non-trivial solutions always exist for n >= 4, d >= 2";
    work.judged(what, text, false, work.own());
    Ok(())
}

/// The sets of pairs of queens that one coordinate can separate, as bits: the coordinates of a pair
/// differ neither by 0 nor by as much as their layers.
fn separated_pairs(n: u32) -> Vec<u32> {
    let pairs: Vec<(u32, u32)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
    let all = (0..n.pow(n)).map(|number| {
        let of = |queen: u32| number / n.pow(queen) % n;
        (0..).zip(&pairs).fold(0, |set, (place, &(a, b))| {
            let apart = of(a).abs_diff(of(b));
            set | u32::from(apart != 0 && apart != b - a) << place
        })
    });
    all.collect::<BTreeSet<u32>>().into_iter().collect()
}

/// Whether so many of these sets, from this place on, can join those chosen so that together they have
/// every pair and each has one that no other has.
fn can_choose(sets: &[u32], more: usize, chosen: &mut Vec<u32>, from: usize) -> bool {
    let others = |place: usize| {
        let rest = chosen.iter().enumerate().filter(|&(other, _)| other != place);
        rest.fold(0, |union, (_, set)| union | set)
    };
    // A pair of its own that is lost does not come back.
    if (0..chosen.len()).any(|place| chosen[place] & !others(place) == 0) {
        return false;
    }
    if more == 0 {
        let every = sets.iter().fold(0, |union, set| union | set);
        return chosen.iter().fold(0, |union, set| union | set) == every;
    }
    (from..sets.len()).any(|place| {
        chosen.push(sets[place]);
        let found = can_choose(sets, more - 1, chosen, place + 1);
        chosen.pop();
        found
    })
}

/// The coordinates of each queen, the layer last.
fn coordinates(size: Size, columns: &[u32]) -> Vec<Vec<u32>> {
    let squares = (0..).zip(columns).map(|(row, &column)| Square::new(row, column));
    squares.map(|square| size.coordinates(square)).collect()
}

fn is_solution_without(points: &[Vec<u32>], axis: usize, lower: &Problem) -> bool {
    let n = lower.size().rows();
    let square = |point: &Vec<u32>| {
        let mut left = point.clone();
        left.remove(axis);
        let layer = left.pop().unwrap_or_default();
        Square::new(layer, left.iter().rev().fold(0, |sum, part| sum * n + part))
    };
    lower.is_solution(&points.iter().map(square).collect())
}

pub(crate) fn modular(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("Nudelman's rule, counted by engine barr-rao");
    for n in [5, 7, 11, 13] {
        let total = work.total(&by_hyperplanes(n, 3))?;
        let command = format!("bezzel count {n}^3 --rule hyperplane");
        work.row(format!("modular solutions, n = {n}, d = 3"), total, command);
    }
    work.by("primes below 2d first, then lines on the torus, then an exhaustive search");
    for n in [7, 11] {
        let mut request = ModularRequest::new(vec![by_hyperplanes(n, 3)]);
        request.exists = true;
        let answer = bezzel::modular(&request, work.control).expect("small boards fit");
        let finding = answer.answers.first().ok_or(Stopped)?;
        let text = match (finding.exists, &finding.slopes) {
            (Some(Exists::Yes), Some(slopes)) => {
                format!("yes: queens at slopes [{}] are a solution", listed(slopes, ", "))
            }
            (Some(Exists::Yes), None) => "yes, by search".to_owned(),
            // No prime below 6 divides these sides, so that only a search can tell.
            (Some(Exists::No), _) => "no: an exhaustive search found none".to_owned(),
            _ => "not known".to_owned(),
        };
        let what = format!("no prime below 6 divides n = {n}: a solution exists");
        work.row(what, text, format!("bezzel count {n}^3 --rule hyperplane --exists"));
    }
    work.by("counted on the torus: the modular queens of two dimensions");
    for n in [5, 6, 7] {
        let total = work.total(&by_hyperplanes(n, 2))?;
        let command = format!("bezzel count {n} --rule hyperplane");
        work.row(format!("modular solutions, n = {n}, d = 2"), total, command);
    }
    Ok(())
}
