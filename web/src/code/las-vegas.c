// Las Vegas: one solution of N queens at random, by the column of each row. Usage: cc -O2 las-vegas.c -o queens && ./queens 8 [seed]
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

// Whether one run filled all rows.
static bool run(void) {
    for (int row = 0; row < n; row++) {
        int available = 0;
        for (int column = 0; column < n; column++)  // each of them is chosen with the same chance
            if (is_available(row, column) && rand() % ++available == 0) columns[row] = column;
        if (available == 0) return false;
    }
    return true;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    srand(argc > 2 ? atoi(argv[2]) : 1);
    if (n < 0 || n > MOST) return 2;
    if (n == 2 || n == 3) {
        puts("no solution");
        return 0;
    }
    while (!run()) {
    }
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", columns[row]);
    puts("");
    return 0;
}
