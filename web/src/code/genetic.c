// A genetic algorithm on permutations: one solution of N queens, by the column of each row. Usage: cc -O2 genetic.c -o queens && ./queens 8 [seed]
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 100, POPULATION = 40, GENERATIONS = 1000 };

typedef struct { int columns[MOST], collisions; } Individual;

static int n;
static Individual people[POPULATION];

static void swap(int *p, int i, int j) {
    int held = p[i];
    p[i] = p[j];
    p[j] = held;
}

// The queens on a diagonal of a row's queen; rows and columns never clash.
static int attackers(const int *p, int row) {
    int found = 0;
    for (int other = 0; other < n; other++) found += other != row && abs(p[other] - p[row]) == abs(other - row);
    return found;
}

static void measure(Individual *one) {
    one->collisions = 0;
    for (int row = 0; row < n; row++) one->collisions += attackers(one->columns, row);
    one->collisions /= 2;
}

// The best of three individuals drawn at random.
static const int *parent(void) {
    int best = rand() % POPULATION;
    for (int i = 0; i < 2; i++) {
        int other = rand() % POPULATION;
        if (people[other].collisions < people[best].collisions) best = other;
    }
    return people[best].columns;
}

// A stretch of the mother, the other columns in the order of the father.
static void cross(const int *mother, const int *father, int *child) {
    bool taken[MOST] = {false};
    int a = rand() % n, b = rand() % n;
    int first = a < b ? a : b, last = a < b ? b : a;
    for (int i = first; i <= last; i++) taken[child[i] = mother[i]] = true;
    for (int i = 0, at = 0; i < n; i++) {
        if (taken[father[i]]) continue;
        if (at == first) at = last + 1;
        child[at++] = father[i];
    }
}

// Exchanges the columns of a colliding queen, or any if none collides, and another.
static void mutate(int *child) {
    int colliding = 0, row = rand() % n;
    for (int r = 0; r < n; r++)  // each of them is chosen with the same chance
        if (attackers(child, r) && rand() % ++colliding == 0) row = r;
    swap(child, row, rand() % n);
}

static bool is_new(const int *child) {
    for (int i = 0; i < POPULATION; i++)
        if (memcmp(people[i].columns, child, n * sizeof *child) == 0) return false;
    return true;
}

static void start(void) {
    for (int i = 0; i < POPULATION; i++) {
        for (int j = 0; j < n; j++) people[i].columns[j] = j;
        for (int j = n - 1; j > 0; j--) swap(people[i].columns, j, rand() % (j + 1));
        measure(&people[i]);
    }
}

// The solution that one population reached, or NULL.
static const int *evolve(void) {
    start();
    for (int children = 0; children < GENERATIONS * POPULATION; children++) {
        Individual child, *worst = people;
        for (int i = 0; i < POPULATION; i++) {
            if (people[i].collisions > worst->collisions) worst = &people[i];
            if (people[i].collisions == 0) return people[i].columns;
        }
        cross(parent(), parent(), child.columns);
        if (rand() % 5) mutate(child.columns);
        measure(&child);
        if (child.collisions <= worst->collisions && is_new(child.columns)) *worst = child;
    }
    return NULL;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    srand(argc > 2 ? atoi(argv[2]) : 1);
    if (n < 1 || n > MOST) return 2;
    if (n == 2 || n == 3) {
        puts("no solution");
        return 0;
    }
    const int *columns = NULL;
    while (!columns) columns = evolve();
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", columns[row]);
    puts("");
    return 0;
}
