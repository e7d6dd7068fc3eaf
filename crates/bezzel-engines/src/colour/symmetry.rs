//! Which terms of the sum are computed, and how often each of them counts.
//!
//! A term is a quadruple of sets (C, A, B, D). A symmetry of the full board maps terms to terms of
//! equal value, so one term per orbit is enough: the one whose quadruple is the smallest of its
//! images in lexicographic order, weighed with the size of the orbit, which is the order of the
//! group over the number of images equal to the term itself. Weights are integers, and since the
//! engine fixes C and A first, nearly every comparison is settled long before B is known.
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
//! |A| = m - k. Only k ≤ m/2 is computed and counts twice; for k = m/2 the mirror joins the
//! group: it sends (C, a, b, D) to (~C, ~a, ~D, ~b).
//!
//! Odd side: all eight symmetries keep the colours. Row reversal maps (C, A, B, D) to
//! (rev C, rev A, B, D), column reversal to (C, A, rev B, rev D), transposition to (D, B, A, C).
//! Where no two sets tie this leaves C < rev C, B < rev B, C < D and C < rev D. (Putting D before B
//! would halve the lanes of one half instead of its leads, at the same number of terms; the kernel
//! prefers fewer leads and fuller words.)

/// The four sets of a term: odd rows C and even rows A, odd columns D and even columns B of the
/// queens on squares with i + j even.
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
    /// If the other sets also stand inside, the term is the single smallest of its orbit.
    Inside,
    /// Some comparison is a tie: the weight has to be worked out term by term.
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
    /// The full board of odd side, with `even` even and `even - 1` odd rows.
    Odd { even: u32 },
}

fn reverse(set: u32, m: u32) -> u32 {
    if m == 0 { 0 } else { set.reverse_bits() >> (32 - m) }
}

impl Symmetry {
    /// The largest number of queens in block EE that is computed, of at most `even`.
    pub fn most_in_ee(self, even: usize) -> usize {
        match self {
            Symmetry::Even { m } => m as usize / 2,
            _ => even,
        }
    }

    /// Weight of a term that stands inside everywhere.
    pub fn full_weight(self) -> u32 {
        match self {
            Symmetry::None => 1,
            _ => 8,
        }
    }

    /// Is |A| = m/2, so that the mirror joins the group of an even board?
    fn mirror_joins(m: u32, c: u32) -> bool {
        2 * c.count_ones() == m
    }

    /// How terms with this C stand.
    pub fn of_c(self, c: u32) -> Standing {
        match self {
            Symmetry::None => Standing::Inside,
            Symmetry::Even { m } if Self::mirror_joins(m, c) => {
                Standing::all(&[(c, !c & ((1 << m) - 1))])
            }
            Symmetry::Even { .. } => Standing::Inside,
            Symmetry::Odd { even } => match Standing::all(&[(c, reverse(c, even - 1))]) {
                Standing::Tied => Standing::Inside, // settled by A, see `of_a`
                settled => settled,
            },
        }
    }

    /// How terms with this C stand that have this A.
    pub fn of_a(self, c: u32, a: u32) -> Standing {
        match self {
            Symmetry::None => Standing::Inside,
            Symmetry::Even { m } => Self::of_even(m, c, reverse(a, m)),
            Symmetry::Odd { even } if c == reverse(c, even - 1) => {
                Standing::all(&[(a, reverse(a, even))])
            }
            Symmetry::Odd { .. } => Standing::Inside,
        }
    }

    /// How terms with this C stand that have this D.
    pub fn of_d(self, c: u32, d: u32) -> Standing {
        match self {
            Symmetry::None => Standing::Inside,
            Symmetry::Even { m } => Self::of_even(m, c, d),
            Symmetry::Odd { even } => Standing::all(&[(c, d), (c, reverse(d, even - 1))]),
        }
    }

    /// How terms with this C stand that have this B.
    pub fn of_b(self, c: u32, b: u32) -> Standing {
        match self {
            Symmetry::None => Standing::Inside,
            Symmetry::Even { m } => Self::of_even(m, c, reverse(b, m)),
            Symmetry::Odd { even } => Standing::all(&[(b, reverse(b, even))]),
        }
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
        // Sets have at most 16 elements: as one number, quadruples compare lexicographically.
        let key = |[c, a, b, d]: [u32; 4]| {
            u64::from(c) << 48 | u64::from(a) << 32 | u64::from(b) << 16 | u64::from(d)
        };
        let images: [u64; 8] = match self {
            Symmetry::None => return 1,
            Symmetry::Even { m } => {
                let (a, b) = (reverse(a, m), reverse(b, m));
                let four = [[c, a, b, d], [a, c, d, b], [d, b, a, c], [b, d, c, a]];
                let full = (1 << m) - 1;
                std::array::from_fn(|i| {
                    let [c, a, b, d] = four[i % 4];
                    if i >= 4 && Self::mirror_joins(m, term.c) {
                        key([c ^ full, a ^ full, d ^ full, b ^ full])
                    } else {
                        key([c, a, b, d])
                    }
                })
            }
            Symmetry::Odd { even } => {
                let (c, a, b, d) = (
                    [c, reverse(c, even - 1)],
                    [a, reverse(a, even)],
                    [b, reverse(b, even)],
                    [d, reverse(d, even - 1)],
                );
                std::array::from_fn(|i| {
                    let (x, y) = (i & 1, i >> 1 & 1);
                    if i < 4 {
                        key([c[x], a[x], b[y], d[y]])
                    } else {
                        key([d[x], b[x], a[y], c[y]])
                    }
                })
            }
        };
        if images.iter().any(|&image| image < images[0]) {
            return 0;
        }
        let equal = images.iter().filter(|&&image| image == images[0]).count() as u32;
        match self {
            // Here each of four images is listed twice, and the term stands for two orbits.
            Symmetry::Even { m } if !Self::mirror_joins(m, c) => 16 / equal,
            _ => 8 / equal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standings never contradict the weight worked out from all images.
    #[test]
    fn standings_agree_with_weights() {
        for (symmetry, even, odd) in [
            (Symmetry::Even { m: 4 }, 4, 4),
            (Symmetry::Even { m: 5 }, 5, 5),
            (Symmetry::Odd { even: 4 }, 4, 3),
            (Symmetry::Odd { even: 5 }, 5, 4),
        ] {
            let most = symmetry.most_in_ee(even) as u32;
            let sets = |m: usize, k: u32| (0..1u32 << m).filter(move |s| s.count_ones() == k);
            for k in (even - odd) as u32..=most {
                let k_odd = k - (even - odd) as u32;
                for c in sets(odd, k_odd) {
                    for (a, b) in sets(even, k).flat_map(|a| sets(even, k).map(move |b| (a, b))) {
                        for d in sets(odd, k_odd) {
                            let standings = [
                                symmetry.of_c(c),
                                symmetry.of_a(c, a),
                                symmetry.of_b(c, b),
                                symmetry.of_d(c, d),
                            ];
                            let weight = symmetry.weight(Term { c, a, b, d });
                            if standings.contains(&Standing::Outside) {
                                assert_eq!(weight, 0);
                            } else if !standings.contains(&Standing::Tied) {
                                assert_eq!(weight, symmetry.full_weight());
                            }
                        }
                    }
                }
            }
        }
    }
}
