//! Tests of the kernels without a card: compiled for the processor, against the engine's own count.

use super::launch::Kernel;
use super::unit::{Counter, Fill};
use super::worker::{OnCard, SelfTest};
use crate::colour::cost::Dice;
use crate::colour::slice::Scratch;
use crate::colour::stage::Stage;
use crate::colour::stages::Stages;
use crate::colour::symmetry::Standing;
use crate::gpu::{Address, Card, Shape};
use crate::{Device, DeviceKind, SimdLevel, Unit, WorkError, Worker};
use bezzel_board::Stop;
use std::ffi::CString;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Runs a kernel by name: blocks (two numbers), threads, bytes of shared memory, its struct.
type Launch = unsafe extern "C" fn(*const std::ffi::c_char, u32, u32, u32, u32, *const u8) -> i32;

/// The kernels, compiled once for all tests of this process.
fn kernels() -> &'static libloading::Library {
    static KERNELS: OnceLock<libloading::Library> = OnceLock::new();
    KERNELS.get_or_init(|| {
        let source =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("src/colour/gpu/kernels/emulate.cpp");
        let folder = std::env::temp_dir().join(format!("bezzel-kernels-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the library");
        let library = folder.join("kernels.so");
        let compiled = Command::new("c++")
            .args(["-std=c++17", "-O2", "-shared", "-fPIC", "-o"])
            .args([&library, &source])
            .status()
            .expect("a C++ compiler");
        assert!(compiled.success());
        // SAFETY: the library has no initialisers of its own.
        let loaded = unsafe { libloading::Library::new(&library) }.expect("just compiled");
        std::fs::remove_dir_all(&folder).expect("our own folder");
        loaded
    })
}

/// A card whose kernels run on the processor, one thread after the other.
#[derive(Default)]
struct Emulated {
    memory: Vec<Vec<u64>>,
    /// Called when a worker waits for the card, which is then busy forever.
    stop: Option<Stop>,
    faults: Arc<Faults>,
    /// Has it little shared memory? Blocks then have few threads, which are what emulation costs.
    is_small: bool,
}

/// What goes wrong on a card from the moment it is set.
#[derive(Default)]
struct Faults {
    /// Joint descents leave out their last lane.
    skips: AtomicBool,
    /// Sums come back wrong.
    miscounts: AtomicBool,
    /// Every launch fails.
    is_lost: AtomicBool,
}

/// Bytes that a unit's sums and its count of slices take.
const RESULT: usize = 56;

impl Card for Emulated {
    fn reserve(&mut self, bytes: usize) -> Result<Address, String> {
        // Not zero, so that kernels cannot count on that.
        self.memory.push(vec![0x5555_5555_5555_5555; bytes / 8 + 1]);
        Ok(self.memory.last().expect("just pushed").as_ptr() as Address)
    }

    fn write(&mut self, to: Address, bytes: &[u8]) -> Result<(), String> {
        // SAFETY: the address lies in reserved memory with room for the bytes.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to as *mut u8, bytes.len()) };
        Ok(())
    }

    fn read(&mut self, from: Address, bytes: &mut [u8]) -> Result<(), String> {
        // SAFETY: as in `write`.
        unsafe {
            std::ptr::copy_nonoverlapping(from as *const u8, bytes.as_mut_ptr(), bytes.len());
        };
        if bytes.len() == RESULT && self.faults.miscounts.load(Ordering::Relaxed) {
            bytes[0] ^= 1;
        }
        Ok(())
    }

    fn clear(&mut self, at: Address, bytes: usize) -> Result<(), String> {
        // SAFETY: as in `write`.
        unsafe { std::ptr::write_bytes(at as *mut u8, 0, bytes) };
        Ok(())
    }

    unsafe fn launch(
        &mut self,
        kernel: usize,
        shape: Shape,
        arguments: *const u8,
    ) -> Result<(), String> {
        if self.faults.is_lost.load(Ordering::Relaxed) {
            return Err("the device is lost".to_owned());
        }
        let name = CString::new(Kernel::ALL[kernel].name()).expect("a name");
        let (mut x, y) = shape.blocks;
        let is_walk = Kernel::ALL[kernel] == Kernel::Walk;
        if is_walk && self.faults.skips.load(Ordering::Relaxed) {
            x -= 1;
        }
        // The stand-in has one set of threads: tests that run at the same time take turns.
        static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
        let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // SAFETY: the function has this signature; the arguments are the caller's promise.
        let failed = unsafe {
            let launch = kernels().get::<Launch>(b"emulate\0").expect("its one function");
            launch(name.as_ptr(), x, y, shape.threads, shape.shared, arguments)
        };
        if failed == 0 { Ok(()) } else { Err(format!("{name:?} ended with {failed}")) }
    }

    fn is_idle(&mut self) -> Result<bool, String> {
        self.stop.iter().for_each(Stop::ask);
        Ok(self.stop.is_none())
    }

    fn shared(&self) -> u32 {
        (if self.is_small { 80 } else { 227 }) << 10
    }
}

fn counter(bytes: usize) -> Counter {
    Counter::new(Box::new(Emulated::default()), bytes).expect("memory")
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

#[test]
fn totals_of_small_boards() {
    for (n, total) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352)] {
        for fill in [Fill::Meet, Fill::Walk] {
            let stages = Stages::new(&vec![(1 << n) - 1; n]);
            let mut counter = counter(1 << 26);
            counter.fill = fill;
            let mut scratch = Scratch::new(n, SimdLevel::Scalar);
            let mut sum = 0;
            for stage in &stages.stages {
                let counts = |c: &&u32| stage.symmetry.of_c(**c) != Standing::Outside;
                for &c in stage.c_sets.iter().filter(counts) {
                    let all = 0..stage.a_sets.len();
                    sum += compared(&mut counter, &mut scratch, &stages, stage, c, all);
                }
            }
            assert_eq!(sum, total, "side {n}, {fill:?}");
        }
    }
}

#[test]
fn a_stop_ends_the_wait_for_a_busy_card() {
    let stop = Stop::new();
    let card = Emulated { stop: Some(stop.clone()), ..Emulated::default() };
    let mut counter = Counter::new(Box::new(card), 1 << 26).expect("memory");
    let stages = Stages::new(&[0x3f; 6]);
    let stage = stages.stages.last().expect("stages");
    let counted = stage.c_sets.iter().find(|&&c| stage.symmetry.of_c(c) != Standing::Outside);
    let c = *counted.expect("a set");
    let ended = counter.count(&stages.open, stage, c, 0..stage.a_sets.len(), &stop);
    assert_eq!(ended, Err(WorkError::Stopped));
}

/// A worker on an emulated card for eight queens, the units of that plan, and the card's faults.
fn worker() -> (OnCard, Vec<Unit>, Arc<Faults>) {
    let stages = Arc::new(Stages::new(&[0xff; 8]));
    let units = stages.units();
    let card = Emulated::default();
    let faults = Arc::clone(&card.faults);
    let worker = OnCard {
        stages,
        counter: Counter::new(Box::new(card), 1 << 26).expect("memory"),
        device: Device {
            kind: DeviceKind::Gpu,
            name: "emulated".to_owned(),
            instructions: "none".to_owned(),
        },
        self_test: SelfTest::new(6, 4),
    };
    (worker, units, faults)
}

/// What a worker says when it fails.
fn failure(worker: &mut OnCard, unit: &Unit) -> String {
    match worker.count(unit, &Stop::new()) {
        Err(WorkError::Failed { why }) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_card_recounts_by_joint_descent_what_others_counted() {
    let (mut worker, units, _) = worker();
    let (stop, mut sum) = (Stop::new(), 0);
    for unit in &units {
        let count = worker.count(unit, &stop).expect("a count");
        assert_eq!(worker.recount(unit, &stop), Ok(count.clone()), "{unit}");
        sum += count.count().expect("a number");
    }
    assert_eq!(sum, 92);
    assert!(worker.can_check(&Device::cpu(SimdLevel::Scalar).to_string()));
    assert!(!worker.can_check(&worker.device().to_string()));
}

#[test]
fn a_card_is_tested_before_its_first_unit_and_after_an_hour() {
    let (mut fresh, units, faults) = worker();
    let unit = units.last().expect("units");
    faults.miscounts.store(true, Ordering::Relaxed);
    assert!(failure(&mut fresh, unit).contains("self-test"));
    let (mut worker, _, _) = worker();
    assert!(worker.self_test.is_due(Instant::now()));
    worker.count(unit, &Stop::new()).expect("a healthy card");
    let now = Instant::now();
    assert!(!worker.self_test.is_due(now));
    assert!(!worker.self_test.is_due(now + Duration::from_secs(3500)));
    assert!(worker.self_test.is_due(now + Duration::from_secs(3600)));
}

#[test]
fn a_unit_without_all_its_slices_is_rejected() {
    let (mut worker, units, faults) = worker();
    let unit = units.last().expect("units");
    worker.count(unit, &Stop::new()).expect("a healthy card");
    faults.skips.store(true, Ordering::Relaxed);
    let why = failure(&mut worker, unit);
    assert!(why.contains("lanes of slices"), "{why}");
}

#[test]
fn a_card_that_is_lost_fails_its_unit() {
    let (mut worker, units, faults) = worker();
    let unit = units.last().expect("units");
    worker.count(unit, &Stop::new()).expect("a healthy card");
    faults.is_lost.store(true, Ordering::Relaxed);
    assert_eq!(failure(&mut worker, unit), "the device is lost");
}

/// Compares random slices of boards of side n with this percentage of squares blocked.
///
/// Leads have at least as many queens as said, so that kernels take prefixes, long chains and more
/// than one pack. Blocked squares keep the emulation short.
fn random_slices(n: usize, blocked: usize, queens: usize, units: usize) {
    let mut dice = Dice::new(n as u64);
    let mut open = vec![(1u64 << n) - 1; n];
    for square in 0..n * n {
        if dice.roll(100) < blocked {
            open[square / n] &= !(1 << (square % n));
        }
    }
    let stages = Stages::new(&open);
    // Matrices of side 28 have 47 MB each.
    let bytes = if n < 28 { 1 << 28 } else { 1 << 30 };
    let card = Emulated { is_small: n > 20, ..Emulated::default() };
    let mut counter = Counter::new(Box::new(card), bytes).expect("memory");
    let mut scratch = Scratch::new(n, SimdLevel::best());
    let leads = |stage: &&Stage| stage.sides[0].lead_rows(stage.a_sets[0], stage.inner).len();
    let dense: Vec<&Stage> = stages.stages.iter().filter(|stage| leads(stage) >= queens).collect();
    for _ in 0..units {
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
    }
}

#[test]
fn slices_of_even_boards() {
    random_slices(16, 0, 4, 1);
    random_slices(24, 52, 6, 1);
    random_slices(28, 60, 6, 1);
}

#[test]
fn slices_of_odd_boards() {
    random_slices(17, 0, 4, 1);
    random_slices(27, 58, 6, 1);
}
