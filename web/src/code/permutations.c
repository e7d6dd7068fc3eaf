// Every permutation tested at its end: counts all solutions of N queens. Usage: cc -O2 permutations.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 20 };

static int n, p[MOST];
static long total;

static bool is_solution(void) {
    for (int j = 1; j < n; j++)
        for (int i = 0; i < j; i++)
            if (j - i == abs(p[j] - p[i])) return false;
    return true;
}

static void exchange(int k, int i) {
    int held = p[k];
    p[k] = p[i];
    p[i] = held;
}

static void choose(int k) {
    if (k == n) {
        total += is_solution();
        return;
    }
    for (int i = k; i < n; i++) {
        exchange(k, i);
        choose(k + 1);
        exchange(k, i);
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    for (int i = 0; i < n; i++) p[i] = i;
    choose(0);
    printf("%ld\n", total);
    return 0;
}
