//! Signals and pipes, with real processes.
#![cfg(unix)]

use bezzel_testkit::wait_until;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

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

/// Waits until the program listens for Ctrl-C: before that, the signal would only end it.
fn await_listening(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let listens = || {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        assert!(!text.contains("State:\tZ"), "it has ended");
        // Signal 2 is the second bit.
        caught.is_some_and(|mask| mask & 2 != 0)
    };
    if !cfg!(target_os = "linux") {
        return std::thread::sleep(Duration::from_secs(2));
    }
    wait_until(listens);
}

#[test]
fn ctrl_c_gives_what_was_found_and_exit_130() {
    let mut child = start(&["count", "25", "--algorithm", "backtracking"]);
    await_listening(&child);
    std::thread::sleep(Duration::from_millis(200));
    interrupt(&child);
    let status = child.wait().unwrap();
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
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("half");
    let mut child = start(&["construct", "1e12", "--output", path.to_str().expect("a plain path")]);
    await_listening(&child);
    std::thread::sleep(Duration::from_millis(200));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!path.exists(), "an incomplete solution is removed");
}
