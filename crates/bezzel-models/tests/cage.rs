//! The judge's cage with programs that try not to end, in every kind of cage and as every user.
#![cfg(target_os = "linux")]

use bezzel_models::judge::{Bounds, Cage, Input, Judge, JudgeError, Judged, Task, Verdict};
use bezzel_testkit::wait_until;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The cages this system has.
fn cages() -> Vec<Cage> {
    match Cage::best() {
        Cage::Keeper => vec![Cage::Keeper],
        best => vec![best, Cage::Keeper],
    }
}

const BOUNDS: Bounds =
    Bounds { time: Duration::from_secs(100), memory: 1_000_000_000, output: 1_000_000 };

/// Judges a shell script that should print 2, the total of four queens.
fn judged(script: &str, cage: Cage, bounds: Bounds) -> Result<Judged, JudgeError> {
    let command = ["sh", "-c", script].map(str::to_owned);
    let judge = Judge {
        command: &command,
        input: Input::Argument,
        task: Task::Total,
        bounds,
        cage,
        totals: &|_| Ok(2),
        stop: &AtomicBool::new(false),
    };
    judge.judge(4)
}

/// Processes that have this word on their command line.
fn running(word: &str) -> usize {
    let holds = |path: &Path| {
        fs::read(path.join("cmdline"))
            .is_ok_and(|line| String::from_utf8_lossy(&line).split('\0').any(|part| part == word))
    };
    let all = fs::read_dir("/proc").expect("this is Linux").flatten();
    all.filter(|entry| holds(&entry.path())).count()
}

/// A word that is on no other command line, and longer to sleep than tests may take.
fn own_word(number: u32, cage: Cage) -> String {
    format!("{number}000.{}{}", std::process::id(), u8::from(cage == Cage::Keeper))
}

#[test]
fn processes_that_leave_group_session_and_parent_are_killed_and_counted() {
    for cage in cages() {
        let word = own_word(100, cage);
        // In the group, in a separate session, and forked twice without an environment.
        let script = format!(
            "sleep {word} & setsid sleep {word} & (env -i setsid sh -c 'sleep {word} & :' &) ; \
             while [ $(ps -e -o args= | grep -c '^sleep {word}$') -lt 3 ]; do sleep 0.01; done; echo 2"
        );
        let judged = judged(&script, cage, BOUNDS).unwrap();
        assert_eq!(judged.verdict, Verdict::Right { total: 2 }, "{cage}");
        assert!(judged.left_behind >= 3, "{cage}: {}", judged.left_behind);
        assert_eq!(running(&word), 0, "{cage}: something outlives the judge");
    }
}

#[test]
fn a_fork_bomb_is_stopped_completely() {
    for cage in cages() {
        let word = own_word(200, cage);
        // Each process starts two more in separate sessions, for ten generations: 2,047 processes.
        let generations = format!(
            "if [ $1 -lt 10 ]; then setsid sh -c \"$0\" \"$0\" $(($1+1)) & \
             setsid sh -c \"$0\" \"$0\" $(($1+1)) & fi; exec sleep {word}"
        );
        let command = ["sh", "-c", &generations, &generations, "0"].map(str::to_owned);
        let judge = Judge {
            command: &command,
            input: Input::Stdin,
            task: Task::Total,
            bounds: BOUNDS,
            cage,
            totals: &|_| Ok(2),
            stop: &AtomicBool::new(false),
        };
        let judged = judge.judge(4).unwrap();
        assert!(matches!(judged.verdict, Verdict::ProcessLimit { .. }), "{cage}: {judged:?}");
        assert_eq!(running(&word), 0, "{cage}: something outlives the judge");
    }
}

#[test]
fn memory_of_all_descendants_counts() {
    for cage in cages() {
        // Four times 40 MB, each in a separate session and orphaned.
        let hog = "x = b'1' * 40000000\nimport time\ntime.sleep(90)";
        let script =
            format!("for i in 1 2 3 4; do (setsid python3 -c \"{hog}\" &); done; sleep 90; echo 2");
        let bounds = Bounds { memory: 100_000_000, ..BOUNDS };
        let judged = judged(&script, cage, bounds).unwrap();
        assert_eq!(judged.verdict, Verdict::MemoryLimit { bytes: 100_000_000 }, "{cage}");
    }
}

#[test]
fn a_program_that_kills_its_keeper_is_reported() {
    // In a namespace the keeper cannot be reached, and the judge's process number is meaningless.
    let script = "kill -9 $PPID 2>/dev/null; sleep 0.2; echo 2";
    if Cage::best() == Cage::Namespace {
        let judged = judged(script, Cage::Namespace, BOUNDS).unwrap();
        assert_eq!(judged.verdict, Verdict::Right { total: 2 });
    }
    let judged = judged(script, Cage::Keeper, BOUNDS).unwrap();
    assert!(matches!(judged.verdict, Verdict::Escape { .. }), "{judged:?}");
    assert!(judged.verdict.to_string().starts_with("escape: "));
}

#[test]
fn a_program_that_cannot_be_started_is_an_error_at_once() {
    for cage in cages() {
        let command = ["/no/such/program".to_owned()];
        let judge = Judge {
            command: &command,
            input: Input::Argument,
            task: Task::Total,
            bounds: BOUNDS,
            cage,
            totals: &|_| Ok(2),
            stop: &AtomicBool::new(false),
        };
        let error = judge.judge(4).unwrap_err();
        assert!(matches!(error, JudgeError::Start { .. }), "{cage}: {error}");
    }
}

#[test]
fn error_messages_cannot_control_a_terminal() {
    let judged = judged("printf 'a\\033[31mb\\a' >&2; exit 3", Cage::best(), BOUNDS).unwrap();
    let text = judged.verdict.to_string();
    assert!(text.contains("exit code 3") && !text.contains(char::is_control), "{text:?}");
}

/// The part that [`nothing_survives_a_killed_judge`] and [`an_ordinary_user_has_a_cage`] run as a
/// separate process.
#[test]
#[ignore = "other tests run it in a process of its own"]
fn judges_when_told_to() {
    let told = std::env::var("BEZZEL_CAGE_TEST").expect("another test says what to judge");
    let (cage, script) = told.split_once(' ').expect("a cage and a script");
    let cage = cages().into_iter().find(|one| format!("{one:?}") == cage).expect("a cage");
    let judged = judged(script, cage, BOUNDS).expect("it runs");
    assert_eq!(judged.verdict, Verdict::Right { total: 2 });
}

/// This program again, to judge a script in a separate process.
fn judge_process(program: &Path, cage: Cage, script: &str) -> Command {
    let mut command = Command::new(program);
    command
        .args(["--exact", "cage::judges_when_told_to", "--ignored", "--nocapture"])
        .env("BEZZEL_CAGE_TEST", format!("{cage:?} {script}"));
    command
}

#[test]
fn nothing_survives_a_killed_judge() {
    let program = std::env::current_exe().unwrap();
    for cage in cages() {
        let word = own_word(300, cage);
        let script =
            format!("sleep {word} & setsid sleep {word} & (env -i setsid sleep {word} &); wait");
        let mut judge = judge_process(&program, cage, &script).spawn().unwrap();
        wait_until(|| running(&word) >= 3);
        // Killed without warning: none of the judge's code runs after this.
        judge.kill().unwrap();
        judge.wait().unwrap();
        wait_until(|| running(&word) == 0);
    }
}

#[test]
fn an_ordinary_user_has_a_cage() {
    // The user nobody, where this is root; otherwise we are an ordinary user already.
    // SAFETY: the call takes nothing and cannot fail.
    let is_root = unsafe { libc::geteuid() } == 0;
    let folder = tempfile::TempDir::new().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let program = folder.path().join("judge");
    // Copied by another process: a program started by another test at the same moment would inherit
    // our open copy, and the system refuses to run a file that is open for writing.
    let copied = Command::new("cp").arg(std::env::current_exe().unwrap()).arg(&program).status();
    assert!(copied.unwrap().success());
    for cage in [Cage::Namespace, Cage::Keeper] {
        let word = own_word(400, cage);
        let script =
            format!("sleep {word} & (env -i setsid sleep {word} &); id -u >/dev/null; echo 2");
        let mut command = judge_process(&program, cage, &script);
        command.current_dir(folder.path());
        if is_root {
            command.uid(65534).gid(65534);
        }
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        // A system may refuse namespaces to ordinary users; then the keeper is used.
        let has_none = cage == Cage::Namespace && said.contains("a cage");
        assert!(output.status.success() || has_none, "{cage}: {said}");
        assert_eq!(running(&word), 0, "{cage}: something outlives the judge");
    }
}
