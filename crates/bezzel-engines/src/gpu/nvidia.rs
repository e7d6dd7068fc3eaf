//! NVIDIA cards through the driver, which is loaded when it is first needed.

use super::Image;
use super::card::{Address, Card, Shape};
use cudarc::driver::{result, sys};
use std::ffi::{CString, c_void};
use std::fmt;
use std::ptr::null_mut;

/// A card that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its number among the cards of this machine.
    pub number: i32,
    /// Its name, as the driver gives it.
    pub name: String,
    /// Bytes of memory.
    pub memory: u64,
    /// Compute capability, for example (9, 0).
    pub capability: (i32, i32),
    /// Multiprocessors.
    pub processors: i32,
}

/// A card that the driver cannot look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Silent {
    /// Its number among the cards of this machine.
    pub number: i32,
    /// What the driver says.
    pub why: String,
}

/// `card 1: out of memory`.
impl fmt::Display for Silent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card {}: {}", self.number, self.why)
    }
}

fn said(error: result::DriverError) -> String {
    match error.error_string() {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => format!("{:?}", error.0),
    }
}

/// Is the driver's library there?
pub(super) fn has_driver() -> bool {
    // SAFETY: looks for the driver's library and loads it, which runs its initialisers only.
    unsafe { sys::is_culib_present() }
}

/// The driver's version, as 1000 · major + 10 · minor of CUDA.
pub(super) fn driver_version() -> Result<i32, String> {
    let mut version = 0;
    // SAFETY: writes one integer.
    unsafe { sys::cuDriverGetVersion(&raw mut version) }.result().map_err(said)?;
    Ok(version)
}

/// The cards of this machine, and those that cannot be looked at; the driver must be there.
pub(super) fn cards() -> Result<(Vec<Found>, Vec<Silent>), String> {
    result::init().map_err(said)?;
    let count = result::device::get_count().map_err(said)?;
    let (mut cards, mut silent) = (Vec::new(), Vec::new());
    for number in 0..count {
        match found(number) {
            Ok(card) => cards.push(card),
            Err(error) => silent.push(Silent { number, why: said(error) }),
        }
    }
    Ok((cards, silent))
}

fn found(number: i32) -> Result<Found, result::DriverError> {
    use sys::CUdevice_attribute as Attribute;
    let device = result::device::get(number)?;
    // SAFETY: `device` was just given by the driver.
    unsafe {
        let attribute = |what| result::device::get_attribute(device, what);
        Ok(Found {
            number,
            name: result::device::get_name(device)?,
            memory: result::device::total_mem(device)? as u64,
            capability: (
                attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
                attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
            ),
            processors: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        })
    }
}

/// One stream of work on a card.
pub(super) struct Nvidia {
    device: sys::CUdevice,
    context: sys::CUcontext,
    /// Null until it is there, as the next.
    stream: sys::CUstream,
    module: sys::CUmodule,
    kernels: Vec<sys::CUfunction>,
    memory: Vec<sys::CUdeviceptr>,
    shared: u32,
}

// SAFETY: the driver's handles may be used from any thread; every call makes the context current on
// its thread first.
unsafe impl Send for Nvidia {}

impl Nvidia {
    /// Opens a card with kernels compiled for it.
    pub fn open(card: &Found, image: &Image, kernels: &[&str]) -> Result<Nvidia, String> {
        Nvidia::try_open(card, image, kernels).map_err(said)
    }

    fn try_open(
        card: &Found,
        image: &Image,
        kernels: &[&str],
    ) -> Result<Nvidia, result::DriverError> {
        use sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        use sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        let device = result::device::get(card.number)?;
        // SAFETY: `device` was just given by the driver.
        let context = unsafe { result::primary_ctx::retain(device) }?;
        // Dropped if anything below fails, which gives back what is there by then.
        let mut opened = Nvidia {
            device,
            context,
            stream: null_mut(),
            module: null_mut(),
            kernels: Vec::new(),
            memory: Vec::new(),
            shared: 0,
        };
        // SAFETY: the handles were given by the driver, and the context is current. The image is what the compiler made for
        // such a card, not a byte more or less: one that was kept has the digest that it had then (`cache.rs`).
        unsafe {
            result::ctx::set_current(context)?;
            opened.stream = result::stream::create(result::stream::StreamKind::NonBlocking)?;
            opened.module = result::module::load_data(image.code.as_ptr().cast())?;
            let most = result::device::get_attribute(
                device,
                CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
            )?;
            // What kernels declare themselves comes on top of what a launch asks for.
            opened.shared = most as u32 - 1024;
            for &name in kernels {
                let name = CString::new(name).expect("kernels' names have no zero");
                let kernel = result::module::get_function(opened.module, name)?;
                let own = result::function::get_function_attribute(
                    kernel,
                    sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                )?;
                result::function::set_function_attribute(
                    kernel,
                    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                    most - own,
                )?;
                opened.kernels.push(kernel);
            }
            Ok(opened)
        }
    }

    /// Free bytes of the card's memory.
    pub fn free(&self) -> Result<usize, String> {
        self.here()?;
        result::mem_get_info().map(|(free, _)| free).map_err(said)
    }

    fn here(&self) -> Result<(), String> {
        // SAFETY: the context is retained until this is dropped.
        unsafe { result::ctx::set_current(self.context) }.map_err(said)
    }
}

impl Card for Nvidia {
    fn reserve(&mut self, bytes: usize) -> Result<Address, String> {
        self.here()?;
        // SAFETY: the context is current; freed when dropped.
        let at = unsafe { result::malloc_sync(bytes) }.map_err(said)?;
        self.memory.push(at);
        Ok(at)
    }

    fn write(&mut self, to: Address, bytes: &[u8]) -> Result<(), String> {
        self.here()?;
        // SAFETY: the caller took `to` with room for the bytes. The driver copies pageable memory
        // aside before it returns.
        unsafe { result::memcpy_htod_async(to, bytes, self.stream) }.map_err(said)
    }

    fn read(&mut self, from: Address, bytes: &mut [u8]) -> Result<(), String> {
        self.here()?;
        // SAFETY: as in `write`; the bytes are there when the stream is done.
        unsafe {
            result::memcpy_dtoh_async(bytes, from, self.stream).map_err(said)?;
            result::stream::synchronize(self.stream).map_err(said)
        }
    }

    fn clear(&mut self, at: Address, bytes: usize) -> Result<(), String> {
        self.here()?;
        // SAFETY: as in `write`.
        unsafe { result::memset_d8_async(at, 0, bytes, self.stream) }.map_err(said)
    }

    unsafe fn launch(
        &mut self,
        kernel: usize,
        shape: Shape,
        arguments: *const u8,
    ) -> Result<(), String> {
        self.here()?;
        let mut parameters = [arguments.cast_mut().cast::<c_void>()];
        let (x, y) = shape.blocks;
        // SAFETY: promised by the caller; the driver copies the struct before it returns.
        unsafe {
            result::launch_kernel(
                self.kernels[kernel],
                (x, y, 1),
                (shape.threads, 1, 1),
                shape.shared,
                self.stream,
                &mut parameters,
            )
        }
        .map_err(said)
    }

    fn is_idle(&mut self) -> Result<bool, String> {
        self.here()?;
        // SAFETY: the stream is this value's own.
        match unsafe { sys::cuStreamQuery(self.stream) } {
            sys::CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            said_by_driver => said_by_driver.result().map(|()| true).map_err(said),
        }
    }

    fn shared(&self) -> u32 {
        self.shared
    }
}

impl Drop for Nvidia {
    fn drop(&mut self) {
        let is_here = self.here().is_ok();
        // SAFETY: the handles are this value's own, and nothing uses them after this. A card that
        // is lost refuses; there is nothing else to do about it.
        unsafe {
            if is_here && !self.stream.is_null() {
                let _ = result::stream::synchronize(self.stream);
                for &at in &self.memory {
                    let _ = result::free_sync(at);
                }
                let _ = result::stream::destroy(self.stream);
            }
            if is_here && !self.module.is_null() {
                let _ = result::module::unload(self.module);
            }
            let _ = result::primary_ctx::release(self.device);
        }
    }
}
