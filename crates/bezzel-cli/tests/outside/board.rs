//! Problems as typed, exported and imported by the program itself.

use assert_cmd::Command;
use bezzel_board::{Notation, Placement, Problem, Size};
use std::fmt;

/// The arguments that describe a problem.
pub struct Board {
    arguments: Vec<String>,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.arguments.join(" "))
    }
}

impl Board {
    pub fn new(arguments: &[&str]) -> Board {
        Board { arguments: arguments.iter().map(|&text| text.to_owned()).collect() }
    }

    /// The exported file.
    pub fn export(&self, format: &str, options: &[&str]) -> Vec<u8> {
        let assert = self.command("export", format, options).assert().success();
        assert.get_output().stdout.clone()
    }

    /// The exit code and the output of the import.
    pub fn import(&self, format: &str, options: &[&str], answer: &str) -> (i32, String) {
        let mut command = self.command("import", format, options);
        let output = command.arg("--check").write_stdin(answer).output().expect("it runs");
        let code = output.status.code().expect("it ends by itself");
        let text = String::from_utf8(output.stdout).expect("output is text");
        assert!(
            code < 2,
            "{format} {self:?}: {}\n{answer}",
            String::from_utf8_lossy(&output.stderr)
        );
        (code, text)
    }

    fn command(&self, verb: &str, format: &str, options: &[&str]) -> Command {
        let mut command = Command::cargo_bin("bezzel").expect("the program is built");
        command.arg(verb).args(&self.arguments).args(["--format", format]).args(options);
        command
    }

    /// Queens of a solution.
    pub fn queens(&self) -> u32 {
        self.problem().size().rows()
    }

    /// All solutions, by brute force.
    pub fn solutions(&self) -> Vec<Vec<u32>> {
        bezzel_testkit::oracle::solutions(&self.problem())
    }

    fn problem(&self) -> Problem {
        let size: Size = self.arguments[0].parse().expect("a size");
        let squares = |option: &str| {
            let place = self.arguments.iter().position(|text| text == option);
            place.map_or_else(Placement::default, |place| {
                let text = &self.arguments[place + 1];
                Notation::Squares.read(text, Some(size)).expect("squares").0
            })
        };
        let text = |option: &str| {
            let place = self.arguments.iter().position(|text| text == option);
            place.map(|place| self.arguments[place + 1].as_str())
        };
        let rule = text("--rule").unwrap_or("queen").parse().expect("a rule");
        let regions = text("--regions").unwrap_or_default().parse().expect("regions");
        let mut problem = (Problem::new(size).with_rule(rule))
            .and_then(|problem| problem.with_regions(regions))
            .expect("a problem");
        if self.arguments.iter().any(|text| text == "--torus") {
            problem = problem.on_torus().expect("equal sides");
        }
        let blocked: Vec<_> = squares("--blocked").into();
        let given: Vec<_> = squares("--given").into();
        problem.with_blocked(blocked).and_then(|p| p.with_given(given)).expect("a problem")
    }
}

/// Every kind of board.
pub fn boards() -> Vec<Board> {
    vec![
        Board::new(&["1"]),
        Board::new(&["2"]),
        Board::new(&["6"]),
        Board::new(&["7", "--given", "1,4"]),
        Board::new(&["7", "--given", "0,1 6,5", "--blocked", "2,2 3,3 4,4"]),
        Board::new(&["6", "--blocked", "0,1 0,2 5,4"]),
        Board::new(&["5", "--torus"]),
        Board::new(&["6", "--torus"]),
        Board::new(&["7", "--torus", "--given", "3,3", "--blocked", "0,0"]),
        Board::new(&["5", "--rule", "touching"]),
        Board::new(&["5", "--rule", "touching", "--regions", "AABBB/AABBC/AACCC/AADDC/AEEDC"]),
        Board::new(&["6", "--regions", "AAABBB/AACCBB/DDCCEE/DDFFEE/DFFFEE/DFFFFE"]),
        Board::new(&["4x6"]),
        Board::new(&["3x5", "--blocked", "0,0 1,4", "--given", "2,2"]),
        Board::new(&["5", "--blocked", "1,0 1,1 1,2 1,3 1,4"]),
    ]
}

/// A hundred queens, this many of them given: queens of a known solution, spread over the board.
pub fn hundred(given: usize) -> Board {
    let mut construct = Command::cargo_bin("bezzel").expect("the program is built");
    let output = construct.args(["construct", "100"]).output().expect("it runs");
    let columns = String::from_utf8(output.stdout).expect("output is text");
    // Multiples of 37 modulo 100 are all rows, well mixed.
    let columns: Vec<&str> = columns.trim().split(',').collect();
    let rows = (0..given).map(|k| k * 37 % 100);
    let squares: Vec<String> = rows.map(|row| format!("{row},{}", columns[row])).collect();
    Board::new(&["100", "--given", &squares.join(" ")])
}
