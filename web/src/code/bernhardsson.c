// Bernhardsson: one solution of N queens without search, by the column of each row. Usage: cc -O2 bernhardsson.c -o queens && ./queens 8
#include <stdio.h>
#include <stdlib.h>

// The column of a row, for an even side.
static long even(long n, long row) {
    long half = n / 2;
    if (n % 6 == 0) return row < half ? 2 * row + 1 : 2 * (row - half);
    if (row < half) return (2 * row + half - 1) % n;
    return n - 1 - even(n, n - 1 - row);
}

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 8;
    if (n < 0) return 2;
    if (n == 2 || n == 3) {
        puts("no solution");
        return 0;
    }
    for (long row = 0; row < n; row++) {
        long column = n % 2 == 0 ? even(n, row) : row == n - 1 ? n - 1 : even(n - 1, row);
        printf("%s%ld", row ? " " : "", column);
    }
    puts("");
    return 0;
}
