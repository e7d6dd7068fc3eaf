// Barr and Rao's backtracking in d dimensions: counts all solutions of N queens by lists of attacked positions. Usage: cc -O2 barr-rao.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 20, POSITIONS = 1000 };

static int n, d, layer, queens[MOST];
static bool lists[POSITIONS][POSITIONS];

// Whether all coordinates that differ do so by the same amount.
static bool attacks(int a, int b) {
    int size = 0;
    for (int axis = 0; axis < d; axis++, a /= n, b /= n) {
        int apart = abs(a % n - b % n);
        if (apart && size && apart != size) return false;
        if (apart) size = apart;
    }
    return true;
}

static bool is_attacked(int depth, int pos) {
    for (int i = 0; i < depth; i++)
        if (lists[queens[i]][pos]) return true;
    return false;
}

static long place_queens(int depth) {
    if (depth == n) return 1;
    long total = 0;
    for (int pos = depth * layer; pos < (depth + 1) * layer; pos++) {
        if (is_attacked(depth, pos)) continue;
        queens[depth] = pos;
        total += place_queens(depth + 1);
    }
    return total;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    d = argc > 2 ? atoi(argv[2]) : 2;
    layer = 1;
    for (int axis = 1; axis < d; axis++) layer *= n;
    if (n < 1 || n > MOST || n * layer > POSITIONS) return 2;
    for (int a = 0; a < n * layer; a++)
        for (int b = 0; b < n * layer; b++) lists[a][b] = attacks(a, b);
    printf("%ld\n", place_queens(0));
    return 0;
}
