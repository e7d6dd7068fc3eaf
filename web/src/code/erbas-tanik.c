// Erbas and Tanik's polygons and circulants: one solution of N queens without search, by the column of each row. Usage: cc -O2 erbas-tanik.c -o queens && ./queens 8
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 10000 };

static int n, columns[MOST];

static void solve(int side) {
    if (side % 2 && side % 3) {  // the star polygon {side/2}
        for (int i = 0; i < side; i++) columns[i] = 2 * i % side;
        return;
    }
    if (side % 2) {
        solve(side - 1);
        columns[side - 1] = side - 1;
        return;
    }
    int shift = side % 6 != 2 ? 1 : side / 2 - 1;
    for (int i = 0; i < side / 2; i++) {  // a 2-circulant, and the same turned upside down
        columns[i] = (2 * i + shift) % side;
        columns[side - 1 - i] = side - 1 - columns[i];
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
