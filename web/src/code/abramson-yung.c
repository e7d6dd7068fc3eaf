// Abramson and Yung's divide and conquer: one solution of N queens without search, by the column of each row. Usage: cc -O2 abramson-yung.c -o queens && ./queens 21
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 10000 };

static int columns[MOST + 1], filled;

static bool has_walk(int side) {
    return side % 2 > 0 && side % 3 > 0;
}

// The queen of a row of a knight-walk.
static int knight_walk(int side, int row) {
    return (int)(2L * row % side);
}

// The queen of a row of a solution that also holds on the torus, divided as far as possible.
static int superqueens(int n, int row) {
    for (int a = 2; a < n; a++)
        if (n % a == 0) {
            int b = n / a;
            return b * superqueens(a, row / b) + superqueens(b, row % b);
        }
    return knight_walk(n, row);
}

static int d_solution(int a, int b, int row) {
    return b * superqueens(a, row / b) + knight_walk(b, row % b);
}

// A and B without divisor 2 or 3, so that N = B * (A - 1) + C, C is without it too, and C <= B.
static bool divide(int n, int *a, int *b) {
    for (*a = 5; *a <= n; ++*a)
        for (*b = (n + *a - 1) / *a; *b <= (n - 1) / (*a - 1); ++*b)
            if (has_walk(*a) && has_walk(*b) && has_walk(n - *b * (*a - 1))) return true;
    return false;
}

// Whether there is a solution of this kind for an odd side.
static bool general(int n) {
    if (n % 3) {
        while (filled < n) {
            columns[filled] = knight_walk(n, filled);
            filled++;
        }
        return true;
    }
    int a, b;
    if (!divide(n, &a, &b)) return false;
    int c = n - b * (a - 1);
    for (int row = 0; row < c; row++) columns[filled++] = knight_walk(c, row);
    for (int row = b; row < a * b; row++) columns[filled++] = d_solution(a, b, row) - b + c;
    return true;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 21;
    if (n < 1 || n > MOST) return 2;
    int dropped = n % 2 == 0;  // of the next side without row 0 and column 0
    if (!general(n + dropped)) {
        puts("no solution of this kind");
        return 0;
    }
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", columns[row + dropped] - dropped);
    puts("");
    return 0;
}
