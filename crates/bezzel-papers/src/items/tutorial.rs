//! The tutorial on backtracking: the state-space tree and Nilsson's production system.

use crate::measure::{Traced, choose, listed};
use crate::report::Stopped;
use crate::work::{ItemRun, shown};
use bezzel::{Goal, Placement, Problem, Production, Square, Step};
use bezzel_draw::{Plot, Scale, Series, Tree, TreeBuilder};

pub(crate) fn nodes(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("the unpruned tree walked to its end, its nodes and the root counted");
    let by = |n: u64, nodes: u64| {
        let command = format!("bezzel draw tree {n} --algorithm state-space --bounding off");
        shown(command, [format!("{} nodes", grouped(nodes))])
    };
    for n in 1..=8 {
        let nodes = work.run("state-space:bounding=off", n, Goal::All)?.work.visits + 1;
        work.row(format!("N = {n}"), nodes, by(n.into(), nodes));
    }
    work.by("1 + sum over i of N (N - 1) … (N - i)");
    for n in 1..=8_u64 {
        let sum: u64 = (0..n).map(|i| (0..=i).map(|j| n - j).product::<u64>()).sum();
        work.row(format!("formula, N = {n}"), sum + 1, by(n, sum + 1));
    }
    work.by("every choice of 4 of the 16 squares tested");
    let tests = work.run("brute-force", 4, Goal::All)?.work.tests;
    assert_eq!(u128::from(tests), choose(16, 4), "brute force tries every choice");
    let command = "bezzel compare 4 --goal all --algorithms brute-force";
    work.row("16 C 4", tests, command);
    let tree =
        tree(work, "state-space:bounding=off", "The state-space tree of 4 queens, unpruned")?;
    work.picture(
        "Figure 1: the state-space tree",
        &tree,
        "bezzel draw tree 4 --algorithm state-space --bounding off",
    );
    Ok(())
}

/// `109,601`: a number as a picture writes it.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    listed(groups, ",")
}

fn tree(work: &ItemRun<'_>, name: &str, title: &str) -> Result<Tree, Stopped> {
    let mut builder = TreeBuilder::new(&Problem::queens(4), None, false);
    for traced in work.steps(name, 4, Goal::All)? {
        builder.step(&traced.step).expect("the tree of four queens is small");
    }
    Ok(builder.finish(title))
}

pub(crate) fn pruned(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    for (goal, word, name, option) in [
        (Goal::All, "all", "all solutions", ""),
        (Goal::First, "first", "first solution", " --first"),
    ] {
        work.by(format!("the tree with the bounding function walked, {name}"));
        for n in 4..=8 {
            let run = work.run("state-space", n, goal)?.work;
            let command = format!("bezzel compare {n} --goal {word} --algorithms state-space");
            let nodes = run.visits + 1;
            let tree = format!("bezzel draw tree {n} --algorithm state-space{option}");
            let by = shown(tree, [format!("{} nodes", grouped(nodes))]);
            work.row(format!("safe nodes, {name}, N = {n}"), nodes, by);
            work.row(format!("column tests, {name}, N = {n}"), run.tests, command);
        }
    }
    let tree = tree(work, "state-space", "The state-space tree of 4 queens, bounded")?;
    work.picture(
        "Figure 2: the tree with the bounding function",
        &tree,
        "bezzel draw tree 4 --algorithm state-space",
    );
    Ok(())
}

/// Steps 4a and 4f of methodology 1, and the precondition of the rules of methodology 2.
pub(crate) fn steps(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let problem = Problem::queens(4);
    work.by("every pair of the queens on (1,1), (2,2), (3,3), (4,4) tested");
    let queens: Vec<Square> = (0..4).map(|k| Square::new(k, k)).collect();
    let pairs =
        queens.iter().enumerate().flat_map(|(k, a)| queens[k + 1..].iter().map(move |b| (a, b)));
    let attacks = pairs.filter(|(a, b)| problem.attack(**a, **b).is_some()).count();
    let what = "step 4a: pairs of its four queens that attack each other";
    let command = "bezzel check 0,1,2,3 --definition stable-set --json";
    work.row(what, attacks, shown(command, [format!("\"faults_in_all\": {attacks}")]));

    work.by("all solutions counted");
    let total = work.queens(4)?;
    work.judged("arrangements that satisfy the condition", total, total > 1, "bezzel count 4");

    work.by("the leaves of the unbounded tree below each square of row 1, from its trace");
    let tree = work.steps("state-space:bounding=off", 4, Goal::All)?;
    let below_first = tree.iter().filter(|traced| {
        let is_leaf = matches!(traced.step, Step::Place(square) if square.row == 3);
        is_leaf && traced.frame.queens.contains(Square::new(0, 0))
    });
    let columns = |traced: &Traced| {
        let queens = traced.frame.queens.squares();
        queens.iter().map(|queen| (queen.column + 1).to_string()).collect::<String>()
    };
    let leaves = listed(below_first.map(columns), " ");
    work.row("steps 4a to 4e: columns of the leaves below (1,1)", leaves, work.own());
    let leaves = |column: u32| {
        let is_leaf = |traced: &&Traced| {
            let below = traced.frame.queens.contains(Square::new(0, column));
            below && matches!(traced.step, Step::Place(square) if square.row == 3)
        };
        tree.iter().filter(is_leaf).count()
    };
    let text = format!("steps a to e: {} leaves below (1,1), {} below (1,2)", leaves(0), leaves(1));
    work.see("bezzel draw tree 4 --algorithm state-space --bounding off");
    work.row("step 4f: the tree expands like", text, work.own());

    work.by("the rules whose precondition holds after R11 and R23");
    // As printed a rule of row i needs only a mark in row i - 1.
    let marked = [true, true, false, false];
    let rows = (1..4_usize).filter(|&row| marked[row - 1]).count();
    work.row("rules applicable after R11 and R23, as printed", 4 * rows, work.own());
    work.by("the rules that procedure BACKTRACK finds after R11 and R23, from its trace");
    let queens: Placement = [Square::new(0, 0), Square::new(1, 2)].into_iter().collect();
    let steps = work.steps("nilsson:heuristic=index", 4, Goal::First)?;
    let found = steps.iter().find_map(|traced| match &traced.step {
        Step::Production(Production::Apprules(rules)) if traced.frame.queens == queens => {
            Some((rules.len(), traced.step.to_string()))
        }
        _ => None,
    });
    let (rules, text) = found.unwrap_or_default();
    let by = shown("bezzel trace 4 --algorithm nilsson --heuristic index", [text]);
    work.row("rules applicable after R11 and R23, row i empty", rules, by);
    Ok(())
}

/// `R12`: a rule, with rows and columns from 1 as printed.
fn rule(square: &Square) -> String {
    format!("R{}{}", square.row + 1, square.column + 1)
}

pub(crate) fn trace(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let command = "bezzel trace 4 --algorithm nilsson --heuristic diagonal";
    work.by("procedure BACKTRACK traced to the first solution, ordered by diagonals");
    let steps = work.steps("nilsson:heuristic=diagonal", 4, Goal::First)?;
    let productions: Vec<&Production<'_>> = (steps.iter())
        .filter_map(|traced| match &traced.step {
            Step::Production(production) => Some(production),
            _ => None,
        })
        .collect();
    // The trace counts rows and columns from 0.
    let orders = productions.iter().filter_map(|production| match production {
        Production::Apprules(rules) => {
            Some((listed(rules.iter().map(rule), ", "), production.to_string()))
        }
        _ => None,
    });
    for (row, (order, text)) in (1..=4).zip(orders) {
        let by = shown(command, [text]);
        work.row(format!("order of the rules of row {row}"), order, by);
    }
    let (mut chosen, mut words): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for production in &productions {
        match production {
            Production::First(square) => {
                chosen.push(rule(square));
                words.push(production.to_string());
            }
            Production::Deadend(true) => {
                if let Some(last) = chosen.last_mut() {
                    last.push_str(" (DEADEND)");
                }
            }
            _ => {}
        }
    }
    work.row("rules applied", listed(chosen, "; "), shown(command, words));
    let path = productions.iter().rev().find_map(|production| match production {
        Production::Cons(path) => {
            Some((listed(path.iter().map(rule), " "), production.to_string()))
        }
        _ => None,
    });
    let (path, text) = path.unwrap_or_default();
    work.row("result", format!("({path})"), shown(command, [text]));

    work.by("the longest of the two diagonals through the cell, counted square by square");
    let size = Problem::queens(4).size();
    let lengths = |cell: Square| {
        let difference = |s: &Square| s.row + 4 - s.column == cell.row + 4 - cell.column;
        let sum = |s: &Square| s.row + s.column == cell.row + cell.column;
        [size.iter().filter(difference).count(), size.iter().filter(sum).count()]
    };
    let longest = |cell: Square| lengths(cell).into_iter().max().unwrap_or_default();
    work.row("diagonal(1,1)", longest(Square::new(0, 0)), work.own());
    work.row("diagonal(1,2)", longest(Square::new(0, 1)), work.own());
    let shortest = lengths(Square::new(0, 1)).into_iter().min().unwrap_or_default();
    work.row("the shorter diagonal of (1,2)", shortest, work.own());
    Ok(())
}

pub(crate) fn heuristics(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let mut plot = Plot::new("Calls of BACKTRACK that fail", "N", "calls that return FAIL");
    plot.subtitle = "to the first solution, by the order of the rules".to_owned();
    plot.y_scale = Scale::Log;
    for heuristic in ["index", "diagonal"] {
        work.by(format!("BACKTRACK run to the first solution, rules ordered by {heuristic}"));
        let mut points = Vec::new();
        for n in [4, 5, 6, 7, 8, 9, 10, 11, 12, 16] {
            let name = format!("nilsson:heuristic={heuristic}");
            let fails = work.run(&name, n, Goal::First)?.work.backtracks;
            points.push((n, u128::from(fails)));
            let command = format!("bezzel compare {n} --goal first --algorithms {name}");
            work.row(format!("FAIL, {heuristic}, N = {n}"), fails, command);
        }
        plot.series.push(Series::counts(heuristic, points));
    }
    let command = "bezzel draw plot algorithms 4..12 --first --measure backtracks \
                   --algorithms nilsson:heuristic=index,nilsson:heuristic=diagonal";
    work.picture("Heuristics: calls of BACKTRACK that fail", &plot, command);
    Ok(())
}
