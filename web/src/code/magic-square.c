// A solution from a magic square: one solution of N queens without search, by the column of each row. Usage: cc -O2 magic-square.c -o queens && ./queens 7 [block]
#include <stdio.h>
#include <stdlib.h>

// Number k of the square stands in row k + 2 (k / n) and column 2 k + k / n, modulo n. The numbers of a
// block of n, those with k / n = block, are a solution: column 2 i - 3 block in row i.
static long column_of(long n, long block, long row) {
    return ((2 * row - 3 * (block % n)) % n + n) % n;
}

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 7, block = argc > 2 ? atol(argv[2]) : 0;
    if (n % 2 == 0 || n % 3 == 0) {
        puts("no solution of this kind");
        return 0;
    }
    for (long row = 0; row < n; row++) printf("%s%ld", row ? " " : "", column_of(n, block, row));
    puts("");
    return 0;
}
