//! Plots from comma-separated values.

use crate::Error;
use bezzel_draw::{Plot, PlotPoint, Series};
use csv::StringRecord;

/// A plot from a table: names in the first line, x in the first column; or one that a plot wrote.
pub(super) fn read(text: &str) -> Result<Plot, Error> {
    let table = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes())
        .into_records()
        .map(|line| {
            line.map_err(|error| {
                let error = Error::bad(format!("the table: {error}"));
                error.advice("write comma-separated values in UTF-8")
            })
        })
        .collect::<Result<Vec<_>, Error>>()?;
    let Some((names, lines)) = table.split_first() else {
        return Err(Error::bad("the table is empty").advice("write for example 'n,rate'"));
    };
    match names.iter().collect::<Vec<&str>>()[..] {
        [_] => Err(Error::bad("the table has one column instead of x and a line")
            .advice("write for example 'n,rate'")),
        ref names if names == Plot::COLUMNS => of_data(lines),
        ref names => of_columns(names, lines),
    }
}

/// A table with x in its first column and a line in each of the others.
fn of_columns(names: &[&str], lines: &[StringRecord]) -> Result<Plot, Error> {
    let mut plot = Plot::new(names[1..].join(", "), names[0], names[1]);
    plot.series = names[1..].iter().map(|name| Series::new(*name, [])).collect();
    if names.len() > 2 {
        plot.y_label = "value".to_owned();
    }
    for cells in lines {
        if cells.len() != names.len() {
            return Err(Error::bad(format!(
                "line {} of the table has {} columns, the first has {}",
                number(cells),
                cells.len(),
                names.len()
            ))
            .advice("leave a cell empty where there is no value"));
        }
        let x = value(cells, 0)?;
        for (column, series) in (1..).zip(&mut plot.series) {
            // An empty cell is a missing value.
            if !cells[column].is_empty() {
                let (y, exact) = (value(cells, column)?, cells[column].to_owned());
                series.points.push(PlotPoint { x, y, exact, at_least: false });
            }
        }
    }
    Ok(plot)
}

/// The data of a plot: a line for each point, with the name of its series first.
fn of_data(lines: &[StringRecord]) -> Result<Plot, Error> {
    let mut plot = Plot::new("", "x", "y");
    for cells in lines {
        let [name, _, y, bound] = cells.iter().collect::<Vec<&str>>()[..] else {
            return Err(Error::bad(format!(
                "line {} of the table is not {}, as its first line says",
                number(cells),
                Plot::COLUMNS.join(",")
            ))
            .advice("write the four values of a point in each line"));
        };
        let point = PlotPoint {
            x: value(cells, 1)?,
            y: value(cells, 2)?,
            exact: y.to_owned(),
            at_least: bound == "yes",
        };
        match plot.series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => plot.series.push(Series::of(name.to_owned(), vec![point])),
        }
    }
    let names: Vec<&str> = plot.series.iter().map(|series| series.name.as_str()).collect();
    plot.title = names.join(", ");
    Ok(plot)
}

/// The number of this line of a table.
fn number(cells: &StringRecord) -> u64 {
    cells.position().map_or(0, csv::Position::line)
}

/// The number in this column of a line of a table.
fn value(cells: &StringRecord, column: usize) -> Result<f64, Error> {
    let cell = &cells[column];
    let value = cell.parse().ok().filter(|value: &f64| value.is_finite());
    value.ok_or_else(|| {
        let line = number(cells);
        Error::bad(format!("'{cell}' in line {line} of the table is not a number"))
            .advice("write it as 12 or 1.5e6, or leave the cell empty")
    })
}
