//! `bezzel reproduce` from outside: every row matches `data/`, output formats, errors, and the
//! commands it names.

use crate::common::words;
use assert_cmd::Command;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Output;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

fn bezzel(folder: &std::path::Path, words: &[String]) -> Output {
    let mut command = Command::cargo_bin("bezzel").expect("the program is built");
    command.args(words).current_dir(folder).output().expect("the program runs")
}

fn run(words: &[&str]) -> Output {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    bezzel(tempfile::tempdir().expect("a folder").path(), &words)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is text")
}

/// Everything that takes seconds, computed once; with `BEZZEL_DEEP` at the program's default depth.
static ALL: LazyLock<Value> = LazyLock::new(|| {
    let output = run(&["reproduce", "--json", "--quick"][..if is_deep() { 2 } else { 3 }]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON document")
});

fn items() -> impl Iterator<Item = &'static Value> {
    let papers = ALL["papers"].as_array().expect("papers are a list");
    papers.iter().flat_map(|paper| paper["items"].as_array().expect("items are a list"))
}

#[test]
fn the_document_has_a_schema_and_every_paper() {
    assert_eq!(ALL["schema"], "bezzel/reproduce/2");
    assert_eq!(ALL["as_expected"], true);
    assert_eq!(ALL["papers"].as_array().map(Vec::len), Some(5));
    let row = &items().find(|item| item["id"] == "erbas/table1").expect("it is there")["rows"][12];
    assert_eq!((&row["printed"], &row["computed"]), (&"73732".into(), &"73712".into()));
    assert_eq!(row["agreement"], "misprint");
}

/// The text of a field, empty for null.
fn field<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

fn rows(item: &Value) -> &[Value] {
    item["rows"].as_array().expect("rows are a list")
}

#[test]
fn everything_computed_matches_data() {
    for item in items() {
        for row in rows(item) {
            assert_eq!(row["as_expected"], true, "{}: {row}", item["id"]);
        }
    }
}

#[test]
fn every_row_of_data_is_computed_or_listed_as_left_out() {
    for known in bezzel_papers::papers().iter().flat_map(|paper| &paper.items) {
        let item = items().find(|item| item["id"] == known.id).expect("every item is there");
        let computed: Vec<&str> = rows(item).iter().map(|row| field(row, "what")).collect();
        let names: BTreeSet<&str> = computed.iter().copied().collect();
        assert_eq!(names.len(), computed.len(), "{}: a row comes twice", known.id);
        assert_eq!(names, known.expected_rows().collect(), "{}", known.id);
        assert!(!computed.is_empty(), "{} has no rows", known.id);
    }
}

#[test]
fn every_row_has_a_method_and_a_command() {
    for item in items() {
        for row in rows(item) {
            assert!(!field(row, "how").is_empty(), "{row}");
            assert!(field(row, "command").starts_with("bezzel "), "{row}");
            let left_out = row["agreement"] == "not-reproducible";
            assert!(left_out || row["computed"].is_string(), "{row}");
            assert!(!left_out || row["note"].is_string(), "{row} does not say why");
        }
    }
}

/// The errors of the papers, each found by the computation and not only listed in the data.
#[test]
fn the_known_errors_are_found() {
    for (id, what, expected) in [
        ("erbas/table1", "n = 13", "misprint"),
        ("barr/table1", "n = 5, d = 3", "misprint"),
        ("barr/table1", "n = 4, d = 4", "misprint"),
        ("barr/table1", "n = 3, d = 6", "wrong-claim"),
        ("tutorial/trace", "result", "misprint"),
        ("chakiat/existence", "a stack exists if there are N solutions", "wrong-claim"),
        ("criseno/claims", "the first n with ten times as many as before", "wrong-claim"),
        (
            "erbas/definitions",
            "integer-program, condition 3 for k = 1, 2, 2N-3 alone, n = 4",
            "misprint",
        ),
        ("erbas/algorithms", "algorithm 2 as printed: solutions of n = 4", "misprint"),
        ("erbas/algorithms", "algorithm 3 with m declared in searchrow", "misprint"),
        (
            "erbas/algorithms",
            "algorithm 3 with l := h and h := F[h] inside the if, n = 2",
            "misprint",
        ),
        // The survey does not say relative to what the share decreases, so it is not called wrong.
        ("erbas/fig4", "solutions generated for the fundamental ones, n = 12", "not-printed"),
        ("barr/table1", "what a 32-bit counter shows, n = 5, d = 4", "not-printed"),
        ("barr/nontrivial", "non-trivial solutions always exist for n >= 4, d >= 2", "wrong-claim"),
        ("erbas/first-solution", "run times to the first solution", "agrees"),
        ("chakiat/algorithms", "algorithms 2 and 3 from height 0, N = 5", "misprint"),
        ("chakiat/algorithms", "section 2: i_h is not j_h, N = 5", "misprint"),
        (
            "tutorial/steps",
            "step 4a: pairs of its four queens that attack each other",
            "wrong-claim",
        ),
        ("barr/conjecture-5.3", "Q(n,d) > Q(d,n) at n = 2, d = 1", "wrong-claim"),
        ("barr/claims", "fewer solutions on the torus", "wrong-claim"),
        ("barr/claims", "section 3.5: different lines of its three equations, d = 3", "misprint"),
        ("chakiat/claims", "queens of figure 5 on a common vertical hyperplane", "misprint"),
        ("erbas/table3", "n = 16", "agrees"),
        ("criseno/table1", "n = 18", "agrees"),
    ] {
        let item = items().find(|item| item["id"] == id).expect("every item is there");
        let row = rows(item).iter().find(|row| row["what"] == what).expect("every row is there");
        assert_eq!(row["agreement"], expected, "{id}, {what}");
    }
}

#[test]
fn pictures_are_svg_with_a_name_and_a_description() {
    let figures = items().flat_map(|item| item["figures"].as_array().expect("a list"));
    let (mut pictures, mut plots) = (0, 0);
    for figure in figures {
        let name = field(figure, "name");
        let svg = field(figure, "svg");
        assert!(svg.starts_with("<svg ") && svg.contains("<title>"), "{name}");
        assert!(!field(figure, "title").is_empty(), "{name}");
        assert!(!field(figure, "description").is_empty(), "{name}");
        assert!(field(figure, "command").starts_with("bezzel "), "{name}");
        let is_plot = field(figure, "command").starts_with("bezzel draw plot");
        assert!(!is_plot || figure["csv"].is_string(), "{name} has no numbers behind it");
        pictures += 1;
        plots += usize::from(is_plot);
    }
    assert!(pictures >= 20, "only {pictures} pictures");
    assert!(plots >= 6, "only {plots} plots");
}

/// Figure 4 is drawn here and nowhere else. `BEZZEL_UPDATE=1` writes it instead of comparing it.
#[test]
fn figure_4_has_not_changed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/figure-4.svg");
    let item = items().find(|item| item["id"] == "erbas/fig4").expect("it is there");
    let svg = field(&item["figures"][0], "svg");
    if std::env::var_os("BEZZEL_UPDATE").is_some() {
        std::fs::write(path, svg).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(path).expect("the golden file is there");
    assert!(svg == golden, "look at it, then renew it with BEZZEL_UPDATE=1");
}

/// Commands that take more than about a second of processor time in the development profile; run
/// with `BEZZEL_DEEP`.
const SLOW: [&str; 11] = [
    "bezzel count 1..8 --dimension 2..40 --table",
    "bezzel count 2..8 --dimension 2..40 --table",
    "bezzel count 2..8 --dimension 2..8 --table",
    "bezzel count 3..8 --dimension 2..6 --table --csv",
    "bezzel count 8^3",
    "bezzel count 8^4",
    "bezzel count 8^5",
    "bezzel count 8^6",
    "bezzel draw plot ratios 17..18 --format csv",
    "bezzel stack 12 --count",
    "bezzel stack 12 --max-disjoint",
];

fn is_deep() -> bool {
    std::env::var_os("BEZZEL_DEEP").is_some()
}

/// Every command of a row, with what it must print for its rows, and every command named beside a
/// picture or a method, which must only work.
fn commands() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut commands: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for item in items() {
        let own = format!("bezzel reproduce {}", field(item, "id").replace('/', " "));
        for row in rows(item) {
            let shown = row["shown"].as_array().expect("a list");
            let shown: Vec<&str> = shown.iter().filter_map(Value::as_str).collect();
            let command = field(row, "command");
            // The item itself prints the values of its rows as they are.
            assert!(command != own || shown.is_empty(), "{row}");
            if let Some(value) = row["computed"].as_str() {
                let words = if shown.is_empty() { vec![value] } else { shown };
                commands.entry(command).or_default().extend(words);
            }
            for command in field(row, "how").split('`').skip(1).step_by(2) {
                commands.entry(command).or_default();
            }
        }
        for figure in item["figures"].as_array().expect("a list") {
            commands.entry(field(figure, "command")).or_default();
        }
    }
    commands
}

/// What is wrong with a command: it fails, or does not print what its rows say.
fn faults(folder: &std::path::Path, command: &str, expected: &[&str]) -> Vec<String> {
    let mut words = words(command);
    assert_eq!(words[0], "bezzel", "{command}");
    // An item at the depth of the rows that are looked for.
    if words[1] == "reproduce" && !is_deep() {
        words.push("--quick".to_owned());
    }
    let output = bezzel(folder, &words[1..]);
    // A negative answer is an answer; anything else is a command that does not work.
    if !matches!(output.status.code(), Some(0 | 1)) {
        return vec![format!("{command}: {:?}, {}", output.status, text(&output.stderr))];
    }
    let printed = in_one_line(&(text(&output.stdout) + " " + &text(&output.stderr)));
    let missing = expected.iter().filter(|words| !has_word(&printed, &in_one_line(words)));
    missing.map(|words| format!("{command} does not show {words}")).collect()
}

/// Every command named by a row prints the value of that row.
#[test]
fn every_command_shows_the_values_of_its_rows() {
    let commands = commands();
    assert!(commands.len() > 350, "only {} commands", commands.len());
    let chosen = |command: &&str| is_deep() || !SLOW.contains(command);
    let chosen: Vec<&str> = commands.keys().copied().filter(chosen).collect();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let next = AtomicUsize::new(0);
    let run_some = || {
        let mut failed = Vec::new();
        while let Some(command) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            failed.extend(faults(folder.path(), command, &commands[command]));
        }
        failed
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let failed: Vec<String> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..threads).map(|_| scope.spawn(run_some)).collect();
        runs.into_iter().flat_map(|run| run.join().expect("it does not panic")).collect()
    });
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

#[test]
fn the_slow_commands_are_commands_of_rows() {
    let commands = commands();
    // The stacks of 12 are left out at depth quick.
    let known = |command: &&str| commands.contains_key(command) || command.contains("stack 12 --c");
    let stale: Vec<&str> = SLOW.into_iter().filter(|command| !known(command)).collect();
    assert!(stale.is_empty(), "{stale:?}");
}

/// A row whose value no other command shows names the item itself; they stay a small part.
#[test]
fn few_rows_are_shown_by_their_item_alone() {
    let (mut all, mut alone) = (0, 0);
    for item in items() {
        let own = format!("bezzel reproduce {}", field(item, "id").replace('/', " "));
        all += rows(item).len();
        alone += rows(item).iter().filter(|row| field(row, "command") == own).count();
    }
    assert!(5 * alone < all, "{alone} of {all} rows");
}

/// The text with single spaces between its words.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text has these words, and not as a part of longer ones.
fn has_word(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !is_part(before) && before != Some('.') && !is_part(after)
    })
}

/// A claim is called wrong only with the sentence that is wrong and the smallest case that shows it.
#[test]
fn wrong_claims_are_quoted_with_their_smallest_case() {
    let wrong: Vec<&Value> =
        items().flat_map(rows).filter(|row| row["agreement"] == "wrong-claim").collect();
    assert!(wrong.len() > 20, "only {}", wrong.len());
    for row in wrong {
        let note = field(row, "note");
        assert!(note.matches('"').count() >= 2, "{row} does not quote the paper");
        assert!(note.contains("smallest"), "{row} does not name the smallest case");
    }
}

#[test]
fn one_item_is_printed_with_its_agreement() {
    let output = run(&["reproduce", "tutorial", "trace"]);
    assert_eq!(output.status.code(), Some(0));
    let shown = text(&output.stdout);
    let result = shown.lines().find(|line| line.trim_start().starts_with("result"));
    let cells: Vec<&str> =
        result.expect("the result is a row").split("  ").map(str::trim).collect();
    let cells: Vec<&str> = cells.into_iter().filter(|cell| !cell.is_empty()).collect();
    let traced = "return CONS(R, PATH) = (R01 R13 R20 R32)";
    let [printed, now] = ["(R42, R31, R24, R12)", "(R12 R24 R31 R43)"];
    assert_eq!(cells, ["result", printed, now, "misprint", traced]);
    assert!(shown.contains("everything computed matches data/"), "{shown}");
    assert_eq!(shown, text(&run(&["reproduce", "tutorial/trace"]).stdout));
}

/// A figure's item is named after it, or has a row or a picture that is.
#[test]
fn every_numbered_figure_shows_its_own_content() {
    let data: Value = serde_json::from_str(include_str!("../../../data/reproduce.json"))
        .expect("the list is JSON");
    let computed: Vec<&Value> = items().collect();
    for list in data["contents"]["numbered"].as_array().expect("a list") {
        let items = list["items"].as_array().expect("a list").iter();
        for (number, id) in (1..).zip(items).filter(|_| list["kind"] == "figure") {
            let id = id.as_str().expect("an id is text");
            let item = computed.iter().find(|item| item["id"] == id).expect("it is computed");
            let names: Vec<&str> = (item["rows"].as_array().into_iter().flatten())
                .map(|row| &row["what"])
                .chain(item["figures"].as_array().into_iter().flatten().map(|one| &one["title"]))
                .filter_map(Value::as_str)
                .collect();
            let (first, last) = id.split_once("/fig").map_or((0, 0), |(_, numbers)| {
                let number = |text: &str| text.parse::<u32>().expect("figures are numbered");
                match numbers.split_once("-fig") {
                    Some((first, last)) => (number(first), number(last)),
                    None => (number(numbers), number(numbers)),
                }
            });
            let figure = format!("figure {number}:");
            let is_named = names.iter().any(|name| name.to_lowercase().starts_with(&figure));
            assert!((first..=last).contains(&number) || is_named, "{id}: {figure} {names:?}");
        }
    }
}

#[test]
fn the_list_names_every_item() {
    let shown = text(&run(&["reproduce", "--list"]).stdout);
    for item in items() {
        let id = item["id"].as_str().expect("an id is text");
        assert!(shown.lines().any(|line| line.starts_with(id)), "{id}");
    }
    let json: Value = serde_json::from_slice(&run(&["reproduce", "--list", "--json"]).stdout)
        .expect("one JSON document");
    assert_eq!(json["schema"], "bezzel/papers/2");
}

#[test]
fn wrong_names_suggest_the_right_ones() {
    let refused = |words: &[&str]| {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(output.stdout.is_empty(), "{words:?}");
        text(&output.stderr)
    };
    assert!(refused(&["reproduce", "erbass"]).contains("did you mean erbas?"));
    assert!(refused(&["reproduce", "erbas", "tabel1"]).contains("did you mean table1?"));
    assert!(refused(&["reproduce", "--quick", "--deep"]).contains("cannot be used with"));
}

#[test]
fn the_page_is_written_once_unless_forced() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let write = |more: &[&str]| {
        let mut words = vec!["reproduce", "chakiat", "fig5", "--html", "page.html"];
        words.extend(more);
        let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        bezzel(folder.path(), &words).status.code()
    };
    assert_eq!(write(&[]), Some(0));
    let page = std::fs::read_to_string(folder.path().join("page.html")).expect("it was written");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(page.contains("<svg") && page.contains("src=\"data:image/png;base64,"), "no pictures");
    assert!(!page.contains("src=\"http"), "it is one file");
    assert_eq!(write(&[]), Some(2), "an existing file is kept");
    assert_eq!(write(&["--force"]), Some(0));
}
