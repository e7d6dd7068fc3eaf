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

use crate::SimdLevel;

/// The four sets of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    C,
    A,
    B,
    D,
}

const PARTS: [Part; 4] = [Part::C, Part::A, Part::B, Part::D];

impl Part {
    /// Rows or columns?
    fn kind(self) -> usize {
        usize::from(matches!(self, Part::B | Part::D))
    }

    /// The parity of its lines.
    fn parity(self, lead: usize) -> usize {
        if matches!(self, Part::A | Part::B) { lead } else { 1 - lead }
    }
}

/// The eight symmetries: bit 0 turns the rows round, bit 1 the columns, bit 2 then swaps them.
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

    /// On even boards turning either the rows or the columns round swaps light and dark.
    fn swaps(&self, s: usize) -> bool {
        self.n.is_multiple_of(2) && (s & 1 == 1) != (s & 2 == 2)
    }

    /// What one of the four sets decides of an image's key, and how.
    fn share(&self, s: usize, part: Part, set: u32) -> u64 {
        let bits = &self.decided[s][part.kind()];
        let flipped = (0..self.n as usize).filter(|i| set >> i & 1 == 1);
        let key = flipped.fold(self.nothing[s], |key, i| key ^ bits[i]);
        key & self.reach(s, part)
    }

    /// The bits of an image's key that one of the four sets decides.
    fn reach(&self, s: usize, part: Part) -> u64 {
        let bits = &self.decided[s][part.kind()];
        bits.iter().skip(part.parity(self.lead)).step_by(2).fold(0, |reach, bit| reach | bit)
    }

    /// The bits of the key that the symmetry leaves as they are in every term.
    fn stays(&self, s: usize) -> u64 {
        let same = |part: &&Part| {
            let lines = (part.parity(self.lead)..self.n as usize).step_by(2);
            let [own, image] = [0, s].map(|s| &self.decided[s][part.kind()]);
            !self.swaps(s) && lines.into_iter().all(|i| own[i] == image[i])
        };
        let all = PARTS.iter().fold(0, |bits, &part| bits | self.reach(0, part));
        // Small boards leave bits of the key unused.
        PARTS.iter().filter(same).fold(!all, |bits, &part| bits | self.reach(0, part))
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

    /// Whether no term with C and this set can be the smallest of its images: some image is smaller
    /// whatever the other two sets are.
    pub fn excludes(&self, part: Part, set: u32) -> bool {
        let known = [(Part::C, self.c), (part, set)];
        let gather = |s: usize, what: &dyn Fn(usize, Part, u32) -> u64| {
            known.iter().fold(0, |bits, &(part, set)| bits | what(s, part, set))
        };
        let share = |s, part, set| self.moves.share(s, part, set);
        let reach = |s, part, _| self.moves.reach(s, part);
        let (own, given) = (gather(0, &share), gather(0, &reach));
        self.kept.iter().zip(&self.stays).any(|(&s, stays)| {
            // Bits are compared from the highest on, as far as both sides are known or the same.
            let compared = given & gather(s, &reach);
            let open = !(compared | stays);
            let certain = if open == 0 { u64::MAX } else { !(u64::MAX >> open.leading_zeros()) };
            (gather(s, &share) & compared & certain) < (own & compared & certain)
        })
    }

    /// The keys of all images of the terms with these sets B and D.
    pub fn terms(&self, b: &[u32], d: &[u32]) -> Terms {
        let shares = |s: usize, part: Part, sets: &[u32]| -> Vec<u64> {
            sets.iter().map(|&set| self.moves.share(s, part, set)).collect()
        };
        let images = self.kept.iter().map(|&s| Image {
            c: self.moves.share(s, Part::C, self.c),
            sets: [shares(s, Part::B, b), shares(s, Part::D, d)],
        });
        Terms { images: images.collect() }
    }

    /// What A decides of the keys of the images.
    pub fn of_a(&self, a: u32) -> Vec<u64> {
        self.kept.iter().map(|&s| self.moves.share(s, Part::A, a)).collect()
    }
}

/// What C, the sets B and the sets D decide of the keys of one image.
struct Image {
    c: u64,
    sets: [Vec<u64>; 2],
}

/// The keys of all terms with one C.
pub(super) struct Terms {
    images: Vec<Image>,
}

impl Terms {
    /// How often the terms count that have the set of number `place` among the sets B (`outer` 0)
    /// or D (1), by the number of the other set; `a` is what [`Images::of_a`] says of A.
    pub fn counts(
        &self,
        level: SimdLevel,
        a: &[u64],
        outer: usize,
        place: usize,
        times: &mut [u64],
    ) {
        match level {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: workers are made for levels that are available.
            SimdLevel::Avx512 => unsafe { self.counts_avx512(a, outer, place, times) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            SimdLevel::Avx2 => unsafe { self.counts_avx2(a, outer, place, times) },
            _ => self.count_images(a, outer, place, times),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn counts_avx2(&self, a: &[u64], outer: usize, place: usize, times: &mut [u64]) {
        self.count_images(a, outer, place, times);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn counts_avx512(&self, a: &[u64], outer: usize, place: usize, times: &mut [u64]) {
        self.count_images(a, outer, place, times);
    }

    /// The same for every level: the loops become its vectors.
    #[inline(always)]
    fn count_images(&self, a: &[u64], outer: usize, place: usize, times: &mut [u64]) {
        let begins = |(image, a): (&Image, &u64)| image.c | a | image.sets[outer][place];
        let mut begun = self.images.iter().zip(a).map(begins);
        let own_begins = begun.next().expect("every term is its own image");
        let own = &self.images[0].sets[1 - outer];
        // Low half: how many images are the term itself; high half: how many are smaller.
        times.fill(1);
        for (begins, image) in begun.zip(&self.images[1..]) {
            let inner = &image.sets[1 - outer];
            for ((times, &own), &inner) in times.iter_mut().zip(own).zip(inner) {
                let (own, image) = (own_begins | own, begins | inner);
                *times += u64::from(image == own) + (u64::from(image < own) << 32);
            }
        }
        let most = if self.images.len() == 1 { 1 } else { SYMMETRIES as u64 };
        for times in times {
            // 1, 2, 4 or 8 images are the same: the logarithm is their half less a 1 for 8.
            let same = *times & 0xF;
            let counts = most >> ((same >> 1) - (same >> 3));
            *times = if *times >> 32 == 0 { counts } else { 0 };
        }
    }
}
