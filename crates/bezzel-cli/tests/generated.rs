//! Random arguments and problems: nothing ends with a panic, a signal or an unexplained empty answer,
//! and both fronts agree.
//!
//! The options are read from the help, so that new ones are included automatically. The lists are the
//! same at every run unless `BEZZEL_SEED` asks for others; `BEZZEL_DEEP` makes 10,000 of them.
#![cfg(unix)]

use crate::common;
use crate::served::{Server, documents};
use bezzel_testkit::mutate::Mutator;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

fn is_deep() -> bool {
    std::env::var_os("BEZZEL_DEEP").is_some()
}

fn seed() -> u64 {
    std::env::var("BEZZEL_SEED").map_or(1848, |seed| seed.parse().expect("a number"))
}

/// What is ended after this long was asked for something endless; it ends by our hand, not by itself.
const PATIENCE: Duration = Duration::from_secs(10);

/// Sizes that are counted in a moment, and others.
const SIZES: [&str; 20] = [
    "4",
    "5",
    "6",
    "8",
    "1",
    "0",
    "4..6",
    "5x6",
    "6x5",
    "3^3",
    "2^4",
    "6..4",
    "1e3",
    "1e9",
    "-1",
    "8.5",
    "x",
    "99999999999999999999",
    "28^7",
    "",
];

/// Words that mean something somewhere.
const WORDS: [&str; 40] = [
    "1,3,0,2",
    "2,4,1,7,0,6,3,5",
    "0,1,2,3",
    "0,0",
    "0,3 2,5",
    "9,9",
    "-",
    "wirth",
    "qs1",
    "pauls",
    "nilsson:heuristic=index",
    "cp",
    "exact-cover",
    "ip",
    "csp",
    "cnf",
    "lp",
    "svg",
    "png",
    "csv",
    "one-line",
    "fen",
    "grid",
    "algebraic",
    "auto",
    "enumerate",
    "colour",
    "torus",
    "1/2",
    "3/2",
    "erbas",
    "table1",
    "true",
    "some.ledger",
    "out.txt",
    "/dev/null",
    "no/such/file",
    "NaN",
    "\u{1b}[31m",
    "é♛",
];

/// An option of a verb: its name, whether it takes a value, and the words of its description.
pub struct HelpOption {
    pub name: String,
    takes_value: bool,
    words: Vec<String>,
}

/// A verb, perhaps of two words, with its options.
pub struct Verb {
    pub path: Vec<String>,
    pub options: Vec<HelpOption>,
}

fn help(path: &[String]) -> String {
    let words: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
    common::output(&words, 0)
}

/// The names in a list of commands.
fn commands(help: &str) -> Vec<String> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // Descriptions continue further to the right.
    let lines = list.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// All verbs with their options; those that never end by themselves are left out.
pub fn verbs() -> Vec<Verb> {
    let mut found = Vec::new();
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let help = help(&path);
        for name in commands(&help).into_iter().filter(|name| name != "serve") {
            open.push(path.iter().cloned().chain([name]).collect());
        }
        if !path.is_empty() {
            found.push(Verb { path, options: options(&help) });
        }
    }
    assert!(found.len() > 30, "the help names the verbs");
    found
}

/// The options in a help.
fn options(help: &str) -> Vec<HelpOption> {
    let mut options: Vec<HelpOption> = Vec::new();
    for line in help.lines().skip_while(|line| *line != "Options:").skip(1) {
        let text = line.trim_start();
        if let Some(start) = text.find("--").filter(|start| *start <= 4 && text.starts_with('-')) {
            let rest = &text[start..];
            let end = rest.find([' ', '[', '=']).unwrap_or(rest.len());
            let (name, takes_value) = (rest[..end].to_owned(), rest.contains('<'));
            options.push(HelpOption { name, takes_value, words: Vec::new() });
        } else if let Some(option) = options.last_mut() {
            let words = text.split([' ', ',', ':']).filter(|word| !word.is_empty());
            option.words.extend(words.map(str::to_owned));
        }
    }
    options
}

/// A list of arguments: a verb, some words and some options, most of them such as make sense.
fn arguments(verbs: &[Verb], dice: &mut Mutator) -> Vec<String> {
    let verb = &verbs[dice.below(verbs.len())];
    let mut list = verb.path.clone();
    for place in 0..dice.below(4) {
        list.push(if place == 0 && dice.below(4) > 0 { size(dice) } else { word(dice) });
    }
    for _ in 0..dice.below(4) {
        if verb.options.is_empty() {
            break;
        }
        let option = &verb.options[dice.below(verb.options.len())];
        list.push(option.name.clone());
        // Now and then a value is missing, or there is one too many.
        if option.takes_value != (dice.below(12) == 0) {
            let known = !option.words.is_empty() && dice.below(2) == 0;
            list.push(match dice.below(4) {
                _ if known => option.words[dice.below(option.words.len())].clone(),
                0 => size(dice),
                1 => dice.below(20).to_string(),
                _ => word(dice),
            });
        }
    }
    // Short where the verb can be made short.
    let has = |name: &str| verb.options.iter().any(|option| option.name == name);
    if has("--time") && !list.iter().any(|word| word == "--time") && dice.below(20) > 0 {
        list.extend(["--time".to_owned(), "0.1".to_owned()]);
    }
    list.retain(|word| !word.contains('\0'));
    list
}

fn size(dice: &mut Mutator) -> String {
    // The first ones are small.
    let below = if dice.below(3) > 0 { 12 } else { SIZES.len() };
    SIZES[dice.below(below)].to_owned()
}

fn word(dice: &mut Mutator) -> String {
    let word = dice.pick(&WORDS);
    if dice.below(10) == 0 { dice.words(word).trim_end().to_owned() } else { word.to_owned() }
}

/// How a run ended: its code if it ended by itself, and whether it wrote to its outputs.
struct Ended {
    code: Option<i32>,
    signal: Option<i32>,
    has_output: bool,
    notes: String,
}

fn run(list: &[String], folder: &Path) -> Ended {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bezzel"))
        .args(list)
        .current_dir(folder)
        .env("XDG_DATA_HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It need not read this.
    let _ = child.stdin.take().expect("piped").write_all(b"1,3,0,2\n");
    let output = count_bytes(child.stdout.take().expect("piped"));
    let mut stderr = child.stderr.take().expect("piped");
    let notes = std::thread::spawn(move || {
        let mut notes = Vec::new();
        let _ = stderr.read_to_end(&mut notes);
        String::from_utf8_lossy(&notes).into_owned()
    });
    let status = wait(&mut child);
    Ended {
        code: status.and_then(|status| status.code()),
        signal: status.and_then(|status| status.signal()),
        has_output: output.join().expect("no panic") > 0,
        notes: notes.join().expect("no panic"),
    }
}

fn count_bytes(mut from: impl Read + Send + 'static) -> std::thread::JoinHandle<u64> {
    std::thread::spawn(move || std::io::copy(&mut from, &mut std::io::sink()).unwrap_or(0))
}

/// Waits for the end; nothing where it had to be ended.
fn wait(child: &mut Child) -> Option<std::process::ExitStatus> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            return Some(status);
        }
        if started.elapsed() > PATIENCE {
            child.kill().expect("it can be ended");
            child.wait().expect("it has ended");
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn no_list_of_arguments_ends_in_a_panic_a_signal_or_silence() {
    let (verbs, lists) = (verbs(), if is_deep() { 10_000 } else { 600 });
    let (next, cut, good) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let folder = tempfile::tempdir().expect("a folder");
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= lists {
                break;
            }
            let mut dice = Mutator::seeded(seed().wrapping_mul(1_000_003) + number as u64);
            let list = arguments(&verbs, &mut dice);
            let Ended { code, signal, has_output, notes } = run(&list, folder.path());
            let case = format!("{list:?}: code {code:?}, {notes}");
            assert!(!notes.contains("panicked"), "{case}");
            match code {
                None => {
                    assert_eq!(signal, None, "{case}");
                    cut.fetch_add(1, Ordering::Relaxed);
                }
                Some(2 | 3) => assert!(!notes.is_empty(), "{case}"),
                Some(0 | 1 | 4) => {
                    good.fetch_add(1, Ordering::Relaxed);
                    let writes = list.iter().any(|word| {
                        ["--output", "-o", "--html", "--proof"].iter().any(|o| word.starts_with(o))
                    });
                    assert!(has_output || !notes.is_empty() || writes, "{case}: silence");
                }
                Some(_) => panic!("{case}: no such code is documented"),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let (cut, good) = (cut.into_inner(), good.into_inner());
    println!("{lists} lists, {good} answered, {cut} without an end");
    assert!(good > lists / 10, "only {good} of {lists} lists make sense");
}

/// A small problem in both forms: words of the command line, and JSON.
fn problem(dice: &mut Mutator) -> (Vec<String>, Value) {
    let n = 4 + dice.below(4);
    let mut words = vec![n.to_string()];
    let mut problem = json!({ "version": 1, "size": n.to_string() });
    if dice.below(4) == 0 {
        words.push("--torus".to_owned());
        problem["topology"] = json!("torus");
    }
    let squares: Vec<[usize; 2]> =
        (0..dice.below(4)).map(|_| [dice.below(n), dice.below(n)]).collect();
    if !squares.is_empty() {
        let pairs: Vec<String> =
            squares.iter().map(|[row, column]| format!("{row},{column}")).collect();
        words.push(format!("--blocked={}", pairs.join(" ")));
        problem["blocked"] = json!(squares);
    }
    (words, problem)
}

#[test]
fn random_problems_have_the_same_answers_from_both_fronts() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    let mut dice = Mutator::seeded(seed());
    for _ in 0..if is_deep() { 1_000 } else { 40 } {
        let (words, problem) = problem(&mut dice);
        let (verb, form, path, body) = match dice.below(4) {
            0 => ("solve", "--json", "/solve", json!({ "problem": problem })),
            1 => ("count", "--json", "/count", json!({ "problems": [problem] })),
            2 => ("list", "--jsonl", "/list", json!({ "problem": problem })),
            _ => ("divide", "--json", "/divide", json!({ "problem": problem })),
        };
        let mut list: Vec<&str> = words.iter().map(String::as_str).collect();
        match verb {
            "divide" => list.splice(0..0, ["count"]).for_each(drop),
            verb => list.insert(0, verb),
        }
        if verb == "divide" {
            list.push("--divide");
        }
        list.push(form);
        let typed = common::bezzel(&list).output().expect("it runs");
        // A board without a solution is an answer too.
        assert!(matches!(typed.status.code(), Some(0 | 1)), "{list:?}: {typed:?}");
        let typed = documents(form, &String::from_utf8(typed.stdout).expect("text"));
        assert_eq!(typed, documents(form, &server.answer(path, Some(&body))), "{list:?}, {body}");
    }
}
