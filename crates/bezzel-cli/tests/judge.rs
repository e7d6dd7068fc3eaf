//! The judge with real programs: correct ones, and every way of being wrong.
#![cfg(unix)]

use assert_cmd::Command;
use bezzel_testkit::wait_until;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// A counter that follows the protocol, with a place where it can be broken.
const COUNTER: &str = r#"
import sys
def count(n, row, columns, down, up, first):
    if row == n:
        return 1
    total = 0
    for c in range(n):
        if row == 0 and first is not None and c != first:
            continue
        if c in columns or row - c in down or row + c in up:
            continue
        total += count(n, row + 1, columns | {c}, down | {row - c}, up | {row + c}, first)
    return total
words = WORDS
n = int(words[0])
first = int(words[1]) if len(words) > 1 else None
total = count(n, 0, frozenset(), frozenset(), frozenset(), first)
SPOIL
print(total)
"#;

/// A lister of all solutions by trying all permutations; SPOIL may change the list.
const LISTER: &str = r#"
import sys, itertools
n = int(sys.argv[1])
found = [p for p in itertools.permutations(range(n))
         if len({p[i] - i for i in range(n)}) == n and len({p[i] + i for i in range(n)}) == n]
SPOIL
for p in found:
    print(",".join(map(str, p)))
"#;

struct Program {
    folder: TempDir,
    words: String,
}

impl Program {
    fn new(interpreter: &str, text: &str) -> Program {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("program");
        fs::write(&file, text).expect("the program is written");
        Program { words: format!("{interpreter} '{}'", file.display()), folder }
    }

    fn shell(text: &str) -> Program {
        Program::new("sh", text)
    }

    fn counter(spoil: &str) -> Program {
        Program::new("python3", &COUNTER.replace("SPOIL", spoil).replace("WORDS", "sys.argv[1:]"))
    }

    fn lister(spoil: &str) -> Program {
        Program::new("python3", &LISTER.replace("SPOIL", spoil))
    }

    /// What the judge prints, and its exit code.
    fn judged(&self, arguments: &[&str]) -> (String, Option<i32>) {
        let output = Command::cargo_bin("bezzel")
            .expect("the program is built")
            .args(["judge", "--command", &self.words])
            .args(arguments)
            .current_dir(self.folder.path())
            .timeout(Duration::from_secs(300))
            .output()
            .expect("it runs");
        (String::from_utf8(output.stdout).expect("output is text"), output.status.code())
    }

    /// The verdict on one size that must be negative.
    fn fails(&self, arguments: &[&str]) -> String {
        let (text, code) = self.judged(arguments);
        assert_eq!(code, Some(1), "{text}");
        text
    }
}

#[test]
fn a_correct_program_is_right_by_argument_and_by_standard_input() {
    let right = "1 right: 1\n2 right: 0\n3 right: 0\n4 right: 2\n5 right: 10\n6 right: 4\n";
    let counter = Program::counter("");
    assert_eq!(counter.judged(&["1..6"]), (right.to_owned(), Some(0)));
    let text = COUNTER.replace("SPOIL", "").replace("WORDS", "sys.stdin.readline().split()");
    let reader = Program::new("python3", &text);
    assert_eq!(reader.judged(&["1..6", "--stdin"]), (right.to_owned(), Some(0)));
    let lister = Program::lister("");
    assert_eq!(lister.judged(&["1..6", "--solutions"]), (right.to_owned(), Some(0)));
    let reversed = Program::lister("found.reverse(); found = [[c + 1 for c in p] for p in found]");
    let arguments = ["1..6", "--solutions", "--notation", "one-based"];
    assert_eq!(reversed.judged(&arguments), (right.to_owned(), Some(0)));
}

#[test]
fn a_wrong_total_is_narrowed_down_to_the_first_wrong_square() {
    // Wrong only for the queen on (0, 3), in the total and in the column.
    let spoiled = "if n == 6 and first in (None, 3): total += 1";
    assert_eq!(
        Program::counter(spoiled).fails(&["5..6"]),
        "5 right: 10\n6 wrong answer: got 5, expected 4; \
         first wrong square (0, 3): got 2, expected 1\n"
    );
    // Right in columns 0 and 1 only.
    let some = "if first is None: total = sum(count(n, 0, frozenset(), frozenset(), frozenset(), f) for f in (0, 1))\nelif first > 1: total = 0";
    assert_eq!(
        Program::counter(some).fails(&["6"]),
        "6 wrong answer: got 1, expected 4; first wrong square (0, 2): got 0, expected 1\n"
    );
    let off_by_one = Program::counter("if first is None: total += 1");
    assert_eq!(
        off_by_one.fails(&["6"]),
        "6 wrong answer: got 5, expected 4; \
         every square of the first row is right, but the sum is not\n"
    );
    let ignoring = Program::shell("echo 93");
    assert_eq!(
        ignoring.fails(&["8"]),
        "8 wrong answer: got 93, expected 92; \
         not narrowed down: it prints its total for every column of 'N COLUMN'\n"
    );
    let refusing =
        Program::shell("[ $# = 1 ] || { echo 'one number, please' >&2; exit 2; }; echo 3");
    assert_eq!(
        refusing.fails(&["4"]),
        "4 wrong answer: got 3, expected 2; not narrowed down: no answer to 'N 0': \
         crash: exit code 2; last line of standard error: one number, please\n"
    );
}

#[test]
fn a_wrong_list_is_narrowed_down_too() {
    let verdict = |spoil: &str| Program::lister(spoil).fails(&["6", "--solutions"]);
    assert_eq!(
        verdict("found[2] = (3, 0, 4, 1, 5, 3)"),
        "6 wrong answer: first wrong square (0, 3): line 3 is not a solution: \
         the queens on (0, 3) and (5, 3) attack each other along column 3\n"
    );
    assert_eq!(
        verdict("found.append(found[1])"),
        "6 wrong answer: first wrong square (0, 2): line 5 repeats line 2\n"
    );
    assert_eq!(
        verdict("del found[1]"),
        "6 wrong answer: first wrong square (0, 2): 0 of 1 solutions listed, \
         2,5,1,4,0,3 is missing\n"
    );
    // A solution missing further left is reported before a wrong line.
    assert!(verdict("found = found[1:] + found[3:]").contains("first wrong square (0, 1): 0 of 1"));
    let partial = Program::shell("echo -,3,0,2");
    assert_eq!(
        partial.fails(&["4", "--solutions"]),
        "4 wrong answer: line 1 is not a solution: row 0 has no queen\n"
    );
}

#[test]
fn output_that_is_not_an_answer_is_a_protocol_violation_with_its_place() {
    let verdict = |text: &str, more: &[&str]| Program::shell(text).fails(&[&["8"], more].concat());
    assert_eq!(
        verdict("echo 'the total is 92'", &[]),
        "8 protocol violation: line 1, column 1: 't' where the total should be; print a number, such as 92\n"
    );
    assert_eq!(
        verdict("echo 92; echo done", &[]),
        "8 protocol violation: line 2, column 1: 'd' after the total; \
         print the number and nothing else\n"
    );
    assert!(verdict(":", &[]).contains("line 1, column 1: the end where the total should be"));
    assert!(verdict(r"printf '9\377'", &[]).contains("line 1, column 2: byte 0xff is not text"));
    assert!(
        verdict("echo 0,4,7,5,2,6,1,3; echo 0,5,7,2,6,3,1,x", &["--solutions"])
            .contains("protocol violation: line 2, column 15: not one-line notation")
    );
    let garbage = verdict("head -c 3000 /dev/urandom", &[]);
    assert!(garbage.contains("protocol violation: line 1"), "{garbage}");
}

#[test]
fn limits_and_crashes_are_named() {
    let verdict = |text: &str, more: &[&str]| Program::shell(text).fails(&[&["4"], more].concat());
    assert_eq!(
        verdict("while :; do :; done", &["--time", "0.3"]),
        "4 timeout: no end after 0.3 s\n"
    );
    assert_eq!(verdict("kill -SEGV $$", &[]), "4 crash: signal 11 (segmentation fault)\n");
    assert_eq!(
        verdict("echo 2; exit 3", &[]),
        "4 crash: exit code 3\n",
        "the right answer, but a failing exit code"
    );
    assert_eq!(
        verdict("cat /dev/zero", &["--output", "1e6"]),
        "4 output limit: more than 1000000 bytes printed\n"
    );
    let hog = Program::new("python3", "x = []\nwhile True: x.append(bytearray(b'1' * 1000000))");
    assert_eq!(
        hog.fails(&["4", "--memory", "1e8"]),
        "4 memory limit: more than 100000000 bytes in use\n"
    );
    // The allocation itself is refused.
    let greedy = Program::new("python3", "x = bytearray(10 ** 10)");
    assert_eq!(
        greedy.fails(&["4", "--memory", "1e8"]),
        "4 memory limit: more than 100000000 bytes in use\n"
    );
    // A child takes the memory and frees it before the program ends normally.
    let parent = Program::new(
        "python3",
        "import subprocess, sys\n\
         subprocess.run([sys.executable, '-c', 'x = b\"1\" * 150000000; import time; time.sleep(5)'])\n\
         print(2)",
    );
    assert_eq!(
        parent.fails(&["4", "--memory", "1e8"]),
        "4 memory limit: more than 100000000 bytes in use\n"
    );
}

/// Whether some process still has this word on its command line.
fn runs(word: &str) -> bool {
    let holds = |path: &Path| {
        fs::read(path.join("cmdline"))
            .is_ok_and(|line| String::from_utf8_lossy(&line).split('\0').any(|part| part == word))
    };
    fs::read_dir("/proc").expect("this is Linux").flatten().any(|entry| holds(&entry.path()))
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_of_a_program_is_left_behind() {
    // Children in the background, one in the group and one in a session of its own, that hold the
    // output open; and one below a program that is killed for its time.
    let (near, far, below) = ("314159.26", "271828.18", "161803.39");
    let leaving = Program::shell(&format!("sleep {near} & setsid sleep {far} & echo 2"));
    // The judge does not wait for the children, which sleep for longer than tests may take.
    assert_eq!(leaving.judged(&["4"]), ("4 right: 2\n".to_owned(), Some(0)));
    let waiting = Program::shell(&format!("sleep {below} & setsid sleep {below} & wait"));
    assert!(waiting.fails(&["4", "--time", "0.5"]).starts_with("4 timeout"));
    // A killed process may take a moment to disappear.
    for word in [near, far, below] {
        wait_until(|| !runs(word));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_starts_too_many_processes_is_stopped() {
    // Up to a thousand, started slowly enough not to overload the test itself.
    let text = "i=0; while [ $i -lt 1000 ]; do sleep 141421.35 & i=$((i+1)); done; wait";
    assert_eq!(
        Program::shell(text).fails(&["4", "--time", "120"]),
        "4 process limit: more than 256 processes at once\n"
    );
    wait_until(|| !runs("141421.35"));
}

#[test]
fn json_has_every_verdict_with_counts_as_strings() {
    let program = Program::counter("if n == 5: total = 9\nif n == 6: sys.exit(4)");
    let (text, code) = program.judged(&["4..6", "--json"]);
    assert_eq!(code, Some(1));
    let document: Value = serde_json::from_str(&text).expect("one document");
    assert_eq!(document["schema"], "bezzel/judge/1");
    assert_eq!(document["right"], false);
    let result = |place: usize| &document["verdicts"][place]["result"];
    assert_eq!((&result(0)["verdict"], &result(0)["total"]), (&"right".into(), &"2".into()));
    assert_eq!(result(1)["verdict"], "wrong-answer");
    assert_eq!(result(1)["said"], "9");
    assert_eq!(result(2)["verdict"], "crash");
    assert_eq!(result(2)["exit_code"], 4);
    assert!(document["verdicts"][0]["memory"].as_u64().is_some_and(|bytes| bytes > 0));
}

#[test]
fn wrong_requests_are_rejected_before_anything_runs() {
    let refused = |arguments: &[&str], code: i32, word: &str| {
        let mut command = Command::cargo_bin("bezzel").expect("the program is built");
        let assert = command.arg("judge").args(arguments).assert().code(code).stdout("");
        let complaint = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(complaint.contains(word) && complaint.lines().count() == 1, "{complaint}");
    };
    refused(&["4", "--command", "/no/such/program"], 3, "cannot start '/no/such/program'");
    refused(&["4", "--command", "echo 'open"], 2, "close every quote");
    refused(&["4", "--command", ""], 2, "not a program");
    refused(&["4x5", "--command", "echo"], 2, "square boards");
    refused(&["0", "--command", "echo"], 2, "square boards");
    refused(&["4..100", "--command", "echo"], 2, "from 1 to 20");
    refused(&["4", "--command", "echo", "--notation", "fen"], 2, "--solutions");
    refused(&["4", "--command", "echo", "--solutions", "--notation", "grid"], 2, "several lines");
    refused(&["4", "--command", "echo", "--time", "soon"], 2, "--time 'soon'");
    refused(&["4", "--command", "echo", "--memory", "-5"], 2, "--memory '-5'");
}

/// The program shown in the documentation is correct, and answers column by column.
#[test]
fn the_program_in_the_documentation_is_correct() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/judge.md");
    let text = fs::read_to_string(path).expect("the page can be read");
    let (_, program) = text.split_once("```python\n").expect("it shows a program");
    let (program, _) = program.split_once("```").expect("the program ends");
    let shown = Program::new("python3", program);
    let right = "4 right: 2\n5 right: 10\n6 right: 4\n7 right: 40\n";
    assert_eq!(shown.judged(&["4..7"]), (right.to_owned(), Some(0)));
    // A wrong total from it can still be narrowed down.
    let spoiled =
        Program::new("python3", &program.replace("return total", "return total + (row == 0)"));
    assert!(spoiled.fails(&["6"]).contains("first wrong square (0, 0): got 1, expected 0"));
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_the_judge_and_the_program() {
    let program = Program::shell("sleep 173205.08 & wait");
    let mut judge = std::process::Command::new(env!("CARGO_BIN_EXE_bezzel"))
        .args(["judge", "4", "--command", &program.words])
        .spawn()
        .expect("the judge starts");
    wait_until(|| runs("173205.08"));
    let judge_id = judge.id().to_string();
    std::process::Command::new("kill").args(["-INT", &judge_id]).status().expect("kill runs");
    assert_eq!(judge.wait().expect("it ends").code(), Some(130));
    wait_until(|| !runs("173205.08"));
}
