// Takefuji's neural network (maximum neurons): one solution of N queens, by the column of each row. Usage: cc -O2 takefuji.c -o queens && ./queens 8 [seed]
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 200, ROUNDS = 500, CLIMB = 3 };

static int n, u[MOST][MOST], queens[MOST];

// Queens of other rows on the diagonals of a square; those in its column are counted apart.
static int on_diagonals(int row, int column, int *in_column) {
    int found = 0;
    *in_column = 0;
    for (int r = 0; r < n; r++) {
        if (r == row) continue;
        *in_column += queens[r] == column;
        found += abs(queens[r] - column) == abs(r - row);
    }
    return found;
}

// The neuron of a row with the largest potential fires, the first of several.
static void fire(int row) {
    queens[row] = 0;
    for (int column = 1; column < n; column++)
        if (u[row][column] > u[row][queens[row]]) queens[row] = column;
}

// The input of each neuron of a row is added to its potential. The row itself has one queen.
static void update(int row) {
    for (int column = 0; column < n; column++) {
        int in_column, met = on_diagonals(row, column, &in_column);
        in_column += queens[row] == column;
        u[row][column] += 1 - in_column - met + CLIMB * (in_column == 0);
    }
    fire(row);
}

static bool is_solved(void) {
    for (int row = 0; row < n; row++) {
        int in_column, met = on_diagonals(row, queens[row], &in_column);
        if (met || in_column) return false;
    }
    return true;
}

static void start(void) {
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) u[row][column] = -(rand() % 10);
        fire(row);
    }
}

static void solve(void) {
    for (;;) {
        start();
        for (int turn = 0; turn < ROUNDS; turn++)
            for (int row = 0; row < n; row++) {
                if (is_solved()) return;
                update(row);
            }
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    srand(argc > 2 ? atoi(argv[2]) : 1);
    if (n < 1 || n > MOST) return 2;
    if (n == 2 || n == 3) {
        puts("no solution");
        return 0;
    }
    solve();
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", queens[row]);
    puts("");
    return 0;
}
