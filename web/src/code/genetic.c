// A genetic algorithm on permutations: one solution of N queens, by the column of each row. Usage: cc -O2 genetic.c -o queens && ./queens 8 [seed]
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 100, POPULATION = 40, GENERATIONS = 5000 };

static int n, people[POPULATION][MOST], bad[POPULATION], columns[MOST];

static void swap(int *p, int i, int j) {
    int held = p[i];
    p[i] = p[j];
    p[j] = held;
}

// Pairs of queens on a diagonal; rows and columns never clash.
static int collisions(const int *p) {
    int found = 0;
    for (int j = 1; j < n; j++)
        for (int i = 0; i < j; i++) found += abs(p[i] - p[j]) == j - i;
    return found;
}

// The best of three individuals drawn at random.
static int parent(void) {
    int best = rand() % POPULATION;
    for (int i = 0; i < 2; i++) {
        int other = rand() % POPULATION;
        if (bad[other] < bad[best]) best = other;
    }
    return best;
}

// A stretch of the mother, the other columns in the order of the father.
static void make_child(const int *mother, const int *father, int *child) {
    bool taken[MOST] = {false};
    int first = rand() % n, last = first + rand() % (n - first);
    for (int i = first; i <= last; i++) taken[child[i] = mother[i]] = true;
    for (int i = 0, at = 0; i < n; i++) {
        if (taken[father[i]]) continue;
        if (at == first) at = last + 1;
        child[at++] = father[i];
    }
    if (rand() % 5) swap(child, rand() % n, rand() % n);
}

static bool is_new(const int *child) {
    for (int i = 0; i < POPULATION; i++)
        if (memcmp(people[i], child, n * sizeof *child) == 0) return false;
    return true;
}

// Whether one population reached a solution.
static bool evolve(void) {
    for (int i = 0; i < POPULATION; i++) {
        for (int j = 0; j < n; j++) people[i][j] = j;
        for (int j = n - 1; j > 0; j--) swap(people[i], j, rand() % (j + 1));
        bad[i] = collisions(people[i]);
    }
    for (int generation = 0; generation < GENERATIONS; generation++) {
        int worst = 0, child[MOST];
        for (int i = 0; i < POPULATION; i++) {
            if (bad[i] > bad[worst]) worst = i;
            memcpy(columns, people[i], sizeof columns);
            if (bad[i] == 0) return true;
        }
        make_child(people[parent()], people[parent()], child);
        if (collisions(child) > bad[worst] || !is_new(child)) continue;
        memcpy(people[worst], child, n * sizeof *child);
        bad[worst] = collisions(child);
    }
    return false;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    srand(argc > 2 ? atoi(argv[2]) : 1);
    if (n < 0 || n > MOST) return 2;
    if (n == 2 || n == 3) {
        puts("no solution");
        return 0;
    }
    while (n > 0 && !evolve()) {
    }
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", columns[row]);
    puts("");
    return 0;
}
