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

// Words of marks of a tile, for 32 threads each: one for each couple, one for what is beyond position 7.
#define MARKS (COUPLES + 1)

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

// The entry of a tile in a thread: its pair, and the position of its column. Entries beyond the last pair or the last
// position are none.
struct Entry {
    uint2 pair;
    u32 position, tail;
    bool is_one;
};

__device__ inline Entry entry_at(u32 tile, u32 thread, u32 e, u32 position, u32 tail, u32 left) {
    const u32 number = 16 * tile + thread / 4 + (e & 2 ? 8 : 0);
    if (number >= pairs_of(left) || position >= left) return Entry{make_uint2(0, 0), 0, 0, false};
    const uint2 pair = pair_of(number);
    return Entry{pair, position, tail, position != pair.x && position != pair.y};
}

// In the first eight positions, for any tail.
__device__ inline Entry entry_of(u32 tile, u32 thread, u32 e, u32 left) {
    return entry_at(tile, thread, e, thread % 4 * 2 + (e & 1), 0, left);
}

// Beyond, where columns are the two tails of a couple in turns.
__device__ inline Entry entry_beyond(u32 tile, u32 thread, u32 e, u32 left) {
    const u32 over = left > 8 ? left - 8 : 1, couple = thread % 4 / over;
    if (2 * couple >= tails_in_group(left)) return Entry{make_uint2(0, 0), 0, 0, false};
    return entry_at(tile, thread, e, 8 + thread % 4 % over, 2 * couple + (e & 1), left);
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
    u32* marks; // [family][group][tile][word][thread]
};

__device__ inline bool attack(u32 r, u32 c, u32 s, u32 d) {
    return (c > d ? c - d : d - c) == (r > s ? r - s : s - r);
}

// Which bit of its word tells whether an entry is a lead: e counts the entries of a tail.
__device__ inline u32 mark_of(u32 e, u32 tail, u32 order) { return e / 2 * 16 + order * 8 + tail % 2 * 4 + e % 2; }

// Shifted by this, the four bits of an entry (both tails of a couple, both orders of the last two queens) are the lowest
// ones of four groups of four bits.
#define MARKS_BY(e) ((e) / 2 * 16 + (e) % 2)

// These bits are always set, so that with the lowest ones they make 0 or 1 and 4 or 5 in turns: which byte of a
// tail's count is wanted, its lowest or another one, which is 0.
#define SECOND_TAILS 0xc0c0c0c0u
#define ALL_MARKS 0x5151

// One block for each family (x) and group (y), a warp for each word: marks the entries whose three queens do not stand on
// open squares or attack each other.
extern "C" __global__ void marks(const Marks job) {
    __shared__ u32 columns[16];
    const Group& group = job.group[blockIdx.y];
    const u32 set = job.by_number[blockIdx.x], whole = (1u << job.block.cols) - 1;
    const u32 words = blockDim.x / WARP, word = threadIdx.x / WARP, thread = threadIdx.x % WARP, left = job.left;
    if (threadIdx.x == 0) {
        u32 next = 0;
        for (u32 rest = whole & ~set; rest; rest &= rest - 1) columns[next++] = __ffs(rest) - 1;
    }
    __syncthreads();
    const u32 s = job.rows[group.last[0]], t = job.rows[group.last[1]];
    const u32 tile = word / MARKS, couple = word % MARKS;
    const bool beyond = couple == COUPLES;
    const auto is_lead = [&](const Entry& entry, u32 tail, u32 order) {
        if (!entry.is_one || tail >= group.tails) return false;
        const u32 r = job.rows[group.third[tail]], c = columns[entry.position];
        const u32 d = columns[order ? entry.pair.y : entry.pair.x], f = columns[order ? entry.pair.x : entry.pair.y];
        return (job.block.open[r] >> c & job.block.open[s] >> d & job.block.open[t] >> f & 1) &&
               !attack(r, c, s, d) && !attack(r, c, t, f) && !attack(s, d, t, f);
    };
    u32 mark = SECOND_TAILS;
    for (u32 e = 0; e < (beyond ? 2 : 4); e++)
        for (u32 tail = 0; tail < 2; tail++) {
            // Beyond position 7 every other entry is of the second tail.
            const Entry entry = beyond ? entry_beyond(tile, thread, 2 * e + tail, left) : entry_of(tile, thread, e, left);
            const u32 number = beyond ? entry.tail : 2 * couple + tail;
            for (u32 order = 0; order < 2; order++)
                mark |= (u32)!is_lead(entry, number, order) << mark_of(e, tail, order);
        }
    job.marks[((u64)blockIdx.x * job.groups + blockIdx.y) * words * WARP + threadIdx.x] = mark;
}
