# Takefuji's neural network (maximum neurons): one solution of N queens, by the column of each row. Usage: python3 takefuji.py 8 [seed]
import random
import sys
from collections import Counter

ROUNDS, CLIMB = 500, 3


def diagonals(row, column):
    return ("falling", row - column), ("rising", row + column)


def strongest(potentials):
    """The neuron of a row that fires: the first of those with the largest potential."""
    return potentials.index(max(potentials))


class Network:
    def __init__(self, n):
        self.u = [[-random.randrange(10) for _ in range(n)] for _ in range(n)]
        self.queens = [strongest(row) for row in self.u]
        self.on_line = Counter()
        for row in range(n):
            self.count(row, 1)

    def count(self, row, by):
        """Adds the queen of a row to the numbers on its column and diagonals, or takes it away."""
        column = self.queens[row]
        for line in (column, *diagonals(row, column)):
            self.on_line[line] += by

    def is_solved(self):
        return max(self.on_line.values()) <= 1

    def update(self, row):
        """The input of each neuron of a row is added to its potential. The row itself has one queen."""
        u, on_line = self.u[row], self.on_line
        for column in range(len(u)):
            in_column = on_line[column]
            others = sum(on_line[line] for line in diagonals(row, column))
            if column == self.queens[row]:
                others -= 2  # a queen is on its own diagonals
            u[column] += 1 - in_column - others + CLIMB * (in_column == 0)
        self.count(row, -1)
        self.queens[row] = strongest(u)
        self.count(row, 1)


def solve(n):
    while True:
        network = Network(n)
        for _ in range(ROUNDS):
            for row in range(n):
                if network.is_solved():
                    return network.queens
                network.update(row)


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
