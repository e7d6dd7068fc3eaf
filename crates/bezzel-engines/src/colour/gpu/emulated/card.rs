//! A card whose kernels are compiled for the processor.

use super::super::launch::{Bunch, Complete, Kernel, NONE, Walk};
use super::super::worker;
use super::faults::{Call, Faults};
use crate::gpu::{Address, Card, Shape};
use bezzel_board::Stop;
use std::ffi::CString;
use std::fs::File;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Runs a kernel by name: blocks (two numbers), threads, bytes of shared memory, its struct.
type Emulate = unsafe extern "C" fn(*const std::ffi::c_char, u32, u32, u32, u32, *const u8) -> i32;

/// The source of the kernels and of what runs them here.
const SOURCE: [&str; 2] = [worker::SOURCE, include_str!("../kernels/emulate.cpp")];

/// How many nodes the kernels complete at a time here, as the source says.
pub(super) fn at_once() -> usize {
    let number = SOURCE[1].split("#define AT_ONCE ").nth(1).and_then(|text| text.lines().next());
    number.and_then(|number| number.parse().ok()).expect("a number")
}

/// The kernels, compiled once for all tests: each test is a process of its own, so the library is
/// kept beside the test's program, under a name that changes with the source.
fn kernels() -> &'static libloading::Library {
    static KERNELS: OnceLock<libloading::Library> = OnceLock::new();
    KERNELS.get_or_init(|| {
        let program = std::env::current_exe().expect("the test's program");
        let hash = BuildHasherDefault::<DefaultHasher>::new().hash_one(SOURCE);
        let library = program.with_file_name(format!("kernels-{hash:016x}.so"));
        // Others wait for the one that compiles.
        let lock = File::create(library.with_extension("lock")).expect("a lock");
        lock.lock().expect("a lock");
        if !library.exists() {
            compile(&library);
        }
        // SAFETY: the library has no initialisers of its own.
        unsafe { libloading::Library::new(&library) }.expect("just compiled")
    })
}

/// Compiles the kernels. The library appears under its name only when it is complete.
fn compile(library: &Path) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/colour/gpu/kernels/emulate.cpp");
    let unfinished = library.with_extension("unfinished");
    let compiled = Command::new("c++")
        .args(["-std=c++17", "-O2", "-shared", "-fPIC", "-o"])
        .args([&unfinished, &source])
        .status()
        .expect("a C++ compiler");
    assert!(compiled.success());
    std::fs::rename(&unfinished, library).expect("our own file");
}

/// A card whose kernels run on the processor, one thread after the other.
#[derive(Default)]
pub(super) struct Emulated {
    pub memory: Vec<Vec<u64>>,
    /// Called when a worker waits for the card, which is then busy forever.
    pub stop: Option<Stop>,
    pub faults: Arc<Faults>,
    pub launched: Arc<Launched>,
    /// Counts of the first half are multiplied by this, if it is not 0.
    pub scale: u32,
    /// Whether it has little shared memory: blocks then have few threads, and threads are what
    /// emulation costs.
    pub is_small: bool,
}

/// How often each kernel was launched, and the most nodes of a family that was completed.
#[derive(Default)]
pub(super) struct Launched {
    times: [AtomicUsize; Kernel::ALL.len()],
    largest_family: AtomicUsize,
}

impl Launched {
    pub fn times(&self, kernel: Kernel) -> usize {
        self.times[kernel as usize].load(Ordering::Relaxed)
    }

    pub fn largest_family(&self) -> usize {
        self.largest_family.load(Ordering::Relaxed)
    }
}

/// Bytes that a unit's sums and its count of slices take.
const RESULT: usize = 56;

impl Card for Emulated {
    fn reserve(&mut self, bytes: usize) -> Result<Address, String> {
        // Not zero, so that kernels cannot rely on that.
        self.memory.push(vec![0x5555_5555_5555_5555; bytes / 8 + 1]);
        Ok(self.memory.last().expect("just pushed").as_ptr() as Address)
    }

    fn write(&mut self, to: Address, bytes: &[u8]) -> Result<(), String> {
        self.faults.reach(Call::Write)?;
        // SAFETY: the address lies in reserved memory with room for the bytes.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to as *mut u8, bytes.len()) };
        Ok(())
    }

    fn read(&mut self, from: Address, bytes: &mut [u8]) -> Result<(), String> {
        self.faults.reach(Call::Read)?;
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
        self.faults.reach(Call::Clear)?;
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
        self.faults.reach(Call::Launch)?;
        let kernel = Kernel::ALL[kernel];
        self.launched.times[kernel as usize].fetch_add(1, Ordering::Relaxed);
        let name = CString::new(kernel.name()).expect("a name");
        let (x, y) = shape.blocks;
        let x = x - self.faults.left_out(kernel);
        match kernel {
            Kernel::Walk if self.scale > 0 => {
                // SAFETY: this kernel takes this struct, whose bunches and matrices are there.
                unsafe { scale_bunches(&*arguments.cast::<Walk>(), y as usize, self.scale) };
            }
            Kernel::Complete => {
                // SAFETY: likewise.
                let complete = unsafe { &*arguments.cast::<Complete>() };
                // SAFETY: likewise.
                unsafe { scale_groups(complete, self.scale) };
                // SAFETY: likewise, and a block is a lane.
                let largest = unsafe { largest_family(complete, x as usize) };
                self.launched.largest_family.fetch_max(largest, Ordering::Relaxed);
            }
            _ => {}
        }
        // The stand-in has one set of threads: tests that run at the same time take turns.
        static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
        let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // SAFETY: the function has this signature.
        let emulate = unsafe { kernels().get::<Emulate>(b"emulate\0") }.expect("its one function");
        // SAFETY: the arguments are the caller's promise.
        let run = |arguments: *const u8| unsafe {
            emulate(name.as_ptr(), x, y, shape.threads, shape.shared, arguments)
        };
        // SAFETY: likewise.
        let failed = unsafe { self.faults.run(kernel, arguments, &run) };
        // SAFETY: likewise.
        if let Some(wide) = unsafe { self.faults.overflows(kernel, arguments) } {
            // SAFETY: the kernel has such a word.
            unsafe { wide.write(1) };
        }
        if failed == 0 { Ok(()) } else { Err(format!("{name:?} ended with {failed}")) }
    }

    fn is_idle(&mut self) -> Result<bool, String> {
        self.faults.reach(Call::Wait)?;
        self.stop.iter().for_each(Stop::ask);
        Ok(self.stop.is_none())
    }

    fn shared(&self) -> u32 {
        (if self.is_small { 80 } else { 227 }) << 10
    }
}

/// Multiplies the matrices that these bunches weigh.
///
/// # Safety
/// The struct has the addresses of as many bunches and of their matrices.
unsafe fn scale_bunches(walk: &Walk, bunches: usize, by: u32) {
    if walk.weighed == 0 {
        return;
    }
    // SAFETY: promised by the caller.
    let bunches = unsafe { std::slice::from_raw_parts(walk.bunches as *const Bunch, bunches) };
    for slot in bunches.iter().flat_map(|bunch| bunch.slot).filter(|&slot| slot != NONE) {
        // SAFETY: promised by the caller.
        unsafe { scale(walk.matrix, slot, walk.plane, by) };
    }
}

/// Multiplies the matrices that these groups weigh.
///
/// # Safety
/// The struct has the address of their matrices.
unsafe fn scale_groups(complete: &Complete, by: u32) {
    if complete.weighed == 0 || by == 0 {
        return;
    }
    for group in &complete.group[..complete.groups as usize] {
        for &slot in &group.slot[..group.tails as usize] {
            // SAFETY: promised by the caller.
            unsafe { scale(complete.matrix, slot, complete.plane, by) };
        }
    }
}

/// The most nodes of a family of these lanes; those of no level are partners and not looked at.
///
/// # Safety
/// The struct has the addresses of the runs of as many lanes, and of their column sets.
unsafe fn largest_family(complete: &Complete, lanes: usize) -> usize {
    let (level, sets) = (complete.level as usize, complete.sets as usize);
    if level == 0 {
        return 0;
    }
    let (runs, by_number) = (complete.runs as *const [u32; 2], complete.by_number as *const u16);
    // SAFETY: promised by the caller.
    let runs = unsafe { std::slice::from_raw_parts(runs, lanes * sets * level) };
    // SAFETY: promised by the caller.
    let by_number = unsafe { std::slice::from_raw_parts(by_number, sets) };
    let families = runs.chunks_exact(level).zip(by_number.iter().cycle());
    let grown = families.filter(|&(_, &set)| u32::from(set) <= complete.limit);
    let sizes = grown.map(|(runs, _)| runs.iter().map(|[begin, end]| (end - begin) as usize).sum());
    sizes.max().unwrap_or(0)
}

/// Multiplies a matrix.
///
/// # Safety
/// There are matrices up to this slot.
unsafe fn scale(matrices: Address, slot: u32, plane: u64, by: u32) {
    let at = matrices + 4 * u64::from(slot) * plane;
    // SAFETY: promised by the caller.
    let matrix = unsafe { std::slice::from_raw_parts_mut(at as *mut u32, plane as usize) };
    matrix.iter_mut().for_each(|count| *count = count.wrapping_mul(by));
}
