// Naur's partial elimination of symmetries: counts the fundamental solutions of N queens. Usage: cc -O2 naur.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64, EMPTY = -1 };

static int n, centre, p[MOST];
// The first column of the central row that a square has an image in, or n.
static int letter[MOST][MOST];

// An image of a square: reflected or not, then turned by quarters.
static void apply(int symmetry, int *row, int *column) {
    if (symmetry % 2) *column = n - 1 - *column;
    for (int quarter = 0; quarter < symmetry / 2; quarter++) {
        int held = *row;
        *row = *column;
        *column = n - 1 - held;
    }
}

static void make_letters(void) {
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) letter[row][column] = n;
    for (int first = n - 1; first >= 0; first--)
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            int row = centre, column = first;
            apply(symmetry, &row, &column);
            letter[row][column] = first;
        }
}

// Whether this image has the same central queen and comes before the solution.
static bool is_earlier(int symmetry) {
    int image[MOST];
    for (int r = 0; r < n; r++) {
        int row = r, column = p[r];
        apply(symmetry, &row, &column);
        image[row] = column;
    }
    if (image[centre] != p[centre]) return false;
    for (int row = 0; row < n; row++)
        if (image[row] != p[row]) return image[row] < p[row];
    return false;
}

static bool is_first(void) {
    for (int symmetry = 1; symmetry < 8; symmetry++)
        if (is_earlier(symmetry)) return false;
    return true;
}

static bool is_safe(int row, int column) {
    for (int r = 0; r < n; r++)
        if (p[r] != EMPTY && (p[r] == column || abs(p[r] - column) == abs(row - r))) return false;
    return true;
}

static long fill(int row) {
    if (row == n) return is_first();
    if (row == centre) return fill(row + 1);
    long total = 0;
    for (int column = 0; column < n; column++) {
        if (letter[row][column] < p[centre] || !is_safe(row, column)) continue;
        p[row] = column;
        total += fill(row + 1);
        p[row] = EMPTY;
    }
    return total;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > MOST) return 2;
    centre = (n - 1) / 2;
    make_letters();
    for (int row = 0; row < n; row++) p[row] = EMPTY;
    long total = 0;
    for (int column = 0; column < n; column++) {
        if (letter[centre][column] != column) continue;
        p[centre] = column;
        total += fill(0);
    }
    printf("%ld\n", total);
    return 0;
}
