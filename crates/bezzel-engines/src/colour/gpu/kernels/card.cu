// What differs between a card and the stand-in of `emulate.cpp`.

#define DYNAMIC_SHARED(type, name) extern __shared__ __align__(16) type name[]
// Threads of a block and blocks of a multiprocessor, which bound a thread's registers.
#define WALK_BOUNDS __launch_bounds__(1024, 1)
#define MEET_BOUNDS __launch_bounds__(512, 3)
#define GROW_BOUNDS __launch_bounds__(256, 4)
#define COMPLETE_BOUNDS __launch_bounds__(512, 1)

// Shared memory by plain 32-bit addresses: with pointers the base would be computed at each use.
typedef unsigned int Place;

__device__ inline Place place_of(const void* shared) {
    return (Place)__cvta_generic_to_shared(shared);
}
__device__ inline unsigned int get(Place at) {
    unsigned int word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}
__device__ inline unsigned int get16(Place at) {
    unsigned int word;
    asm volatile("{ .reg .u16 half; ld.shared.u16 half, [%1]; cvt.u32.u16 %0, half; }"
                 : "=r"(word) : "r"(at) : "memory");
    return word;
}
__device__ inline uint2 get2(Place at) {
    uint2 words;
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(words.x), "=r"(words.y) : "r"(at) : "memory");
    return words;
}
__device__ inline uint4 get4(Place at) {
    uint4 words;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w) : "r"(at) : "memory");
    return words;
}
// Only where `has` is not zero: other threads cause no bank conflicts.
__device__ inline void add16_if(unsigned int has, unsigned int& sum, Place from) {
    asm volatile("{ .reg .pred p; .reg .u32 word; setp.ne.u32 p, %2, 0; mov.u32 word, 0;"
                 " @p ld.shared.u16 word, [%1]; add.u32 %0, %0, word; }"
                 : "+r"(sum) : "r"(from), "r"(has) : "memory");
}
__device__ inline uint2 get2_if(bool has, Place at) {
    uint2 words;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %3, 0; @p ld.shared.v2.u32 {%0, %1}, [%2]; }"
                 : "=r"(words.x), "=r"(words.y) : "r"(at), "r"((unsigned int)has) : "memory");
    return words;
}
__device__ inline unsigned int take(Place at, unsigned int more) {
    unsigned int before;
    asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(before) : "r"(at), "r"(more) : "memory");
    return before;
}
__device__ inline void put(Place at, unsigned int word) {
    asm volatile("st.shared.u32 [%0], %1;" : : "r"(at), "r"(word) : "memory");
}
__device__ inline void put16(Place at, unsigned int word) {
    asm volatile("{ .reg .u16 half; cvt.u16.u32 half, %1; st.shared.u16 [%0], half; }"
                 : : "r"(at), "r"(word) : "memory");
}
__device__ inline void put2(Place at, uint2 words) {
    asm volatile("st.shared.v2.u32 [%0], {%1, %2};" : : "r"(at), "r"(words.x), "r"(words.y) : "memory");
}
__device__ inline void put4(Place at, uint4 words) {
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};"
                 : : "r"(at), "r"(words.x), "r"(words.y), "r"(words.z), "r"(words.w) : "memory");
}
__device__ inline void add(Place at, unsigned int more) {
    asm volatile("red.shared.add.u32 [%0], %1;" : : "r"(at), "r"(more) : "memory");
}

// Adds the products of the two 16-bit halves of one word with the two lowest bytes of another.
__device__ inline unsigned int dot(unsigned int halves, unsigned int bytes, unsigned int sum) {
#if __CUDA_ARCH__ >= 610
    return __dp2a_lo(halves, bytes, sum);
#else
    return sum + (halves & 0xffff) * (bytes & 255) + (halves >> 16) * (bytes >> 8 & 255);
#endif
}

// The same with the two highest bytes.
__device__ inline unsigned int dot_high(unsigned int halves, unsigned int bytes, unsigned int sum) {
#if __CUDA_ARCH__ >= 610
    return __dp2a_hi(halves, bytes, sum);
#else
    return dot(halves, bytes >> 16, sum);
#endif
}

// Brings what will be loaded soon closer.
__device__ inline void prefetch(const void* at) { asm volatile("prefetch.global.L1 [%0];" : : "l"(at)); }

// Keeps a value in its register: it is not recomputed at each use.
__device__ inline void keep(unsigned int& value) { asm volatile("" : "+r"(value)); }

// Adds the product of two matrices of bits, 16 by 256 and 256 by 8, or 16 by 128 and 128 by 8 with one word instead of
// two. Thread t has words of rows t / 4 and t / 4 + 8 of the one, in turns, and of column t / 4 of the other, and of the
// product entries t % 4 * 2 and t % 4 * 2 + 1 of these rows. Which of the bits its words are does not matter as
// long as both matrices agree.
template <unsigned int WORDS>
__device__ inline void bit_product(unsigned int* entry, const unsigned int* rows, const unsigned int* column) {
#if __CUDA_ARCH__ >= 800
    if (WORDS == 1)
        asm("mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
            : "+r"(entry[0]), "+r"(entry[1]), "+r"(entry[2]), "+r"(entry[3]) : "r"(rows[0]), "r"(rows[1]), "r"(column[0]));
    else
        asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+r"(entry[0]), "+r"(entry[1]), "+r"(entry[2]), "+r"(entry[3])
            : "r"(rows[0]), "r"(rows[1]), "r"(rows[2 * WORDS - 2]), "r"(rows[2 * WORDS - 1]), "r"(column[0]), "r"(column[WORDS - 1]));
#else
    const unsigned int lane = threadIdx.x % 32;
    for (unsigned int k = 0; k < 4 * WORDS; k++) {
        const unsigned int word = k / 4, from = lane / 4 * 4 + k % 4, place = lane % 4 * 8 + k % 4;
        const unsigned int one = __shfl_sync(0xffffffffu, column[word], place);
        const unsigned int two = __shfl_sync(0xffffffffu, column[word], place + 4);
        for (unsigned int half = 0; half < 2; half++) {
            const unsigned int row = __shfl_sync(0xffffffffu, rows[2 * word + half], from);
            entry[2 * half] += __popc(row & one);
            entry[2 * half + 1] += __popc(row & two);
        }
    }
#endif
}
