# Hoffman, Loessi and Moore's constructions: one solution of N queens without search, by the column of each row. Usage: python3 hoffman-loessi-moore.py 8
import sys


def solve(n):
    half = n // 2
    if n % 2:  # C
        return solve(n - 1) + [n - 1] if n > 1 else [0]
    if n % 6 != 2:  # A
        return [2 * j + 1 for j in range(half)] + [2 * j for j in range(half)]
    first = [(2 * j + half - 1) % n for j in range(half)]  # B
    return first + [n - 1 - column for column in reversed(first)]


n = int(sys.argv[1])
print("no solution" if n in (2, 3) else " ".join(map(str, solve(n))))
