// The first half by bit maps, from row sets to the lists that `meet` runs through.
//
// A lead of k queens is a *prefix* (all rows but the last four), a left pair of queens and a right
// pair. Under a prefix, the partners of each lane that it does not attack are packed 32 to a word,
// and for each diagonal a word says which of them use it. Two maps of pairs, one AND and one
// population count then test a lead against 32 partners.
//
//     rows     where the counts of a column set go
//     packs    the partners that a prefix leaves, by lane
//     lists    which left and right pairs make a lead under a prefix, sorted by column set
//     meet     (in `meet.cu`) counts

struct Prefix {
    u32 cols, anti, diag;
    u32 fixed; // which of the fixed column sets its first queens take
};

// Rows of the tile of counts: a tile holds the column sets that contain one fixed set.
struct Rows {
    u32 sets;  // column sets of leads that are wanted
    u32 room;  // entries of `row` for each fixed set: half the number of all column sets
    u32 most;  // entries of `member` for each fixed set
    u32 spare;
    const u32* lead_sets; // by lane of the second half
    const u32* fixed;     // one column set for each
    u16* row;    // [fixed][column set / 2]
    u16* member; // [fixed][row]: the lane of the second half
    u32* count;  // [fixed]
};

extern "C" __global__ void rows(const Rows job) {
    __shared__ u32 next;
    if (threadIdx.x == 0) next = 0;
    __syncthreads();
    const u32 at = blockIdx.x, fixed = job.fixed[at];
    u16* row = job.row + (u64)at * job.room;
    for (u32 i = threadIdx.x; i < job.room; i += blockDim.x) row[i] = 0xffff;
    __syncthreads();
    for (u32 lane = threadIdx.x; lane < job.sets; lane += blockDim.x) {
        const u32 set = job.lead_sets[lane];
        if ((set & fixed) != fixed) continue;
        const u32 mine = atomicAdd(&next, 1u);
        row[set >> 1] = (u16)mine;
        job.member[(u64)at * job.most + mine] = (u16)lane;
    }
    __syncthreads();
    if (threadIdx.x == 0) job.count[at] = next;
}

struct Packs {
    u32 chunks;   // of 32 lanes
    u32 lanes;
    u32 capacity; // packs
    u32 spare;
    const Prefix* prefixes;
    const uint2* list; // partners
    const u32* start;
    const u32* count;
    u32* packs;  // [pack][line][lane of the chunk]
    u32* index;  // [prefix][chunk]: first pack | number of packs << 24
    u32* cursor; // [0] packs in use, [1] how many did not fit
};

// Words of a pack. Line 31 is no diagonal: it says which places are taken.
#define LINES 64
#define TAKEN 31
#define PACK (LINES * WARP)

// Turns a matrix of 32 by 32 bits, one row in each thread.
__device__ inline u32 transposed(u32 word, u32 lane) {
    u32 mask = 0xffff;
#pragma unroll
    for (u32 step = 16; step; step >>= 1) {
        const u32 other = __shfl_xor_sync(ALL, word, step);
        word = lane & step ? (word & ~mask) | (other & ~mask) >> step
                           : (word & mask) | (other & mask) << step;
        mask ^= mask << (step >> 1);
    }
    return word;
}

extern "C" __global__ void packs(const Packs job) {
    __shared__ u32 tile[LINES * (WARP + 1)];
    __shared__ u32 most, place;
    DYNAMIC_SHARED(uint2, held); // 64 for each warp
    const u32 lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    uint2* mine = held + 2 * WARP * warp;
    const Prefix prefix = job.prefixes[blockIdx.x];
    const u32 chunk = blockIdx.y;
    if (threadIdx.x == 0) most = 0;
    __syncthreads();
    for (u32 layer = 0;; layer++) {
        for (u32 i = warp; i < WARP; i += warps) {
            const u32 at = chunk * WARP + i;
            const u32 from = at < job.lanes ? job.start[at] : 0;
            const u32 partners = at < job.lanes ? job.count[at] : 0;
            u32 alive = 0; // partners left so far
            for (u32 j = 0; j < partners; j += WARP) {
                uint2 partner = make_uint2(ALL, ALL);
                if (j + lane < partners) partner = job.list[from + j + lane];
                const bool stays = !(partner.x & prefix.anti) && !(partner.y & prefix.diag) && j + lane < partners;
                const u32 who = __ballot_sync(ALL, stays);
                const u32 number = alive + __popc(who & lanes_below(lane));
                if (stays && number / WARP == layer) mine[number % WARP] = partner;
                alive += __popc(who);
            }
            if (layer == 0 && lane == 0 && alive) atomicMax(&most, alive);
            __syncwarp();
            const u32 here = alive > layer * WARP ? min(alive - layer * WARP, (u32)WARP) : 0;
            uint2 partner = make_uint2(0, 0);
            if (lane < here) partner = mine[lane];
            const u32 anti = transposed(partner.x, lane), diag = transposed(partner.y, lane);
            tile[lane * (WARP + 1) + i] = lane == TAKEN ? (here == WARP ? ALL : (1u << here) - 1) : anti;
            tile[(WARP + lane) * (WARP + 1) + i] = diag;
            __syncwarp();
        }
        __syncthreads();
        const u32 layers = (most + WARP - 1) / WARP;
        if (layer == 0 && threadIdx.x == 0) {
            place = atomicAdd(job.cursor, layers);
            const bool fits = layers < 256 && place <= job.capacity && layers <= job.capacity - place;
            if (!fits) {
                atomicAdd(job.cursor + 1, 1u);
                most = 0;
            }
            job.index[blockIdx.x * job.chunks + chunk] = fits ? place | layers << 24 : 0;
        }
        __syncthreads();
        const u32 wanted = (most + WARP - 1) / WARP;
        if (wanted == 0) return;
        u32* to = job.packs + (u64)(place + layer) * PACK;
        for (u32 i = threadIdx.x; i < PACK; i += blockDim.x)
            to[i] = tile[i / WARP * (WARP + 1) + i % WARP];
        __syncthreads();
        if (layer + 1 >= wanted) return;
    }
}

// A row set in `lists` and `meet`.
struct Meeting {
    u8 left[2], right[2]; // rows of the two pairs
    u32 slot;
    u32 first, count; // prefixes
    u32 list;         // number of its first list
};

struct Lists {
    Block block;
    u32 room;
    u32 quads;
    u32 capacity; // records
    u32 segments;
    const u16* quad; // all sets of four columns
    const u16* row;  // [fixed][column set / 2]
    const Prefix* prefixes;
    const Meeting* meetings;
    u32* heads;     // [list][segment]: where it starts; and one more, where the last one ends
    uint4* records; // place of the counts, then up to three leads: left map | right map << 16
    u32* cursor;    // [0] records in use, [1] how many lists did not fit
};

// The last record of a column set: added to its place, which is a multiple of 64.
#define LAST 1u

// Bytes of a map of 32 lanes, and of a row of 32 counts.
#define MAP 128
#define ROW 64

// Calls `found` for every pair of pairs that makes a lead on these four columns.
// The number of a map gives the columns of its two queens among those that the prefix leaves.
template <class Found>
__device__ inline void each_lead(
    const u32* row, const u32* free, u32 quad, u32 prefix, u32 width, Found found
) {
    const auto map = [=](u32 x, u32 y) {
        return (__popc((x - 1) & ~prefix) * width + __popc((y - 1) & ~prefix)) * MAP;
    };
    for (u32 a = quad & free[0]; a; a &= a - 1) {
        const u32 x = a & (0u - a);
        const u32 anti1 = x << (row[0] & 31), diag1 = x << (row[0] >> 8 & 31);
        for (u32 b = free_of(row[1], x, anti1, diag1) & free[1] & quad; b; b &= b - 1) {
            const u32 y = b & (0u - b);
            const u32 anti2 = anti1 | y << (row[1] & 31), diag2 = diag1 | y << (row[1] >> 8 & 31);
            const u32 rest = quad & ~x & ~y;
            for (u32 c = free_of(row[2], 0, anti2, diag2) & free[2] & rest; c; c &= c - 1) {
                const u32 z = c & (0u - c), w = rest & ~z;
                const u32 anti3 = anti2 | z << (row[2] & 31), diag3 = diag2 | z << (row[2] >> 8 & 31);
                if (!(free_of(row[3], 0, anti3, diag3) & free[3] & w)) continue;
                found(map(x, y) | map(z, w) << 16);
            }
        }
    }
}

// One block for each prefix (x) of each row set (y); up to 32 segments.
extern "C" __global__ void lists(const Lists job) {
    __shared__ u32 row[4], free[4], bound[33], sums[32], place, total;
    const Meeting meeting = job.meetings[blockIdx.y];
    if (blockIdx.x >= meeting.count) return;
    const Prefix prefix = job.prefixes[meeting.first + blockIdx.x];
    const u32 lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    if (threadIdx.x < 4) {
        const u32 p = threadIdx.x < 2 ? meeting.left[threadIdx.x] : meeting.right[threadIdx.x - 2];
        row[threadIdx.x] = row_of(job.block, p);
        free[threadIdx.x] = free_of(row[threadIdx.x], prefix.cols, prefix.anti, prefix.diag);
    }
    if (threadIdx.x <= job.segments) bound[threadIdx.x] = 0;
    __syncthreads();
    // Each thread takes neighbouring column sets.
    const u32 each = (job.quads + blockDim.x - 1) / blockDim.x;
    const u32 begin = min(threadIdx.x * each, job.quads), end = min(begin + each, job.quads);
    const u16* rows = job.row + (u64)prefix.fixed * job.room;
    const u32 width = job.block.cols - __popc(prefix.cols);
    u32 mine = 0;
    for (u32 i = begin; i < end; i++) {
        const u32 quad = job.quad[i];
        if (quad & prefix.cols || rows[(quad | prefix.cols) >> 1] == 0xffff) continue;
        u32 leads = 0;
        each_lead(row, free, quad, prefix.cols, width, [&](u32) { leads++; });
        mine += (leads + 2) / 3;
    }
    // Where this thread's records start: sums over warps, then over the block.
    u32 before = mine;
#pragma unroll
    for (u32 step = 1; step < WARP; step *= 2) {
        const u32 more = __shfl_up_sync(ALL, before, step);
        if (lane >= step) before += more;
    }
    if (lane == WARP - 1) sums[warp] = before;
    __syncthreads();
    if (threadIdx.x == 0) {
        u32 sum = 0;
        for (u32 i = 0; i < warps; i++) {
            const u32 more = sums[i];
            sums[i] = sum;
            sum += more;
        }
        total = sum;
        place = atomicAdd(job.cursor, sum);
        if (place > job.capacity || sum > job.capacity - place) {
            atomicAdd(job.cursor + 1, 1u);
            total = 0;
        }
    }
    __syncthreads();
    before += sums[warp] - mine;
    const u32 all = total, segments = job.segments;
    // A segment ends with the thread that reaches its share.
    if (mine)
        for (u32 s = 1; s <= segments; s++) {
            const u32 share = (u32)((u64)all * s / segments);
            if (before < share && share <= before + mine) bound[s] = before + mine;
        }
    __syncthreads();
    if (threadIdx.x <= segments)
        job.heads[(u64)(meeting.list + blockIdx.x) * (segments + 1) + threadIdx.x] =
            all ? place + bound[threadIdx.x] : 0;
    if (all == 0) return;
    uint4* to = job.records + place + before;
    for (u32 i = begin; mine && i < end; i++) {
        const u32 quad = job.quad[i];
        if (quad & prefix.cols) continue;
        const u32 goes = rows[(quad | prefix.cols) >> 1];
        if (goes == 0xffff) continue;
        uint4 record = make_uint4(goes * ROW, 0, 0, 0);
        u32 leads = 0;
        each_lead(row, free, quad, prefix.cols, width, [&](u32 lead) {
            if (leads == 3) {
                *to++ = record;
                record.y = record.z = record.w = leads = 0;
            }
            if (leads == 0) record.y = lead;
            else if (leads == 1) record.z = lead;
            else record.w = lead;
            leads++;
        });
        if (leads) {
            record.x |= LAST;
            *to++ = record;
        }
    }
}
