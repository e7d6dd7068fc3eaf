// The last three queens of a lead: groups of tails, the entries of their products (`complete.cu`), and which of
// these are leads.

// Up to four tails that end in the same two rows. Rows are numbered among the tail rows of a launch.
struct Group {
    u8 last[2];
    u8 tails;
    u8 first;    // table of the first couple
    u8 third[4]; // third-last row of each tail
    u32 slot[4];
};
#define TAIL_ROWS 11
#define GROUPS 16
#define IN_GROUP 4
#define COUPLES (IN_GROUP / 2)

// Tiles of pairs: 11 positions make 55.
#define TILES 4
#define LEFT 11

// Words of marks of a family and a group, each for 32 threads: two for each couple, one for what is beyond
// position 7.
#define MARKS ((2 * COUPLES + 1) * WARP)

__device__ inline u32 tails_in_group(u32 left) { return left > 10 ? 2 : IN_GROUP; }

// How many pairs so many positions make, whatever their order.
__device__ inline u32 pairs_of(u32 positions) { return positions * (positions - 1) / 2; }

// The positions of a pair, the smaller one first. With pairs in this order and trios in that of `trio_of`, threads of
// a warp seldom look for different trios in the same bank.
__device__ inline uint2 pair_of(u32 number) {
    u32 larger = 1;
    while (pairs_of(larger + 1) <= number) larger++;
    return make_uint2(number - pairs_of(larger), larger);
}

// The number of three different positions, whatever their order.
__device__ inline u32 trio_of(u32 x, u32 y, u32 z) {
    const u32 low = min(x, min(y, z)), high = max(x, max(y, z)), middle = x + y + z - low - high;
    return high * (high - 1) * (high - 2) / 6 + middle * (middle - 1) / 2 + low;
}

// The entry of a tile in a thread: its pair, and the position and the tail of its column. Entries beyond the
// last pair or the last position are none.
struct Entry {
    uint2 pair;
    u32 position, tail;
    bool is_one;
};

__device__ inline Entry entry_of(u32 tile, u32 thread, u32 e, bool beyond, u32 left) {
    const u32 number = 16 * tile + thread / 4 + (e & 2 ? 8 : 0), column = thread % 4 * 2 + (e & 1);
    Entry entry = {make_uint2(0, 0), column, 0, number < pairs_of(left)};
    if (beyond) {
        const u32 over = left - 8;
        entry.position = 8 + column % over;
        entry.tail = column / over;
        entry.is_one = entry.is_one && entry.tail < tails_in_group(left);
    }
    if (!entry.is_one || entry.position >= left) return Entry{make_uint2(0, 0), 0, 0, false};
    entry.pair = pair_of(number);
    entry.is_one = entry.position != entry.pair.x && entry.position != entry.pair.y;
    return entry;
}

// The number of an entry's trio. Nothing but 0 is ever added to an entry that is none; each thread has a place of its own
// for that.
__device__ inline u32 trio_of(const Entry& entry, u32 thread) {
    return entry.is_one ? trio_of(entry.position, entry.pair.x, entry.pair.y) : 128 + thread;
}

struct Marks {
    Block block;
    u32 left;
    u32 sets;
    u32 groups;
    u8 rows[16];
    Group group[GROUPS];
    const u16* by_number;
    u32* marks; // [family][group][word][thread]
};

__device__ inline bool attack(u32 r, u32 c, u32 s, u32 d) {
    return (c > d ? c - d : d - c) == (r > s ? r - s : s - r);
}

// One block for each family (x) and group (y): marks the entries whose three queens stand on open squares and
// do not attack each other. For a couple and an order of the last two queens, a tile has eight bits: entries of the
// first tail that are no leads, then those of the second. Beyond position 7 it has four: entries that are leads.
extern "C" __global__ void marks(const Marks job) {
    __shared__ u32 columns[16];
    const Group& group = job.group[blockIdx.y];
    const u32 set = job.by_number[blockIdx.x], whole = (1u << job.block.cols) - 1;
    const u32 word = threadIdx.x / WARP, thread = threadIdx.x % WARP, left = job.left;
    if (threadIdx.x == 0) {
        u32 next = 0;
        for (u32 rest = whole & ~set; rest; rest &= rest - 1) columns[next++] = __ffs(rest) - 1;
    }
    __syncthreads();
    const u32 s = job.rows[group.last[0]], t = job.rows[group.last[1]];
    const auto is_lead = [&](u32 tile, u32 order, u32 e, bool beyond, u32 tail) {
        const Entry entry = entry_of(tile, thread, e, beyond, left);
        if (beyond) tail = entry.tail;
        if (!entry.is_one || tail >= group.tails) return false;
        const u32 r = job.rows[group.third[tail]];
        const u32 c = columns[entry.position], d = columns[order ? entry.pair.y : entry.pair.x];
        const u32 f = columns[order ? entry.pair.x : entry.pair.y];
        return (job.block.open[r] >> c & job.block.open[s] >> d & job.block.open[t] >> f & 1) &&
               !attack(r, c, s, d) && !attack(r, c, t, f) && !attack(s, d, t, f);
    };
    u32 mark = 0;
    if (word == 2 * COUPLES) {
        for (u32 i = 0; i < 8 * TILES && left > 8; i++) mark |= (u32)is_lead(i / 8, i / 4 % 2, i % 4, true, 0) << i;
    } else {
        for (u32 i = 0; i < 32; i++)
            mark |= (u32)!is_lead(word % 2 * 2 + i / 16, i / 8 % 2, i % 4, false, word / 2 * 2 + i / 4 % 2) << i;
    }
    job.marks[((u64)blockIdx.x * job.groups + blockIdx.y) * MARKS + threadIdx.x] = mark;
}
