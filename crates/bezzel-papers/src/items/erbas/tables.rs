//! Tables 1 and 3: all and fundamental solutions.

use crate::report::Stopped;
use crate::work::Work;
use bezzel_draw::{Plot, Scale, Series};
use bezzel_engines::{Classes, half_turn_solutions, quarter_turn_solutions};

pub(crate) fn table1(work: &mut Work<'_>) -> Result<(), Stopped> {
    work.by("counted by the fastest engine (enumerate; colour from 16)");
    let mut totals = Vec::new();
    for n in 1..=18 {
        let total = work.queens(n)?;
        totals.push((n, total));
        work.row(format!("n = {n}"), total, format!("bezzel count {n}"));
    }

    work.by("Burnside's lemma: (printed total + half-turn + 2 quarter-turn solutions) / 8");
    let printed: f64 = work.printed("n = 13").parse().unwrap_or(f64::NAN);
    let symmetric = half_turn_solutions(13) + 2 * quarter_turn_solutions(13);
    let classes = (printed + symmetric as f64) / 8.0;
    let what = "fundamental solutions if 73732 were right";
    work.row(what, classes, "bezzel count 13 --classes");

    let mut fundamental = Vec::new();
    for &(n, total) in &totals {
        let classes = Classes::of_total(n, total).expect("the totals are right");
        fundamental.push((n, classes.fundamental()));
    }
    let mut plot = Plot::new("Solutions of the n-queens problem", "n", "solutions");
    plot.subtitle = "computed now; no point where there are no solutions".to_owned();
    plot.y_scale = Scale::Log;
    plot.series = vec![Series::counts("all", totals), Series::counts("fundamental", fundamental)];
    work.picture(
        "Tables 1 and 3: all and fundamental solutions",
        &plot,
        "bezzel draw plot solutions 1..18",
    );
    Ok(())
}

pub(crate) fn table3(work: &mut Work<'_>) -> Result<(), Stopped> {
    work.by("total, half-turn and quarter-turn solutions counted, then Burnside's lemma");
    for n in 1..=16 {
        let classes = Classes::of_total(n, work.queens(n)?).expect("the totals are right");
        let command = format!("bezzel count {n} --fundamental");
        work.row(format!("n = {n}"), classes.fundamental(), command);
    }
    Ok(())
}
