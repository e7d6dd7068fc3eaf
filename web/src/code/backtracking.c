// Backtracking: counts all solutions of N queens. Usage: cc -O2 backtracking.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

static long count(int n) {
    int queen[MOST];  // queen[row] is the column of its queen
    bool columns[MOST] = {0}, falling[2 * MOST] = {0}, rising[2 * MOST] = {0};
    long total = 0;
    int row = 0, column = 0;
    if (n == 0) return 1;
    while (row >= 0) {
        if (column == n) {  // no square left in this row: take the queen above back
            if (--row < 0) break;
            column = queen[row];
            columns[column] = falling[row - column + n] = rising[row + column] = false;
            column++;
        } else if (columns[column] || falling[row - column + n] || rising[row + column]) {
            column++;
        } else if (row == n - 1) {  // the last queen fits: a solution
            total++;
            column++;
        } else {
            queen[row] = column;
            columns[column] = falling[row - column + n] = rising[row + column] = true;
            row++;
            column = 0;
        }
    }
    return total;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    printf("%ld\n", count(n));
    return 0;
}
