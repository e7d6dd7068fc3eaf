// Joint descent: walks the leads of a half row by row beside each partner, so that only pairs without
// attacks are ever met. It weighs the second half; it can also fill the matrix of the first.
//
// A *bunch* is up to four row sets A that differ in one or two pairs of mirrored rows {p, m-1-p}, of
// which each takes one. A thread block takes a bunch and one lane (a column set of the partners) and
// keeps a table for each row set of the bunch in shared memory: the weights of that lane by column
// set of the lead, 16 bits each, or the counts of that lane, 32 bits each. A column set of k members
// is known from its members but column 0, so a table has 2^(columns - 1) entries.
//
//     chain rows     placed one by one; all row sets of the bunch share these nodes
//     pair rows      then a queen in one of two rows, any of their squares
//     leaf rows      then one in one of two other rows: the lead is complete
//
// Each warp walks on its own and keeps its threads busy in three phases, which hand nodes on through
// two small stacks in shared memory:
//
//     descend   every thread walks the chain rows from a partner of its own, with one place for each
//               level; nodes that lack only the last chain row go to the first stack
//     expand    32 of these at a time take their last chain queen and become *items*: their free
//               pair squares and leaf squares
//     finish    every thread takes an item and runs through its pair and leaf squares; one that is
//               done takes the next item without waiting for the others
//
// The deepest phase that has a whole warp of nodes goes first, so a stack never holds two warps of
// them.

struct Bunch {
    u8 chain[16];
    u8 length; // rows of the chain
    u8 pairs;  // 1 if there are pair rows, 0 if items go straight to their leaf rows
    u8 rows[4]; // two pair rows, two leaf rows; 255 where there is none
    u8 spare[2];
    u32 slot[4]; // matrix of (pair row, leaf row), or NONE
};
#define NONE 0xffffffffu

struct Walk {
    Block block;
    Rule rule;
    u32 limit;   // columns of a lead, read as a number, never exceed this
    u32 keys;    // column sets of leads that are wanted: lanes of the other half
    u32 pitch;   // entries from one row of a matrix to the next
    u32 weighed; // 1: sum up weights, 0: fill the matrix
    u64 plane;   // entries of a matrix
    const Bunch* bunches;
    const uint2* list; // partners
    const u32* start;
    const u32* count;
    const u32* lead_sets; // by key
    u32* matrix; // [slot][lane of the second half][lane of the first half]
    u64* sums;   // low and high halves, for each 16 bits of the weights
    u32* slices; // lanes of row sets done
};

// Entries of a stack: less than a warp before a step that adds at most a warp.
#define ROOM (2 * WARP)
// Bytes of an entry's words on a stack, and of a level's on the way down.
#define STACK_WORD (4 * ROOM)
#define LEVEL_WORD (4 * WARP)
// Bytes at the start of shared memory: what a pair queen leaves (32 times 8); the rows of each chain
// level (16 times 16); the last chain row with the open squares of the first, the shifts of the pair
// rows, those of the leaf rows, and the open squares of both (4 times 16); the first task that nobody
// has taken.
#define ROWS_AT 256
#define LAST_AT 512
#define NEXT_AT 576
#define FRONT 592

// Threads without a node before new ones are fetched.
#define IDLE 4
// Rounds of leaves between two looks at the stack.
#define ROUNDS 2

// Threads without an item before a warp does something else.
#define FEW 12

// Bytes of a warp's stacks and levels, for a chain of this many rows.
__device__ inline u32 stack_bytes(u32 length) {
    return 9 * STACK_WORD + (length > 2 ? length - 1 : 1) * 3 * LEVEL_WORD;
}

// A stack of a warp: its place and how many entries it has. All threads hold the same values.
struct Stack {
    Place at;
    u32 count;
};

__device__ inline void push(Stack& stack, u32 lane, bool has, u32 x, u32 y, u32 z) {
    const u32 who = __ballot_sync(ALL, has);
    const Place to = stack.at + 4 * (stack.count + __popc(who & lanes_below(lane)));
    if (has) {
        put(to, x);
        put(to + STACK_WORD, y);
        put(to + 2 * STACK_WORD, z);
    }
    stack.count += __popc(who);
}

// Free squares of two rows, the second one in the high half. `shifts` are those of the
// anti-diagonals and diagonals of the first row, then of the second.
__device__ inline u32 free_of_two(uint4 shifts, u32 open, u32 cols, u32 anti, u32 diag) {
    const u32 low = cols | anti >> (shifts.x & 31) | diag >> (shifts.y & 31);
    const u32 high = cols | anti >> (shifts.z & 31) | diag >> (shifts.w & 31);
    return open & ~__byte_perm(low, high, 0x5410);
}

// Makes an item of a node with all chain rows and puts it on the stack.
__device__ inline void offer_item(
    Stack& items, Place front, u32 lane, bool has_pairs, bool has, u32 cols, u32 anti, u32 diag
) {
    u32 first = 1u << 15; // stands for no queen at all
    const uint2 open = get2(front + LAST_AT + 48);
    if (has_pairs) first = free_of_two(get4(front + LAST_AT + 16), open.x, cols, anti, diag);
    const u32 leaf = free_of_two(get4(front + LAST_AT + 32), open.y, cols, anti, diag);
    push(items, lane, has && first && leaf, cols & ~1u, first, leaf);
}

// What a thread does with an item.
struct Item {
    u32 first;     // pair squares to try
    u32 source;    // leaf squares
    u32 low, high; // leaf squares left for the pair queen, by row
    Place cols;    // where the tables have its columns; column 0 adds nothing to an address
    Place base;    // likewise with the pair queen
};

// Works on items until few threads have any; with `drain` until none has.
template <bool WEIGHED>
__device__ inline void finish(
    Stack& items, u32 lane, Item& item, Place front, Place tables, u32 columns, bool drain, u64& total
) {
    u32 sum = 0;
    const u32 other = (WEIGHED ? 1u : 2u) << columns; // from the table of a leaf row to the other's
    for (;;) {
        const bool idle = !(item.first | item.low | item.high);
        const u32 who = __ballot_sync(ALL, idle);
        if (who && items.count) {
            const u32 rank = __popc(who & lanes_below(lane));
            if (idle && rank < items.count) {
                const Place from = items.at + 4 * (items.count - 1 - rank);
                item.cols = tables + (WEIGHED ? 1 : 2) * get(from);
                item.first = get(from + STACK_WORD);
                item.source = get(from + 2 * STACK_WORD);
            }
            items.count -= min((u32)__popc(who), items.count);
        } else if (who == ALL || (!drain && __popc(who) > FEW)) {
            break;
        }
#pragma unroll
        for (u32 round = 0; round < ROUNDS; round++) {
            const u32 i = 31 - __clz(item.first);
            const bool needs = !(item.low | item.high) && item.first;
            const uint2 pair = get2_if(needs, front + 8 * i);
            if (needs) {
                const u32 leaf = item.source & pair.x;
                item.first ^= 1u << (i & 31);
                item.low = leaf & 0xffff;
                item.high = leaf >> 16;
                item.base = item.cols + (WEIGHED ? 1 : 2) * pair.y;
            }
            const u32 low = item.low & (item.low - 1), high = item.high & (item.high - 1);
            const Place at = item.base + (WEIGHED ? 1 : 2) * (item.low & ~low & ~1u);
            const Place to = item.base + (WEIGHED ? 1 : 2) * (item.high & ~high & ~1u) + other;
            if (WEIGHED) {
                add16_if(item.low, sum, at);
                add16_if(item.high, sum, to);
            } else {
                if (item.low) add(at, 1);
                if (item.high) add(to, 1);
            }
            item.low = low;
            item.high = high;
        }
        __syncwarp();
    }
    // A thread ends at most 64 items here, each of at most 30 pair squares with 30 leaves: below
    // 2^16 leaves of weights below 2^16.
    total += sum;
}

// Expands: one queen in the last chain row for each of the last nodes.
__device__ inline void expand(
    Stack& nodes, Stack& items, u32 lane, Place front, bool has_pairs, u32 limit
) {
    const u32 taken = min(nodes.count, (u32)WARP);
    const bool has = lane < taken;
    u32 word = 0, anti = 0, diag = 0;
    if (has) {
        const Place at = nodes.at + 4 * (nodes.count - taken + lane);
        word = get(at);
        anti = get(at + STACK_WORD);
        diag = get(at + 2 * STACK_WORD);
    }
    nodes.count -= taken;
    __syncwarp();
    const uint2 row = get2(front + LAST_AT);
    const u32 f = word >> 16, rest = f & (f - 1), queen = f ^ rest;
    const u32 cols = (word & 0xffff) | queen;
    push(nodes, lane, rest, (word & 0xffff) | rest << 16, anti, diag);
    anti |= queen << (row.x & 31);
    diag |= queen << (row.y & 31);
    offer_item(items, front, lane, has_pairs, has && cols <= limit, cols, anti, diag);
}

// Walks all leads of the bunch beside all partners of the lane.
template <bool WEIGHED>
__device__ inline u64 walk_all(
    const Walk& job, u32 length, bool has_pairs, Place front, Place tables, Place stacks, u32 lane_set
) {
    const u32 columns = job.block.cols, limit = job.limit;
    u32 lane = threadIdx.x % WARP;
    keep(lane);
    Place mine = stacks + threadIdx.x / WARP * stack_bytes(length);
    keep(mine);
    Stack nodes = {mine, 0}, items = {mine + 3 * STACK_WORD, 0}, roots = {mine + 6 * STACK_WORD, 0};
    const Place levels = mine + 9 * STACK_WORD + 4 * lane;
    Item item = {0, 0, 0, 0, tables, tables};
    const u32 from = job.start[lane_set], partners = job.count[lane_set];
    // A task is a partner and, unless the chain is empty, a column for the first queen.
    const u32 each = length ? columns : 1, tasks = partners * each;
    // The node of this thread: its level, columns | free columns << 16, diagonals; and the levels
    // that have more queens to try.
    u32 level = 0, node = 0, anti = 0, diag = 0, pending = 0;
    u32 fetched = 0; // first free task, as far as this warp knows
    u32 busy = 0;    // threads with a node
    u64 total = 0;
    for (;;) {
        __syncwarp();
        if (items.count >= WARP) {
            finish<WEIGHED>(items, lane, item, front, tables, columns, false, total);
        } else if (nodes.count >= WARP) {
            expand(nodes, items, lane, front, has_pairs, limit);
        } else if (__popc(busy) <= WARP - IDLE && (roots.count || fetched < tasks)) {
            const u32 idle = WARP - __popc(busy);
            if (fetched < tasks && roots.count < idle) {
                // Tasks that are no dead ends become roots.
                u32 task = 0;
                if (lane == 0) task = take(front + NEXT_AT, WARP);
                task = __shfl_sync(ALL, task, 0);
                fetched = task + WARP;
                task += lane;
                bool has = task < tasks;
                u32 cols = 0, a = 0, d = 0;
                const uint4 row = get4(front + ROWS_AT);
                if (has) {
                    const u32 number = task / each;
                    const uint2 partner = job.list[from + number];
                    a = partner.x;
                    d = partner.y;
                    if (length) {
                        const u32 open = get(front + LAST_AT + 8);
                        cols = 1u << (task - number * each);
                        has = (open & ~(a >> (row.x & 31) | d >> (row.y & 31)) & cols) && cols <= limit;
                        a |= cols << (row.x & 31);
                        d |= cols << (row.y & 31);
                    }
                }
                const u32 f = (row.w >> 16) & ~(cols | a >> (row.z & 31) | d >> (row.w & 31));
                if (length < 2) {
                    offer_item(items, front, lane, has_pairs, has, cols, a, d);
                } else if (length == 2) {
                    push(nodes, lane, has && f, cols | f << 16, a, d);
                } else {
                    push(roots, lane, has && f, cols | f << 16, a, d);
                }
            } else {
                // Roots for threads without a node.
                const u32 rank = __popc(~busy & lanes_below(lane));
                if (!(busy >> lane & 1) && rank < roots.count) {
                    const Place root = roots.at + 4 * (roots.count - 1 - rank);
                    level = 1;
                    node = get(root);
                    anti = get(root + STACK_WORD);
                    diag = get(root + 2 * STACK_WORD);
                }
                roots.count -= min(idle, roots.count);
                busy = __ballot_sync(ALL, node >> 16);
            }
        } else if (busy) {
            // Descend: one queen for each thread's node. Queens to try later wait on their level.
            const u32 enough = roots.count || fetched < tasks ? WARP - IDLE : 0;
            do {
                const uint4 row = get4(front + ROWS_AT + 16 * level);
                const u32 f = node >> 16, rest = f & (f - 1), queen = f ^ rest;
                const Place here = levels + level * 3 * LEVEL_WORD;
                const u32 bit = 1u << level;
                pending &= ~bit;
                if (rest) {
                    put(here, (node & 0xffff) | rest << 16);
                    put(here + LEVEL_WORD, anti);
                    put(here + 2 * LEVEL_WORD, diag);
                    pending |= bit;
                }
                const u32 cols = (node & 0xffff) | queen;
                anti |= queen << (row.x & 31);
                diag |= queen << (row.y & 31);
                u32 free = (row.w >> 16) & ~(cols | anti >> (row.z & 31) | diag >> (row.w & 31));
                if (!f || cols > limit) free = 0;
                level++;
                node = cols | free << 16;
                const bool complete = level == length - 1;
                push(nodes, lane, complete && free, node, anti, diag);
                if (complete || !free) {
                    // Back to the deepest level that has more; a thread with none stays idle.
                    level = pending ? 31 - __clz(pending) : 0;
                    const Place back = levels + level * 3 * LEVEL_WORD;
                    node = get(back);
                    anti = get(back + LEVEL_WORD);
                    diag = get(back + 2 * LEVEL_WORD);
                    if (!pending) node = 0;
                }
                busy = __ballot_sync(ALL, node >> 16);
            } while (nodes.count < WARP && __popc(busy) > enough);
        } else if (nodes.count) {
            expand(nodes, items, lane, front, has_pairs, limit);
        } else if (items.count || __ballot_sync(ALL, item.first | item.low | item.high)) {
            // Nothing is left but items.
            finish<WEIGHED>(items, lane, item, front, tables, columns, true, total);
        } else {
            return total;
        }
    }
}

// The leaf squares that a queen on pair square i leaves, and what it adds to the address.
__device__ inline uint2 pair_entry(const Bunch& bunch, u32 i, u32 columns) {
    if (!bunch.pairs) return make_uint2(ALL, 0);
    const u32 r = i >> 4, q = i & 15;
    u32 keep = 0;
    for (u32 j = 0; j < 2; j++) {
        const u32 leaf = bunch.rows[2 + j], pair = bunch.rows[r];
        const u32 apart = leaf > pair ? leaf - pair : pair - leaf;
        const u32 queen = 1u << q;
        const u32 hit = queen | queen << apart | queen >> apart;
        keep |= (~hit & 0xffff) << (16 * j);
    }
    return make_uint2(keep, ((1u << q) & ~1u) | r << (columns + 1));
}

// The shifts of two rows.
__device__ inline uint4 two_rows(const Block& block, u32 p, u32 q) {
    const u32 one = row_of(block, p), two = row_of(block, q);
    return make_uint4(one & 31, one >> 8 & 31, two & 31, two >> 8 & 31);
}

// The open squares of two rows, in halves.
__device__ inline u32 two_open(const Block& block, u32 p, u32 q) {
    return row_of(block, p) >> 16 | (row_of(block, q) & 0xffff0000);
}

extern "C" __global__ void WALK_BOUNDS walk(const Walk job) {
    DYNAMIC_SHARED(u32, words_of_block);
    char* shared = (char*)words_of_block;
    __shared__ u32 largest;
    __shared__ u64 block_sum;
    __shared__ Bunch bunch;
    const u32 lane = blockIdx.x, columns = job.block.cols;
    if (threadIdx.x == 0) {
        bunch = job.bunches[blockIdx.y];
        largest = 0;
        block_sum = 0;
    }
    __syncthreads();
    const u32 length = bunch.length, i = threadIdx.x;
    u32* tables = (u32*)(shared + FRONT);
    const u32 words = (job.weighed ? 1u : 2u) << columns; // of all four tables
    u32* next = (u32*)(shared + NEXT_AT);
    if (i == 0) *next = 0;
    if (i < 32) ((uint2*)shared)[i] = pair_entry(bunch, i, columns);
    if (i < 16) {
        // The row that a node with i queens fills, and the one after it.
        const u32 own = row_of(job.block, i < length ? bunch.chain[i] : 255);
        const u32 then = row_of(job.block, i + 1 < length ? bunch.chain[i + 1] : 255);
        ((uint4*)(shared + ROWS_AT))[i] =
            make_uint4(own & 31, own >> 8 & 31, then & 31, (then >> 8 & 31) | (then & 0xffff0000));
    }
    if (i == 32) {
        const u32 row = row_of(job.block, length ? bunch.chain[length - 1] : 255);
        ((uint4*)(shared + LAST_AT))[0] =
            make_uint4(row & 31, row >> 8 & 31, length ? job.block.open[bunch.chain[0]] : 0, 0);
        ((uint4*)(shared + LAST_AT))[1] = two_rows(job.block, bunch.rows[0], bunch.rows[1]);
        ((uint4*)(shared + LAST_AT))[2] = two_rows(job.block, bunch.rows[2], bunch.rows[3]);
        ((uint4*)(shared + LAST_AT))[3] =
            make_uint4(two_open(job.block, bunch.rows[0], bunch.rows[1]),
                       two_open(job.block, bunch.rows[2], bunch.rows[3]), 0, 0);
    }
    const Place front = place_of(shared), stacks = front + FRONT + 4 * words;
    if (!job.weighed) {
        for (u32 w = threadIdx.x; w < words; w += blockDim.x) tables[w] = 0;
        __syncthreads();
        walk_all<false>(job, length, bunch.pairs, front, front + FRONT, stacks, lane);
        __syncthreads();
        for (u32 t = 0; t < 4; t++) {
            if (bunch.slot[t] == NONE) continue;
            u32* to = job.matrix + bunch.slot[t] * job.plane + lane;
            const u32* table = tables + (t << (columns - 1));
            for (u32 key = threadIdx.x; key < job.keys; key += blockDim.x)
                to[(u64)key * job.pitch] = table[job.lead_sets[key] >> 1];
        }
    } else {
        for (u32 limb = 0;; limb++) {
            for (u32 w = threadIdx.x; w < words; w += blockDim.x) tables[w] = 0;
            __syncthreads();
            for (u32 t = 0; t < 4; t++) {
                if (bunch.slot[t] == NONE) continue;
                const u32* from =
                    job.matrix + bunch.slot[t] * job.plane + (u64)lane * job.pitch;
                u16* table = (u16*)tables + (t << (columns - 1));
                u32 most = 0;
                for (u32 key = threadIdx.x; key < job.keys; key += blockDim.x) {
                    const u64 weight = (u64)from[key] * weight_of(job.rule, bunch.slot[t], lane, key);
                    table[job.lead_sets[key] >> 1] = (u16)(weight >> (16 * limb));
                    most |= weight >> (16 * (limb + 1)) ? 1 : 0;
                }
                if (most) atomicOr(&largest, 1u << limb);
            }
            __syncthreads();
            const bool again = largest >> limb & 1;
            const u64 sum = walk_all<true>(job, length, bunch.pairs, front, front + FRONT, stacks, lane);
            add_of_warp(&block_sum, sum);
            __syncthreads();
            if (threadIdx.x == 0) {
                add_split(job.sums + 2 * limb, block_sum);
                block_sum = 0;
                *next = 0;
            }
            __syncthreads();
            if (!again) break;
        }
    }
    if (threadIdx.x == 0) {
        u32 slices = 0;
        for (u32 t = 0; t < 4; t++) slices += bunch.slot[t] != NONE;
        atomicAdd(job.slices, slices);
    }
}
