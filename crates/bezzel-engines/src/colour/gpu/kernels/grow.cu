// Nodes: a partner and the first queens of a lead, none of which attack each other.
//
// A node is the diagonals that they use. Nodes with the same partner column set (a lane) and the same
// columns of the lead make up a *family*; all row sets A that begin with the same rows share it. `grow`
// puts a queen in one more row: the nodes of a family go to as many families as there are columns left,
// each in a run of its own. A family is therefore a few runs, one for each column that the last queen can
// have, and nothing is ever sorted.

struct Grow {
    Block block;
    u32 level;    // queens of the lead before
    u32 row;      // row of the new one
    u32 limit;    // columns of a lead, read as a number, never exceed this
    u32 first;    // first lane
    u32 parents;  // column sets of that many members
    u32 children; // column sets of one member more
    u32 capacity; // nodes of all levels
    u32 spare;
    const u16* sets;   // column sets with as many members, by number
    const u16* number; // by column set: its number among those with as many members
    const uint2* list; // partners: the nodes of level 0
    const u32* start;
    const u32* count;
    uint2* nodes;
    const uint2* from; // runs before: [lane][set][member that came last], begin and end
    uint2* to;         // runs after
    u32* cursors; // [level][part] nodes; [16][part] the most at once; [17][part] families that did not fit
};
#define LEVELS 16
#define PARTS 32
// Words from a cursor to the next: each has a line of the cache of its own.
#define APART 32
#define CURSORS (PARTS * APART) // words from a level to the next

// The runs of a family that are not empty.
struct Family {
    const uint2* nodes;
    const uint2* runs; // of this warp: where a run begins, and what the index of a node has to be moved by
    u32 begins;        // by thread: where its run begins
    u32 size;
};

// Where the run of this thread's number begins and ends, of the family of a lane and a column set.
__device__ inline uint2 run_of(
    const u32* start, const u32* count, const uint2* runs, u32 level, u32 at, u32 lane_set, u32 lane
) {
    uint2 run = make_uint2(0, 0);
    if (level == 0 && lane == 0) run = make_uint2(start[lane_set], start[lane_set] + count[lane_set]);
    if (lane < level) run = runs[(u64)at * level + lane];
    return run;
}

// The family of these runs.
__device__ inline Family family_of(const uint2* list, const uint2* nodes, u32 level, uint2 run, uint2* room, u32 lane) {
    const u32 begin = run.x, end = run.y;
    const u32 who = __ballot_sync(ALL, begin != end);
    if (!who) return Family{nodes, room, ALL, 0};
    u32 sum = end - begin;
#pragma unroll
    for (u32 step = 1; step < LEVELS; step *= 2) {
        const u32 other = __shfl_up_sync(ALL, sum, step);
        if (lane >= step) sum += other;
    }
    const u32 size = __shfl_sync(ALL, sum, LEVELS - 1), first = sum - (end - begin);
    if (begin != end) room[__popc(who & lanes_below(lane))] = make_uint2(first, begin - first);
    __syncwarp();
    return Family{level ? nodes : list, room, begin != end ? first : ALL, size};
}

// Node number i + lane of a family; i is a multiple of 32, and the node may be beyond the last.
__device__ inline uint2 node_of(const Family& family, u32 i, u32 lane) {
    const u32 after = family.begins - i - 1; // runs that begin among these nodes, but the first
    const u32 begins = or_of_warp(after < WARP - 1 ? 2u << after : 0);
    const u32 before = __popc(__ballot_sync(ALL, family.begins <= i)) - 1;
    const u32 run = before + __popc(begins & (lanes_below(lane) | 1u << lane));
    uint2 node = make_uint2(ALL, ALL);
    if (i + lane < family.size) node = family.nodes[i + lane + family.runs[run].y];
    return node;
}

#define GROWERS 8 // most warps of a block

// Grows a family; the first WORDS times 32 nodes stay in registers, which may be all. Returns the run of the
// column with this thread's number.
template <u32 WORDS, bool ALL_OF_THEM>
__device__ inline uint2 grow_family(const Grow& job, const Family& family, u32 row, u32 open, u32 lane) {
    const u32 level = job.level;
    uint2 node[WORDS];
    u32 free[WORDS], mine = 0;
#pragma unroll
    for (u32 w = 0; w < WORDS; w++) node[w] = node_of(family, w * WARP, lane);
#pragma unroll
    for (u32 w = 0; w < WORDS; w++) {
        free[w] = open & ~(node[w].x >> (row & 31) | node[w].y >> (row >> 8 & 31));
        mine += __popc(free[w]);
    }
    if (!ALL_OF_THEM)
        for (u32 i = WORDS * WARP; i < family.size; i += WARP) {
            const uint2 more = node_of(family, i, lane);
            mine += __popc(open & ~(more.x >> (row & 31) | more.y >> (row >> 8 & 31)));
        }
#pragma unroll
    for (u32 step = WARP / 2; step; step /= 2) mine += __shfl_xor_sync(ALL, mine, step);
    // Each part of the lanes has its part of the memory, so that warps do not wait for the same cursor.
    const u32 part = blockIdx.y % PARTS, room = job.capacity / PARTS;
    u32* cursors = job.cursors + part * APART;
    u32 to = 0;
    if (mine) {
        u32 before = lane <= level ? cursors[lane * CURSORS] : 0;
#pragma unroll
        for (u32 step = LEVELS / 2; step; step /= 2) before += __shfl_xor_sync(ALL, before, step);
        if (lane == 0) {
            to = before + atomicAdd(cursors + (level + 1) * CURSORS, mine);
            const bool fits = to <= room && mine <= room - to;
            u32* most = cursors + LEVELS * CURSORS;
            if (fits && to + mine > *(volatile u32*)most) atomicMax(most, to + mine);
            if (!fits) atomicAdd(most + CURSORS, 1u);
            to = fits ? part * room + to : NONE;
        }
        to = __shfl_sync(ALL, to, 0);
    }
    uint2 run = make_uint2(0, 0);
    const u32 below = lanes_below(lane), bit = 1u << lane;
    if (mine && to != NONE) {
        for (u32 left = open; left; left &= left - 1) {
            const u32 queen = left & (0u - left);
            const u32 anti = queen << (row & 31), diag = queen << (row >> 8 & 31);
            const u32 begin = to;
#pragma unroll
            for (u32 w = 0; w < WORDS; w++) {
                const bool has = free[w] & queen;
                const u32 who = __ballot_sync(ALL, has);
                if (has) job.nodes[to + __popc(who & below)] = make_uint2(node[w].x | anti, node[w].y | diag);
                to += __popc(who);
            }
            if (!ALL_OF_THEM)
                for (u32 i = WORDS * WARP; i < family.size; i += WARP) {
                    const uint2 more = node_of(family, i, lane);
                    const bool has = !(more.x & anti) && !(more.y & diag);
                    const u32 who = __ballot_sync(ALL, has);
                    if (has) job.nodes[to + __popc(who & below)] = make_uint2(more.x | anti, more.y | diag);
                    to += __popc(who);
                }
            if (bit == queen) run = make_uint2(begin, to);
        }
    }
    return run;
}

extern "C" __global__ void GROW_BOUNDS grow(const Grow job) {
    __shared__ uint2 rooms[GROWERS][LEVELS];
    const u32 lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    const u32 at = blockIdx.x * warps + warp, level = job.level;
    if (at >= job.parents) return;
    const u32 set = job.sets[at];
    if (set > job.limit) return;
    const u32 row = row_of(job.block, job.row);
    const uint2 old = run_of(job.start, job.count, job.from, level, blockIdx.y * job.parents + at,
                             job.first + blockIdx.y, lane);
    const Family family = family_of(job.list, job.nodes, level, old, rooms[warp], lane);
    // Columns of children that are wanted.
    const u32 bit = lane < job.block.cols ? 1u << lane : 0;
    const u32 columns = __ballot_sync(ALL, bit && !(set & bit) && (set | bit) <= job.limit);
    const u32 open = columns & row >> 16;
    uint2 run = make_uint2(0, 0);
    switch ((family.size + WARP - 1) / WARP) {
    case 0: break;
    case 1: run = grow_family<1, true>(job, family, row, open, lane); break;
    case 2: run = grow_family<2, true>(job, family, row, open, lane); break;
    case 3: run = grow_family<3, true>(job, family, row, open, lane); break;
    case 4: run = grow_family<4, true>(job, family, row, open, lane); break;
    case 5: run = grow_family<5, true>(job, family, row, open, lane); break;
    case 6: run = grow_family<6, true>(job, family, row, open, lane); break;
    default: run = grow_family<8, false>(job, family, row, open, lane);
    }
    if (columns & bit) {
        const u32 child = set | bit;
        const u64 to = (u64)blockIdx.y * job.children + job.number[child];
        job.to[to * (level + 1) + __popc(child & (bit - 1))] = run;
    }
}
