//! What a worker needs of a card: memory, copies and launches, all in the order they were asked for.

/// An address in a card's memory.
pub(crate) type Address = u64;

/// How many blocks of threads, how many threads in each, and their shared memory in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub blocks: (u32, u32),
    pub threads: u32,
    pub shared: u32,
}

/// A card with its kernels, or a stand-in that runs the same kernels on the processor.
///
/// Every error is what the card's driver said.
pub(crate) trait Card: Send {
    /// Memory that lives as long as the card.
    fn reserve(&mut self, bytes: usize) -> Result<Address, String>;

    /// Copies bytes to the card.
    fn write(&mut self, to: Address, bytes: &[u8]) -> Result<(), String>;

    /// Copies bytes from the card, after everything before is done.
    fn read(&mut self, from: Address, bytes: &mut [u8]) -> Result<(), String>;

    /// Clears bytes.
    fn clear(&mut self, at: Address, bytes: usize) -> Result<(), String>;

    /// Runs a kernel, named by its number, on the struct at `arguments`.
    ///
    /// # Safety
    /// `arguments` points to the struct that this kernel takes, and its addresses are good for what
    /// the kernel does there.
    unsafe fn launch(
        &mut self,
        kernel: usize,
        shape: Shape,
        arguments: *const u8,
    ) -> Result<(), String>;

    /// Is everything asked for so far done?
    fn is_idle(&mut self) -> Result<bool, String>;

    /// Bytes of shared memory that a block of threads may have.
    fn shared(&self) -> u32;
}
