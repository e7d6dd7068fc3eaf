// Gradient search QS2: one solution of N queens, by the column of each row. Usage: cc -O2 qs2.c -o queens && ./queens 8 [seed]
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 10000 };

// A permutation, so that only diagonals can clash, and the number of queens on each of them.
static int n, columns[MOST], falling[2 * MOST], rising[2 * MOST];
static int collisions;  // all queens of a diagonal but one

static void put(int row) {
    collisions += (falling[row - columns[row] + n]++ > 0) + (rising[row + columns[row]]++ > 0);
}

static void take(int row) {
    collisions -= (--falling[row - columns[row] + n] > 0) + (--rising[row + columns[row]] > 0);
}

static void swap(int i, int j) {
    take(i);
    take(j);
    int held = columns[i];
    columns[i] = columns[j];
    columns[j] = held;
    put(i);
    put(j);
}

static void shuffle(void) {
    memset(falling, 0, sizeof falling);
    memset(rising, 0, sizeof rising);
    collisions = 0;
    for (int row = 0; row < n; row++) {
        int other = rand() % (row + 1);
        columns[row] = columns[other];
        columns[other] = row;
    }
    for (int row = 0; row < n; row++) put(row);
}

// Lists the attacked queens; returns how many there are.
static int list_attacked(int *attacked) {
    int length = 0;
    for (int row = 0; row < n; row++)
        if (falling[row - columns[row] + n] > 1 || rising[row + columns[row]] > 1) attacked[length++] = row;
    return length;
}

// Swaps attacked queens with others where that helps; false after 32 n tries.
static bool descend(void) {
    static int attacked[MOST];
    for (int tries = 32 * n; collisions > 0;) {
        double limit = 0.45 * collisions;
        int length = list_attacked(attacked);
        for (int place = 0; collisions >= limit; place = (place + 1) % length) {
            if (tries-- == 0) return false;
            int i = attacked[place], j = rand() % n, before = collisions;
            if (i == j) continue;
            swap(i, j);
            if (collisions >= before) swap(i, j);
        }
    }
    return true;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    srand(argc > 2 ? atoi(argv[2]) : 1);
    if (n < 0 || n > MOST) return 2;
    if (n == 2 || n == 3) {
        puts("no solution");
        return 0;
    }
    do shuffle();
    while (!descend());
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", columns[row]);
    puts("");
    return 0;
}
