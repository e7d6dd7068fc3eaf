//! Answers in every dialect are read and verified; wrong or broken ones are rejected with the
//! position.

use bezzel_board::{Explain, Placement, Problem, Square};
use bezzel_models::{
    Clauses, Cnf, Encoding, FORMATS, Format, Model, ModelError, Options, ReadError, SolverAnswer,
};
use proptest::prelude::*;

/// A solution of six queens.
const SIX: [u32; 6] = [1, 3, 5, 0, 2, 4];

fn model() -> Model {
    Model::new(Problem::queens(6)).unwrap()
}

/// How each program would report queens in these columns.
fn answers(model: &Model, columns: &[u32]) -> Vec<(&'static str, String)> {
    let queens = Placement::from_columns(columns);
    let is_queen = |square: Square| queens.contains(square);
    let squares: Vec<(u32, Square)> = model.squares().map(|(v, s)| (v.number(), s)).collect();
    let join = |one: &dyn Fn(u32, Square) -> String, between: &str| {
        squares.iter().map(|&(v, s)| one(v, s)).collect::<Vec<_>>().join(between)
    };
    let only = |one: &dyn Fn(u32, Square) -> String, between: &str| {
        let chosen = squares.iter().filter(|&&(_, s)| is_queen(s));
        chosen.map(|&(v, s)| one(v, s)).collect::<Vec<_>>().join(between)
    };
    let sign = |s: Square| if is_queen(s) { "" } else { "-" };
    let bit = |s: Square| u8::from(is_queen(s));
    let name = |s: Square| format!("x{}_{}", s.row, s.column);
    let list = columns.iter().map(u32::to_string).collect::<Vec<_>>();
    let literals = join(&|v, s| format!("{}{v}", sign(s)), " ");
    vec![
        ("cnf", format!("c hello\ns SATISFIABLE\nv {literals}\nv 0\n")),
        ("cnf", format!("SAT\n{literals} 0\n")),
        ("opb", format!("s SATISFIABLE\nv {}\n", join(&|v, s| format!("{}x{v}", sign(s)), " "))),
        (
            "lp",
            format!(
                "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 6\n# Columns 36\n{}\n# Rows 1\nr0 1\n",
                join(&|_, s| format!("{} {}", name(s), bit(s)), "\n")
            ),
        ),
        (
            "lp",
            format!(
                "Problem:\nStatus:     INTEGER OPTIMAL\n\n   No. Column name  Activity\n------ ---- ----\n{}\n\nInteger feasibility conditions:\n",
                join(&|v, s| format!("{v} {} * {} 0 1", name(s), bit(s)), "\n")
            ),
        ),
        (
            "mps",
            format!(
                "s mip 30 36 o 6\n{}\ne o f\n",
                join(&|v, s| format!("j {v} {}", bit(s)), "\n")
            ),
        ),
        (
            "mps",
            format!(
                "Optimal - objective value -6.0\n{}\n",
                only(&|v, s| format!("{v} {} 1 -1", name(s)), "\n")
            ),
        ),
        ("mzn", format!("q = [{}];\n----------\n==========\n", list.join(", "))),
        ("fzn", format!("q = array1d(0..5, [{}]);\n----------\n", list.join(", "))),
        (
            "xcsp3",
            format!(
                "\x1b[92ms SATISFIABLE\x1b[0m\nv <instantiation> <list> q[] </list> <values> {} </values> </instantiation>\n",
                list.join(" ")
            ),
        ),
        (
            "smt2",
            format!(
                "sat\n(\n{}\n)\n",
                join(
                    &|_, s| format!("  (define-fun {} () Bool\n    {})", name(s), is_queen(s)),
                    "\n"
                )
            ),
        ),
        (
            "asp",
            format!(
                "Solving...\nAnswer: 1\n{}\nSATISFIABLE\n",
                only(&|_, s| format!("queen({},{})", s.row, s.column), " ")
            ),
        ),
        ("xcc", only(&|_, s| format!(" r{} c{} d0_1 (1 of 4)", s.row, s.column), "\n")),
        ("col", format!("c a stable set\nv {}\n", only(&|v, _| v.to_string(), " "))),
        ("clq", format!("size=6, weight=6:   {}\n", only(&|v, _| v.to_string(), " "))),
        ("graph6", format!("[{}]\n", only(&|v, _| (v - 1).to_string(), ", "))),
        ("dot", only(&|_, s| name(s), "\n")),
        ("graphml", format!("{{'{}'}}\n", only(&|_, s| name(s), "', '"))),
        ("qubo", format!("# value -12\n{}\n", join(&|_, s| bit(s).to_string(), ""))),
    ]
}

fn read(id: &str, text: &str) -> Result<SolverAnswer<Placement>, ReadError> {
    let options = Options::default().with_encoding(Encoding::Sequential);
    Format::find(id).unwrap().read(&model(), options, text)
}

#[test]
fn every_dialect_is_read_and_verified() {
    let solution = Placement::from_columns(&SIX);
    let all = answers(&model(), &SIX);
    for format in FORMATS {
        assert!(all.iter().any(|(id, _)| *id == format.id), "{} has no answer here", format.id);
    }
    for (id, text) in &all {
        assert_eq!(read(id, text), Ok(SolverAnswer::Found(solution.clone())), "{id}: {text}");
    }
}

#[test]
fn wrong_answers_are_refused_with_their_fault() {
    for (id, text) in answers(&model(), &[1, 3, 5, 0, 2, 3]) {
        let Err(ReadError::Wrong(ModelError::Wrong { fault, .. })) = read(id, &text) else {
            panic!("{id} accepts {text}");
        };
        assert!(fault.contains("attack each other"), "{id}: {fault}");
    }
}

#[test]
fn no_and_unknown_are_answers_too() {
    let none = [
        ("cnf", "c\ns UNSATISFIABLE\n"),
        ("cnf", "UNSAT\n"),
        ("opb", "s UNSATISFIABLE"),
        ("lp", "Model status\nInfeasible\n"),
        ("lp", "Problem:\nStatus:     INTEGER EMPTY\n"),
        ("mps", "c Status\ns mip 3 3 n 0\n"),
        ("mps", "Infeasible - objective value 0\n"),
        ("lp", "Integer infeasible - objective value 3.00000000\n 0 x0_0 0.16 -0\n"),
        ("mzn", "=====UNSATISFIABLE=====\n"),
        ("xcsp3", "s UNSATISFIABLE\n"),
        ("smt2", "unsat\n(error \"line 48 column 10: model is not available\")\n"),
        ("asp", "Solving...\nUNSATISFIABLE\n"),
        ("xcc", "Found 0 solutions!\n"),
    ];
    for (id, text) in none {
        assert_eq!(read(id, text), Ok(SolverAnswer::None), "{id}: {text}");
    }
    let unknown = [
        ("cnf", "s UNKNOWN\n"),
        ("cnf", "INDET\n"),
        ("opb", "s UNKNOWN\n"),
        ("lp", "Model status\nTime limit reached\n"),
        ("lp", "Problem:\nStatus:     INTEGER UNDEFINED\n"),
        ("mps", "Stopped on time - objective value 5\n"),
        ("mzn", "=====UNKNOWN=====\n"),
        ("xcsp3", "s UNKNOWN\n"),
        ("smt2", "unknown\n"),
        ("asp", "UNKNOWN\n"),
    ];
    for (id, text) in unknown {
        assert!(matches!(read(id, text), Ok(SolverAnswer::Unknown(_))), "{id}: {text}");
    }
}

#[test]
fn broken_answers_are_refused_with_line_and_column() {
    let cases = [
        ("cnf", "s SATISFIABLE\nv 1 -2 x 0\n", 2, 8, "'x' is not a literal"),
        ("cnf", "s SATISFIABLE\nv 1 -2\n", 2, 5, "cut short"),
        ("cnf", "s SATISFIABLE\nv 1 -1 0\n", 2, 5, "both true and false"),
        ("cnf", "s SATISFIABLE\nv 1 9999 0\n", 2, 5, "same options"),
        ("cnf", "s SATISFIABLE\nv 1 0 2 0\n", 2, 5, "0 ends the values"),
        ("cnf", "s MAYBE\n", 1, 3, "not a status"),
        ("cnf", "v 1 0\n", 1, 3, "values without a status"),
        ("cnf", "", 1, 1, "ends without an answer"),
        ("opb", "s SATISFIABLE\nv x1 y2\n", 2, 6, "'y2' is not a value"),
        ("opb", "s SATISFIABLE\nv x37\n", 2, 3, "to x36"),
        ("opb", "v x1\n", 1, 5, "ends without an answer"),
        ("lp", "Model status\nOptimal\n# Columns 36\nx0_0 0.5\n", 4, 6, "neither 0 nor 1"),
        ("lp", "Model status\nOptimal\n# Columns 36\nx0_9 0\n", 4, 1, "no open square (0, 9)"),
        (
            "lp",
            "Model status\nOptimal\n# Columns 36\nx0_0 1\n",
            4,
            7,
            "36 columns, and there are 1",
        ),
        ("lp", "Optimal - objective\n 1 y 1 0\n", 2, 4, "'y' is not a variable"),
        ("lp", "hello\n", 1, 1, "HiGHS, GLPK"),
        ("mps", "s mip 3 36 o 6\nj 37 1\n", 2, 3, "36 columns"),
        ("mzn", "q = [1, 3, z];\n", 1, 12, "'z' is not a column"),
        ("mzn", "q = [1, 3];\n", 1, 6, "2 columns for 6 rows"),
        ("mzn", "q = [1, 3\n", 1, 6, "cut short"),
        ("fzn", "q = [1, 3, 6, 0, 2, 4];\n", 1, 12, "no open square (2, 6)"),
        ("xcsp3", "s SATISFIABLE\n<values> 1 3x4 b </values>\n", 2, 16, "'b' is not a column"),
        ("xcsp3", "s SATISFIABLE\n<values> 1 3\n", 2, 13, "</values>"),
        ("smt2", "sat\n(define-fun x0_0 () Bool maybe)", 2, 26, "neither true nor false"),
        ("smt2", "sat\n", 1, 4, "a model"),
        ("smt2", "perhaps\n", 1, 1, "not a status"),
        ("asp", "Answer: 1\nqueen(0,1) queen(1,x)\n", 2, 12, "not an atom"),
        ("xcc", "r0 d0_1\n", 1, 1, "without a column"),
        ("col", "1 2 three\n", 1, 5, "'three' is not"),
        ("clq", "0 1\n", 1, 1, "from 1 to 36"),
        ("graph6", "36\n", 1, 1, "from 0 to 35"),
        ("dot", "x0_1 q\n", 1, 6, "'q' is not a variable"),
        ("qubo", "0102\n", 1, 4, "'2' is not a bit"),
        ("qubo", "0101\n", 1, 5, "36 bits, and there are 4"),
    ];
    for (id, text, line, column, part) in cases {
        let error = read(id, text).expect_err(text);
        let ReadError::Malformed { line: l, column: c, .. } = error else {
            panic!("{id}, {text:?}: {error}");
        };
        let text = error.explain();
        assert!(text.contains(part), "{id}: {text}");
        assert_eq!((l, c), (line, column), "{id}: {text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// However a text is damaged, only solutions are accepted.
    #[test]
    fn a_damaged_answer_is_accepted_only_if_it_is_right(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        junk in "[ -~\n\u{e9}]{0,4}",
        cut in 0_usize..6,
    ) {
        let all = answers(&model(), &SIX);
        let (id, text) = &all[which.index(all.len())];
        let start = place.index(text.len());
        let end = (start + cut).min(text.len());
        if text.is_char_boundary(start) && text.is_char_boundary(end) {
            let damaged = format!("{}{junk}{}", &text[..start], &text[end..]);
            if let Ok(SolverAnswer::Found(placement)) = read(id, &damaged) {
                prop_assert!(Problem::queens(6).is_solution(&placement));
            }
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "\\PC{0,40}(\n\\PC{0,20}){0,3}") {
        for format in FORMATS {
            if let Ok(SolverAnswer::Found(placement)) = read(format.id, &text) {
                prop_assert!(Problem::queens(6).is_solution(&placement));
            }
        }
    }
}

fn written(id: &str, problem: &Problem, options: Options) -> String {
    let model = Model::new(problem.clone()).unwrap();
    let mut out = Vec::new();
    Format::find(id).unwrap().write(&model, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn headers_say_how_much_follows() {
    let given = Problem::queens(8).with_given([Square::new(2, 3)]).unwrap();
    for problem in [Problem::queens(8), Problem::queens(7).on_torus().unwrap(), given] {
        for (encoding, _) in Encoding::ALL {
            let text = written("cnf", &problem, Options::default().with_encoding(encoding));
            let clauses = text.lines().filter(|line| line.ends_with(" 0")).count();
            let model = Model::new(problem.clone()).unwrap();
            let size = Cnf { model: &model, encoding }.size();
            let header = format!("p cnf {} {clauses}", size.variables);
            assert!(text.contains(&header), "{header}");
            let largest = text.lines().filter(|line| !line.starts_with(['c', 'p']));
            let largest = largest.flat_map(str::split_whitespace);
            let largest = largest.map(|word| word.parse::<i64>().unwrap().unsigned_abs()).max();
            assert_eq!(largest, Some(size.variables));
        }
        let text = written("opb", &problem, Options::default());
        let constraints = text.lines().filter(|line| line.ends_with(';')).count();
        assert!(text.starts_with(&format!(
            "* #variable= {} #constraint= {constraints}\n",
            Model::new(problem.clone()).unwrap().variables()
        )));
        for id in ["col", "clq"] {
            let text = written(id, &problem, Options::default());
            let edges = text.lines().filter(|line| line.starts_with("e ")).count();
            assert!(
                text.lines().any(|l| l.starts_with("p edge") && l.ends_with(&format!(" {edges}")))
            );
        }
    }
}

/// Where variables are numbers, comments say which squares they are.
#[test]
fn comments_map_variables_to_squares() {
    let problem = Problem::queens(6).with_given([Square::new(1, 3)]).unwrap();
    let problem = problem.with_blocked([Square::new(0, 0)]).unwrap();
    let model = Model::new(problem.clone()).unwrap();
    let marks = [("cnf", "c ", 1), ("col", "c ", 1), ("clq", "c ", 1)];
    for (id, mark, first) in [&marks[..], &[("opb", "* x", 1), ("qubo", "# variable ", 0)]].concat()
    {
        let text = written(id, &problem, Options::default());
        let comments = text.lines().filter(|line| line.contains(" is square "));
        let expected = model.squares().map(|(variable, Square { row, column })| {
            format!("{mark}{} is square {row},{column}", variable.index() + first)
        });
        assert!(comments.eq(expected), "{id}: {text}");
    }
}

/// The triangle in graph6, by hand from the description of the format, is `Bw`.
#[test]
fn graph6_matches_the_specification() {
    let row = Problem::new("1x3".parse().unwrap());
    assert_eq!(written("graph6", &row, Options::default()), "Bw\n");
    let complement = Options::default().with_graph(Some("complement".parse().unwrap()));
    assert_eq!(written("graph6", &row, complement), "B?\n");
}

#[test]
fn names_are_unique_and_found() {
    for format in FORMATS {
        assert_eq!(Format::find(format.id).unwrap().id, format.id);
        assert_eq!(FORMATS.iter().filter(|other| other.id == format.id).count(), 1);
    }
    let error = Format::find("dimacs").err().unwrap().explain();
    assert!(error.contains("there are cnf, opb, lp"), "{error}");
}
