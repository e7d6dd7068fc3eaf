// The last two queens of every lead of the first half, by bit maps of nodes.
//
// A block of threads takes a lane and all row sets A that begin with the same rows and differ in the last
// two. Each warp takes family after family (`grow.cu`), 128 nodes at a time. It turns their diagonals
// into maps: one word for each diagonal and 32 nodes. A square of a tail row then has the map of the nodes
// that leave its two diagonals free. How many nodes leave squares (r, c) and (s, d) free, for all columns
// c and d at once, is a product of two matrices of bits, 8 by 128 and 128 by 8: one instruction. Each
// entry is added to the count of the column set with c and d, in shared memory.
//
// Thread t of a warp holds word t % 4 of the map of column t / 4, and of the product the entries
// (t / 4, t % 4 * 2) and (t / 4, t % 4 * 2 + 1). More than eight columns are two tiles of eight.

// Two rows that complete a lead, and its matrix.
struct Tail {
    u8 rows[2];
    u8 spare[2];
    u32 slot;
};
#define TAILS 12

struct Complete {
    Block block;
    u32 limit;
    u32 keys;  // column sets of leads that are wanted: lanes of the other half
    u32 pitch; // entries from one row of a matrix to the next
    u32 level; // queens of a node's lead
    u32 sets;  // column sets of as many members
    u32 first; // first lane
    u32 count_of_tails;
    u64 plane; // entries of a matrix
    Tail tails[TAILS];
    const u16* by_number; // column sets of as many members
    const uint2* list;
    const u32* start;
    const u32* count;
    const uint2* nodes;
    const uint2* runs; // [lane][set][member that came last]
    const u32* lead_sets; // by key
    u32* matrix; // [slot][lane of the second half][lane of the first half]
    u32* slices; // lanes of row sets done
};

// Bytes of a warp: maps of 32 anti-diagonals and 32 diagonals, 16 each; runs of a family; its columns.
#define MAPS_OF_WARP 1024
#define RUNS_OF_WARP (8 * LEVELS)
#define COLUMNS_OF_WARP 64
#define WARP_BYTES (MAPS_OF_WARP + RUNS_OF_WARP + COLUMNS_OF_WARP)

// What a thread needs to turn 32 words of 32 bits.
struct Turn {
    u32 perm16, perm8, keep4, keep2, keep1, move4, move2, move1;
};

__device__ inline Turn turn_of(u32 lane) {
    Turn turn;
    turn.perm16 = lane & 16 ? 0x3276 : 0x5410;
    turn.perm8 = lane & 8 ? 0x3715 : 0x6240;
    turn.keep4 = lane & 4 ? 0xf0f0f0f0u : 0x0f0f0f0fu;
    turn.keep2 = lane & 2 ? 0xccccccccu : 0x33333333u;
    turn.keep1 = lane & 1 ? 0xaaaaaaaau : 0x55555555u;
    turn.move4 = lane & 4 ? 28 : 4;
    turn.move2 = lane & 2 ? 30 : 2;
    turn.move1 = lane & 1 ? 31 : 1;
    return turn;
}

// Bit i of the result in thread d is bit d of the word of thread i.
__device__ inline u32 turned(u32 word, const Turn& turn) {
    word = __byte_perm(word, __shfl_xor_sync(ALL, word, 16), turn.perm16);
    word = __byte_perm(word, __shfl_xor_sync(ALL, word, 8), turn.perm8);
    u32 other = __shfl_xor_sync(ALL, word, 4);
    word = (word & turn.keep4) | (__funnelshift_l(other, other, turn.move4) & ~turn.keep4);
    other = __shfl_xor_sync(ALL, word, 2);
    word = (word & turn.keep2) | (__funnelshift_l(other, other, turn.move2) & ~turn.keep2);
    other = __shfl_xor_sync(ALL, word, 1);
    return (word & turn.keep1) | (__funnelshift_l(other, other, turn.move1) & ~turn.keep1);
}

// The map of a thread's square in a row: which nodes leave it free.
__device__ inline u32 map_of(Place maps, u32 row, u32 column, u32 lane) {
    const Place mine = maps + 4 * (lane % 4);
    const u32 anti = get(mine + 16 * ((column + (row & 31)) & 31));
    const u32 diag = get(mine + 512 + 16 * ((column + (row >> 8 & 31)) & 31));
    return row >> 16 >> column & 1 ? ~(anti | diag) : 0;
}

// An entry of a tile: where its column set stands in a table, and how far apart its columns are.
struct Entry {
    u32 at, apart;
};

__device__ inline Entry entry_of(u32 set, u32 c, u32 d, u32 whole) {
    const u32 cols = (set | 1u << c | 1u << d) & whole;
    return Entry{cols >> 1, c > d ? c - d : d - c};
}

// Counts an entry unless its two queens attack each other.
__device__ inline void settle(u32 count, Entry entry, u32 rows_apart, Place table) {
    if (count && entry.apart && entry.apart != rows_apart) add(table + 4 * entry.at, count);
}

// Completes all families of a lane with all tails. TILES is 2 if more than eight columns are left. If it is
// just one more (NINE), the second tile meets itself nowhere, and the first in one column.
template <int TILES, bool NINE>
__device__ inline void complete_all(const Complete& job, const u32* rows, Place tables, char* own, u32 lane) {
    const u32 warp = threadIdx.x / WARP, warps = blockDim.x / WARP, columns = job.block.cols;
    const u32 whole = (1u << columns) - 1, table_bytes = 2u << columns;
    const Turn turn = turn_of(lane);
    const Place maps = place_of(own);
    uint2* room = (uint2*)(own + MAPS_OF_WARP);
    const Place cols = maps + MAPS_OF_WARP + RUNS_OF_WARP;
    for (u32 at = warp; at < job.sets; at += warps) {
        const u32 set = job.by_number[at];
        if (set > job.limit) continue;
        const Family family = family_of(job.list, job.start, job.count, job.nodes, job.runs, job.level,
                                        blockIdx.x * job.sets + at, job.first + blockIdx.x, room, lane);
        if (family.size == 0) continue;
        // The columns left in order, then 31 for none.
        const u32 left = whole & ~set, below = lanes_below(lane);
        const bool is_left = left >> lane & 1;
        if (lane < 16)
            put(cols + 4 * (is_left ? __popc(left & below) : __popc(left) + __popc(~left & below)),
                is_left ? lane : 31);
        __syncwarp();
        u32 column[TILES];
        Entry entries[TILES * (TILES + 1)];
        const u32 g = lane / 4, h = lane % 4 * 2;
#pragma unroll
        for (u32 i = 0; i < TILES; i++) column[i] = get(cols + 4 * (8 * i + g));
#pragma unroll
        for (u32 i = 0, e = 0; i < TILES; i++)
#pragma unroll
            for (u32 j = i; j < TILES; j++)
#pragma unroll
                for (u32 k = 0; k < 2; k++, e++)
                    entries[e] = entry_of(set, column[i], get(cols + 4 * (8 * j + h + k)), whole);
        for (u32 base = 0; base < family.size; base += 4 * WARP) {
            uint4 anti = make_uint4(ALL, ALL, ALL, ALL), diag = anti;
            auto load = [&](u32 from, u32& a, u32& d) {
                if (from >= family.size) return;
                const uint2 node = node_of(family, from, lane);
                a = turned(node.x, turn);
                d = turned(node.y, turn);
            };
            load(base, anti.x, diag.x);
            load(base + WARP, anti.y, diag.y);
            load(base + 2 * WARP, anti.z, diag.z);
            load(base + 3 * WARP, anti.w, diag.w);
            __syncwarp();
            put4(maps + 16 * lane, anti);
            put4(maps + 512 + 16 * lane, diag);
            __syncwarp();
            u32 last = NONE, one[TILES], two[TILES];
            Place table = tables;
            for (u32 t = 0; t < job.count_of_tails; t++, table += table_bytes) {
                const u32 r = job.tails[t].rows[0], s = job.tails[t].rows[1];
                if (r != last) {
#pragma unroll
                    for (u32 i = 0; i < TILES; i++) one[i] = map_of(maps, rows[r], column[i], lane);
                    last = r;
                }
#pragma unroll
                for (u32 i = 0; i < TILES; i++) two[i] = map_of(maps, rows[s], column[i], lane);
                const u32 apart = r > s ? r - s : s - r;
#pragma unroll
                for (u32 i = 0, e = 0; i < TILES; i++)
#pragma unroll
                    for (u32 j = i; j < TILES; j++, e += 2) {
                        if (NINE && i == 1) continue;
                        u32 x = 0, y = 0;
                        bit_product(x, y, one[i], two[j]);
                        if (i != j) bit_product(x, y, two[i], one[j]);
                        settle(x, entries[e], apart, table);
                        if (!NINE || j == 0) settle(y, entries[e + 1], apart, table);
                    }
            }
        }
    }
}

extern "C" __global__ void COMPLETE_BOUNDS complete(const Complete job) {
    DYNAMIC_SHARED(u32, tables);
    __shared__ u32 rows[16];
    const u32 lane = threadIdx.x % WARP, lane_set = job.first + blockIdx.x, columns = job.block.cols;
    const u32 words = job.count_of_tails << (columns - 1); // of all tables
    char* own = (char*)(tables + words) + threadIdx.x / WARP * WARP_BYTES;
    if (threadIdx.x < 16) rows[threadIdx.x] = row_of(job.block, threadIdx.x);
    for (u32 w = threadIdx.x; w < words; w += blockDim.x) tables[w] = 0;
    __syncthreads();
    const u32 left = columns - job.level;
    if (left <= 8) complete_all<1, false>(job, rows, place_of(tables), own, lane);
    else if (left == 9) complete_all<2, true>(job, rows, place_of(tables), own, lane);
    else complete_all<2, false>(job, rows, place_of(tables), own, lane);
    __syncthreads();
    for (u32 t = 0; t < job.count_of_tails; t++) {
        u32* to = job.matrix + job.tails[t].slot * job.plane + lane_set;
        const u32* table = tables + (t << (columns - 1));
        for (u32 key = threadIdx.x; key < job.keys; key += blockDim.x)
            to[(u64)key * job.pitch] = table[job.lead_sets[key] >> 1];
    }
    if (threadIdx.x == 0) atomicAdd(job.slices, job.count_of_tails);
}
