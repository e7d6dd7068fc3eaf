//! Signals and pipes, with real processes.
#![cfg(unix)]

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_bezzel"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

#[test]
fn ctrl_c_gives_what_was_found_and_exit_130() {
    let mut child = start(&["count", "25", "--algorithm", "backtracking"]);
    std::thread::sleep(Duration::from_millis(400));
    let asked = Instant::now();
    interrupt(&child);
    let status = child.wait().unwrap();
    assert!(asked.elapsed() < Duration::from_secs(5), "the program stops soon");
    assert_eq!(status.code(), Some(130));
    let mut answer = String::new();
    child.stdout.take().unwrap().read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("at least "), "{answer}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    for arguments in [
        &["list", "12"][..],
        &["trace", "10", "--algorithm", "wirth", "--all"],
        &["list", "11", "--jsonl"],
        &["construct", "1e12"],
    ] {
        let mut child = start(arguments);
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        // Dropping the pipe closes it while the program is still writing.
        let mut complaint = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{arguments:?}: {complaint}");
        assert_eq!(complaint, "", "{arguments:?}");
    }
}

#[test]
fn ctrl_c_leaves_no_half_solution_behind() {
    let path = std::env::temp_dir().join(format!("bezzel-half-{}", std::process::id()));
    let mut child = start(&["construct", "1e12", "--output", path.to_str().expect("a plain path")]);
    std::thread::sleep(Duration::from_millis(200));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!path.exists(), "half a solution is none");
}
