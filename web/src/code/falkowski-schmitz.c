// Falkowski and Schmitz's construction: one solution of N queens without search, by the column of each row. Usage: cc -O2 falkowski-schmitz.c -o queens && ./queens 8
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 10000 };

static int n, columns[MOST];

// Columns from, from + 2, … beginning with one of them and going round.
static int series(int row, int from, int begin) {
    int size = (n - from + 1) / 2;
    for (int i = 0; i < size; i++) columns[row++] = from + 2 * ((begin + i) % size);
    return row;
}

static void solve(void) {
    int r = 0, s = 0;
    if (n % 6 == 2) {
        r = (n - 6) / 2;
        s = r + 2;
    } else if (n % 6 == 3) {
        r = (n - 3) / 6;
        s = r + 1;
    }
    int row = series(0, 1, r);
    series(row, 0, s);
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
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
