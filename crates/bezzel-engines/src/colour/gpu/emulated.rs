//! A stand-in for a card: the kernels compiled for the processor.

use super::launch::Kernel;
use crate::gpu::{Address, Card, Shape};
use super::unit::Counter;
use std::path::Path;
use std::process::Command;

type Launch = unsafe extern "C" fn(*const std::ffi::c_char, u32, u32, u32, u32, *const u8) -> i32;

struct Emulated {
    launch: Launch,
    _library: libloading::Library,
    memory: Vec<Vec<u64>>,
}

// SAFETY: the raw function pointer stays valid with its library.
unsafe impl Send for Emulated {}

impl Emulated {
    fn new() -> Emulated {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/colour/gpu/kernels");
        let out = std::env::temp_dir().join(format!("bezzel-kernels-{}.so", std::process::id()));
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| {
            let status = Command::new("c++")
                .args(["-std=c++17", "-O2", "-g", "-shared", "-fPIC", "-o"])
                .arg(&out)
                .arg(here.join("emulate.cpp"))
                .status()
                .expect("a C++ compiler");
            assert!(status.success());
        });
        let library = unsafe { libloading::Library::new(&out) }.expect("just built");
        let launch = unsafe { *library.get::<Launch>(b"emulate\0").expect("its one function") };
        Emulated { launch, _library: library, memory: Vec::new() }
    }
}

impl Card for Emulated {
    fn reserve(&mut self, bytes: usize) -> Result<Address, String> {
        self.memory.push(vec![0x5555_5555_5555_5555; bytes / 8 + 1]);
        Ok(self.memory.last().expect("just pushed").as_ptr() as Address)
    }
    fn write(&mut self, to: Address, bytes: &[u8]) -> Result<(), String> {
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to as *mut u8, bytes.len()) };
        Ok(())
    }
    fn read(&mut self, from: Address, bytes: &mut [u8]) -> Result<(), String> {
        unsafe { std::ptr::copy_nonoverlapping(from as *const u8, bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }
    fn clear(&mut self, at: Address, bytes: usize) -> Result<(), String> {
        unsafe { std::ptr::write_bytes(at as *mut u8, 0, bytes) };
        Ok(())
    }
    unsafe fn launch(&mut self, kernel: usize, shape: Shape, arguments: *const u8) -> Result<(), String> {
        let name = std::ffi::CString::new(Kernel::ALL[kernel].name()).expect("a name");
        let (x, y) = shape.blocks;
        let rc = unsafe { (self.launch)(name.as_ptr(), x, y, shape.threads, shape.shared, arguments) };
        if rc == 0 { Ok(()) } else { Err(format!("emulation of {name:?} failed: {rc}")) }
    }
    fn shared(&self) -> u32 {
        227 << 10
    }
}

#[test]
fn totals() {
    use crate::colour::stages::Stages;
    use bezzel_board::Stop;
    let known = [1u128, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596];
    let from: usize = std::env::var("FROM").map_or(4, |v| v.parse().unwrap());
    let to: usize = std::env::var("TO").map_or(10, |v| v.parse().unwrap());
    for n in from..=to {
        let stages = Stages::new(&vec![(1 << n) - 1; n]);
        let mut counter = Counter::new(Box::new(Emulated::new()), 1 << 28).unwrap();
        counter.fill = if std::env::var("FILL").is_ok_and(|v| v == "walk") { super::unit::Fill::Walk } else { super::unit::Fill::Meet };
        let mut scratch = crate::colour::slice::Scratch::new(n, crate::SimdLevel::Scalar);
        let stop = Stop::new();
        let mut sum = 0;
        let begun = std::time::Instant::now();
        for stage in &stages.stages {
            for &c in &stage.c_sets {
                if stage.symmetry.of_c(c) == crate::colour::symmetry::Standing::Outside { continue; }
                let got = counter.count(&stages.open, stage, c, 0..stage.a_sets.len(), &stop).unwrap();
                let want = scratch.count(stage, c, 0..stage.a_sets.len(), &stop).unwrap();
                assert_eq!(got, want, "n={n} a={} c={c:b}", stage.queens);
                sum += got;
            }
        }
        println!("n={n} {sum} {:?}", begun.elapsed());
        assert_eq!(sum, known[n]);
    }
}

/// Random units whose first halves have four queens and more, some on boards with blocked squares.
#[test]
fn random_units() {
    use crate::colour::stages::Stages;
    use crate::colour::symmetry::Standing;
    use bezzel_board::Stop;
    let mut seed = 12345u64;
    let mut roll = move |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    let stop = Stop::new();
    let mut counter = Counter::new(Box::new(Emulated::new()), 1 << 30).unwrap();
    for (n, blocked, units) in
        [(16, 0, 6), (17, 0, 6), (18, 0, 4), (19, 0, 4), (24, 55, 4), (26, 60, 3), (28, 65, 3), (27, 62, 3)]
    {
        let mut open = vec![(1u64 << n) - 1; n];
        for row in &mut open {
            for j in 0..n {
                if roll(100) < blocked { *row &= !(1 << j); }
            }
        }
        let stages = Stages::new(&open);
        let mut scratch = crate::colour::slice::Scratch::new(n, crate::SimdLevel::best());
        let (mut done, mut some, mut tries) = (0, 0, 0);
        while done < units && tries < 400 {
            tries += 1;
            let stage = &stages.stages[roll(stages.stages.len())];
            let k = stage.sides[0].lead_rows(stage.a_sets[0], stage.inner).len();
            if k < 4 || (n >= 24 && k < 6) { continue; }
            let c = stage.c_sets[roll(stage.c_sets.len())];
            if stage.symmetry.of_c(c) == Standing::Outside { continue; }
            let a = roll(stage.a_sets.len());
            let a = a..(a + 3).min(stage.a_sets.len());
            let want = scratch.count(stage, c, a.clone(), &stop).unwrap();
            let begun = std::time::Instant::now();
            let got = counter.count(&stages.open, stage, c, a.clone(), &stop).unwrap();
            println!("n={n} k={k} c={c:b} a={a:?}: {got} {want} {:?}", begun.elapsed());
            assert_eq!(got, want);
            done += 1;
            some += usize::from(want > 0);
        }
        println!("n={n}: {done} units, {some} with solutions");
    }
}
