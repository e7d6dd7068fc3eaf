// Topor's orbit algorithm: counts the fundamental solutions of N queens. Usage: cc -O2 topor.c -o queens && ./queens 8
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20 };

static int n, placed, queens[MOST];  // squares are numbered row by row

typedef struct { bool is[MOST * MOST]; } Excluded;
typedef struct { int squares[8], length; } Orbit;

// An image of a square: reflected or not, then turned by quarters.
static int image(int symmetry, int square) {
    int row = square / n, column = square % n;
    if (symmetry % 2) column = n - 1 - column;
    for (int quarter = 0; quarter < symmetry / 2; quarter++) {
        int held = row;
        row = column;
        column = n - 1 - held;
    }
    return row * n + column;
}

static bool attack(int a, int b) {
    int rows = abs(a / n - b / n), columns = abs(a % n - b % n);
    return rows == 0 || columns == 0 || rows == columns;
}

static bool is_safe(int square) {
    for (int i = 0; i < placed; i++)
        if (attack(square, queens[i])) return false;
    return true;
}

static int place_in(const Orbit *orbit, int square) {
    for (int i = 0; i < orbit->length; i++)
        if (orbit->squares[i] == square) return i;
    return -1;
}

// The images of a square under a group, which has a bit for each symmetry. The square comes first.
static Orbit orbit_of(int square, unsigned group) {
    Orbit orbit = {{square}, 1};
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        int other = image(symmetry, square);
        if (group >> symmetry & 1 && place_in(&orbit, other) < 0) orbit.squares[orbit.length++] = other;
    }
    return orbit;
}

// The image of a part of the orbit; a part has a bit for each square of it.
static unsigned image_of(unsigned part, const Orbit *orbit, int symmetry) {
    unsigned found = 0;
    for (int i = 0; i < orbit->length; i++)
        if (part >> i & 1) found |= 1u << place_in(orbit, image(symmetry, orbit->squares[i]));
    return found;
}

// Whether the queens of a part attack neither each other nor those on the board.
static bool is_safe_part(unsigned part, const Orbit *orbit) {
    for (int i = 0; i < orbit->length; i++) {
        if (!(part >> i & 1)) continue;
        if (!is_safe(orbit->squares[i])) return false;
        for (int j = 0; j < i; j++)
            if (part >> j & 1 && attack(orbit->squares[i], orbit->squares[j])) return false;
    }
    return true;
}

// Whether no image of a part with the first square in it comes before the part.
static bool is_first(unsigned part, const Orbit *orbit, unsigned group) {
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        unsigned other = group >> symmetry & 1 ? image_of(part, orbit, symmetry) : part;
        if (other & 1 && other < part) return false;
    }
    return true;
}

static long choose(int row, unsigned group, Excluded excluded);

// Places the queens of a part and goes on.
static long place(unsigned part, const Orbit *orbit, int row, unsigned group, const Excluded *excluded) {
    int before = placed;
    unsigned kept = 0;
    for (int i = 0; i < orbit->length; i++)
        if (part >> i & 1) queens[placed++] = orbit->squares[i];
    for (int symmetry = 0; symmetry < 8; symmetry++)
        if (group >> symmetry & 1 && image_of(part, orbit, symmetry) == part) kept |= 1u << symmetry;
    long total = choose(row + 1, kept, *excluded);
    placed = before;
    return total;
}

static bool has_queen(int row) {
    for (int i = 0; i < placed; i++)
        if (queens[i] / n == row) return true;
    return false;
}

static long choose(int row, unsigned group, Excluded excluded) {
    if (placed == n) return 1;
    while (has_queen(row)) row++;
    long total = 0;
    for (int square = row * n; square < (row + 1) * n; square++) {
        if (excluded.is[square] || !is_safe(square)) continue;
        Orbit orbit = orbit_of(square, group);
        for (int i = 0; i < orbit.length; i++) excluded.is[orbit.squares[i]] = true;
        for (unsigned part = 1; part < 1u << orbit.length; part += 2)
            if (is_safe_part(part, &orbit) && is_first(part, &orbit, group)) total += place(part, &orbit, row, group, &excluded);
    }
    return total;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    Excluded none;
    memset(&none, 0, sizeof none);
    printf("%ld\n", choose(0, 255, none));
    return 0;
}
