// Double backtracking: counts the stacks of N boards with N queens each, no queen above another. Usage: cc -O2 double-backtracking.c -o queens && ./queens 7
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 10, MOST_SOLUTIONS = 724 };

static int n, p[MOST], solutions[MOST_SOLUTIONS][MOST], found;
static bool is_covered[MOST][MOST];  // squares of the floors below

// Backtracks to all solutions of one board.
static void collect(int row) {
    if (row == n) {
        memcpy(solutions[found++], p, sizeof p);
        return;
    }
    for (int column = 0; column < n; column++) {
        bool is_free = true;
        for (int r = 0; r < row; r++)
            if (p[r] == column || abs(p[r] - column) == row - r) is_free = false;
        p[row] = column;
        if (is_free) collect(row + 1);
    }
}

// Whether no queen of a solution stands above one of the floors below.
static bool is_legal(int t) {
    for (int row = 0; row < n; row++)
        if (is_covered[row][solutions[t][row]]) return false;
    return true;
}

static void set(int t, bool covered) {
    for (int row = 0; row < n; row++) is_covered[row][solutions[t][row]] = covered;
}

static long stack(int height, int top) {
    if (height == n) return 1;
    long total = 0;
    for (int t = top; t < found; t++) {
        if (!is_legal(t)) continue;
        set(t, true);
        total += stack(height + 1, t + 1);
        set(t, false);
    }
    return total;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 7;
    if (n < 1 || n > MOST) return 2;
    collect(0);
    printf("%ld\n", stack(0, 0));
    return 0;
}
