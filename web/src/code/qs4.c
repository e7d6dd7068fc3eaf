// Linear search QS4: one solution of N queens, by the column of each row. Usage: cc -O2 qs4.c -o queens && ./queens 8 [seed]
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 10000 };

// A permutation, and the queens on each diagonal.
static int n, columns[MOST], falling[2 * MOST], rising[2 * MOST];

static void change(int row, int by) {
    falling[row - columns[row] + n] += by;
    rising[row + columns[row]] += by;
}

static void swap(int i, int j) {
    int held = columns[i];
    columns[i] = columns[j];
    columns[j] = held;
}

// Whether more than this many queens are on a diagonal of the row's queen.
static bool is_attacked(int row, int by) {
    return falling[row - columns[row] + n] > by || rising[row + columns[row]] > by;
}

static void exchange(int i, int j) {
    change(i, -1);
    change(j, -1);
    swap(i, j);
    change(i, 1);
    change(j, 1);
}

// Places queens that do not collide, the others at random; returns how many do not.
static int start(void) {
    int placed = 0;
    memset(falling, 0, sizeof falling);
    memset(rising, 0, sizeof rising);
    for (int row = 0; row < n; row++) columns[row] = row;
    for (int draws = 0; placed < n && draws < 3.08 * n; draws++) {
        swap(placed, placed + rand() % (n - placed));
        if (!is_attacked(placed, 0)) change(placed++, 1);
    }
    for (int row = n - 1; row > placed; row--) swap(row, placed + rand() % (row - placed + 1));
    for (int row = placed; row < n; row++) change(row, 1);
    return placed;
}

// Swaps each queen left with others until it does not collide; false after 7000 draws.
static bool finish(int placed) {
    int draws = 0;
    for (int i = placed; i < n; i++)
        while (is_attacked(i, 1)) {
            if (draws++ == 7000) return false;
            int j = rand() % n;
            if (i == j) continue;
            exchange(i, j);
            if (is_attacked(i, 1) || is_attacked(j, 1)) exchange(i, j);
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
    while (!finish(start())) {
    }
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", columns[row]);
    puts("");
    return 0;
}
