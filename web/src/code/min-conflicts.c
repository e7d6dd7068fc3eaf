// Min-conflicts: one solution of N queens, by the column of each row. Usage: cc -O2 min-conflicts.c -o queens && ./queens 100 [seed]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 10000 };

static int n, queen[MOST], on_column[MOST], falling[2 * MOST], rising[2 * MOST];

static int attackers(int row, int column) {
    return on_column[column] + falling[row - column + n] + rising[row + column];
}

static void change(int row, int column, int by) {
    on_column[column] += by;
    falling[row - column + n] += by;
    rising[row + column] += by;
}

// A column of the row that the fewest queens attack; if there are several, one at random.
static int best(int row) {
    int least = 4 * MOST, chosen = 0, equal = 0;
    for (int column = 0; column < n; column++) {
        int weight = attackers(row, column);
        if (weight < least) {
            least = weight;
            equal = 0;
        }
        if (weight == least && rand() % ++equal == 0) chosen = column;
    }
    return chosen;
}

static void solve(void) {
    for (;;) {
        memset(on_column, 0, sizeof on_column);
        memset(falling, 0, sizeof falling);
        memset(rising, 0, sizeof rising);
        for (int row = 0; row < n; row++) {
            queen[row] = best(row);
            change(row, queen[row], +1);
        }
        for (int moves = 0; moves < 100 + 2 * n; moves++) {
            // A queen is on its own three lines; more than that is an attack.
            int attacked = -1, number = 0;
            for (int row = 0; row < n; row++)
                if (attackers(row, queen[row]) > 3 && rand() % ++number == 0) attacked = row;
            if (attacked < 0) return;
            change(attacked, queen[attacked], -1);
            queen[attacked] = best(attacked);
            change(attacked, queen[attacked], +1);
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
    solve();
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", queen[row]);
    puts("");
    return 0;
}
