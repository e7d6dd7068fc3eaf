//! Plots from comma-separated values.

use crate::Error;
use bezzel_draw::{Plot, PlotPoint, Series};

/// A plot from a table: names in the first line, x in the first column; or one that a plot wrote.
pub(super) fn read(text: &str) -> Result<Plot, Error> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let names: Vec<&str> = match lines.next() {
        Some((_, line)) if line.trim() == Plot::COLUMNS => return of_data(lines),
        Some((_, line)) => line.split(',').map(str::trim).collect(),
        None => return Err(Error::bad("the table is empty").advice("write for example 'n,rate'")),
    };
    if names.len() < 2 {
        return Err(Error::bad("the table needs two columns: x and a line"));
    }
    let mut plot = Plot::new(names[1..].join(", "), names[0], names[1]);
    plot.series = names[1..].iter().map(|name| Series::new(*name, [])).collect();
    if names.len() > 2 {
        plot.y_label = "value".to_owned();
    }
    for (number, line) in lines {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if cells.len() != names.len() {
            return Err(Error::bad(format!(
                "line {number} of the table has {} columns, the first has {}",
                cells.len(),
                names.len()
            )));
        }
        let x = value(number, cells[0])?;
        for (series, cell) in plot.series.iter_mut().zip(&cells[1..]) {
            // An empty cell is a value nobody has.
            if !cell.is_empty() {
                let (y, exact) = (value(number, cell)?, (*cell).to_owned());
                series.points.push(PlotPoint { x, y, exact, at_least: false });
            }
        }
    }
    Ok(plot)
}

/// The data of a plot: a line for each point, with the name of its series first.
fn of_data<'t>(lines: impl Iterator<Item = (usize, &'t str)>) -> Result<Plot, Error> {
    let mut plot = Plot::new("", "x", "y");
    for (number, line) in lines {
        // From the end, because a name may hold commas.
        let cells: Vec<&str> = line.trim().rsplitn(4, ',').collect();
        let [bound, y, x, name] = cells[..] else {
            return Err(Error::bad(format!(
                "line {number} of the table is not {}, as its first line says",
                Plot::COLUMNS
            )));
        };
        let name = match name.strip_prefix('"').and_then(|name| name.strip_suffix('"')) {
            Some(quoted) => quoted.replace("\"\"", "\""),
            None => name.to_owned(),
        };
        let point = PlotPoint {
            x: value(number, x)?,
            y: value(number, y)?,
            exact: y.to_owned(),
            at_least: bound == "yes",
        };
        match plot.series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => plot.series.push(Series::of(name, vec![point])),
        }
    }
    let names: Vec<&str> = plot.series.iter().map(|series| series.name.as_str()).collect();
    plot.title = names.join(", ");
    Ok(plot)
}

/// The number in a cell of this line of a table.
fn value(line: usize, cell: &str) -> Result<f64, Error> {
    let number = cell.parse().ok().filter(|value: &f64| value.is_finite());
    number
        .ok_or_else(|| Error::bad(format!("'{cell}' in line {line} of the table is not a number")))
}
