// Las Vegas and backtracking: one solution of N queens, by the column of each row. Usage: cc -O2 las-vegas-backtracking.c -o queens && ./queens 8 [seed]
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1000 };

static int n, columns[MOST];

static bool is_available(int row, int column) {
    for (int r = 0; r < row; r++)
        if (columns[r] == column || abs(columns[r] - column) == row - r) return false;
    return true;
}

// Fills the first rows at random; false if one has no square left.
static bool draw(int rows) {
    for (int row = 0; row < rows; row++) {
        int available = 0;
        for (int column = 0; column < n; column++)
            if (is_available(row, column) && rand() % ++available == 0) columns[row] = column;
        if (available == 0) return false;
    }
    return true;
}

static bool backtrack(int row) {
    if (row == n) return true;
    for (int column = 0; column < n; column++) {
        if (!is_available(row, column)) continue;
        columns[row] = column;
        if (backtrack(row + 1)) return true;
    }
    return false;
}

static void solve(void) {
    int left = 0;  // about 2 log2 n rows are left to backtracking
    for (int side = n; side > 1; side /= 2) left += 2;
    int drawn = n > left ? n - left : 0;
    while (!draw(drawn) || !backtrack(drawn)) {
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    srand(argc > 2 ? atoi(argv[2]) : 1);
    if (n < 0 || n > MOST) return 2;
    if (n == 2 || n == 3) {
        puts("no solution");
        return 0;
    }
    solve();
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", columns[row]);
    puts("");
    return 0;
}
