// Floyd's nondeterministic algorithm: one solution of N queens, each choice tried in turn. Usage: cc -O2 nondeterministic.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 40 };

static int n, columns[MOST];

static bool is_safe(int row) {
    for (int r = 0; r < row; r++)
        if (columns[r] == columns[row] || abs(columns[r] - columns[row]) == row - r) return false;
    return true;
}

// Whether a choice of columns from this row on leads to success.
static bool place(int row) {
    if (row == n) return true;
    for (columns[row] = 0; columns[row] < n; columns[row]++)  // choice(n): a failure goes on with the next one
        if (is_safe(row) && place(row + 1)) return true;
    return false;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    if (!place(0)) {
        puts("no solution");
        return 0;
    }
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", columns[row]);
    puts("");
    return 0;
}
