// Wirth's recursive program: counts all solutions of N queens. Usage: cc -O2 wirth.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static int n, x[MOST];
static bool a[MOST], b[2 * MOST], c[2 * MOST];  // free rows and diagonals
static long total;

static void try_column(int j) {
    for (int i = 0; i < n; i++) {
        if (!a[i] || !b[i + j] || !c[i - j + n]) continue;
        x[j] = i;
        a[i] = b[i + j] = c[i - j + n] = false;
        if (j < n - 1) try_column(j + 1);
        else total++;
        a[i] = b[i + j] = c[i - j + n] = true;
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    memset(a, true, sizeof a);
    memset(b, true, sizeof b);
    memset(c, true, sizeof c);
    if (n == 0) total = 1;
    else try_column(0);
    printf("%ld\n", total);
    return 0;
}
