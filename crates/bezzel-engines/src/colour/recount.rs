//! The independent recount of a slice: ordinary backtracking, and symmetry applied to squares.
//!
//! Nothing is shared with the engine, neither the blocks nor the rule that picks terms. Rows in A
//! and odd rows outside C may use even columns only, all others odd columns only. Every solution
//! found is turned and mirrored in all eight ways; it counts if no image of the same stage has a
//! smaller key, and as often as there are symmetries per image with its own key.

/// Sum over the solutions with even rows A and odd rows C on the squares with i + j even; on a full
/// board (`symmetric`) weighed by the engine's rule.
pub(super) fn slice(open: &[u64], a: u32, c: u32, symmetric: bool) -> u128 {
    const EVEN_COLUMNS: u64 = 0x5555_5555_5555_5555;
    let rows: Vec<u64> = (open.iter().enumerate())
        .map(|(i, &columns)| {
            let listed = if i % 2 == 0 { a >> (i / 2) & 1 } else { c >> (i / 2) & 1 } == 1;
            let even = listed == (i % 2 == 0);
            columns & if even { EVEN_COLUMNS } else { !EVEN_COLUMNS }
        })
        .collect();
    let mut search = Search { rows: &rows, queens: Vec::new(), symmetric, sum: 0 };
    search.place(0, 0, 0);
    search.sum
}

struct Search<'a> {
    rows: &'a [u64],
    queens: Vec<u32>,
    symmetric: bool,
    sum: u128,
}

impl Search<'_> {
    fn place(&mut self, taken: u64, left: u64, right: u64) {
        let Some(&row) = self.rows.get(self.queens.len()) else {
            self.sum += if self.symmetric { weight(&self.queens) } else { 1 };
            return;
        };
        let mut free = row & !(taken | left | right);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.queens.push(queen.trailing_zeros());
            self.place(taken | queen, (left | queen) << 1, (right | queen) >> 1);
            self.queens.pop();
        }
    }
}

/// How often a solution counts: 8 over the number of symmetries that keep its key, or not at all.
fn weight(queens: &[u32]) -> u128 {
    let n = queens.len() as u32;
    let own = key(n, queens.iter().enumerate().map(|(i, &j)| (i as u32, j)));
    let mut same = 0;
    for symmetry in 0..8 {
        let image = key(
            n,
            queens.iter().enumerate().map(|(i, &j)| {
                let i = if symmetry & 1 == 0 { i as u32 } else { n - 1 - i as u32 };
                let j = if symmetry & 2 == 0 { j } else { n - 1 - j };
                if symmetry & 4 == 0 { (i, j) } else { (j, i) }
            }),
        );
        // Images with another number of queens in block EE belong to another stage.
        if image[1].count_ones() == own[1].count_ones() {
            if image < own {
                return 0;
            }
            same += u128::from(image == own);
        }
    }
    8 / same
}

/// The sets (C, A, B, D), with A and B reversed on even boards: set bit p of A for a queen in row
/// 2p and an even column, of C for row 2p + 1 and an odd column; B and D likewise for columns.
fn key(n: u32, squares: impl Iterator<Item = (u32, u32)>) -> [u32; 4] {
    let [mut a, mut b, mut c, mut d] = [0; 4];
    for (i, j) in squares.filter(|(i, j)| (i + j) % 2 == 0) {
        if i % 2 == 1 {
            c |= 1 << (i / 2);
            d |= 1 << (j / 2);
        } else if n % 2 == 1 {
            a |= 1 << (i / 2);
            b |= 1 << (j / 2);
        } else {
            a |= 1 << (n / 2 - 1 - i / 2);
            b |= 1 << (n / 2 - 1 - j / 2);
        }
    }
    [c, a, b, d]
}
