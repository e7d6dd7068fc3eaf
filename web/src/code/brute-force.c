// Brute force: counts all solutions of N queens. Usage: cc -O2 brute-force.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

static int n, queens[MOST];  // squares are numbered row by row
static long total;

static bool attack(int a, int b) {
    int down = abs(a / n - b / n), across = abs(a % n - b % n);
    return down == 0 || across == 0 || down == across;
}

static bool is_solution(void) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (attack(queens[i], queens[j])) return false;
    return true;
}

static void choose(int k, int first) {
    if (k == n) {  // only now is anything tested
        total += is_solution();
        return;
    }
    for (int square = first; square < n * n; square++) {
        queens[k] = square;
        choose(k + 1, square + 1);
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    choose(0, 0);
    printf("%ld\n", total);
    return 0;
}
