// Forward checking: counts all solutions of N queens. Usage: cc -O2 forward-checking.c -o queens && ./queens 8
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

// Every later row keeps the columns that no queen attacks; an empty one ends the branch.
static void fill(int row, const uint64_t *domain) {
    if (row == n) {
        total++;
        return;
    }
    for (int column = 0; column < n; column++) {
        if (!(domain[row] >> column & 1)) continue;
        uint64_t left[MOST];
        bool is_open = true;
        for (int other = row + 1; other < n; other++) {
            left[other] = domain[other] & ~attacked(row, column, other);
            is_open = is_open && left[other];
        }
        if (is_open) fill(row + 1, left);
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    uint64_t domain[MOST];
    for (int row = 0; row < n; row++) domain[row] = (UINT64_C(1) << n) - 1;
    fill(0, domain);
    printf("%ld\n", total);
    return 0;
}
