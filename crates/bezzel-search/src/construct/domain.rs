//! For which n a construction works, as found by running it.

use crate::{Algorithm, Category, Settings};

/// The largest n tried.
const LARGEST: u64 = 1000;

/// With more exceptions than this they are described by a rule, not a list.
const MOST_LISTED: usize = 20;

/// For which n a construction works, in words; `None` for an algorithm that searches.
///
/// No list is stored: every n up to 1,000 is constructed and proved.
///
/// ```
/// # use bezzel_search::{algorithms::find, construct::domain};
/// let exceptions = domain(find("abramson-yung").unwrap()).unwrap();
/// assert_eq!(exceptions, "every n up to 1000 but 2, 3, 8, 9, 14, 15, 26, 27, 38, 39");
/// assert_eq!(domain(find("wirth").unwrap()), None);
/// ```
#[must_use]
pub fn domain(algorithm: &dyn Algorithm) -> Option<String> {
    if algorithm.info().category != Category::Constructive {
        return None;
    }
    let works =
        |n: u64| algorithm.construct(n, &Settings::default()).is_some_and(|runs| runs.is_ok());
    let (solved, exceptions): (Vec<u64>, Vec<u64>) = (1..=LARGEST).partition(|&n| works(n));
    let listed = |list: &[u64]| list.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    Some(match exceptions.len() {
        0 => format!("every n up to {LARGEST}"),
        few if few <= MOST_LISTED => {
            format!("every n up to {LARGEST} but {}", listed(&exceptions))
        }
        _ => format!(
            "{} of the n up to {LARGEST}: {}, …",
            solved.len(),
            listed(&solved[..MOST_LISTED.min(solved.len())])
        ),
    })
}
