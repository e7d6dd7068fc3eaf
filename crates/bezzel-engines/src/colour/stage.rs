//! All terms with the same number of queens in block EE: their row sets and their two halves.

use super::block::{Block, Subsets, middle_first};
use super::leads::{Leads, Wanted};
use super::symmetry::Symmetry;
use crate::memory::Spare;
use bezzel_board::Stop;
use std::ops::Range;
use std::sync::OnceLock;

/// One of the two colours: leads on rows of one parity, partners on the others.
#[derive(Debug)]
pub(super) struct Side {
    pub lead_block: Block,
    pub partner_block: Block,
    pub lead_keys: Subsets,
    /// Rows of the lead prefix; where partners are sifted, rows after which lists are short, for the
    /// estimate of the cost.
    pub depth: usize,
    /// How compatible pairs are found.
    pub method: Method,
    /// Whether this side uses A and C themselves (squares with i + j even) or their complements.
    pub takes_a: bool,
    /// Leads by position of A, listed when first needed, as far as they may be kept (`stages.rs`).
    pub kept: Vec<OnceLock<Leads>>,
}

impl Side {
    fn new(
        n: usize,
        open: &[u64],
        lead: usize,
        [k, partners]: [usize; 2],
        takes_a: bool,
        symmetry: Symmetry,
    ) -> Self {
        let partner = 1 - lead;
        let block = |r, c| Block::new(n, open, r, c);
        let (lead_block, partner_block) = if takes_a {
            (block(lead, lead), block(partner, partner))
        } else {
            (block(lead, partner), block(partner, lead))
        };
        let method = method(k, k + partners, n);
        Side {
            // On odd boards half of the sets B are never needed, whatever C is.
            lead_keys: Subsets::new(lead_block.cols, k, |set| !(takes_a && symmetry.never_b(set))),
            lead_block,
            partner_block,
            depth: depth(k, method, n.div_ceil(2)),
            method,
            takes_a,
            kept: Vec::new(),
        }
    }

    /// The rows of the leads for an even row set A, middle rows first.
    pub fn lead_rows(&self, a: u32, inner: usize) -> Vec<u8> {
        middle_first(if self.takes_a { a } else { !a & ((1 << inner) - 1) }, inner)
    }

    /// The rows of the partners for an odd row set C.
    pub fn partner_rows(&self, c: u32, outer: usize) -> Vec<u8> {
        middle_first(if self.takes_a { c } else { !c & ((1 << outer) - 1) }, outer)
    }

    /// The leads for the A at `position`: all of them where they are kept, otherwise those whose column
    /// set has a row in `wanted`, listed in `space`. `None` if stopped.
    pub fn leads<'a>(
        &'a self,
        stage: &Stage,
        position: usize,
        n: usize,
        wanted: &[u16],
        (space, spare): (&'a mut Leads, &Spare),
        stop: &Stop,
    ) -> Option<&'a Leads> {
        let list = |leads: &mut Leads, rows| {
            let lead_rows = self.lead_rows(stage.a_sets[position], stage.inner);
            let wanted = Wanted { keys: &self.lead_keys, rows };
            leads.list(&self.lead_block, &lead_rows, self.depth, wanted, 2 * n, stop)
        };
        let kept = self.kept.get(position);
        if let Some(leads) = kept.and_then(OnceLock::get) {
            return Some(leads);
        }
        let Some(kept) = kept.filter(|_| spare.has_room()) else {
            list(space, Some(wanted))?;
            spare.listed(space.bytes());
            return Some(space);
        };
        // Two workers that list the same leads at the same moment find the same ones.
        let mut listed = Leads::default();
        list(&mut listed, None)?;
        listed.shrink();
        spare.listed(listed.bytes());
        Some(kept.get_or_init(|| listed))
    }
}

/// How the compatible pairs of a half are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// Leads are listed, and partners counted lane by lane (`kernel.rs`).
    Count,
    /// Partners are sifted queen by queen (`sieve`).
    Sift,
}

/// The method for k lead rows, with this many queens in both blocks of the half.
///
/// With many queens compatible pairs are too rare to count lane by lane. Tried on units of n = 20 to 25,
/// times of sifting over those of counting: 12 queens at n = 20 1.13, 13 at n = 23 1.2, 14 at n = 23 0.65,
/// at n = 24 1.8, 15 at n = 25 0.9.
fn method(k: usize, queens: usize, n: usize) -> Method {
    let rare = if k >= 7 { 17 * queens > 10 * n } else { k == 6 && 8 * queens > 5 * n };
    if rare { Method::Sift } else { Method::Count }
}

/// Rows of the prefix for k lead rows of `even`.
///
/// Deeper prefixes leave fewer partners but more prefixes. Tried at n = 18 to 26: four rows below the
/// prefix are best; one row less or more costs up to twice the time, for k = 5 hardly any.
fn depth(k: usize, method: Method, even: usize) -> usize {
    let wanted = match (method, k) {
        (Method::Sift, _) => even.clamp(9, 11) - 8,
        (Method::Count, 4) => 1,
        (Method::Count, _) => k.saturating_sub(4).min(3),
    };
    // At most four rows in the left and the right part, so that part numbers fit 16 bits.
    wanted.max(k.saturating_sub(8))
}

/// All terms with the same number of queens in block EE.
#[derive(Debug)]
pub(super) struct Stage {
    pub queens: usize,
    /// Parity of the leads' rows: 0 or 1.
    pub lead: usize,
    /// Rows of that parity, and of the other.
    pub inner: usize,
    pub outer: usize,
    pub symmetry: Symmetry,
    /// Rows of A, middle rows first: the order in which a unit is split by them.
    pub a_rows: Vec<u8>,
    /// The sets A. Those that agree on the first of `a_rows` are adjacent and share their packs.
    pub a_sets: Vec<u32>,
    pub c_sets: Vec<u32>,
    /// The half that fills the matrix and the half that is weighed with it.
    pub sides: [Side; 2],
}

impl Stage {
    pub fn new(n: usize, open: &[u64], queens: usize, symmetry: Symmetry) -> Self {
        let (even, odd) = (n.div_ceil(2), n / 2);
        // The half with fewer queens fills the matrix: it is the denser one, and its counts are
        // bounded (`kernel.rs`).
        let a_first = 2 * queens <= even;
        // On an odd board block EE has a row, a column and a queen more than OO. Where these two
        // are the half that is weighed, which is most of the work, EE provides the partners: this
        // gives fewer leads and fuller words. Where both halves have about as many queens this takes 0.88 of
        // the time at n = 23.
        let lead = usize::from(n % 2 == 1 && 2 * queens >= even);
        let mut widths = [even, odd];
        let mut chosen = [queens, queens - (even - odd)];
        if lead == 1 {
            widths.reverse();
            chosen.reverse();
        }
        let ([inner, outer], [in_a, in_c]) = (widths, chosen);
        let symmetry = symmetry.with_rows(inner, outer);
        let mut a_sets = Subsets::new(inner, in_a, |_| true).sets;
        let a_rows = middle_first(((1u64 << inner) - 1) as u32, inner);
        a_sets.sort_by_key(|&a| a_rows.iter().fold(0u32, |key, p| key << 1 | (a >> p & 1)));
        let side = |takes_a| {
            let queens = if takes_a { [in_a, in_c] } else { [inner - in_a, outer - in_c] };
            Side::new(n, open, lead, queens, takes_a, symmetry)
        };
        Stage {
            queens,
            lead,
            inner,
            outer,
            symmetry,
            a_rows,
            a_sets,
            c_sets: Subsets::new(outer, in_c, |_| true).sets,
            sides: [side(a_first), side(!a_first)],
        }
    }

    /// The positions of the sets A that have or lack the first of `a_rows` as `members` says.
    pub fn with_members(&self, members: &[bool]) -> Range<usize> {
        let begins = |a: u32| self.a_rows.iter().map(move |&p| a >> p & 1 == 1).take(members.len());
        let members = || members.iter().copied();
        let start = self.a_sets.partition_point(|&a| begins(a).lt(members()));
        start..self.a_sets.partition_point(|&a| begins(a).le(members()))
    }
}
