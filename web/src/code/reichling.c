// Reichling's simplified solution: one solution of N queens without search, by the column of each row. Usage: cc -O2 reichling.c -o queens && ./queens 8
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 10000 };

static int n, columns[MOST], filled;

// Every second column from the first on, beginning with the one at a place.
static void turned(int first, int place) {
    int number = (n - first + 1) / 2;
    for (int k = 0; k < number; k++) columns[filled++] = first + 2 * ((k + place) % number);
}

static void solve(int side) {
    turned(1, side % 6 == 2 || side % 6 == 3 ? 1 : 0);
    turned(0, side % 6 == 2 ? 3 : side % 6 == 3 ? 2 : 0);
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
