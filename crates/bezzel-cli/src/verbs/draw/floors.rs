//! `bezzel draw levels` and `bezzel draw stack`: floors from a level table or one by one.

use super::target::TargetArgs;
use crate::args::stdin_or;
use crate::failure::Failure;
use crate::output::Out;
use bezzel::{FloorsPicture, PictureRequest};
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
    /// columns of each floor, as "0,2,4,1,3 / 1,3,0,2,4" ("-" reads standard input, where line
    /// breaks also separate them)
    #[arg(value_name = "TABLE", allow_hyphen_values = true)]
    table: String,
    /// The text lists floors, lowest first, not the rows of a table
    #[arg(long)]
    floors: bool,
    /// Title above the picture
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
}

impl FloorArgs {
    fn picture(&self) -> Result<FloorsPicture, Failure> {
        let text = stdin_or(&self.table, "the table")?;
        let mut picture = match self.floors {
            true => FloorsPicture::new(columns(&text.replace('/', "\n"))?),
            false => FloorsPicture::of_table(text),
        };
        picture.caption.clone_from(&self.caption);
        Ok(picture)
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
                    number.parse().ok().ok_or_else(|| {
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
        self.target.draw(PictureRequest::Levels(self.floors.picture()?), out)?;
        Ok(())
    }
}

impl StackVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        self.target.draw(PictureRequest::Stack(self.floors.picture()?), out)?;
        Ok(())
    }
}
