// Counts the pairs of the first half: AND and population count over the lists of `packs.cu`.
//
// A block of threads takes one row set and 32 lanes, one for each thread of a warp; its warps share
// the work. Under each prefix it writes the maps of all left and right pairs to shared memory, and
// each warp runs through its segment of the list: for every lead one word with the partners of each
// lane that it does not attack. Counts go to a tile of 16 bits each, which goes to the matrix when
// the fixed columns change. A tile's sum is compared with what was added to it, so that a count
// beyond 16 bits cannot go unnoticed; none is known up to side 30.

struct Meet {
    Block block;
    u32 lanes, chunks, pitch;
    u32 most;
    u32 segments;
    u32 queens;
    u64 plane;
    const Prefix* prefixes;
    const Meeting* meetings;
    const u32* packs;
    const u32* index;
    const u32* heads;
    const uint4* records;
    const u16* member;
    const u32* count; // rows of each fixed set
    u32* matrix;
    u32* slices; // [0] lanes of row sets done, [1] tiles that wrapped
};

// How many partners of this thread's lane each of the record's leads leaves.
__device__ inline u32 count_leads(uint4 record, const char* left, const char* right, u32 lane) {
    const u32 x1 = *(const u32*)(left + ((record.y & 0xffff) | lane));
    const u32 y1 = *(const u32*)(right + ((record.y >> 16) + lane));
    const u32 x2 = *(const u32*)(left + ((record.z & 0xffff) | lane));
    const u32 y2 = *(const u32*)(right + ((record.z >> 16) + lane));
    const u32 x3 = *(const u32*)(left + ((record.w & 0xffff) | lane));
    const u32 y3 = *(const u32*)(right + ((record.w >> 16) + lane));
    return __popc(x1 & y1) + __popc(x2 & y2) + __popc(x3 & y3);
}

extern "C" __global__ void MEET_BOUNDS meet(const Meet job) {
    DYNAMIC_SHARED(u32, shared);
    __shared__ u64 wrapped;
    const u32 lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    const u32 columns = job.block.cols;
    const Meeting meeting = job.meetings[blockIdx.x];
    const u32 chunk = blockIdx.y;
    u32* lines = shared;                       // [line][lane]
    // [side][column][column][lane], columns that the prefix leaves
    u32* maps = lines + PACK;
    const u32 width = columns - job.queens + 4, side_words = width * width * WARP;
    char* tile = (char*)(maps + 2 * side_words); // [row][lane], 16 bits
    if (threadIdx.x == 0) wrapped = 0;
    for (u32 i = threadIdx.x; i < job.most * WARP / 2; i += blockDim.x) ((u32*)tile)[i] = 0;
    __syncthreads();
    u32 row[4];
#pragma unroll
    for (u32 i = 0; i < 4; i++) row[i] = row_of(job.block, i < 2 ? meeting.left[i] : meeting.right[i - 2]);
    const char* left = (const char*)maps;
    const char* right = left + 4 * side_words;
    u32* matrix = job.matrix + meeting.slot * job.plane + chunk * WARP + lane;
    u32 added = 0, fixed = NONE;
    u64 apart = 0; // what was added and did not arrive
    for (u32 i = 0; i <= meeting.count; i++) {
        Prefix prefix = {0, 0, 0, NONE};
        if (i < meeting.count) prefix = job.prefixes[meeting.first + i];
        if (prefix.fixed != fixed) {
            __syncthreads();
            if (fixed != NONE) {
                u32 sum = 0;
                const u16* member = job.member + (u64)fixed * job.most;
                const u32 rows = job.count[fixed];
                for (u32 r = warp; r < rows; r += warps) {
                    u16* from = (u16*)(tile + r * ROW) + lane;
                    const u32 count = *from;
                    *from = 0;
                    sum += count;
                    if (count) atomicAdd(matrix + (u64)member[r] * job.pitch, count);
                }
                apart += (u64)added - (u64)sum;
                added = 0;
            }
            fixed = prefix.fixed;
            __syncthreads();
        }
        if (i == meeting.count) break;
        const u32* head = job.heads + (u64)(meeting.list + i) * (job.segments + 1);
        const u32 begin = head[warp], end = head[warp + 1];
        if (head[0] == head[job.segments]) continue;
        const u32 index = job.index[(meeting.first + i) * job.chunks + chunk];
        for (u32 layer = 0; layer < index >> 24; layer++) {
            __syncthreads();
            const uint4* from = (const uint4*)(job.packs + (u64)((index & 0xffffff) + layer) * PACK);
            for (u32 j = threadIdx.x; j < PACK / 4; j += blockDim.x) ((uint4*)lines)[j] = from[j];
            __syncthreads();
            const u32 taken = lines[TAKEN * WARP + lane];
            // A task: one column of the first row of a pair.
            for (u32 task = warp; task < 2 * width; task += warps) {
                const u32 side = task & 1, c = task >> 1;
                const u32 r0 = side ? row[2] : row[0], r1 = side ? row[3] : row[1];
                const u32* anti = lines + lane;
                const u32* diag = anti + WARP * WARP;
                u32 left_over = ~prefix.cols;
                for (u32 i = 0; i < c; i++) left_over &= left_over - 1;
                const u32 column = __ffs(left_over) - 1;
                const u32 used =
                    anti[(column + (r0 & 31)) * WARP] | diag[(column + (r0 >> 8 & 31)) * WARP];
                u32* to = maps + side * side_words + c * width * WARP + lane;
                anti += (r1 & 31) * WARP;
                diag += (r1 >> 8 & 31) * WARP;
                // The pair of no entry is (0, 0): the map of a column with itself is empty.
                for (u32 d = 0; d < columns; d++) {
                    if (prefix.cols >> d & 1) continue;
                    const u32 map = ~(used | anti[d * WARP] | diag[d * WARP]) & taken;
                    *to = d == column ? 0 : map;
                    to += WARP;
                }
            }
            __syncthreads();
            u32 count = 0;
            uint4 next = job.records[begin];
            for (u32 e = begin; e < end; e++) {
                // The next record is loaded while this one is counted.
                const uint4 record = next;
                next = job.records[e + 1];
                count += count_leads(record, left, right, 4 * lane);
                if (record.x & LAST) {
                    u16* to = (u16*)(tile + (record.x - LAST)) + lane;
                    *to = (u16)(*to + count);
                    added += count;
                    count = 0;
                }
            }
        }
    }
    add_of_warp(&wrapped, apart);
    __syncthreads();
    if (threadIdx.x == 0) {
        if (wrapped) atomicAdd(job.slices + 1, 1u);
        atomicAdd(job.slices, min((u32)WARP, job.lanes - chunk * WARP));
    }
}
