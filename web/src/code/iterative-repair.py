# Iterative repair by exchanges: one solution of N queens, by the column of each row. Usage: python3 iterative-repair.py 13 [seed] [torus]
import random
import sys


class Board:
    """A permutation, so that only diagonals can clash, and the number of queens on each of them."""

    def __init__(self, n):
        self.columns = random.sample(range(n), n)
        self.lines = n if TORUS else 2 * n  # on the torus each diagonal goes on at the other edge
        self.falling, self.rising = [0] * self.lines, [0] * self.lines
        self.collisions = 0  # pairs of queens on a diagonal
        for row in range(n):
            self.put(row)

    def diagonals(self, row):
        falling, rising = row - self.columns[row], row + self.columns[row]
        return (self.falling, falling % self.lines), (self.rising, rising % self.lines)

    def put(self, row):
        for queens, line in self.diagonals(row):
            self.collisions += queens[line]
            queens[line] += 1

    def take(self, row):
        for queens, line in self.diagonals(row):
            queens[line] -= 1
            self.collisions -= queens[line]

    def exchange(self, i, j):
        self.take(i)
        self.take(j)
        self.columns[i], self.columns[j] = self.columns[j], self.columns[i]
        self.put(i)
        self.put(j)

    def collides(self, row):
        return any(queens[line] > 1 for queens, line in self.diagonals(row))

    def weigh(self, row, other):
        """The collisions that an exchange would leave."""
        self.exchange(row, other)
        left = self.collisions
        self.exchange(row, other)
        return left


def repair(board, n):
    """Makes the best exchange of a colliding queen again and again; false after 100 n steps."""
    for _ in range(100 * n):
        if board.collisions == 0:
            return True
        row = random.choice([row for row in range(n) if board.collides(row)])
        weighed = {other: board.weigh(row, other) for other in range(n) if other != row}
        fewest = min(weighed.values())
        board.exchange(row, random.choice([other for other in weighed if weighed[other] == fewest]))
    return board.collisions == 0


def solve(n):
    while True:
        board = Board(n)
        if repair(board, n):
            return board.columns


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
TORUS = sys.argv[3:] == ["torus"]
n = int(sys.argv[1])
has_solution = n == 1 or (n % 2 > 0 and n % 3 > 0 if TORUS else n not in (2, 3))
print(" ".join(map(str, solve(n))) if has_solution else "no solution")
