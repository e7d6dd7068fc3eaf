# Las Vegas: one solution of N queens at random, by the column of each row. Usage: python3 las-vegas.py 8 [seed]
import random
import sys


def run(n):
    """The columns of one run, fewer than n if it got stuck."""
    columns = []
    while len(columns) < n:
        row = len(columns)
        available = [
            c for c in range(n)
            if all(c != other and abs(c - other) != row - r for r, other in enumerate(columns))
        ]
        if not available:
            break
        columns.append(random.choice(available))
    return columns


random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
n = int(sys.argv[1])
columns = run(n)
while len(columns) < n and n not in (2, 3):
    columns = run(n)
print("no solution" if len(columns) < n else " ".join(map(str, columns)))
