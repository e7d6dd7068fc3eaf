// Minimum remaining values: counts all solutions of N queens. Usage: cc -O2 min-remaining-values.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 63 };

static int n;
static long total;

// The columns of another row that a queen attacks.
static uint64_t attacked(int row, int column, int other) {
    int away = abs(other - row);
    uint64_t queen = UINT64_C(1) << column;
    return queen | queen << away | queen >> away;
}

static int size(uint64_t set) {
    int bits = 0;
    for (; set; set &= set - 1) bits++;
    return bits;
}

// A bit of `empty` for each empty row; the one with the fewest free columns is next.
static void fill(uint64_t empty, const uint64_t *domain) {
    if (!empty) {
        total++;
        return;
    }
    int row = -1;
    for (int other = 0; other < n; other++)
        if (empty >> other & 1 && (row < 0 || size(domain[other]) < size(domain[row]))) row = other;
    empty ^= UINT64_C(1) << row;
    for (int column = 0; column < n; column++) {
        if (!(domain[row] >> column & 1)) continue;
        uint64_t left[MOST];
        bool is_open = true;
        for (int other = 0; other < n; other++) {
            if (!(empty >> other & 1)) continue;
            left[other] = domain[other] & ~attacked(row, column, other);
            is_open = is_open && left[other];
        }
        if (is_open) fill(empty, left);
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    uint64_t domain[MOST], all = (UINT64_C(1) << n) - 1;
    for (int row = 0; row < n; row++) domain[row] = all;
    fill(all, domain);
    printf("%ld\n", total);
    return 0;
}
