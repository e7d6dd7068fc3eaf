// Bit masks: counts all solutions of N queens. Usage: cc -O2 bitmask.c -o queens && ./queens 8
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int n;
static uint64_t all;

static long row(int r, uint64_t columns, uint64_t falling, uint64_t rising) {
    if (r == n) return 1;
    long total = 0;
    uint64_t free = all & ~(columns | falling | rising);
    while (free) {
        uint64_t bit = free & -free;  // the lowest bit
        free ^= bit;
        total += row(r + 1, columns | bit, (falling | bit) << 1, (rising | bit) >> 1);
    }
    return total;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > 63) return 2;
    all = (UINT64_C(1) << n) - 1;
    printf("%ld\n", row(0, 0, 0, 0));
    return 0;
}
