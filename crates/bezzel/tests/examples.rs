//! The examples run, and print what they should.

use std::process::Command;

#[path = "../examples/count.rs"]
mod count;
#[path = "../examples/draw.rs"]
mod draw;
#[path = "../examples/export_and_verify.rs"]
mod export_and_verify;
#[path = "../examples/job.rs"]
mod job;
#[path = "../examples/list.rs"]
mod list;
#[path = "../examples/trace_and_replay.rs"]
mod trace_and_replay;

/// Runs the example that the environment names. One program for all of them is linked in a sixth of
/// the time.
#[test]
#[ignore = "other tests run it in a process of its own"]
fn example() {
    let name = std::env::var("BEZZEL_EXAMPLE").expect("another test names the example");
    let ran = match name.as_str() {
        "count" => count::main(),
        "draw" => draw::main(),
        "export_and_verify" => export_and_verify::main(),
        "job" => job::main(),
        "list" => list::main(),
        "trace_and_replay" => trace_and_replay::main(),
        other => panic!("there is no example {other}"),
    };
    ran.expect("the example ends well");
}

/// The lines that an example prints.
fn printed(name: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program)
        // With one thread the harness would print in front of the first line.
        .args(["--exact", "examples::example", "--ignored", "--nocapture", "--test-threads=2"])
        .env("BEZZEL_EXAMPLE", name)
        .output()
        .expect("this program starts");
    let text = String::from_utf8(output.stdout).expect("examples print text");
    assert!(output.status.success(), "{name}: {text}{}", String::from_utf8_lossy(&output.stderr));
    let harness = ["", "running 1 test", "test examples::example ... ok"];
    let lines = text.lines().filter(|line| !harness.contains(line));
    lines.filter(|line| !line.starts_with("test result: ")).map(str::to_owned).collect()
}

#[test]
fn count_prints_totals_and_fundamental_solutions() {
    let lines = printed("count");
    assert_eq!(lines.len(), 7, "{lines:?}");
    assert_eq!(lines[4], "8 queens: 92, 12 up to symmetry");
}

#[test]
fn list_stops_at_the_third_solution() {
    let lines = printed("list");
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(
        lines[0].starts_with("1: 0,2,4,1,3,12,14,11,17,19,16,8,15,18,7,9,6,13,5,10"),
        "{lines:?}"
    );
    assert_eq!(lines[3], "3 listed by enumerate");
}

#[test]
fn trace_and_replay_shows_steps_backwards() {
    let lines = printed("trace_and_replay");
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(
        lines[0].contains("solution") && lines[0].ends_with("queens at 1,3,5,0,2,4"),
        "{lines:?}"
    );
    assert!(lines[2].starts_with("step 1: ") && lines[2].ends_with("queens at 0"), "{lines:?}");
}

#[test]
fn draw_shows_the_board() {
    let lines = printed("draw");
    assert!(lines[0].ends_with(" bytes of SVG"), "{lines:?}");
    let queens: usize = lines.iter().map(|line| line.matches('♛').count()).sum();
    assert_eq!(queens, 8, "{lines:?}");
}

#[test]
fn export_and_verify_reads_the_solver() {
    let lines = printed("export_and_verify");
    assert!(lines[0].starts_with("c "), "{lines:?}");
    assert_eq!(lines[1..], ["Right: 1,3,0,2"]);
}

#[test]
fn job_goes_on_where_it_stopped() {
    let lines = printed("job");
    assert!(lines[0].starts_with("2 of ") && lines[0].ends_with(" units"), "{lines:?}");
    assert_eq!(lines[1..], ["Done: 724 solutions"]);
}

#[test]
fn an_example_has_ten_lines() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("the examples") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("an example can be read");
        let (_, body) = text.split_once("fn main()").expect("a main function");
        let lines = body.lines().skip(1).take_while(|line| *line != "}");
        let lines = lines.filter(|line| !line.trim_start().starts_with("//")).count();
        assert!((3..=10).contains(&lines), "{} has {lines} lines", path.display());
        seen += 1;
    }
    assert_eq!(seen, 6);
}
