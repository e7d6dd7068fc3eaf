# Gradient search QS2: one solution of N queens, by the column of each row. Usage: python3 qs2.py 8 [seed]
import random
import sys
from itertools import cycle


class Board:
    """A permutation, so that only diagonals can clash, and the number of queens on each of them."""

    def __init__(self, columns):
        self.columns = columns
        self.falling, self.rising = [0] * (2 * len(columns)), [0] * (2 * len(columns))
        self.collisions = 0  # all queens of a diagonal but one
        for row in range(len(columns)):
            self.put(row)

    def diagonals(self, row):
        return (self.falling, row - self.columns[row]), (self.rising, row + self.columns[row])

    def put(self, row):
        for queens, line in self.diagonals(row):
            self.collisions += queens[line] > 0
            queens[line] += 1

    def take(self, row):
        for queens, line in self.diagonals(row):
            queens[line] -= 1
            self.collisions -= queens[line] > 0

    def swap(self, i, j):
        self.take(i)
        self.take(j)
        self.columns[i], self.columns[j] = self.columns[j], self.columns[i]
        self.put(i)
        self.put(j)

    def attacked(self):
        rows = range(len(self.columns))
        return [row for row in rows if any(queens[line] > 1 for queens, line in self.diagonals(row))]


def descend(board, n):
    """Swaps attacked queens with others where that helps; false after 32 n tries."""
    tries = 32 * n
    while board.collisions:
        limit = 0.45 * board.collisions
        for i in cycle(board.attacked()):
            if tries == 0:
                return False
            tries -= 1
            j, before = random.randrange(n), board.collisions
            if i != j:
                board.swap(i, j)
                if board.collisions >= before:
                    board.swap(i, j)
            if board.collisions < limit:
                break
    return True


def solve(n):
    while True:
        board = Board(random.sample(range(n), n))
        if descend(board, n):
            return board.columns


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
