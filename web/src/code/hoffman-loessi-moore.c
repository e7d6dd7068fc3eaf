// Hoffman, Loessi and Moore's constructions: one solution of N queens without search, by the column of each row. Usage: cc -O2 hoffman-loessi-moore.c -o queens && ./queens 8
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 10000 };

static int n, columns[MOST];

static void solve(int side) {
    int half = side / 2;
    if (side % 2) {  // C
        solve(side - 1);
        columns[side - 1] = side - 1;
        return;
    }
    for (int j = 0; j < half; j++) {
        if (side % 6 != 2) {  // A
            columns[j] = 2 * j + 1;
            columns[half + j] = 2 * j;
        } else {  // B: the second half is the first one turned upside down
            columns[j] = (2 * j + half - 1) % side;
            columns[side - 1 - j] = side - 1 - columns[j];
        }
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
