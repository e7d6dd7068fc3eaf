// Rohl's algorithm I: counts all solutions of N queens. Usage: cc -O2 rohl-1.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

static int n, p[MOST];  // always a permutation, so that columns never clash
static long total;

static bool is_safe(int k, int column) {
    for (int row = 0; row < k; row++)
        if (abs(column - p[row]) == k - row) return false;
    return true;
}

static void choose(int k) {
    if (k == n) {
        total++;
        return;
    }
    int kept = p[k];
    for (int i = k; i < n; i++) {
        int column = p[i];
        if (!is_safe(k, column)) continue;
        p[k] = column;
        p[i] = kept;
        choose(k + 1);
        p[i] = p[k];
    }
    p[k] = kept;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    for (int i = 0; i < n; i++) p[i] = i;
    choose(0);
    printf("%ld\n", total);
    return 0;
}
