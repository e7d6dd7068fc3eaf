# Gradient search QS1: one solution of N queens, by the column of each row. Usage: python3 qs1.py 8 [seed]
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

    def is_attacked(self, row):
        column = self.columns[row]
        return self.falling[row - column] > 1 or self.rising[row + column] > 1


def improve(board, n):
    """Swaps two rows wherever that helps; false when no swap does."""
    swapped = False
    for i in range(n):
        for j in range(i + 1, n):
            if board.is_attacked(i) or board.is_attacked(j):
                before = board.collisions()
                board.swap(i, j)
                if board.collisions() < before:
                    swapped = True
                else:
                    board.swap(i, j)
    return swapped


def solve(n):
    while True:
        board = Board(n)
        while improve(board, n):
            pass
        if board.collisions() == 0:
            return board.columns


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
