//! Figure 1, a solution, and figures 2 and 3, the queen graph and its complement.

use crate::measure::{line, listed};
use crate::report::Stopped;
use crate::work::{ItemRun, shown};
use bezzel::{ModularRequest, Placement, Problem, Square, Symmetry, modular};
use bezzel_draw::{Board, Graph};

/// Columns as the paper writes a permutation.
fn columns(text: &str) -> Vec<u32> {
    text.split(' ').filter_map(|word| word.parse().ok()).collect()
}

pub(crate) fn fig1(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let figure = columns(work.printed("permutation"));
    let problem = Problem::queens(8);
    let placement = Placement::from_columns(&figure);
    let text = line(&figure);

    work.by("every pair of queens tested against the rules of attack");
    let faults = problem.faults(&placement);
    let answer = if faults.is_empty() { listed(&figure, " ") } else { faults.join("; ") };
    let command = format!("bezzel check {text}");
    work.row("permutation", answer, shown(command, ["a solution of 8 queens"]));

    work.by("the eight images compared with the solution");
    let kept = Symmetry::stabiliser(&placement, problem.size());
    let names = listed(kept.iter().map(|symmetry| format!("{symmetry:?}")), " ");
    work.row("symmetries that keep it", names, format!("bezzel symmetry 8 {text}"));

    work.by("its place in the list that bit-mask backtracking gives in lexicographic order");
    let all = work.solutions("bitmask", &problem)?;
    let place = all.iter().position(|solution| *solution == figure);
    let place = place.map_or(0, |place| place + 1);
    let words = format!("\"number\":{place},\"solution\":\"{text}\"");
    let by = shown("bezzel list 8 --algorithm bitmask --jsonl", [words]);
    work.row("place in lexicographic order, from 1", place, by);

    let mut board = Board::new(problem, placement);
    board.lines = vec![Square::new(3, 7)];
    work.picture(
        "Figure 1: a solution, with the lines of one queen",
        &board,
        &format!("bezzel draw board 8 {text} --lines=3,7"),
    );
    Ok(())
}

pub(crate) fn fig2_fig3(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let problem = Problem::queens(4);
    let marked = Placement::from_columns(&[1, 3, 0, 2]);
    let graph = |complement| Graph { problem: problem.clone(), complement, marked: marked.clone() };
    let (queen, clique) = (graph(false), graph(true));

    for (name, how, graph, command) in [
        ("figure 2", "a common line", &queen, "bezzel draw graph 4"),
        ("figure 3", "no common line", &clique, "bezzel draw graph 4 --complement"),
    ] {
        work.by(format!("an edge for each pair of squares on {how}"));
        let edges = graph.edges().len();
        let by = shown(command, [format!("{edges} edges")]);
        work.row(format!("{name}: edges, n = 4"), edges, by);
    }

    work.by("every set of four vertices tested for edges");
    let squares: Vec<Square> = problem.size().iter().collect();
    let joined = |graph: &Graph| {
        let edges = graph.edges();
        let mut table = vec![vec![false; squares.len()]; squares.len()];
        for (a, b) in edges {
            let (a, b) = (problem.size().position(a), problem.size().position(b));
            table[a as usize][b as usize] = true;
            table[b as usize][a as usize] = true;
        }
        table
    };
    let command = "bezzel count 4";
    work.row("stable sets of 4 in figure 2", sets_of_four(&joined(&queen), false), command);
    work.row("cliques of 4 in figure 3", sets_of_four(&joined(&clique), true), command);

    work.by("branch and bound for the largest number of queens that fit, run to its end");
    for n in 2..=9 {
        let mut request = ModularRequest::new(vec![Problem::queens(n)]);
        (request.maximum, request.visits) = (true, Some(u64::MAX));
        let answer = modular(&request, work.control).expect("small boards fit");
        let finding = answer.answers.first().ok_or(Stopped)?;
        let most = finding.maximum.expect("a search without a limit runs to its end");
        let command = format!("bezzel count {n} --maximum");
        work.row(format!("stability number, n = {n}"), most, command);
    }
    work.picture(
        "Figure 2: the queen graph, a stable set marked",
        &queen,
        "bezzel draw graph 4 1,3,0,2",
    );
    work.picture(
        "Figure 3: its complement, a clique marked",
        &clique,
        "bezzel draw graph 4 1,3,0,2 --complement",
    );
    Ok(())
}

/// Sets of four vertices of which every pair is joined, or none.
fn sets_of_four(joined: &[Vec<bool>], wanted: bool) -> usize {
    let n = joined.len();
    let fits = |chosen: &[usize], new: usize| chosen.iter().all(|&old| joined[old][new] == wanted);
    let mut number = 0;
    for a in 0..n {
        for b in (a + 1..n).filter(|&b| fits(&[a], b)) {
            for c in (b + 1..n).filter(|&c| fits(&[a, b], c)) {
                number += (c + 1..n).filter(|&d| fits(&[a, b, c], d)).count();
            }
        }
    }
    number
}
