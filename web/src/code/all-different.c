// All-different propagation: counts all solutions of N queens. Usage: cc -O2 all-different.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20, LINES = 2 * MOST, NOBODY = -1 };

static int n;
typedef struct { uint32_t of[MOST]; } Domains;  // a bit for each column
typedef struct { int of[LINES]; } Owners;       // the row that has each line

// The line of a square: its column, its diagonal or its anti-diagonal.
static int line_of(int family, int row, int column) {
    return family == 0 ? column : family == 1 ? row - column + n : row + column;
}

// Gives a row a line of its own, moving other rows where needed; false if that is impossible.
static bool augment(const Domains *domains, int family, int row, Owners *owners, bool *seen) {
    for (int column = 0; column < n; column++) {
        int line = line_of(family, row, column);
        if (!(domains->of[row] >> column & 1) || seen[line]) continue;
        seen[line] = true;
        int other = owners->of[line];
        if (other == NOBODY || augment(domains, family, other, owners, seen)) {
            owners->of[line] = row;
            return true;
        }
    }
    return false;
}

// Whether all rows have lines of their own when this row takes this one.
static bool is_in_a_matching(const Domains *domains, int family, int row, int line, Owners owners) {
    int displaced = owners.of[line];
    if (displaced == NOBODY || displaced == row) return true;
    bool seen[LINES] = {false};
    for (int other = 0; other < LINES; other++)
        if (owners.of[other] == row) owners.of[other] = NOBODY;
    owners.of[line] = row;
    seen[line] = true;
    return augment(domains, family, displaced, &owners, seen);
}

// Takes squares out whose line is in no complete matching of a family; false if there is none.
static bool filter(Domains *domains, int family, bool *changed) {
    const Domains before = *domains;
    Owners owners;
    for (int line = 0; line < LINES; line++) owners.of[line] = NOBODY;
    for (int row = 0; row < n; row++) {
        bool seen[LINES] = {false};
        if (!augment(&before, family, row, &owners, seen)) return false;
    }
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            if (before.of[row] >> column & 1 && !is_in_a_matching(&before, family, row, line_of(family, row, column), owners)) {
                domains->of[row] &= ~(UINT32_C(1) << column);
                *changed = true;
            }
    return true;
}

static bool propagate(Domains *domains) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int family = 0; family < 3; family++)
            if (!filter(domains, family, &changed)) return false;
    }
    return true;
}

static long fill(int row, Domains domains) {
    if (row == n) return 1;
    long total = 0;
    for (int column = 0; column < n; column++) {
        if (!(domains.of[row] >> column & 1)) continue;
        Domains narrowed = domains;
        narrowed.of[row] = UINT32_C(1) << column;
        if (propagate(&narrowed)) total += fill(row + 1, narrowed);
    }
    return total;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    Domains all;
    memset(&all, 0, sizeof all);
    for (int row = 0; row < n; row++) all.of[row] = (UINT32_C(1) << n) - 1;
    printf("%ld\n", propagate(&all) ? fill(0, all) : 0);
    return 0;
}
