//! What the kernels take: the structs of `kernels/*.cu`, field by field.

use crate::gpu::{Address, Card, Shape};

/// The kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    Partners,
    Walk,
    Grow,
    Marks,
    Complete,
    Rows,
    Packs,
    Lists,
    Meet,
}

impl Kernel {
    pub const ALL: [Kernel; 9] = [
        Kernel::Partners,
        Kernel::Walk,
        Kernel::Grow,
        Kernel::Marks,
        Kernel::Complete,
        Kernel::Rows,
        Kernel::Packs,
        Kernel::Lists,
        Kernel::Meet,
    ];

    /// Its name in the source.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Partners => "partners",
            Kernel::Walk => "walk",
            Kernel::Grow => "grow",
            Kernel::Marks => "marks",
            Kernel::Complete => "complete",
            Kernel::Rows => "rows",
            Kernel::Packs => "packs",
            Kernel::Lists => "lists",
            Kernel::Meet => "meet",
        }
    }
}

/// A struct that a kernel takes by value: plain numbers, laid out as in C.
///
/// # Safety
/// `#[repr(C)]`, without padding that C lays out differently, and mirrored in the kernels' source.
pub(super) unsafe trait Arguments: Copy {
    const KERNEL: Kernel;
}

/// Runs a kernel.
///
/// # Safety
/// The addresses in `arguments` are good for what the kernel does there.
pub(super) unsafe fn launch<A: Arguments>(
    card: &mut dyn Card,
    shape: Shape,
    arguments: &A,
) -> Result<(), String> {
    // SAFETY: `Arguments` ties the struct to its kernel; the addresses are the caller's promise.
    unsafe { card.launch(A::KERNEL as usize, shape, std::ptr::from_ref(arguments).cast()) }
}

/// The geometry of one parity block.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Geometry {
    pub cols: u32,
    pub anti: u32,
    pub diag: u32,
    pub open: [u16; 16],
}

impl Geometry {
    /// The block of rows of parity `r` and columns of parity `c` of this board.
    pub fn new(open: &[u64], r: usize, c: usize) -> Geometry {
        let n = open.len();
        let mut geometry = Geometry {
            cols: ((n + 1 - c) / 2) as u32,
            anti: ((r + c) / 2) as u32,
            diag: ((n + c - r) / 2) as u32,
            open: [0; 16],
        };
        for (i, row) in open.iter().enumerate().skip(r).step_by(2) {
            for q in 0..geometry.cols {
                let j = 2 * q as usize + c;
                geometry.open[i / 2] |= ((row >> j & 1) as u16) << q;
            }
        }
        geometry
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Partners {
    pub block: Geometry,
    pub queens: u32,
    pub capacity: u32,
    pub rows: [u8; 16],
    pub spare: u32,
    pub sets: Address,
    pub list: Address,
    pub start: Address,
    pub count: Address,
    pub cursor: Address,
}

// SAFETY: mirrored by `struct Partners` in `kernels/partners.cu`.
unsafe impl Arguments for Partners {
    const KERNEL: Kernel = Kernel::Partners;
}

/// Which terms count how often.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub kind: u32,
    pub inner: u32,
    pub outer: u32,
    pub c: u32,
    pub d_first: u32,
    pub full: u32,
    pub a: Address,
    pub first: Address,
    pub second: Address,
}

/// The bit of a set that ties with an image.
pub(super) const TIED: u32 = 1 << 31;

/// No matrix.
pub(super) const NONE: u32 = u32::MAX;

/// No row.
pub(super) const NO_ROW: u8 = u8::MAX;

/// Up to four row sets that differ in one or two pairs of mirrored rows.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bunch {
    pub chain: [u8; 16],
    pub length: u8,
    pub pairs: u8,
    pub rows: [u8; 4],
    pub spare: [u8; 2],
    pub slot: [u32; 4],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    pub block: Geometry,
    pub spare: u32,
    pub rule: Rule,
    pub limit: u32,
    pub keys: u32,
    pub pitch: u32,
    pub weighed: u32,
    pub plane: u64,
    pub bunches: Address,
    pub list: Address,
    pub start: Address,
    pub count: Address,
    pub lead_sets: Address,
    pub matrix: Address,
    pub sums: Address,
    pub slices: Address,
}

// SAFETY: mirrored by `struct Walk` in `kernels/walk.cu`.
unsafe impl Arguments for Walk {
    const KERNEL: Kernel = Kernel::Walk;
}

/// Levels of nodes, counted from 0.
pub(super) const LEVELS: usize = 16;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Grow {
    pub block: Geometry,
    pub level: u32,
    pub row: u32,
    pub limit: u32,
    pub first: u32,
    pub parents: u32,
    pub children: u32,
    pub capacity: u32,
    pub spare: u32,
    pub sets: Address,
    pub number: Address,
    pub list: Address,
    pub start: Address,
    pub count: Address,
    pub nodes: Address,
    pub from: Address,
    pub to: Address,
    pub cursors: Address,
}

// SAFETY: mirrored by `struct Grow` in `kernels/grow.cu`.
unsafe impl Arguments for Grow {
    const KERNEL: Kernel = Kernel::Grow;
}

/// Up to four tails that end in the same two rows: the third-last row and the matrix of each.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Group {
    pub last: [u8; 2],
    pub tails: u8,
    pub first: u8,
    pub third: [u8; 4],
    pub slot: [u32; 4],
}

/// Groups that a launch takes at most.
pub(super) const GROUPS: usize = 16;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    pub block: Geometry,
    pub left: u32,
    pub sets: u32,
    pub groups: u32,
    pub rows: [u8; 16],
    pub group: [Group; GROUPS],
    pub by_number: Address,
    pub marks: Address,
}

// SAFETY: mirrored by `struct Marks` in `kernels/marks.cu`.
unsafe impl Arguments for Marks {
    const KERNEL: Kernel = Kernel::Marks;
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Complete {
    pub block: Geometry,
    pub limit: u32,
    pub rule: Rule,
    pub keys: u32,
    pub pitch: u32,
    pub weighed: u32,
    pub level: u32,
    pub sets: u32,
    pub entries: u32,
    pub first: u32,
    pub groups: u32,
    pub tails: u32,
    pub tables: u32,
    pub count_of_rows: u32,
    pub left: u32,
    pub pairs: u32,
    pub tiles: u32,
    pub trios: u32,
    pub plane: u64,
    pub rows: [u8; 16],
    pub group: [Group; GROUPS],
    pub by_number: Address,
    pub number: Address,
    pub numbers: Address,
    pub marks: Address,
    pub list: Address,
    pub start: Address,
    pub count: Address,
    pub nodes: Address,
    pub runs: Address,
    pub lead_sets: Address,
    pub matrix: Address,
    pub sums: Address,
    pub slices: Address,
}

// SAFETY: mirrored by `struct Complete` in `kernels/complete.cu`.
unsafe impl Arguments for Complete {
    const KERNEL: Kernel = Kernel::Complete;
}

/// Queens in the first rows of a lead.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prefix {
    pub cols: u32,
    pub anti: u32,
    pub diag: u32,
    pub fixed: u32,
}

/// A row set whose matrix is filled by bit maps.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meeting {
    pub left: [u8; 2],
    pub right: [u8; 2],
    pub slot: u32,
    pub first: u32,
    pub count: u32,
    pub list: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub sets: u32,
    pub room: u32,
    pub most: u32,
    pub spare: u32,
    pub lead_sets: Address,
    pub fixed: Address,
    pub row: Address,
    pub member: Address,
    pub count: Address,
}

// SAFETY: mirrored by `struct Rows` in `kernels/packs.cu`.
unsafe impl Arguments for Rows {
    const KERNEL: Kernel = Kernel::Rows;
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Packs {
    pub chunks: u32,
    pub lanes: u32,
    pub capacity: u32,
    pub spare: u32,
    pub prefixes: Address,
    pub list: Address,
    pub start: Address,
    pub count: Address,
    pub packs: Address,
    pub index: Address,
    pub cursor: Address,
}

// SAFETY: mirrored by `struct Packs` in `kernels/packs.cu`.
unsafe impl Arguments for Packs {
    const KERNEL: Kernel = Kernel::Packs;
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Lists {
    pub block: Geometry,
    pub room: u32,
    pub quads: u32,
    pub capacity: u32,
    pub segments: u32,
    pub spare: u32,
    pub quad: Address,
    pub row: Address,
    pub prefixes: Address,
    pub meetings: Address,
    pub heads: Address,
    pub records: Address,
    pub cursor: Address,
}

// SAFETY: mirrored by `struct Lists` in `kernels/packs.cu`.
unsafe impl Arguments for Lists {
    const KERNEL: Kernel = Kernel::Lists;
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Meet {
    pub block: Geometry,
    pub lanes: u32,
    pub chunks: u32,
    pub pitch: u32,
    pub most: u32,
    pub segments: u32,
    pub queens: u32,
    pub spare: u32,
    pub plane: u64,
    pub prefixes: Address,
    pub meetings: Address,
    pub packs: Address,
    pub index: Address,
    pub heads: Address,
    pub records: Address,
    pub member: Address,
    pub count: Address,
    pub matrix: Address,
    pub slices: Address,
}

// SAFETY: mirrored by `struct Meet` in `kernels/meet.cu`.
unsafe impl Arguments for Meet {
    const KERNEL: Kernel = Kernel::Meet;
}
