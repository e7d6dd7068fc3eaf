// Quantum-inspired differential evolution: one solution of N queens, by the column of each row. Usage: cc -O2 quantum-differential-evolution.c -o queens -lm && ./queens 8 [seed]
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 50, POPULATION = 10, GENERATIONS = 1000 };

static const double F = 0.5, CROSSOVER = 0.1, ANGLE = 0.05;

// A qubit for each square, the amplitude of a queen there, and the board last measured.
typedef struct { double qubits[MOST][MOST]; int board[MOST], collisions; } Individual;

static int n;
static Individual people[POPULATION];

static double unit(void) {
    return rand() / (RAND_MAX + 1.0);
}

// No square is ever impossible or certain.
static double clamp(double amplitude) {
    return fmin(fmax(amplitude, 0.02), 0.999);
}

static int collisions(const int *p) {
    int found = 0;
    for (int j = 1; j < n; j++)
        for (int i = 0; i < j; i++) found += abs(p[i] - p[j]) == j - i;
    return found;
}

static void swap(int *p, int i, int j) {
    int held = p[i];
    p[i] = p[j];
    p[j] = held;
}

static void shuffle(int *p, int length) {
    for (int i = 0; i < length; i++) p[i] = i;
    for (int i = length - 1; i > 0; i--) swap(p, i, rand() % (i + 1));
}

// Measures the qubits, rows in random order, each column once.
static void measure(Individual *x) {
    bool taken[MOST] = {false};
    int rows[MOST];
    shuffle(rows, n);
    for (int i = 0; i < n; i++) {
        const double *row = x->qubits[rows[i]];
        double sum = 0;
        for (int column = 0; column < n; column++)
            if (!taken[column]) sum += row[column] * row[column];
        double left = sum * unit();
        int queen = -1;
        for (int column = 0; column < n && left >= 0; column++) {
            if (taken[column]) continue;
            queen = column;
            left -= row[column] * row[column];
        }
        taken[x->board[rows[i]] = queen] = true;
    }
    x->collisions = collisions(x->board);
}

// Rows of the mutant of three others and of x, crossed at random: at least one of the mutant.
static Individual trial_of(int x) {
    Individual trial = people[x];
    int drawn[POPULATION], others[3], found = 0, certain = rand() % n;
    shuffle(drawn, POPULATION);
    for (int i = 0; found < 3; i++)
        if (drawn[i] != x) others[found++] = drawn[i];
    for (int row = 0; row < n; row++) {
        if (row != certain && unit() >= CROSSOVER) continue;
        const double *a = people[others[0]].qubits[row], *b = people[others[1]].qubits[row], *c = people[others[2]].qubits[row];
        for (int column = 0; column < n; column++) trial.qubits[row][column] = clamp(a[column] + F * (b[column] - c[column]));
    }
    measure(&trial);
    return trial;
}

// Rotates the qubits towards the board.
static void interfere(Individual *x) {
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            double angle = column == x->board[row] ? ANGLE : -ANGLE;
            x->qubits[row][column] = clamp(sin(asin(x->qubits[row][column]) + angle));
        }
}

// Exchanges the queens and qubits of two rows where that reduces collisions.
static void permute(Individual *x) {
    for (int i = 0; i < n; i++) {
        int j = rand() % n;
        swap(x->board, i, j);
        int left = collisions(x->board);
        if (left >= x->collisions) {
            swap(x->board, i, j);
            continue;
        }
        x->collisions = left;
        double held[MOST];
        memcpy(held, x->qubits[i], sizeof held);
        memcpy(x->qubits[i], x->qubits[j], sizeof held);
        memcpy(x->qubits[j], held, sizeof held);
    }
}

static void start(void) {
    for (int x = 0; x < POPULATION; x++) {
        for (int row = 0; row < n; row++)
            for (int column = 0; column < n; column++) people[x].qubits[row][column] = sqrt(0.5);
        measure(&people[x]);
    }
}

static const int *solve(void) {
    for (;;) {
        start();
        for (int generation = 0; generation < GENERATIONS; generation++) {
            for (int x = 0; x < POPULATION; x++)
                if (people[x].collisions == 0) return people[x].board;
            for (int x = 0; x < POPULATION; x++) {
                Individual trial = trial_of(x);
                if (trial.collisions <= people[x].collisions) people[x] = trial;
                interfere(&people[x]);
                permute(&people[x]);
            }
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
    const int *columns = solve();
    for (int row = 0; row < n; row++) printf("%s%d", row ? " " : "", columns[row]);
    puts("");
    return 0;
}
