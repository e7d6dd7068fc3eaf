//! Random problems, which the bytes of the input choose: whatever solves them agrees with brute force.

use bezzel_board::{Placement, Problem, Regions, Rule, Size, Square, Stop, Topology};
use bezzel_engines::registry;
use bezzel_models::solve::{self, OWN, SolveError};
use bezzel_models::{FORMATS, Model, ModelError, Options, SolverAnswer};
use bezzel_search::{Category, Limits, Settings, algorithms};
use bezzel_testkit::{engines as suite, oracle};

/// The problem that these bytes choose: a board of at most six rows, perhaps divided into regions,
/// with squares blocked and queens given.
fn problem(input: &[u8]) -> Problem {
    let mut bytes = input.iter().copied();
    let mut draw = |below: u32| u32::from(bytes.next().unwrap_or(0)) % below.max(1);
    let (rows, kind) = (1 + draw(6), draw(7));
    let plane = Problem::queens(rows);
    let mut problem = match kind {
        0 => plane.on_torus().expect("the board is square"),
        1 => Problem::new(Size::rectangle(rows.min(5), rows.min(5) + 1).expect("wider than tall")),
        2 => divided(plane, &mut draw),
        3 => variant(&mut draw),
        _ => plane,
    };
    let (rows, columns) = (problem.size().rows(), problem.size().columns());
    for step in 0..draw(12) {
        let square = Square::new(draw(rows), draw(columns));
        // What attacks another or stands on a blocked square is left out.
        let with = match step % 4 {
            3 => problem.clone().with_given([square]),
            _ => problem.clone().with_blocked([square]),
        };
        problem = with.unwrap_or(problem);
    }
    problem
}

/// Any piece on any board of up to four rows, with any number of pieces, a pawn or an excluded
/// diagonal; what does not fit is left out.
fn variant(draw: &mut impl FnMut(u32) -> u32) -> Problem {
    let rows = 1 + draw(4);
    let mut problem = Problem::new(Size::rectangle(rows, rows + draw(2)).expect("wider than tall"));
    let (rule, _) = Rule::ALL[draw(Rule::ALL.len() as u32) as usize];
    problem = problem.clone().with_rule(rule).unwrap_or(problem);
    let (topology, _) = Topology::ALL[draw(Topology::ALL.len() as u32) as usize];
    problem = problem.clone().on(topology).unwrap_or(problem);
    problem = match draw(4) {
        0 => problem.clone().with_pieces(draw(6)),
        1 => problem.clone().with_pawns([Square::new(draw(4), draw(4))]),
        2 => {
            let diagonal = format!("{}{}", if draw(2) == 0 { 'd' } else { 's' }, draw(4));
            diagonal.parse().and_then(|diagonal| problem.clone().with_excluded(diagonal))
        }
        _ => Ok(problem.clone()),
    }
    .unwrap_or(problem);
    problem
}

/// The board divided into regions: its rows with some squares exchanged; of touching queens or others.
fn divided(plane: Problem, draw: &mut impl FnMut(u32) -> u32) -> Problem {
    let side = plane.size().rows() as usize;
    let rule = if draw(2) == 0 { Rule::Touching } else { Rule::Queen };
    let mut numbers: Vec<usize> = (0..side * side).map(|place| place / side).collect();
    for _ in 0..draw(16) {
        let (place, number) = (draw((side * side) as u32) as usize, draw(side as u32) as usize);
        // A region never loses its last square.
        if numbers.iter().filter(|&&other| other == numbers[place]).count() > 1 {
            numbers[place] = number;
        }
    }
    let regions = Regions::numbered(side, &numbers).expect("few regions");
    let divided = plane.with_rule(rule).and_then(|problem| problem.with_regions(regions));
    divided.expect("one region for each row")
}

/// Every engine at every level of vector instructions, and every algorithm that finds all solutions.
pub fn engines(input: &[u8]) {
    let problem = problem(input);
    let total = oracle::solutions(&problem).len() as u128;
    for engine in registry::counters() {
        let Ok(prepared) = engine.prepare(&problem, &Stop::new()) else { continue };
        for level in suite::levels() {
            let counted = suite::total(&*prepared, level);
            assert_eq!(counted, total, "{}, {level}: {problem:?}", engine.info().id);
        }
    }
    for algorithm in algorithms::ALL {
        let (info, settings) = (algorithm.info(), Settings::default());
        let finds_all = info.category == Category::AllSolutions;
        if !finds_all || algorithm.supports(&problem, &settings).is_err() {
            continue;
        }
        let counted = algorithm.count(&problem, &settings);
        assert_eq!(u128::from(counted), total, "{}: {problem:?}", info.id);
    }
}

/// Every back-end; and a solution is read back from what a solver of each format would write.
pub fn models(input: &[u8]) {
    let problem = problem(input);
    let solutions = oracle::solutions(&problem);
    for backend in OWN {
        let mut found = Vec::new();
        let limits = Limits::none();
        let mut hear = |one: &Placement| found.push(one.clone());
        match solve::run(*backend, &problem, &limits, &mut hear) {
            Ok(_) => {}
            Err(SolveError::Unsupported { .. }) => continue,
            Err(SolveError::Model(ModelError::NotFlat { .. })) => continue,
            Err(error) => panic!("{}: {error}: {problem:?}", backend.info().id),
        }
        assert_eq!(found.len(), solutions.len(), "{}: {problem:?}", backend.info().id);
        assert!(found.iter().all(|one| problem.is_solution(one)), "{}", backend.info().id);
    }
    let model = match Model::new(problem.clone()) {
        Ok(model) => model,
        Err(ModelError::NothingOpen | ModelError::NotFlat { .. }) => return,
        Err(error) => panic!("{error}: {problem:?}"),
    };
    for format in FORMATS {
        if format.supports(&model).is_err() {
            continue;
        }
        let mut text = Vec::new();
        format.write(&model, Options::default(), &mut text).expect("a vector takes everything");
        // What was asked is no answer.
        let text = String::from_utf8(text).expect("formats are text");
        let read = format.read(&model, Options::default(), &text);
        if let Ok(SolverAnswer::Found(placement)) = read {
            assert!(problem.is_solution(&placement), "{}: {problem:?}", format.id);
        }
    }
}
