//! Which terms of the sum are computed, and how often each of them counts.
//!
//! A term is a quadruple of sets (C, A, D, B). A symmetry of the full board maps terms to terms of
//! equal value, so one term per orbit is enough: the one whose quadruple is the smallest of its
//! images in lexicographic order, weighed with the size of the orbit, which is the order of the
//! group over the number of images equal to the term itself. Weights are integers, and since the
//! engine fixes C and A first, nearly every comparison is settled long before B is known.
//!
//! Even side, m = n/2. With a = rev A and b = rev B all four sets of (C, a, D, b) have the same
//! size, and the group permutes them:
//!
//! ```text
//! identity      (C, a, D, b)      half-turn               (a, C, b, D)
//! transpose     (D, b, C, a)      half-turn + transpose   (b, D, a, C)
//! ```
//!
//! The mirror image swaps the colours, that is it maps a term with |A| = k to one with
//! |A| = m - k. Only k ≤ m/2 is computed and counts twice; for k = m/2 the mirror joins the
//! group: it sends (C, a, D, b) to (~C, ~a, ~b, ~D).
//!
//! Odd side: all eight symmetries keep the colours. Row reversal maps (C, A, D, B) to
//! (rev C, rev A, D, B), column reversal to (C, A, rev D, rev B), transposition to (D, B, C, A).

/// The four sets of a term: odd rows C and even rows A, odd columns D and even columns B of the
/// queens on squares with i + j even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub c: u32,
    pub a: u32,
    pub d: u32,
    pub b: u32,
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
    if m == 0 {
        0
    } else {
        set.reverse_bits() >> (32 - m)
    }
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
            Symmetry::Odd { even } => {
                let mirrored = reverse(d, even - 1);
                Standing::all(&[(c, d), (c, mirrored), (d, mirrored)])
            }
        }
    }

    /// How terms with this C stand that have this B.
    pub fn of_b(self, c: u32, b: u32) -> Standing {
        match self {
            Symmetry::Even { m } => Self::of_even(m, c, reverse(b, m)),
            _ => Standing::Inside,
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
        let Term { c, a, d, b } = term;
        let mut images = Vec::with_capacity(8);
        match self {
            Symmetry::None => return 1,
            Symmetry::Even { m } => {
                let (a, b) = (reverse(a, m), reverse(b, m));
                images.extend([[c, a, d, b], [a, c, b, d], [d, b, c, a], [b, d, a, c]]);
                if Self::mirror_joins(m, c) {
                    let full = (1 << m) - 1;
                    for i in 0..4 {
                        let [c, a, d, b] = images[i].map(|set| !set & full);
                        images.push([c, a, b, d]);
                    }
                }
            }
            Symmetry::Odd { even } => {
                let over_rows =
                    |[c, a, d, b]: [u32; 4]| [reverse(c, even - 1), reverse(a, even), d, b];
                let over_columns =
                    |[c, a, d, b]: [u32; 4]| [c, a, reverse(d, even - 1), reverse(b, even)];
                for start in [[c, a, d, b], [d, b, c, a]] {
                    for half in [start, over_rows(start)] {
                        images.extend([half, over_columns(half)]);
                    }
                }
            }
        }
        let smallest = images.iter().min().expect("the identity is an image");
        if *smallest != images[0] {
            return 0;
        }
        let equal = images.iter().filter(|image| *image == smallest).count();
        // With four images a term stands for two orbits of four, with eight for one of eight.
        8 / equal as u32
    }
}
