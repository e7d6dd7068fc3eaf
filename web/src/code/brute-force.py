# Brute force: counts all solutions of N queens. Usage: python3 brute-force.py 8
import sys


def attack(a, b):
    (row, column), (other, side) = divmod(a, N), divmod(b, N)
    return row == other or column == side or abs(row - other) == abs(column - side)


def choose(queens, first):
    """The solutions with these queens and more on later squares, which are numbered row by row."""
    if len(queens) == N:
        # Only now is anything tested.
        return not any(attack(a, b) for i, a in enumerate(queens) for b in queens[:i])
    return sum(choose(queens + [square], square + 1) for square in range(first, N * N))


N = int(sys.argv[1])
print(int(choose([], 0)))
