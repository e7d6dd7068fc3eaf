//! Table 2: run times on a computer of 1992, explained by work that does not depend on computers.
//!
//! A time is taken as tests · a + safe nodes · b. The two costs are fitted to the printed times of
//! Wirth and Rohl II by least squares of the relative error, and must then reproduce those times.

use crate::report::Stopped;
use crate::work::{ItemRun, shown};
use bezzel::Goal;
use bezzel_draw::{Plot, Scale, Series};

const ALGORITHMS: [(&str, &str); 3] =
    [("Wirth", "wirth"), ("Rohl I", "rohl-1"), ("Rohl II", "rohl-2")];

/// A computed time within this factor confirms the printed one; the clock of DOS ticks every 55 ms,
/// a third of the shortest time, so more precision is not possible.
const TOLERANCE: f64 = 0.10;
const TICK: f64 = 0.055;

/// A printed time with the work behind it.
struct Timed {
    name: &'static str,
    n: u32,
    seconds: f64,
    tests: f64,
    nodes: f64,
}

pub(crate) fn table2(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    let mut timed = Vec::new();
    let mut plot = Plot::new("Safety tests for all solutions", "n", "tests");
    plot.subtitle = "Table 2 as work: Rohl I and Rohl II make the same tests".to_owned();
    plot.y_scale = Scale::Log;
    work.by("the algorithm run to its end, its safety tests counted");
    for (name, id) in ALGORITHMS {
        let mut points = Vec::new();
        for n in 8..=12 {
            let run = work.run(id, n, Goal::All)?.work;
            points.push((n, u128::from(run.tests)));
            let command = format!("bezzel compare {n} --goal all --algorithms {id}");
            work.row(format!("{name}, safety tests, n = {n}"), run.tests, command);
            let seconds = work.printed(&format!("{name}, seconds, n = {n}"));
            let seconds = seconds.parse().expect("a printed time is a number");
            let (tests, nodes) = (run.tests as f64, run.visits as f64);
            timed.push(Timed { name, n, seconds, tests, nodes });
        }
        plot.series.push(Series::counts(name, points));
    }

    let fitted = || timed.iter().filter(|time| time.name != "Rohl I");
    let (test, node) = fit(fitted());
    work.by("least squares of the relative error over the ten times of Wirth and Rohl II");
    work.row("cost of a test, microseconds", format!("{:.1}", test * 1e6), work.own());
    work.row("cost of a safe node, microseconds", format!("{:.1}", node * 1e6), work.own());

    work.by("counted tests and safe nodes, times the fitted costs; agrees within 10 % or a tick of the clock");
    for time in &timed {
        let seconds = time.tests * test + time.nodes * node;
        let off = (seconds - time.seconds).abs();
        let agrees = off <= TOLERANCE * time.seconds || off <= TICK;
        let what = format!("{}, seconds, n = {}", time.name, time.n);
        work.judged(what, format!("{seconds:.2}"), agrees, work.own());
    }

    work.by("the printed time and the counted tests, each Wirth's divided by Rohl II's");
    for n in 9..=12 {
        let of = |name: &str| timed.iter().find(|time| time.n == n && time.name == name);
        let (Some(wirth), Some(rohl)) = (of("Wirth"), of("Rohl II")) else { continue };
        let model = |time: &Timed| time.tests * test + time.nodes * node;
        let (printed, ours) = (wirth.seconds / rohl.seconds, model(wirth) / model(rohl));
        let agrees = (ours / printed - 1.0).abs() <= TOLERANCE;
        let what = format!("Wirth / Rohl II, n = {n}");
        work.judged(what, format!("{ours:.2}"), agrees, work.own());
    }
    let least = timed.iter().filter(|time| time.n == 12).min_by(|a, b| {
        (a.tests * test + a.nodes * node).total_cmp(&(b.tests * test + b.nodes * node))
    });
    let fastest = least.map_or("none", |time| match time.name {
        // Both Rohl algorithms make the same tests; the second has less to do at each node.
        "Rohl I" | "Rohl II" => "Rohl's, by tests; I and II make the same tests",
        name => name,
    });
    work.by("the fewest tests and safe nodes at n = 12");
    let words = (timed.iter().filter(|time| time.n == 12))
        .map(|time| format!("{} {}", time.nodes, time.tests));
    let by = shown("bezzel compare 12 --goal all --algorithms wirth,rohl-1,rohl-2", words);
    work.judged("the most efficient", fastest, fastest.starts_with("Rohl"), by);
    work.picture(
        "Table 2: safety tests for all solutions",
        &plot,
        "bezzel draw plot algorithms 8..12 --measure tests --algorithms wirth,rohl-1,rohl-2",
    );
    Ok(())
}

/// The two costs that minimise the sum of (cost of the work / time − 1)².
fn fit<'a>(times: impl Iterator<Item = &'a Timed>) -> (f64, f64) {
    let (mut tt, mut tn, mut nn, mut t, mut n) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for time in times {
        let (x, y) = (time.tests / time.seconds, time.nodes / time.seconds);
        tt += x * x;
        tn += x * y;
        nn += y * y;
        t += x;
        n += y;
    }
    let determinant = tt * nn - tn * tn;
    ((t * nn - n * tn) / determinant, (n * tt - t * tn) / determinant)
}
