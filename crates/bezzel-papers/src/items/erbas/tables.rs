//! Tables 1 and 3: all and fundamental solutions.

use crate::report::Stopped;
use crate::work::ItemRun;
use bezzel_draw::{Plot, Scale, Series};

pub(crate) fn table1(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("counted by the fastest engine (enumerate; colour from 16)");
    let (mut totals, mut classes) = (Vec::new(), Vec::new());
    for n in 1..=18 {
        let (total, fundamental) = work.queens_by_symmetry(n)?;
        totals.push((n, total));
        classes.push((n, fundamental));
        work.row(format!("n = {n}"), total, format!("bezzel count {n}"));
    }

    work.by("Burnside's lemma: (printed total + half-turn + 2 quarter-turn solutions) / 8");
    work.see("bezzel count 13 --classes");
    let printed: f64 = work.printed("n = 13").parse().unwrap_or(f64::NAN);
    let (half_turn, quarter_turn) = work.symmetric(13)?;
    let symmetric = half_turn + 2 * quarter_turn;
    let what = "fundamental solutions if 73732 were right";
    work.row(what, (printed + symmetric as f64) / 8.0, work.own());

    let mut plot = Plot::new("Solutions of the n-queens problem", "n", "solutions");
    plot.subtitle = "computed now; no point where there are no solutions".to_owned();
    plot.y_scale = Scale::Log;
    plot.series = vec![Series::counts("all", totals), Series::counts("fundamental", classes)];
    work.picture(
        "Tables 1 and 3: all and fundamental solutions",
        &plot,
        "bezzel draw plot solutions 1..18",
    );
    Ok(())
}

pub(crate) fn table3(work: &mut ItemRun<'_>) -> Result<(), Stopped> {
    work.by("total, half-turn and quarter-turn solutions counted, then Burnside's lemma");
    for n in 1..=16 {
        let (_, fundamental) = work.queens_by_symmetry(n)?;
        let command = format!("bezzel count {n} --fundamental");
        work.row(format!("n = {n}"), fundamental, command);
    }
    Ok(())
}
