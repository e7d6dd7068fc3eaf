// Lists the partners of one half for a set C: every placement of one queen in each of some rows,
// one block of threads for each column set.
//
// Threads take the columns of the first two queens as their tasks and walk the rest. A first walk
// counts, so that the block can reserve its stretch of the list; a second one writes. The order
// within a stretch differs from run to run; sums over it do not.

struct Partners {
    Block block;
    u32 queens;
    u32 capacity;
    u8 rows[16];
    const u32* sets; // one column set for each lane
    uint2* list;     // anti-diagonals and diagonals
    u32* start;
    u32* count;
    u32* cursor; // [0] end of the list, [1] how many did not fit
};

// Calls `found` for every placement of this task.
template <class Found>
__device__ inline void each_partner(const Partners& job, u32 set, u32 task, Found found) {
    u32 left[16], anti[16], diag[16], free[16]; // by row
    const u32 queens = job.queens;
    u32 cols = set, a = 0, d = 0;
    const u32 given = queens < 2 ? queens : 2;
    for (u32 j = 0; j < given; j++) {
        u32 pick = j == 0 ? task / queens : task % queens;
        u32 from = set;
        while (pick--) from &= from - 1;
        const u32 queen = from & (0u - from);
        const u32 row = row_of(job.block, job.rows[j]);
        if (!(free_of(row, ~cols, a, d) & queen)) return;
        cols &= ~queen;
        a |= queen << (row & 31);
        d |= queen << (row >> 8 & 31);
    }
    if (given == queens) return found(a, d);
    u32 j = given;
    left[j] = cols;
    anti[j] = a;
    diag[j] = d;
    free[j] = free_of(row_of(job.block, job.rows[j]), ~cols, a, d);
    for (;;) {
        const u32 f = free[j];
        if (!f) {
            if (j == given) return;
            j--;
            continue;
        }
        const u32 queen = f & (0u - f);
        free[j] = f ^ queen;
        const u32 row = row_of(job.block, job.rows[j]);
        a = anti[j] | queen << (row & 31);
        d = diag[j] | queen << (row >> 8 & 31);
        if (j + 1 == queens) {
            found(a, d);
            continue;
        }
        cols = left[j] & ~queen;
        j++;
        left[j] = cols;
        anti[j] = a;
        diag[j] = d;
        free[j] = free_of(row_of(job.block, job.rows[j]), ~cols, a, d);
    }
}

extern "C" __global__ void partners(const Partners job) {
    __shared__ u32 total, first, next;
    const u32 lane = blockIdx.x, set = job.sets[lane], queens = job.queens;
    const u32 tasks = queens < 2 ? 1 : queens * queens;
    if (threadIdx.x == 0) total = next = 0;
    __syncthreads();
    u32 mine = 0;
    for (u32 task = threadIdx.x; task < tasks; task += blockDim.x)
        each_partner(job, set, task, [&](u32, u32) { mine++; });
    if (mine) atomicAdd(&total, mine);
    __syncthreads();
    if (threadIdx.x == 0) {
        first = atomicAdd(job.cursor, total);
        const bool fits = first <= job.capacity && total <= job.capacity - first;
        if (!fits) atomicAdd(job.cursor + 1, 1u);
        job.start[lane] = fits ? first : 0;
        job.count[lane] = fits ? total : 0;
        if (!fits) total = 0;
    }
    __syncthreads();
    if (total == 0) return;
    for (u32 task = threadIdx.x; task < tasks; task += blockDim.x)
        each_partner(job, set, task, [&](u32 anti, u32 diag) {
            job.list[first + atomicAdd(&next, 1u)] = make_uint2(anti, diag);
        });
}
