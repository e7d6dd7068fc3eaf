# Rohl's algorithm I: counts all solutions of N queens. Usage: python3 rohl-1.py 8
import sys


def is_safe(p, k, column):
    return all(abs(column - p[row]) != k - row for row in range(k))


def choose(p, k):
    """Rows below k keep their columns; the others get one of those that are left, by exchanges."""
    if k == len(p):
        return 1
    total, kept = 0, p[k]
    for i in range(k, len(p)):
        column = p[i]
        if is_safe(p, k, column):
            p[k], p[i] = column, kept
            total += choose(p, k + 1)
            p[i] = p[k]
    p[k] = kept
    return total


print(choose(list(range(int(sys.argv[1]))), 0))
