//! How often a term counts, by turning and mirroring whole rows and columns.
//!
//! A term says which rows and which columns of the board are light: have their queen on a light
//! square. A symmetry of the board moves both sets; one that swaps the colours turns them into their
//! complements. The rule that units are cut by: with C and A the light rows of either parity, D and
//! B the light columns likewise (A and B read backwards on boards of even side), the term whose
//! quadruple (C, A, B, D) is the smallest of its images with as many light queens counts for all of
//! them. So it counts 8 over the number of symmetries that give its own quadruple.
//!
//! A quadruple is a 64-bit key of four 16-bit sets, and every bit of an image's key comes from one
//! row or one column: the key is put together from what each of the four sets contributes.

use std::cmp::Ordering;

/// The four sets of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermSet {
    C,
    A,
    B,
    D,
}

const SETS: [TermSet; 4] = [TermSet::C, TermSet::A, TermSet::B, TermSet::D];

impl TermSet {
    /// Rows or columns?
    fn kind(self) -> usize {
        usize::from(matches!(self, TermSet::B | TermSet::D))
    }

    /// The parity of its lines.
    fn parity(self, lead: usize) -> usize {
        if matches!(self, TermSet::A | TermSet::B) { lead } else { 1 - lead }
    }
}

/// The eight symmetries: bit 0 reverses the rows, bit 1 the columns, bit 2 then exchanges rows and
/// columns.
const SYMMETRIES: usize = 8;

/// How the symmetries move the lines of a board.
struct Moves {
    n: u32,
    lead: usize,
    /// By symmetry: the key of the image of no light line at all.
    nothing: [u64; SYMMETRIES],
    /// By symmetry, then rows and columns, then line: the bit of the image's key that it decides.
    decided: [[Vec<u64>; 2]; SYMMETRIES],
}

impl Moves {
    fn new(n: u32, lead: usize) -> Self {
        let mut moves = Moves { n, lead, nothing: [0; SYMMETRIES], decided: Default::default() };
        for s in 0..SYMMETRIES {
            moves.nothing[s] = moves.image(s, 0, 0);
            moves.decided[s] = [0, 1].map(|kind| {
                let key = |line: u32| moves.image(s, (1 - kind) << line, kind << line);
                (0..n).map(|line| key(line) ^ moves.nothing[s]).collect()
            });
        }
        moves
    }

    /// The key of a term with these light rows and columns.
    fn key(&self, rows: u32, columns: u32) -> u64 {
        let set = |lines: u32, parity: usize, backwards: bool| -> u64 {
            let light = (parity as u32..self.n).step_by(2).filter(|i| lines >> i & 1 == 1);
            let place = |i: u32| if backwards { self.n / 2 - 1 - i / 2 } else { i / 2 };
            light.fold(0, |set, i| set | 1 << place(i))
        };
        let backwards = self.n.is_multiple_of(2);
        let (lead, other) = (self.lead, 1 - self.lead);
        set(rows, other, false) << 48
            | set(rows, lead, backwards) << 32
            | set(columns, lead, backwards) << 16
            | set(columns, other, false)
    }

    /// The key of the image under a symmetry.
    fn image(&self, s: usize, mut rows: u32, mut columns: u32) -> u64 {
        let all = ((1_u64 << self.n) - 1) as u32;
        let turn = |lines: u32| (u64::from(lines.reverse_bits()) >> (32 - self.n)) as u32;
        if s & 1 == 1 {
            rows = turn(rows);
        }
        if s & 2 == 2 {
            columns = turn(columns);
        }
        if self.swaps(s) {
            (rows, columns) = (all & !rows, all & !columns);
        }
        if s & 4 == 4 {
            (rows, columns) = (columns, rows);
        }
        self.key(rows, columns)
    }

    /// On even boards, reversing either the rows or the columns swaps light and dark.
    fn swaps(&self, s: usize) -> bool {
        self.n.is_multiple_of(2) && (s & 1 == 1) != (s & 2 == 2)
    }

    /// What one of the four sets decides of an image's key, and how.
    fn share(&self, s: usize, part: TermSet, set: u32) -> u64 {
        let bits = &self.decided[s][part.kind()];
        let flipped = (0..self.n as usize).filter(|i| set >> i & 1 == 1);
        let key = flipped.fold(self.nothing[s], |key, i| key ^ bits[i]);
        key & self.reach(s, part)
    }

    /// The bits of an image's key that one of the four sets decides.
    fn reach(&self, s: usize, part: TermSet) -> u64 {
        let bits = &self.decided[s][part.kind()];
        bits.iter().skip(part.parity(self.lead)).step_by(2).fold(0, |reach, bit| reach | bit)
    }

    /// The bits of the key that the symmetry leaves as they are in every term.
    fn stays(&self, s: usize) -> u64 {
        let same = |part: &&TermSet| {
            let lines = (part.parity(self.lead)..self.n as usize).step_by(2);
            let [own, image] = [0, s].map(|s| &self.decided[s][part.kind()]);
            !self.swaps(s) && lines.into_iter().all(|i| own[i] == image[i])
        };
        let all = SETS.iter().fold(0, |bits, &part| bits | self.reach(0, part));
        // Small boards leave bits of the key unused.
        SETS.iter().filter(same).fold(!all, |bits, &part| bits | self.reach(0, part))
    }
}

/// The images of the terms with one set C.
pub(super) struct Images {
    moves: Moves,
    c: u32,
    /// The symmetries whose images have as many light queens, the identity first.
    kept: Vec<usize>,
    /// For each of them the bits of the key that never change.
    stays: Vec<u64>,
}

impl Images {
    pub fn new(n: u32, lead: usize, c: u32, number: u32, symmetric: bool) -> Self {
        let moves = Moves::new(n, lead);
        let half = 2 * (number + c.count_ones()) == n;
        let keeps = |s: &usize| *s == 0 || symmetric && (!moves.swaps(*s) || half);
        let kept: Vec<usize> = (0..SYMMETRIES).filter(keeps).collect();
        let stays = kept.iter().map(|&s| moves.stays(s)).collect();
        Images { moves, c, kept, stays }
    }

    /// The highest bits of the key that decide how a term compares with its image, as far as both
    /// follow from these sets; `kept` is the number of the symmetry among those kept.
    fn decisive(&self, kept: usize, known: &[TermSet]) -> u64 {
        let reach = |s: usize| known.iter().fold(0, |bits, &part| bits | self.moves.reach(s, part));
        let compared = reach(0) & reach(self.kept[kept]);
        let open = !(compared | self.stays[kept]);
        compared & if open == 0 { u64::MAX } else { !(u64::MAX >> open.leading_zeros()) }
    }

    /// How the image of the terms with C and this set compares with the term itself, as far as that
    /// is known whatever the other two sets are.
    fn compare(&self, kept: usize, part: TermSet, set: u32) -> Ordering {
        let decisive = self.decisive(kept, &[TermSet::C, part]);
        let key = |s| self.moves.share(s, TermSet::C, self.c) | self.moves.share(s, part, set);
        (key(self.kept[kept]) & decisive).cmp(&(key(0) & decisive))
    }

    /// Whether no term with C and this set can be the smallest of its images: some image is smaller
    /// whatever the other two sets are.
    pub fn excludes(&self, part: TermSet, set: u32) -> bool {
        (0..self.kept.len()).any(|kept| self.compare(kept, part, set) == Ordering::Less)
    }

    /// The keys of all images of the terms with these sets B and D.
    pub fn terms(&self, b: &[u32], d: &[u32]) -> Terms {
        let parts = [(TermSet::B, b), (TermSet::D, d)];
        let images = self.kept.iter().enumerate().map(|(kept, &s)| Image {
            c: self.moves.share(s, TermSet::C, self.c),
            sets: parts.map(|(part, sets)| {
                sets.iter().map(|&set| self.moves.share(s, part, set)).collect()
            }),
            decisive: parts.map(|(part, _)| self.decisive(kept, &[TermSet::C, TermSet::A, part])),
            open: parts.map(|(part, sets)| {
                let undecided =
                    |&place: &usize| self.compare(kept, part, sets[place]) != Ordering::Greater;
                (0..sets.len()).filter(undecided).collect()
            }),
        });
        Terms { images: images.collect() }
    }

    /// What A decides of the keys of the images.
    pub fn of_a(&self, a: u32) -> Vec<u64> {
        self.kept.iter().map(|&s| self.moves.share(s, TermSet::A, a)).collect()
    }
}

/// What C, the sets B and the sets D decide of the keys of one image.
struct Image {
    c: u64,
    sets: [Vec<u64>; 2],
    /// The bits that decide the comparison if A and the set B or D are known.
    decisive: [u64; 2],
    /// The sets B and D that leave open whether the image is larger than the term.
    open: [Vec<usize>; 2],
}

/// The keys of all terms with one C.
pub(super) struct Terms {
    images: Vec<Image>,
}

impl Terms {
    /// How often the terms count that have the set of number `place` among the sets B (`outer` 0)
    /// or D (1), by the number of the other set; `a` is what [`Images::of_a`] says of A.
    pub fn counts(&self, a: &[u64], outer: usize, place: usize, times: &mut [u64]) {
        let known = |kept: usize| {
            let image = &self.images[kept];
            image.c | a[kept] | image.sets[outer][place]
        };
        times.fill(if self.images.len() == 1 { 1 } else { SYMMETRIES as u64 });
        for (kept, image) in self.images.iter().enumerate().skip(1) {
            let decisive = image.decisive[outer];
            match (known(kept) & decisive).cmp(&(known(0) & decisive)) {
                Ordering::Less => return times.fill(0),
                Ordering::Greater => {}
                Ordering::Equal => {
                    for &other in &image.open[1 - outer] {
                        times[other] = self.count(known, &|image| image.sets[1 - outer][other]);
                    }
                }
            }
        }
    }

    /// How often one term counts, by what is known of each image and what the last set adds.
    fn count(&self, known: impl Fn(usize) -> u64, last: &dyn Fn(&Image) -> u64) -> u64 {
        let key = |kept: usize| known(kept) | last(&self.images[kept]);
        let own = key(0);
        let mut same = 0;
        for image in (0..self.images.len()).map(key) {
            if image < own {
                return 0;
            }
            same += u64::from(image == own);
        }
        SYMMETRIES as u64 / same
    }
}
