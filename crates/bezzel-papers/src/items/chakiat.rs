//! Chakiat and others: stacks of solutions by double backtracking.

use crate::measure::{factorial, line, listed};
use crate::report::Stopped;
use crate::work::{Depth, ItemRun, shown};
use bezzel::{
    DisjointRequest, Problem, Rule, Size, Square, Stack, StackCountRequest, StackCounted, Stacking,
    StacksRequest, Step, TraceAnswer, TraceEnd, TraceItem, TraceRequest, TraceStep, disjoint,
    stack_count, stacks, trace,
};
use bezzel_draw::{LevelTable, Plot, Scale, Series, Stack as StackPicture};
use std::ops::ControlFlow;

/// The paper's algorithm, as the registry names it.
const DOUBLE: &str = "double-backtracking";

/// Double backtracking run to its first stack, or to its end if there is none.
fn traced(
    work: &ItemRun<'_>,
    n: u32,
    mut each: impl FnMut(&TraceStep<'_>),
) -> Result<TraceAnswer, Stopped> {
    let request = TraceRequest::new(Problem::queens(n), DOUBLE);
    let answer = trace(&request, work.control, &mut |item| {
        if let TraceItem::Step(step) = &item {
            each(step);
        }
        ControlFlow::Continue(())
    });
    let answer = answer.expect("the registry has it");
    if answer.stopped == Some(TraceEnd::Stopped) { Err(Stopped) } else { Ok(answer) }
}

/// The level table as printed: rows separated by " / ".
fn table(stack: &Stack) -> String {
    listed(stack.rows().map(|row| listed(row.iter().map(|level| level + 1), " ")), " / ")
}

/// The stack of figure 5 as the paper prints it.
pub(super) fn printed() -> Stack {
    let text = crate::data::printed("chakiat/fig5", "level table");
    let levels = text.split([' ', '/']).filter_map(|word| word.parse::<u32>().ok());
    Stack::from_levels(5, levels.map(|level| level - 1).collect()).expect("figure 5 is a stack")
}

/// A queen of a stack: its floor, row and column.
type Queen = (usize, usize, u32);

/// Every pair of queens of figure 5.
pub(super) fn pairs_in_space() -> Vec<(Queen, Queen)> {
    let floors = printed().floors();
    let queens: Vec<Queen> = (floors.iter().enumerate())
        .flat_map(|(h, columns)| columns.iter().enumerate().map(move |(row, &c)| (h, row, c)))
        .collect();
    let after = |(k, &a): (usize, &Queen)| queens[k + 1..].iter().map(move |&b| (a, b));
    queens.iter().enumerate().flat_map(after).collect()
}

pub(crate) fn fig1(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let stack = printed();
    work.by("queens of all floors counted; each floor checked, and each pair of floors");
    let floors = stack.floors();
    let queens: usize = floors.iter().map(Vec::len).sum();
    let by = shown("bezzel stack 5 --trace", [format!("{queens} visits")]);
    work.row("queens", queens, by);
    work.by("every pair of the 25 queens in 3-D tested for queen moves in space");
    let cube = Problem::new(Size::cube(5, 3).expect("a cube")).with_rule(Rule::Queen);
    let cube = cube.expect("the rule fits");
    let at = |(floor, columns): (usize, &Vec<u32>)| {
        let queens = (0_u32..).zip(columns).map(move |(row, &column)| row * 5 + column);
        queens.map(move |position| Square::new(floor as u32, position)).collect::<Vec<_>>()
    };
    let all: Vec<Square> = floors.iter().enumerate().flat_map(at).collect();
    let pairs = all.iter().enumerate().flat_map(|(k, a)| all[k + 1..].iter().map(move |b| (a, b)));
    let attacking = pairs.filter(|(a, b)| cube.attack(**a, **b).is_some()).count();
    let what = "attacking pairs under the 13 lines of section 2";
    let squares = listed(all.iter().map(|queen| format!("{},{}", queen.row, queen.column)), " ");
    let command = format!("bezzel check \"{squares}\" --notation squares --size 5^3 --faults 60");
    work.see(&command);
    work.row(what, attacking, work.own());
    let mut picture = StackPicture::from_columns(&floors);
    picture.caption = Some("25 queens on five floors".to_owned());
    let text = listed(floors.iter().map(|floor| line(floor)), " / ");
    work.picture(
        "Figure 1: 25 queens on five floors",
        &picture,
        &format!("bezzel draw stack --floors \"{text}\""),
    );
    Ok(())
}

pub(crate) fn fig2(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("counted by engine enumerate");
    let mut totals = Vec::new();
    for n in 3..=10 {
        let total = work.queens(n)?;
        totals.push((n, total));
        work.row(format!("N = {n}"), total, format!("bezzel count {n}"));
    }
    let mut plot = Plot::new("Two-dimensional solutions", "N", "solutions");
    plot.subtitle = "Figure 2 recomputed".to_owned();
    plot.series = vec![Series::counts("solutions", totals)];
    work.picture("Figure 2: two-dimensional solutions", &plot, "bezzel draw plot solutions 3..10");
    Ok(())
}

pub(crate) fn fig5(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("the corrected algorithms 1 to 3 run to their first stack");
    let (mut numbers, mut floors) = (Vec::new(), Vec::new());
    traced(work, 5, |step| {
        match &step.event.step {
            Step::Stacking(Stacking::Put { number, .. }) => numbers.push(*number),
            Step::Stacking(Stacking::TakeOff { .. }) => {
                numbers.pop();
            }
            _ => {}
        }
        floors.clone_from(&step.frame.floors);
    })?;
    let found = Stack::from_floors(5, &floors).expect("what double backtracking finds is a stack");
    let levels = table(&found).replace(" / ", " ");
    work.row("level table", table(&found), shown("bezzel stack 5 --as levels", [levels]));
    let placed: Vec<String> = (numbers.iter().enumerate())
        .map(|(floor, number)| format!("floor {floor}: solution {number}"))
        .collect();
    let by = shown("bezzel stack 5 --trace", placed);
    work.row("solutions on the floors, from 0", listed(numbers, ", "), by);
    work.by("the column of each floor in each row compared with slope · row + start, modulo 5");
    let slope = found.slope().map_or("none".to_owned(), |slope| slope.to_string());
    work.row("slope of the lines on the torus", slope, "bezzel stack 5 --json");
    let mut picture = LevelTable::from_floors(&found.floors()).expect("a stack makes a table");
    picture.caption = Some("Level of each queen".to_owned());
    work.picture(
        "Figure 5: the level of each queen",
        &picture,
        "bezzel draw levels \"1 2 3 4 5/4 5 1 2 3/2 3 4 5 1/5 1 2 3 4/3 4 5 1 2\"",
    );
    Ok(())
}

/// The two blocks of the model: the first search fills a list, the second takes floors from it.
pub(crate) fn fig3_fig4(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    // Each decision with its solution, its kind and the step as the trace shows it.
    let (mut handed_on, mut decisions) = (Vec::new(), Vec::new());
    traced(work, 5, |step| {
        if let Step::Stacking(stacking) = &step.event.step {
            let text = step.event.text.clone();
            match stacking {
                Stacking::Collect { .. } => handed_on.push(text),
                Stacking::Put { number, .. } => decisions.push((*number, "legal", text)),
                Stacking::Above { number, .. } => decisions.push((*number, "discarded", text)),
                Stacking::TakeOff { number, .. } => decisions.push((*number, "replaced", text)),
            }
        }
    })?;
    let command = "bezzel stack 5 --trace";
    work.by("double backtracking traced for N = 5: what the first search hands to the second");
    let what = "figure 3: solutions in the 2D solution stack, N = 5";
    work.row(what, handed_on.len(), shown(command, &handed_on));
    work.by(
        "the same trace: each solution the second search picks, from 0, and what becomes of it",
    );
    let of = |kind: &'static str| decisions.iter().filter(move |(_, other, _)| *other == kind);
    for (kind, what) in [("legal", "solutions found legal"), ("discarded", "solutions discarded")] {
        let numbers = listed(of(kind).map(|(number, ..)| number), ", ");
        let by = shown(command, of(kind).map(|(.., text)| text));
        work.row(format!("figure 4: {what}, N = 5"), numbers, by);
    }
    let replaced = of("replaced").count();
    let by = shown(command, [format!("{replaced} backtracks")]);
    work.row("figure 4: selections replaced later, N = 5", replaced, by);
    work.by("the first decision of the second search");
    let first = decisions.first();
    let is_free = first.is_some_and(|(_, what, _)| *what == "legal");
    let text = if is_free { "solution 0, legal" } else { "not legal" };
    let what = "the first solution is selected without any constraint";
    work.judged(what, text, is_free, shown(command, first.map(|(.., text)| text)));
    Ok(())
}

/// Algorithms 2 and 3, with the parts that are wrong in the paper as parameters.
struct AsPrinted<'a> {
    n: usize,
    solutions: &'a [Vec<u32>],
    /// What isLegal returns after its loops; false as printed.
    at_the_end: bool,
    /// The lowest floor that isLegal looks at; floor 1 as printed, where the lowest may be 0.
    lowest: usize,
    floors: Vec<usize>,
}

impl AsPrinted<'_> {
    /// Whether algorithm 2 returns true from this height on.
    fn place(&mut self, height: usize, top: usize) -> bool {
        if height >= self.n {
            return true;
        }
        for t in top..self.solutions.len() {
            if self.is_legal(height, t) {
                self.floors.push(t);
                if self.place(height + 1, t + 1) {
                    return true;
                }
                self.floors.pop();
            }
        }
        false
    }

    fn is_legal(&self, height: usize, t: usize) -> bool {
        if height == self.n {
            return true;
        }
        let above = |&floor: &usize| {
            self.solutions[floor].iter().zip(&self.solutions[t]).any(|(below, here)| below == here)
        };
        !self.floors.iter().skip(self.lowest).any(above) && self.at_the_end
    }
}

pub(crate) fn algorithms(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let solutions = work.solutions("bitmask", &Problem::queens(5))?;
    let run = |at_the_end: bool, start: usize| {
        let (n, lowest, floors) = (5, 0, Vec::new());
        let mut run = AsPrinted { n, solutions: &solutions, at_the_end, lowest, floors };
        let found = run.place(start, 0);
        (found, run.floors.len())
    };
    let text = |(found, floors): (bool, usize)| match found {
        true => format!("true, {floors} floors placed"),
        false => "false, no floor placed".to_owned(),
    };
    let own = work.own();
    work.by("algorithms 2 and 3 followed line by line for N = 5");
    work.row("algorithm 3 ending with return false", text(run(false, 1)), &own);
    work.row("algorithm 3 ending with return true, heights 1 to N - 1", text(run(true, 1)), &own);
    work.row("algorithm 3 ending with return true, N heights", text(run(true, 0)), &own);

    work.by("algorithms 2 and 3 from height 0, isLegal looking at the floors from height - 1 to 1");
    for n in [5, 7] {
        let solutions = work.solutions("bitmask", &Problem::queens(n))?;
        let (lowest, floors) = (1, Vec::new());
        let mut run =
            AsPrinted { n: n as usize, solutions: &solutions, at_the_end: true, lowest, floors };
        run.place(0, 0);
        let same = |a: usize, b: usize| {
            solutions[a].iter().zip(&solutions[b]).filter(|(below, here)| below == here).count()
        };
        let clashes: usize = (run.floors.iter().enumerate())
            .flat_map(|(k, &a)| run.floors[k + 1..].iter().map(move |&b| (a, b)))
            .map(|(a, b)| same(a, b))
            .sum();
        let text = format!("{clashes} queens above one another");
        work.row(format!("algorithms 2 and 3 from height 0, N = {n}"), text, &own);
    }
    work.by("pairs of queens of figure 5's stack that share their height, and their vertical line");
    let pairs = pairs_in_space();
    let level = pairs.iter().filter(|(a, b)| a.0 == b.0).count();
    let above = pairs.iter().filter(|(a, b)| (a.1, a.2) == (b.1, b.2)).count();
    let text = format!("{level} pairs share a height, {above} a vertical line");
    work.row("section 2: i_h is not j_h, N = 5", text, &own);

    work.by(
        "the equation of line (2) in section 2 evaluated at the queen's own square, for all of 5^3",
    );
    type Point = (i32, i32, i32);
    let as_printed = |(x, _, _): Point, (i, j, k): Point| x - i == j - k;
    let as_mended = |(x, y, _): Point, (i, j, _): Point| x - i == j - y;
    let queens = || (0..125).map(|p| (p % 5, p / 5 % 5, p / 25));
    let printed = queens().filter(|&queen| as_printed(queen, queen)).count();
    let mended = queens().filter(|&queen| as_mended(queen, queen)).count();
    let text = format!("through {printed} of 125 queens, mended through {mended}");
    work.row("attack line (2)", text, &own);

    work.by("the corrected algorithm run to its first stack or its end, calls of isLegal counted");
    let mut calls = Vec::new();
    for n in 4..=8 {
        let tests = traced(work, n, |_| ())?.work.tests;
        calls.push((n, u128::from(tests)));
        work.row(format!("calls of isLegal, N = {n}"), tests, format!("bezzel stack {n} --trace"));
    }
    work.by("calls of isLegal compared with N!");
    let (n, most) = calls[calls.len() - 1];
    let agrees = most <= factorial(n);
    let text = format!("{most} calls, {n}! = {}", factorial(n));
    let by = shown(format!("bezzel stack {n} --trace"), [format!("{most} tests")]);
    work.judged("an upper bound of O(N!)", text, agrees, by);
    let mut plot = Plot::new("Calls of isLegal", "N", "calls");
    plot.subtitle =
        "to the first stack, or to the proof that there is none (N = 4, 6, 8)".to_owned();
    plot.y_scale = Scale::Log;
    let bound = calls.iter().map(|&(n, _)| (n, factorial(n))).collect::<Vec<_>>();
    plot.series = vec![Series::counts("calls", calls), Series::counts("N!", bound)];
    work.picture("Calls: how often isLegal is called", &plot, &own);
    Ok(())
}

/// The stacks of a side.
fn counted(work: &ItemRun<'_>, n: u32) -> Result<StackCounted, Stopped> {
    let answer = stack_count(&StackCountRequest::new(vec![n]), work.control);
    let answer = answer.expect("small boards fit");
    answer.counts.into_iter().next().ok_or(Stopped)
}

pub(crate) fn existence(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("all solutions listed and all stacks counted by exact cover");
    let mut wrong = Vec::new();
    let mut missing = 0;
    for n in 4..=10 {
        let solutions = work.queens(n)?;
        let stacks = counted(work, n)?.unordered.ok_or(Stopped)?.0;
        work.row(format!("solutions, N = {n}"), solutions, format!("bezzel count {n}"));
        let by = shown(format!("bezzel stack {n} --count"), [format!("unordered {stacks}")]);
        work.row(format!("stacks, N = {n}"), stacks, by);
        let is_enough = solutions >= u128::from(n);
        if is_enough != (stacks > 0) {
            wrong.push(n);
        }
        if stacks > 0 && !is_enough {
            missing += 1;
        }
    }
    work.by("the sides from 4 to 10 where one holds without the other");
    let only_if = if missing == 0 { "holds" } else { "fails" };
    work.row("a stack exists only if there are N solutions", only_if, work.own());
    let text = match wrong.is_empty() {
        true => "holds".to_owned(),
        false => format!("fails at N = {}", listed(&wrong, ", ")),
    };
    work.row("a stack exists if there are N solutions", text, work.own());
    Ok(())
}

/// The largest side whose stacks a report counts: 12 takes 25 s of processor time, 11 a fraction
/// of a second.
fn largest(depth: Depth) -> u32 {
    if depth >= Depth::Report { 12 } else { 11 }
}

pub(crate) fn all(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let most = largest(work.depth);
    for n in 4..=12 {
        work.by("all stacks counted by exact cover up to symmetry, on all threads");
        let command = format!("bezzel stack {n} --count");
        let names = ["unordered", "ordered", "up to symmetry"];
        let words = ["unordered", "ordered", "fundamental"];
        if n > most {
            for name in names {
                let why = "25 seconds of processor time: not computed at depth quick";
                work.left_out(format!("stacks, {name}, N = {n}"), why, &command);
            }
        } else {
            let counted = counted(work, n)?;
            let (Some(unordered), Some(ordered), Some(fundamental)) =
                (counted.unordered, counted.ordered, counted.fundamental)
            else {
                return Err(Stopped);
            };
            let values = [unordered.to_string(), ordered.to_string(), fundamental.to_string()];
            for ((name, word), value) in names.into_iter().zip(words).zip(values) {
                let by = shown(&command, [format!("{word} {value}")]);
                work.row(format!("stacks, {name}, N = {n}"), value, by);
            }
        }
    }
    work.by("a search for k disjoint solutions, k from N down: each failure is a proof");
    for n in 4..=12 {
        let answer = disjoint(&DisjointRequest::new(vec![n]), work.control);
        let answer = answer.expect("small boards fit");
        let side = answer.sides.first().ok_or(Stopped)?;
        let command = format!("bezzel stack {n} --max-disjoint");
        let most = side.max_disjoint.ok_or(Stopped)?;
        work.row(format!("most disjoint solutions, N = {n}"), most, command);
    }
    work.by("all stacks listed, each tested for lines on the torus");
    for n in [5, 7, 11] {
        let answer = stacks(&StacksRequest::new(n), work.control).expect("small boards fit");
        let all = answer.unordered.ok_or(Stopped)?;
        let mut slopes: Vec<u32> = answer.stacks.iter().filter_map(|stack| stack.slope).collect();
        slopes.sort_unstable();
        let text = format!("{} of {all}, slopes {}", slopes.len(), listed(&slopes, " "));
        let words = slopes.iter().map(|slope| format!("\"slope\": {slope}"));
        let by = shown(format!("bezzel stack {n} --all --json"), words);
        work.row(format!("stacks that are lines, N = {n}"), text, by);
    }
    Ok(())
}
