//! Every error says what would be right, in one line; similar cases end with the same exit code.

use crate::common::{self, bezzel, notes, output, refusal};
use std::fs;

#[test]
fn errors_about_numbers_give_the_range() {
    for (arguments, words) in [
        (&["solve", "8", "--algorithm", "qs1", "--seed", "-1"][..], "numbers from 0 to"),
        (&["compare", "8", "--seeds", "-1"], "a whole number from 1 to 1000000"),
        (&["compare", "8", "--seeds", "0"], "a whole number from 1 to 1000000"),
        (&["check", "0,1", "--faults", "-1"], "a whole number from 0 to 1000000000"),
        (&["check", "0,1", "--faults", "1e30"], "a whole number from 0 to 1000000000"),
        (&["check", "0,1", "--size", "2", "--dimension", "x"], "a whole number from 2 to 32"),
        (
            &["draw", "tree", "4", "--algorithm", "wirth", "--depth", "-1"],
            "a whole number from 0 to 1000000",
        ),
        (&["draw", "plot", "success", "4..5", "--runs", "0"], "a whole number from 1 to 1000000"),
        (&["serve", "--port", "-1"], "a whole number from 0 to 65535"),
        (&["serve", "--port", "65536"], "a whole number from 0 to 65535"),
        (&["job", "verify", "l", "--sample", "x"], "a whole number from 0 to 1000000000"),
        (&["job", "run", "l", "--for", "5"], "'5' is not a time; write 90s, 25min, 2h or 1d"),
        (&["job", "run", "l", "--share", "4/3"], "write k/m with 1 <= k <= m, such as 2/7"),
        (&["construct", "1e30"], "a number from 1 to 1000000000000000000;"),
        (&["construct", "2e18"], "a number from 1 to 1000000000000000000;"),
        (&["export", "8", "--format", "cnf", "--colours", "1e30"], "from 1 to 4294967295"),
        (&["count", "8", "--visits", "1e30"], "from 1 to 18446744073709551615"),
        (&["count", "28.."], "'28..' is not a range of sides; write for example 4..12"),
        (&["count", "..28"], "'..28' is not a range of sides"),
    ] {
        let line = refusal(arguments);
        assert!(line.contains(words), "{arguments:?}: {line}");
        assert!(!line.contains("invalid digit"), "{arguments:?}: {line}");
    }
    #[cfg(feature = "cadical")]
    assert!(refusal(&["solve", "8", "--colours", "1e30"]).contains("from 1 to 4294967295"));
}

#[test]
fn errors_about_names_list_the_valid_ones() {
    for (arguments, words) in [
        (
            &["count", "8", "--engine", "cuda"][..],
            "barr-rao, pieces, and transform for all dimensions",
        ),
        (&["count", "8", "--engine", "stacks"], "'stacks' is not an engine that counts solutions"),
        (&["job", "start", "8", "--engine", "cuda", "--ledger", "l"], "'cuda' is not an engine"),
        (&["job", "run", "l", "--device", "abacus"], "cpu"),
        (&["solve", "8", "--ask", "dominaton"], "did you mean domination?"),
        (&["solve", "8", "--ask", "colours"], "there are domination, independent-domination,"),
        (&["draw", "density", "0"], "choose a side of 1, or of 4 or more"),
        (&["export", "8", "--format", "cnf", "--encoding", "x"], "'x' is not an encoding"),
        (&["count", "8", "--algorithm", "pauls"], "pauls finds one solution, without search"),
        (&["export", "3^3", "--format", "cnf"], "'bezzel count' counts these without a model"),
        (&["compare", "8", "--vary", "foo=1..2"], "no algorithm has a number setting 'foo'"),
        (&["compare", "8", "--vary", "foo=1..2"], "crossover"),
    ] {
        let line = refusal(arguments);
        assert!(line.contains(words), "{arguments:?}: {line}");
    }
}

/// Options that solutions by square do not have say so instead of doing nothing.
#[test]
fn options_without_effect_on_squares_are_refused() {
    for (options, words) in [
        (&["--threads", "0"][..], "a number from 1 to 1024"),
        (&["--visits", "5"], "no limit on visits"),
        (&["--solutions", "5"], "no limit on solutions"),
        (&["--memory", "1e9"], "no limit on memory"),
        (&["--number", "5", "--threads", "1"], "not for random ones; leave --threads out"),
        (&["--restarts", "5"], "--restarts is a setting of algorithms"),
        (&["--seed", "x"], "a whole number from 0 to"),
        (&["--nontrivial"], "--nontrivial"),
    ] {
        let arguments = [&["count", "8", "--squares"], options].concat();
        let line = refusal(&arguments);
        assert!(line.contains(words), "{arguments:?}: {line}");
    }
}

#[test]
fn errors_of_the_parser_are_one_well_separated_line() {
    let line = refusal(&["count", "8", "--algorthm", "wirth"]);
    assert_eq!(
        line,
        "bezzel: unexpected argument '--algorthm' found; a similar argument exists: \
         '--algorithm'; 'bezzel count --help' shows how\n"
    );
    // A part of a problem that this verb cannot take.
    for (verb, option) in [("construct", "--rule"), ("puzzle", "--cylinder")] {
        assert_eq!(
            refusal(&[verb, "6", option, "king"]),
            format!(
                "bezzel: unexpected argument '{option}' found; 'bezzel solve' takes it; \
                 'bezzel {verb} --help' shows how\n"
            )
        );
    }
    let line = refusal(&["job", "start"]);
    assert_eq!(
        line,
        "bezzel: the following required arguments were not provided: --ledger <FILE>, <N>; \
         'bezzel job start --help' shows how\n"
    );
    let line = refusal(&["compare", "8", "--goal", "alll"]);
    assert!(line.contains("'--goal <GOAL>' [possible values: all, first, both]; a "), "{line}");
}

#[test]
fn squares_without_a_size_suggest_one() {
    for notation in ["linear", "squares", "algebraic"] {
        let solution = output(&["solve", "4", "--notation", notation], 0);
        let arguments = ["check", "-", "--notation", notation];
        let refused = bezzel(&arguments).write_stdin(solution.clone()).assert().code(2);
        let line = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(line.contains("use --size 4"), "{line}");
        let arguments = [&arguments[..], &["--size", "4"]].concat();
        bezzel(&arguments).write_stdin(solution).assert().code(0);
    }
}

#[test]
fn no_solution_is_an_answer_and_giving_up_is_a_limit() {
    for verb in ["solve", "construct"] {
        for n in ["2", "3"] {
            assert_eq!(output(&[verb, n], 1), "no solution\n");
        }
    }
    for named in ["solve 2 --algorithm pauls", "solve 6 --torus --algorithm magic-square"] {
        bezzel(&[]).args(common::words(named)).assert().code(1).stdout("no solution\n");
    }
    let document = common::json(&["construct", "3", "--json"], 1);
    assert!(document["runs"].is_null() && document["conclusion"] == "none");
    let gave_up = ["solve", "6", "--algorithm", "las-vegas", "--restarts", "0", "--seed", "1"];
    assert_eq!(output(&gave_up, 4), "", "nothing is known, so nothing is printed");
    assert!(notes(&gave_up, 4).contains("no solution found"));
}

#[test]
fn existing_files_and_missing_units_are_usage_errors() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], code: i32| {
        let assert = bezzel(arguments).current_dir(&folder).assert().code(code);
        String::from_utf8(assert.get_output().stderr.clone()).unwrap()
    };
    run(&["job", "start", "8", "--ledger", "ledger"], 0);
    let before = fs::read(folder.path().join("ledger")).unwrap();
    assert!(run(&["job", "start", "8", "--ledger", "ledger"], 2).contains("already exists"));
    assert!(run(&["job", "split", "ledger", "1/2", "--to", "ledger"], 2).contains("exists"));
    let line = run(&["job", "discard", "ledger", "99999"], 2);
    assert!(line.contains("has no unit \"99999\"; its export lists them"), "{line}");
    let export = bezzel(&["job", "export", "ledger"]).current_dir(&folder).assert().code(0);
    let export = String::from_utf8(export.get_output().stdout.clone()).unwrap();
    let unit: serde_json::Value = serde_json::from_str(export.lines().nth(1).unwrap()).unwrap();
    let label = unit["label"].as_str().unwrap();
    assert!(run(&["job", "discard", "ledger", label], 2).contains("no result"));
    assert_eq!(fs::read(folder.path().join("ledger")).unwrap(), before, "nothing is written");
    run(&["draw", "board", "4", "-o", "board.svg"], 0);
    run(&["draw", "board", "4", "-o", "board.svg"], 2);
}

#[test]
fn a_count_resumes_with_the_engine_of_its_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| bezzel(arguments).current_dir(&folder).assert();
    run(&["job", "start", "12", "--engine", "colour", "--ledger", "l"]).code(0);
    let done = run(&["count", "12", "--ledger", "l"]).code(0).stdout("14200\n");
    let notes = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(notes.contains("engine colour"), "{notes}");
    let other = run(&["count", "12", "--engine", "enumerate", "--ledger", "l"]).code(2);
    let line = String::from_utf8(other.get_output().stderr.clone()).unwrap();
    assert!(line.contains("'bezzel job run' resumes the count"), "{line}");
}

/// With a card the count is right; without one, a one-line message says what is missing.
#[test]
fn a_machine_without_a_card_says_what_is_missing() {
    let arguments = ["count", "8", "--engine", "colour", "--device", "gpu"];
    match bezzel_engines::gpu::available().missing {
        None => assert!(output(&arguments, 0).contains("92")),
        Some(missing) => {
            let folder = tempfile::tempdir().unwrap();
            let ledger = folder.path().join("26.ledger");
            let ledger = ["--ledger", ledger.to_str().unwrap()];
            let large = ["count", "26", "--device", "gpu"];
            for arguments in [&arguments[..], &large, &[&large[..], &ledger].concat()] {
                let line = refusal(arguments);
                assert!(line.contains("engine colour cannot count on a graphics card"), "{line}");
                assert!(line.contains(&missing), "{line}");
            }
            assert_eq!(folder.path().read_dir().unwrap().count(), 0, "nothing is written");
        }
    }
}
