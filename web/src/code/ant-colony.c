// Ant colony optimisation: one solution of N queens, by the column of each row. Usage: cc -O2 ant-colony.c -o queens -lm && ./queens 8 [seed]
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 100, ANTS = 20, ROUNDS = 200, GREED = 10 };

static const double PERSISTENCE = 0.9;

typedef struct { int columns[MOST], collisions; } Board;

static int n;
static double trails[MOST][MOST];

// How many queens of the rows above attack a square.
static int attackers(const Board *board, int row, int column) {
    int found = 0;
    for (int r = 0; r < row; r++) found += board->columns[r] == column || abs(board->columns[r] - column) == row - r;
    return found;
}

// The board an ant fills.
static Board ant(void) {
    Board board = {.collisions = 0};
    for (int row = 0; row < n; row++) {
        double up_to[MOST], sum = 0;
        for (int column = 0; column < n; column++)
            up_to[column] = sum += trails[row][column] / pow(1 + attackers(&board, row, column), GREED);
        double drawn = sum * (rand() / (RAND_MAX + 1.0));
        int column = 0;
        while (column < n - 1 && up_to[column] <= drawn) column++;
        board.collisions += attackers(&board, row, column);
        board.columns[row] = column;
    }
    return board;
}

// All trails fade; those of a board grow, the more the fewer collisions it has.
static void strengthen(const Board *board) {
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) trails[row][column] = fmax(trails[row][column] * PERSISTENCE, 1 / (2.0 * n));
        double *trail = &trails[row][board->columns[row]];
        *trail = fmin(*trail + (1 - PERSISTENCE) / (1 + board->collisions), 1);
    }
}

// The best board of a round.
static Board best_ant(void) {
    Board best = ant();
    for (int i = 1; i < ANTS && best.collisions > 0; i++) {
        Board other = ant();
        if (other.collisions < best.collisions) best = other;
    }
    return best;
}

static Board solve(void) {
    for (;;) {
        for (int row = 0; row < n; row++)
            for (int column = 0; column < n; column++) trails[row][column] = 1;
        Board best = {.collisions = INT_MAX};
        for (int turn = 1; turn <= ROUNDS; turn++) {
            Board board = best_ant();
            if (board.collisions == 0) return board;
            if (board.collisions < best.collisions) best = board;
            strengthen(turn % 5 == 0 ? &best : &board);
        }
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    srand(argc > 2 ? atoi(argv[2]) : 1);
    if (n < 0 || n > MOST) return 2;
    if (n == 2 || n == 3) {
        puts("no solution");
        return 0;
    }
    Board board = solve();
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", board.columns[row]);
    puts("");
    return 0;
}
