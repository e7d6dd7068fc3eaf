// Günther's and Glaisher's determinants: counts all solutions of N queens by the terms that are not struck out. Usage: cc -O2 gunther.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 20 };

static int n;
// The letter of an element names its falling diagonal, the index its rising one.
static bool letters[2 * MOST], indices[2 * MOST], left[MOST];

// The terms of the minor that has the columns in "left", multiplied by the term so far.
static long expand(int row) {
    if (row == n) return 1;
    long total = 0;
    for (int column = 0; column < n; column++) {
        int letter = row - column + n, index = row + column;
        if (!left[column] || letters[letter] || indices[index]) continue;
        letters[letter] = indices[index] = true;
        left[column] = false;
        total += expand(row + 1);
        letters[letter] = indices[index] = false;
        left[column] = true;
    }
    return total;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    for (int column = 0; column < n; column++) left[column] = true;
    printf("%ld\n", expand(0));
    return 0;
}
