# Reichling's simplified solution: one solution of N queens without search, by the column of each row. Usage: python3 reichling.py 8
import sys


def turned(columns, by):
    """The columns from this place on, then those before it."""
    return columns[by:] + columns[:by]


def solve(n):
    r, s = {2: (1, 3), 3: (1, 2)}.get(n % 6, (0, 0))
    return turned([*range(1, n, 2)], r) + turned([*range(0, n, 2)], s)


n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
