//! Floors of a stack, from a table of their numbers or one by one.

use crate::Error;
use bezzel_draw::{LevelTable, Stack};
use serde::{Deserialize, Serialize};

/// Most floors, and most squares of a side.
const LARGEST: usize = 1_000;

/// Floors above one another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct FloorsPicture {
    /// The floors, lowest first, each by the column of its rows from 0.
    #[serde(default)]
    pub floors: Vec<Vec<u32>>,
    /// A table of floor numbers from 1 instead, one row per line or separated by `/`.
    #[serde(default)]
    pub table: Option<String>,
    /// Title above the picture.
    #[serde(default)]
    pub caption: Option<String>,
}

impl FloorsPicture {
    /// Floors, each by the column of its rows.
    #[must_use]
    pub fn new(floors: Vec<Vec<u32>>) -> FloorsPicture {
        FloorsPicture { floors, table: None, caption: None }
    }

    /// The floors of a level table.
    pub fn of_table(table: impl Into<String>) -> FloorsPicture {
        FloorsPicture { floors: Vec::new(), table: Some(table.into()), caption: None }
    }

    pub(super) fn table(&self) -> Result<LevelTable, Error> {
        let mut table = match self.read()? {
            Some(table) => table,
            None => LevelTable::from_floors(&self.floors)?,
        };
        table.caption.clone_from(&self.caption);
        Ok(table)
    }

    pub(super) fn stack(&self) -> Result<Stack, Error> {
        let mut stack = match self.read()? {
            Some(table) => {
                let side = table.levels.first().map_or(0, Vec::len) as u32;
                Stack { side, floors: table.floors(), caption: None }
            }
            None => Stack::from_columns(&self.floors),
        };
        stack.caption.clone_from(&self.caption);
        Ok(stack)
    }

    /// The table, if there is one; otherwise the floors fit together.
    fn read(&self) -> Result<Option<LevelTable>, Error> {
        if let Some(text) = &self.table {
            if !self.floors.is_empty() {
                return Err(Error::bad("there are floors and a table").leave_out("floors"));
            }
            return Ok(Some(LevelTable::read(&text.replace('/', "\n"))?));
        }
        let side = self.floors.first().map_or(0, Vec::len);
        let fits = (1..=LARGEST).contains(&side)
            && self.floors.len() <= LARGEST
            && self.floors.iter().all(|floor| floor.len() == side)
            && self.floors.iter().flatten().all(|&column| (column as usize) < side);
        match fits {
            true => Ok(None),
            false => Err(Error::bad("these are not floors of one stack").advice(
                "every floor has one column from 0 for each of its rows, for example 0,2,4,1,3",
            )),
        }
    }
}
