//! Tests of the kernels without a card: compiled for the processor, against the engine's own count.

mod card;
mod faults;
mod workers;

use super::lanes::Half;
use super::launch::{Geometry, Kernel, Rule};
use super::meets::{Matrices, PACK};
use super::memory::{Memory, Region};
use super::nodes::{Nodes, Target};
use super::tails::Lead;
use super::unit::{Counter, RESULTS, Way, ways};
use crate::colour::slice::Scratch;
use crate::colour::stage::Stage;
use crate::colour::stages::Stages;
use crate::colour::symmetry::Standing;
use crate::dice::Dice;
use crate::gpu::Address;
use crate::{SimdLevel, WorkError};
use bezzel_board::Stop;
use card::{Emulated, Launched, at_once};
use std::ops::Range;
use std::sync::Arc;

/// A counter on this card with little memory.
fn counter(card: Emulated) -> Counter {
    Counter::new(Memory::new(Box::new(card), 1 << 26).expect("memory"))
}

/// The count of some slices on the emulated card, compared with the processor's.
fn compared(
    counter: &mut Counter,
    scratch: &mut Scratch,
    stages: &Stages,
    stage: &Stage,
    c: u32,
    a: Range<usize>,
) -> u128 {
    let stop = Stop::new();
    let on_card = counter.count(&stages.open, stage, c, a.clone(), &stop).expect("a count");
    let here = scratch.count(stage, c, a.clone(), &stop).expect("a count");
    let n = stages.open.len();
    assert_eq!(on_card, here, "side {n}, {} queens in EE, C = {c:b}, A = {a:?}", stage.queens);
    on_card
}

/// The total for n queens on the emulated card, compared set by set with the processor's.
fn total(counter: &mut Counter, n: usize) -> u128 {
    let stages = Stages::new(&vec![(1 << n) - 1; n]);
    let mut scratch = Scratch::new(n, SimdLevel::Scalar);
    let mut sum = 0;
    for stage in &stages.stages {
        let counts = |c: &&u32| stage.symmetry.of_c(**c) != Standing::Outside;
        for &c in stage.c_sets.iter().filter(counts) {
            let all = 0..stage.a_sets.len();
            sum += compared(counter, &mut scratch, &stages, stage, c, all);
        }
    }
    sum
}

#[test]
fn totals_of_small_boards() {
    for (n, known) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352)] {
        for way in [Way::Meet, Way::Nodes, Way::Walk] {
            let mut counter = counter(Emulated::default());
            counter.prefer = Some(way);
            assert_eq!(total(&mut counter, n), known, "side {n}, {way:?}");
        }
    }
}

#[test]
fn a_card_without_room_for_maps_counts_by_joint_descent() {
    for way in [Way::Meet, Way::Nodes] {
        let card = Emulated::default();
        let launched = Arc::clone(&card.launched);
        let mut memory = Memory::new(Box::new(card), 1 << 26).expect("memory");
        memory.maps = Region::new(&mut *memory.card, 0).expect("memory");
        let mut counter = Counter::new(memory);
        counter.prefer = Some(way);
        assert_eq!(total(&mut counter, 8), 92);
        assert_eq!([Kernel::Meet, Kernel::Complete].map(|kernel| launched.times(kernel)), [0, 0]);
    }
}

#[test]
fn weights_of_more_than_16_bits_are_weighed_in_limbs() {
    let scales = [1, 8_191, 8_192, 30_000, 1 << 26];
    for (scale, way) in scales.iter().flat_map(|&scale| [(scale, Way::Meet), (scale, Way::Nodes)]) {
        let mut counter = counter(Emulated { scale, ..Emulated::default() });
        counter.prefer = Some(way);
        let stages = Stages::new(&[0xff; 8]);
        let mut sum = 0;
        for stage in &stages.stages {
            for &c in stage.c_sets.iter().filter(|&&c| stage.symmetry.of_c(c) != Standing::Outside)
            {
                let all = 0..stage.a_sets.len();
                sum += counter.count(&stages.open, stage, c, all, &Stop::new()).expect("a count");
            }
        }
        assert_eq!(sum, 92 * u128::from(scale), "{way:?}");
    }
}

#[test]
fn a_stop_ends_the_wait_for_a_busy_card() {
    let stop = Stop::new();
    let mut counter = counter(Emulated { stop: Some(stop.clone()), ..Emulated::default() });
    let stages = Stages::new(&[0x3f; 6]);
    let stage = stages.stages.last().expect("stages");
    let counted = stage.c_sets.iter().find(|&&c| stage.symmetry.of_c(c) != Standing::Outside);
    let c = *counted.expect("a set");
    let ended = counter.count(&stages.open, stage, c, 0..stage.a_sets.len(), &stop);
    assert_eq!(ended, Err(WorkError::Stopped));
}

/// A random board for random slices: its side, the percentage of squares blocked, how many columns of each block
/// are open (the left ones in EO and OE, the right ones in EE and OO), the least queens of a lead, how many bytes a card has for maps, and
/// whether these are of partners or of nodes.
///
/// Leads of several queens make kernels take prefixes, long chains, several levels of nodes and more than
/// one pack. Blocked squares keep the emulation short.
#[derive(Clone, Copy)]
struct Random {
    n: usize,
    blocked: usize,
    columns: usize,
    queens: usize,
    maps: usize,
    by: Way,
}

/// Room enough for maps.
const MANY: usize = 1 << 26;

/// All columns.
const ALL: usize = 99;

/// Seeds of random boards: the same one in every run; `BEZZEL_DEEP` takes eight, from `BEZZEL_SEED` on.
fn seeds() -> Range<u64> {
    let first = std::env::var("BEZZEL_SEED").map_or(0, |seed| seed.parse().expect("a number"));
    first..first + if std::env::var_os("BEZZEL_DEEP").is_some() { 8 } else { 1 }
}

/// Compares random slices with the processor's count, counted in the way that is meant; returns what was launched.
fn random_slices(random: Random, seed: u64) -> Arc<Launched> {
    let Random { n, blocked, columns, queens, maps, by } = random;
    let mut dice = Dice::new(seed << 8 | n as u64);
    let mut open = vec![(1u64 << n) - 1; n];
    for square in 0..n * n {
        let (i, j) = (square / n, square % n);
        let is_far = if (i + j) % 2 == 1 { j / 2 >= columns } else { j / 2 + columns < n / 2 };
        if dice.roll(100) < blocked || is_far {
            open[i] &= !(1 << j);
        }
    }
    let stages = Stages::new(&open);
    // A quarter is for matrices, of which there are at least four, of up to 47 MB each.
    let bytes = if n < 27 { 1 << 28 } else { 3 << 28 };
    let card = Emulated { is_small: n > 20, ..Emulated::default() };
    let launched = Arc::clone(&card.launched);
    let mut memory = Memory::new(Box::new(card), bytes).expect("memory");
    memory.maps = Region::new(&mut *memory.card, maps).expect("memory");
    let mut counter = Counter::new(memory);
    counter.prefer = Some(by);
    let mut scratch = Scratch::new(n, SimdLevel::best());
    let leads = |stage: &&Stage| stage.sides[0].lead_rows(stage.a_sets[0], stage.inner).len();
    let dense: Vec<&Stage> = stages.stages.iter().filter(|stage| leads(stage) >= queens).collect();
    // The processor is quick to find slices that have solutions.
    let (stage, c, a) = loop {
        let stage = dense[dice.roll(dense.len())];
        let c = stage.c_sets[dice.roll(stage.c_sets.len())];
        let a = dice.roll(stage.a_sets.len() - 1);
        let is_counted = stage.symmetry.of_c(c) != Standing::Outside;
        if is_counted && scratch.count(stage, c, a..a + 2, &Stop::new()) != Some(0) {
            break (stage, c, a);
        }
    };
    let count = compared(&mut counter, &mut scratch, &stages, stage, c, a..a + 2);
    assert!(count > 0);
    // Joint descent also counts what has no room for maps and what does not fit 16 bits.
    let meant = ways(stage, Some(by));
    assert!(meant.contains(&by), "side {n}, seed {seed}: {meant:?}");
    assert_eq!((counter.used, counter.was_wide), (meant, false), "side {n}, seed {seed}");
    launched
}

#[test]
fn slices_of_even_boards() {
    let even = Random { n: 16, blocked: 0, columns: ALL, queens: 4, maps: MANY, by: Way::Meet };
    for seed in seeds() {
        random_slices(even, seed);
        random_slices(Random { n: 28, blocked: 60, queens: 6, ..even }, seed);
    }
}

#[test]
fn slices_of_odd_boards() {
    let odd = Random { n: 17, blocked: 0, columns: ALL, queens: 4, maps: MANY, by: Way::Meet };
    for seed in seeds() {
        random_slices(odd, seed);
        random_slices(Random { n: 27, blocked: 58, queens: 6, ..odd }, seed);
    }
}

#[test]
fn slices_by_nodes() {
    // The last three queens have at most eight columns, and more.
    let tiles = Random { n: 16, blocked: 0, columns: ALL, queens: 4, maps: MANY, by: Way::Nodes };
    for random in [
        tiles,
        Random { n: 17, ..tiles },
        Random { n: 23, blocked: 54, ..tiles },
        Random { n: 24, blocked: 48, queens: 5, ..tiles },
    ] {
        for seed in seeds() {
            let launched = random_slices(random, seed);
            assert_eq!(launched.times(Kernel::Meet), 0, "side {}, seed {seed}", random.n);
        }
    }
}

#[test]
fn families_of_many_nodes_are_completed_in_parts() {
    // Few column sets, with many placements each: more than the emulation completes at a time.
    let few = Random { n: 22, blocked: 0, columns: 10, queens: 5, maps: MANY, by: Way::Nodes };
    let largest = random_slices(few, 0).largest_family();
    assert!(largest > at_once(), "{largest}");
}

#[test]
fn packs_that_do_not_fit_at_once_come_in_parts() {
    let maps = 64 * PACK;
    let large = Random { n: 24, blocked: 52, columns: ALL, queens: 6, maps, by: Way::Meet };
    let parts = random_slices(large, 0).times(Kernel::Meet);
    assert!(parts > 1, "{parts}");
}

#[test]
fn lanes_whose_nodes_do_not_fit_at_once_come_in_sweeps() {
    let much = Random { n: 16, blocked: 0, columns: ALL, queens: 4, maps: MANY, by: Way::Nodes };
    let completes = |random| random_slices(random, 0).times(Kernel::Complete);
    let (at_once, in_sweeps) = (completes(much), completes(Random { maps: 112_500, ..much }));
    assert!(in_sweeps > at_once, "{in_sweeps}, {at_once}");
}

#[test]
fn counts_of_more_than_16_bits_are_noticed() {
    // Three queens of a lead beside many partners that attack nothing.
    let rows = [0u8, 3, 7];
    let block = Geometry::new(&[0xffff; 16], 0, 0);
    let sets: Vec<u32> = (0..1 << 8).filter(|set: &u32| set.count_ones() == 3).collect();
    let attack = |x: [i32; 2], y: [i32; 2]| (x[0] - y[0]).abs() == (x[1] - y[1]).abs();
    let placements = |set: u32| {
        let columns: Vec<i32> = (0..8).filter(|c| set >> c & 1 == 1).collect();
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let queens = orders.map(|order| [0, 1, 2].map(|i| [i32::from(rows[i]), columns[order[i]]]));
        queens
            .iter()
            .filter(|[x, y, z]| !attack(*x, *y) && !attack(*x, *z) && !attack(*y, *z))
            .count()
    };
    for partners in [10_000, 11_000u32] {
        let memory = &mut Memory::new(Box::new(Emulated::default()), 1 << 26).expect("memory");
        let put = |words: &[u32], memory: &mut Memory| memory.put(words).expect("room");
        let half = Half {
            lanes: 1,
            list: put(&vec![0; 2 * partners as usize], memory),
            start: put(&[0], memory),
            count: put(&[partners], memory),
        };
        let results = memory.cleared(4 * RESULTS).expect("room");
        let slices = results + 4 * (RESULTS as Address - 2);
        let plane = 32 * sets.len();
        let matrices = Matrices {
            at: memory.matrices.take(4 * plane).expect("room"),
            pitch: 32,
            plane: plane as u64,
        };
        let rule = Rule {
            kind: 0,
            inner: 8,
            outer: 8,
            c: 0,
            d_first: 0,
            full: 1,
            a: 0,
            first: 0,
            second: 0,
        };
        let lead_sets = put(&sets, memory);
        let keys = sets.len() as u32;
        let target = Target { keys, lead_sets, matrices, rule, is_weighed: false, results, slices };
        let nodes = Nodes::new(memory, block, 3, 0xff, half).expect("room");
        let leads = [Lead { rows: rows.to_vec(), slot: 0 }];
        nodes.count(memory, &leads, &target, &mut 0, &Stop::new()).expect("a count");
        let [done, wide] = memory.words(slices).expect("results");
        let most = sets.iter().map(|&set| placements(set)).max().expect("sets") as u32 * partners;
        assert_eq!((done, wide), (1, u32::from(most > 0xffff)), "{partners} partners");
        if wide == 0 {
            for (i, &set) in sets.iter().enumerate() {
                let [count] = memory.words(matrices.at + 4 * 32 * i as Address).expect("a count");
                assert_eq!(count, placements(set) as u32 * partners, "{set:b}");
            }
        }
    }
}
