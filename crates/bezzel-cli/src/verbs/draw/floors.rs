//! `bezzel draw levels` and `bezzel draw stack`: floors from a level table or one by one.

use super::target::TargetArgs;
use crate::args::stdin_or;
use crate::failure::Failure;
use crate::output::Out;
use bezzel_board::Square;
use bezzel_draw::{LevelTable, Stack};
use clap::Args;

/// A table of floor numbers, coloured
#[derive(Args)]
pub struct Levels {
    #[command(flatten)]
    floors: FloorArgs,
    #[command(flatten)]
    target: TargetArgs,
}

/// Floors above one another, in isometric projection
#[derive(Args)]
pub struct StackVerb {
    #[command(flatten)]
    floors: FloorArgs,
    #[command(flatten)]
    target: TargetArgs,
}

#[derive(Args)]
struct FloorArgs {
    /// The rows of a level table separated by "/", as "1 2 3/3 1 2/2 3 1"; or with --floors the
    /// columns of each floor, as "0,2,4,1,3 / 1,3,0,2,4" ("-" reads standard input, where lines
    /// separate as well)
    #[arg(value_name = "TABLE", allow_hyphen_values = true)]
    table: String,
    /// The text lists floors, lowest first, not the rows of a table
    #[arg(long)]
    floors: bool,
    /// Words above the picture
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
}

impl FloorArgs {
    fn text(&self) -> Result<String, Failure> {
        Ok(stdin_or(&self.table, "the table")?.replace('/', "\n"))
    }

    fn table(&self) -> Result<LevelTable, Failure> {
        let mut table = match self.floors {
            true => LevelTable::from_floors(&columns(&self.text()?)?)?,
            false => LevelTable::read(&self.text()?)?,
        };
        table.caption = self.caption.clone();
        Ok(table)
    }

    fn stack(&self) -> Result<Stack, Failure> {
        let mut stack = if self.floors {
            Stack::from_columns(&columns(&self.text()?)?)
        } else {
            let table = LevelTable::read(&self.text()?)?;
            let floors: Vec<Vec<Square>> = table.floors();
            Stack { side: table.levels[0].len() as u32, floors, caption: None }
        };
        stack.caption = self.caption.clone();
        Ok(stack)
    }
}

/// One floor a line, by the column of each row from 0.
fn columns(text: &str) -> Result<Vec<Vec<u32>>, Failure> {
    let floors = text.lines().map(str::trim).filter(|line| !line.is_empty());
    floors
        .map(|line| {
            let numbers = line.split([',', ' ']).filter(|number| !number.is_empty());
            numbers
                .map(|number| {
                    number.parse().ok().filter(|column| *column < 1000).ok_or_else(|| {
                        Failure::Usage(format!(
                            "'{number}' is not a column; a floor is written like 0,2,4,1,3"
                        ))
                    })
                })
                .collect()
        })
        .collect()
}

impl Levels {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        self.target.draw(&self.floors.table()?, out)
    }
}

impl StackVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        self.target.draw(&self.floors.stack()?, out)
    }
}
