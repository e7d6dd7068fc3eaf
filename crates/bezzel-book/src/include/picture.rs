//! Pictures of real runs, drawn while the book is built.

use super::{AlgorithmWords, Page, refused, side, sizes};
use crate::escape;
use anyhow::{Context, Result, bail, ensure};
use bezzel::{
    Control, DrawRequest, Frame, Notation, PictureRequest, Problem, SolveRequest, Square, Step,
    TraceEvent, TraceItem, TracePicture, TraceRequest, solve,
};
use bezzel_draw::{
    Board, Format, LevelTable, Numbers, Options, Picture, Sheet, SheetEntry, TreeBuilder, render,
};
use std::ops::ControlFlow;

/// Maximum number of nodes of a tree that is still readable on a page.
const NODES: usize = 70;
/// Maximum number of boards in a row of moments.
const MOMENTS: usize = 4;
/// Maximum number of steps of a run that is recorded completely.
const STEPS: u64 = 20_000;

/// The search tree of an algorithm.
pub fn tree(page: &mut Page<'_>, words: &[&str]) -> Result<String> {
    let mut choice = AlgorithmWords::read(words)?;
    let first = choice.take("first");
    let n = side(choice.only("a size")?)?;
    let problem = Problem::queens(n);
    let mut builder = TreeBuilder::new(&problem, None, false);
    for event in events(&choice, &problem, first)? {
        builder.step(&event.step)?;
    }
    let settings = choice.chosen(", ");
    let goal = if first { ", to the first solution" } else { "" };
    let title = format!("{}, {n} queens{settings}{goal}", choice.card.title);
    let whole = builder.finish(title.clone());
    let (nodes, solutions) = (whole.count(), whole.solutions());
    let tree = whole.fitting(NODES);
    let folded = match tree.nodes.iter().any(|node| node.hidden > 0) {
        true => format!(", shown to depth {}", tree.depth()),
        false => String::new(),
    };
    let caption = format!(
        "The search tree: {title}. {nodes} nodes with the root, {solutions} of them solutions{folded}."
    );
    draw(page, &slug("tree", words), &tree, &caption)
}

/// The steps of an algorithm as an animation that plays only on request.
pub fn trace(page: &mut Page<'_>, words: &[&str]) -> Result<String> {
    let mut choice = AlgorithmWords::read(words)?;
    let (all, moves) = (choice.take("all"), choice.take("moves"));
    let problem = Problem::queens(side(choice.only("a size")?)?);
    let mut picture = TracePicture::new(problem.clone(), choice.card.id);
    picture.settings = choice.values();
    (picture.all, picture.moves, picture.delay) = (all, moves, 700);
    let request = DrawRequest::new(PictureRequest::Trace(picture));
    let svg = bezzel::draw(&request, &Control::new()).map_err(|error| refused(&error))?.picture;
    let path = save(page, &slug("trace", words), svg);
    let goal = if all { "all solutions" } else { "the first solution" };
    let settings = choice.chosen(", ");
    let what = format!("{problem}{settings}, step by step to {goal}");
    let alt = format!("{}: {what}.", choice.card.title);
    Ok(format!(
        "<details class=\"watch\"><summary>Watch it: {}</summary>\n<img src=\"{path}\" loading=\"lazy\" alt=\"{}\">\n</details>",
        escape(&what),
        escape(&alt)
    ))
}

/// Boards of a run at selected moments: dead ends, refusals, counted collisions, the solution.
pub fn moments(page: &mut Page<'_>, words: &[&str]) -> Result<String> {
    let choice = AlgorithmWords::read(words)?;
    let n = side(choice.only("a size")?)?;
    let problem = Problem::queens(n);
    let mut frame = Frame::default();
    let mut found: Vec<SheetEntry> = Vec::new();
    let events = events(&choice, &problem, true)?;
    // A search that swaps without counting collisions is shown by its swaps.
    let any = |wanted: fn(&Step<'_>) -> bool| events.iter().any(|event| wanted(&event.step));
    let swaps = any(|step| matches!(step, Step::Swap(..)))
        && !any(|step| matches!(step, Step::Collisions(_)));
    for event in &events {
        frame.apply(&event.step);
        let complete = swaps && frame.queens.len() == n as usize;
        let label = match &event.step {
            Step::DeadEnd(line) => format!("no square in {line}"),
            Step::Reject(..) => "attacked".to_owned(),
            Step::Place(_) if complete => "all placed".to_owned(),
            Step::Swap(..) if complete => "swapped".to_owned(),
            Step::Collisions(0) => continue,
            Step::Collisions(1) => "1 collision".to_owned(),
            Step::Collisions(number) => format!("{number} collisions"),
            Step::Solution => "a solution".to_owned(),
            _ => continue,
        };
        let mut queens = frame.queens.clone();
        if let Step::Reject(square, _) = event.step {
            queens.place(square);
        }
        let mut board = Board::new(problem.clone(), queens);
        board.numbers = Numbers::None;
        found.push(SheetEntry { board, label, note: format!("step {}", event.number) });
    }
    ensure!(!found.is_empty(), "the run has no moments to show; use another picture");
    let last = found.len() - 1;
    let shown = found.len().min(MOMENTS);
    let mut places: Vec<usize> = (0..shown).map(|k| k * last / (shown - 1).max(1)).collect();
    places.dedup();
    let entries: Vec<SheetEntry> = places.iter().map(|&place| found[place].clone()).collect();
    let settings = choice.chosen(", ");
    let title = format!("{}, {n} queens{settings}", choice.card.title);
    let subtitle = format!("{} of {} moments, from the first to the last", entries.len(), last + 1);
    let caption = format!("Moments of a run: {title}. Queens that attack each other are marked.");
    let sheet = Sheet { title, subtitle, columns: entries.len(), entries };
    draw(page, &slug("moments", words), &sheet, &caption)
}

/// The first solution of an algorithm on boards of several sizes.
pub fn boards(page: &mut Page<'_>, words: &[&str]) -> Result<String> {
    let choice = AlgorithmWords::read(words)?;
    let mut entries = Vec::new();
    for n in sizes(choice.only("sizes")?)? {
        let problem = Problem::queens(u32::try_from(n)?);
        let mut request = SolveRequest::new(problem.clone());
        request.algorithm = Some(choice.card.id.to_owned());
        request.settings = choice.values();
        let answer = solve(&request, &Control::new()).map_err(|error| refused(&error))?;
        let placement = answer.placement.with_context(|| format!("no solution for {n}"))?;
        let mut board = Board::new(problem, placement);
        board.numbers = Numbers::None;
        entries.push(SheetEntry { board, label: format!("n = {n}"), note: String::new() });
    }
    let settings = choice.chosen(" with ");
    let caption = format!("Solutions constructed by {}{settings}.", choice.card.id);
    let sheet = Sheet {
        title: choice.card.title.to_owned(),
        subtitle: choice.chosen(""),
        columns: entries.len().min(4),
        entries,
    };
    draw(page, &slug("boards", words), &sheet, &caption)
}

/// A board with these queens: `N COLUMNS [torus] [lines=ROW,COLUMN] caption…`.
pub fn placement(page: &mut Page<'_>, words: &[&str]) -> Result<String> {
    let [n, columns, rest @ ..] = words else { bail!("it takes a size and columns") };
    let mut rest = rest;
    let mut problem = Problem::queens(side(n)?);
    let (placement, _) = Notation::OneLine.read(columns, Some(problem.size()))?;
    if let [first, others @ ..] = rest
        && *first == "torus"
    {
        problem = problem.on_torus()?;
        rest = others;
    }
    let mut board = Board::new(problem, placement);
    if let [first, others @ ..] = rest
        && let Some(square) = first.strip_prefix("lines=")
    {
        let (row, column) = square.split_once(',').context("lines=ROW,COLUMN")?;
        board.lines = vec![Square::new(row.parse()?, column.parse()?)];
        rest = others;
    }
    draw(page, &slug("placement", &words[..2]), &board, &rest.join(" "))
}

/// A table of numbered squares: `1,2/2,1 caption…`.
pub fn levels(page: &mut Page<'_>, words: &[&str]) -> Result<String> {
    let (rows, caption) = words.split_first().context("the rows of the table are missing")?;
    let table = LevelTable::read(&rows.replace('/', "\n"))?;
    draw(page, &slug("levels", &[rows]), &table, &caption.join(" "))
}

/// Draws a picture and shows it with its caption, which is also the text for screen readers.
fn draw(page: &mut Page<'_>, name: &str, picture: &dyn Picture, caption: &str) -> Result<String> {
    ensure!(!caption.is_empty(), "a picture needs a caption");
    let svg = render(picture, Format::Svg, &Options::default())?;
    let path = save(page, name, svg);
    let caption = escape(caption);
    Ok(format!(
        "<figure><img src=\"{path}\" alt=\"{caption}\">\n<figcaption>{caption}</figcaption></figure>"
    ))
}

/// Where the picture of a line `{{kind words…}}` goes; `None` if the line draws nothing.
pub fn path(kind: &str, words: &[&str]) -> Option<String> {
    let named = match kind {
        "tree" | "trace" | "moments" | "boards" => words,
        "placement" => words.get(..2)?,
        "levels" => words.get(..1)?,
        _ => return None,
    };
    Some(format!("drawn/{}.svg", slug(kind, named)))
}

/// Stores a drawn file; returns its address relative to the page.
fn save(page: &mut Page<'_>, name: &str, svg: Vec<u8>) -> String {
    let path = format!("drawn/{name}.svg");
    let address = format!("{}{path}", page.root);
    page.pictures.insert(path, svg);
    address
}

/// A file name from the words of the line.
fn slug(kind: &str, words: &[&str]) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let words: Vec<String> = words.iter().map(|word| word.chars().map(plain).collect()).collect();
    format!("{kind}-{}", words.join("-"))
}

/// The steps of a run.
fn events(choice: &AlgorithmWords<'_>, problem: &Problem, first: bool) -> Result<Vec<TraceEvent>> {
    let mut request = TraceRequest::new(problem.clone(), choice.card.id);
    request.settings = choice.values();
    request.all = !first;
    request.steps = Some(STEPS);
    let mut events = Vec::new();
    let answer = bezzel::trace(&request, &Control::new(), &mut |item| {
        if let TraceItem::Step(step) = item {
            events.push(step.event);
        }
        ControlFlow::Continue(())
    });
    let answer = answer.map_err(|error| refused(&error))?;
    ensure!(answer.complete, "the run has more than {STEPS} steps; choose a smaller board");
    let found = answer.total.or(answer.at_least).is_some_and(|found| found.0 > 0);
    ensure!(found, "the run finds no solution; choose another board or seed");
    Ok(events)
}
