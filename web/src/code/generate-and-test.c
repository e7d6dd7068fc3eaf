// Generate and test: counts the fundamental solutions of N queens. Usage: cc -O2 generate-and-test.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static int n, p[MOST];
static long total;

static bool comes_before(const int *a) {
    for (int row = 0; row < n; row++)
        if (a[row] != p[row]) return a[row] < p[row];
    return false;
}

// Whether none of the eight images of a solution comes before it.
static bool is_first(void) {
    int image[MOST], turned[MOST], reflected[MOST];
    memcpy(image, p, sizeof image);
    for (int quarter = 0; quarter < 4; quarter++) {
        for (int row = 0; row < n; row++) turned[n - 1 - image[row]] = row;
        memcpy(image, turned, sizeof image);
        for (int row = 0; row < n; row++) reflected[row] = image[n - 1 - row];
        if (comes_before(image) || comes_before(reflected)) return false;
    }
    return true;
}

static void generate(int row) {
    if (row == n) {
        total += is_first();
        return;
    }
    for (int column = 0; column < n; column++) {
        bool is_free = true;
        for (int r = 0; r < row; r++)
            if (p[r] == column || abs(p[r] - column) == row - r) is_free = false;
        p[row] = column;
        if (is_free) generate(row + 1);
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    generate(0);
    printf("%ld\n", total);
    return 0;
}
