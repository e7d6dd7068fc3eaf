// Rohl's algorithm II: counts all solutions of N queens. Usage: cc -O2 rohl-2.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

static int n, after[MOST + 1];  // links the free columns, from the head n on; the end is -1
static bool falling[2 * MOST], rising[2 * MOST];
static long total;

static void search_row(int row) {
    if (row == n) {
        total++;
        return;
    }
    for (int last = n, column = after[n]; column >= 0; last = column, column = after[column]) {
        if (falling[row - column + n] || rising[row + column]) continue;
        falling[row - column + n] = rising[row + column] = true;
        after[last] = after[column];  // the column is taken
        search_row(row + 1);
        after[last] = column;
        falling[row - column + n] = rising[row + column] = false;
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    for (int column = 0; column < n; column++) after[column] = column + 1 < n ? column + 1 : -1;
    after[n] = n ? 0 : -1;
    search_row(0);
    printf("%ld\n", total);
    return 0;
}
