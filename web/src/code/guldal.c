// Güldal's sets: counts all solutions of N queens by striking threatened cells out of a matrix. Usage: cc -O2 guldal.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16, CELLS = MOST * MOST };

static int n;
static bool threatened[CELLS][CELLS];

// The solutions with this many queens so far, the others on cells of the matrix.
static long place(int queens, const bool *matrix) {
    if (queens == n) return 1;
    long total = 0;
    for (int cell = queens * n; cell < (queens + 1) * n; cell++) {
        if (!matrix[cell]) continue;
        bool rest[CELLS];
        memcpy(rest, matrix, sizeof rest);
        for (int other = 0; other < n * n; other++)
            if (threatened[cell][other]) rest[other] = false;
        total += place(queens + 1, rest);
    }
    return total;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    bool matrix[CELLS] = {false};
    for (int cell = 0; cell < n * n; cell++) {
        matrix[cell] = true;
        for (int other = 0; other < n * n; other++) {
            int down = abs(other / n - cell / n), across = abs(other % n - cell % n);
            threatened[cell][other] = down == 0 || across == 0 || down == across;
        }
    }
    printf("%ld\n", place(0, matrix));
    return 0;
}
