//! The images of a solution under the symmetries of its problem.

use bezzel_board::{Size, Square, Symmetry};

/// The image of a placement with one queen per row, given by columns.
///
/// The symmetry must be one of the board's; a solution then has one queen in each row again.
pub(crate) fn image(columns: &[u32], symmetry: Symmetry, size: Size) -> Vec<u32> {
    let mut image = vec![0; columns.len()];
    for (row, &column) in (0..).zip(columns) {
        let square = symmetry.apply(Square::new(row, column), size);
        image[square.row as usize] = square.column;
    }
    image
}

/// A symmetry of the group that maps the solution to a `wanted` one before it in lexicographic
/// order; none for the representative of a class.
pub(crate) fn earlier(
    columns: &[u32],
    group: &[Symmetry],
    size: Size,
    wanted: impl Fn(&[u32]) -> bool,
) -> Option<Symmetry> {
    group.iter().copied().find(|&symmetry| {
        let image = image(columns, symmetry, size);
        image.as_slice() < columns && wanted(&image)
    })
}
