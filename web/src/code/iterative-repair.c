// Iterative repair by exchanges: one solution of N queens, by the column of each row. Usage: cc -O2 iterative-repair.c -o queens && ./queens 13 [seed] [torus]
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 };

// A permutation, so that only diagonals can clash, and the number of queens on each of them.
static int n, columns[MOST], falling[2 * MOST], rising[2 * MOST];
static int lines;       // diagonals of one direction: on the torus each goes on at the other edge
static int collisions;  // pairs of queens on a diagonal

static int *falling_of(int row) {
    return &falling[(row - columns[row] + n) % lines];
}

static int *rising_of(int row) {
    return &rising[(row + columns[row]) % lines];
}

static void put(int row) {
    collisions += (*falling_of(row))++ + (*rising_of(row))++;
}

static void take(int row) {
    collisions -= --*falling_of(row) + --*rising_of(row);
}

static void exchange(int i, int j) {
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

// A queen that collides; each of them with the same chance.
static int draw_colliding(void) {
    int found = 0, drawn = 0;
    for (int row = 0; row < n; row++)
        if ((*falling_of(row) > 1 || *rising_of(row) > 1) && rand() % ++found == 0) drawn = row;
    return drawn;
}

// The row whose exchange with this one leaves the fewest collisions, at random of several.
static int best_partner(int row) {
    int best = row, fewest = INT_MAX, equals = 0;
    for (int other = 0; other < n; other++) {
        if (other == row) continue;
        exchange(row, other);
        int left = collisions;
        exchange(row, other);
        if (left < fewest) {
            fewest = left;
            equals = 0;
        }
        if (left == fewest && rand() % ++equals == 0) best = other;
    }
    return best;
}

// Whether a permutation can be repaired in 100 n steps.
static bool repair(void) {
    shuffle();
    for (int step = 0; step < 100 * n && collisions > 0; step++) {
        int row = draw_colliding();
        exchange(row, best_partner(row));
    }
    return collisions == 0;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 13;
    srand(argc > 2 ? atoi(argv[2]) : 1);
    bool torus = argc > 3 && strcmp(argv[3], "torus") == 0;
    if (n < 0 || n > MOST) return 2;
    lines = torus ? n : 2 * n;
    if (n > 1 && (torus ? n % 2 == 0 || n % 3 == 0 : n < 4)) {
        puts("no solution");
        return 0;
    }
    while (!repair()) {
    }
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", columns[row]);
    puts("");
    return 0;
}
