//! Depth-first search over the rows of a course, in the widest vectors available.
//!
//! Shared by the engines `enumerate` (plane) and `torus` (diagonals wrap around).

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod branches;
mod course;
#[cfg(target_arch = "x86_64")]
mod kernel;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod recount;
mod scalar;
mod walk;

use crate::SimdLevel;
use bezzel_board::Stop;
pub(crate) use branches::{
    Branch, Branched, cheapest, columns, first_rows, prefix_branches, prefixes,
};
pub(crate) use course::Course;
pub(crate) use recount::{Other, Start, prefix};
pub(crate) use walk::{WIDEST, WalkProbe, walk};

/// Maximum number of columns of a course.
pub(crate) const COLUMNS: u32 = 32;

/// A counter of courses, with the memory it reuses from one to the next.
///
/// `WRAP` says whether diagonals wrap around to the other edge.
pub(crate) struct Descent<const WRAP: bool> {
    way: Way,
}

enum Way {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2(kernel::Workspace<u32>),
    #[cfg(target_arch = "x86_64")]
    Avx512(kernel::Workspace<u16>, kernel::Workspace<u32>),
}

impl<const WRAP: bool> Descent<WRAP> {
    /// A counter that uses the instructions of `level`, which must be
    /// [available](SimdLevel::available).
    pub fn new(level: SimdLevel) -> Self {
        assert!(level.available().is_ok(), "prepare refuses other levels");
        let way = match level {
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => Way::Avx2(kernel::Workspace::new(8)),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => {
                Way::Avx512(kernel::Workspace::new(32), kernel::Workspace::new(16))
            }
            _ => Way::Scalar,
        };
        Descent { way }
    }

    /// Whether the course would fit narrower lanes, twice as many to a vector, with the queens of
    /// one or two columns at its edge fixed as well (n = 19 and 20 with the border fixed).
    pub fn is_a_little_too_wide(&self, course: &Course) -> bool {
        let narrower = match self.way {
            #[cfg(target_arch = "x86_64")]
            Way::Avx512(..) => Some(16),
            _ => None,
        };
        let excess = narrower.map_or(0, |narrower| course.columns.saturating_sub(narrower));
        // The columns that are cut off must each have a queen, and small courses are not worth
        // splitting.
        !WRAP && (1..=2).contains(&excess) && course.needed != 0 && course.rows.len() > 12
    }

    /// The number of ways to complete the course; `None` if stopped.
    pub fn count(&mut self, course: &Course, stop: &Stop) -> Option<u64> {
        assert!(course.columns <= COLUMNS && course.rows.len() <= COLUMNS as usize);
        match course.rows[..] {
            [] => return Some(1),
            [row] => return Some(row.open.count_ones().into()),
            _ => {}
        }
        let found = match &mut self.way {
            Way::Scalar => scalar::count::<WRAP>(course, stop),
            // SAFETY: `new` saw that the processor has the level's instructions; rows and
            // columns were checked above, and 16-bit lanes get at most 16 columns.
            #[cfg(target_arch = "x86_64")]
            Way::Avx2(space) => unsafe { avx2::count::<WRAP>(course, space, stop) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Way::Avx512(narrow, _) if course.columns <= 16 => unsafe {
                avx512::narrow::<WRAP>(course, narrow, stop)
            },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Way::Avx512(_, wide) => unsafe { avx512::wide::<WRAP>(course, wide, stop) },
        };
        // A stopped count returns early with what it has, which is meaningless.
        (!stop.is_asked()).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::course::{Course, Row};
    use super::*;

    /// Rows so far apart that no diagonal reaches the next: only columns matter.
    fn far_apart(rows: u64, open: u32) -> Course {
        let row = Row { open, step: 31 };
        Course { columns: 32, needed: 0, rows: vec![row; rows as usize] }
    }

    #[test]
    fn totals_beyond_32_bits_are_right() {
        // 28 · 27 · … · 22 ways to put 7 queens into different columns, 1.4 times 2^32.
        let expected: u64 = (22..=28).product();
        assert!(expected > u64::from(u32::MAX));
        let course = far_apart(7, 0x1fff_fffe);
        for level in SimdLevel::ALL {
            if level.available().is_ok() {
                let found = Descent::<false>::new(level).count(&course, &Stop::new());
                assert_eq!(found, Some(expected), "{level}");
            }
        }
    }

    #[test]
    fn only_wide_courses_of_some_size_are_cut() {
        let Ok(level) = SimdLevel::Avx512.available() else {
            return;
        };
        let is_cut = |columns, rows| {
            let course = Course { columns, needed: 1, ..far_apart(rows, 0xffff) };
            Descent::<false>::new(level).is_a_little_too_wide(&course)
        };
        assert!(is_cut(17, 13) && is_cut(18, 18));
        assert!(!is_cut(16, 16) && !is_cut(19, 19) && !is_cut(17, 12));
    }

    #[test]
    fn a_descent_starts_afresh_for_every_course() {
        for level in SimdLevel::ALL {
            if level.available().is_ok() {
                let mut descent = Descent::<false>::new(level);
                for rows in [5, 2, 1, 3, 2] {
                    let expected: u64 = (31 - rows..=30).product();
                    let found = descent.count(&far_apart(rows, 0x7fff_fffe), &Stop::new());
                    assert_eq!(found, Some(expected), "{rows} rows, {level}");
                }
            }
        }
    }
}
