// The last three queens of every lead, by bit maps of nodes.
//
// A block of threads takes a lane and row sets A that begin with the same rows and differ in the last three,
// their *tails*. Each warp takes family after family (`grow.cu`), up to 255 nodes at a time, and turns
// their diagonals: one word for each diagonal and 32 nodes. A square of a tail row then has the map
// of the nodes that leave its two diagonals free, and a pair of squares in the last two rows has the AND
// of their maps. How many nodes leave pairs and squares of the third-last row free, for all of them at once, is
// a product of two matrices of bits, 16 by 256 and 256 by 8: one instruction. An entry whose three queens do not
// attack each other (`marks.cu`) is a lead: it is added to the count of its column set, or multiplied by its weight.
//
// A family leaves as many columns as the block has but `level`; they are known by their *positions* among
// these columns. 16 pairs of positions are a tile. The two queens of a pair can stand in either order: that
// makes two products, whose entries have the same column sets, so that counts or weights are fetched once for both. Positions
// 0 to 7 of a third-last row are the columns of a product; what is beyond 7 in the third-last rows of
// several tails shares another one.
//
// Tails come in *couples*, whose counts or weights have 16 bits each of one word.
//
// Thread t of a warp holds, of each product, the entries (pair t / 4 or t / 4 + 8, column t % 4 * 2 or one more).

struct Complete {
    Block block;
    u32 limit;
    Rule rule;
    u32 keys;    // column sets of leads that are wanted: lanes of the other half
    u32 pitch;   // entries from one row of a matrix to the next
    u32 weighed; // 1: sum up weights, 0: fill the matrix
    u32 level;   // queens of a node's lead
    u32 sets;    // column sets of as many members
    u32 entries; // column sets of a whole lead: entries of a table
    u32 first;   // first lane
    u32 groups;
    u32 tails;   // of all groups
    u32 tables;
    u32 count_of_rows;
    u32 left;    // columns that a family leaves
    u32 pairs;   // of these columns
    u32 tiles;   // of pairs
    u32 trios;   // of these columns
    u64 plane;   // entries of a matrix
    u8 rows[16]; // tail rows
    Group group[GROUPS];
    const u16* by_number; // column sets of `level` members
    const u16* number;    // by column set: its number among those with as many members
    const u32* numbers;   // [set][word] for each trio of positions where the lead that it completes is in a table
    const u32* marks;
    const uint2* list;
    const u32* start;
    const u32* count;
    const uint2* nodes;
    const uint2* runs; // [lane][set][member that came last]
    const u32* lead_sets; // by key
    u32* matrix; // [slot][lane of the second half][lane of the first half]
    u64* sums;
    u32* slices; // [0] lanes of row sets done, [1] counts or weights that do not fit 16 bits
};

// Maps have 256 bits, or 128 if that is enough: two words or one for each of four threads.
#define WORDS 2
// Bytes of the map of a square.
#define SQUARE(words) (16 * (words))
// Bytes from a diagonal of a warp to the next: with 16 more than that, neighbours are in other banks.
#define LINE 48
// Column sets that three of eleven columns make. The counts of a couple are one after the other; weights of two couples
// stand side by side.
#define TRIOS 165
#define TRIO_WORDS ((TRIOS + 3) / 2)
#define COUNTS (4 * (TRIOS + 3))
#define COUPLE(weighed) ((weighed) ? 4 : COUNTS)
#define TRIO(weighed) ((weighed) ? 8 : 4)
// Shared memory of a warp: the diagonals, and then the counts or weights of two couples; the maps of squares;
// where a family's leads are in tables; its runs; its columns.
#define SQUARES_AT (2 * WARP * LINE)
#define NUMBERS_AT (SQUARES_AT + TAIL_ROWS * LEFT * SQUARE(WORDS))
#define RUNS_AT (NUMBERS_AT + 4 * TRIO_WORDS)
#define COLUMNS_AT (RUNS_AT + 8 * LEVELS)
#define WARP_BYTES (COLUMNS_AT + 64)
// Shared memory of a block before that of its warps: for each tile and thread where the squares of its two pairs are
// in their rows, and the numbers of its entries' trios, a byte each, in the first eight columns and beyond; tables.
#define TABLES_AT (TILES * WARP * 16)

// Two threads, `apart` in their warp, exchange the bits that they do not keep of two words each, which fit into one.
__device__ inline void exchange(u32& one, u32& two, u32 apart, u32 keep, u32 move) {
    const u32 given = (one & ~keep) | (__funnelshift_r(two, two, move) & keep);
    const u32 taken = __shfl_xor_sync(ALL, given, apart);
    one = (one & keep) | (__funnelshift_l(taken, taken, move) & ~keep);
    two = (two & keep) | (taken & ~keep);
}

// Turns two words of each thread: bit i of a result in thread d is bit d of the word of thread i.
__device__ inline void turn(u32& one, u32& two, u32 lane) {
    // Two bytes of each word, then every other byte.
    u32 taken = __shfl_xor_sync(ALL, __byte_perm(one, two, lane & 16 ? 0x5410 : 0x7632), 16);
    one = __byte_perm(one, taken, lane & 16 ? 0x3254 : 0x5410);
    two = __byte_perm(two, taken, lane & 16 ? 0x3276 : 0x7610);
    taken = __shfl_xor_sync(ALL, __byte_perm(one, two, lane & 8 ? 0x6420 : 0x7531), 8);
    one = __byte_perm(one, taken, lane & 8 ? 0x3514 : 0x5240);
    two = __byte_perm(two, taken, lane & 8 ? 0x3716 : 0x7260);
    exchange(one, two, 4, lane & 4 ? 0xf0f0f0f0u : 0x0f0f0f0fu, lane & 4 ? 28 : 4);
    exchange(one, two, 2, lane & 2 ? 0xccccccccu : 0x33333333u, lane & 2 ? 30 : 2);
    exchange(one, two, 1, lane & 1 ? 0xaaaaaaaau : 0x55555555u, lane & 1 ? 31 : 1);
}

// The two 16-bit halves of a word, in two of 32 bits.
__device__ inline u64 halves_of(u32 word) { return (u64)(word >> 16) << 32 | (word & 0xffff); }

// What a warp needs to know of its block and of the family that it completes.
struct Pass {
    Place own;    // memory of this warp
    Place tables;
    Place places; // where the squares of this thread's pairs and the counts of its entries are
    Place beyond; // counts or weights of the couple of this thread's columns beyond the eighth
    u32 tail, position; // of the column beyond the eighth of which it has words
};

// A thread's words of a map.
template <u32 COUNT>
struct Map {
    u32 word[COUNT];
};

template <u32 COUNT>
__device__ inline Map<COUNT> map_at(Place at) {
    Map<COUNT> map;
    if (COUNT == 1) {
        map.word[0] = get(at);
    } else {
        const uint2 words = get2(at);
        map.word[0] = words.x;
        map.word[COUNT - 1] = words.y;
    }
    return map;
}

// Marks are loaded one tile before they are needed; after the last one there is room for more.
struct NextMarks {
    u32 next[MARKS];
    const u32* at;
};

// Entries of the two tails of a couple, for each order of the last two queens: adds them to their counts, or to the sum
// that it returns, times their weights. Marks tell which of them are leads.
template <bool WEIGHED>
__device__ inline u32 of_couple(
    u32 a, u32 b, u32 c, u32 d, u32 marks, u32 weights, Place counts, u32 sum
) {
    // Bytes of the two entries, in one order the lower and in the other the upper two; where an entry is no lead, its
    // second byte, which is 0.
    const u32 which = marks & ALL_MARKS;
    const u32 both = __byte_perm(a, b, which), swapped = __byte_perm(c, d, which);
    if (WEIGHED) return dot_high(weights, swapped, dot(weights, both, sum));
    add(counts, __byte_perm(both, 0, 0x4140) + __byte_perm(swapped, 0, 0x4342));
    return 0;
}

// Completes the nodes of the maps with the tails of one group, which has one couple or two. Returns the sum of the
// weights, or what was added to the tables, in halves.
template <bool WEIGHED, u32 IN_USE, u32 COUNT>
__device__ inline u64 complete_group(const Complete& job, const Pass& pass, NextMarks& marks, u32 i, u32 lane) {
    constexpr u32 tails = 2 * IN_USE;
    const u32 g = lane / 4, h = lane % 4;
    const Group& group = job.group[i];
    const Place locals = pass.own, numbers = pass.own + NUMBERS_AT, table = pass.tables + group.first * 4 * job.entries;
    for (u32 trio = lane; trio < job.trios; trio += WARP) {
        const Place from = WEIGHED ? table + get16(numbers + 2 * trio) : 0;
#pragma unroll
        for (u32 c = 0; c < IN_USE; c++)
            put(locals + c * COUPLE(WEIGHED) + TRIO(WEIGHED) * trio, WEIGHED ? get(from + c * 4 * job.entries) : 0);
    }
    // The squares of a row, as far as this thread has words of their maps.
    const u32 row_bytes = job.left * SQUARE(COUNT);
    const Place squares = pass.own + SQUARES_AT + 4 * COUNT * h;
    Map<COUNT> square[tails], square_beyond = {};
#pragma unroll
    for (u32 t = 0; t < tails; t++) square[t] = map_at<COUNT>(squares + group.third[t] * row_bytes + g * SQUARE(COUNT));
    if (job.left > 8)
        square_beyond = map_at<COUNT>(squares + group.third[min(pass.tail, tails - 1)] * row_bytes + pass.position * SQUARE(COUNT));
    const Place one = squares + group.last[0] * row_bytes, two = squares + group.last[1] * row_bytes;
    __syncwarp();
    u64 total = 0;
    for (u32 tile = 0; tile < job.tiles; tile++) {
        uint4 place = get4(pass.places + 16 * WARP * tile);
        u32 mark[MARKS];
#pragma unroll
        for (u32 w = 0; w < MARKS; w++) {
            mark[w] = marks.next[w];
            marks.next[w] = marks.at[w * WARP];
        }
        marks.at += MARKS * WARP;
        if (COUNT < WORDS) {
            place.x >>= 1;
            place.y >>= 1;
        }
        // For each order: entries of products, and those of columns beyond the eighth.
        u32 entry[2][tails][4] = {}, beyond[2][4] = {}, sum = 0;
#pragma unroll
        for (u32 order = 0; order < 2; order++) {
            const Place first = order ? two : one, second = order ? one : two;
            const Map<COUNT> a = map_at<COUNT>(first + (place.x & 0xffff)), b = map_at<COUNT>(second + (place.x >> 16));
            const Map<COUNT> c = map_at<COUNT>(first + (place.y & 0xffff)), d = map_at<COUNT>(second + (place.y >> 16));
            u32 maps[2 * COUNT];
#pragma unroll
            for (u32 w = 0; w < COUNT; w++) {
                maps[2 * w] = a.word[w] & b.word[w];
                maps[2 * w + 1] = c.word[w] & d.word[w];
            }
#pragma unroll
            for (u32 t = 0; t < tails; t++) bit_product<COUNT>(entry[order][t], maps, square[t].word);
            bit_product<COUNT>(beyond[order], maps, square_beyond.word);
        }
#pragma unroll
        for (u32 e = 0; e < 4; e++) {
            if (e == 2 && 16 * tile + 8 >= job.pairs) break;
            const Place at = locals + TRIO(WEIGHED) * __byte_perm(place.z, 0, 0x4440 + e);
            uint2 weights = make_uint2(0, 0);
            if (WEIGHED && IN_USE == 1) weights.x = get(at);
            if (WEIGHED && IN_USE == 2) weights = get2(at);
#pragma unroll
            for (u32 k = 0; k < IN_USE; k++) {
                sum = of_couple<WEIGHED>(
                    entry[0][2 * k][e], entry[0][2 * k + 1][e], entry[1][2 * k][e], entry[1][2 * k + 1][e],
                    mark[k] >> MARKS_BY(e), k ? weights.y : weights.x, at + k * COUPLE(WEIGHED), sum
                );
            }
            if (e % 2 == 0) continue;
            const Place last = pass.beyond + TRIO(WEIGHED) * __byte_perm(place.w, 0, 0x4440 + e - 1);
            sum = of_couple<WEIGHED>(
                beyond[0][e - 1], beyond[0][e], beyond[1][e - 1], beyond[1][e],
                mark[COUPLES] >> MARKS_BY(e / 2), WEIGHED ? get(last) : 0, last, sum
            );
        }
        // At most 40 entries, of at most 255 nodes, times 16 bits.
        total += sum;
    }
    __syncwarp();
    // A count is at most six times 255, three queens in any order beside as many nodes.
    if (!WEIGHED)
        for (u32 trio = lane; trio < job.trios; trio += WARP) {
            const Place to = table + get16(numbers + 2 * trio);
#pragma unroll
            for (u32 c = 0; c < IN_USE; c++) {
                const u32 counts = get(locals + c * COUNTS + 4 * trio);
                add(to + c * 4 * job.entries, counts);
                total += halves_of(counts);
            }
        }
    __syncwarp();
    return total;
}

// Nodes that a warp completes at a time: their number has eight bits. If a family has no more than a few, its maps are
// half as wide.
#ifndef AT_ONCE
#define AT_ONCE 255
#define FEW_NODES 128
#endif

// Turns some nodes of a family, and makes the maps of all squares of the tail rows, with as many words for a thread.
__device__ inline void make_maps(
    const Complete& job, const u32* rows, const Pass& pass, const Family& family, u32 base, u32 words, u32 lane
) {
    const Place own = pass.own;
    for (u32 part = 0; part < words; part++) {
        // All nodes are loaded before the first is used. Nodes beyond the last leave no square free.
        const u32 first = 4 * part * WARP;
        uint2 node[4];
#pragma unroll
        for (u32 w = 0; w < 4; w++) {
            node[w] = node_of(family, base + first + w * WARP, lane);
            if (first + w * WARP + lane >= AT_ONCE) node[w] = make_uint2(ALL, ALL);
        }
#pragma unroll
        for (u32 w = 0; w < 4; w += 2) {
            uint2 anti = make_uint2(node[w].x, node[w + 1].x), diag = make_uint2(node[w].y, node[w + 1].y);
            turn(anti.x, diag.x, lane);
            turn(anti.y, diag.y, lane);
            put2(own + lane * LINE + 16 * part + 4 * w, anti);
            put2(own + (lane + WARP) * LINE + 16 * part + 4 * w, diag);
        }
    }
    __syncwarp();
    // A thread takes 128 bits of a square; all threads take a row, or two.
    const u32 number = words == 1 ? lane % 16 : lane / 2, part = words == 1 ? 0 : lane % 2;
    if (number < job.left) {
        const u32 begin = words == 1 ? lane / 16 : 0, step = WORDS / words, row_bytes = job.left * SQUARE(words);
        const Place from = own + get(own + COLUMNS_AT + 4 * number) * LINE + 16 * part;
        Place to = own + SQUARES_AT + begin * row_bytes + number * SQUARE(words) + 16 * part;
        for (u32 r = begin; r < job.count_of_rows; r += step) {
            const u32 row = rows[r];
            const uint4 anti = get4(from + (row & 0xffff)), diag = get4(from + (row >> 16));
            put4(to, make_uint4(~(anti.x | diag.x), ~(anti.y | diag.y), ~(anti.z | diag.z), ~(anti.w | diag.w)));
            to += step * row_bytes;
        }
    }
    __syncwarp();
}

// Completes all families of a lane with all tails; returns sums as `complete_group` does. What is in the memory of the
// card is loaded before it is needed.
template <bool WEIGHED>
__device__ inline u64 complete_all(const Complete& job, const u32* rows, Place front, char* own, u32 lane) {
    const u32 warp = threadIdx.x / WARP, warps = blockDim.x / WARP, columns = job.block.cols;
    const u32 whole = (1u << columns) - 1;
    Pass pass;
    pass.own = place_of(own);
    keep(pass.own);
    pass.tables = front + TABLES_AT;
    keep(pass.tables);
    pass.places = front + 16 * lane;
    const u32 over = job.left > 8 ? job.left - 8 : 1;
    pass.tail = lane / 8 / over * 2 + lane / 4 % 2;
    pass.position = 8 + lane / 8 % over;
    pass.beyond = pass.own + min(lane % 4 / over, COUPLES - 1u) * COUPLE(WEIGHED);
    const Place cols = pass.own + COLUMNS_AT;
    uint2* room = (uint2*)(own + RUNS_AT);
    u64 total = 0;
    const auto runs_of = [&](u32 at) {
        return run_of(job.start, job.count, job.runs, job.level, blockIdx.x * job.sets + at, job.first + blockIdx.x, lane);
    };
    uint2 next = runs_of(min(warp, job.sets - 1));
    u32 next_set = job.by_number[min(warp, job.sets - 1)];
    for (u32 at = warp; at < job.sets; at += warps) {
        const uint2 run = next;
        const u32 set = next_set;
        next = runs_of(min(at + warps, job.sets - 1));
        next_set = job.by_number[min(at + warps, job.sets - 1)];
        if (set > job.limit) continue;
        u32 trios[(TRIO_WORDS + WARP - 1) / WARP];
#pragma unroll
        for (u32 i = 0; i < (TRIO_WORDS + WARP - 1) / WARP; i++)
            trios[i] = job.numbers[at * TRIO_WORDS + min(i * WARP + lane, TRIO_WORDS - 1)];
        const Family family = family_of(job.list, job.nodes, job.level, run, room, lane);
        if (family.size == 0) continue;
        // The columns left, in order.
        const u32 rest = whole & ~set;
        if (rest >> lane & 1) put(cols + 4 * __popc(rest & lanes_below(lane)), lane);
        __syncwarp();
#pragma unroll
        for (u32 i = 0; i < (TRIO_WORDS + WARP - 1) / WARP; i++)
            if (i * WARP + lane < TRIO_WORDS) put(pass.own + NUMBERS_AT + 4 * (i * WARP + lane), trios[i]);
        if (next.x != next.y) {
            prefetch(job.nodes + next.x);
            prefetch(job.nodes + min(next.x + 16, next.y - 1));
        }
        const u32* first = job.marks + (u64)at * job.groups * job.tiles * MARKS * WARP + lane;
        for (u32 base = 0; base < family.size; base += AT_ONCE) {
            const bool is_wide = family.size - base > FEW_NODES;
            NextMarks marks = {{}, first};
#pragma unroll
            for (u32 w = 0; w < MARKS; w++) marks.next[w] = marks.at[w * WARP];
            marks.at += MARKS * WARP;
            make_maps(job, rows, pass, family, base, is_wide ? WORDS : 1, lane);
            for (u32 i = 0; i < job.groups; i++) {
                // A tail that a couple lacks has no leads.
                switch (2 * is_wide + (job.group[i].tails > 2)) {
                case 0: total += complete_group<WEIGHED, 1, 1>(job, pass, marks, i, lane); break;
                case 1: total += complete_group<WEIGHED, 2, 1>(job, pass, marks, i, lane); break;
                case 2: total += complete_group<WEIGHED, 1, WORDS>(job, pass, marks, i, lane); break;
                default: total += complete_group<WEIGHED, 2, WORDS>(job, pass, marks, i, lane);
                }
            }
        }
    }
    return total;
}

extern "C" __global__ void COMPLETE_BOUNDS complete(const Complete job) {
    DYNAMIC_SHARED(u32, words_of_block);
    char* shared = (char*)words_of_block;
    __shared__ u32 rows[16]; // where the diagonals of column 0 are
    __shared__ u64 block_sum;
    const u32 lane = threadIdx.x % WARP, lane_set = job.first + blockIdx.x;
    const u32 left = job.left, bytes = (4 * job.entries * job.tables + 15) / 16 * 16;
    char* own = shared + TABLES_AT + bytes + threadIdx.x / WARP * WARP_BYTES;
    if (threadIdx.x == 0) block_sum = 0;
    if (threadIdx.x < job.count_of_rows) {
        const u32 row = row_of(job.block, job.rows[threadIdx.x]);
        rows[threadIdx.x] = (row & 31) * LINE | ((row >> 8 & 31) + WARP) * LINE << 16;
    }
    for (u32 i = threadIdx.x; i < TILES * WARP; i += blockDim.x) {
        uint4 place = make_uint4(0, 0, 0, 0);
        for (u32 e = 0; e < 4; e++) {
            const u32 number = i / WARP * 16 + i % WARP / 4 + (e & 2 ? 8 : 0);
            const uint2 pair = number < pairs_of(left) ? pair_of(number) : make_uint2(0, 0);
            (e & 2 ? place.y : place.x) = pair.x * SQUARE(WORDS) | pair.y * SQUARE(WORDS) << 16;
            const Entry entry = entry_of(i / WARP, i % WARP, e, left), beyond = entry_beyond(i / WARP, i % WARP, e, left);
            place.z |= trio_of(entry, i % WARP) << (8 * e);
            place.w |= trio_of(beyond, i % WARP) << (8 * e);
        }
        ((uint4*)shared)[i] = place;
    }
    u32* tables = (u32*)(shared + TABLES_AT);
    for (u32 w = threadIdx.x; w < bytes / 4; w += blockDim.x) tables[w] = 0;
    __syncthreads();
    if (job.weighed) {
        u32 large = 0;
        for (u32 i = 0; i < job.groups; i++)
            for (u32 t = 0; t < job.group[i].tails; t++) {
                const u32 slot = job.group[i].slot[t];
                const u32* from = job.matrix + slot * job.plane + (u64)lane_set * job.pitch;
                u16* table = (u16*)(tables + (job.group[i].first + t / 2) * job.entries) + t % 2;
                for (u32 key = threadIdx.x; key < job.keys; key += blockDim.x) {
                    const u64 weight = (u64)from[key] * weight_of(job.rule, slot, lane_set, key);
                    table[2 * job.number[job.lead_sets[key]]] = (u16)weight;
                    large += weight >> 16 != 0;
                }
            }
        if (large) atomicAdd(job.slices + 1, large);
        __syncthreads();
        add_of_warp(&block_sum, complete_all<true>(job, rows, place_of(shared), own, lane));
        __syncthreads();
        if (threadIdx.x == 0) add_split(job.sums, block_sum);
    } else {
        // If a count does not fit 16 bits, the halves of the tables do not add up to what was added to them.
        const u64 added = complete_all<false>(job, rows, place_of(shared), own, lane);
        __syncthreads();
        u64 found = 0;
        for (u32 w = threadIdx.x; w < job.entries * job.tables; w += blockDim.x) found += halves_of(tables[w]);
        add_of_warp(&block_sum, added - found);
        __syncthreads();
        if (threadIdx.x == 0 && block_sum) atomicAdd(job.slices + 1, 1u);
        for (u32 i = 0; i < job.groups; i++)
            for (u32 t = 0; t < job.group[i].tails; t++) {
                u32* to = job.matrix + job.group[i].slot[t] * job.plane + lane_set;
                const u16* table = (const u16*)(tables + (job.group[i].first + t / 2) * job.entries) + t % 2;
                for (u32 key = threadIdx.x; key < job.keys; key += blockDim.x)
                    to[(u64)key * job.pitch] = table[2 * job.number[job.lead_sets[key]]];
            }
    }
    if (threadIdx.x == 0) atomicAdd(job.slices, job.tails);
}
