//! Help, manual page and completions describe everything the program does and nothing else.

use crate::common::{bezzel, output, refusal};
use std::path::Path;
use std::{fs, process::Command};

/// The verbs of the program, as its help lists them.
fn verbs() -> Vec<String> {
    let help = output(&["--help"], 0);
    let list = help.split("Commands:\n").nth(1).expect("help lists the verbs");
    let list = list.split("\n\n").next().expect("the list has an end");
    let names = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = names.filter(|line| !line.starts_with(' '));
    names.filter_map(|line| line.split(' ').next()).map(ToOwned::to_owned).collect()
}

#[test]
fn the_manual_page_has_every_verb_with_its_options_and_the_examples_unchanged() {
    let page = output(&["man"], 0);
    for verb in verbs().iter().filter(|verb| *verb != "help") {
        let heading = format!("\n.SH \"BEZZEL {}\"\n", verb.to_uppercase());
        assert!(page.contains(&heading), "{heading}");
    }
    for (action, option) in
        [("JOB START", "ledger"), ("JOB VERIFY", "sample"), ("DRAW TREE", "depth")]
    {
        let section = page.split(&format!("\n.SH \"BEZZEL {action}\"\n")).nth(1);
        let section = section.expect(action).split("\n.SH ").next().expect("a section ends");
        assert!(section.contains(&format!("\\-\\-{option}")), "{action}: {section}");
    }
    assert!(!page.contains("(1)"), "there is no other page to refer to");
    let example = "\n  bezzel solve 8                         one solution, and how it was found\n";
    assert!(page.contains(example), "examples keep their lines");
    assert!(page.contains("\n.SS FORMATS\n.nf\n"), "so do the lists below a verb's help");
}

#[test]
fn help_offers_a_range_only_where_one_is_accepted() {
    let range = "or a range 4..12";
    for verb in ["count", "compare"] {
        assert!(output(&[verb, "--help"], 0).contains(range), "{verb}");
    }
    for verbs in [
        &["solve"][..],
        &["list"],
        &["trace"],
        &["export"],
        &["import"],
        &["job", "start"],
        &["draw", "board"],
        &["draw", "tree"],
        &["draw", "graph"],
    ] {
        let arguments = [verbs, &["--help"]].concat();
        assert!(!output(&arguments, 0).contains(range), "{verbs:?}");
    }
}

#[test]
fn required_options_are_shown_as_required() {
    for verbs in [&["trace"][..], &["draw", "tree"], &["draw", "trace"]] {
        let help = output(&[verbs, &["--help"]].concat(), 0);
        let usage = help.lines().find(|line| line.starts_with("Usage:")).expect("a usage line");
        assert!(usage.contains(" --algorithm <ID> "), "{usage}");
        let line = refusal(&[verbs, &["4"]].concat());
        assert!(line.contains("--algorithm <ID>") && line.contains("--help' shows how"), "{line}");
    }
}

#[test]
fn construct_offers_only_settings_of_constructions() {
    let help = output(&["construct", "--help"], 0);
    for option in ["--seed", "--restarts", "--heuristic", "--crossover"] {
        assert!(!help.contains(option), "{option} belongs to searches");
        assert!(output(&["solve", "--help"], 0).contains(option), "{option}");
    }
    assert!(refusal(&["construct", "8", "--algorithm", "pauls", "--seed", "1"]).contains("'seed'"));
}

#[test]
fn shells_complete_names_and_errors_keep_their_own_wording() {
    let script = output(&["completions", "bash"], 0);
    let count = script.split("bezzel__subcmd__count)").nth(1).expect("count is completed");
    let after = |option: &str| {
        let rest = count.split(&format!("                {option})\n")).nth(1).expect(option);
        rest.split(";;").next().expect("a case ends").to_owned()
    };
    for (option, name) in [
        ("--algorithm", "dancing-links"),
        ("--engine", "transform"),
        ("--notation", "algebraic"),
        ("--with", "stable-set"),
        ("--heuristic", "diagonal"),
    ] {
        let case = after(option);
        assert!(case.contains("compgen -W") && case.contains(name), "{option}: {case}");
    }
    let words = |name: &str| script.contains(&format!("{name} ")) || script.contains(name);
    assert!(words("graphml") && words("apng"), "formats of models and of pictures");
    let line = refusal(&["solve", "8", "--algorithm", "whirt"]);
    assert!(line.contains("did you mean wirth?"), "{line}");
    let line = refusal(&["compare", "8", "--algorithms", "doublebacktracking"]);
    assert!(line.contains("did you mean double-backtracking?"), "{line}");
    let help = output(&["solve", "--help"], 0);
    assert!(!help.contains("possible values: brute-force"), "help points to the list instead");
}

#[test]
fn help_names_what_the_registries_have() {
    let catalogue = bezzel::catalogue(&bezzel::Control::new());
    let counters = catalogue.engines.iter().map(|engine| engine.id).filter(|id| *id != "stacks");
    for (verbs, option, ids) in [
        (&["count"][..], "--engine <NAME>", counters.collect::<Vec<_>>()),
        (&["solve"], "--with <BACK-END>", catalogue.backends.iter().map(|b| b.id).collect()),
        (&["export"], "--format <NAME>", catalogue.formats.iter().map(|f| f.id).collect()),
        (&["check"], "--definition <NAME>", catalogue.definitions.iter().map(|d| d.id).collect()),
        (&["list"], "--notation <NAME>", catalogue.notations.clone()),
        (&["solve"], "--rule <NAME>", catalogue.rules.clone()),
        (&["draw", "board"], "--format <NAME>", catalogue.pictures.clone()),
    ] {
        let help = output(&[verbs, &["--help"]].concat(), 0);
        let options = help.split("\nOptions:").nth(1).expect("help lists the options");
        let text = options.split(option).nth(1).expect(option).split("\n      --").next();
        let text = text.expect("an option has a text").replace([',', '\n'], " ");
        let words: Vec<&str> = text.split_whitespace().collect();
        for id in ids {
            assert!(words.contains(&id), "{verbs:?} {option}: {id} is not in {text}");
        }
    }
}

#[test]
fn the_docs_name_every_verb() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/command-line.md");
    let page = fs::read_to_string(path).expect("the page can be read");
    let rows = page.lines().skip_while(|line| *line != "| verb | does |").skip(2);
    let mut named: Vec<String> = rows
        .take_while(|line| line.starts_with('|'))
        .flat_map(|line| line.split('|').nth(1).unwrap_or_default().split(',').map(str::trim))
        .map(|verb| verb.trim_matches('`').to_owned())
        .collect();
    let mut verbs = verbs();
    verbs.retain(|verb| verb != "help");
    named.sort();
    verbs.sort();
    assert_eq!(named, verbs);
    for verb in verbs {
        bezzel(&["help", &verb]).assert().code(0);
    }
}

#[test]
fn installing_puts_the_manual_page_and_the_completions_where_shells_look() {
    let folder = tempfile::tempdir().unwrap();
    let ran = Command::new("make")
        .args(["share", "PREFIX=/usr", &format!("DESTDIR={}", folder.path().display())])
        .arg(format!("BEZZEL={}", env!("CARGO_BIN_EXE_bezzel")))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let share = folder.path().join("usr/share");
    for (file, printed) in [
        ("man/man1/bezzel.1", &["man"][..]),
        ("bash-completion/completions/bezzel", &["completions", "bash"]),
        ("zsh/site-functions/_bezzel", &["completions", "zsh"]),
        ("fish/vendor_completions.d/bezzel.fish", &["completions", "fish"]),
    ] {
        let installed = fs::read_to_string(share.join(file)).expect(file);
        assert!(!installed.is_empty() && installed == output(printed, 0), "{file}");
    }
    let program = Command::new(folder.path().join("usr/bin/bezzel")).args(["count", "6"]).output();
    assert_eq!(String::from_utf8_lossy(&program.unwrap().stdout), "4\n");
}
