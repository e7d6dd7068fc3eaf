//! Which terms of the sum are computed, and how often each of them counts.
//!
//! A term is a quadruple of sets (C, A, B, D). A symmetry of the full board maps terms to terms of
//! equal value, so one term per orbit is enough: the one whose quadruple is the smallest of its
//! images in lexicographic order, weighted with the size of the orbit, which is the order of the
//! group divided by the number of images equal to the term itself. Weights are integers, and since
//! the engine fixes C and A first, nearly every comparison is decided long before B is known.
//!
//! Even side, m = n/2. With a = rev A and b = rev B all four sets of (C, a, b, D) have the same
//! size, and the group permutes them:
//!
//! ```text
//! identity      (C, a, b, D)      half-turn               (a, C, D, b)
//! transpose     (D, b, a, C)      half-turn + transpose   (b, D, C, a)
//! ```
//!
//! The mirror image swaps the colours, that is it maps a term with |A| = k to one with
//! |A| = m - k. Only k ≤ m/2 is computed and counts twice; for k = m/2 the mirror image belongs to the group: it sends (C, a, b, D) to (~C, ~a, ~D, ~b).
//!
//! Odd side: all eight symmetries preserve the colours. Row reversal maps (C, A, B, D) to (rev C,
//! rev A, B, D), column reversal to (C, A, rev B, rev D), transposition to (D, B, A, C). Where no
//! two sets tie this leaves C < rev C, B < rev B, C < D and C < rev D. (Putting D before B would
//! halve the lanes of one half instead of its leads, with the same number of terms; the kernel is
//! faster with fewer leads and fuller words.)

use std::cmp::Ordering;

/// The four sets of a term: odd rows C and even rows A, odd columns D and even columns B of the
/// queens on squares with i + j even; or with even and odd exchanged (`stage.rs` says when).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub c: u32,
    pub a: u32,
    pub b: u32,
    pub d: u32,
}

/// What is known about terms that share one of their sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// No such term is the smallest of its orbit.
    Outside,
    /// If the other sets are also inside, the term is the unique smallest of its orbit.
    Inside,
    /// Some comparison is a tie: the weight has to be computed term by term.
    Tied,
}

impl Standing {
    fn all(tests: &[(u32, u32)]) -> Self {
        if tests.iter().any(|(low, high)| low > high) {
            Standing::Outside
        } else if tests.iter().any(|(low, high)| low == high) {
            Standing::Tied
        } else {
            Standing::Inside
        }
    }
}

/// The symmetry of the board that the sum may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    /// Any board: every term is computed once.
    None,
    /// The full board of even side n = 2m.
    Even { m: u32 },
    /// The full board of odd side, with `inner` rows of A's parity and `outer` of C's.
    Odd { inner: u32, outer: u32 },
}

fn reverse(set: u32, m: u32) -> u32 {
    if m == 0 { 0 } else { set.reverse_bits() >> (32 - m) }
}

impl Symmetry {
    /// The same symmetry with these numbers of rows of A's and C's parity.
    pub fn with_rows(self, inner: usize, outer: usize) -> Self {
        match self {
            Symmetry::Odd { .. } => Symmetry::Odd { inner: inner as u32, outer: outer as u32 },
            same => same,
        }
    }

    /// The largest number of queens in block EE that is computed, of at most `even`.
    pub fn most_in_ee(self, even: usize) -> usize {
        match self {
            Symmetry::Even { m } => m as usize / 2,
            _ => even,
        }
    }

    /// Weight of a term all of whose sets are inside.
    pub fn full_weight(self) -> u32 {
        match self {
            Symmetry::None => 1,
            _ => 8,
        }
    }

    /// Weight of the terms of a slice whose B and D are inside, `tied` if A is not; none if it has
    /// to be computed term by term.
    ///
    /// On odd boards A ties only if reversing the rows leaves A and C unchanged: then there are
    /// half as many images. If B ties as well, see [`Self::halved`].
    pub fn of_slice(self, tied: bool) -> Option<u32> {
        match (self, tied) {
            (Symmetry::Odd { .. }, true) => Some(4),
            (_, true) => None,
            (_, false) => Some(self.full_weight()),
        }
    }

    /// Weight of the terms of a slice whose D is inside and whose B ties, if all are equal.
    ///
    /// On odd boards B ties only with its own reversal. Then the terms with D and with rev D are
    /// equal and lie in the same slice: each takes half, which avoids determining which is smaller.
    pub fn halved(self, of_slice: u32) -> Option<u32> {
        matches!(self, Symmetry::Odd { .. }).then_some(of_slice / 2)
    }

    /// Whether |A| = m/2, so that the mirror image belongs to the group of an even board.
    fn mirror_joins(m: u32, c: u32) -> bool {
        2 * c.count_ones() == m
    }

    /// The standing of terms with this C.
    pub fn of_c(self, c: u32) -> Standing {
        match self {
            Symmetry::None => Standing::Inside,
            Symmetry::Even { m } if Self::mirror_joins(m, c) => {
                Standing::all(&[(c, !c & ((1 << m) - 1))])
            }
            Symmetry::Even { .. } => Standing::Inside,
            Symmetry::Odd { outer, .. } => match Standing::all(&[(c, reverse(c, outer))]) {
                Standing::Tied => Standing::Inside, // settled by A, see `of_a`
                settled => settled,
            },
        }
    }

    /// The standing of terms with this C and this A.
    pub fn of_a(self, c: u32, a: u32) -> Standing {
        match self {
            Symmetry::None => Standing::Inside,
            Symmetry::Even { m } => Self::of_even(m, c, reverse(a, m)),
            Symmetry::Odd { inner, outer } if c == reverse(c, outer) => {
                Standing::all(&[(a, reverse(a, inner))])
            }
            Symmetry::Odd { .. } => Standing::Inside,
        }
    }

    /// The standing of terms with this C and this D.
    pub fn of_d(self, c: u32, d: u32) -> Standing {
        match self {
            Symmetry::None => Standing::Inside,
            Symmetry::Even { m } => Self::of_even(m, c, d),
            Symmetry::Odd { outer, .. } => Standing::all(&[(c, d), (c, reverse(d, outer))]),
        }
    }

    /// The largest C with which terms with this D are not outside; D has as many elements as C.
    pub fn largest_c(self, d: u32) -> u32 {
        match self {
            Symmetry::None => u32::MAX,
            Symmetry::Even { m } if Self::mirror_joins(m, d) => d.min(!d & ((1 << m) - 1)),
            Symmetry::Even { .. } => d,
            Symmetry::Odd { outer, .. } => d.min(reverse(d, outer)),
        }
    }

    /// The standing of terms with this C and this B.
    pub fn of_b(self, c: u32, b: u32) -> Standing {
        match self {
            Symmetry::None => Standing::Inside,
            Symmetry::Even { m } => Self::of_even(m, c, reverse(b, m)),
            Symmetry::Odd { inner, .. } => Standing::all(&[(b, reverse(b, inner))]),
        }
    }

    /// Whether this B is outside, whatever C is.
    pub fn never_b(self, b: u32) -> bool {
        matches!(self, Symmetry::Odd { .. }) && self.of_b(0, b) == Standing::Outside
    }

    fn of_even(m: u32, c: u32, other: u32) -> Standing {
        if Self::mirror_joins(m, c) {
            Standing::all(&[(c, other), (c, !other & ((1 << m) - 1))])
        } else {
            Standing::all(&[(c, other)])
        }
    }

    /// How often a term counts: 0 unless it is the smallest of its images.
    pub fn weight(self, term: Term) -> u32 {
        let Term { c, a, b, d } = term;
        match self {
            Symmetry::None => 1,
            Symmetry::Even { m } => {
                let (a, b) = (reverse(a, m), reverse(b, m));
                let four = [[c, a, b, d], [a, c, d, b], [d, b, a, c], [b, d, c, a]];
                if !Self::mirror_joins(m, c) {
                    return orbit(four);
                }
                let full = (1 << m) - 1;
                orbit(std::array::from_fn::<_, 8, _>(|i| {
                    let [c, a, b, d] = four[i % 4];
                    if i < 4 { four[i] } else { [c ^ full, a ^ full, d ^ full, b ^ full] }
                }))
            }
            Symmetry::Odd { inner, outer } => {
                let (c, a, b, d) = (
                    [c, reverse(c, outer)],
                    [a, reverse(a, inner)],
                    [b, reverse(b, inner)],
                    [d, reverse(d, outer)],
                );
                orbit(std::array::from_fn::<_, 8, _>(|i| {
                    let (x, y) = (i & 1, i >> 1 & 1);
                    if i < 4 { [c[x], a[x], b[y], d[y]] } else { [d[x], b[x], a[y], c[y]] }
                }))
            }
        }
    }
}

/// The weight of the first of these images: 8 divided by how many are equal to it, or 0 if one is smaller.
/// Where there are four, the term represents two orbits of four.
fn orbit<const N: usize>(images: [[u32; 4]; N]) -> u32 {
    let mut equal = 1;
    for image in &images[1..] {
        // Nearly always the first set decides.
        match image.cmp(&images[0]) {
            Ordering::Less => return 0,
            Ordering::Equal => equal += 1,
            Ordering::Greater => {}
        }
    }
    8 / equal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(m: u32, k: u32) -> impl Iterator<Item = u32> + Clone {
        (0..1u32 << m).filter(move |set| set.count_ones() == k)
    }

    /// Every term of some small boards: row sets of k inner and of k - more outer rows.
    fn each_term(symmetry: Symmetry, inner: u32, outer: u32, mut check: impl FnMut(Term)) {
        let most = symmetry.most_in_ee(inner.max(outer) as usize) as u32;
        for k in inner.saturating_sub(outer)..=most.min(inner) {
            let k_outer = k + outer - inner;
            for c in sets(outer, k_outer) {
                for (a, b) in sets(inner, k).flat_map(|a| sets(inner, k).map(move |b| (a, b))) {
                    sets(outer, k_outer).for_each(|d| check(Term { c, a, b, d }));
                }
            }
        }
    }

    /// The standings never contradict the weight computed from all images.
    #[test]
    fn standings_agree_with_weights() {
        for (symmetry, inner, outer) in [
            (Symmetry::Even { m: 4 }, 4, 4),
            (Symmetry::Even { m: 5 }, 5, 5),
            (Symmetry::Odd { inner: 4, outer: 3 }, 4, 3),
            (Symmetry::Odd { inner: 5, outer: 4 }, 5, 4),
            (Symmetry::Odd { inner: 4, outer: 5 }, 4, 5),
        ] {
            each_term(symmetry, inner, outer, |term| {
                let Term { c, a, b, d } = term;
                let standings = [
                    symmetry.of_c(c),
                    symmetry.of_a(c, a),
                    symmetry.of_b(c, b),
                    symmetry.of_d(c, d),
                ];
                let weight = symmetry.weight(term);
                if standings.contains(&Standing::Outside) {
                    assert_eq!(weight, 0);
                } else if !standings.contains(&Standing::Tied) {
                    assert_eq!(weight, symmetry.full_weight());
                }
                assert!(!symmetry.never_b(b) || weight == 0);
            });
        }
    }

    /// On odd boards the weights of a slice, including the halved ones, add up to those computed
    /// term by term: a term and its column reversal have the same value.
    #[test]
    fn shared_weights_agree_with_weights() {
        for (inner, outer) in [(5, 4), (4, 5), (6, 5), (5, 6)] {
            let symmetry = Symmetry::Odd { inner, outer };
            let (mut tied_slices, mut halved) = (0, 0);
            each_term(symmetry, inner, outer, |term| {
                let Term { c, a, b, d } = term;
                let outside = [symmetry.of_c(c), symmetry.of_a(c, a), symmetry.of_b(c, b)];
                if outside.contains(&Standing::Outside) || symmetry.of_d(c, d) != Standing::Inside {
                    return;
                }
                let tied = symmetry.of_a(c, a) == Standing::Tied;
                let alike = symmetry.of_slice(tied).expect("odd boards");
                tied_slices += u32::from(tied);
                if symmetry.of_b(c, b) == Standing::Inside {
                    return assert_eq!(alike, symmetry.weight(term));
                }
                halved += 1;
                let turned = Term { d: reverse(d, outer), ..term };
                let mut worked_out = symmetry.weight(term);
                let mut shared = symmetry.halved(alike).expect("odd boards");
                if turned.d != d {
                    worked_out += symmetry.weight(turned);
                    shared *= 2;
                }
                assert_eq!(shared, worked_out);
            });
            assert!(tied_slices > 0 && halved > 0);
        }
    }
}
