//! What goes wrong on an emulated card.

use super::super::launch::{
    Arguments, Complete, Geometry, Grow, Kernel, Lists, Marks, Meet, Packs, Partners, Rows, Walk,
};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// What goes wrong on a card from the moment it is set.
#[derive(Default)]
pub(super) struct Faults {
    /// A kernel leaves out its last lane or row set.
    leaves_out: Mutex<Option<Kernel>>,
    /// Sums come back wrong.
    pub miscounts: AtomicBool,
    /// The card is lost, and this call is the first to notice.
    lost: Mutex<Option<Call>>,
    /// A kernel does all its work, with wrong results.
    errs: Mutex<Option<Errs>>,
    /// A kernel says that a count did not fit.
    overflows: Mutex<Option<Kernel>>,
    /// What happens at the next call of this kind.
    next: Mutex<Option<(Call, Event)>>,
}

/// What happens once.
type Event = Box<dyn FnOnce() + Send>;

/// A call of the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    Write,
    Clear,
    Launch,
    Wait,
    Read,
}

impl Call {
    pub const ALL: [Call; 5] = [Call::Write, Call::Clear, Call::Launch, Call::Wait, Call::Read];
}

/// Nobody panics while they have a lock.
const UNHARMED: &str = "not poisoned";

/// A kernel with wrong results.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errs {
    pub kernel: Kernel,
    /// In second halves only, or in first halves only; for kernels that know which half it is.
    pub weighed: Option<bool>,
}

impl Faults {
    /// From now on the card is lost, which this call notices first.
    pub fn lose(&self, call: Call) {
        *self.lost.lock().expect(UNHARMED) = Some(call);
    }

    /// Does this at the next call of this kind.
    pub fn at_next(&self, call: Call, event: impl FnOnce() + Send + 'static) {
        *self.next.lock().expect(UNHARMED) = Some((call, Box::new(event)));
    }

    /// Fails if this call notices that the card is lost.
    pub fn reach(&self, call: Call) -> Result<(), String> {
        let next = self.next.lock().expect(UNHARMED).take_if(|(at, _)| *at == call);
        if let Some((_, event)) = next {
            event();
        }
        match *self.lost.lock().expect(UNHARMED) {
            Some(first) if first == call => Err("the device is lost".to_owned()),
            _ => Ok(()),
        }
    }

    /// From now on this kernel leaves something out.
    pub fn leave_out(&self, kernel: Kernel) {
        *self.leaves_out.lock().expect(UNHARMED) = Some(kernel);
    }

    /// How many blocks of threads a kernel leaves out.
    pub fn left_out(&self, kernel: Kernel) -> u32 {
        u32::from(*self.leaves_out.lock().expect(UNHARMED) == Some(kernel))
    }

    /// From now on this kernel, one that counts by maps, says that a count did not fit.
    pub fn overflow(&self, kernel: Kernel) {
        *self.overflows.lock().expect(UNHARMED) = Some(kernel);
    }

    /// Where a kernel says so, if it does.
    ///
    /// # Safety
    /// The arguments are those of this kernel.
    pub unsafe fn overflows(&self, kernel: Kernel, arguments: *const u8) -> Option<*mut u32> {
        self.overflows.lock().expect(UNHARMED).filter(|&overflows| overflows == kernel)?;
        // SAFETY: promised by the caller.
        let slices = unsafe {
            match kernel {
                Kernel::Meet => (*arguments.cast::<Meet>()).slices,
                Kernel::Complete => (*arguments.cast::<Complete>()).slices,
                _ => return None,
            }
        };
        Some((slices as *mut u32).wrapping_add(1))
    }

    /// From now on this kernel has wrong results.
    pub fn err(&self, errs: Errs) {
        *self.errs.lock().expect(UNHARMED) = Some(errs);
    }

    /// Calls `run` with the arguments of a kernel, or with those that make its results wrong.
    ///
    /// # Safety
    /// The arguments are those of this kernel.
    pub unsafe fn run(&self, kernel: Kernel, arguments: *const u8, run: Run) -> i32 {
        let errs = *self.errs.lock().expect(UNHARMED);
        let Some(Errs { weighed, .. }) = errs.filter(|errs| errs.kernel == kernel) else {
            return run(arguments);
        };
        let errs_here = |is_weighed: u32| weighed.is_none_or(|wanted| wanted == (is_weighed == 1));
        // SAFETY: promised by the caller.
        unsafe {
            match kernel {
                Kernel::Partners => {
                    changed(arguments, |it: &mut Partners| bend(&mut it.block), run)
                }
                Kernel::Walk => changed(
                    arguments,
                    |it: &mut Walk| {
                        if errs_here(it.weighed) {
                            bend(&mut it.block);
                        }
                    },
                    run,
                ),
                Kernel::Grow => changed(arguments, |it: &mut Grow| bend(&mut it.block), run),
                Kernel::Marks => changed(arguments, |it: &mut Marks| bend(&mut it.block), run),
                Kernel::Complete => changed(
                    arguments,
                    |it: &mut Complete| {
                        if errs_here(it.weighed) {
                            bend(&mut it.block);
                        }
                    },
                    run,
                ),
                Kernel::Rows => changed(arguments, |it: &mut Rows| it.sets /= 2, run),
                Kernel::Packs => changed(arguments, |it: &mut Packs| it.lanes /= 2, run),
                Kernel::Lists => changed(arguments, |it: &mut Lists| bend(&mut it.block), run),
                Kernel::Meet => changed(arguments, |it: &mut Meet| bend(&mut it.block), run),
            }
        }
    }
}

/// Runs a kernel on its arguments.
pub(super) type Run<'a> = &'a dyn Fn(*const u8) -> i32;

/// Runs a kernel on a changed copy of its arguments.
///
/// # Safety
/// The arguments are of this type.
unsafe fn changed<A: Arguments>(
    arguments: *const u8,
    change: impl FnOnce(&mut A),
    run: Run,
) -> i32 {
    // SAFETY: promised by the caller.
    let mut copy = unsafe { *arguments.cast::<A>() };
    change(&mut copy);
    run((&raw const copy).cast())
}

/// Blocks the first column and moves all diagonals of one direction by one.
fn bend(block: &mut Geometry) {
    block.diag += 1;
    block.open.iter_mut().for_each(|row| *row &= !1);
}
