// Pauls' solution: one solution of N queens without search, by the column of each row. Usage: cc -O2 pauls.c -o queens && ./queens 8
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 10000 };

static int n, columns[MOST], filled;

// Columns from one to another, which is included.
static void series(int from, int to, int by) {
    for (int column = from; by > 0 ? column <= to : column >= to; column += by) columns[filled++] = column;
}

static void solve(int side) {
    switch (side % 6) {
    case 0:
    case 4:
        series(1, side - 1, 2);
        series(0, side - 2, 2);
        break;
    case 1:
    case 5:
        series(side - 1, side - 1, 1);
        series(1, side - 2, 2);
        series(0, side - 2, 2);
        break;
    case 2:
        series(3, 3, 1);
        series(side - 3, 5, -2);
        series(side - 1, side - 1, 1);
        series(1, 1, 1);
        series(side - 2, side - 2, 1);
        series(0, 0, 1);
        series(side - 6, 2, -2);
        series(side - 4, side - 4, 1);
        break;
    default:
        solve(side - 1);
        series(side - 1, side - 1, 1);
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    if (n == 2 || n == 3) {
        puts("no solution");
        return 0;
    }
    solve(n);
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", columns[row]);
    puts("");
    return 0;
}
