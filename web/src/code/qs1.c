// Gradient search QS1: one solution of N queens, by the column of each row. Usage: cc -O2 qs1.c -o queens && ./queens 8 [seed]
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1000 };

static int n, columns[MOST], falling[2 * MOST], rising[2 * MOST];

// Adds a queen to the numbers on its diagonals, or takes it away.
static void change(int row, int by) {
    falling[row - columns[row] + n] += by;
    rising[row + columns[row]] += by;
}

static int collisions(void) {
    int sum = 0;
    for (int line = 0; line < 2 * n; line++) sum += (falling[line] > 1 ? falling[line] - 1 : 0) + (rising[line] > 1 ? rising[line] - 1 : 0);
    return sum;
}

static void swap(int i, int j) {
    change(i, -1);
    change(j, -1);
    int column = columns[i];
    columns[i] = columns[j];
    columns[j] = column;
    change(i, 1);
    change(j, 1);
}

static void shuffle(void) {
    for (int line = 0; line < 2 * n; line++) falling[line] = rising[line] = 0;
    for (int row = 0; row < n; row++) {
        int other = rand() % (row + 1);
        columns[row] = columns[other];
        columns[other] = row;
    }
    for (int row = 0; row < n; row++) change(row, 1);
}

static bool is_attacked(int row) {
    return falling[row - columns[row] + n] > 1 || rising[row + columns[row]] > 1;
}

// Swaps two rows wherever that helps; false when no swap does.
static bool improve(void) {
    bool swapped = false;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            if (!is_attacked(i) && !is_attacked(j)) continue;
            int before = collisions();
            swap(i, j);
            if (collisions() < before) swapped = true;
            else swap(i, j);
        }
    return swapped;
}

static void solve(void) {
    do {
        shuffle();
        while (improve()) {
        }
    } while (collisions() > 0);
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    srand(argc > 2 ? atoi(argv[2]) : 1);
    if (n < 0 || n > MOST) return 2;
    if (n == 2 || n == 3) {
        puts("no solution");
        return 0;
    }
    solve();
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", columns[row]);
    puts("");
    return 0;
}
