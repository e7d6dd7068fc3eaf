// Runs the kernels on the processor: every thread of a block is a fiber, and threads meet at the same
// places as on a card. For tests only.

#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>
#include <vector>

struct Index { unsigned x, y, z; };
struct uint2 { unsigned x, y; };
static inline uint2 make_uint2(unsigned x, unsigned y) { return uint2{x, y}; }
struct uint4 { unsigned x, y, z, w; };
static inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return uint4{x, y, z, w}; }

static Index blockIdx, blockDim, gridDim;

namespace emulator {
// `alive` and `ready` say which threads have not ended, and which of them do not wait.
struct WarpState { unsigned alive = 0, ready = 0, arrived = 0, mask = 0, result = 0, votes = 0; unsigned value[2][32], words[2][6][32]; };
struct Fiber { jmp_buf jump; Index thread; bool started = false; ucontext_t context; std::vector<char> stack; };
static std::vector<Fiber> fibers;
static std::vector<WarpState> warps;
static unsigned current, live, at_barrier;
static jmp_buf scheduler;
static void (*body)(const void*);
static const void* arguments;
static char* shared_memory;

static WarpState& warp() { return warps[current / 32]; }
static unsigned lane() { return current % 32; }
static void start();

// Runs a thread from where it stopped.
[[noreturn]] static void resume(unsigned thread) {
    current = thread;
    Fiber& f = fibers[current];
    if (f.started) _longjmp(f.jump, 1);
    f.started = true;
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = f.stack.data();
    f.context.uc_stack.ss_size = f.stack.size();
    f.context.uc_link = nullptr;
    makecontext(&f.context, start, 0);
    setcontext(&f.context);
    abort();
}
// Goes to a thread that is ready, of this warp or else of one of the next; back to `run_block` if
// there is none.
[[noreturn]] static void leave_to(unsigned w) {
    const unsigned size = warps.size();
    for (unsigned i = 0; i < size; i++, w++) {
        if (w >= size) w -= size;
        const unsigned ready = warps[w].ready;
        if (ready) resume(w * 32 + __builtin_ctz(ready));
    }
    _longjmp(scheduler, 1);
}
static void wait() {
    warp().ready &= ~(1u << lane());
    if (!_setjmp(fibers[current].jump)) leave_to(current / 32);
}
static void open_barrier() {
    at_barrier = 0;
    for (WarpState& w : warps) w.ready = w.alive;
}
static void start() {
    // The next block goes on here.
    for (;;) {
        body(arguments);
        warp().alive &= ~(1u << lane());
        if (--live == at_barrier && live) open_barrier();
        wait();
    }
}

static unsigned vote(bool has) {
    WarpState& w = warp();
    w.mask |= (unsigned)has << lane();
    // Every thread of the warp must come: one that has ended is a fault of the kernel.
    const unsigned size = blockDim.x - current / 32 * 32;
    if (++w.arrived == (size < 32 ? size : 32)) {
        w.result = w.mask;
        w.mask = w.arrived = 0;
        w.votes++;
        w.ready = w.alive;
        // The warps take turns, as they do on a card.
        if (!_setjmp(fibers[current].jump)) leave_to(current / 32 + 1);
    } else wait();
    return w.result;
}
// The values of all threads of the warp, to be read before the next vote: nobody begins the next but one before
// all have read the values of this one.
static const unsigned* exchange(unsigned value) {
    WarpState& w = warp();
    unsigned* values = w.value[w.votes % 2];
    values[lane()] = value;
    vote(false);
    return values;
}
static unsigned shuffle(unsigned value, unsigned from) { return exchange(value)[from % 32]; }
// The words of all threads, likewise.
static const unsigned (*exchange(const unsigned* four, unsigned fifth, unsigned sixth))[32] {
    WarpState& w = warp();
    unsigned (*words)[32] = w.words[w.votes % 2];
    for (unsigned i = 0; i < 4; i++) words[i][lane()] = four[i];
    words[4][lane()] = fifth;
    words[5][lane()] = sixth;
    vote(false);
    return words;
}
static void barrier() {
    if (++at_barrier == live) open_barrier();
    else wait();
}
// Runs all threads of a block; false if some of them wait for each other forever.
static bool run_block() {
    const unsigned threads = blockDim.x;
    fibers.reserve(1024); // contexts must not move
    while (fibers.size() < threads) {
        fibers.emplace_back();
        fibers.back().stack.resize(64 << 10);
        fibers.back().thread = Index{(unsigned)fibers.size() - 1, 0, 0};
    }
    warps.assign((threads + 31) / 32, WarpState());
    for (unsigned i = 0; i < threads; i++) warps[i / 32].alive |= 1u << i % 32;
    live = threads;
    open_barrier();
    if (!_setjmp(scheduler)) resume(0);
    return live == 0;
}
} // namespace emulator

#define threadIdx (emulator::fibers[emulator::current].thread)
#define __global__
#define __device__
#define __shared__ static
#define __restrict__
#define WALK_BOUNDS
#define MEET_BOUNDS
#define GROW_BOUNDS
#define COMPLETE_BOUNDS
// Few, so that the families of small boards are completed in parts as well.
#define AT_ONCE 40
#define FEW_NODES 15
#define DYNAMIC_SHARED(type, name) type* name = (type*)emulator::shared_memory
#define __ballot_sync(mask, has) emulator::vote(has)
#define __shfl_sync(mask, value, from) emulator::shuffle(value, from)
#define __shfl_xor_sync(mask, value, with) emulator::shuffle(value, (emulator::current % 32) ^ (with))
#define __shfl_up_sync(mask, value, by) emulator::shuffle(value, emulator::current % 32 >= (by) ? emulator::current % 32 - (by) : emulator::current % 32)
#define __syncwarp() ((void)emulator::vote(false))
#define __syncthreads() emulator::barrier()
#define __popc __builtin_popcount
#define __clz(x) ((x) ? __builtin_clz(x) : 32)
#define __ffs __builtin_ffs
static inline unsigned __brev(unsigned x) { unsigned y = 0; for (int i = 0; i < 32; i++) y |= (x >> i & 1) << (31 - i); return y; }
template <class T, class U> static T atomicAdd(T* at, U more) { T old = *at; *at = old + (T)more; return old; }
template <class T, class U> static T atomicOr(T* at, U more) { T old = *at; *at = old | (T)more; return old; }
template <class T, class U> static T atomicMax(T* at, U more) { T old = *at; if (*at < (T)more) *at = more; return old; }
static inline unsigned min(unsigned x, unsigned y) { return x < y ? x : y; }
static inline unsigned max(unsigned x, unsigned y) { return x > y ? x : y; }

// Shared memory by plain addresses.
typedef unsigned Place;
static inline Place place_of(const void* shared) { return (Place)((const char*)shared - emulator::shared_memory); }
static inline void keep(unsigned&) {}
static inline void prefetch(const void*) {}
static inline unsigned get(Place at) { unsigned x; memcpy(&x, emulator::shared_memory + (int)at, 4); return x; }
static inline unsigned get16(Place at) { unsigned short x; memcpy(&x, emulator::shared_memory + at, 2); return x; }
static inline uint2 get2(Place at) { return make_uint2(get(at), get(at + 4)); }
static inline uint4 get4(Place at) { return make_uint4(get(at), get(at + 4), get(at + 8), get(at + 12)); }
static inline void put(Place at, unsigned x) { memcpy(emulator::shared_memory + at, &x, 4); }
static inline void put2(Place at, uint2 x) { put(at, x.x); put(at + 4, x.y); }
static inline void put4(Place at, uint4 x) { put2(at, make_uint2(x.x, x.y)); put2(at + 8, make_uint2(x.z, x.w)); }
static inline void put16(Place at, unsigned x) { unsigned short half = (unsigned short)x; memcpy(emulator::shared_memory + at, &half, 2); }
static inline void add16_if(unsigned has, unsigned& sum, Place from) { if (has) sum += get16(from); }
static inline uint2 get2_if(bool has, Place at) { return has ? get2(at) : make_uint2(0x55555555, 0x55555555); }
static inline unsigned dot(unsigned halves, unsigned bytes, unsigned sum) {
    return sum + (halves & 0xffff) * (bytes & 255) + (halves >> 16) * (bytes >> 8 & 255);
}
static inline unsigned dot_high(unsigned halves, unsigned bytes, unsigned sum) { return dot(halves, bytes >> 16, sum); }
static inline unsigned take(Place at, unsigned more) { unsigned old = get(at); put(at, old + more); return old; }
static inline void add(Place at, unsigned x) { put(at, get(at) + x); }
static inline unsigned __byte_perm(unsigned x, unsigned y, unsigned how) {
    const unsigned long long both = (unsigned long long)y << 32 | x;
    unsigned out = 0;
    for (int i = 0; i < 4; i++) out |= (unsigned)(both >> (8 * (how >> (4 * i) & 7)) & 255) << (8 * i);
    return out;
}
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
    return by % 32 ? high << by % 32 | low >> (32 - by % 32) : high;
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
    return by % 32 ? low >> by % 32 | high << (32 - by % 32) : low;
}
template <unsigned WORDS>
static inline void bit_product(unsigned* entry, const unsigned* rows, const unsigned* column) {
    const unsigned lane = emulator::current % 32;
    const unsigned four[4] = {rows[0], rows[1], rows[2 * WORDS - 2], rows[2 * WORDS - 1]};
    const unsigned (*words)[32] = emulator::exchange(four, column[0], column[WORDS - 1]);
    for (unsigned k = 0; k < 4 * WORDS; k++) {
        const unsigned half = k / 4, row = lane / 4 * 4 + k % 4, place = lane % 4 * 8 + k % 4;
        for (unsigned e = 0; e < 4; e++)
            entry[e] += __builtin_popcount(words[2 * half + e / 2][row] & words[4 + half][place + e % 2 * 4]);
    }
}

#include "words.cu"
#include "partners.cu"
#include "weights.cu"
#include "walk.cu"
#include "grow.cu"
#include "marks.cu"
#include "complete.cu"
#include "packs.cu"
#include "meet.cu"

#define RUN(kernel, Arguments) \
    if (!strcmp(name, #kernel)) emulator::body = [](const void* p) { kernel(*(const Arguments*)p); };

extern "C" int emulate(const char* name, unsigned x, unsigned y, unsigned threads, unsigned shared, const void* arguments) {
    emulator::body = nullptr;
    RUN(partners, Partners)
    RUN(walk, Walk)
    RUN(grow, Grow)
    RUN(marks, Marks)
    RUN(complete, Complete)
    RUN(rows, Rows)
    RUN(packs, Packs)
    RUN(lists, Lists)
    RUN(meet, Meet)
    if (!emulator::body) return 1;
    std::vector<uint64_t> memory(shared / 8 + 3, 0x5555555555555555ull);
    emulator::shared_memory = (char*)(memory.data() + 1);
    emulator::arguments = arguments;
    blockDim = Index{threads, 1, 1};
    gridDim = Index{x, y, 1};
    for (unsigned j = 0; j < y; j++)
        for (unsigned i = 0; i < x; i++) {
            blockIdx = Index{i, j, 0};
            if (!emulator::run_block()) {
                emulator::fibers.clear();
                return 3;
            }
        }
    return memory.back() == 0x5555555555555555ull ? 0 : 2;
}
