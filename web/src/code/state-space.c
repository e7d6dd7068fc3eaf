// State-space tree: counts all solutions of N queens. Usage: cc -O2 state-space.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

static int n, path[MOST];  // from the root to the current node
static long total;

// The bounding function: whether a queen above attacks the square.
static bool rejects(int row, int column) {
    for (int r = 0; r < row; r++)
        if (path[r] == column || abs(path[r] - column) == row - r) return true;
    return false;
}

static void expand(int row) {
    if (row == n) {  // the leaf is a solution
        total++;
        return;
    }
    for (int column = 0; column < n; column++) {
        if (rejects(row, column)) continue;
        path[row] = column;
        expand(row + 1);
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    expand(0);
    printf("%ld\n", total);
    return 0;
}
