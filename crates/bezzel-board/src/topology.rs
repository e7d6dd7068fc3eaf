//! How the edges of the board are joined, and the square a step leads to.

use crate::{BoardError, Size, Square};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Whether the edges of the board are walls or are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Topology {
    /// The ordinary board.
    #[default]
    Plane,
    /// Opposite edges joined: lines wrap around (Pólya's superqueens).
    Torus,
    /// The left and the right edge joined. With equal sides queens attack as on the torus.
    Cylinder,
    /// The left and the right edge joined with a twist: row r continues as the row that is as far
    /// from the bottom.
    Mobius,
}

impl Topology {
    /// Every topology with its name.
    pub const ALL: [(Topology, &'static str); 4] = [
        (Topology::Plane, "plane"),
        (Topology::Torus, "torus"),
        (Topology::Cylinder, "cylinder"),
        (Topology::Mobius, "mobius"),
    ];

    /// The topology's name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        let found = Topology::ALL.iter().find(|(topology, _)| *topology == self);
        found.expect("ALL lists every topology").1
    }

    /// The square of a flat board at these coordinates, which may lie beyond a joined edge.
    pub(crate) fn square_at(self, size: Size, row: i64, column: i64) -> Option<Square> {
        let (rows, columns) = (i64::from(size.rows()), i64::from(size.columns()));
        let row = match self {
            Topology::Torus => row.rem_euclid(rows),
            _ if !(0..rows).contains(&row) => return None,
            Topology::Mobius if column.div_euclid(columns) % 2 != 0 => rows - 1 - row,
            _ => row,
        };
        let column = match self {
            Topology::Plane if !(0..columns).contains(&column) => return None,
            Topology::Plane => column,
            _ => column.rem_euclid(columns),
        };
        Some(Square::new(row as u32, column as u32))
    }
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Topology {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Topology, BoardError> {
        let found = Topology::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(topology, _)| *topology).ok_or_else(|| BoardError::UnknownName {
            text: text.to_owned(),
            what: "topology",
            known: Topology::ALL.map(|(_, name)| name).join(", "),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_edges_lead_back_to_the_board() {
        let size = Size::rectangle(3, 4).unwrap();
        let at = |topology: Topology, row, column| topology.square_at(size, row, column);
        assert_eq!(at(Topology::Plane, 1, 4), None);
        assert_eq!(at(Topology::Cylinder, 0, 5), Some(Square::new(0, 1)));
        assert_eq!(at(Topology::Cylinder, 3, 0), None);
        assert_eq!(at(Topology::Mobius, 0, 5), Some(Square::new(2, 1)));
        assert_eq!(at(Topology::Mobius, 0, -1), Some(Square::new(2, 3)));
        assert_eq!(at(Topology::Mobius, 0, 8), Some(Square::new(0, 0)), "twice around");
        assert_eq!(at(Topology::Torus, 3, -1), Some(Square::new(0, 3)));
        for (topology, name) in Topology::ALL {
            assert_eq!(name.parse(), Ok(topology));
        }
        assert!("sphere".parse::<Topology>().is_err());
    }
}
