# Pauls' solution: one solution of N queens without search, by the column of each row. Usage: python3 pauls.py 8
import sys


def solve(n):
    if n % 6 in (0, 4):
        return [*range(1, n, 2), *range(0, n, 2)]
    if n % 6 in (1, 5):
        return [n - 1, *range(1, n - 1, 2), *range(0, n - 1, 2)]
    if n % 6 == 2:
        return [3, *range(n - 3, 4, -2), n - 1, 1, n - 2, 0, *range(n - 6, 1, -2), n - 4]
    return solve(n - 1) + [n - 1]


n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
