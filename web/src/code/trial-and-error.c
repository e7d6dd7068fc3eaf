// Trial and error: counts all solutions of N queens. Usage: cc -O2 trial-and-error.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

static int n, x[MOST];  // the column of each row
static long total;

static bool is_solution(void) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (x[i] == x[j] || abs(x[i] - x[j]) == i - j) return false;
    return true;
}

// Tries every column in every row; the test comes at the end.
static void choose(int i) {
    if (i == n) {
        total += is_solution();
        return;
    }
    for (x[i] = 0; x[i] < n; x[i]++) choose(i + 1);
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    choose(0);
    printf("%ld\n", total);
    return 0;
}
