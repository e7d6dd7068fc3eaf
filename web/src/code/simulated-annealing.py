# Simulated annealing: one solution of N queens, by the column of each row. Usage: python3 simulated-annealing.py 8 [seed]
import math
import random
import sys


class Board:
    """A permutation, so that only diagonals can clash, and the number of queens on each of them."""

    def __init__(self, n):
        self.columns = random.sample(range(n), n)
        self.falling, self.rising = [0] * (2 * n), [0] * (2 * n)
        for row in range(n):
            self.change(row, 1)

    def change(self, row, by):
        column = self.columns[row]
        self.falling[row - column] += by
        self.rising[row + column] += by

    def collisions(self):
        return sum(max(0, queens - 1) for queens in self.falling + self.rising)

    def swap(self, i, j):
        self.change(i, -1)
        self.change(j, -1)
        self.columns[i], self.columns[j] = self.columns[j], self.columns[i]
        self.change(i, 1)
        self.change(j, 1)


def solve(n):
    while True:
        board, temperature = Board(n), 1.0
        while temperature >= 0.1 and board.collisions() > 0:
            for _ in range(10 * n):
                i, j = random.randrange(n), random.randrange(n)
                before = board.collisions()
                board.swap(i, j)
                worse = board.collisions() - before
                if worse > 0 and random.random() >= math.exp(-worse / temperature):
                    board.swap(i, j)
            temperature *= 0.9
        if board.collisions() == 0:
            return board.columns


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
