// Nilsson's production system: counts all solutions of N queens, rules with short diagonals first. Usage: cc -O2 nilsson.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 20 };

static int n, data[MOST];

// The length of the longer diagonal through a square.
static int diagonal(int row, int column) {
    int falling = abs(row - column), rising = abs(row + column - n + 1);
    return n - (falling < rising ? falling : rising);
}

static bool is_free(int placed, int row, int column) {
    for (int r = 0; r < placed; r++)
        if (data[r] == column || abs(data[r] - column) == row - r) return false;
    return true;
}

static bool dead_end(int placed) {
    for (int row = placed; row < n; row++) {
        int column = 0;
        while (column < n && !is_free(placed, row, column)) column++;
        if (column == n) return true;
    }
    return false;
}

// The number of paths that end with n queens.
static long backtrack(int row) {
    if (row == n) return 1;
    if (dead_end(row)) return 0;
    long total = 0;
    for (int length = 1; length <= n; length++)  // rules with short diagonals first
        for (int column = 0; column < n; column++)
            if (diagonal(row, column) == length && is_free(row, row, column)) {
                data[row] = column;
                total += backtrack(row + 1);
            }
    return total;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    printf("%ld\n", backtrack(0));
    return 0;
}
