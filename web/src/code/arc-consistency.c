// Maintaining arc consistency (AC-3): counts all solutions of N queens. Usage: cc -O2 arc-consistency.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20 };

static int n;
typedef struct { uint32_t of[MOST]; } Domains;  // a bit for each column

static bool propagate(Domains *domains, int changed);

// Takes the columns of a row without support in another row out; false when none is left.
static bool revise(Domains *domains, int row, int other) {
    int away = abs(row - other);
    uint32_t kept = 0;
    for (int column = 0; column < n; column++) {
        uint32_t queen = UINT32_C(1) << column, attacked = queen | queen << away | queen >> away;
        if (domains->of[row] & queen && domains->of[other] & ~attacked) kept |= queen;
    }
    if (kept == domains->of[row]) return true;
    domains->of[row] = kept;
    return kept && propagate(domains, row);
}

// Every other row is compared with one that has changed.
static bool propagate(Domains *domains, int changed) {
    for (int row = 0; row < n; row++)
        if (row != changed && !revise(domains, row, changed)) return false;
    return true;
}

static long fill(int row, Domains domains) {
    if (row == n) return 1;
    long total = 0;
    for (int column = 0; column < n; column++) {
        if (!(domains.of[row] >> column & 1)) continue;
        Domains narrowed = domains;
        narrowed.of[row] = UINT32_C(1) << column;
        if (propagate(&narrowed, row)) total += fill(row + 1, narrowed);
    }
    return total;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    Domains all;
    memset(&all, 0, sizeof all);
    for (int row = 0; row < n; row++) all.of[row] = (UINT32_C(1) << n) - 1;
    printf("%ld\n", fill(0, all));
    return 0;
}
