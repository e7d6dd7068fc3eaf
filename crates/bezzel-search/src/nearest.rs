//! The name that was probably meant.

/// The known name most like a mistyped one, if there is one: most letters agree, or the typed word
/// is a part of it. A name that only happens to be the nearest is no help.
///
/// ```
/// use bezzel_search::nearest;
/// let known = ["wirth", "ant-colony", "naur"];
/// assert_eq!(nearest("whirt", known), Some("wirth"));
/// assert_eq!(nearest("colony", known), Some("ant-colony"));
/// assert_eq!(nearest("tabu", known), None);
/// ```
#[must_use]
pub fn nearest(typed: &str, known: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    /// Fewest letters of a part that does not match by chance.
    const PART: usize = 3;
    let typed = typed.to_lowercase();
    let is_part = |name: &str| typed.len() >= PART && name.contains(&typed);
    let distance = |name: &str| match is_part(name) {
        true => 0,
        false => strsim::damerau_levenshtein(name, &typed),
    };
    let best = known.into_iter().min_by_key(|name| distance(name))?;
    let longer = best.chars().count().max(typed.chars().count());
    (2 * distance(best) <= longer).then_some(best)
}
