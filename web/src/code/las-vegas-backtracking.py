# Las Vegas and backtracking: one solution of N queens, by the column of each row. Usage: python3 las-vegas-backtracking.py 8 [seed]
import random
import sys


def available(columns, n):
    row = len(columns)
    return [
        c for c in range(n)
        if all(c != other and abs(c - other) != row - r for r, other in enumerate(columns))
    ]


def backtrack(columns, n):
    """The rest of the rows, in order; none if these queens cannot stay."""
    if len(columns) == n:
        return columns
    for column in available(columns, n):
        found = backtrack(columns + [column], n)
        if found:
            return found
    return None


def solve(n):
    # About 2 log2 n rows are left to backtracking.
    drawn = max(0, n - 2 * (n.bit_length() - 1))
    while True:
        columns = []
        while len(columns) < drawn and (free := available(columns, n)):
            columns.append(random.choice(free))
        if len(columns) == drawn and (found := backtrack(columns, n)):
            return found


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
