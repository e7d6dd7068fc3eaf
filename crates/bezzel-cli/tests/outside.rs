//! Round trips through real external solvers: export, solve, import, verify.
//!
//! `make solvers` installs them. With `BEZZEL_OUTSIDE=1`, as in `make test`, a missing solver is a
//! failure; without it the test prints what it skips and continues.

#[path = "outside/board.rs"]
mod board;
#[path = "outside/tools.rs"]
mod tools;

use board::{Board, boards, hundred};
use tools::{Tool, run};

/// Ways to solve an exported file: format, options of the export, how the answer is made.
struct Solver {
    tool: Tool,
    format: &'static str,
    options: &'static [&'static str],
    /// The command; `IN` and `OUT` are the files. The answer is OUT, or what the command prints.
    command: &'static str,
}

const fn solver(
    tool: Tool,
    format: &'static str,
    options: &'static [&'static str],
    command: &'static str,
) -> Solver {
    Solver { tool, format, options, command }
}

/// Solvers of the whole problem, which say when there is no solution.
const SOLVERS: &[Solver] = &[
    solver(Tool::Command("cadical"), "cnf", &[], "-q IN"),
    solver(Tool::Command("cadical"), "cnf", &["--encoding", "product"], "-q IN"),
    solver(Tool::Kissat, "cnf", &[], "-q IN"),
    solver(Tool::Command("minisat"), "cnf", &["--encoding", "pairwise"], "IN OUT"),
    solver(Tool::Command("minisat+"), "opb", &[], "-v0 IN"),
    solver(Tool::Command("clasp"), "opb", &[], "IN"),
    solver(Tool::Script("highs.py"), "lp", &[], "IN OUT"),
    solver(Tool::Script("highs.py"), "mps", &[], "IN OUT"),
    solver(Tool::Command("glpsol"), "lp", &[], "--lp IN -o OUT"),
    solver(Tool::Command("glpsol"), "mps", &[], "--mps IN -w OUT"),
    solver(Tool::Command("glpsol"), "mps", &[], "--freemps IN -w OUT"),
    solver(Tool::Command("cbc"), "lp", &[], "IN solve solution OUT"),
    solver(Tool::Command("cbc"), "mps", &[], "IN solve solution OUT"),
    solver(Tool::Command("minizinc"), "mzn", &[], "IN"),
    solver(Tool::Command("fzn-gecode"), "fzn", &[], "IN"),
    solver(Tool::Ace, "xcsp3", &[], "IN"),
    solver(Tool::Command("z3"), "smt2", &[], "IN"),
    solver(Tool::Command("z3"), "smt2", &["--encoding", "product"], "IN"),
    solver(Tool::Command("clingo"), "asp", &[], "IN"),
    solver(Tool::Command("clingo"), "asp", &[], "--outf=1 IN"),
];

/// Programs that print nothing if there is no solution.
const FINDERS: &[Solver] = &[
    solver(Tool::Venv("miniexact"), "xcc", &[], "-c -p -D IN"),
    solver(Tool::Command("cliquer"), "clq", &[], "-s -m QUEENS -M QUEENS IN"),
    solver(
        Tool::Command("cliquer"),
        "col",
        &["--graph", "complement"],
        "-s -m QUEENS -M QUEENS IN",
    ),
    solver(Tool::Script("graph.py"), "graph6", &[], "graph6 IN"),
    solver(Tool::Script("graph.py"), "graphml", &[], "graphml IN"),
    solver(Tool::Script("qubo.py"), "qubo", &[], "anneal IN"),
];

/// Exports, solves and imports; the exit code of the import, and what it printed.
fn round_trip(solver: &Solver, board: &Board) -> Option<(i32, String)> {
    let answer =
        run(&solver.tool, &board.export(solver.format, solver.options), solver.command, board)?;
    Some(board.import(solver.format, solver.options, &answer))
}

#[test]
fn eight_queens_come_back_from_every_solver() {
    let board = Board::new(&["8"]);
    for solver in SOLVERS.iter().chain(FINDERS) {
        let Some((code, text)) = round_trip(solver, &board) else { continue };
        assert_eq!((code, text.as_str()), (0, "a solution of 8 queens\n"), "{}", solver.format);
    }
}

#[test]
fn a_completion_of_a_hundred_queens_comes_back() {
    for solver in SOLVERS {
        // Branch and bound without cuts takes tens of seconds on the harder one.
        let given = if matches!(solver.tool, Tool::Command("glpsol")) { 50 } else { 20 };
        let board = hundred(given);
        let Some((code, text)) = round_trip(solver, &board) else { continue };
        let expected = format!("a solution of 100 queens, {given} given\n");
        assert_eq!((code, text), (0, expected), "{} {}", solver.format, solver.command);
    }
    // Clique programs and annealers can only place the last few queens.
    let board = hundred(90);
    for solver in FINDERS {
        let Some((code, text)) = round_trip(solver, &board) else { continue };
        let expected = "a solution of 100 queens, 90 given\n";
        assert_eq!((code, text.as_str()), (0, expected), "{} {}", solver.format, solver.command);
    }
}

#[test]
fn what_has_no_solution_is_said_to_have_none() {
    let impossible = [
        Board::new(&["3"]),
        Board::new(&["6", "--torus"]),
        Board::new(&["6", "--given", "0,0"]),
        Board::new(&["4", "--blocked", "2,0 2,1 2,2 2,3"]),
    ];
    for solver in SOLVERS {
        for board in &impossible {
            let Some((code, text)) = round_trip(solver, board) else { continue };
            let place = format!("{} {} {board:?}", solver.format, solver.command);
            assert_eq!((code, text.as_str()), (1, "no solution\n"), "{place}");
        }
    }
}

/// Programs that count: the format, its options, the command, and how its number is found.
const COUNTERS: &[(Tool, &str, &[&str], &str, Counted)] = &[
    (
        Tool::Command("clasp"),
        "cnf",
        &["--encoding", "pairwise"],
        "0 -q IN",
        Counted::After("Models"),
    ),
    (Tool::Command("clasp"), "opb", &[], "0 -q IN", Counted::After("Models")),
    (Tool::Command("clingo"), "asp", &[], "0 -q IN", Counted::After("Models")),
    (Tool::Command("minizinc"), "mzn", &[], "-a IN", Counted::Lines("----------")),
    (Tool::Command("fzn-gecode"), "fzn", &[], "-n 0 IN", Counted::Lines("----------")),
    (Tool::Ace, "xcsp3", &[], "IN -s=all", Counted::After("FOUND SOLUTIONS")),
    (Tool::Venv("miniexact"), "xcc", &[], "-c -e -p -D IN", Counted::Lines("r0 ")),
    (Tool::Command("cliquer"), "clq", &[], "-a -m QUEENS -M QUEENS IN", Counted::Lines("size=")),
];

/// How a program reports the number of solutions.
enum Counted {
    /// In the line with this word, as its last number.
    After(&'static str),
    /// By the number of lines that contain this.
    Lines(&'static str),
}

impl Counted {
    fn number(&self, text: &str) -> usize {
        match self {
            Counted::Lines(mark) => text.lines().filter(|line| line.contains(mark)).count(),
            Counted::After(mark) => {
                let line = text.lines().find(|line| line.contains(mark));
                let line = line.unwrap_or_else(|| panic!("no '{mark}' in {text}"));
                let digits =
                    |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).to_owned();
                let mut numbers =
                    line.split_whitespace().filter_map(|word| digits(word).parse().ok());
                numbers.next_back().unwrap_or_else(|| panic!("no number in {line}"))
            }
        }
    }
}

/// The files describe exactly the problem: they have the right number of solutions on every kind of
/// board.
#[test]
fn outside_programs_count_the_same_solutions() {
    for board in &boards() {
        let total = board.solutions().len();
        for (tool, format, options, command, counted) in COUNTERS {
            let file = board.export(format, options);
            let Some(answer) = run(tool, &file, command, board) else { continue };
            assert_eq!(counted.number(&answer), total, "{format} {board:?}: {answer}");
        }
    }
}

/// A QUBO has its lowest value exactly at the solutions; without solutions its lowest value is
/// higher.
#[test]
fn the_qubo_is_lowest_at_the_solutions() {
    let cases: [(&[&str], i32); 4] =
        [(&["4"], 8), (&["3x4"], 3), (&["4", "--given", "0,1"], 8), (&["4", "--torus"], 16)];
    for (arguments, constant) in cases {
        let board = Board::new(arguments);
        let (tool, file) = (Tool::Script("qubo.py"), board.export("qubo", &[]));
        let Some(answer) = run(&tool, &file, "exact IN", &board) else { return };
        let value = |mark: &str| -> i32 {
            let number = answer.lines().find_map(|line| line.strip_prefix(mark));
            number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{answer}"))
        };
        let (lowest, total) = (value("# lowest value "), board.solutions().len());
        if total == 0 {
            assert!(lowest > -constant, "{board:?}: {answer}");
            continue;
        }
        assert_eq!((lowest, value("# times ")), (-constant, total as i32), "{board:?}: {answer}");
        assert_eq!(board.import("qubo", &[], &answer).0, 0);
    }
}

/// Graphs have the right vertices and edges.
#[test]
fn outside_programs_read_the_graphs() {
    let board = Board::new(&["8"]);
    let cases = [
        (Tool::Command("bliss"), "col", "-can IN", "Nodes:"),
        (Tool::Command("nauty-countg"), "graph6", "-q --n:e IN", "n=64; e=728"),
        (Tool::Command("gc"), "dot", "-n -e IN", "      64     728 queens"),
        (Tool::Script("graph.py"), "graph6", "graph6 IN", "# 64 728\n"),
        (Tool::Script("graph.py"), "graphml", "graphml IN", "# 64 728\n"),
    ];
    for (tool, format, command, expected) in cases {
        let Some(answer) = run(&tool, &board.export(format, &[]), command, &board) else {
            continue;
        };
        assert!(answer.contains(expected), "{format}: {answer}");
    }
}

/// Colours that the queen graph of each side needs (OEIS A088202): this many are enough, one fewer
/// is not. Side 8 in 8 colours would be a stack.
#[test]
fn colourings_come_back_from_a_sat_solver() {
    let cadical = Tool::Command("cadical");
    for (side, needed) in (2..).zip([4, 5, 5, 5, 7, 7, 9]) {
        let board = Board::new(&[&side.to_string()]);
        for encoding in ["pairwise", "sequential", "product"] {
            for (colours, code) in [(needed, 0), (needed - 1, 1)] {
                let colours = colours.to_string();
                let options = ["--colours", &colours, "--encoding", encoding];
                let file = board.export("cnf", &options);
                let Some(answer) = run(&cadical, &file, "-q IN", &board) else { return };
                let (found, text) = board.import("cnf", &options, &answer);
                assert_eq!(found, code, "{side} in {colours} colours, {encoding}: {text}");
            }
        }
    }
}
