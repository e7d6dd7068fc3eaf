# Linear search QS4: one solution of N queens, by the column of each row. Usage: python3 qs4.py 8 [seed]
import random
import sys


class Board:
    """A permutation, and the queens on each diagonal among the first rows or all of them."""

    def __init__(self, n):
        self.columns = list(range(n))
        self.falling, self.rising = [0] * (2 * n), [0] * (2 * n)

    def change(self, row, by):
        self.falling[row - self.columns[row]] += by
        self.rising[row + self.columns[row]] += by

    def swap(self, i, j):
        self.columns[i], self.columns[j] = self.columns[j], self.columns[i]

    def is_attacked(self, row, by=1):
        """Whether more than this many queens are on a diagonal of the row's queen."""
        column = self.columns[row]
        return self.falling[row - column] > by or self.rising[row + column] > by


def start(board, n):
    """Places queens that do not collide, the others at random; returns how many do not."""
    placed = draws = 0
    while placed < n and draws < 3.08 * n:
        draws += 1
        board.swap(placed, random.randrange(placed, n))
        if not board.is_attacked(placed, 0):
            board.change(placed, 1)
            placed += 1
    rest = board.columns[placed:]
    random.shuffle(rest)
    board.columns[placed:] = rest
    for row in range(placed, n):
        board.change(row, 1)
    return placed


def finish(board, n, placed):
    """Swaps each queen left with others until it does not collide; false after 7000 draws."""
    draws = 0
    for i in range(placed, n):
        while board.is_attacked(i):
            draws += 1
            if draws > 7000:
                return False
            j = random.randrange(n)
            if j == i:
                continue
            exchange(board, i, j)
            if board.is_attacked(i) or board.is_attacked(j):
                exchange(board, i, j)
    return True


def exchange(board, i, j):
    for row in (i, j):
        board.change(row, -1)
    board.swap(i, j)
    for row in (i, j):
        board.change(row, 1)


def solve(n):
    while True:
        board = Board(n)
        if finish(board, n, start(board, n)):
            return board.columns


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
