//! Proofs that there is no solution, checked by an independent program, and colourings.
//!
//! The checker is `rate`, an independent program by another author; `make solvers` installs it.
//! With `BEZZEL_OUTSIDE=1`, as in `make test`, its absence is a failure; without it only
//! bezzel-models checks the proofs.

use bezzel_board::{Problem, Square};
use bezzel_models::solve::{self, Backend, Chromatic, Coloured, ProofFiles, Sat, SolveError};
use bezzel_models::{Extreme, Model, lrat};
use bezzel_search::{Limits, Outcome, StopReason};
use bezzel_testkit::golden;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Every SAT solver.
fn solvers() -> Vec<&'static Sat> {
    bezzel_solvers::backends().iter().filter_map(Backend::sat).collect()
}

/// Where `make solvers` puts the checker, unless it is on the path.
fn rate() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/bin/rate");
    [beside, PathBuf::from("rate")]
        .into_iter()
        .find(|program| Command::new(program).arg("--version").output().is_ok())
}

/// Whether the independent checker accepts a DRAT proof; `None` if it is not installed.
fn accepted(files: &ProofFiles) -> Option<bool> {
    let Some(program) = rate() else {
        assert!(
            std::env::var_os("BEZZEL_OUTSIDE").is_none(),
            "rate is not installed; 'make solvers' installs it"
        );
        eprintln!("rate is not installed, so its check is skipped");
        return None;
    };
    let output = Command::new(program).arg(&files.formula).arg(&files.proof).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let verified = text.lines().any(|line| line == "s VERIFIED");
    assert_eq!(output.status.success(), verified, "{text}");
    Some(verified)
}

/// Checks an LRAT proof by the checker of bezzel-models.
fn own(files: &ProofFiles) -> Result<lrat::Checked, String> {
    let open = |path: &Path| BufReader::new(File::open(path).unwrap());
    lrat::check(open(&files.formula), open(&files.proof)).map_err(|error| error.to_string())
}

/// Refutes with `make` by every solver in both formats and checks all proofs.
fn check(name: &str, make: impl Fn(&'static Sat, &ProofFiles)) {
    let folder = TempDir::new().unwrap();
    let endings = ["drat", "lrat"];
    for (sat, ending) in solvers().into_iter().flat_map(|sat| endings.map(|ending| (sat, ending))) {
        let name = format!("{name}-{}", sat.info.id);
        let files = ProofFiles::new(&folder.path().join(format!("{name}.{ending}"))).unwrap();
        make(sat, &files);
        if ending == "drat" {
            assert_ne!(accepted(&files), Some(false), "{name}: the independent checker refuses it");
            continue;
        }
        let checked = own(&files).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(checked.steps > 0);
        let proof = fs::read_to_string(&files.proof).unwrap();
        let lines: Vec<&str> = proof.lines().collect();
        let last = lines.iter().rposition(|line| !line.contains(" d ")).unwrap();
        fs::write(&files.proof, lines[..last].join("\n")).unwrap();
        assert!(own(&files).is_err(), "{name}: a proof without its last step is none");
    }
}

#[test]
fn boards_without_solutions_are_refuted_with_a_proof() {
    // Two and three queens; six with one in a corner; eight on the torus; nine on squares of one
    // colour.
    let corner = Problem::queens(6).with_given([Square::new(0, 0)]).unwrap();
    let torus = Problem::queens(8).on_torus().unwrap();
    let size = Problem::queens(9).size();
    let dark = size.iter().filter(|square| (square.row + square.column) % 2 == 1);
    let blocked = Problem::queens(9).with_blocked(dark).unwrap();
    for problem in [Problem::queens(2), Problem::queens(3), corner, torus, blocked] {
        check(&problem.size().to_string(), |sat, files| {
            let report = files.solve(sat, &problem, &Limits::none(), &mut |_| ()).unwrap();
            assert_eq!(report.outcome, Outcome::Exact { total: 0 }, "{problem}");
        });
    }
}

#[test]
fn the_proof_that_side_eight_has_no_stack_is_valid() {
    let model = Model::new(Problem::queens(8)).unwrap();
    check("stack", |sat, files| {
        let coloured = solve::colour(sat, &model, 8, &Limits::none(), Some(files)).unwrap();
        assert_eq!(coloured, Coloured::No);
    });
}

/// A proof that does not belong to its formula is refused by the independent checker too.
#[test]
fn the_independent_checker_can_reject() {
    let folder = TempDir::new().unwrap();
    let files = ProofFiles::new(&folder.path().join("three.drat")).unwrap();
    files.solve(solvers()[0], &Problem::queens(3), &Limits::none(), &mut |_| ()).unwrap();
    fs::write(&files.formula, "p cnf 9 2\n1 2 3 0\n4 5 6 0\n").unwrap();
    assert_ne!(accepted(&files), Some(true));
}

#[test]
fn without_a_proof_no_file_is_left() {
    for sat in solvers() {
        let folder = TempDir::new().unwrap();
        let files = ProofFiles::new(&folder.path().join("eight.lrat")).unwrap();
        let mut found = 0;
        let report =
            files.solve(sat, &Problem::queens(8), &Limits::none(), &mut |_| found += 1).unwrap();
        assert_eq!(report.outcome, Outcome::AtLeast { total: 1, because: StopReason::Solutions });
        assert_eq!(found, 1);
        let hurry = Limits { time: Some(Duration::ZERO), ..Limits::none() };
        let report = files.solve(sat, &Problem::queens(40), &hurry, &mut |_| ()).unwrap();
        assert_eq!(report.outcome, Outcome::AtLeast { total: 0, because: StopReason::Time });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        // A file that existed under the name stays.
        fs::write(&files.formula, "mine").unwrap();
        files.solve(sat, &Problem::queens(8), &Limits::none(), &mut |_| ()).unwrap();
        assert_eq!(fs::read_to_string(&files.formula).unwrap(), "mine");
        assert!(matches!(
            ProofFiles::new(Path::new("proof.txt")),
            Err(SolveError::ProofName { .. })
        ));
        let nowhere = ProofFiles::new(&folder.path().join("no/such/folder.drat")).unwrap();
        let refused = nowhere.solve(sat, &Problem::queens(3), &Limits::none(), &mut |_| ());
        assert!(matches!(refused, Err(SolveError::File { .. })));
    }
}

#[test]
fn chromatic_numbers_up_to_eight() {
    for sat in solvers() {
        // Chvátal's table of queen graphs.
        for (n, expected) in (1..).zip([1, 4, 5, 5, 5, 7, 7, 9]) {
            let model = Model::new(Problem::queens(n)).unwrap();
            let folder = TempDir::new().unwrap();
            let files = ProofFiles::new(&folder.path().join("fewer.lrat")).unwrap();
            let Chromatic::Exact { number, table, by_line } =
                solve::chromatic(sat, &model, 1, &Limits::none(), Some(&files)).unwrap()
            else {
                panic!("nothing stops it")
            };
            assert_eq!(number, expected, "{n}");
            // The table was verified when it was made; here only the number of its colours is checked.
            let used = table.colours().iter().flatten().max().map(|colour| colour + 1);
            assert_eq!(used, Some(number), "{n}");
            // The lower bound: a line with this many squares, or a proof against one colour fewer.
            assert_eq!(by_line, number == n, "{n}");
            if !by_line {
                own(&files).unwrap_or_else(|error| panic!("{n}: {error}"));
            }
        }
    }
}

#[test]
fn a_colouring_stopped_by_time_gives_only_a_bound() {
    for sat in solvers() {
        let model = Model::new(Problem::queens(20)).unwrap();
        let hurry = Limits { time: Some(Duration::from_millis(50)), ..Limits::none() };
        let chromatic = solve::chromatic(sat, &model, 1, &hurry, None).unwrap();
        assert_eq!(chromatic, Chromatic::AtLeast { number: 20, because: StopReason::Time });
    }
}

/// Extremes of queens to the sides that take a moment, with `BEZZEL_DEEP` to those that take up to a
/// minute on one core, against the tables of the literature.
#[test]
fn extremes_are_those_of_the_literature() {
    let is_deep = std::env::var_os("BEZZEL_DEEP").is_some();
    for sat in solvers() {
        let is_cadical = sat.info.id == "sat";
        for (extreme, name, quick, deep) in [
            (Extreme::Domination, "A075458", 7, if is_cadical { 12 } else { 10 }),
            (Extreme::IndependentDomination, "A075324", 8, 11),
            (Extreme::Armies, "A250000", 6, if is_cadical { 8 } else { 7 }),
        ] {
            for n in 1..=if is_deep { deep } else { quick } {
                let model = Model::new(Problem::queens(n)).unwrap();
                let found = solve::extreme(sat, &model, extreme, &Limits::none(), None).unwrap();
                let known = golden::sequence(name, n);
                assert_eq!((u128::from(found.number), found.stopped), (known, None), "{name}, {n}");
            }
        }
    }
}

/// The smallest dominating sets of other pieces and boards, against trying all sets.
#[test]
fn extremes_of_variants_agree_with_brute_force() {
    for sat in solvers() {
        for text in
            ["3 king", "3 rook", "3x4 cylinder king", "3x4 mobius", "3 bishop", "3 torus king"]
        {
            let problem: Problem = text.parse().unwrap();
            let squares: Vec<Square> = problem.size().iter().collect();
            let reach = |set: u32| {
                let chosen = || (0..squares.len()).filter(move |place| set >> place & 1 == 1);
                let is_hit = |square: &&Square| {
                    chosen().any(|k| {
                        squares[k] == **square || problem.attack(squares[k], **square).is_some()
                    })
                };
                squares.iter().filter(is_hit).count() == squares.len()
            };
            let fewest =
                (0..1_u32 << squares.len()).filter(|&set| reach(set)).map(u32::count_ones).min();
            let model = Model::new(problem).unwrap();
            let found = solve::extreme(sat, &model, Extreme::Domination, &Limits::none(), None);
            assert_eq!(Some(found.unwrap().number), fewest, "{text}");
        }
    }
}

#[test]
fn the_bound_of_an_extreme_has_a_proof() {
    let model = Model::new(Problem::queens(5)).unwrap();
    check("extreme", |sat, files| {
        let limits = Limits::none();
        let found = solve::extreme(sat, &model, Extreme::Domination, &limits, Some(files)).unwrap();
        assert_eq!((found.number, found.refuted, found.sets[0].len()), (3, Some(2), 3));
    });
    check("armies", |sat, files| {
        let limits = Limits::none();
        let found = solve::extreme(sat, &model, Extreme::Armies, &limits, Some(files)).unwrap();
        assert_eq!((found.number, found.refuted), (4, Some(5)));
    });
    let given = Problem::queens(5).with_given([Square::new(0, 0)]).unwrap();
    let model = Model::new(given).unwrap();
    assert!(solve::extreme(solvers()[0], &model, Extreme::Armies, &Limits::none(), None).is_err());
}
