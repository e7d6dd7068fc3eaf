// Words shared by all kernels: integer types, the geometry of a block, and what the host passes.
//
// The structs are mirrored field by field in `launch.rs`. Every kernel takes one of them by value.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define WARP 32
#define ALL 0xffffffffu

// Queens of one block: which squares a row still has. Square (p, q) lies on anti-diagonal
// p + q + anti and on diagonal q - p + diag; both numbers are below 32 up to side 30.
struct Block {
    u32 cols;
    u32 anti;
    u32 diag;
    u16 open[16]; // open columns of each row
};

// A row ready for use: shift of the anti-diagonals, shift of the diagonals << 8, open columns << 16.
__device__ inline u32 row_of(const Block& block, u32 p) {
    if (p >= 16) return 0; // no such row: no square is open
    return (p + block.anti) | (block.diag - p) << 8 | (u32)block.open[p] << 16;
}

__device__ inline u32 free_of(u32 row, u32 cols, u32 anti, u32 diag) {
    return (row >> 16) & ~(cols | anti >> (row & 31) | diag >> (row >> 8 & 31));
}

__device__ inline u32 lanes_below(u32 lane) { return (1u << lane) - 1; }

// Adds a 64-bit sum to a pair of counters of its low and high 32 bits: these cannot wrap within
// 2^32 additions.
__device__ inline void add_split(u64* to, u64 sum) {
    if (sum == 0) return;
    atomicAdd(to, sum & 0xffffffffu);
    atomicAdd(to + 1, sum >> 32);
}

// Adds the sums of a warp's threads.
__device__ inline void add_of_warp(u64* to, u64 sum) {
#pragma unroll
    for (u32 step = WARP / 2; step; step /= 2) {
        const u32 low = __shfl_xor_sync(ALL, (u32)sum, step);
        const u32 high = __shfl_xor_sync(ALL, (u32)(sum >> 32), step);
        sum += (u64)high << 32 | low;
    }
    if (threadIdx.x % WARP == 0) atomicAdd(to, sum);
}

// All bits of a warp's words.
__device__ inline u32 or_of_warp(u32 word) {
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(ALL, word);
#else
#pragma unroll
    for (u32 step = WARP / 2; step; step /= 2) word |= __shfl_xor_sync(ALL, word, step);
    return word;
#endif
}
