# Quantum-inspired differential evolution: one solution of N queens, by the column of each row. Usage: python3 quantum-differential-evolution.py 8 [seed]
import math
import random
import sys

POPULATION, GENERATIONS = 10, 1000
F, CROSSOVER, ANGLE = 0.5, 0.1, 0.05


def clamp(amplitude):
    """No square is ever impossible or certain."""
    return min(max(amplitude, 0.02), 0.999)


def collisions(p):
    return sum(abs(p[i] - p[j]) == j - i for j in range(len(p)) for i in range(j))


class Individual:
    """A qubit for each square, the amplitude of a queen there, and the board last measured."""

    def __init__(self, qubits):
        """Measures the qubits, rows in random order, each column once."""
        n = len(qubits)
        self.qubits, self.board = qubits, [0] * n
        free = list(range(n))
        for row in random.sample(range(n), n):
            column = random.choices(free, [qubits[row][c] ** 2 for c in free])[0]
            free.remove(column)
            self.board[row] = column
        self.collisions = collisions(self.board)

    def interfere(self):
        """Rotates the qubits towards the board."""
        for row, queen in zip(self.qubits, self.board):
            for column, qubit in enumerate(row):
                angle = ANGLE if column == queen else -ANGLE
                row[column] = clamp(math.sin(math.asin(qubit) + angle))

    def permute(self):
        """Exchanges the queens and qubits of two rows where that reduces collisions."""
        for i in range(len(self.board)):
            j = random.randrange(len(self.board))
            p = list(self.board)
            p[i], p[j] = p[j], p[i]
            if collisions(p) < self.collisions:
                self.board, self.collisions = p, collisions(p)
                self.qubits[i], self.qubits[j] = self.qubits[j], self.qubits[i]


def trial_of(x, people):
    """Rows of the mutant of three others and of x, crossed at random: at least one of the mutant."""
    r1, r2, r3 = (one.qubits for one in random.sample([one for one in people if one is not x], 3))
    certain = random.randrange(len(x.qubits))
    qubits = [list(row) for row in x.qubits]
    for row in range(len(qubits)):
        if row == certain or random.random() < CROSSOVER:
            qubits[row] = [clamp(a + F * (b - c)) for a, b, c in zip(r1[row], r2[row], r3[row])]
    return Individual(qubits)


def solve(n):
    while True:
        people = [Individual([[math.sqrt(0.5)] * n for _ in range(n)]) for _ in range(POPULATION)]
        for _ in range(GENERATIONS):
            for one in people:
                if one.collisions == 0:
                    return one.board
            for x in range(POPULATION):
                trial = trial_of(people[x], people)
                if trial.collisions <= people[x].collisions:
                    people[x] = trial
                people[x].interfere()
                people[x].permute()


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
