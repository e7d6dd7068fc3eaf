// How often a term of the sum counts: the rule of `symmetry.rs`, for terms that tie with an image.

struct Rule {
    u32 kind; // 0: none, 1: even side, 2: odd side
    u32 inner, outer; // rows of A's and of C's parity
    u32 c;
    u32 d_first;     // lanes of the first half are sets D and those of the second complements of B
    u32 full;        // weight of a term that ties with no image
    const u32* a;    // by slot: the set A; bit 31: ties
    const u32* first;  // by lane of the first half: the set; bit 31: ties
    const u32* second; // by lane of the second half, likewise
};
#define TIED 0x80000000u

__device__ inline u32 reversed(u32 set, u32 m) { return m ? __brev(set) >> (32 - m) : 0; }

__device__ inline u64 quadruple(u32 c, u32 a, u32 b, u32 d) {
    return (u64)c << 48 | (u64)a << 32 | (u64)b << 16 | d;
}

__device__ inline u32 weight_of_term(const Rule& rule, u32 a, u32 b, u32 d) {
    const u32 c = rule.c, m = rule.outer, full = (1u << m) - 1;
    u64 own = 0;
    u32 equal = 0;
    const bool mirrored = rule.kind == 1 && 2 * __popc(c) == m;
    if (rule.kind == 1) {
        a = reversed(a, m);
        b = reversed(b, m);
    }
    for (u32 i = 0; i < 8; i++) {
        u64 image;
        if (rule.kind == 1) {
            u32 x = c, y = a, z = b, w = d;
            if (i & 1) { x = a; y = c; z = d; w = b; }
            if (i & 2) {
                // transposed: first with last, second with third
                u32 t = x; x = w; w = t;
                t = y; y = z; z = t;
            }
            image = i >= 4 && mirrored ? quadruple(x ^ full, y ^ full, w ^ full, z ^ full)
                                       : quadruple(x, y, z, w);
        } else {
            const u32 cc = i & 1 ? reversed(c, rule.outer) : c, aa = i & 1 ? reversed(a, rule.inner) : a;
            const u32 bb = i & 2 ? reversed(b, rule.inner) : b, dd = i & 2 ? reversed(d, rule.outer) : d;
            if (i < 4) {
                image = quadruple(cc, aa, bb, dd);
            } else {
                const u32 ct = i & 2 ? reversed(c, rule.outer) : c, at = i & 2 ? reversed(a, rule.inner) : a;
                const u32 bt = i & 1 ? reversed(b, rule.inner) : b, dt = i & 1 ? reversed(d, rule.outer) : d;
                image = quadruple(dt, bt, at, ct);
            }
        }
        if (i == 0) own = image;
        if (image < own) return 0;
        equal += image == own;
    }
    return (rule.kind == 1 && !mirrored ? 16 : 8) / equal;
}

// Weight of the entry (lane of the second half, lane of the first half) of a matrix.
__device__ inline u32 weight_of(const Rule& rule, u32 slot, u32 second, u32 first) {
    const u32 a = rule.a[slot], x = rule.first[first], y = rule.second[second];
    if (!((a | x | y) & TIED)) return rule.full;
    if (rule.kind == 0) return 1;
    const u32 whole = (1u << rule.inner) - 1;
    const u32 one = x & ~TIED, two = y & ~TIED;
    const u32 d = rule.d_first ? one : two;
    const u32 b = ~(rule.d_first ? two : one) & whole;
    return weight_of_term(rule, a & ~TIED, b, d);
}
