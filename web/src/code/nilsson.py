# Nilsson's production system: counts all solutions of N queens, rules with short diagonals first. Usage: python3 nilsson.py 8
import sys

n = int(sys.argv[1])


def diagonal(row, column):
    """The length of the longer diagonal through a square."""
    return n - min(abs(row - column), abs(row + column - n + 1))


def is_free(data, row, column):
    return all(column != c and abs(column - c) != row - r for r, c in enumerate(data))


def dead_end(data):
    return any(not any(is_free(data, row, c) for c in range(n)) for row in range(len(data), n))


def apprules(data):
    row = len(data)
    return sorted((c for c in range(n) if is_free(data, row, c)), key=lambda c: diagonal(row, c))


def backtrack(data):
    """The number of paths that end with n queens."""
    if len(data) == n:
        return 1
    if dead_end(data):
        return 0
    return sum(backtrack(data + [column]) for column in apprules(data))


print(backtrack([]))
